import { CROSS } from "./cross.js";

/** The box above the tree, and the matches in rows. */
export const FILTER = `
.filter {
  flex: none;
  container-type: inline-size;
  padding: 2px 6px;
  border-block-end: 1px solid var(--_line);
}
:host(:not([filter])) .filter, :host([data-state="idle"]) .filter, .message:not([hidden]) ~ .filter { display: none; }
.filter-field {
  display: flex;
  align-items: center;
  border: 1px solid color-mix(in srgb, currentColor 50%, transparent);
  border-radius: 4px;
  background: color-mix(in srgb, currentColor 4%, transparent);
}
.filter-field:has(> .filter-input:focus) { outline: 2px solid var(--_accent); outline-offset: -1px; border-color: transparent; }
.filter-input {
  appearance: none;
  flex: 1 1 0;
  min-inline-size: 2em;
  min-block-size: 22px;
  margin: 0;
  padding: 0 8px;
  border: 0;
  outline: none;
  background: none;
  color: inherit;
  font: inherit;
  text-align: -webkit-match-parent;
  text-align: match-parent;
  text-overflow: ellipsis;
}
.filter-input::placeholder { color: var(--_muted); opacity: 1; }
.filter-input::-webkit-search-cancel-button { display: none; }
.filter-clear {
  flex: none;
  inline-size: 24px;
  min-block-size: 24px;
  block-size: 24px;
  margin-block: -1px;
  padding: 0;
  border-color: transparent;
  background: ${CROSS};
}
.filter-clear:hover { background-color: color-mix(in srgb, currentColor 14%, transparent); }
.filter-clear:focus-visible { outline-offset: -2px; }
.filter-count, .filter-found {
  flex: none;
  padding-inline: 2px 4px;
  font-size: 0.9em;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  color: var(--_muted);
  cursor: default;
}
@container (inline-size >= 18em) { .filter-found { display: none; } }
/* Hidden, but still the accessible description of the box. */
@container (inline-size < 18em) {
  .filter-count { position: absolute; inline-size: 1px; block-size: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
}
.nothing { flex: none; padding: 12px 14px; line-height: 1.35; overflow-wrap: anywhere; }
.nothing p { margin: 0; color: var(--_muted); }
.nothing button { margin-block-start: 8px; }
.match {
  border-radius: 2px;
  background: var(--navi-bar-match-background, color-mix(in srgb, light-dark(#ffbf00, #ffbd4f) 45%, transparent));
  color: inherit;
}
/* Muted text on a coloured background is hard to read. */
.address .match { background: none; text-decoration: underline; }
`;

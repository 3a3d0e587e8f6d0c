/** The pane "On this page". Its rows are those of the tree without twisties and glyphs. */
export const OUTLINE = `
.outline {
  flex: none;
  position: relative;
  display: flex;
  flex-direction: column;
  border-block-start: 1px solid var(--_line);
}
/* As high as its rows and the line of its name at most. */
.outline[data-open] {
  --_rows-height: calc((var(--_sections, 100) + 1.5) * var(--_row-height));
  block-size: min(var(--_rows-height), max(84px, min(var(--_height, 40%), calc(100% - 120px))));
}
/* Easy to take hold of, although it looks like a line. */
.divider {
  position: absolute;
  z-index: 1;
  inset-inline: 0;
  inset-block-start: -4px;
  block-size: 7px;
  cursor: ns-resize;
  outline: none;
  touch-action: none;
}
.divider::after {
  content: "";
  position: absolute;
  inset-inline: 0;
  inset-block-start: 2px;
  block-size: 3px;
}
.divider:hover::after { background: color-mix(in srgb, currentColor 32%, transparent); }
.divider:is(:focus-visible, :active)::after { background: var(--_accent); }
.outline-title {
  display: flex;
  align-items: center;
  /* Together with the line above it as high as a row. */
  min-block-size: calc(var(--_row-height) - 1px);
  padding: 0;
  padding-inline: 4px 8px;
  border: 0;
  border-radius: 0;
  background: none;
  font-weight: 600;
  text-align: start;
}
.outline-title:focus-visible { outline-offset: -2px; }
.outline-name { min-inline-size: 0; overflow: clip; text-overflow: ellipsis; white-space: nowrap; }
.outline-note { margin: 0; padding: 2px 14px 8px 22px; overflow: auto; line-height: 1.35; text-align: -webkit-match-parent; text-align: match-parent; color: var(--_muted); overflow-wrap: anywhere; }
.outline-note:dir(rtl) { padding: 2px 22px 8px 14px; }
.outline:not([data-open]) > :is(.outline-note, .scroller) { display: none; }
.outline .scroller { flex: 1 1 0; }
.outline .row { padding-inline-start: 22px; }
.outline .row > :is(.twisty, .icon) { display: none; }
.outline .guides { margin-inline: 2px -2px; }
`;

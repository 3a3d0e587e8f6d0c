import { GLYPHS } from "./glyphs.js";

/**
 * The element's looks, as constructable style sheets: they are there before the first painting (no flash), and a
 * Content Security Policy without `style-src 'unsafe-inline'` allows them. Glyphs are borders and gradients: no picture
 * has to be fetched or allowed, and unlike masks, clip paths and transforms they cost nearly nothing while scrolling.
 *
 * All colours derive from the text colour and the accent, so that any theme that sets these two stays legible.
 */
const FRAME = `
:host {
  --_accent: var(--navi-bar-accent, light-dark(#0061e0, #00ddff));
  --_row-height: var(--navi-bar-row-height, max(24px, round(up, 1.5em + 2px, 1px)));
  --_muted: var(--navi-bar-muted-color, color-mix(in srgb, currentColor 72%, transparent));
  --_warning: var(--navi-bar-warning-color, light-dark(#a86400, #ffbd4f));
  --_on-warning: light-dark(#fff, #201400);
  --_separator: color-mix(in srgb, currentColor 32%, transparent);
  --_line: var(--navi-bar-border-color, color-mix(in srgb, currentColor 18%, transparent));
  --_hover: var(--navi-bar-hover-background, color-mix(in srgb, currentColor 8%, transparent));
  --_active: var(--navi-bar-active-background, color-mix(in srgb, var(--_accent) 22%, transparent));
  --_current: var(--navi-bar-current-background, color-mix(in srgb, var(--_accent) 11%, transparent));
  display: flex;
  flex-direction: column;
  block-size: 100%;
  /* Without a height from the page, the tree would be as high as all its rows together. */
  max-block-size: 100vh;
  min-block-size: 6em;
  min-inline-size: 0;
  overflow: hidden;
  position: relative;
  background: var(--navi-bar-background, transparent);
  color: var(--navi-bar-color, inherit);
  text-align: start;
  -webkit-text-size-adjust: 100%;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }

.spoken {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.note, .message, .progress { flex: none; line-height: 1.35; overflow-wrap: anywhere; }
.note {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 8px;
  padding: 7px 10px;
  border-block-end: 1px solid var(--_line);
  border-inline-start: 3px solid light-dark(#c50042, #ff6a75);
  background: color-mix(in srgb, light-dark(#c50042, #ff6a75) 9%, transparent);
}
.note-text { flex: 1 1 9em; margin: 0; text-align: match-parent; }
.message {
  flex: 1;
  min-block-size: 0;
  overflow: auto;
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 8px;
  padding: 16px 14px;
  outline: none;
}
.message-title, .message-text { margin: 0; text-align: match-parent; }
.message-title { font-weight: 600; }
.message-text { color: var(--_muted); }
.message:not([hidden]) ~ .scroller { display: none; }
:host([data-state="idle"]) .scroller { visibility: hidden; }

.progress { border-block-start: 1px solid var(--_line); }
.progress-line { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding: 4px 10px; }
.amount { flex: 1 1 8em; font-variant-numeric: tabular-nums; color: var(--_muted); }
progress {
  appearance: none;
  display: block;
  inline-size: 100%;
  block-size: 3px;
  border: 0;
  overflow: hidden;
  background: var(--_line);
  color: var(--_accent);
}
progress::-moz-progress-bar { background: var(--_accent); }
progress::-webkit-progress-bar { background: transparent; }
progress::-webkit-progress-value { background: var(--_accent); }
progress:indeterminate {
  background: linear-gradient(var(--_accent) 0 0) 0 / 30% 100% no-repeat var(--_line);
  animation: 1.4s ease-in-out infinite alternate sweep;
}
progress:indeterminate::-moz-progress-bar { background: transparent; }
@keyframes sweep { from { background-position: 0 0; } to { background-position: 100% 0; } }

button {
  flex: none;
  min-block-size: 24px;
  padding: 2px 10px;
  border: 1px solid var(--_line);
  border-radius: 4px;
  background: color-mix(in srgb, currentColor 9%, transparent);
  color: inherit;
  font: inherit;
  cursor: default;
}
button:hover { background: color-mix(in srgb, currentColor 16%, transparent); }
button:active { background: color-mix(in srgb, currentColor 24%, transparent); }
button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
`;

/** The cross of buttons that clear or close. */
const CROSS = [45, -45]
  .map((angle) => `linear-gradient(${angle}deg, transparent 47%, currentColor 47% 53%, transparent 53%) 50% / 10px 10px no-repeat`)
  .join(", ");

/** The two strokes of chevrons. */
const STROKE = "transparent calc(50% - 1.1px), currentColor calc(50% - .5px) calc(50% + .5px), transparent calc(50% + 1.1px)";
const FALLING = `linear-gradient(to top right, ${STROKE}) no-repeat`;
const RISING = `linear-gradient(to bottom right, ${STROKE}) no-repeat`;

const ROWS = `
.scroller {
  flex: 1;
  min-block-size: 0;
  overflow: hidden auto;
  outline: none;
  scrollbar-width: thin;
  /* Some systems paint light scroll bars on dark pages. */
  scrollbar-color: color-mix(in srgb, currentColor 55%, transparent) transparent;
  /* The rows say themselves what stays where it is while others come and go. */
  overflow-anchor: none;
}
.scroller[data-scrolls] { overscroll-behavior: contain; }
/* As high as a row, and as wide as a level's indentation, with a scroll bar or without. */
.measure {
  position: absolute;
  visibility: hidden;
  inline-size: var(--navi-bar-indent, clamp(8px, 5%, 16px));
  block-size: var(--_row-height);
}
.tree {
  position: relative;
  min-block-size: 100%;
  outline: none;
}
.tree:focus-visible { box-shadow: inset 0 0 0 2px var(--_accent); }
/* From its first row to the end of the tree: a row outside its box may not be painted (see Rows). */
.layer { position: absolute; inset-inline: 0; inset-block-end: 0; line-height: var(--_row-height); }

/*
 * Rows come and go by the dozen while scrolling. A variable in what they are made of would be put in and read again for
 * each, and what is positioned in them costs as much as all the rest.
 */
.row {
  contain: strict;
  position: absolute;
  inset-inline: 0;
  block-size: 1lh;
  display: flex;
  align-items: center;
  padding-inline: 4px 8px;
  color: inherit;
  text-decoration: none;
  white-space: nowrap;
  cursor: default;
  user-select: none;
  -webkit-user-select: none;
  outline: none;
}
.row[href] { cursor: pointer; }
/* One line for each level, below the middle of its twisty. */
.guides {
  flex: none;
  align-self: stretch;
  margin-inline: 8px -8px;
  color: var(--_line);
  background-image: linear-gradient(to right, currentColor 1px, transparent 1px);
  background-size: var(--_indent) 100%;
}
.guides:dir(rtl) { background-image: linear-gradient(to left, currentColor 1px, transparent 1px); background-position: 100% 0; }

/* Chevrons: two strokes, side by side or one below the other. */
.twisty, .arrow, .icon { color: color-mix(in srgb, currentColor 75%, transparent); }
.twisty, .arrow { flex: none; align-self: stretch; inline-size: 18px; }
.row[aria-expanded="false"] .twisty, .arrow {
  background: ${FALLING} calc(50% + .5px) calc(50% - 2.5px) / 5px 5px, ${RISING} calc(50% + .5px) calc(50% + 2.5px) / 5px 5px;
}
.row[aria-expanded="false"] .twisty:dir(rtl), .arrow:dir(rtl) {
  background: ${RISING} calc(50% + .5px) calc(50% - 2.5px) / 5px 5px, ${FALLING} calc(50% + .5px) calc(50% + 2.5px) / 5px 5px;
}
.row[aria-expanded="true"] .twisty {
  background: ${FALLING} calc(50% - 2.5px) calc(50% + .5px) / 5px 5px, ${RISING} calc(50% + 2.5px) calc(50% + .5px) / 5px 5px;
}
.twisty:hover { color: var(--_accent); }

.title { flex: 0 1 auto; min-inline-size: 0; overflow: clip; text-overflow: ellipsis; text-align: match-parent; }
/* The start shrinks and the end does not, because the end distinguishes the title from its neighbours. */
.title[data-cut] { display: flex; white-space: pre; }
.start { flex: 0 1 auto; min-inline-size: 3em; overflow: clip; text-overflow: ellipsis; }
.end { flex: none; max-inline-size: calc(100% - 3em); overflow: clip; text-overflow: ellipsis; }
.row[data-kind="heading"] .title { font-weight: 600; }
.row[data-kind="alias"] .title { font-style: italic; }
.row[data-state="pending"] .title { color: var(--_muted); }
.row[data-kind="page"]:not([href]) .title { color: var(--_muted); }
.row[data-deleted] .title { color: var(--_muted); text-decoration: line-through; }
/* What a filter shows only because of what is below it. */
.row[data-leads-on] .title { color: var(--_muted); }
/* However long the title is, the match in the address shows. */
.address {
  flex: 1 0 min(45%, 9em);
  min-inline-size: 0;
  margin: 0 0 0 8px;
  overflow: clip;
  text-overflow: ellipsis;
  text-align: match-parent;
  font-size: 0.9em;
  color: var(--_muted);
}
.row:dir(rtl) > .address { margin: 0 8px 0 0; }
.row:focus .address { color: inherit; }
/* However long the title is, something of the reason shows; the tooltip has the rest. */
.tree:not([data-narrow]) .row[data-state="failed"] .title { max-inline-size: 45%; }
.tree[data-narrow] .reason { flex: none; }
.tree[data-narrow] .long, .tree:not([data-narrow]) .short { display: none; }
.reason {
  flex: 1 1 0;
  min-inline-size: 0;
  margin: 0 0 0 8px;
  overflow: clip;
  text-overflow: ellipsis;
  text-align: match-parent;
  font-size: 0.9em;
  color: var(--_muted);
}
.row:dir(rtl) > .reason { margin: 0 8px 0 0; } /* the row's direction, which may not be that of the sentence */
.row:focus .reason { color: inherit; }
.row[data-kind="separator"] { pointer-events: none; }
.row[data-kind="separator"] > :not(.guides) { display: none; }
.row[data-kind="separator"]::after {
  content: "";
  flex: 1;
  block-size: 1px;
  margin-inline-start: 18px;
  background: var(--_separator);
}

.row:hover { background-color: var(--_hover); }
.row[aria-current] { background-color: var(--_current); }
.row[aria-current] .title { font-weight: 600; }
.row[aria-current]::after {
  content: "";
  position: absolute;
  inset-block: 2px;
  inset-inline-start: 0;
  inline-size: 3px;
  border-radius: 2px;
  background: var(--_accent);
}
.row:focus, .row[data-menu-open] { background-color: var(--_active); }
.row:focus-visible, .row[data-menu-open] { box-shadow: inset 0 0 0 2px var(--_accent); }
`;

const FILTER = `
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
/* Out of sight, but still what the box is described by. */
@container (inline-size < 18em) {
  .filter-count { position: absolute; inline-size: 1px; block-size: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
}
.nothing { flex: none; margin: 0; padding: 12px 14px; line-height: 1.35; color: var(--_muted); overflow-wrap: anywhere; }
.match {
  border-radius: 2px;
  background: var(--navi-bar-match-background, color-mix(in srgb, light-dark(#ffbf00, #ffbd4f) 45%, transparent));
  color: inherit;
}
/* Muted letters on a coloured ground are hard to read. */
.address .match { background: none; text-decoration: underline; }
`;

const POPUPS = `
.menu, .details {
  position: fixed;
  inset: auto;
  margin: 0;
  overscroll-behavior: contain;
  border: 1px solid var(--_line);
  border-radius: 6px;
  background: var(--navi-bar-menu-background, Canvas);
  color: var(--navi-bar-menu-color, CanvasText);
  box-shadow: 0 2px 10px rgb(0 0 0 / 28%);
  scrollbar-width: thin;
}
`;

const MENU = `
.menu {
  padding: 4px;
  min-inline-size: min(160px, calc(100vw - 8px));
  max-inline-size: min(340px, calc(100vw - 8px));
  max-block-size: calc(100vh - 8px);
  overflow: hidden auto;
  outline: none;
}
.item {
  display: flex;
  align-items: center;
  min-block-size: 26px;
  padding-inline: 8px 4px;
  border-radius: 4px;
  color: inherit;
  text-decoration: none;
  white-space: nowrap;
  cursor: default;
  user-select: none;
  -webkit-user-select: none;
  outline: none;
}
/* With large letters in a narrow sidebar, no entry has room for its words in one line. */
.item .title { flex: 1; max-block-size: 3lh; padding-inline-end: 8px; white-space: normal; overflow-wrap: anywhere; }
/* A sentence makes no menu wider, and shows in full. */
.note-item .title { contain: inline-size; max-block-size: none; padding-block: 3px; line-height: 1.3; font-size: 0.9em; }
.no-icon { inline-size: 21px; flex: none; }
.mark { align-self: stretch; inline-size: 14px; flex: none; }
.checked { background: radial-gradient(circle closest-side, currentColor 90%, transparent) 0 50% / 7px 7px no-repeat; }
.checked:dir(rtl) { background-position-x: 100%; }
.item:focus, .item[aria-expanded="true"] { background: var(--_hover); }
.item:focus-visible { box-shadow: inset 0 0 0 2px var(--_accent); }
.item[aria-disabled] { color: var(--_muted); }
.separator { block-size: 1px; margin: 4px 6px; background: var(--_line); }
`;

const DETAILS = `
.details {
  padding: 10px 12px;
  max-inline-size: min(420px, calc(100vw - 8px));
  max-block-size: min(60vh, 400px);
  overflow: auto;
  line-height: 1.35;
  overflow-wrap: anywhere;
}
.details:focus-visible { outline: 2px solid var(--_accent); outline-offset: -2px; }
.details-head { display: flex; align-items: flex-start; gap: 8px; margin-block-end: 6px; }
.details-title { flex: 1; min-inline-size: 0; margin: 0; padding-block: 2px; font-weight: 600; text-align: match-parent; }
.details-close {
  inline-size: 24px;
  block-size: 24px;
  margin: -1px -6px 0 0;
  padding: 0;
  border-color: transparent;
  background: ${CROSS};
}
.details-close:dir(rtl) { margin: -1px 0 0 -6px; }
.details-close:hover { background-color: color-mix(in srgb, currentColor 14%, transparent); }
.details-address { unicode-bidi: isolate; }
.details-copy { display: block; margin-block-start: 4px; max-inline-size: 100%; }
.details-list { margin: 0; }
.details dt { color: color-mix(in srgb, currentColor 72%, transparent); font-size: 0.9em; text-align: match-parent; }
.details dd { margin: 0 0 6px; text-align: match-parent; white-space: pre-line; }
.details dd:last-child { margin: 0; }
`;

const MODES = `
@media (prefers-reduced-motion: reduce) {
  progress:indeterminate { animation: none; background-size: 100% 100%; opacity: 0.6; }
  .icon[data-glyph="loading"]::before { animation: none; border: 2px dotted var(--_accent); }
}
@media (forced-colors: active) {
  .scroller { scrollbar-color: auto; }
  :host { --_line: GrayText; --_separator: CanvasText; --_muted: CanvasText; --_accent: Highlight; --_warning: CanvasText; --_on-warning: Canvas; }
  .twisty, .arrow, .icon { color: inherit; }
  .row, .item { forced-color-adjust: none; color: CanvasText; }
  .row[href] { color: LinkText; }
  .match { background: Mark; color: MarkText; }
  .row:focus .match, .row[data-menu-open] .match { background: HighlightText; color: Highlight; }
  .filter-field { border-color: ButtonBorder; background: Field; color: FieldText; }
  .filter-clear { border-color: transparent; forced-color-adjust: none; color: FieldText; }
  .row::after, .separator, progress { forced-color-adjust: none; }
  .row:hover { background: Canvas; box-shadow: inset 0 0 0 1px Highlight; }
  .row[aria-current] { background: Canvas; }
  .row:focus, .row[data-menu-open], .item:focus, .item[aria-expanded="true"] { background: Highlight; color: HighlightText; --_accent: HighlightText; --_muted: HighlightText; --_line: transparent; --_warning: HighlightText; --_on-warning: Highlight; }
  .row:focus-visible, .row[data-menu-open], .item:focus-visible { box-shadow: inset 0 0 0 1px Highlight, inset 0 0 0 3px HighlightText; }
  .twisty:hover { color: inherit; }
  .item[aria-disabled] { color: GrayText; }
  .note { border-inline-start-color: Highlight; }
  .details dt { color: CanvasText; }
  button { border-color: ButtonBorder; }
  button:hover { border-color: Highlight; }
}
`;

/** @param {string} css */
function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/** Shared by all elements on a page. */
export const STYLES = [FRAME, ROWS, FILTER, GLYPHS, POPUPS, MENU, DETAILS, MODES].map(sheet);

/** The two strokes of a chevron. */
const STROKE = "transparent calc(50% - 1.1px), currentColor calc(50% - .5px) calc(50% + .5px), transparent calc(50% + 1.1px)";
const FALLING = `linear-gradient(to top right, ${STROKE}) no-repeat`;
const RISING = `linear-gradient(to bottom right, ${STROKE}) no-repeat`;

/** The tree and its rows. */
export const ROWS = `
.scroller {
  flex: 1 1 100vh;
  min-block-size: 0;
  overflow: hidden auto;
  outline: none;
  scrollbar-width: thin;
  /* The tree itself keeps a row in place while others come and go. */
  overflow-anchor: none;
  isolation: isolate;
}
.scroller[data-scrolls] { overscroll-behavior: contain; }
/* As tall as a row and as wide as the indentation of one level. */
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
/* Encloses all rows: a row outside its box may not be painted (see Rows). */
.layer { position: absolute; inset-inline: 0; inset-block-end: 0; line-height: var(--_row-height); }

/*
 * Scrolling paints dozens of rows per frame. Variables and positioned elements in a row are therefore too expensive.
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
/* A parent of the first row in sight. It takes no room, so that each one is at the top of the layer before it sticks. */
.row[data-pinned] { position: sticky; z-index: 2; margin-block-end: -1lh; }
.pinned { position: sticky; inset-block-start: 0; z-index: 1; box-shadow: 0 1px var(--_line); }
.row:is([href], [data-kind="section"]) { cursor: pointer; }
/* A line for each level, below the middle of its twisty. */
.guides {
  flex: none;
  align-self: stretch;
  margin-inline: 8px -8px;
  color: var(--_line);
  background-image: linear-gradient(to right, currentColor 1px, transparent 1px);
  background-size: var(--_indent) 100%;
}
.guides:dir(rtl) { background-image: linear-gradient(to left, currentColor 1px, transparent 1px); background-position: 100% 0; }

/* A chevron consists of two strokes. */
.twisty, .arrow, .icon { color: color-mix(in srgb, currentColor 75%, transparent); }
.twisty, .arrow { flex: none; align-self: stretch; inline-size: 18px; }
.row[aria-expanded="false"] .twisty, .outline-title[aria-expanded="false"] .twisty, .arrow, .back:dir(rtl) {
  background: ${FALLING} calc(50% + .5px) calc(50% - 2.5px) / 5px 5px, ${RISING} calc(50% + .5px) calc(50% + 2.5px) / 5px 5px;
}
.row[aria-expanded="false"] .twisty:dir(rtl), .outline-title[aria-expanded="false"] .twisty:dir(rtl), .arrow:dir(rtl), .back:dir(ltr) {
  background: ${RISING} calc(50% + .5px) calc(50% - 2.5px) / 5px 5px, ${FALLING} calc(50% + .5px) calc(50% + 2.5px) / 5px 5px;
}
.row[aria-expanded="true"] .twisty, .outline-title[aria-expanded="true"] .twisty {
  background: ${FALLING} calc(50% - 2.5px) calc(50% + .5px) / 5px 5px, ${RISING} calc(50% + 2.5px) calc(50% + .5px) / 5px 5px;
}
.twisty:hover { color: var(--_accent); }

.title { flex: 0 1 auto; min-inline-size: 0; overflow: clip; text-overflow: ellipsis; text-align: -webkit-match-parent; text-align: match-parent; }
/* The last part shrinks first, then the other rests or the start, each to its ellipsis. The key and a match keep their width as long
   as they can. The factors are large, because a part loses whole letters when it shrinks by a hundredth of a pixel. */
.title[data-cut] { display: flex; white-space: pre; }
.title[data-cut] > span { flex-shrink: 1e12; min-inline-size: 1.05em; overflow: clip; text-overflow: ellipsis; }
.title[data-cut] > .start { min-inline-size: 2.5em; }
.title[data-cut] > :last-child { flex-shrink: 1e18; }
.title[data-cut] > .end { min-inline-size: 20%; }
.title[data-cut] > :is(.key, .found) { flex-shrink: 1; }
/* An ellipsis follows, so these have none of their own: the letters that do not fit are in the next line, which is hidden. */
.title[data-cut] > :is(.key, .found):not(:last-child) { block-size: 1lh; white-space: pre-wrap; word-break: break-all; text-align: end; }
/* The first letter of a text is never replaced by an ellipsis. This one has no width. */
.title[data-cut] > :is(.rest, .end)::before, .address > .before::before { content: "\\200b"; }
.row[data-kind="heading"] .title { font-weight: 600; }
.row[data-kind="alias"] .title { font-style: italic; }
.row[data-state="pending"] .title { color: var(--_muted); }
.row[data-kind="page"]:not([href]) .title { color: var(--_muted); }
.row[data-deleted] .title { color: var(--_muted); text-decoration: line-through; }
/* A page that only a visit has shown: a small ring after the title. */
.row[data-visited]::before {
  content: "";
  order: 1;
  flex: none;
  inline-size: 4px;
  block-size: 4px;
  margin-inline-start: 7px;
  border: 1.5px solid var(--_muted);
  border-radius: 50%;
}
.row[data-visited]:focus::before { border-color: currentColor; }
/* A page that was read has a tick, and one that changed a dot. Branches with such pages have a lighter dot. */
.row[data-mark]::before {
  content: "";
  order: 1;
  flex: none;
  inline-size: 8px;
  block-size: 7px;
  margin-inline-start: 7px;
  border: none;
  color: var(--_muted);
  background: ${FALLING} 0 100% / 3px 3px, ${RISING} 100% 0 / 6px 7px;
}
.row[data-mark^="changed"]::before { inline-size: 6px; block-size: 6px; border-radius: 50%; background: var(--_accent); }
.row[data-mark="changedBelow"]::before { opacity: 0.6; }
.row[data-mark="read"]:focus::before { color: currentColor; }
/* A row that does not match the filter itself. */
.row[data-leads-on] .title { color: var(--_muted); }
/* A text after the title. It keeps some width even beside a long title; the tooltip shows all of it. */
.address, .reason {
  flex: 1 1 0;
  min-inline-size: 0;
  margin: 0 0 0 8px;
  overflow: clip;
  text-overflow: ellipsis;
  text-align: -webkit-match-parent;
  text-align: match-parent;
  font-size: 0.9em;
  color: var(--_muted);
}
/* By the direction of the row, because the text may have another one. */
.row:dir(rtl) > :is(.address, .reason) { margin: 0 8px 0 0; }
.row:focus :is(.address, .reason) { color: inherit; }
/* It explains why the page matches. The title matters more. What is before the match shrinks first, to an ellipsis. */
.address { flex: 1 0 min(33%, 6em); display: flex; white-space: pre; }
.address > span { min-inline-size: 0; overflow: clip; text-overflow: ellipsis; }
.address > .before { flex-shrink: 1e12; min-inline-size: 1.05em; direction: rtl; }
.address > .before:has(> :empty) { display: none; }
.tree:not([data-narrow]) .row[data-state="failed"] .title { max-inline-size: 45%; }
.tree[data-narrow] .reason { flex: none; }
.tree[data-narrow] .long, .tree:not([data-narrow]) .short { display: none; }
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

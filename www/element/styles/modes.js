/** High contrast, reduced motion, and higher rows for fingers. */
export const MODES = `
@media (prefers-reduced-motion: reduce) {
  progress:indeterminate { animation: none; background-size: 100% 100%; opacity: 0.6; }
  .icon[data-glyph="loading"]::before { animation: none; border: 2px dotted var(--_accent); }
}
@media (forced-colors: active) {
  :host { scrollbar-color: auto; }
  :host { --_line: GrayText; --_separator: CanvasText; --_muted: CanvasText; --_accent: Highlight; --_warning: CanvasText; --_on-warning: Canvas; }
  .twisty, .arrow, .icon { color: inherit; }
  .row, .item { forced-color-adjust: none; color: CanvasText; }
  .row:is([href], [data-kind="section"]) { color: LinkText; }
  .match { background: Mark; color: MarkText; }
  .row:focus .match, .row[data-menu-open] .match { background: HighlightText; color: Highlight; }
  .filter-field { border-color: ButtonBorder; background: Canvas; color: CanvasText; }
  .filter-clear { border-color: transparent; forced-color-adjust: none; color: CanvasText; }
  .outline-title { forced-color-adjust: none; color: CanvasText; }
  .details-close { forced-color-adjust: none; color: CanvasText; }
  .row::after, .separator, progress { forced-color-adjust: none; }
  .pinned { background: Canvas !important; border-block-end: 1px solid; }
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
/* Rows for fingers. In the flow of a page, the element is only as tall as its rows. */
@media (pointer: coarse) {
  :host { --_row-height: var(--navi-bar-row-height, max(44px, round(up, 1.5em + 2px, 1px))); }
  .scroller, .message { flex-basis: auto; }
  .filter-input, .filter-clear { min-block-size: 42px; }
  .filter-clear { inline-size: 44px; }
}
`;

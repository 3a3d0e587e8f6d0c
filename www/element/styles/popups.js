import { CROSS } from "./cross.js";

/** The drawn menus and the window with details. */
export const POPUPS = `
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
/* In a narrow sidebar, an entry may need several lines. The padding separates it from its neighbours. */
.item .title {
  flex: 1;
  max-block-size: calc(3lh + 8px);
  padding-block: 4px;
  padding-inline-end: 8px;
  line-height: 1.25;
  white-space: normal;
  overflow-wrap: anywhere;
}
/* A sentence does not make the menu wider and shows in full. */
.note-item .title { contain: inline-size; max-block-size: none; padding-block: 3px; line-height: 1.3; font-size: 0.9em; }
.no-icon { inline-size: 21px; flex: none; }
.mark { align-self: stretch; inline-size: 14px; flex: none; }
.checked { background: radial-gradient(circle closest-side, currentColor 90%, transparent) 0 50% / 7px 7px no-repeat; }
.checked:dir(rtl) { background-position-x: 100%; }
.item:focus, .item[aria-expanded="true"] { background: var(--_hover); }
.item:focus-visible { box-shadow: inset 0 0 0 2px var(--_accent); }
.item[aria-disabled] { color: var(--_muted); }
.separator { block-size: 1px; margin: 4px 6px; background: var(--_line); }

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
.details-title { flex: 1; min-inline-size: 0; margin: 0; padding-block: 2px; font-weight: 600; text-align: -webkit-match-parent; text-align: match-parent; }
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
.details dt { color: color-mix(in srgb, currentColor 72%, transparent); font-size: 0.9em; text-align: -webkit-match-parent; text-align: match-parent; }
.details dd { margin: 0 0 6px; text-align: -webkit-match-parent; text-align: match-parent; white-space: pre-line; }
.details dd:last-child { margin: 0; }
`;

import { NativeMenu } from "./native-menu.js";

/**
 * Shows a row's context menu: Firefox's native menu where there is one, otherwise the tree's own.
 *
 * @param {HTMLElement} tree
 * @param {import("./native-menu.js").Opener} opener
 * @returns {{ close: () => void }}  `close` ends a native menu. The tree closes its own.
 */
export function connectContextMenu(tree, opener) {
  if (!NativeMenu.isAvailable) {
    hideBrowserMenu();
    return { close() {} };
  }
  const menu = new NativeMenu(opener);
  showNativeMenu(tree, menu);
  return menu;
}

/** @param {HTMLElement} tree @param {NativeMenu} menu */
function showNativeMenu(tree, menu) {
  let isContextMenuEvent = false;
  /** @type {import("./native-menu.js").Request | undefined} */
  let request;
  document.addEventListener("contextmenu", () => (isContextMenuEvent = true), { capture: true });
  tree.addEventListener("menu", (event) => {
    // Firefox accepts entries only during its `contextmenu` event. A menu key without one opens the tree's own menu.
    if (!isContextMenuEvent) return;
    event.preventDefault();
    request = /** @type {CustomEvent} */ (event).detail;
  });
  document.addEventListener("contextmenu", (event) => {
    const row = request;
    request = undefined;
    isContextMenuEvent = false;
    // Firefox's entries for web pages make no sense here, but selected text can be copied.
    const isText = row === undefined && hasSelection();
    if (!isText && !(row && menu.prepare(row))) event.preventDefault();
  });
}

/** Hides the browser's menu outside the tree, except on text. */
function hideBrowserMenu() {
  document.addEventListener("contextmenu", (event) => {
    const isText = event.composedPath()[0] instanceof HTMLInputElement || hasSelection();
    if (!isText) event.preventDefault();
  });
}

function hasSelection() {
  return !document.getSelection()?.isCollapsed;
}

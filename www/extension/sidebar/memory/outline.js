import { api } from "../../browser.js";

/** The key in `storage.local`. */
const KEY = "outline";

/**
 * Remembers if the pane "On this page" is open, and its height. A private window stores nothing.
 *
 * @param {import("../../../element/navi-bar.js").NaviBar} tree
 */
export async function rememberOutline(tree) {
  const { [KEY]: kept } = await api.storage.local.get(KEY).catch(() => ({ [KEY]: undefined }));
  const { isOpen, height } = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept !== null ? kept : {});
  tree.setAttribute("outline", isOpen === true ? "open" : "");
  if (Number.isFinite(height)) tree.outlineHeight = Number(height);
  tree.addEventListener("outlinechange", () => {
    if (api.extension.inIncognitoContext) return;
    const now = { isOpen: tree.getAttribute("outline") === "open", height: tree.outlineHeight };
    api.storage.local.set({ [KEY]: now }).catch((error) => console.error("Navibar cannot remember the pane", error));
  });
}

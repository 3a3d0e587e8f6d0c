import { get, set } from "../../store.js";

/**
 * Remembers if the pane "On this page" is open, and its height.
 *
 * @param {import("../../../element/navi-bar.js").NaviBar} tree
 */
export async function rememberOutline(tree) {
  const { isOpen, height } = Object((await get("outline"))?.outline);
  tree.setAttribute("outline", isOpen === true ? "open" : "");
  if (Number.isFinite(height)) tree.outlineHeight = height;
  tree.addEventListener("outlinechange", () =>
    set({ outline: { isOpen: tree.getAttribute("outline") === "open", height: tree.outlineHeight } }),
  );
}

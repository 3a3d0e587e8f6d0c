import { element } from "../../../element/dom.js";

/**
 * Shows the details of the row that is the tab stop beside the tree. Only a wide tab has room for them.
 *
 * @param {import("../../../element/navi-bar.js").NaviBar} tree
 */
export function showDetailsBeside(tree) {
  const title = element("h2", { dir: "auto" });
  const place = element("aside", { id: "beside", "aria-labelledby": "beside-title" }, title);
  title.id = "beside-title";
  tree.after(place);
  const isWide = matchMedia("(min-width: 45rem)");
  /** What is shown: a row, in a state of the tree. */
  let shown = "";
  let isDue = false;
  function show() {
    isDue = false;
    const { activeRow, session } = tree;
    const now = isWide.matches && !tree.hidden && activeRow !== undefined ? `${activeRow} ${session?.version}` : "";
    if (now === shown) return;
    shown = now;
    const found = now ? tree.activeDetails : undefined;
    found?.list.querySelector("button")?.classList.add("worded"); // looks like the sidebar's own buttons
    place.hidden = !found;
    title.textContent = found?.title ?? "";
    place.replaceChildren(title, ...(found ? [found.list] : []));
  }
  function showSoon() {
    if (!isDue) requestAnimationFrame(show);
    isDue = true;
  }
  for (const type of ["viewchange", "statechange", "currentchange"]) tree.addEventListener(type, showSoon);
  isWide.addEventListener("change", showSoon);
  showSoon();
}

// Navibar's element and engine as they ship. The tree is in memory before the clock starts.

import { NaviBar } from "../../../www/element/navi-bar-define.js";
import { engine } from "../../../www/element/load/engine.js";
import { load } from "./loaded-engine.js";

/** The same height and number of rows as the other components. The filter box is above the rows. */
const STYLE = `
#host { overflow: visible; }
navi-bar { --navi-bar-row-height: 24px; block-size: auto; max-block-size: none; }
navi-bar::part(scroller) { flex: none; block-size: 800px; }`;

/** @type {NaviBar} */
let element;
let source = "";

/** @template {Element} T @param {string} part @returns {T} */
function part(part) {
  const found = element.shadowRoot?.querySelector(`[part~="${part}"]`);
  if (!found) throw new Error(`there is no ${part}`);
  return /** @type {T} */ (found);
}

/** @type {import("./component.js").Component} */
export const component = {
  row: "[part~=row]",
  title: (row) => row.querySelector("[part~=title]")?.textContent,
  area: () => part("scroller"),
  async load([address = ""]) {
    await load(address, document.URL);
    await engine();
    source = address;
  },
  adapt() {},
  show(host) {
    const style = document.createElement("style");
    style.textContent = STYLE;
    element = new NaviBar();
    element.setAttribute("filter", "");
    element.setAttribute("src", source);
    host.append(style, element);
  },
  expandAll() {
    element.session?.expandAll();
    element.refresh();
  },
  focusFilter: () => element.focusFilter(),
  /** Does what a keystroke in the filter box does. */
  filter(text) {
    /** @type {HTMLInputElement} */
    const input = part("filter-input");
    input.value = text;
    input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  },
  scrollTo: (top) => (part("scroller").scrollTop = top),
  rowCount: () => element.session?.rowCount ?? 0,
};

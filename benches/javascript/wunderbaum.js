// Wunderbaum with its filter.

import { Wunderbaum } from "wunderbaum/dist/wunderbaum.esm.js";
import "wunderbaum/dist/wunderbaum.css";
import { keyed } from "./keyed.js";

const STYLE = `
#host div.wunderbaum { height: 800px; border: 0; --wb-row-outer-height: 24px; --wb-row-inner-height: 22px; }`;

let element;
let tree;

export const component = {
  row: "div.wb-row",
  title: (row) => row.querySelector(".wb-title")?.textContent,
  adapt: keyed,
  show(host, source) {
    const style = document.createElement("style");
    style.textContent = STYLE;
    element = document.createElement("div");
    host.append(style, element);
    tree = new Wunderbaum({
      element,
      source,
      debugLevel: 0,
      rowHeightPx: 24,
      icon: false,
      header: false,
      filter: { mode: "hide", autoExpand: true, noData: false },
    });
  },
  expandAll: () => void tree.expandAll(true),
  filter: (text) => void tree.filterNodes(text, { mode: "hide", autoExpand: true }),
  scrollTo: (top) => (element.scrollTop = top),
  rowCount: () => tree.count(true),
};

// Fancytree with its filter and its grid, which shows only a part of the rows.

import $ from "./global-jquery.js";
import { keyed } from "./keyed.js";
import "jquery.fancytree/dist/modules/jquery.fancytree.ui-deps.js";
import "jquery.fancytree/dist/modules/jquery.fancytree.js";
import "jquery.fancytree/dist/modules/jquery.fancytree.filter.js";
import "jquery.fancytree/dist/modules/jquery.fancytree.grid.js";
import "jquery.fancytree/dist/skin-win8/ui.fancytree.css";

const ROW_HEIGHT = 24;

const STYLE = `
#host table { border-collapse: collapse; width: 100%; font-size: 13px; border: 0 !important; }
#host tr, #host td { height: 24px; padding: 0 !important; border: 0 !important; line-height: 24px; }
#host span.fancytree-node:not(.fancytree-hide) { display: block; height: 24px; min-height: 0; padding-block: 0; border: 0; line-height: 24px; white-space: nowrap; overflow: hidden; }
#host span.fancytree-title { min-height: 0; border: 0; line-height: 22px; }
#host span.fancytree-expander { margin-top: 4px; }`;

let tree;

export const component = {
  row: "span.fancytree-node",
  title: (row) => row.querySelector(".fancytree-title")?.textContent,
  adapt: keyed,
  show(host, source) {
    const style = document.createElement("style");
    style.textContent = STYLE;
    const container = document.createElement("div");
    container.className = "fancytree-grid-container";
    container.style.height = "100%";
    const table = document.createElement("table");
    table.createTBody().insertRow().insertCell();
    container.append(table);
    host.append(style, container);
    $(table).fancytree({
      extensions: ["filter", "grid"],
      source,
      icon: false,
      debugLevel: 0,
      toggleEffect: false,
      table: { indentation: 16, nodeColumnIdx: 0 },
      viewport: { enabled: true, count: 33 },
    });
    tree = $.ui.fancytree.getTree(table);
  },
  expandAll() {
    tree.expandAll(true, { noAnimation: true, noEvents: true });
    tree.redrawViewport(true);
  },
  filter(text) {
    tree.filterNodes(text, { mode: "hide", autoExpand: true, highlight: true });
    tree.redrawViewport(true);
  },
  // It has no element that scrolls. Its user sets the first row.
  scrollTo: (top) => tree.setViewport({ start: Math.floor(top / ROW_HEIGHT) }),
  rowCount: () => tree.visibleNodeList.length,
};

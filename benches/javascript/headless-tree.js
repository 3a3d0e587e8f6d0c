// headless-tree with the virtual rows of TanStack, as its documentation shows. It has no filter, so this file filters its
// data.

import {
  buildProxiedInstance,
  expandAllFeature,
  hotkeysCoreFeature,
  selectionFeature,
  syncDataLoaderFeature,
} from "@headless-tree/core";
import { useTree } from "@headless-tree/react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { createElement, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const ROOT = "root";

const STYLE = `
#scroller { height: 800px; overflow: auto; }
.row { position: absolute; top: 0; left: 0; width: 100%; height: 24px; line-height: 24px; white-space: nowrap; display: flex; }
.row i { width: 14px; font-style: normal; }`;

/** Items by their ids: the title, the address, and the ids of the children. */
let items;
/** The ids that match the filter, and of their parents. @type {Set<string> | undefined} */
let kept;
let tree;
let scroller;

function Tree() {
  const [state, setState] = useState({ expandedItems: [] });
  tree = useTree({
    instanceBuilder: buildProxiedInstance,
    state,
    setState,
    rootItemId: ROOT,
    getItemName: (item) => item.getItemData().title,
    isItemFolder: (item) => item.getItemData().children.length > 0,
    dataLoader: {
      getItem: (id) => items.get(id),
      getChildren: (id) => {
        const { children } = items.get(id);
        return kept ? children.filter((child) => kept.has(child)) : children;
      },
    },
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature, expandAllFeature],
  });
  const element = useRef(null);
  const rows = tree.getItems();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (scroller = element.current),
    estimateSize: () => 24,
    overscan: 8,
  });
  const lines = virtual.getVirtualItems().map(({ index, start }) => {
    const row = rows[index];
    if (!row) return null;
    const { title, url } = row.getItemData();
    const style = { transform: `translateY(${start}px)`, paddingLeft: row.getItemMeta().level * 16 };
    return createElement(
      "div",
      { key: row.getId(), ...row.getProps(), className: "row", style },
      createElement("i", null, row.isFolder() ? (row.isExpanded() ? "▾" : "▸") : ""),
      createElement("a", { href: url }, title),
    );
  });
  const style = { height: virtual.getTotalSize(), position: "relative" };
  const container = createElement("div", { ...tree.getContainerProps(), style }, lines);
  return createElement("div", { ref: element, id: "scroller" }, container);
}

function expand(ids) {
  // Its own expandAll() expands the branches one by one, which takes too long here.
  tree.applySubStateUpdate("expandedItems", ids);
  tree.rebuildTree();
}

export const component = {
  row: ".row",
  title: (row) => row.querySelector("a")?.textContent,
  adapt(pages) {
    items = new Map();
    const add = ({ title, url, children }) => {
      const id = String(items.size);
      const item = { title, url, children: [] };
      items.set(id, item);
      item.children = children.map(add);
      return id;
    };
    items.set(ROOT, { title: "", url: "", children: pages.map(add) });
  },
  show(host) {
    const style = document.createElement("style");
    style.textContent = STYLE;
    host.append(style);
    const inner = document.createElement("div");
    host.append(inner);
    createRoot(inner).render(createElement(Tree));
  },
  expandAll() {
    const branches = [];
    for (const [id, { children }] of items) if (children.length > 0 && id !== ROOT) branches.push(id);
    expand(branches);
  },
  filter(text) {
    const found = new Set();
    const open = [];
    const find = (id) => {
      const { title, children } = items.get(id);
      let isAbove = false;
      for (const child of children) isAbove = find(child) || isAbove;
      if (isAbove) open.push(id);
      const isKept = isAbove || title.includes(text);
      if (isKept) found.add(id);
      return isKept;
    };
    for (const child of items.get(ROOT).children) find(child);
    kept = found;
    expand(open);
  },
  scrollTo: (top) => (scroller.scrollTop = top),
  rowCount: () => tree.getItems().length,
};

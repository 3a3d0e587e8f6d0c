// @pierre/trees, a tree of files, with the presorted input that its documentation shows for large trees. Pages are paths, and
// branches are folders.

import { FileTree, preparePresortedFileTreeInput } from "@pierre/trees";

/** The paths of all folders. @type {string[]} */
let folders;
let input;
let tree;
let scroller;

export const component = {
  row: "[data-type=item]",
  title: (row) => row.ariaLabel,
  area: () => scroller,
  adapt(pages) {
    const files = [];
    folders = [];
    const add = ({ title, children }, folder) => {
      // A slash separates the parts of a path.
      const path = folder + title.replaceAll("/", "\u2215");
      if (children.length === 0) return files.push(path);
      const own = `${path}/`;
      folders.push(own);
      for (const child of children) add(child, own);
    };
    for (const page of pages) add(page, "");
    return preparePresortedFileTreeInput(files);
  },
  show(host, preparedInput) {
    input = preparedInput;
    // Compact rows have 24 pixels. A page with one branch below it would otherwise share a row with that branch.
    tree = new FileTree({ preparedInput, density: "compact", flattenEmptyDirectories: false, initialVisibleRowCount: 34 });
    tree.render({ containerWrapper: host });
    scroller = tree.getFileTreeContainer().shadowRoot.querySelector("[data-file-tree-virtualized-scroll]");
  },
  // It has no other way to expand many folders at once. Expanding them one by one takes seconds.
  expandAll: () => tree.resetPaths({ preparedInput: input, initialExpandedPaths: folders }),
  filter: (text) => tree.setSearch(text),
  scrollTo: (top) => (scroller.scrollTop = top),
  rowCount: () => tree.getVisibleCount(),
};

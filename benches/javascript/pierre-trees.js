// @pierre/trees, a tree of files. Its pages are paths, and branches are folders.

import { FileTree, preparePresortedFileTreeInput } from "@pierre/trees";

/** Without these, there are margins beside the rows. */
const STYLE = `
[data-file-tree-virtualized-scroll] { padding-inline: 0 !important; }`;

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
    tree = new FileTree({
      preparedInput,
      flattenEmptyDirectories: false,
      density: "compact",
      initialVisibleRowCount: 34,
      unsafeCSS: STYLE,
    });
    tree.render({ containerWrapper: host });
    scroller = tree.getFileTreeContainer().shadowRoot.querySelector("[data-file-tree-virtualized-scroll]");
  },
  // It can expand many folders only in a new list of its paths.
  expandAll: () => tree.resetPaths({ preparedInput: input, initialExpandedPaths: folders }),
  filter: (text) => tree.setSearch(text),
  scrollTo: (top) => (scroller.scrollTop = top),
  rowCount: () => tree.getVisibleCount(),
};

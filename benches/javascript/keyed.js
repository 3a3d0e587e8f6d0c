/** Makes nodes with keys from pages, for Fancytree and for Wunderbaum, its successor. */
export function keyed(pages) {
  let ids = 0;
  const made = ({ title, url, children }) => {
    const node = { key: String(++ids), title, url };
    if (children.length > 0) node.children = children.map(made);
    return node;
  };
  return pages.map(made);
}

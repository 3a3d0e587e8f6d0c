/** Functions for scripts in a page. Rows are in shadow roots, so selectors also find elements in open shadow roots. */
function pageHelpers() {
  const roots = (root) => [
    root,
    ...[...root.querySelectorAll("*")].flatMap((e) => (e.shadowRoot ? roots(e.shadowRoot) : [])),
  ];
  const all = (selector) => roots(document).flatMap((root) => [...root.querySelectorAll(selector)]);
  const one = (selector) => {
    const found = all(selector);
    if (found.length == 0) throw new Error(`nothing matches ${selector}`);
    return found[0];
  };
  /** The accessible name of a row: its label, or its text without parts that are hidden from screen readers. */
  const nameOf = (row) => {
    const text = (node) => {
      if (node.nodeType == Node.TEXT_NODE) return node.data;
      if (node.nodeType != Node.ELEMENT_NODE || node.hidden || node.ariaHidden == "true") return "";
      return node.localName == "img" ? node.alt : [...node.childNodes].map(text).join("");
    };
    return (row.ariaLabel ?? text(row)).replace(/\s+/g, " ").trim();
  };
  const row = (name) => {
    const found = all("[role=treeitem]").find((e) => nameOf(e) == name);
    if (!found) throw new Error(`there is no row ${JSON.stringify(name)}`);
    return found;
  };
  return { all, one, row, nameOf };
}

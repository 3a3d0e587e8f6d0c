/** What a script in a page may use. Rows are in shadow roots, so selectors look into the open ones. */
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
  /** A row's name as readers are told it: its label, else its text without what is hidden from them. */
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

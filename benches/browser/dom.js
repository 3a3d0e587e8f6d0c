// What one would write without a library: DOMParser, then a tree of plain objects.

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const MAP = "http://www.oaklett.org/map/1.0#";
const DC = "http://purl.org/dc/elements/1.1/";

/** @typedef {{ title: string, url: string, children: Page[] }} Page */

/**
 * Reads an NNS document in its usual spelling; gives its root.
 * @returns {Page}
 */
export function domTree(/** @type {Uint8Array<ArrayBuffer>} */ bytes) {
  const text = new TextDecoder().decode(bytes);
  const dom = new DOMParser().parseFromString(text, "application/xml");
  /** @type {Map<string, Page>} */
  const pages = new Map();
  const named = (/** @type {string} */ name) => {
    let page = pages.get(name);
    if (!page) pages.set(name, (page = { title: "", url: "", children: [] }));
    return page;
  };
  for (let node = dom.documentElement.firstElementChild; node; node = node.nextElementSibling) {
    const page = named(node.getAttributeNS(RDF, "about") ?? "");
    for (let property = node.firstElementChild; property; property = property.nextElementSibling) {
      const { namespaceURI, localName } = property;
      if (namespaceURI == DC && localName == "title") page.title = property.textContent ?? "";
      else if (namespaceURI == DC && localName == "identifier") page.url = property.textContent ?? "";
      else if (namespaceURI == MAP && localName == "container") {
        const list = property.firstElementChild;
        for (let item = list?.firstElementChild; item; item = item.nextElementSibling) {
          page.children.push(named(item.getAttributeNS(RDF, "resource") ?? ""));
        }
      }
    }
  }
  const root = pages.get("urn:sitemap:root");
  if (!root) throw new Error(dom.querySelector("parsererror")?.textContent ?? "there is no root");
  return root;
}

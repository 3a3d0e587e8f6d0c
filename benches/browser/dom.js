// A reader without a library: DOMParser, then a tree of plain objects.

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const MAP = "http://www.oaklett.org/map/1.0#";
const DC = "http://purl.org/dc/elements/1.1/";

/** @typedef {{ title: string, url: string, children: Page[] }} Page */
/** @typedef {Iterable<Uint8Array<ArrayBuffer>>} Documents */

/**
 * Reads an NNS document in its usual form. Returns the root.
 * @returns {Page}
 */
export function domTree(/** @type {Documents} */ documents) {
  /** @type {Map<string, Page>} */
  const pages = new Map();
  const named = (/** @type {string} */ name) => {
    let page = pages.get(name);
    if (!page) pages.set(name, (page = empty()));
    return page;
  };
  for (const dom of doms(documents)) {
    for (let node = dom.firstElementChild; node; node = node.nextElementSibling) {
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
  }
  const root = pages.get("urn:sitemap:root");
  if (!root) throw new Error("there is no root");
  return root;
}

/**
 * Reads plain sitemaps. Returns the root of a tree by the paths of their addresses.
 * @returns {Page}
 */
export function pathTree(/** @type {Documents} */ documents) {
  const root = empty();
  /** @type {Map<string, Page>} */
  const folders = new Map();
  for (const dom of doms(documents)) {
    if (dom.localName != "urlset") continue;
    for (let node = dom.firstElementChild; node; node = node.nextElementSibling) {
      const url = node.firstElementChild?.textContent ?? "";
      const parts = url.split("/").slice(3);
      let above = root;
      let path = "";
      for (const [at, part] of parts.entries()) {
        path += `/${part}`;
        let page = folders.get(path);
        if (!page) {
          folders.set(path, (page = empty()));
          page.title = part;
          above.children.push(page);
        }
        if (at == parts.length - 1) page.url = url;
        above = page;
      }
    }
  }
  return root;
}

/**
 * Reads XBEL. Returns the root.
 * @returns {Page}
 */
export function bookmarkTree(/** @type {Documents} */ documents) {
  const root = empty();
  const fill = (/** @type {Page} */ page, /** @type {Element} */ element) => {
    for (let node = element.firstElementChild; node; node = node.nextElementSibling) {
      if (node.localName == "title") page.title = node.textContent ?? "";
      if (node.localName != "folder" && node.localName != "bookmark") continue;
      const child = empty();
      child.url = node.getAttribute("href") ?? "";
      fill(child, node);
      page.children.push(child);
    }
  };
  for (const dom of doms(documents)) fill(root, dom);
  return root;
}

/** @returns {Page} */
function empty() {
  return { title: "", url: "", children: [] };
}

/** The root elements. @param {Documents} documents */
function* doms(documents) {
  for (const bytes of documents) {
    const { documentElement } = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "application/xml");
    if (documentElement.localName == "parsererror") throw new Error(documentElement.textContent ?? "");
    yield documentElement;
  }
}

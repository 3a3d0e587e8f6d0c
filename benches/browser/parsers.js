// The parsers, from bytes to their results.

import { bookmarkTree, domTree, pathTree } from "./dom.js";

/**
 * The data: documents by their addresses. The first one is opened, and names the others.
 * @typedef {Map<string, Uint8Array<ArrayBuffer>>} Documents
 */

/**
 * A parser that is ready to run over the data.
 * @typedef {object} Parser
 * @property {() => any} run the timed work; may return a promise
 * @property {(result: any) => number} check returns how much was found, and frees the result
 * @property {(result: any) => number} [textBytes] bytes of the site's text in memory
 * @property {WebAssembly.Memory} [memory] memory of its own wasm instance
 */

/** Number of rows in a sidebar. */
const ROWS = 40;

const BUILT = new URL("../../target/bench/", import.meta.url);
const compiled = WebAssembly.compileStreaming(fetch(new URL("peers/peers_bg.wasm", BUILT)));

/** Makes an instance of the module for one parser, so that the parser has its own memory. */
async function instance(/** @type {string} */ what) {
  const bindings = await import(`${BUILT.href}peers/peers.js?${what}`);
  const { memory } = await bindings.default({ module_or_path: await compiled });
  return { bindings, memory: /** @type {WebAssembly.Memory} */ (memory) };
}

/**
 * A parser with the whole data in wasm memory before the clock starts.
 * @param {string} what
 * @param {(input: any, url: string) => number} parse
 */
function peer(what, parse) {
  return async (/** @type {Documents} */ documents) => {
    const { bindings, memory } = await instance(what);
    const input = new bindings.Input();
    for (const bytes of documents.values()) input.add(bytes);
    const url = first(documents);
    return { memory, run: () => parse(input, url), check: (/** @type {number} */ found) => found };
  };
}

/**
 * A parser from npm. One bundle has them all.
 * @param {(bundle: any, documents: Documents) => any} parse
 */
function fromNpm(parse) {
  return async (/** @type {Documents} */ documents) => {
    const bundle = await import(`${BUILT.href}javascript/parsers.js`);
    return { run: () => parse(bundle, documents), check: (/** @type {number} */ found) => found };
  };
}

/** @type {Record<string, (documents: Documents) => Promise<Parser>>} */
export const parsers = {
  /** The time includes copying each chunk into wasm memory, as in the product. */
  async navibar(documents) {
    const { bindings, memory } = await instance("navibar");
    const url = first(documents);
    return {
      memory,
      run: () => new bindings.Tree(documents, url, ROWS),
      textBytes: (tree) => tree.textBytes(),
      check(tree) {
        const pages = tree.pages();
        tree.free();
        return pages;
      },
    };
  },
  "quick-xml-reader": peer("quick-xml-reader", (input) => input.quickXmlReader()),
  "quick-xml-nsreader": peer("quick-xml-nsreader", (input) => input.quickXmlNsReader()),
  oxrdfxml: peer("oxrdfxml", (input, url) => input.oxrdfxml(url)),
  async "domparser-tree"(documents) {
    const url = first(documents);
    const make = url.endsWith(".rdf") ? domTree : url.endsWith(".xbel") ? bookmarkTree : pathTree;
    return { run: () => make(documents.values()), check: countPages };
  },
  "sax-wasm": fromNpm((bundle, documents) => bundle.saxWasm(documents.values())),
  "fast-xml-parser": fromNpm((bundle, documents) => bundle.fastXmlParser(documents.values())),
  saxes: fromNpm((bundle, documents) => bundle.saxes(documents.values())),
  "rdfxml-streaming-parser": fromNpm((bundle, documents) =>
    bundle.rdfxmlStreamingParser(documents.values(), first(documents)),
  ),
};

/** The address of the document to open. @param {Documents} documents */
function first(documents) {
  const [url] = documents.keys();
  if (url === undefined) throw new Error("there is no data");
  return url;
}

/** The pages below the root of a tree of plain objects. */
function countPages(/** @type {import("./dom.js").Page} */ root) {
  let count = 0;
  const open = [...root.children];
  for (let page = open.pop(); page; page = open.pop()) {
    if (page.title && page.url) count++;
    for (const child of page.children) open.push(child);
  }
  return count;
}

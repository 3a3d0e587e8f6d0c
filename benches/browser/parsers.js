// From bytes to what each parser makes of them.

import { domTree } from "./dom.js";

/**
 * One parser, ready to run over the data.
 * @typedef {object} Parser
 * @property {() => any} run what is timed
 * @property {(result: any) => number} check how much it found; frees the result
 * @property {WebAssembly.Memory} [memory] of its wasm instance, which is its own
 */

/** As a network delivers. */
const CHUNK = 64 << 10;
/** The rows of a sidebar. */
const ROWS = 40;

const PEERS = new URL("../../target/bench/peers/", import.meta.url);
const compiled = WebAssembly.compileStreaming(fetch(new URL("peers_bg.wasm", PEERS)));

/** An instance of the module for one parser alone, so that its memory is its own. */
async function instance(/** @type {string} */ what) {
  const bindings = await import(`${PEERS.href}peers.js?${what}`);
  const { memory } = await bindings.default({ module_or_path: await compiled });
  return { bindings, memory: /** @type {WebAssembly.Memory} */ (memory) };
}

/**
 * A parser that has the whole document in wasm memory before the clock starts.
 * @param {string} what
 * @param {(input: any, url: string) => number} parse
 */
function peer(what, parse) {
  return async (/** @type {Uint8Array} */ bytes, /** @type {string} */ url) => {
    const { bindings, memory } = await instance(what);
    const input = new bindings.Input(bytes);
    return { memory, run: () => parse(input, url), check: (/** @type {number} */ found) => found };
  };
}

/** @type {Record<string, (bytes: Uint8Array<ArrayBuffer>, url: string) => Promise<Parser>>} */
export const parsers = {
  /** The clock runs while each chunk is copied into wasm memory, as it does in the product. */
  async navibar(bytes, url) {
    const { bindings, memory } = await instance("navibar");
    return {
      memory,
      run() {
        const tree = new bindings.Tree(url);
        for (let at = 0; at < bytes.length; at += CHUNK) tree.push(bytes.subarray(at, at + CHUNK));
        if (tree.finish(ROWS) == 0) throw new Error("the tree has no rows");
        return tree;
      },
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
  async "domparser-tree"(bytes) {
    return { run: () => domTree(bytes), check: countPages };
  },
};

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

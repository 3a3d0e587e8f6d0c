// The parsers from npm that Navibar is compared with. `cargo xtask bench` bundles them for the browser.

import { XMLParser } from "fast-xml-parser";
import { RdfXmlParser } from "rdfxml-streaming-parser";
import { SaxEventType, SAXParser } from "sax-wasm";
import saxWasmModule from "sax-wasm/lib/sax-wasm.wasm";
import { SaxesParser } from "saxes";

/** Bytes of a chunk, as a network delivers them. */
const CHUNK = 64 << 10;

/**
 * Reads with saxes, with namespaces, and keeps nothing. Returns the number of elements.
 * @param {Iterable<Uint8Array>} documents
 */
export function saxes(documents) {
  let elements = 0;
  for (const bytes of documents) {
    const parser = new SaxesParser({ xmlns: true });
    parser.on("opentag", () => elements++);
    parser.on("error", (/** @type {Error} */ error) => {
      throw error;
    });
    for (const text of texts(bytes)) parser.write(text);
    parser.close();
  }
  return elements;
}

/**
 * Reads with sax-wasm and keeps nothing. Returns the number of elements.
 * @param {Iterable<Uint8Array>} documents
 */
export async function saxWasm(documents) {
  let elements = 0;
  for (const bytes of documents) {
    const parser = new SAXParser(SaxEventType.OpenTag);
    await parser.prepareWasm(saxWasmModule);
    parser.eventHandler = () => elements++;
    for (let at = 0; at < bytes.length; at += CHUNK) parser.write(bytes.subarray(at, at + CHUNK));
    parser.end();
  }
  return elements;
}

/**
 * Reads with fast-xml-parser, to a tree of plain objects. It cannot read in chunks. Returns the number of elements.
 * @param {Iterable<Uint8Array>} documents
 */
export function fastXmlParser(documents) {
  let elements = 0;
  for (const bytes of documents) {
    const parser = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      // Its own limit is for untrusted documents.
      processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
    });
    elements += countElements(parser.parse(new TextDecoder().decode(bytes)));
  }
  return elements;
}

/** The elements in an ordered tree of fast-xml-parser. @param {Record<string, any>[]} nodes @returns {number} */
function countElements(nodes) {
  let count = 0;
  for (const node of nodes) {
    for (const [name, content] of Object.entries(node)) {
      if (Array.isArray(content) && !name.startsWith("?")) count += 1 + countElements(content);
    }
  }
  return count;
}

/**
 * Reads with rdfxml-streaming-parser and keeps nothing. Returns the number of triples.
 * @param {Iterable<Uint8Array>} documents
 * @param {string} baseIRI
 */
export async function rdfxmlStreamingParser(documents, baseIRI) {
  let triples = 0;
  for (const bytes of documents) {
    const parser = new RdfXmlParser({ baseIRI });
    parser.on("data", () => triples++);
    const ended = new Promise((resolve, reject) => parser.on("end", resolve).on("error", reject));
    for (const text of texts(bytes)) {
      if (!parser.write(text)) await new Promise((resolve) => parser.once("drain", resolve));
    }
    parser.end();
    await ended;
  }
  return triples;
}

/** The text of a document in chunks. @param {Uint8Array} bytes */
function* texts(bytes) {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
  }
  yield decoder.decode();
}

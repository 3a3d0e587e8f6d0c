// The getters and methods of the prototypes. A page can hide the properties of documents and forms: it names an element like
// a property (`<form name=title>`).
//
// Everything that is a global is looked up once. In the isolated world of an extension, Firefox needs microseconds for each
// global of the page.
//
// A server has none of these globals. There, the module can be imported, but its functions do not work.

/** @type {Record<string, any>} */
const globals = globalThis;

/** @param {string} type @param {string} name @returns {(node: any) => any} */
function getter(type, name) {
  const get = Object.getOwnPropertyDescriptor(globals[type]?.prototype ?? {}, name)?.get;
  return get ? (node) => get.call(node) : () => undefined;
}

/** @param {string} type @param {string} name @returns {(node: any, a?: any, b?: any, c?: any) => any} */
function method(type, name) {
  const call = globals[type]?.prototype[name];
  return (node, a, b, c) => call.call(node, a, b, c);
}

export const doc = globalThis.document;
export const firstChild = getter("Element", "firstElementChild");
export const nextSibling = getter("Element", "nextElementSibling");
export const previousSibling = getter("Element", "previousElementSibling");
export const firstOfFragment = getter("DocumentFragment", "firstElementChild");
export const localName = getter("Element", "localName");
export const shadowRoot = getter("Element", "shadowRoot");
export const parentOf = getter("Node", "parentNode");
export const rawText = getter("Node", "textContent");
export const data = getter("CharacterData", "data");
export const assigned = method("HTMLSlotElement", "assignedElements");
export const hasAttributes = method("Element", "hasAttributes");
export const matches = method("Element", "matches");
export const closest = method("Element", "closest");
export const attribute = method("Element", "getAttribute");
export const find = method("Element", "querySelector");
export const findAll = method("Element", "querySelectorAll");
export const findAllInFragment = method("DocumentFragment", "querySelectorAll");
export const contains = method("Node", "contains");
export const isVisible = method("Element", "checkVisibility");
export const boxOf = method("Element", "getBoundingClientRect");
export const scrollTo = method("Element", "scrollIntoView");
export const isConnected = getter("Node", "isConnected");
export const listen = method("EventTarget", "addEventListener");
export const unlisten = method("EventTarget", "removeEventListener");
export const linkAddress = getter("HTMLAnchorElement", "href");
export const baseOf = getter("Node", "baseURI");
export const titleOf = getter("Document", "title");
export const scrollerOf = getter("Document", "scrollingElement");
export const rootOf = getter("Document", "documentElement");

export const previousNode = getter("Node", "previousSibling");
export const nextNode = getter("Node", "nextSibling");

const typeOf = getter("Node", "nodeType");
const ELEMENT_NODE = 1;
/** @param {Node} node @returns {node is Element} */
export const isElement = (node) => typeOf(node) === ELEMENT_NODE;
const TEXT_NODE = 3;
/** @param {Node} node @returns {node is Text} */
export const isText = (node) => typeOf(node) === TEXT_NODE;

const inDocument = method("Document", "querySelectorAll");
/** @param {string} selector @returns {NodeListOf<Element>} */
export const findInDocument = (selector) => inDocument(doc, selector);

const byId = method("Document", "getElementById");
/** @param {string} id @returns {Element | null} */
export const findById = (id) => byId(doc, id);

const newWalker = method("Document", "createTreeWalker");
const ELEMENTS_AND_TEXTS = 1 | 4; // NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
/** Walks through the elements and texts below an element. @param {Element} element @returns {TreeWalker} */
export const walkerIn = (element) => newWalker(doc, element, ELEMENTS_AND_TEXTS);
export const walkIn = method("TreeWalker", "firstChild");
export const walkOn = method("TreeWalker", "nextNode");
export const walkPast = method("TreeWalker", "nextSibling");
export const walkOut = method("TreeWalker", "parentNode");

const create = method("Document", "createElementNS");
const click = method("HTMLElement", "click");
/**
 * Clicks on a link that is in no document, so that scripts of the page cannot see it.
 *
 * @param {string} url
 */
export function followLink(url) {
  const link = create(doc, "http://www.w3.org/1999/xhtml", "a");
  link.href = url;
  link.target = "_self"; // overrides the page's `<base>`
  click(link);
}

const NativeURL = URL;
/** @param {string} address @param {string} [base] @returns {string | undefined}  The absolute address, if it is valid. */
export function absolute(address, base) {
  try {
    return new NativeURL(address, base).href;
  } catch {
    return undefined;
  }
}

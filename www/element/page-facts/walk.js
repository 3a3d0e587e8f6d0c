import { assigned, doc, firstChild, firstOfFragment, localName, nextSibling, rootOf, shadowRoot } from "./dom.js";

/** @typedef {{ next: Element | null, list?: Element[], at: number, leave?: () => void }} Frame */

const NOT_ENTERED = new Set(
  "script,style,template,noscript,svg,math,iframe,object,navi-bar,select,video,audio".split(","),
);
/** Common elements that have no shadow root. */
const NO_HOSTS = new Set(["a", "li", "ul", "button", "img"]);

/**
 * @typedef {object} Visitor
 * @property {(element: Element, name: string) => false | null | (() => void) | undefined} enter  Receives an element before
 *   its children. `false`: skip its children. `null`: stop. A function: call it after its children.
 * @property {(root: ShadowRoot) => void} shadow  Receives a shadow root before its children.
 */

/**
 * Walks through all elements as they are shown: a shadow root replaces the children of its host.
 *
 * @param {import("../types.js").PageFactLimits} limits
 * @param {import("./slices.js").Slices} slices
 * @param {Visitor} visitor
 * @returns {Promise<boolean>}  `false` if a limit was reached.
 */
export async function walk(limits, slices, visitor) {
  const root = rootOf(doc);
  /** @type {Frame[]} */
  const stack = [{ next: root, at: 0 }];
  for (let count = 0; stack.length > 0; ) {
    const frame = /** @type {Frame} */ (stack.at(-1));
    const element = frame.next;
    if (!element) {
      stack.pop();
      frame.leave?.();
      continue;
    }
    frame.next = frame.list ? (frame.list[++frame.at] ?? null) : element === root ? null : nextSibling(element);
    count += 1;
    if (count > limits.elements || (slices.isOver() && !(await slices.next()))) return false;
    const name = localName(element);
    if (NOT_ENTERED.has(name)) continue;
    const leave = visitor.enter(element, name);
    if (leave === false) continue;
    if (leave === null) return false;
    const shadow = NO_HOSTS.has(name) ? null : shadowRoot(element);
    if (shadow) visitor.shadow(shadow);
    const list = name === "slot" ? assigned(element) : undefined;
    const isFilled = list && list.length > 0;
    const next = isFilled ? list[0] : shadow ? firstOfFragment(shadow) : firstChild(element);
    if (next || leave) stack.push({ next, at: 0, ...(isFilled && { list }), ...(leave && { leave }) });
  }
  return true;
}

import { assigned, doc, findAllInFragment, firstChild, firstOfFragment, localName, nextSibling, rootOf, shadowRoot } from "./dom.js";
import { closeScopes, enter } from "./enter.js";
import { SPECIAL } from "./reading.js";

/** @typedef {{ next: Element | null, list?: Element[], at: number, leave?: () => void }} Frame */

const NOT_ENTERED = new Set(
  "script,style,template,noscript,svg,math,iframe,object,navi-bar,select,video,audio".split(","),
);
/** Common elements that have no shadow root. */
const NO_HOSTS = new Set(["a", "li", "ul", "button", "img"]);

/**
 * Walks through all elements as they are shown: a shadow root replaces the children of its host.
 *
 * @param {import("./reading.js").Reading} read
 * @param {import("./slices.js").Slices} slices
 */
export async function walk(read, slices) {
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
    if (count > read.limits.elements || (slices.isOver() && !(await slices.next()))) {
      read.cut();
      break;
    }
    const name = localName(element);
    if (NOT_ENTERED.has(name)) continue;
    const leave = enter(read, element, name);
    if (leave === false) continue;
    const shadow = NO_HOSTS.has(name) ? null : shadowRoot(element);
    if (shadow) for (const each of findAllInFragment(shadow, SPECIAL)) read.special.add(each);
    const list = name === "slot" ? assigned(element) : undefined;
    const isFilled = list && list.length > 0;
    const next = isFilled ? list[0] : shadow ? firstOfFragment(shadow) : firstChild(element);
    if (next || leave) stack.push({ next, at: 0, ...(isFilled && { list }), ...(leave && { leave }) });
  }
  closeScopes(read, 0);
}

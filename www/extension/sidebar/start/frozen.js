/**
 * A copy of an element that can be stored.
 *
 * @typedef {object} Frozen
 * @property {string} name
 * @property {Record<string, string>} attributes
 * @property {string} style  The inline style. A Content Security Policy forbids it as an attribute.
 * @property {number} scrollTop  In CSS pixels.
 * @property {(Frozen | string)[]} children
 */

/** Attributes that are not copied. Assistive technology and the tab key find only the original. */
const LEFT_OUT = new Set(["style", "role", "tabindex"]);

/** Copies an element with its visible content, but no pictures: their addresses end with the document. @param {HTMLElement} of @returns {Frozen} */
export function freeze(of) {
  const attributes = [...of.attributes].filter(({ name }) => !LEFT_OUT.has(name));
  return {
    name: of.localName,
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    style: of.style.cssText,
    scrollTop: of.scrollTop,
    children: [...of.childNodes].flatMap((child) => {
      if (child instanceof Text) return child.data;
      return child instanceof HTMLElement && !child.hidden && !(child instanceof HTMLImageElement) ? freeze(child) : [];
    }),
  };
}

/** Makes an element from its copy. It gets its scroll position in the document. @param {Frozen} from @returns {HTMLElement} */
export function thaw({ name, attributes, style, children }) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.style.cssText = style;
  made.append(...children.map((child) => (typeof child === "string" ? child : thaw(child))));
  return made;
}

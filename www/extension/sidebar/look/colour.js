/**
 * An opaque colour.
 *
 * @typedef {readonly [red: number, green: number, blue: number]} Colour  In sRGB, each from 0 to 1.
 */

/** The minimum contrast of text, and of marks such as a focus ring (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const MARK_CONTRAST = 3;

/** @type {Colour} */
export const BLACK = [0, 0, 0];
/** @type {Colour} */
export const WHITE = [1, 1, 1];

/**
 * Parses a colour of a theme: any CSS colour, or a list of three or four numbers.
 *
 * @param {unknown} value
 * @param {Colour} [below]  The background behind a transparent colour.
 * @returns {Colour | undefined}  `undefined` if it is not a colour.
 */
export function parseColour(value, below = WHITE) {
  const css = Array.isArray(value) ? `rgb(${value.slice(0, 3).join(" ")} / ${value[3] ?? 1})` : value;
  if (typeof css !== "string" || !CSS.supports("color", css)) return undefined;
  // The browser parses it. Mixing a colour with itself gives numbers for every notation.
  const probe = document.createElement("span");
  probe.style.color = `color-mix(in srgb, ${css}, ${css})`;
  document.documentElement.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  const numbers = /^color\(srgb ([\d.e+-]+) ([\d.e+-]+) ([\d.e+-]+)(?: \/ ([\d.e+-]+))?\)$/.exec(computed);
  if (!numbers) return undefined;
  const [red, green, blue, alpha] = numbers.slice(1).map((part) => Math.min(1, Math.max(0, Number(part ?? 1))));
  const opaque = /** @type {Colour} */ ([red, green, blue]);
  return alpha === 1 ? opaque : mix(opaque, below, /** @type {number} */ (alpha));
}

/** @param {Colour} colour @param {Colour} other @param {number} share  The share of the first colour, from 0 to 1. */
export function mix(colour, other, share) {
  const part = (/** @type {0 | 1 | 2} */ i) => colour[i] * share + other[i] * (1 - share);
  return /** @type {Colour} */ ([part(0), part(1), part(2)]);
}

/** Returns the contrast ratio of WCAG, from 1 to 21. @param {Colour} one @param {Colour} other */
export function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (/** @type {number} */ (light) + 0.05) / (/** @type {number} */ (dark) + 0.05);
}

/** @param {Colour} colour */
export function isDark(colour) {
  return contrast(colour, WHITE) > contrast(colour, BLACK);
}

/** @param {Colour} colour */
export function toCss(colour) {
  return `rgb(${colour.map((part) => Math.round(part * 255)).join(" ")})`;
}

/** @param {Colour} colour */
function luminance(colour) {
  const [red, green, blue] = /** @type {[number, number, number]} */ (
    colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

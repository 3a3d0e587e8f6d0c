import { element } from "./dom.js";

/**
 * Returns the parts of a text between two positions. The matches are marked.
 *
 * @param {string} text
 * @param {[number, number][]} highlights
 * @param {number} [start]
 * @param {number} [end]
 */
export function marked(text, highlights, start = 0, end = text.length) {
  const parts = [];
  let last = start;
  for (const [from, to] of highlights.map(([from, to]) => [Math.max(from, start), Math.min(to, end)])) {
    if (from >= to) continue;
    if (from > last) parts.push(text.slice(last, from));
    parts.push(element("mark", { class: "match", part: "match" }, text.slice(from, to)));
    last = to;
  }
  if (last < end) parts.push(text.slice(last, end));
  return parts;
}

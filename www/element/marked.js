import { element } from "./dom.js";

/**
 * Returns the parts of a text from a position on. The matches are marked.
 *
 * @param {string} text
 * @param {[number, number][]} highlights  None is before that position.
 * @param {number} [start]
 */
export function marked(text, highlights, start = 0) {
  const parts = [];
  let end = start;
  for (const [from, to] of highlights) {
    if (from > end) parts.push(text.slice(end, from));
    parts.push(element("mark", { class: "match", part: "match" }, text.slice(from, to)));
    end = to;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

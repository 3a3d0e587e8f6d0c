/**
 * Returns the index in a text of a position that the engine has found.
 *
 * @param {string} text
 * @param {number} line  From 1.
 * @param {number} column  From 1, in bytes of the UTF-8 text.
 */
export function indexOf(text, line, column) {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  let bytes = 1;
  let index = start;
  while (bytes < column && index < text.length && text[index] !== "\n") {
    const code = text.codePointAt(index) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += code < 0x10000 ? 1 : 2;
  }
  return index;
}

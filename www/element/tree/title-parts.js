/** The minimum number of letters that distinguish a title from its neighbours. */
const KEY_LENGTH = 6;

/** A part with fewer letters is as narrow as an ellipsis. */
const MIN_CUT = 4;

/** The maximum number of letters between a match and either end of its word that stay in sight with it. */
const NEAR = 8;

/** @typedef {"start" | "key" | "found" | "rest" | "end"} Name */

/**
 * Returns the parts of a title that has a cut. Normally the key follows the start. It distinguishes the title from its
 * neighbours. If the first match is in the start, the match stays in sight, and some of the end.
 *
 * @param {string} title
 * @param {number} cut  The position of the key.
 * @param {[number, number][]} highlights
 */
export function partsOf(title, cut, highlights) {
  const [first] = highlights;
  if (!first || first[0] >= cut) {
    return joined([
      ["start", 0, cut],
      ["key", cut, endOfKey(title, cut, first)],
      ["rest", endOfKey(title, cut, first), title.length],
    ]);
  }
  const [from, to] = wordOf(title, first, cut);
  return joined([
    ["rest", 0, from],
    ["found", from, to],
    ["rest", to, cut],
    ["end", cut, title.length],
  ]);
}

/**
 * Adds each rest that is too short to the part beside it.
 *
 * @param {[Name, number, number][]} parts
 */
function joined(parts) {
  /** @type {typeof parts} */
  const result = [];
  for (const [name, from, to] of parts) {
    const before = result.at(-1);
    if (name !== "rest" || to - from >= MIN_CUT) result.push([name, before ? from : 0, to]);
    else if (before) before[2] = to;
  }
  return result;
}

/**
 * Returns a match before the cut with the rest of its word, because letters of some scripts are joined.
 *
 * @param {string} title
 * @param {[number, number]} match
 * @param {number} cut
 */
function wordOf(title, [from, to], cut) {
  const start = title.lastIndexOf(" ", from) + 1;
  const end = endOfWord(title, to);
  return [from - start > NEAR ? from : start, Math.min(end - to > NEAR ? to : end, cut)];
}

/**
 * Returns the end of the part of a title that distinguishes it: a few whole words, up to the first match behind the cut.
 *
 * @param {string} title
 * @param {number} cut
 * @param {[number, number]} [match]
 */
function endOfKey(title, cut, match) {
  return endOfWord(title, Math.max(cut + KEY_LENGTH, match?.[1] ?? 0));
}

/** @param {string} title @param {number} at */
function endOfWord(title, at) {
  const end = title.indexOf(" ", at);
  return end < 0 ? title.length : end;
}

import {
  attribute, contains, data, find, findById, firstChild, hasAttributes, isElement, isText, localName, matches, nextNode,
  previousNode, previousSibling, rawText, walkOn, walkOut, walkPast, walkerIn,
} from "./dom.js";

/** @typedef {Pick<import("./reading.js").Reading, "limits">} Reading */

/** Elements whose text is not a part of a label. */
const NO_TEXT_NAMES = "script,style,template,noscript,svg,math,rt,rp,button,input,select,textarea,ul,ol,menu";
/** Elements that are not part of a label: other controls, nested lists, icons, descriptions, and texts for screen readers only. */
export const NO_TEXT =
  `${NO_TEXT_NAMES},[role=group],[role=menu],[hidden],[aria-hidden=true],` +
  "[class*=sr-only],[class*=visually-hidden],[class*=visuallyhidden],[class*=screen-reader],[class*=screenreader]," +
  "[class*=material-icons],[class*=material-symbols],[class*=description]";
const WITHOUT_TEXT = new Set(NO_TEXT_NAMES.split(","));
const BLOCK_NAMES = "div,p,br,li,dt,dd,h1,h2,h3,h4,h5,h6,section,small,td";
const BLOCKS = new Set(BLOCK_NAMES.split(","));
/** Descendants that make the visible text of an element differ from its `textContent`. */
const NOT_RAW = `${NO_TEXT},${BLOCK_NAMES},span+span,a`;

const PLAIN = /^[\w.,:&()-]+(?: [\w.,:&()-]+)*$/;
export const LETTER = /[\p{L}\p{N}]/u;
const LETTER_FIRST = /^[\p{L}\p{N}]/u;
const LETTER_LAST = /[\p{L}\p{N}]$/u;

/** Returns a text without unnecessary white space, invisible characters, and the icons of fonts. @param {Reading} read @param {unknown} text */
export function clean(read, text) {
  if (typeof text !== "string") return "";
  if (text.length < 100 && PLAIN.test(text)) return text; // nothing to clean
  const max = read.limits.textLength;
  const short = text.length > 8 * max ? text.trimStart().slice(0, 8 * max) : text;
  const plain = short
    .replace(/[\u00ad\u200b\u2060\ufeff\ue000-\uf8ff]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[\s¶🔗]+$/u, "")
    .trimStart();
  return (plain.length > max ? plain.slice(0, max).replace(/[\ud800-\udbff]$/, "").trimEnd() : plain).toWellFormed();
}

/** Returns `true` for an anchor that only links to its own heading, such as "#". @param {Element} element */
export function isPermalink(element) {
  if (localName(element) !== "a" || !attribute(element, "href")?.startsWith("#")) return false;
  return !LETTER.test(rawText(element).slice(0, 99));
}

/**
 * Returns the visible text of an element.
 *
 * @param {Reading} read
 * @param {Element} element
 * @param {Element} [end]  Read only the text before this descendant.
 */
export function visibleText(read, element, end) {
  if (!end && !firstChild(element)) return clean(read, rawText(element));
  const max = read.limits.textLength;
  const walker = walkerIn(element);
  let text = "";
  let isNewSpan = false;
  let node = walkOn(walker);
  for (let count = 0; node && node !== end && count < 300 && text.length < 4 * max; count += 1) {
    if (!isElement(node)) {
      const more = data(node).slice(0, 8 * max);
      if (isNewSpan && LETTER_LAST.test(text) && LETTER_FIRST.test(more)) text += " ";
      isNewSpan = false;
      text += more;
    } else {
      const name = localName(node);
      if (WITHOUT_TEXT.has(name) || (hasAttributes(node) && (matches(node, NO_TEXT) || isPermalink(node)))) {
        if (end && contains(node, end)) break;
        node = walkPast(walker);
        while (!node && walkOut(walker)) node = walkPast(walker);
        continue;
      }
      if (BLOCKS.has(name)) {
        text += " ";
      } else if (name === "span" && text) {
        isNewSpan ||= isColumn(node);
      }
    }
    node = walkOn(walker);
  }
  return clean(read, text);
}

/**
 * Returns `true` for a span after another one, whose words are apart on the screen. Spans in a text are parts of words, such
 * as the letters of a name in two colours.
 *
 * @param {Element} span
 */
function isColumn(span) {
  const before = previousSibling(span);
  if (!before || localName(before) !== "span") return false;
  return ![previousNode, nextNode].some((beside) => {
    let node = beside(span);
    for (let count = 0; node && count < 9; count += 1, node = beside(node)) {
      if (isText(node) && LETTER.test(data(node).slice(0, 99))) return true;
    }
    return false;
  });
}

/** Returns the label that an ARIA attribute gives to an element. @param {Reading} read @param {Element} element */
export function ariaLabel(read, element) {
  const label = clean(read, attribute(element, "aria-label"));
  const id = label ? undefined : attribute(element, "aria-labelledby")?.trim().split(/\s/)[0];
  const other = id && findById(id);
  return label || (other ? visibleText(read, other) : "");
}

/**
 * Returns the text of a link or heading. If it only has a picture, returns the label of the picture.
 *
 * @param {Reading} read
 * @param {Element} element
 */
export function textOf(read, element) {
  // Most links have only plain text. Two native calls are faster than a walk through their nodes.
  const visible = find(element, NOT_RAW) ? visibleText(read, element) : clean(read, rawText(element));
  if (LETTER.test(visible)) return visible;
  const text = ariaLabel(read, element) || visible || clean(read, attribute(element, "title") || attribute(element, "alt"));
  // The text of a style sheet or script is not a label.
  const hidden = text || find(element, "style,script") ? "" : clean(read, rawText(element));
  if (text || hidden) return text || hidden;
  const picture = find(element, "img[alt],[aria-label],svg title");
  if (!picture) return "";
  return clean(read, attribute(picture, "alt")) || clean(read, attribute(picture, "aria-label")) || clean(read, rawText(picture));
}

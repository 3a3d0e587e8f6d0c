import {
  attribute, closest, contains, doc, find, findAllInFragment, findById, findInDocument, isVisible, matches, parentOf, rootOf,
} from "../page-facts/dom.js";
import { fragmentOf } from "../page-facts/headings.js";
import { Slices } from "../page-facts/slices.js";
import { NO_TEXT, textOf } from "../page-facts/text.js";
import { walk } from "../page-facts/walk.js";

/** @typedef {import("../types.js").SectionHeading} SectionHeading */
/** @typedef {import("../types.js").PageFactLimits} PageFactLimits */

/**
 * @typedef {object} ReadSections
 * @property {SectionHeading[]} sections
 * @property {Element[]} elements  The element of each section.
 * @property {ShadowRoot[]} roots  The first shadow roots of the page.
 * @property {number} cost  In milliseconds.
 */

const HEADING = "h1,h2,h3,h4,h5,h6,[role=heading]";
/** The content of these is not part of the page's text. */
const BESIDE =
  "nav,aside,dialog,[role=navigation],[role=complementary],[role=contentinfo],[role=search],[role=dialog]," +
  "[role=alertdialog],[role=menu],[role=menubar],[role=tree]";
const SECTIONING = "main,article,section";
const BANNER = "header,[role=banner]";
const CANDIDATES = `${HEADING},${BESIDE},${SECTIONING},${BANNER},footer`;

/** A link that does not lead to a place on the page. */
const LINK = "a[href]:not([href^='#'])";

/** The most shadow roots whose changes are observed. */
const MAX_ROOTS = 50;

/** A fragment that is the address of a view of an application. */
const ROUTE = /^#[!/]/;

/**
 * Reads the headings that the page shows in its text, in slices. It only reads.
 *
 * @param {PageFactLimits} limits
 * @returns {Promise<ReadSections>}
 */
export async function readSections(limits) {
  /** @type {ReadSections} */
  const found = { sections: [], elements: [], roots: [], cost: 0 };
  const begun = performance.now();
  /** @type {Set<Element>} */
  const candidates = new Set(findInDocument(CANDIDATES));
  isVisible(rootOf(doc)); // computes the styles of the page
  // Both may use up the time for a large page on a busy computer, so they do not count.
  const before = performance.now() - begun;
  const slices = new Slices(limits);
  const { href, hash } = location;
  const base = ROUTE.test(hash) ? undefined : href.slice(0, href.length - hash.length).replace(/#$/, "");
  let sectioningDepth = 0;
  let bannerDepth = 0;
  await walk(limits, slices, {
    enter: (element, name) => {
      if (!candidates.has(element)) return undefined;
      if (matches(element, HEADING)) {
        if (found.sections.length >= limits.sections) return null;
        const isSiteName = bannerDepth > 0 && (closest(element, LINK) ?? find(element, LINK)) !== null;
        const isSection = !isSiteName && isVisible(element) && !matches(element, NO_TEXT);
        const section = isSection && sectionOf(limits, element, name, base);
        if (section) {
          found.sections.push(section);
          found.elements.push(element);
        }
        return false;
      }
      if (matches(element, BESIDE)) return false;
      if (name === "footer") return sectioningDepth > 0 ? undefined : false;
      if (matches(element, BANNER)) {
        if (sectioningDepth > 0) return undefined;
        bannerDepth += 1;
        return () => {
          bannerDepth -= 1;
        };
      }
      sectioningDepth += 1;
      return () => {
        sectioningDepth -= 1;
      };
    },
    shadow: (root) => {
      for (const each of findAllInFragment(root, CANDIDATES)) candidates.add(each);
      if (found.roots.length < MAX_ROOTS) found.roots.push(root);
    },
  });
  await slices.next(); // adds the last slice to the cost
  slices.end();
  found.cost = before + slices.used;
  return found;
}

/**
 * @param {PageFactLimits} limits
 * @param {Element} element
 * @param {string} name
 * @param {string | undefined} base  The address of the page without its fragment, if fragments lead to elements.
 * @returns {SectionHeading | undefined}  `undefined` if it has no text.
 */
function sectionOf(limits, element, name, base) {
  const text = textOf({ limits }, element);
  if (!text) return undefined;
  const level = Number(/^[1-9]$/.exec(attribute(element, "aria-level") ?? "")?.[0] ?? /^h([1-6])$/.exec(name)?.[1] ?? 2);
  const id = base === undefined ? undefined : fragmentOf({ limits }, element);
  const leads = id !== undefined && leadsTo(id, element);
  return { level, text, ...(leads && { url: `${base}#${encodeURIComponent(id)}` }) };
}

/** Returns `true` if a fragment leads to a heading, not to another element with the same id. @param {string} id @param {Element} element */
function leadsTo(id, element) {
  const target = findById(id);
  return target !== null && (contains(element, target) || target === parentOf(element));
}

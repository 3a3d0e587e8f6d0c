// How much work the reading of a page takes, in calls of the DOM. A time would depend on the machine.
import assert from "node:assert/strict";
import test from "node:test";

import { readPage } from "../measure/read-page.js";

const SLICE = 1000;

/** The limits of a page, with a slice of `SLICE` milliseconds. */
const LIMITS = {
  elements: 200_000, menus: 50, entries: 5000, textLength: 200, urlLength: 2000, depth: 12, breadcrumbs: 10, relations: 100,
  headings: 300, jsonBytes: 100_000, sliceMs: SLICE, totalMs: Infinity,
};

/** The interfaces that the reader uses. */
const INTERFACES = [
  "Element", "Document", "DocumentFragment", "Node", "CharacterData", "HTMLAnchorElement", "HTMLSlotElement", "TreeWalker",
];

/**
 * Reads a page with a clock that only the calls of the DOM move: each takes a millisecond.
 *
 * @param {string} menu
 */
async function work(menu) {
  const html = `<!doctype html><title>Work</title><nav><ul>${menu}</ul></nav>`;
  let [calls, before, depth] = [0, 0, 0];
  /** @type {number[]} */
  const slices = [];
  const endSlice = () => {
    slices.push(calls - before);
    before = calls;
  };
  /** @param {any} page */
  const prepare = (page) => {
    /** @param {(...args: any[]) => any} call */
    const counted = (call) => function (/** @type {any[]} */ ...args) {
      if (depth === 0) calls += 1; // jsdom itself makes further calls
      depth += 1;
      try {
        // @ts-ignore: the node
        return call.apply(this, args);
      } finally {
        depth -= 1;
      }
    };
    for (const { prototype } of INTERFACES.map((name) => page[name])) {
      for (const [name, { get, set, value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
        if (name === "constructor") continue;
        if (get) Object.defineProperty(prototype, name, { get: counted(get), set, configurable: true });
        else if (typeof value === "function") prototype[name] = counted(value);
      }
    }
    Object.defineProperty(page, "performance", { value: { now: () => calls } });
    page.MessageChannel = class {
      port1 = { onmessage() {}, close: endSlice };
      port2 = {
        postMessage: () => {
          endSlice();
          queueMicrotask(() => this.port1.onmessage());
        },
      };
    };
  };
  const facts = /** @type {any} */ (await readPage(html, "https://host.example/", LIMITS, prepare));
  return { calls, longest: Math.max(...slices), slices: slices.length, links: facts.menus[0].entries.length };
}

/** @param {number} count @param {(at: number) => string} item */
const items = (count, item) => Array.from({ length: count }, (_, at) => item(at)).join("");

/** @param {number} count */
const flat = (count) => items(count, (at) => `<li><a href=/page/${at}>Page ${at}</a>`);

/** @param {string} name */
const link = (name) => `<a class=link href=/docs/${name}>Page <span>${name}</span></a>`;

/** @param {string} name @param {string} below */
const branch = (name, below) =>
  `<li class="item branch"><div class=head>${link(name)}<button type=button aria-label=Toggle></button></div><ul>${below}</ul>`;

/** Three levels. @param {number} count */
const nested = (count) =>
  items(count / 100, (a) =>
    branch(`${a}`, items(10, (b) => branch(`${a}-${b}`, items(9, (c) => `<li class=item>${link(`${a}-${b}-${c}`)}`)))));

/** Links with pictures, whose texts are in several parts. @param {number} count */
const pictures = (count) =>
  items(count, (at) =>
    `<li><a class=l href="https://other.example/${at}?a=b"><span class=icon aria-hidden=true><svg><path d=""/></svg></span>
     <span>Page <b>${at}</b></span></a>`);

/** Menus, and the most calls that one link of them may take. @type {[string, (count: number) => string, number][]} */
const MENUS = [
  ["a plain list", flat, 13],
  ["a menu with three levels", nested, 15],
  ["links with pictures", pictures, 62],
];

for (const [name, menu, limit] of MENUS) {
  test(`${name} of a thousand links is read in short slices`, async () => {
    const [half, whole] = [await work(menu(500)), await work(menu(1000))];
    assert(whole.links >= 1000, `${whole.links} links`);
    assert(whole.calls <= limit * whole.links, `${whole.calls} calls for ${whole.links} links`);
    // Twice the links, twice the work.
    assert(whole.calls <= 2.01 * half.calls, `${half.calls}, then ${whole.calls} calls`);
    // The clock is looked at after four steps.
    assert(whole.longest <= SLICE + 4 * limit, `a slice of ${whole.longest} calls`);
  });
}

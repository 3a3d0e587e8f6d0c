import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { readPage } from "../measure/read-page.js";

const FOLDER = path.resolve(import.meta.dirname, "../fixtures/pages");

/** The limits of the fixtures, as in `tests/browser/tests/extension/page_facts.rs`, without a limit of time. */
const LIMITS = {
  elements: 200_000, menus: 50, entries: 5000, textLength: 200, urlLength: 2000, depth: 12, breadcrumbs: 10, relations: 100,
  headings: 300, jsonBytes: 100_000, sliceMs: 1e9, totalMs: 1e9,
};

/** Pages that need more than their HTML, with the reason. Firefox reads them in the end-to-end tests. */
const LACKING = new Map([
  ...["built-by-scripts", "hostile-deep-lists", "hostile-json", "hostile-lone-surrogates", "hostile-long-texts",
    "hostile-many-facts", "hostile-many-menus", "hostile-nested", "shadow-roots",
  ].map((name) => /** @type {const} */ ([name, "its scripts make its content"])),
]);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".html"))) {
  const name = file.replace(".html", "");
  test(`the facts of ${name} are those that Firefox gives`, { skip: LACKING.get(name) }, async () => {
    const html = readFileSync(path.join(FOLDER, file), "utf8");
    const expected = JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), "utf8"));
    assert.deepEqual(await readPage(html, expected.url, LIMITS), expected);
  });
}

test("links and lists directly in a shadow root are read", async () => {
  const html = `<!doctype html><title>Shadow</title><div role=navigation class=host><a href=/one>One</a></div>
    <main><div class=host><ul><li><a href=/two>Two</a><li><a href=/three>Three</a></ul></div></main>`;
  /** @param {any} page */
  const prepare = ({ document }) => {
    for (const host of document.querySelectorAll(".host")) host.attachShadow({ mode: "open" }).append(...host.childNodes);
  };
  const facts = /** @type {any} */ (await readPage(html, "https://host.example/", LIMITS, prepare));
  const texts = facts.menus.map((/** @type {any} */ { entries }) => entries.map((/** @type {any} */ { text }) => text));
  assert.deepEqual(texts, [["One"], ["Two", "Three"]]);
});

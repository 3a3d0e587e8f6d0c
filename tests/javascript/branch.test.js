import assert from "node:assert/strict";
import test from "node:test";

import { addresses, asText, isParent } from "../../www/extension/sidebar/actions/branch.js";

/** @typedef {import("../../www/element/types.js").BranchEntry} BranchEntry */

/** @param {number} level @param {string} title @param {string} [url] @returns {BranchEntry} */
function entry(level, title, url) {
  return { kind: url === undefined ? "heading" : "page", level, title, ...(url !== undefined && { url }) };
}

/** @type {BranchEntry} */
const SEPARATOR = { kind: "separator", level: 1, title: "" };

const ENTRIES = [
  entry(0, "Docs", "https://a.example/docs"),
  entry(1, "Guides"),
  entry(2, "First steps", "https://a.example/docs/first"),
  SEPARATOR,
  entry(1, "Again", "https://a.example/docs"),
];

test("a copied branch is an indented list with its addresses", () => {
  assert.equal(
    asText(ENTRIES),
    [
      "- Docs <https://a.example/docs>",
      "  - Guides",
      "    - First steps <https://a.example/docs/first>",
      "  - Again <https://a.example/docs>",
      "",
    ].join("\n"),
  );
  assert.equal(asText([]), "");
});

test("a title with line breaks stays on one line", () => {
  assert.equal(asText([entry(0, " One\r\n- two\t\u2028three ")]), "- One - two three\n");
});

test("a branch opens each web page once, in the order of the tree", () => {
  const more = ["mailto:a@a.example", "ftp://a.example/", "javascript:alert(1)", "HTTP://b.example/"];
  assert.deepEqual(addresses([...ENTRIES, ...more.map((url) => entry(1, "More", url))]), [
    "https://a.example/docs",
    "https://a.example/docs/first",
    "HTTP://b.example/",
  ]);
});

test("an entry is a parent if the next one is below it", () => {
  assert.deepEqual(
    ENTRIES.map((_, at) => isParent(ENTRIES, at)),
    [true, true, false, false, false],
  );
});

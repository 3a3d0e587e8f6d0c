import assert from "node:assert/strict";
import test from "node:test";

import { MAX_TITLE, menuTitle, nativeItems } from "../../www/extension/sidebar/menus/menu-items.js";
import { check } from "./table.js";

/** @typedef {import("../../www/element/types.js").MenuItem} MenuItem */

const TEXTS = { untitled: "Untitled", defaultLanguage: "Default language" };

/** @param {string} title @param {Partial<MenuItem>} [more] @returns {MenuItem} */
function item(title, more) {
  return { kind: "page", title, children: [], ...more };
}

test("special characters in a title are escaped for Firefox", () => {
  /** @type {[string, string][]} */
  const table = [
    ["Search & Find", "Search && Find"],
    ["A&&B", "A&&&&B"],
    ["100%s of %s", "100%\u2060s of %\u2060s"],
    ["100 % sure", "100 % sure"],
    [" a\u0000b\n\tc\u2028d ", "a b c d"],
    ["<b>&amp;</b>", "<b>&&amp;</b>"],
    ["\u0007 \n", ""],
  ];
  check(table, menuTitle);
});

test("a long title is cut between letters", () => {
  const family = "👨‍👩‍👧‍👦";
  const accented = "e\u0301";
  /** @type {[string, string][]} */
  const table = [
    ["x".repeat(MAX_TITLE), "x".repeat(MAX_TITLE)],
    ["x".repeat(MAX_TITLE + 1), `${"x".repeat(MAX_TITLE - 1)}…`],
    [family.repeat(MAX_TITLE), family.repeat(MAX_TITLE)],
    [family.repeat(MAX_TITLE + 1), `${family.repeat(MAX_TITLE - 1)}…`],
    [accented.repeat(MAX_TITLE + 1), `${accented.repeat(MAX_TITLE - 1)}…`],
    [`${"x".repeat(MAX_TITLE - 2)} and more`, `${"x".repeat(MAX_TITLE - 2)}…`],
    ["&".repeat(MAX_TITLE + 1), `${"&&".repeat(MAX_TITLE - 1)}…`],
  ];
  check(table, menuTitle);
});

test("a letter with a million accents is cut, too", () => {
  assert(menuTitle(`e${"\u0301".repeat(1_000_000)}`).length <= MAX_TITLE * 16 + 1);
});

test("a page with children is the first entry of its submenu, above a separator", () => {
  const tree = [
    item("Parent", { url: "https://a.example/", children: [item("Child", { url: "https://a.example/c" })] }),
    item("Next", { url: "https://a.example/n" }),
  ];
  assert.deepEqual(
    nativeItems(tree, TEXTS).map(({ number, parent, type, title, url }) => [number, parent, type, title, url]),
    [
      [0, undefined, "normal", "Parent", undefined],
      [1, 0, "normal", "Parent", "https://a.example/"],
      [2, 0, "separator", "", undefined],
      [3, 0, "normal", "Child", "https://a.example/c"],
      [4, undefined, "normal", "Next", "https://a.example/n"],
    ],
  );
});

test("the submenu of a heading has only the children", () => {
  const tree = [item("Heading", { kind: "heading", children: [item("Child"), item("", { kind: "separator" })] })];
  assert.deepEqual(
    nativeItems(tree, TEXTS).map(({ parent, type, title, enabled }) => [parent, type, title, enabled]),
    [
      [undefined, "normal", "Heading", true],
      [0, "normal", "Child", false],
      [0, "separator", "", true],
    ],
  );
});

test("every entry has a readable title", () => {
  /** @type {[MenuItem, string][]} */
  const table = [
    [item("Title", { url: "https://a.example/" }), "Title"],
    [item(" \n", { url: "https://a.example/?a&b" }), "https://a.example/?a&&b"],
    [item(""), "Untitled"],
    [item("fr", { language: "fr", url: "https://a.example/fr" }), "Français"],
    [item("x", { language: "x-default", url: "https://a.example/x" }), "Default language"],
    [item("Klingon", { language: "not a tag", url: "https://a.example/k" }), "Klingon"],
  ];
  check(table, (each) => nativeItems([each], TEXTS)[0]?.title);
});

test("a very deep tree becomes a menu", () => {
  let tree = item("deepest");
  const depth = 50_000;
  for (let level = 1; level < depth; level++) tree = item("above", { children: [tree] });
  const made = nativeItems([tree], TEXTS);
  assert.equal(made.length, depth);
  assert.deepEqual([made.at(-1)?.title, made.at(-1)?.parent], ["deepest", depth - 2]);
});

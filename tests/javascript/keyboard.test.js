import assert from "node:assert/strict";
import test from "node:test";

import { TypeAhead, commandOf, isFindKey, isMenuKey, isReloadKey } from "../../www/element/tree/keyboard.js";
import { check } from "./table.js";

/** @param {string} key @param {Partial<KeyboardEvent>} [more]  For example modifiers. */
function press(key, more) {
  const none = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isComposing: false, timeStamp: 0 };
  return /** @type {KeyboardEvent} */ ({ ...none, key, ...more });
}

/** @typedef {[key: string, more?: Partial<KeyboardEvent>]} Press */

test("each key of the tree pattern has its command", () => {
  /** @type {[string, string | undefined][]} */
  const table = [
    ["ArrowUp", "up"],
    ["ArrowDown", "down"],
    ["Home", "first"],
    ["End", "last"],
    ["PageUp", "page-up"],
    ["PageDown", "page-down"],
    ["ArrowRight", "open"],
    ["ArrowLeft", "close"],
    ["*", "open-siblings"],
    [" ", "follow"],
    ["Enter", undefined],
    ["Tab", undefined],
    ["a", undefined],
    ["constructor", undefined],
    ["__proto__", undefined],
  ];
  check(table, (key) => commandOf(press(key), false));
});

test("from right to left, the horizontal arrows are swapped", () => {
  /** @type {[string, string | undefined][]} */
  const table = [
    ["ArrowRight", "close"],
    ["ArrowLeft", "open"],
    ["ArrowUp", "up"],
    ["ArrowDown", "down"],
    ["Home", "first"],
    ["End", "last"],
  ];
  check(table, (key) => commandOf(press(key), true));
});

test("keys with modifiers belong to the browser", () => {
  for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", " "]) {
    for (const modifier of ["ctrlKey", "altKey", "metaKey", "shiftKey"]) {
      if (modifier === "shiftKey" && (key === "ArrowLeft" || key === "ArrowRight")) continue;
      assert.equal(commandOf(press(key, { [modifier]: true }), false), undefined, `${modifier} and ${key}`);
    }
  }
});

test("Shift and a horizontal arrow are for the whole branch", () => {
  const withShift = { shiftKey: true };
  assert.equal(commandOf(press("ArrowRight", withShift), false), "open-below");
  assert.equal(commandOf(press("ArrowLeft", withShift), false), "close-below");
  assert.equal(commandOf(press("ArrowRight", withShift), true), "close-below");
  assert.equal(commandOf(press("ArrowLeft", withShift), true), "open-below");
});

test("the asterisk works with Shift, because many keyboards need it", () => {
  assert.equal(commandOf(press("*", { shiftKey: true }), false), "open-siblings");
  assert.equal(commandOf(press("*", { ctrlKey: true }), false), undefined);
});

test("a slash and the browser's find keys focus the filter", () => {
  /** @type {[Press, boolean][]} */
  const table = [
    [["/"], true],
    [["/", { shiftKey: true }], true],
    [["f", { ctrlKey: true }], true],
    [["F", { ctrlKey: true }], true],
    [["f", { metaKey: true }], true],
    [["f"], false],
    [["/", { altKey: true }], false],
    [["/", { ctrlKey: true }], false],
    [["/", { isComposing: true }], false],
    [["f", { ctrlKey: true, shiftKey: true }], false],
    [["f", { ctrlKey: true, altKey: true }], false],
  ];
  check(table, (each) => isFindKey(press(...each)));
});

test("F5 and Ctrl+R reload without other modifiers", () => {
  /** @type {[Press, boolean][]} */
  const table = [
    [["F5"], true],
    [["F5", { ctrlKey: true }], true],
    [["r", { ctrlKey: true }], true],
    [["R", { metaKey: true }], true],
    [["r"], false],
    [["F5", { shiftKey: true }], false],
    [["F5", { altKey: true }], false],
    [["r", { ctrlKey: true, shiftKey: true }], false],
  ];
  check(table, (each) => isReloadKey(press(...each)));
});

test("the menu key and Shift+F10 open the menu", () => {
  /** @type {[Press, boolean][]} */
  const table = [
    [["ContextMenu"], true],
    [["F10", { shiftKey: true }], true],
    [["F10"], false],
    [["Enter"], false],
  ];
  check(table, (each) => isMenuKey(press(...each)));
});

test("letters typed quickly make one search text", () => {
  const typed = new TypeAhead();
  assert.equal(typed.add(press("s", { timeStamp: 0 })), "s");
  assert.equal(typed.add(press("é", { timeStamp: 1000 })), "sé");
  assert.equal(typed.add(press(" ", { timeStamp: 1500 })), "sé ");
  assert.equal(typed.add(press("𝒜", { timeStamp: 2500 })), "sé 𝒜");
});

test("after a pause, a letter starts a new search text", () => {
  const typed = new TypeAhead();
  typed.add(press("s", { timeStamp: 0 }));
  assert(typed.isUnderWay(press("t", { timeStamp: 1000 })));
  assert(!typed.isUnderWay(press("t", { timeStamp: 1001 })));
  assert.equal(typed.add(press("t", { timeStamp: 1001 })), "t");
});

test("reset empties the search text", () => {
  const typed = new TypeAhead();
  typed.add(press("s"));
  typed.reset();
  assert(!typed.isUnderWay(press("t")));
  assert.equal(typed.add(press("t")), "t");
});

test("keys that are not letters do not change the search text", () => {
  const typed = new TypeAhead();
  assert.equal(typed.add(press(" ")), undefined, "a first space is a command");
  typed.add(press("a"));
  /** @type {[Press, undefined][]} */
  const table = [
    [["Shift"], undefined],
    [["Tab"], undefined],
    [["b", { ctrlKey: true }], undefined],
    [["b", { altKey: true }], undefined],
    [["b", { metaKey: true }], undefined],
    [["b", { isComposing: true }], undefined],
  ];
  check(table, (each) => typed.add(press(...each)));
  assert.equal(typed.add(press("c")), "ac");
});

test("a repeated letter steps through its titles", () => {
  /** @type {[string, string | undefined][]} */
  const table = [
    ["aa", "a"],
    ["Aaa", "a"],
    ["ßß", "ß"],
    ["𝒜𝒜", "𝒜"],
    ["a", undefined],
    ["ab", undefined],
    ["aab", undefined],
    ["", undefined],
  ];
  check(table, TypeAhead.repeatedLetter);
});

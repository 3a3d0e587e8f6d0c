import assert from "node:assert/strict";
import test from "node:test";

import { WaitingFacts } from "../../www/element/load/waiting-facts.js";

/** @param {number} number @param {string} [title] @returns {import("../../www/element/types.js").PageFacts} */
const page = (number, title = "") =>
  ({ url: `https://a.example/${number}`, title, alternates: [], menus: [], breadcrumbs: [], relations: [], headings: [] });

test("only the facts of the last four pages wait", () => {
  const waiting = new WaitingFacts();
  for (let number = 0; number < 100; number += 1) waiting.put(page(number));
  assert.deepEqual(waiting.take().map(({ url }) => url.slice(-2)), ["96", "97", "98", "99"]);
  assert.deepEqual(waiting.take(), [], "they are taken once");
});

test("the last facts of a page replace earlier ones", () => {
  const waiting = new WaitingFacts();
  for (const facts of [page(1, "first"), page(2), page(1, "last")]) waiting.put(facts);
  assert.deepEqual(waiting.take().map(({ title }) => title), ["", "last"]);
});

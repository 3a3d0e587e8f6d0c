import assert from "node:assert/strict";
import test from "node:test";

import { Loading } from "../../www/element/load/loading.js";
import { targetOf } from "../../www/element/load/target.js";
import { Strings } from "../../www/element/text/strings.js";

// Each failed load prints its error.
console.error = () => {};

/** A part of the element that accepts every call. @param {object} [known] @returns {any} */
function fake(known = {}) {
  return new Proxy(known, { get: (target, name) => Reflect.get(target, name) ?? (() => {}) });
}

/** Every load fails, because the engine does not start outside a browser. */
function start() {
  /** @type {string[]} */
  const steps = [];
  const loading = new Loading({
    view: fake({ rowCount: 0, session: undefined, strings: new Strings(undefined, "en") }),
    status: fake(),
    filter: fake({ isOn: false, wholePlace: undefined }),
    reveal: fake({ isPending: false }),
    position: fake({ saved: undefined }),
    documents: fake(),
    places: fake(),
    hasFocus: () => false,
    closeMenu: () => {},
    takeOver: () => {},
    targetChanged: () => {},
    send: (type) => void (["load", "error"].includes(type) && steps.push(type)),
  });
  loading.addEventListener("statechange", () => steps.push(loading.state));
  const failed = new Promise((resolve) => {
    loading.addEventListener("statechange", () => loading.state === "failed" && resolve(undefined));
  });
  return { loading, steps, failed };
}

const PAGE = targetOf(null, "https://a.example/page", "", "");

test("each step of a load dispatches statechange before its event", async () => {
  const { loading, steps, failed } = start();
  assert.equal(loading.state, "idle");
  loading.goTo(PAGE, undefined);
  assert.equal(loading.state, "loading");
  await failed;
  await Promise.resolve();
  assert.deepEqual(steps, ["idle", "loading", "failed", "error"]);
});

test("leaving a site leads to idle, and its load changes nothing any more", async () => {
  const { loading, steps, failed } = start();
  loading.goTo(PAGE, undefined);
  loading.goTo(undefined, undefined);
  assert.deepEqual([loading.state, loading.isRunning], ["idle", false]);
  loading.goTo(PAGE, undefined);
  await failed;
  assert.deepEqual(steps.filter((step) => step === "failed"), ["failed"], "only the last load fails");
});

test("pages of one origin share a load", async () => {
  const { loading, steps } = start();
  loading.goTo(PAGE, undefined);
  loading.goTo(targetOf(null, "https://a.example/other", "", ""), "https://a.example/other");
  assert.deepEqual(steps, ["idle", "loading"]);
  loading.goTo(targetOf(null, "https://b.example/", "", ""), undefined);
  assert.deepEqual(steps, ["idle", "loading", "idle", "loading"]);
});

test("after the engine's death, nothing is loaded", () => {
  const { loading, steps } = start();
  loading.die();
  loading.goTo(PAGE, undefined);
  loading.reload();
  assert.deepEqual([loading.state, steps], ["failed", ["failed"]]);
});

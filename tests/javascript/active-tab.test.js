import assert from "node:assert/strict";
import test from "node:test";

/** @typedef {{ id: number, windowId: number, active: boolean, url?: string, status: string }} BrowserTab */

/** @type {((id: number, change: object, tab: BrowserTab) => void)[]} */
const listeners = [];
/** The tab that the browser shows. @type {BrowserTab} */
let shown;
let now = 0;
/** @type {{ at: number, run: () => void }[]} */
let timers = [];

/** @type {any} */ (globalThis).browser = {
  i18n: { getMessage: () => "en" },
  runtime: { getURL: (/** @type {string} */ path) => `moz-extension://own/${path}` },
  sidebarAction: {},
  tabs: {
    onActivated: { addListener() {} },
    onUpdated: { addListener: (/** @type {any} */ listener) => listeners.push(listener), removeListener() {} },
    query: async () => [shown],
  },
};
const { ActiveTab } = await import("../../www/extension/sidebar/tab/active-tab.js");

const wait = globalThis.setTimeout;
const settle = () => new Promise((resolve) => wait(resolve));
Object.assign(globalThis, {
  performance: { now: () => now },
  setTimeout: (/** @type {() => void} */ run, /** @type {number} */ delay) => timers.push({ at: now + delay, run }),
});

/** @param {number} time  In milliseconds. */
async function pass(time) {
  now += time;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { run } of due) run();
  await settle();
}

/** @param {Partial<BrowserTab>} change  A property that is `undefined` is missing. */
async function become(change) {
  shown = { ...shown, ...change };
  for (const listener of listeners) listener(shown.id, change, shown);
  await settle();
}

/** The addresses that the sidebar has followed. @type {(string | undefined)[]} */
let followed = [];

/** @param {string} url */
async function start(url) {
  listeners.length = 0;
  followed = [];
  timers = [];
  new ActiveTab(1, () => true, (tab) => followed.push(tab.url));
  shown = { id: 1, windowId: 1, active: true, status: "complete" };
  await become({ url });
}

const PAGE = "https://www.example.org/";
const NEXT = "https://www.example.org/next";

test("a tab on its way through the extension's own page still shows its last page, however long the next one takes", async () => {
  await start(PAGE);
  await become({ url: `moz-extension://own/away.html#${encodeURIComponent(NEXT)}`, status: "loading" });
  await become({ status: "complete" });
  await pass(60_000);
  await become({ url: NEXT, status: "loading" });
  assert.deepEqual(followed, [PAGE, NEXT]);
});

test("a new tab on its way has no page yet", async () => {
  await start(PAGE);
  shown = { id: 2, windowId: 1, active: true, status: "loading" };
  await become({ url: `moz-extension://own/away.html#${encodeURIComponent(NEXT)}` });
  assert.deepEqual(followed, [PAGE, undefined]);
});

test("a tab that loses its address for a moment still shows its last page", async () => {
  await start(PAGE);
  await become({ url: undefined, status: "loading" });
  await pass(900);
  await become({ url: NEXT });
  assert.deepEqual(followed, [PAGE, NEXT]);
});

test("a tab whose address stays unknown leaves its last page after a second, or when it has loaded", async () => {
  await start(PAGE);
  await become({ url: undefined, status: "loading" });
  await pass(1000);
  assert.deepEqual(followed, [PAGE, undefined]);
  await start(PAGE);
  await become({ url: undefined, status: "loading" });
  await become({ status: "complete" });
  assert.deepEqual(followed, [PAGE, undefined]);
});

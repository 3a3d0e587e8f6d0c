import assert from "node:assert/strict";
import test from "node:test";

/** Attempts that fail until the document of the new tab is ready. */
let failures = 0;
/** @type {{ tabId: number, url: string }[]} */
const clicks = [];

/** @type {any} */ (globalThis).browser = {
  i18n: { getMessage: () => "en" },
  sidebarAction: {},
  tabs: { create: async () => ({ id: 7 }) },
  windows: { get: async () => ({ incognito: false }), create: async () => ({ tabs: [{ id: 8 }] }) },
  scripting: {
    /** @param {{ target: { tabId: number }, args: [string] }} call */
    executeScript: async ({ target: { tabId }, args: [url] }) => {
      if (failures-- > 0) throw new Error("Missing host permission for the tab");
      clicks.push({ tabId, url });
    },
  },
};

const { openPage } = await import("../../www/extension/sidebar/open-page.js");

const TAB = /** @type {any} */ ({ id: 1, windowId: 1 });

test("a link opens in a new tab or window as soon as its document is ready", async () => {
  for (const [place, tabId] of /** @type {const} */ ([["tab", 7], ["window", 8]])) {
    failures = 3;
    clicks.length = 0;
    await openPage("https://www.example.org/page", place, TAB);
    assert.deepEqual(clicks, [{ tabId, url: "https://www.example.org/page" }]);
  }
});

test("a new tab in which no script runs is an error", async () => {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = /** @type {any} */ (/** @param {() => void} run */ (run) => queueMicrotask(run));
  failures = Infinity;
  const message = await openPage("https://www.example.org/page", "tab", TAB).catch((error) => error.message);
  globalThis.setTimeout = wait;
  assert.equal(message, "the new tab cannot follow the link");
});

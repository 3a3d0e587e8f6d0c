import assert from "node:assert/strict";
import test from "node:test";

/** @type {Map<string, unknown>} */
const stored = new Map();

// The parts of the browser that the module and its imports need.
Object.assign(globalThis, {
  browser: {
    i18n: { getMessage: () => "en" },
    storage: {
      session: {
        get: async () => Object.fromEntries(stored),
        remove: async (/** @type {string[]} */ keys) => keys.forEach((key) => stored.delete(key)),
      },
    },
  },
});
const { evictOldest } = await import("../../www/extension/evict.js");

/** @param {Record<string, unknown>} entries */
function store(entries) {
  stored.clear();
  for (const [key, value] of Object.entries(entries)) stored.set(key, value);
}

test("the oldest entries are removed, in any order of storage", async () => {
  store({ "tab:1": { keptAt: 3 }, "tab:2": { keptAt: 1 }, "tab:3": { keptAt: 4 }, "tab:4": { keptAt: 2 } });
  await evictOldest("tab:", 2);
  assert.deepEqual([...stored.keys()], ["tab:1", "tab:3"]);
});

test("entries with other keys stay", async () => {
  store({ "site:1": { keptAt: 1 }, settings: { theme: "dark" }, "tab:1": { keptAt: 2 } });
  await evictOldest("tab:", 0);
  assert.deepEqual([...stored.keys()], ["site:1", "settings"]);
});

test("all entries stay if they are within the limits", async () => {
  store({ "tab:1": { keptAt: 1 }, "tab:2": { keptAt: 2 } });
  await evictOldest("tab:", 2);
  assert.equal(stored.size, 2);
});

test("the newest entries stay within the limit of characters", async () => {
  const text = "x".repeat(100);
  store({ "tab:1": { keptAt: 1, text }, "tab:2": { keptAt: 2, text }, "tab:3": { keptAt: 3, text } });
  await evictOldest("tab:", 10, 300);
  assert.deepEqual([...stored.keys()], ["tab:2", "tab:3"]);
  await evictOldest("tab:", 10, 50);
  assert.equal(stored.size, 0, "an entry that is too long alone");
});

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
const { evictSurplus } = await import("../../www/extension/evict.js");

/** @param {Record<string, unknown>} entries */
function store(entries) {
  stored.clear();
  for (const [key, value] of Object.entries(entries)) stored.set(key, value);
}

test("the oldest entries are removed, in any order of storage", async () => {
  store({ "tab:1": { keptAt: 3 }, "tab:2": { keptAt: 1 }, "tab:3": { keptAt: 4 }, "tab:4": { keptAt: 2 } });
  await evictSurplus("tab:", 2);
  assert.deepEqual([...stored.keys()], ["tab:1", "tab:3"]);
});

test("entries with other keys stay", async () => {
  store({ "site:1": { keptAt: 1 }, settings: { theme: "dark" }, "tab:1": { keptAt: 2 } });
  await evictSurplus("tab:", 0);
  assert.deepEqual([...stored.keys()], ["site:1", "settings"]);
});

test("all entries stay if they are within the limits", async () => {
  store({ "tab:1": { keptAt: 1 }, "tab:2": { keptAt: 2 } });
  await evictSurplus("tab:", 2);
  assert.equal(stored.size, 2);
});

test("the newest entries stay within the limit of characters", async () => {
  const text = "x".repeat(100);
  store({ "tab:1": { keptAt: 1, text }, "tab:2": { keptAt: 2, text }, "tab:3": { keptAt: 3, text } });
  await evictSurplus("tab:", 10, 300);
  assert.deepEqual([...stored.keys()], ["tab:2", "tab:3"]);
  await evictSurplus("tab:", 10, 50);
  assert.equal(stored.size, 0, "an entry that is too long alone");
});

test("a site with many hosts and paths removes its own entries", async () => {
  const sites = ["https://www.a.test", "https://b.test:8443/docs/", "work http://c.test", "http://192.0.2.1", "http://192.0.3.1"];
  /** @type {Record<string, unknown>} */
  const entries = {};
  sites.forEach((site, at) => (entries[`place page ${site}`] = { keptAt: at }));
  for (let at = 0; at < 60; at += 1) entries[`place page https://${at}.evil.test/${at}/`] = { keptAt: 100 + at };
  store(entries);
  await evictSurplus("place ", 10);
  const kept = [...stored.keys()].map((key) => key.slice("place page ".length));
  const evil = [55, 56, 57, 58, 59].map((at) => `https://${at}.evil.test/${at}/`);
  assert.deepEqual(kept, [...sites, ...evil]);
});

test("a site with large entries removes its own entries", async () => {
  const text = "x".repeat(100);
  store({
    "tab https://a.test": { keptAt: 1, text },
    "tab https://1.evil.test": { keptAt: 2, text },
    "tab https://2.evil.test": { keptAt: 3, text },
    "tab https://3.evil.test": { keptAt: 4, text },
  });
  await evictSurplus("tab ", 10, 300);
  assert.deepEqual([...stored.keys()], ["tab https://a.test", "tab https://3.evil.test"]);
});

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

/** An area of a browser's storage. */
class Area {
  /** @type {Record<string, any>} */
  values = {};
  /** @type {((changes: Record<string, { newValue?: any }>) => void)[]} */
  listeners = [];
  onChanged = { addListener: (/** @type {any} */ listener) => this.listeners.push(listener) };
  /** The browser refuses this call. @type {string | undefined} */
  refused;
  /** The calls. @type {string[]} */
  calls = [];

  /** @param {string} name */
  #call(name) {
    this.calls.push(name);
    if (this.refused === name) throw new Error("refused");
  }

  /** @param {string[] | null} keys */
  async get(keys) {
    this.#call("get");
    const found = Object.entries(this.values).filter(([key]) => keys === null || keys.includes(key));
    return structuredClone(Object.fromEntries(found));
  }

  /** @param {Record<string, any>} values */
  async set(values) {
    this.#call("set");
    Object.assign(this.values, structuredClone(values));
    const changes = Object.entries(values).map(([key, newValue]) => [key, { newValue }]);
    for (const listener of this.listeners) listener(Object.fromEntries(changes));
  }

  /** @param {string | string[]} keys */
  async remove(keys) {
    this.#call("remove");
    const removed = [keys].flat();
    for (const key of removed) delete this.values[key];
    for (const listener of this.listeners) listener(Object.fromEntries(removed.map((key) => [key, {}])));
  }
}

const local = new Area();
const session = new Area();
const extension = { inIncognitoContext: false };
/** The documents that wait for a lock, each with its name. @type {Map<string, Promise<unknown>>} */
const locks = new Map();
/** @type {any} */ (globalThis).browser = { storage: { local, session }, extension };
Object.defineProperty(globalThis, "navigator", {
  configurable: true,
  value: {
    locks: {
      request(/** @type {string} */ name, /** @type {() => Promise<unknown>} */ run) {
        const turn = (locks.get(name) ?? Promise.resolve()).then(run);
        locks.set(name, turn.catch(() => {}));
        return turn;
      },
    },
  },
});
const { evictBy, get, remove, set, update, watch } = await import("../../www/extension/store.js");
const { settings } = await import("../../www/extension/settings.js");

/** What the console reports. @type {unknown[]} */
let reported = [];
console.error = (/** @type {unknown} */ text) => reported.push(text);

beforeEach(() => {
  extension.inIncognitoContext = false;
  reported = [];
  for (const area of [local, session]) Object.assign(area, { values: {}, listeners: [], calls: [], refused: undefined });
  evictBy(async () => []);
});

const ONE = { is: 1 };
const TWO = { is: 2 };

/** One key of each kind, and whether a private window may read and write it. */
const KINDS = /** @type {const} */ ([
  [local, "settings", true, true],
  [local, "outline", true, false],
  [local, "visits", false, false],
  [local, "read https://a.example", false, false],
  [session, "lastView", false, false],
  [session, "place page https://a.example", false, false],
  [session, "sitemaps https://a.example", false, false],
  [session, "structure https://a.example", false, false],
]);

test("each kind is stored in its area and read again", async () => {
  for (const [area, key] of KINDS) {
    assert.equal(await set({ [key]: { of: key } }), true);
    assert(key in area.values, key);
    assert.equal((await get(key))?.[key].of, key);
  }
  assert.deepEqual([Object.keys(local.values).length, Object.keys(session.values).length], [4, 4]);
});

test("a private window asks and changes the browser's storage only where it may", async () => {
  for (const [area, key, mayRead, mayWrite] of KINDS) {
    await set({ [key]: ONE });
    const stored = area.values[key];
    area.calls = [];
    extension.inIncognitoContext = true;
    assert.deepEqual(await get(key), mayRead ? { [key]: ONE } : {}, key);
    assert.equal(await set({ [key]: TWO }), mayWrite, key);
    if (!mayWrite) assert.equal(await update(key, () => 3), false, key);
    assert.equal(area.calls.includes("get"), mayRead, key);
    extension.inIncognitoContext = false;
    assert.deepEqual(area.values[key], mayWrite ? TWO : stored, key);
  }
  assert.deepEqual(reported, []);
});

test("an entry is removed, or all of its kind", async () => {
  for (const at of ["a", "b", "c"]) await set({ [`read https://${at}.example`]: ONE });
  await set({ visits: ONE });
  await set({ "structure https://a.example": ONE });
  /** @type {unknown[]} */
  const changes = [];
  watch("read", (value, site) => changes.push([value, site]));
  await remove("read", "https://b.example");
  assert.deepEqual(changes, [[undefined, "https://b.example"]]);
  assert.deepEqual(Object.keys(local.values), ["read https://a.example", "read https://c.example", "visits"]);
  await remove("read");
  assert.deepEqual([Object.keys(local.values), Object.keys(session.values).length], [["visits"], 1]);
  extension.inIncognitoContext = true;
  assert.equal(await remove("read"), false);
});

test("a full kind loses what the engine chooses, and no other kind does", async () => {
  const places = Array.from({ length: 60 }, (_, at) => `place page https://${at}.example`);
  for (const [at, key] of places.entries()) session.values[key] = { ...ONE, keptAt: at };
  await set({ "structure https://a.example": ONE });
  /** @type {[times: number[], most: number, length: number][]} */
  const asked = [];
  evictBy(async (entries, most, length) => {
    asked.push([entries.map(([, { keptAt }]) => keptAt), most, length]);
    return entries.slice(0, entries.length - most).map(([key]) => key);
  });
  const start = Date.now();
  assert.equal(await set({ "place page https://new.example": ONE }), true);
  const [[times, ...room] = [[]]] = asked;
  assert.deepEqual([times.slice(0, 60), room], [[...places.keys()], [50, 2_000_000]]);
  assert(times.length === 61 && Number(times[60]) >= start, "the new entry has a time");
  assert.deepEqual(Object.keys(session.values).filter((key) => key.startsWith("place ")).length, 50);
  assert("structure https://a.example" in session.values);
  // What is stored again needs no more entries.
  await set({ "place page https://new.example": TWO });
  assert.equal(asked.length, 1);
});

test("many entries of a kind are stored with one call", async () => {
  const values = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`sitemaps https://${at}.example`, { at }]));
  await set(values);
  assert.equal(session.calls.filter((call) => call === "set").length, 1);
  assert.deepEqual(Object.values((await get(...Object.keys(values))) ?? {}).map(({ at }) => at), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("what the browser cannot read is not there", async () => {
  await set({ visits: 1 });
  local.refused = "get";
  assert.equal(await get("visits"), undefined);
  assert.deepEqual([reported.length, await update("visits", () => 2)], [1, undefined]);
  assert.equal(local.values.visits, 1, "the value that could not be read is replaced");
  await assert.rejects(settings(), "the settings are the defaults");
});

test("a failed write is reported and throws nothing", async () => {
  local.refused = "set";
  for (const written of [set({ outline: ONE }), update("outline", () => TWO)]) {
    assert.equal(await written, undefined);
  }
  assert.deepEqual([reported.length, reported.every((text) => String(text).startsWith("Navibar cannot"))], [2, true]);
});

test("changes at the same time are all kept", async () => {
  await Promise.all([1, 2, 3].map((step) => update("visits", (sum = 0) => sum + step)));
  assert.deepEqual(await get("visits"), { visits: 6 });
});

test("a watcher sees the changes of its kind only", async () => {
  /** @type {unknown[]} */
  const seen = [];
  watch("structure", (kept, origin) => seen.push([origin, kept?.is]));
  watch("settings", (value) => seen.push(value));
  await set({ "structure https://a.example": ONE });
  await set({ "place page https://a.example": ONE });
  await set({ settings: ONE });
  await set({ outline: TWO });
  await session.remove(["structure https://a.example"]);
  assert.deepEqual(seen, [["https://a.example", 1], ONE, ["https://a.example", undefined]]);
});

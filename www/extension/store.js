import { api } from "./api.js";

// eslint-disable-next-line no-restricted-properties -- this is the file that the rule names
const { storage: areas } = api;

/**
 * The rules for one kind of values.
 *
 * @typedef {object} Rules
 * @property {"local" | "session"} area  `local` is in the browser's profile, `session` in memory until the browser closes.
 * @property {"read" | "write"} [inPrivate]  What a private window may do, too. The default is nothing: it stores nothing, and
 *   a site could see from the requests what it has read.
 * @property {number} [most]  The maximum number of entries. Without it, the kind is one entry.
 * @property {number} [length]  The maximum number of characters in all entries. Firefox stores at most 10 MB.
 */

/** Everything that is stored, by the first word of its keys. `docs/privacy.md` lists it. @type {Record<string, Rules>} */
const RULES = {
  settings: { area: "local", inPrivate: "write" },
  outline: { area: "local", inPrivate: "read" },
  visits: { area: "local" }, // the engine limits the number of sites
  lastView: { area: "session" },
  place: { area: "session", most: 50, length: 2_000_000 },
  sitemaps: { area: "session", most: 1000, length: 524_288 }, // the limits of the engine
  read: { area: "local", most: 200, length: 2_000_000 },
  structure: { area: "session", most: 500 }, // more than open tabs
};

/** @type {(entries: [string, { keptAt: number }][], most: number, length: number) => Promise<string[]>} */
let surplusOf;

/** Sets what chooses the keys that a full kind loses. Call this before a kind of many entries is stored. @param {typeof surplusOf} choose */
export function evictBy(choose) {
  surplusOf = choose;
}

/** The entries that this document has stored, of kinds with many. @type {Set<string>} */
const own = new Set();

const CLEARED = "cleared";

/** @param {string} [key] */
function kindOf(key = "") {
  const [kind = ""] = key.split(" ", 1);
  const { area, inPrivate, most = 0, length = 10_000_000 } = /** @type {Rules} */ (RULES[kind]);
  const may = api.extension.inIncognitoContext ? inPrivate : "write";
  return { storage: areas[area], start: most ? `${kind} ` : kind, may, most, length };
}

/**
 * @template Done
 * @param {string | undefined} key
 * @param {(kind: ReturnType<typeof kindOf>) => Promise<Done>} run
 * @returns {Promise<Done | undefined>}  `undefined` if the browser refuses.
 */
async function attempt(key, run) {
  try {
    return await run(kindOf(key));
  } catch (error) {
    console.error("Navibar cannot access", key, error);
    return undefined;
  }
}

/**
 * Returns values by their keys, which are of one kind.
 *
 * @param {string[]} keys
 * @returns {Promise<Record<string, any> | undefined>}  `undefined` if the browser cannot read them.
 */
export function get(...keys) {
  return attempt(keys[0], async ({ storage, may }) => (may ? storage.get(keys) : {}));
}

/** Resolves to `true` if the values are stored. @param {Record<string, any>} values  By their keys, which are of one kind. */
export function set(values) {
  const keys = Object.keys(values);
  return write(keys[0], async ({ storage, start, most, length }) => {
    const stored = Object.entries(values).map(([key, value]) => [key, most ? { ...value, keptAt: Date.now() } : value]);
    await storage.set(Object.fromEntries(stored));
    if (!most || keys.every((key) => own.has(key))) return;
    const all = Object.entries(await storage.get(null)).filter(([key]) => key.startsWith(start));
    await storage.remove(await surplusOf(all, most, length));
    for (const key of keys) own.add(key);
  });
}

/** Replaces a value. Other documents cannot replace it at the same time. @param {string} key @param {(value: any) => unknown} next */
export function update(key, next) {
  return write(key, ({ storage }) =>
    navigator.locks.request(key, async () => storage.set({ [key]: next((await storage.get(key))[key]) })),
  );
}

/** @param {string | undefined} key @param {(kind: ReturnType<typeof kindOf>) => Promise<void>} run */
function write(key, run) {
  return attempt(key, async (kind) => {
    if (kind.may !== "write") return false;
    await run(kind);
    return true;
  });
}

/** Removes an entry of a kind with many, or all of them. @param {string} kind @param {string} [rest]  Of the key. */
export function remove(kind, rest) {
  return write(kind, async ({ storage, start }) => {
    const keys = rest === undefined ? Object.keys(await storage.get(null)) : [start + rest];
    await storage.remove(keys.filter((key) => key.startsWith(start)));
  });
}

/** Calls back after each change in any document. @param {string} kind @param {(value: any, rest: string) => void} changed  `rest`: of the key. */
export function watch(kind, changed) {
  const { storage, start } = kindOf(kind);
  storage.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(start)) changed(newValue, key.slice(start.length));
    }
  });
}

/** Deletes everything that is stored. */
export function clear() {
  return write("settings", async () => {
    await Promise.all([areas.local.clear(), areas.session.clear()]);
    const channel = new BroadcastChannel(CLEARED);
    channel.postMessage(undefined);
    channel.close();
  });
}

/** Calls back when another document has deleted everything that is stored. @param {() => void} cleared */
export function onClear(cleared) {
  new BroadcastChannel(CLEARED).onmessage = cleared;
}

import { engine } from "../navi-bar/engine.js";
import { mayAccess } from "./site-access.js";

/** In bytes. A picture of 15 by 15 needs no more, and a site cannot fill the memory with them. */
const MAX_PICTURE = 256 * 1024;

/** In bytes, for all pictures that are kept. */
const MAX_KEPT = 8 * 1024 * 1024;

/** In milliseconds, for one picture. */
const MAX_TIME = 10_000;

/** Pictures that are fetched at the same time; the others wait. */
const MAX_AT_ONCE = 6;

/** @type {Map<string, { source: Promise<string>, size: number }>} By site and address, the oldest first. */
const kept = new Map();
let keptBytes = 0;

let fetching = 0;
/** @type {(() => void)[]} The last one is the next: the rows that are in sight now asked last. */
const waiting = [];

/**
 * Fetches a site's picture without its cookies. An `<img>` would send them: to Firefox, a page of an extension that may
 * access a site counts as one of the site's own.
 *
 * @param {string} url
 * @param {string} site  What it is shown for. Another site gets it by a request of its own, as if it had not been seen.
 * @returns {Promise<string>}  An address for `<img>`.
 */
export function pictureWithoutCookies(url, site) {
  const key = `${site} ${url}`;
  const known = kept.get(key);
  if (known) return known.source;
  const entry = { source: load(url, (size) => keep(key, size)), size: 0 };
  kept.set(key, entry);
  entry.source.catch(() => kept.delete(key));
  return entry.source;
}

/** @param {string} url @param {(size: number) => void} came */
async function load(url, came) {
  if (fetching < MAX_AT_ONCE) fetching++;
  // The one that ends hands over its place.
  else await new Promise((/** @type {(go: void) => void} */ go) => waiting.push(go));
  try {
    const bytes = await fetched(url);
    // What the server says of the type does not count. Only what the engine has found to be small and simple is decoded.
    const type = (await engine()).pictureType(bytes);
    if (type === undefined) throw new Error(`no picture, or not a simple one: ${url}`);
    came(bytes.byteLength);
    return URL.createObjectURL(new Blob([bytes], { type }));
  } finally {
    const next = waiting.pop();
    if (next) next();
    else fetching--;
  }
}

/** @param {string} url */
async function fetched(url) {
  if (!(await mayAccess(url))) throw new Error(`no access: ${url}`);
  const response = await fetch(url, {
    cache: "no-store", // all sites share it
    credentials: "omit",
    redirect: "error", // the browser would request the target before anybody can look at it
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(MAX_TIME),
  });
  if (!response.ok) throw new Error(`no picture: ${url}`);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  // To leave the loop ends the transfer.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_PICTURE) throw new Error(`too large a picture: ${url}`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} key @param {number} size */
function keep(key, size) {
  const entry = kept.get(key);
  if (!entry) return;
  entry.size = size;
  keptBytes += size;
  for (const [oldest, { source, size: freed }] of kept) {
    if (keptBytes <= MAX_KEPT || oldest === key) return;
    kept.delete(oldest);
    keptBytes -= freed;
    source.then(URL.revokeObjectURL, () => {});
  }
}

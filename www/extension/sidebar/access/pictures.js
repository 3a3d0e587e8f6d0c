import { deferred } from "../../../element/load/deferred.js";
import { engine } from "../../../element/load/engine.js";
import { mayAccess } from "./site-access.js";

/** The maximum size in bytes of one picture. Equals `MAX_PICTURE_BYTES` of the engine; a test compares them. */
export const MAX_PICTURE_BYTES = 256 * 1024;

/** The maximum size in bytes of all cached pictures. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/** The maximum time in milliseconds for one picture. */
const MAX_TIME = 10_000;

/** The maximum number of requests at the same time. */
const MAX_AT_ONCE = 6;

/** The maximum number of requests that wait. More rows are never in sight, so the first ones wait for rows out of sight. */
const MAX_WAITING = 200;

/** @type {Map<string, { source: Promise<string>, size: number }>} By site and address, the oldest first. */
const cache = new Map();
let cachedBytes = 0;

let fetching = 0;
/** The last request is the next, because its row is in sight now. @type {{ start: () => void, drop: () => void }[]} */
let waiting = [];

/**
 * Fetches a site's picture without cookies. An `<img>` would send them, because Firefox treats a page of an extension with
 * access to a site as same-site.
 *
 * @param {string} url
 * @param {string} site  The site that shows it. Each site fetches its pictures itself, so that none learns about visits to others.
 * @param {AbortSignal} left  The user leaves the site.
 * @returns {Promise<string>}  An address for `<img>`.
 */
export function pictureWithoutCookies(url, site, left) {
  const key = `${site} ${url}`;
  const known = cache.get(key);
  if (known) return known.source;
  const entry = { source: load(url, left, (size) => keep(key, size)), size: 0 };
  cache.set(key, entry);
  entry.source.catch(() => cache.delete(key));
  return entry.source;
}

/** @param {string} url @param {AbortSignal} left @param {(bytes: number) => void} onSize */
async function load(url, left, onSize) {
  if (fetching < MAX_AT_ONCE) fetching++;
  // A request that ends starts the next one.
  else await turn(left);
  try {
    const bytes = await fetched(url, left);
    const picture = await checkedPicture(bytes);
    if (!picture) throw new Error(`no picture, or not a simple one: ${url}`);
    onSize(bytes.byteLength);
    return URL.createObjectURL(picture);
  } finally {
    const next = waiting.pop();
    if (next) next.start();
    else fetching--;
  }
}

/** Waits until a request may start. @param {AbortSignal} left @returns {Promise<void>} */
function turn(left) {
  /** @type {PromiseWithResolvers<void>} */
  const { promise, resolve, reject } = Promise.withResolvers();
  const drop = () => reject(new DOMException("the picture is not needed", "AbortError"));
  const own = { start: resolve, drop };
  waiting.push(own);
  if (waiting.length > MAX_WAITING) waiting.shift()?.drop();
  left.addEventListener("abort", () => {
    waiting = waiting.filter((other) => other !== own);
    drop();
  });
  return promise;
}

/**
 * Checks a picture. The browser decodes only pictures that the engine has checked.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Blob | undefined>}  `undefined` if it is not a picture, or not a simple one.
 */
export async function checkedPicture(bytes) {
  const { pictureType } = await engine();
  await deferred();
  const type = bytes.byteLength > MAX_PICTURE_BYTES ? undefined : pictureType(bytes);
  return type === undefined ? undefined : new Blob([bytes], { type });
}

/** @param {string} url @param {AbortSignal} left */
async function fetched(url, left) {
  if (!(await mayAccess(url))) throw new Error(`no access: ${url}`);
  const response = await fetch(url, {
    cache: "no-store", // all sites share the browser's cache
    credentials: "omit",
    redirect: "error", // the browser would request the target before it can be checked
    referrerPolicy: "no-referrer",
    signal: AbortSignal.any([left, AbortSignal.timeout(MAX_TIME)]),
  });
  if (!response.ok) throw new Error(`no picture: ${url}`);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  // Leaving the loop cancels the transfer.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_PICTURE_BYTES) throw new Error(`too large a picture: ${url}`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} key @param {number} size */
function keep(key, size) {
  const entry = cache.get(key);
  if (!entry) return;
  entry.size = size;
  cachedBytes += size;
  for (const [oldest, { source, size: freed }] of cache) {
    if (cachedBytes <= MAX_CACHED_BYTES || oldest === key) return;
    cache.delete(oldest);
    cachedBytes -= freed;
    source.then(URL.revokeObjectURL, () => {});
  }
}

import { mayAccess } from "./site-access.js";

/** In bytes. A picture of 15 by 15 needs no more, and a site cannot fill the memory with them. */
const MAX_PICTURE = 256 * 1024;

/** In bytes, for all pictures that are kept. */
const MAX_KEPT = 8 * 1024 * 1024;

/** @type {Map<string, { source: Promise<string>, size: number }>} By site and address, the oldest first. */
const kept = new Map();
let keptBytes = 0;

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
  if (!(await mayAccess(url))) throw new Error(`no access: ${url}`);
  const response = await fetch(url, {
    cache: "no-store", // all sites share it
    credentials: "omit",
    redirect: "error", // the browser would request the target before anybody can look at it
    referrerPolicy: "no-referrer",
  });
  const type = response.headers.get("content-type") ?? "";
  // Some servers do not know what an .ico file is.
  const isPicture = response.ok && /^(?:image\/|application\/octet-stream|$)/i.test(type);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  // To leave the loop ends the transfer.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (!isPicture || size > MAX_PICTURE) throw new Error(`no picture, or too large a one: ${url}`);
    parts.push(part);
  }
  if (size === 0) throw new Error(`no picture: ${url}`);
  came(size);
  return URL.createObjectURL(new Blob(parts, { type }));
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

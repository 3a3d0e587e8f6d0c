/** In bytes. A picture of 15 by 15 needs no more, and a site cannot fill the memory with them. */
const MAX_PICTURE = 256 * 1024;

/** In bytes, for all pictures that are kept. */
const MAX_KEPT = 8 * 1024 * 1024;

/** @type {Map<string, { source: Promise<string>, size: number }>} By address, the oldest first. */
const kept = new Map();
let keptBytes = 0;

/**
 * Fetches a site's picture without its cookies. An `<img>` would send them: to Firefox, a page of an extension that may
 * access a site counts as one of the site's own.
 *
 * @param {string} url
 * @returns {Promise<string>}  An address for `<img>`.
 */
export function pictureWithoutCookies(url) {
  const known = kept.get(url);
  if (known) return known.source;
  const entry = { source: load(url, (size) => keep(url, size)), size: 0 };
  kept.set(url, entry);
  entry.source.catch(() => kept.delete(url));
  return entry.source;
}

/** @param {string} url @param {(size: number) => void} came */
async function load(url, came) {
  const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
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

/** @param {string} url @param {number} size */
function keep(url, size) {
  const entry = kept.get(url);
  if (!entry) return;
  entry.size = size;
  keptBytes += size;
  for (const [oldest, { source, size: freed }] of kept) {
    if (keptBytes <= MAX_KEPT || oldest === url) return;
    kept.delete(oldest);
    keptBytes -= freed;
    source.then(URL.revokeObjectURL, () => {});
  }
}

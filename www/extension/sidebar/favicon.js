/** An address that contains a whole picture. */
const DATA = /^data:(image\/[\w.+-]+)(?:;charset=[\w-]+)?(;base64)?,(.*)$/is;

/** The maximum length of the address: more than icons of tabs need. */
const MAX_LENGTH = 512 * 1024;

/** @type {{ address: string, url: string } | undefined} The shown icon. */
let shown;

/**
 * Returns a tab's icon. Firefox provides the picture itself. Chromium provides its address at the site, which would need a
 * request. In that case there is no icon.
 *
 * @param {string | undefined} address  From the browser.
 * @returns {string | undefined}  An address for `<img>`. The last one becomes invalid.
 */
export function favicon(address) {
  if (address === shown?.address) return shown?.url;
  const old = shown;
  const picture = address !== undefined && address.length <= MAX_LENGTH ? decoded(address) : undefined;
  shown = address && picture ? { address, url: URL.createObjectURL(picture) } : undefined;
  if (old) URL.revokeObjectURL(old.url);
  return shown?.url;
}

/** @param {string} address */
function decoded(address) {
  const [, type, base64, data = ""] = DATA.exec(address) ?? [];
  if (!type) return undefined;
  try {
    const text = decodeURIComponent(data);
    if (!base64) return new Blob([text], { type });
    return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type });
  } catch {
    return undefined; // malformed
  }
}

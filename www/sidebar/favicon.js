/** The address of a picture that has all of the picture in it. */
const DATA = /^data:(image\/[\w.+-]+)(?:;charset=[\w-]+)?(;base64)?,(.*)$/is;

/** In characters of its address; no icon of a tab needs more. */
const MAX_LENGTH = 512 * 1024;

/** @type {{ address: string, url: string } | undefined} The one that is shown. */
let shown;

/**
 * A tab's icon. Firefox gives the picture itself. Chromium gives the address that the site has it at; that would be a
 * request, so there is no icon then.
 *
 * @param {string | undefined} address  As the browser gives it.
 * @returns {string | undefined}  An address for `<img>`; the one before is not valid any more.
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
    return undefined; // not what it says
  }
}

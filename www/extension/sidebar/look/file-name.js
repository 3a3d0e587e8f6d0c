/** Returns the last segment of an address. @param {string} url */
export function fileName(url) {
  return URL.parse(url)?.pathname.replace(/^.*\//, "") || url;
}

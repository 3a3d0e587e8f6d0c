/** The last segment of an address, which people know a file by. @param {string} url */
export function fileName(url) {
  return URL.parse(url)?.pathname.replace(/^.*\//, "") || url;
}

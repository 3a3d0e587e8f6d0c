/** Returns an address without its fragment. A fragment that begins like a path is a page of an application. @param {string} url */
export function pageOf(url) {
  return url.replace(/#(?!!?\/).*/s, "");
}

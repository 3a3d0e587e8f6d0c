import { api } from "../browser.js";
import { mayAccess } from "./site-access.js";

/** The fragment of each address that this page requests begins like this. Sites do not get it, and other pages cannot guess it. */
const MARK = `#navibar-${crypto.randomUUID()}-`;

/** So long, in milliseconds, the browser may take to tell of a redirect. It does so together with the answer. */
const PATIENCE = 5000;

/** How many redirects wait to be asked for. A request that is ended meanwhile leaves one behind. */
const MAX_REDIRECTS = 100;

const STATUSES = [301, 302, 303, 307, 308];

/** @type {Map<string, PromiseWithResolvers<string | undefined>>} Where requests are redirected, by their mark. */
const redirects = new Map();
let requests = 0;

/** @param {string} url */
function redirectAt(url) {
  const mark = url.slice(url.indexOf(MARK));
  const known = redirects.get(mark);
  if (known) return known;
  for (const oldest of redirects.keys()) {
    if (redirects.size < MAX_REDIRECTS) break;
    redirects.get(oldest)?.resolve(undefined);
    redirects.delete(oldest);
  }
  /** @type {PromiseWithResolvers<string | undefined>} */
  const redirect = Promise.withResolvers();
  redirects.set(mark, redirect);
  return redirect;
}

/** @param {string} url @param {string | undefined} location */
function learn(url, location) {
  if (!url.includes(MARK)) return; // another page's
  const target = location === undefined ? undefined : URL.parse(location, url)?.href;
  redirectAt(url).resolve(target?.split("#")[0]);
}

/**
 * The browser follows no redirect of a request with `redirect: "manual"` and tells the page nothing of it, but tells the
 * extension where it leads. Firefox does so with the answer's headers, Chromium with an event of its own, which it does
 * not limit to the extension's own requests.
 */
const ANY = { urls: ["*://*/*"], types: /** @type {["xmlhttprequest"]} */ (["xmlhttprequest"]) };
if (api.sidebarAction) {
  const listener = (/** @type {browser.webRequest._OnHeadersReceivedDetails} */ { url, statusCode, responseHeaders }) => {
    if (!STATUSES.includes(statusCode)) return;
    learn(url, responseHeaders?.find(({ name }) => name.toLowerCase() === "location")?.value);
  };
  api.webRequest.onHeadersReceived.addListener(listener, { ...ANY, tabId: -1 }, ["responseHeaders"]);
} else {
  api.webRequest.onBeforeRedirect.addListener(({ url, redirectUrl }) => learn(url, redirectUrl), ANY);
}

/** What this page knows of its requests. @type {import("../navi-bar/types.js").Guard} */
export const guard = {
  mayAccess,
  mark: (url) => `${url.split("#")[0]}${MARK}${++requests}`,
  async redirectOf(marked) {
    const redirect = redirectAt(marked);
    const timer = setTimeout(redirect.resolve, PATIENCE);
    const target = await redirect.promise;
    clearTimeout(timer);
    redirects.delete(marked.slice(marked.indexOf(MARK)));
    return target;
  },
};

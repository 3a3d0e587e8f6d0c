import { api, IS_FIREFOX } from "../../api.js";
import { mayAccess } from "./site-access.js";

/** The start of the fragment of each requested address. Sites do not receive it, and other pages cannot guess it. */
const MARK = `#navibar-${crypto.randomUUID()}-`;

/** The maximum time in milliseconds until the browser reports a redirect. It does so together with the response. */
const TIMEOUT = 5000;

/** The maximum number of stored redirects. A cancelled request leaves one behind. */
const MAX_REDIRECTS = 100;

const STATUSES = [301, 302, 303, 307, 308];

/** @type {Map<string, PromiseWithResolvers<string | undefined>>} The targets of redirects, by the mark of the request. */
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
function store(url, location) {
  if (!url.includes(MARK)) return; // a request of another page
  const target = location === undefined ? undefined : URL.parse(location, url)?.href;
  redirectAt(url).resolve(target?.split("#")[0]);
}

/**
 * For a request with `redirect: "manual"`, the browser does not follow a redirect and hides its target from the page. It
 * reports the target to the extension: Firefox with the response headers, Chromium with a separate event. Chromium cannot
 * limit the event to the extension's own requests.
 */
const ANY = { urls: ["*://*/*"], types: /** @type {["xmlhttprequest"]} */ (["xmlhttprequest"]) };
if (IS_FIREFOX) {
  const listener = (/** @type {browser.webRequest._OnHeadersReceivedDetails} */ { url, statusCode, responseHeaders }) => {
    if (!STATUSES.includes(statusCode)) return;
    store(url, responseHeaders?.find(({ name }) => name.toLowerCase() === "location")?.value);
  };
  api.webRequest.onHeadersReceived.addListener(listener, { ...ANY, tabId: -1 }, ["responseHeaders"]);
} else {
  api.webRequest.onBeforeRedirect.addListener(({ url, redirectUrl }) => store(url, redirectUrl), ANY);
}

/** Reports permissions and the targets of redirects. The engine decides (`src/session/request.rs`). @type {import("../../../element/types.js").Guard} */
export const guard = {
  mayAccess,
  mark: (url) => `${url.split("#")[0]}${MARK}${++requests}`,
  async redirectOf(marked) {
    const redirect = redirectAt(marked);
    const timer = setTimeout(redirect.resolve, TIMEOUT);
    const target = await redirect.promise;
    clearTimeout(timer);
    redirects.delete(marked.slice(marked.indexOf(MARK)));
    return target;
  },
};

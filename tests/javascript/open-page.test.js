import assert from "node:assert/strict";
import test from "node:test";

const SITE = "https://www.example.org";

/** What the extension has asked of the browser. @type {unknown[]} */
let asked = [];

/** The document in the tab: `location.origin`, and the origin whose rights it has. `undefined` if no script runs there. @type {{ address: string, rights: string } | undefined} */
let shown = { address: SITE, rights: SITE };

/** @param {string} name @param {any} [result] */
const asks = (name, result) => async (/** @type {unknown[]} */ ...args) => {
  asked.push([name, ...args]);
  return result;
};

/** @type {any} */ (globalThis).browser = {
  i18n: { getMessage: () => "en" },
  runtime: { getBrowserInfo() {}, getURL: (/** @type {string} */ path) => `moz-extension://own/${path}` },
  sidebarAction: {},
  tabs: { create: asks("create", { id: 7 }), update: asks("update") },
  windows: { get: async () => ({ incognito: false }), create: asks("window", {}) },
  scripting: {
    /** @param {{ args: [string, string], func: (href: string, site: string) => boolean }} call */
    async executeScript({ args, func }) {
      if (!shown) throw new Error("Missing host permission for the tab");
      Object.assign(globalThis, {
        location: { origin: shown.address },
        origin: shown.rights,
        document: { createElementNS: () => ({ click() { asked.push(["click", this]); } }) },
      });
      return [{ result: func(...args) }];
    },
  },
};

const { openPage } = await import("../../www/extension/sidebar/actions/open-page.js");

const TAB = /** @type {any} */ ({ id: 1, windowId: 1 });
const OWN = `${SITE}/page`;
const OTHER = "https://other.example/?a=1&b=#c";
/** @param {string} url */
const away = (url) => `moz-extension://own/away.html#${encodeURIComponent(url)}`;

test("a link within the site is clicked in its page", async () => {
  await openPage(OWN, "current", TAB, SITE);
  assert.deepEqual(asked.map((/** @type {any} */ [what, { href }]) => [what, href]), [["click", OWN]]);
});

test("every other link starts from an empty page", async () => {
  /** @type {[string, string | undefined, typeof shown][]} */
  const table = [
    [OTHER, SITE, { address: SITE, rights: SITE }], // it leads to another site
    [OWN, undefined, { address: SITE, rights: SITE }], // it is from a file
    [OWN, SITE, { address: "https://bank.example", rights: "https://bank.example" }], // the tab has gone to another site
    [OWN, SITE, { address: SITE, rights: "null" }], // the page is in a sandbox
    [OWN, SITE, undefined], // no script runs in the browser's own pages
    ["http://www.example.org/page", SITE, { address: SITE, rights: SITE }],
  ];
  for (const [link, site, page] of table) {
    [asked, shown] = [[], page];
    await openPage(link, "current", TAB, site);
    assert.deepEqual(asked, [["update", 1, { url: away(link) }]], JSON.stringify([link, site, page]));
  }
});

test("a link for a new tab or window starts from an empty page there", async () => {
  asked = [];
  await openPage(OWN, "tab", TAB, SITE);
  await openPage(OWN, { store: "firefox-container-2" }, TAB, SITE);
  await openPage(OTHER, "window", TAB, SITE);
  const tab = { url: away(OWN), active: true, windowId: 1, openerTabId: 1, index: undefined };
  assert.deepEqual(asked, [
    ["create", tab],
    ["create", { ...tab, cookieStoreId: "firefox-container-2" }],
    ["window", { url: away(OTHER), incognito: false }],
  ]);
});

test("only web, FTP and mail addresses are opened", async () => {
  asked = [];
  for (const link of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "moz-extension://own/options.html", "x"]) {
    await openPage(link, "current", TAB, SITE);
  }
  assert.deepEqual(asked, []);
  await openPage("mailto:a@example.org", "tab", TAB, SITE);
  assert.deepEqual(asked, [["update", 1, { url: "mailto:a@example.org" }]]);
});

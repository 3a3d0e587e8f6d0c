import assert from "node:assert/strict";
import test from "node:test";

/** @type {((question: any, sender: any, respond: (answer: any) => void) => true | undefined)[]} */
const listeners = [];
/** @type {any} */ (globalThis).browser = {
  i18n: { getMessage: () => "en" },
  runtime: {
    id: "navibar",
    getURL: (/** @type {string} */ path) => `moz-extension://own/${path}`,
    onMessage: { addListener: (/** @type {any} */ listener) => listeners.push(listener) },
  },
};
const { answerOmnibox } = await import("../../www/extension/sidebar/jump/answers.js");

const BACKGROUND = { id: "navibar", url: "moz-extension://own/background.html" };
const PAY = "https://shop.example/account/pay";
const PAY_HERE = "/account/pay";
const EVIL = "https://evil.example/0";

/** @type {string[]} */
const opened = [];
let session = /** @type {any} */ ({
  /** A page whose title is the address of another one. @param {string} text */
  async jump(text) {
    const target = (/** @type {string} */ title, /** @type {string} */ url) => ({ title, url, highlights: [], address: { text: "", highlights: [] } });
    return text === "pay" ? [target("Pay your bill", PAY)] : [target(text, EVIL)];
  },
});
answerOmnibox(1, {
  tree: /** @type {any} */ ({
    hidden: false,
    state: "loaded",
    get session() {
      return session;
    },
  }),
  tabId: () => 2,
  isReady: () => true,
  site: () => "https://shop.example",
  open: (url) => opened.push(url),
  ask: (text) => opened.push(`ask ${text}`),
});

/** @param {object} question @param {object} [sender] @returns {Promise<any>} */
function ask(question, sender = BACKGROUND) {
  return new Promise((resolve) => {
    const isAnswered = listeners[0]?.({ type: "jump", windowId: 1, tabId: 2, ...question }, sender, resolve);
    if (!isAnswered) resolve("ignored");
  });
}

test("a suggestion opens exactly its own page", async () => {
  const { targets } = await ask({ text: "pay" });
  assert.deepEqual(targets.map((/** @type {{ content: string }} */ { content }) => content), [PAY_HERE]);
  await ask({ text: PAY_HERE, disposition: "current" });
  assert.deepEqual(opened.splice(0), [PAY]);
});

test("an address that was not suggested opens no page with this title", async () => {
  for (const text of [PAY, PAY_HERE]) {
    await ask({ text: "" });
    await ask({ text, disposition: "current" });
    assert.deepEqual(opened.splice(0), [`ask ${text}`]);
    await ask({ text: "pay" });
    session = { ...session }; // the tree of another site
    await ask({ text, disposition: "current" });
    assert.deepEqual(opened.splice(0), [`ask ${text}`]);
  }
});

test("a text opens its best page", async () => {
  await ask({ text: "pay", disposition: "current" });
  assert.deepEqual(opened.splice(0), [PAY]);
});

test("only the extension itself gets answers", async () => {
  const strangers = [
    { id: "navibar", url: "https://evil.example/", tab: { id: 2 } },
    { id: "navibar", url: "moz-extension://own/options.html", tab: { id: 2 } },
    { id: "other", url: "moz-extension://own/background.html" },
    { id: "navibar", url: "https://evil.example/" },
    { id: "navibar" },
  ];
  for (const sender of strangers) assert.equal(await ask({ text: "pay" }, sender), "ignored", JSON.stringify(sender));
});

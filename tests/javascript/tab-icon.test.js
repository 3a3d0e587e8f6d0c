import assert from "node:assert/strict";
import test from "node:test";

/** @type {any} */ (globalThis).browser = {
  i18n: { getMessage: () => "en" },
  permissions: { contains: async () => true, onAdded: { addListener() {} }, onRemoved: { addListener() {} } },
};
const { TabIcon } = await import("../../www/extension/sidebar/frame/tab-icon.js");

/** @param {string} text */
const icon = (text) => `data:image/png;base64,${btoa(text)}`;
const SITE = "https://www.example.org";

/** Makes an icon whose pictures are checked by a fake engine. */
function fake() {
  /** @type {string[]} */
  const checked = [];
  /** @type {boolean[]} */
  const shown = [];
  const tabIcon = new TabIcon(
    (source) => shown.push(source !== undefined),
    async (bytes) => {
      const text = new TextDecoder().decode(bytes);
      checked.push(text);
      return text.startsWith("bad") ? undefined : new Blob([bytes]);
    },
  );
  return { tabIcon, checked, shown };
}
const wait = globalThis.setTimeout;
const settle = () => new Promise((resolve) => wait(resolve));

test("an icon is shown only after the engine has checked it", async () => {
  const { tabIcon, checked, shown } = fake();
  tabIcon.show(SITE, icon("bad"));
  await settle();
  assert.deepEqual([checked, shown], [["bad"], []]);
  tabIcon.show("https://other.example", icon("good"));
  await settle();
  assert.deepEqual([checked, shown], [["bad", "good"], [true]]);
  tabIcon.show("https://third.example", undefined);
  assert.deepEqual(shown, [true, false], "no site shows the icon of another one");
});

test("an icon without a whole picture, or with too large a one, is not checked", async () => {
  const { tabIcon, checked } = fake();
  const addresses = ["https://www.example.org/icon.png", "data:text/html,x", "data:image/png;base64,%", icon("x".repeat(512 * 1024))];
  for (const [at, address] of addresses.entries()) tabIcon.show(`https://${at}.example`, address);
  await settle();
  assert.deepEqual(checked, []);
});

test("a site changes its icon at most once a second", async () => {
  /** @type {{ run: () => void, time: number }[]} */
  const timers = [];
  globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ run, /** @type {number} */ time) => timers.push({ run, time }));
  const { tabIcon, checked } = fake();
  for (let n = 0; n < 100; n++) tabIcon.show(SITE, icon(`icon ${n}`));
  await settle();
  assert.deepEqual(checked, ["icon 0"]);
  assert.deepEqual(timers.map(({ time }) => time), [1000]);
  timers[0]?.run();
  await settle();
  assert.deepEqual(checked, ["icon 0", "icon 99"]);
  timers[1]?.run();
  await settle();
  assert.deepEqual([checked.length, timers.length], [2, 2], "nothing is checked again");
  globalThis.setTimeout = wait;
});

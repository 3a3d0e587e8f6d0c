// Reads the facts of a page in Node as the extension reads them in a browser: the same script, in the DOM of jsdom. Scripts of
// the page do not run.
import { build } from "esbuild";
import { JSDOM, VirtualConsole } from "jsdom";
import { Script } from "node:vm";

const SCRIPT = new URL("../../www/extension/page-script.js", import.meta.url).pathname;

const built = await build({ entryPoints: [SCRIPT], bundle: true, format: "iife", write: false, logLevel: "error" });
const script = new Script(built.outputFiles[0].text);

/**
 * @param {string} html
 * @param {string} url
 * @param {object} limits
 * @param {(page: any) => void} [prepare]  Changes the globals of the page before it is read.
 * @returns {Promise<object | null>}  `null` for a document that is only a redirect.
 */
export async function readPage(html, url, limits, prepare) {
  const dom = new JSDOM(html, { url, runScripts: "outside-only", virtualConsole: new VirtualConsole() });
  const page = /** @type {any} */ (dom.window);
  page.MessageChannel = MessageChannel; // jsdom has none
  prepare?.(page);
  script.runInContext(dom.getInternalVMContext());
  const facts = await page.pageFacts(limits);
  page.close();
  return facts ? JSON.parse(JSON.stringify(facts)) : null;
}

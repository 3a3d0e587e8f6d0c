import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const REPOSITORY = path.resolve(import.meta.dirname, "../..");
const ROOT = path.join(REPOSITORY, "www");

const IMPORT = /^\s*(?:import|export)\b[^;"]*"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;

/**
 * @param {{ withTypes: boolean, root?: string }} options  Also the types in comments, which the browser does not load.
 * @returns {Map<string, string[]>}  The modules that each module imports, by their paths below `root`.
 */
function modules({ withTypes, root = ROOT }) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!/\.m?js$/.test(name) || /wasm|node_modules/.test(name)) continue;
    const text = readFileSync(path.join(root, name), "utf8");
    const code = withTypes ? text : text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    const imports = [...code.matchAll(IMPORT)].map(([, fixed, dynamic]) => fixed ?? dynamic ?? "");
    found.set(name, imports.map((each) => path.join(path.dirname(name), each)));
  }
  return found;
}

/**
 * @param {Map<string, string[]>} all
 * @returns {string[] | undefined}  The modules of a circle.
 */
function circle(all) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {(name: string, way: string[]) => string[] | undefined} */
  const visit = (name, way) => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of all.get(name) ?? []) {
      const found = visit(next, [...way, name]);
      if (found) return found;
    }
    done.add(name);
    return undefined;
  };
  return [...all.keys()].map((name) => visit(name, [])).find((found) => found !== undefined);
}

test("no modules import each other in a circle, not even for types", () => {
  assert.deepEqual(circle(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), ["b", "c", "b"]);
  const all = modules({ withTypes: true });
  assert(all.size > 50 && all.get("element/navi-bar-define.js")?.includes("element/navi-bar.js"), "the imports are found");
  assert.equal(circle(all), undefined);
  for (const folder of ["benches", "tests"]) {
    const root = path.join(REPOSITORY, folder);
    assert.equal(circle(modules({ withTypes: true, root })), undefined, folder);
  }
});

test("the element imports nothing of the extension", () => {
  for (const [name, imports] of modules({ withTypes: true })) {
    if (!name.startsWith("element")) continue;
    for (const each of imports) assert(each.startsWith("element"), `${name} imports ${each}`);
  }
});

test("no module is left that nothing imports", () => {
  const all = modules({ withTypes: false });
  const imported = new Set([...all.values()].flat());
  const pages = ["away", "hop", "options", "sidebar", "welcome"].map((page) => `extension/${page}.html`).concat("example/index.html");
  const named = pages.map((page) => readFileSync(path.join(ROOT, page), "utf8")).join();
  const entries = ["element/navi-bar-define.js", "extension/background.js", "extension/page-script.js", "extension/sections-script.js", "element/types.js", "site/static/site.js", "site/static/playground/main.js"];
  for (const name of all.keys()) {
    const isEntry = entries.includes(name) || named.includes(`"${name.replace(/^\w+\//, "")}"`);
    assert(isEntry || imported.has(name), name);
  }
});

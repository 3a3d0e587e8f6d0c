// The installed package, in Node.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const folder = join(import.meta.dirname, "node_modules/navibar");
const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const require = createRequire(join(import.meta.dirname, "../../package.json"));

test("an import without a DOM does nothing", async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  const { NaviBar } = await import("navibar");
  assert.equal(NaviBar.name.length > 0 && typeof NaviBar, "function");
  assert.equal((await import("navibar/navi-bar.js")).NaviBar, NaviBar);
  assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
  assert.equal(renderToString(createElement("navi-bar", { src: "/sitemap.rdf" })), '<navi-bar src="/sitemap.rdf"></navi-bar>');
});

test("package.json has no faults", async () => {
  const { messages, pkg } = await publint({ pkgDir: folder, level: "suggestion", strict: true });
  assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
});

test("the package has all files, and no others", () => {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const expected = /^(?:(?:navi-bar(?:-define)?|parts\/[\w-]+)\.js|parts\/navibar_(?:bg|deferred)\.wasm|strings\/\w\w\.json|types\/[\w/-]+\.d\.ts|(?:custom-elements|package)\.json|README\.md|LICENSE-(?:MIT|APACHE)|THIRD-PARTY-NOTICES\.txt)$/;
  assert.deepEqual(names.filter((name) => !expected.test(name)), []);
  assert.deepEqual(names.filter((name) => name.startsWith("strings/")).length, 6);
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.txt", "README.md"]) assert(names.includes(name), name);
  for (const name of read("package.json").sideEffects) assert(existsSync(join(folder, name)), name);
});

test("custom-elements.json follows its schema", () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, "node_modules/custom-elements-manifest/schema.json"), "utf8"));
  const Ajv = require("ajv");
  const validator = new Ajv({ schemaId: "auto", allErrors: true, jsonPointers: true });
  assert(validator.validate(schema, read("custom-elements.json")), JSON.stringify(validator.errors, undefined, 1));
});

test("custom-elements.json describes the whole element", async () => {
  const { NaviBar } = await import("navibar");
  const [{ declarations: [described] }] = read("custom-elements.json").modules;
  const names = (list) => list.map(({ name }) => name).sort();
  const lifecycle = /^constructor$|Callback$/;
  const own = Object.getOwnPropertyNames(NaviBar.prototype).filter((name) => !lifecycle.test(name));
  assert.deepEqual(names(described.members), own.sort());
  const attributes = names(described.attributes);
  for (const name of NaviBar.observedAttributes) assert(name === "lang" || attributes.includes(name), name);

  // Everything that the sources send, show and read.
  const sources = join(import.meta.dirname, "../../www/element");
  const files = readdirSync(sources, { recursive: true }).filter((name) => name.endsWith(".js") && !name.startsWith("wasm"));
  const code = files.map((name) => readFileSync(join(sources, name), "utf8")).join("\n");
  const all = (pattern) => [...new Set([...code.matchAll(pattern)].flatMap(([, ...found]) => found.filter(Boolean)))].sort();
  const styles = all(/var\((--navi-bar-[\w-]+)/g);
  assert.deepEqual(names(described.cssProperties), styles);
  assert.deepEqual(names(described.slots), all(/slot[^\n]*name: "([\w-]+)"/g));
  for (const { name } of described.cssParts) assert(new RegExp(`part[^\\n]*\\b${name}\\b`).test(code), `the part ${name}`);
  for (const { name } of described.events) assert(new RegExp(`"${name}"`).test(code), `the event ${name}`);
});

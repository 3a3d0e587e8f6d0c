// Builds a small site with each generator and reads it with the command line: the tree is the site's own menu.
// `cargo xtask test --only site` sets the variables. A generator without a variable is skipped.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

const { HUGO, JEKYLL, MKDOCS_PYTHON, NAVIBAR = "" } = process.env;
const SITE = "https://www.example.org/";
const HERE = import.meta.dirname;

/** @type {Record<string, { program: string | undefined, arguments: (out: string) => string[], entries: number }>} */
const GENERATORS = {
  hugo: {
    program: HUGO,
    arguments: (out) => ["--noBuildLock", "--panicOnWarning", "--source", path.join(HERE, "hugo"), "--destination", out],
    entries: 9,
  },
  mkdocs: {
    program: MKDOCS_PYTHON,
    arguments: (out) => ["-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", path.join(HERE, "mkdocs/mkdocs.yml"), "--site-dir", out],
    entries: 11,
  },
  jekyll: {
    program: JEKYLL,
    arguments: (out) => ["build", "--quiet", "--disable-disk-cache", "--source", path.join(HERE, "jekyll"), "--destination", out],
    entries: 8,
  },
};

/** @typedef {{ title: string, url?: string, children: Entry[] }} Entry */

/** @param {string} text */
const unescaped = (text) => text.replace(/&(lt|gt|amp|quot|#3[49]);/g, (_, name) => ({ lt: "<", gt: ">", amp: "&", quot: '"', "#34": '"', "#39": "'" })[name] ?? "");

/** Reads the menu of a page: lists in lists, of links and texts. @param {string} html */
function menuOf(html) {
  const menu = html.slice(html.indexOf("<nav>"), html.indexOf("</nav>"));
  /** @type {Entry} */
  const root = { title: "", children: [] };
  const branch = [root];
  for (const [, href, link, text, end] of menu.matchAll(/<a href="([^"]*)">([^<]*)<\/a>|<span>([^<]*)<\/span>|<(\/li)>/g)) {
    if (end) {
      branch.pop();
      continue;
    }
    const entry = { title: unescaped(link ?? text), ...(href === undefined ? {} : { url: new URL(href, SITE).href }), children: [] };
    branch.at(-1)?.children.push(entry);
    branch.push(entry);
  }
  return root.children;
}

/** @param {any[]} tree @returns {Entry[]} */
const plain = (tree) => tree.map(({ title, url, children = [] }) => ({ title, ...(url && { url }), children: plain(children) }));

/** @param {Entry[]} entries @returns {number} */
const count = (entries) => entries.reduce((sum, { children }) => sum + 1 + count(children), 0);

for (const [name, { program, arguments: of, entries }] of Object.entries(GENERATORS)) {
  test(`the recipe for ${name} gives the menu of the site`, (context) => {
    if (!program) {
      console.log(`SKIPPED: the recipe for ${name}; install ${name}`);
      context.skip(`${name} is not installed`);
      return;
    }
    const out = mkdtempSync(path.join(tmpdir(), `navibar-${name}-`));
    context.after(() => rmSync(out, { recursive: true }));
    execFileSync(program, of(out), { stdio: ["ignore", "ignore", "inherit"] });
    assert(existsSync(path.join(out, "sitemap.rdf")));
    const pages = readdirSync(out, { recursive: true, encoding: "utf8" });
    assert(!pages.some((page) => page.includes("unfinished")), "drafts are not published");

    execFileSync(NAVIBAR, ["check", "--deny", "note", "--url", SITE, out], { stdio: ["ignore", "ignore", "inherit"] });
    const shown = execFileSync(NAVIBAR, ["show", "--json", "--url", SITE, out], { encoding: "utf8" });
    const { format, structure, tree } = JSON.parse(shown);
    assert.deepEqual([format, structure], ["nns", "declared"]);
    const menu = menuOf(readFileSync(path.join(out, "index.html"), "utf8"));
    assert.equal(count(menu), entries, "the menu is read");
    assert.deepEqual(plain(tree), menu);
  });
}

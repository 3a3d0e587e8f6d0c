// Plays what happens until a user sees the tree of a site and moves through it. The functions that run here belong to the
// first module. The clock, the random numbers and the network have no effect on the result.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, noting, out, sites] = process.argv.slice(1);

let time = 1e12;
Date.now = () => (time += 1);
performance.now = () => (time += 0.25);
crypto.getRandomValues = (bytes) => bytes.fill(7);

/** The files of the site that is open, by path. @type {(path: string) => Uint8Array | undefined} */
let files = () => undefined;

globalThis.fetch = async (request) => {
  const url = typeof request === "string" ? request : request.url;
  const bytes = files(new URL(url).pathname);
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      controller.enqueue(bytes.slice(at, (at += 10_001)));
      if (at >= bytes.length) controller.close();
    },
  });
  const response = bytes ? new Response(bytes.length > 0 ? body : null) : new Response("", { status: 404 });
  return Object.defineProperty(response, "url", { value: url });
};

const { default: init, Session } = await import(pathToFileURL(join(folder, "navibar.js")).href);
const engine = await init({ module_or_path: await readFile(noting) });

// As the element and the extension do.
Session.setDeferred(async () => {});
Session.setGuard({ mayAccess: async () => true, mark: (url) => url, redirectOf: async () => undefined });

const text = new TextEncoder();
const url = (at) => `https://site.example/part-${at % 9}/${at % 4 ? `group-${at % 31}/` : ""}page-${at}.html?a=1&amp;b=%C3%A9`;
const repeat = (count, part) => Array.from({ length: count }, (_, at) => part(at)).join("\n");

/** A plain sitemap. */
const plain = text.encode(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${repeat(3000, (at) => `<url><loc>${url(at)}</loc><lastmod>2024-0${1 + (at % 9)}-11T12:30:00+00:00</lastmod><changefreq>weekly</changefreq><priority>0.${at % 9}</priority></url>`)}
</urlset>`);

/** What else is usual: relative addresses, entities, comments, CDATA, a style sheet, other languages. */
const mixed = text.encode(`<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><!-- made by hand -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>/</loc></url><url><loc><![CDATA[/a_b/C%20d.html?x=1&y=2#top]]></loc></url>
<url><loc>/%E4%BE%8B/&#233;t&#xE9;/index.html</loc><xhtml:link rel="alternate" hreflang="de" href="/de/"/></url>
<url><loc>http://127.0.0.1:8000/2024/05/17/a-post/</loc></url><url><loc>/2024/05/18/</loc></url>
</urlset>`);

/** An index of plain sitemaps. */
const index = text.encode(`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${repeat(3, (at) => `<sitemap><loc>https://site.example/sitemap-${at}.xml</loc><lastmod>2024-01-11</lastmod></sitemap>`)}
</sitemapindex>`);

/** The site in one of the folders of `tests/sites`. */
function folderOf(site) {
  return (path) => {
    const file = join(sites, site, path.endsWith("/") ? `${path}index.html` : path);
    return existsSync(file) && statSync(file).isFile() ? new Uint8Array(readFileSync(file)) : undefined;
  };
}

const VISITS = [
  ["https://site.example/", folderOf("nns/site.example")],
  ["https://club.example/", folderOf("negs/club.example")],
  ["https://garden.example/", folderOf("sitemap/garden.example")],
  ["https://site.example/", (path) => (path === "/sitemap.xml" ? plain : undefined)],
  ["https://site.example/", (path) => (path === "/sitemap.xml" ? index : path.startsWith("/sitemap-") ? plain : undefined)],
  ["http://127.0.0.1:8000/", (path) => (path === "/sitemap.xml" ? mixed : undefined)],
  ["http://localhost:8000/docs/", (path) => (path === "/sitemap.xml" ? mixed : undefined)],
];

const SITEMAP = "https://site.example/sitemap.rdf";

let kept;
for (const [page, served] of [...VISITS, [SITEMAP, folderOf("nns/site.example")]]) {
  files = served;
  // Some browsers have no scheduler.
  globalThis.scheduler = kept && { postTask: async (task) => task() };
  const { origin } = new URL(page);
  Session.mergeMemory(kept ?? {});
  Session.siteOf(page, "");
  Session.engineBytes();
  const session = new Session();
  session.setPartition("");
  session.setDocumentsAtOnce(4);
  session.expectFacts(false);
  session.setCurrent(page);
  const open = page === SITEMAP ? session.openSitemap : session.openPage;
  const outcome = await open.call(session, page, () => session.rows(0, 5));
  if (outcome.status !== "loaded" || session.rowCount < 2) throw new Error(`${page}: ${JSON.stringify(outcome)}`);
  look(session);
  for (const path of ["/", "/part-3/group-7/page-3.html?a=1&b=%C3%A9", "/nothing.html"]) {
    session.setCurrent(origin + path);
    session.findCurrent();
    session.revealCurrent();
    look(session);
  }
  await session.prepareFilter();
  await session.setFilter("pag 1");
  look(session);
  session.firstMatch();
  await session.setFilter("");
  session.typeAhead(0, "p");
  session.expandSiblings(session.rows(0, 1)[0].id);
  session.expandAll();
  while (session.expandMore());
  look(session);
  session.collapseAll();
  const state = session.state(0, 0);
  kept = Session.memory();
  session.free();

  const again = new Session();
  again.restore(state);
  await open.call(again, page, () => {});
  look(again);
  again.free();
}

/** Reads what the interface reads for each frame and each press of a key. */
function look(session) {
  for (const { id } of session.rows(0, 40)) {
    session.expand(id);
    session.menu(id);
    session.menuLeftOut(id);
    session.parent(id);
    session.reveal(id);
    session.rowOf(id);
    session.collapse(id);
    session.expand(id);
  }
  session.rows(0, 100);
  session.pinned(3, 4);
  session.trail();
  for (const which of ["previous", "next", "up"]) session.neighbour(which);
  void [session.source, session.scope, session.version, session.matches, session.hasDates, session.hasBrowsed];
  void [session.errorCount, session.warningCount, session.firstError, session.missingDocuments, session.bytes];
  void [session.currentRow(), session.branchPages, session.branchPath(), session.outcome, session.restoredRow];
  void session.restoredActive;
}

let ran = "";
for (let number = 0; `ran${number}` in engine; number += 1) ran += engine[`ran${number}`].value;
writeFileSync(out, ran);

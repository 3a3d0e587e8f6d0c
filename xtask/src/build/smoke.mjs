// An optimiser can break a module without an error. So this script loads the result before it ships.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[1];
const { default: init, Session } = await import(pathToFileURL(join(folder, "navibar.js")).href);
const first = await init({ module_or_path: await readFile(join(folder, "navibar_bg.wasm")) });

const session = new Session();
if (session.rowCount !== 0) throw new Error(`a new session has ${session.rowCount} rows`);
if (session.rows(0, 10).length !== 0) throw new Error("a new session gives rows");
if (session.typeAhead(0, "a") !== -1) throw new Error("a new session finds a row");

// Each format is recognised without the deferred module.
let loads = 0;
Session.setDeferred(async () => {
  loads++;
  throw new Error("not now");
});
const map = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const atom = 'xmlns="http://www.w3.org/2005/Atom"';
const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const usual = [
  `<urlset ${map}><url><loc>https://a.example/1</loc></url></urlset>`,
  `<sitemapindex ${map}><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`,
  `<rdf:RDF ${rdf}><rdf:Description rdf:about="urn:sitemap:root"/></rdf:RDF>`,
  "https://a.example/1\n",
  "<html></html>",
  "<!DOCTYPE html><title>Page</title>",
  '<other xmlns="https://a.example/"><a/></other>',
  "<other/>",
  '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><page/></sitemap>',
  "no sitemap",
  "",
];
const rare = [
  "<rss version='2.0'><channel/></rss>",
  `<feed ${atom}><entry/></feed>`,
  `<rdf:RDF ${rdf} xmlns="http://purl.org/rss/1.0/"><channel/></rdf:RDF>`,
  '{"version": "https://jsonfeed.org/version/1.1"}',
  "<xbel version='1.0'><bookmark/></xbel>",
  "<opml version='2.0'><body/></opml>",
  "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT>",
];
for (const text of [...usual, ...rare]) await session.openFile(new File([text], "file"));
if (loads !== rare.length) throw new Error(`${loads} of ${rare.length} rare formats load the deferred module`);

// Functions of both modules call each other here.
let links = 0;
Session.setDeferred(async () => {
  links++;
  await WebAssembly.instantiate(await readFile(join(folder, "navibar_deferred.wasm")), { first });
  Session.deferredIsLinked();
});
const feed = '<rss version="2.0"><channel><title>News</title><item><title>One</title><link>https://a.example/1</link></item></channel></rss>';
const outcome = await session.openFile(new File([feed], "feed.xml"));
if (outcome.status !== "loaded" || session.rows(0, 10).length < 1) throw new Error(`a feed gives ${JSON.stringify(outcome)}`);
const saved = await (await session.exportAs("nns")).text();
if (!saved.includes("https://a.example/1")) throw new Error(`a saved feed is ${saved}`);
if (links !== 1) throw new Error(`the deferred module was linked ${links} times`);
session.free();

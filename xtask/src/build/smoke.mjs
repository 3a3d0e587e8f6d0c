// An optimiser can break a module without an error. So this script loads the result before it ships.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[1];
const { default: init, Session } = await import(pathToFileURL(join(folder, "navibar.js")).href);
const { engineStarted, link } = await import(pathToFileURL(join(folder, "../load/deferred.js")).href);
engineStarted(await init({ module_or_path: await readFile(join(folder, "navibar_bg.wasm")) }));
link(await WebAssembly.compile(await readFile(join(folder, "navibar_deferred.wasm"))));

const session = new Session();
if (session.rowCount !== 0) throw new Error(`a new session has ${session.rowCount} rows`);
if (session.rows(0, 10).length !== 0) throw new Error("a new session gives rows");
if (session.typeAhead(0, "a") !== -1) throw new Error("a new session finds a row");

// Functions of both modules call each other here.
const feed = '<rss version="2.0"><channel><title>News</title><item><title>One</title><link>https://a.example/1</link></item></channel></rss>';
const outcome = await session.openFile(new File([feed], "feed.xml"));
if (outcome.status !== "loaded" || session.rows(0, 10).length < 1) throw new Error(`a feed gives ${JSON.stringify(outcome)}`);
const saved = await (await session.exportAs("nns")).text();
if (!saved.includes("https://a.example/1")) throw new Error(`a saved feed is ${saved}`);
session.free();

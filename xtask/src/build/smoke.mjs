// An optimiser can break a module without an error. So this script loads the result before it ships.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[1];
const { default: init, Session } = await import(pathToFileURL(join(folder, "navibar.js")).href);
await init({ module_or_path: await readFile(join(folder, "navibar_bg.wasm")) });

const session = new Session();
if (session.rowCount !== 0) throw new Error(`a new session has ${session.rowCount} rows`);
if (session.rows(0, 10).length !== 0) throw new Error("a new session gives rows");
if (session.typeAhead(0, "a") !== -1) throw new Error("a new session finds a row");
session.free();

// Runs in the isolated world of a page, as one classic script: an extension cannot run modules there.
// `sidebar/page-facts-reader.js` calls what it defines.
import { pageFacts } from "../element/page-facts/page-facts.js";
import { PageWatch } from "../element/page-facts/page-watch.js";

Object.assign(globalThis, { pageFacts, pageWatch: new PageWatch() });

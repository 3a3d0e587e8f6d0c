// Runs in the isolated world of a page, as one classic script: an extension cannot run modules there.
// `sidebar/tab/page-facts-reader.js` calls what it defines.
import { pageFacts } from "../element/page-facts/page-facts.js";

Object.assign(globalThis, { pageFacts });

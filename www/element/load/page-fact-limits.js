import { prepare } from "./deferred.js";
import { engine } from "./engine.js";

/** Milliseconds without a change after which a document has settled, and the longest time to wait for that. */
export const QUIET_MS = 300;
export const SETTLE_MS = 3000;

/** Prepares the engine for page facts. @returns {Promise<import("../types.js").PageFactLimits>} */
export async function pageFactLimits() {
  const { Session } = await engine();
  await prepare();
  return Session.pageFactLimits();
}

import { engine } from "./engine.js";

/** Milliseconds without a change after which a document has settled, and the longest time to wait for that. */
export const QUIET_MS = 300;
export const SETTLE_MS = 3000;

/** @returns {Promise<import("../types.js").PageFactLimits>} */
export async function pageFactLimits() {
  const { Session } = await engine();
  return Session.pageFactLimits();
}

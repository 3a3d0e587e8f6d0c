/**
 * The engine's script did not load. Firefox remembers that for as long as the document lives, so trying again in it is
 * of no use.
 */
export class EngineMissing extends Error {}

/** @type {Promise<import("./types.js").Engine> | undefined} */
let loading;

/** @type {import("./types.js").Guard | undefined} */
let guard;

/**
 * For an extension: decides on all requests of the engine. To be called before anything is loaded.
 *
 * @param {import("./types.js").Guard} chosen
 */
export function guardRequestsBy(chosen) {
  guard = chosen;
  void loading?.then(({ Session }) => Session.setGuard(chosen), () => {});
}

/**
 * The engine, fetched and compiled once however many elements there are.
 *
 * @returns {Promise<import("./types.js").Engine>}
 */
export function engine() {
  loading ??= start().catch((error) => {
    loading = undefined; // a later load tries again
    throw error;
  });
  return loading;
}

async function start() {
  const module = await import("../wasm/navibar.js").catch((cause) => {
    throw new EngineMissing("its script did not load", { cause });
  });
  await module.default();
  /** @type {import("./types.js").Engine} */
  const made = module; // no cast: what the build makes must be what types.js says
  if (guard) made.Session.setGuard(guard);
  return made;
}

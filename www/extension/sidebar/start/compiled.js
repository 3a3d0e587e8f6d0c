import { api } from "../../api.js";

/** @typedef {Window & { engineCode?: Map<string, WebAssembly.Module> }} BackgroundPage */

/**
 * Returns the compiled code of one of the engine's modules. Firefox compiles it in every document. So the background page
 * keeps it for the next sidebar, until Firefox stops that page. Chromium has no such page. Documents share the code, but no
 * memory.
 *
 * @param {URL} address
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compiled(address) {
  const keeper = /** @type {BackgroundPage | null | undefined} */ (api.extension.getBackgroundPage?.());
  const kept = keeper?.engineCode?.get(address.href);
  if (kept) return kept;
  const code = await WebAssembly.compileStreaming(fetch(address));
  void keep(address, code);
  return code;
}

/** @param {URL} address @param {WebAssembly.Module} code */
async function keep(address, code) {
  // Firefox starts the background page for this. There is none for a private window, and in Chromium.
  const page = await api.runtime.getBackgroundPage?.().catch(() => undefined);
  const keeper = /** @type {BackgroundPage | null | undefined} */ (page);
  // A copy, because the code of this document would keep the document alive.
  keeper?.engineCode?.set(address.href, keeper.structuredClone(code));
}

import { api } from "../browser.js";

/** @typedef {{ name: string, store: string }} Container  `store`: what tabs of the container are opened with. */

/** Firefox's containers, as the user has them now. Where there are none, or they are off, the list is empty. */
export class Containers {
  /** @type {Container[]} */
  list = [];

  constructor() {
    const { contextualIdentities: containers } = api;
    // In a private window, no page is in a container.
    if (!containers || api.extension.inIncognitoContext) return;
    const update = () => this.#update(containers);
    for (const event of [containers.onCreated, containers.onRemoved, containers.onUpdated]) event.addListener(update);
    update();
  }

  /** @param {NonNullable<typeof api.contextualIdentities>} containers */
  async #update(containers) {
    const found = await containers.query({}).catch(() => []); // they are off
    this.list = found.map(({ name, cookieStoreId }) => ({ name, store: cookieStoreId }));
  }
}

/**
 * Whether tabs may be opened in containers. Firefox calls that access to cookies, and grants it without a question. To
 * be called within a click, before anything is awaited.
 *
 * @returns {Promise<boolean>}
 */
export function requestContainers() {
  return api.permissions.request({ permissions: ["cookies"] });
}

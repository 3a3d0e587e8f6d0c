import { api } from "../../browser.js";

/** @typedef {{ name: string, store: string }} Container  `store`: its cookie store. */

/** The user's Firefox containers. The list is empty if there are none or they are turned off. */
export class Containers {
  /** @type {Container[]} */
  list = [];

  constructor() {
    const { contextualIdentities: containers } = api;
    // Private windows have no containers.
    if (!containers || api.extension.inIncognitoContext) return;
    const update = () => this.#update(containers);
    for (const event of [containers.onCreated, containers.onRemoved, containers.onUpdated]) event.addListener(update);
    update();
  }

  /** @param {NonNullable<typeof api.contextualIdentities>} containers */
  async #update(containers) {
    const found = await containers.query({}).catch(() => []); // turned off
    this.list = found.map(({ name, cookieStoreId }) => ({ name, store: cookieStoreId }));
  }
}

/**
 * Requests the permission to open tabs in containers. Firefox calls it access to cookies and grants it without asking. Call
 * this in a click, before the first `await`.
 *
 * @returns {Promise<boolean>}
 */
export function requestContainers() {
  return api.permissions.request({ permissions: ["cookies"] });
}

/**
 * The parts of the API that only Firefox has on a computer.
 *
 * @typedef {"contextualIdentities" | "menus" | "sidebarAction" | "theme"} FirefoxPart
 */

/**
 * The parts of the API that only Chromium has.
 *
 * @typedef {object} ChromiumParts
 * @property {{ setPanelBehavior(behaviour: { openPanelOnActionClick: boolean }): Promise<void> }} sidePanel
 */

/**
 * The parts that Firefox for Android lacks.
 *
 * @typedef {"commands" | "omnibox" | "windows"} ComputerPart
 */

/**
 * The browser's extension API. This is the only file that names `browser` or `chrome`. A part that the browser lacks is
 * `undefined`. Scripts in pages have few parts of it.
 *
 * @type {Omit<typeof browser, FirefoxPart | ComputerPart> & Partial<Pick<typeof browser, FirefoxPart | ComputerPart> & ChromiumParts>}
 */
export const api = /** @type {any} */ (globalThis).browser ?? /** @type {any} */ (globalThis).chrome;

/** Firefox, also without a sidebar. */
export const IS_FIREFOX = "getBrowserInfo" in (api.runtime ?? {});

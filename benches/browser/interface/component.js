/**
 * The interface between the page and a tree component. Each component shows a little more than 33 rows of 24 pixels.
 *
 * @typedef {import("../dom.js").Page} Page
 *
 * @typedef {object} Component
 * @property {(addresses: string[]) => Promise<void>} [load]  Reads the sitemap at the addresses, for a component that
 *   does not use the pages. Not timed: the data is in memory before anything is shown.
 * @property {(pages: Page[]) => any} adapt  Converts the pages to the format of the component.
 * @property {(host: HTMLElement, adapted: any) => void} show  Makes the component and shows the tree with all
 *   branches collapsed.
 * @property {() => void} expandAll
 * @property {() => void} [focusFilter]  Gives the filter box the focus. Not timed.
 * @property {(text: string) => void} filter  Shows only pages with the text in their title, and the branches above them.
 * @property {(top: number) => void} scrollTo  The position in pixels from the first row.
 * @property {() => number} rowCount  The number of rows that can be reached by scrolling, as the component counts them.
 * @property {string} row  The selector of its rows.
 * @property {(row: Element) => string | null | undefined} title
 * @property {() => Element} [area]  The element with the rows, if that is not the whole host.
 */

export {};

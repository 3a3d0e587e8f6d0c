/**
 * What is measured of a tree component, and how the page speaks to it. Each shows 33 rows of 24 pixels and a bit more.
 *
 * @typedef {import("../dom.js").Page} Page
 *
 * @typedef {object} Component
 * @property {(addresses: string[]) => Promise<void>} [load]  Reads the sitemap at the addresses, where the pages that it
 *   is given do not do. Not timed: the data is in memory before anything is shown.
 * @property {(pages: Page[]) => any} adapt  Makes what the component takes.
 * @property {(host: HTMLElement, adapted: any) => void} show  Makes the component and has it show that, all branches
 *   closed.
 * @property {() => void} expandAll
 * @property {() => void} [aim]  Gives the filter's box the focus, as who is about to type does. Not timed.
 * @property {(text: string) => void} filter  Shows only what has the text in its title, and the branches above it.
 * @property {(top: number) => void} scrollTo  In pixels from the first row.
 * @property {() => number} rowCount  As the component itself counts the rows that scrolling would lead to.
 * @property {string} row  Selector of its rows.
 * @property {(row: Element) => string | null | undefined} title
 * @property {() => Element} [area]  Where its rows are, if that is not all of the host.
 */

export {};

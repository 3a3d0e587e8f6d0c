// The pages of the data as plain objects, equal to the files that `cargo xtask bench` writes.

/** @typedef {import("../dom.js").Page} Page */

/**
 * @typedef {{ width: number, depth: number }} Nns  Like the arguments of `make_sitemap`.
 * @typedef {{ files: number, pages: number, folder: number, site: string }} Sitemaps  The number of files, of
 *   pages in each file and in each folder, and the address of the site.
 */

/** @param {Nns | Sitemaps} shape @returns {Page[]} */
export function pagesOf(shape) {
  return "width" in shape ? branch("", shape.width, shape.depth) : sections(shape);
}

/** @param {string} prefix @param {number} width @param {number} depth @returns {Page[]} */
function branch(prefix, width, depth) {
  return Array.from({ length: width }, (_, at) => {
    const name = `${prefix}${at + 1}`;
    return {
      title: `Page ${name}`,
      url: `http://www.example.org/${name}.html`,
      children: depth > 1 ? branch(`${name}-`, width, depth - 1) : [],
    };
  });
}

/** The folders that Navibar derives from the addresses. @param {Sitemaps} shape @returns {Page[]} */
function sections({ files, pages, folder, site }) {
  const made = [];
  for (let section = 0; section < files; section++) {
    const folders = [];
    for (let first = 0; first < pages; first += folder) {
      const path = `${site}/section-${section}/folder-${first / folder}`;
      const children = [];
      for (let page = first; page < Math.min(pages, first + folder); page++) {
        children.push({ title: `Page ${page}`, url: `${path}/page-${page}.html`, children: [] });
      }
      folders.push({ title: `Folder ${first / folder}`, url: "", children });
    }
    made.push({ title: `Section ${section}`, url: "", children: folders });
  }
  return made;
}

/** The number of pages with an address. @param {Page[]} pages @returns {number} */
export function countPages(pages) {
  return pages.reduce((sum, { url, children }) => sum + (url === "" ? 0 : 1) + countPages(children), 0);
}

/** All titles in the order of the tree. @param {Page[]} pages @returns {string[]} */
export function titlesOf(pages) {
  /** @type {string[]} */
  const titles = [];
  const add = (/** @type {Page} */ page) => {
    titles.push(page.title);
    page.children.forEach(add);
  };
  pages.forEach(add);
  return titles;
}

/** The titles with the text, and those of the branches above them. @param {Page[]} pages @param {string} text */
export function titlesWith(pages, text) {
  /** @type {string[]} */
  const titles = [];
  const add = (/** @type {Page} */ page) => {
    const place = titles.length;
    titles.push(page.title);
    let isKept = page.title.includes(text);
    for (const child of page.children) isKept = add(child) || isKept;
    if (!isKept) titles.length = place;
    return isKept;
  };
  pages.forEach(add);
  return titles;
}

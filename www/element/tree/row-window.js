/** @typedef {import("../types.js").Row} Row */

/**
 * The rows that were fetched from the session: those in sight and some around them.
 *
 * @template {import("../types.js").RowSource} Source
 */
export class RowWindow {
  /** @type {Source | undefined} */
  session;
  /** @type {Row[]} The rows from `first` on. */
  rows = [];
  first = 0;
  /** @type {Map<number, Row>} Rows outside of the window, by index. */
  #outside = new Map();
  /** @type {ReadonlyMap<number, Row>} Rows whose sitemap is queued for loading, by id. */
  waiting = new Map();
  marksCurrent = true;
  /** @type {string | undefined} The address of the site's icon. */
  #siteIcon;
  #strings;

  /** @param {import("../text/strings.js").Strings} strings */
  constructor(strings) {
    this.#strings = strings;
  }

  get strings() {
    return this.#strings;
  }

  /** @param {import("../text/strings.js").Strings} strings */
  setStrings(strings) {
    this.#strings = strings;
    for (const row of this.rows) this.#translate(row);
    this.#outside.clear();
  }

  /** @param {string | undefined} icon  The address of the site's icon. @returns {boolean}  `true` if this is a change. */
  setSiteIcon(icon) {
    if (icon === this.#siteIcon) return false;
    this.#siteIcon = icon;
    return true;
  }

  /** @param {number} index @returns {Row | undefined} */
  at(index) {
    return this.rows[index - this.first];
  }

  /** Returns the row with this index, even outside the window. @param {number} index @returns {Row | undefined} */
  rowAt(index) {
    if (index < 0) return undefined;
    return this.at(index) ?? this.#request(index, index + 1)[0];
  }

  /** Forgets all rows, because they may have changed. */
  forget() {
    this.rows = [];
    this.#outside.clear();
  }

  /** Keeps these rows, which are outside of the window. @param {number[]} indexes @returns {{ row: Row, index: number }[]} */
  keep(indexes) {
    const before = this.#outside;
    this.#outside = new Map();
    return indexes.flatMap((index) => {
      const row = before.get(index) ?? this.rowAt(index);
      if (row) this.#outside.set(index, row);
      return row ? [{ row, index }] : [];
    });
  }

  /** Moves the window. Asks the session only for rows that are missing. @param {number} first @param {number} end */
  fetch(first, end) {
    const have = this.rows;
    const haveFirst = this.first;
    const haveEnd = haveFirst + have.length;
    this.first = first;
    if (!this.session || first >= end) {
      this.rows = [];
    } else if (have.length === 0 || first >= haveEnd || end <= haveFirst) {
      this.rows = this.#request(first, end);
    } else {
      const before = first < haveFirst ? this.#request(first, haveFirst) : [];
      const after = end > haveEnd ? this.#request(haveEnd, end) : [];
      this.rows = [...before, ...have.slice(Math.max(0, first - haveFirst), end - haveFirst), ...after];
    }
  }

  /** @param {number} first @param {number} end @returns {Row[]} */
  #request(first, end) {
    const rows = this.session?.rows(first, end) ?? [];
    for (const row of rows) {
      row.current &&= this.marksCurrent;
      if (row.home) row.siteIcon = this.#siteIcon;
      this.#translate(row);
      if (!this.waiting.has(row.id)) continue;
      row.state = "loading";
      delete row.reason;
    }
    return rows;
  }

  /** Replaces a title by that of the label. Positions in the English title do not apply to it. @param {Row} row */
  #translate(row) {
    const title = this.#strings.titleOf(row);
    if (title === row.title) return;
    row.title = title;
    delete row.highlights;
    delete row.cut;
  }
}

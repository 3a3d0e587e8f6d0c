/** @typedef {import("../../../element/types.js").Diagnostic} Diagnostic */
/** @typedef {import("../../../element/types.js").Excerpt} Excerpt */
/** @typedef {import("../../../element/types.js").Session} Session */

/** The number of findings that are listed. The first ones show what is wrong. */
const LISTED = 200;

const SEVERITIES = /** @type {const} */ (["error", "warning", "note"]);

/** Lists what is wrong with a sitemap. A click on a place calls `go`. */
export class Findings {
  #list;
  #summary;
  #go;
  /** Counts the lists, so that late lines cannot reach a newer list. */
  #version = 0;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} summary  Says how many there are.
   * @param {(finding: Diagnostic, length: number) => void} go  `length` is that of the faulty text.
   */
  constructor(list, summary, go) {
    this.#list = list;
    this.#summary = summary;
    this.#go = go;
  }

  clear() {
    this.#version += 1;
    this.#list.replaceChildren();
    this.#summary.textContent = "";
  }

  /** @param {Session} session @param {File} file @param {boolean} hasText  The places can be selected. */
  async show(session, file, hasText) {
    const version = ++this.#version;
    const all = session.diagnostics();
    const sorted = SEVERITIES.flatMap((severity) => all.filter((finding) => finding.severity === severity));
    const listed = sorted.slice(0, LISTED);
    const items = listed.map((finding) => new Item(finding, hasText ? this.#go : undefined));
    this.#list.replaceChildren(...items.map(({ element }) => element));
    const missing = session.missingDocuments > 0 ? " The other sitemaps that it names are not read." : "";
    this.#summary.textContent = summaryOf(sorted, listed.length) + missing;
    const url = session.source?.url ?? "";
    const positions = listed.map((finding) => ({ url: finding.url ?? url, line: finding.line, column: finding.column }));
    const excerpts = await session.excerpts(positions, file);
    if (version !== this.#version) return;
    for (const [at, excerpt] of excerpts.entries()) if (excerpt) items[at]?.addLine(excerpt);
  }
}

/** A finding in the list. */
class Item {
  element = document.createElement("li");
  #length = 0;

  /** @param {Diagnostic} finding @param {((finding: Diagnostic, length: number) => void) | undefined} go */
  constructor(finding, go) {
    const place = document.createElement(go ? "button" : "span");
    place.className = "place";
    place.textContent = `Line ${finding.line}, column ${finding.column}`;
    if (go) place.addEventListener("click", () => go(finding, this.#length));
    const severity = document.createElement("strong");
    severity.className = `severity ${finding.severity}`;
    severity.textContent = finding.severity;
    const code = document.createElement("a");
    code.href = `../site-authors/#finding-${finding.code}`;
    code.append(Object.assign(document.createElement("code"), { textContent: finding.code }));
    const message = document.createElement("p");
    message.textContent = finding.message;
    this.element.append(severity, " ", place, " ", code, message);
  }

  /** @param {Excerpt} excerpt */
  addLine({ before, mark, after, cutBefore, cutAfter }) {
    this.#length = mark.length;
    const marked = document.createElement("mark");
    marked.textContent = mark || " ";
    const line = document.createElement("code");
    line.className = "line";
    line.append(`${cutBefore ? "…" : ""}${before.trimStart()}`, marked, `${after}${cutAfter ? "…" : ""}`);
    this.element.append(line);
  }
}

/** "2 errors, 1 warning" @param {Diagnostic[]} all @param {number} listed */
function summaryOf(all, listed) {
  if (all.length === 0) return "No findings: nothing is wrong.";
  const counts = SEVERITIES.map((severity) => {
    const count = all.filter((finding) => finding.severity === severity).length;
    return count > 0 ? `${count} ${severity}${count > 1 ? "s" : ""}` : "";
  });
  const text = counts.filter(Boolean).join(", ");
  return listed < all.length ? `${text}. The list has the first ${listed}.` : `${text}.`;
}

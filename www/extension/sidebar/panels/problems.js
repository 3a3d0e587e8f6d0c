import { countMessage, formatted, listed, message } from "../../browser.js";
import { element } from "../../../element/dom.js";
import { fileName } from "../look/file-name.js";
import { Panel } from "./panel.js";

/** @typedef {import("../../../element/types.js").Diagnostic} Diagnostic */
/** @typedef {import("../../../element/types.js").Excerpt} Excerpt */
/** @typedef {import("../../../element/types.js").Session} Session */

/**
 * A finding with the name of its file, the file's address for the engine, and the line as soon as it has been read.
 *
 * @typedef {Diagnostic & { address: string, excerpt?: Excerpt }} Finding
 */

/** The maximum length of the list. All findings can be copied. The engine returns as many for each file. */
const MAX_LISTED = 1000;

/** The largest number on the button. */
const MOST_SHOWN = 99;

/** The worst first. */
const SEVERITIES = /** @type {const} */ (["error", "warning", "note"]);

/** The findings about a sitemap, for its author. Searching reads every page, so it waits until the panel opens. */
export class Problems {
  #badge;
  #tree;
  #answer;
  #panel;
  #summary;
  #list;
  #copy;
  /** @type {Finding[] | undefined} Set while the panel is open. */
  #found;
  /** @type {Record<Diagnostic["severity"], number> | undefined} Set after the last search. */
  #counts;
  /** @type {Session | undefined} The session that reads the lines of findings. */
  #reading;
  /** Counts the searches, so that a late result cannot replace a newer one. */
  #searches = 0;

  /**
   * @param {HTMLElement} panel  Contains the elements of the panel.
   * @param {HTMLButtonElement} badge  The button in the header.
   * @param {import("../../../element/navi-bar.js").NaviBar} tree
   * @param {(text: string) => void} answer
   */
  constructor(panel, badge, tree, answer) {
    this.#badge = badge;
    this.#tree = tree;
    this.#answer = answer;
    const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (panel.querySelector(`#${id}`));
    this.#summary = part("problems-summary");
    this.#list = part("problems-list");
    this.#copy = /** @type {HTMLButtonElement} */ (part("problems-copy"));
    this.#copy.textContent = message("copyAll");
    this.#copy.addEventListener("click", () => this.#copyAll());
    const texts = { title: message("problems"), close: message("closeProblems") };
    this.#panel = new Panel(panel, texts, tree, () => this.#closed());
    badge.addEventListener("click", () => (this.#panel.isOpen ? this.close(true) : this.open(badge)));
  }

  /** @param {HTMLElement} opener  Gets the focus when the panel closes. */
  open(opener) {
    this.#panel.open(opener);
    this.#search();
    this.#mark();
  }

  /** @param {boolean} refocus */
  close(refocus) {
    this.#panel.close(refocus);
  }

  #closed() {
    this.#searches++;
    this.#stopReading();
    this.#found = undefined;
    this.#list.replaceChildren();
    this.#mark();
  }

  /** Call this when another tree is shown or pages have arrived. */
  changed() {
    this.#counts = undefined;
    if (this.#panel.isOpen) this.#search();
    this.#mark();
  }

  /** Updates the button: the number of errors or, without errors, of warnings. */
  #mark() {
    const badge = this.#badge;
    const { session, state } = this.#tree;
    const counts = this.#counts;
    const known = state === "loading" ? undefined : session;
    const errors = counts?.error ?? known?.errorCount ?? 0;
    const warnings = counts?.warning ?? known?.warningCount ?? 0;
    const shown = errors || warnings;
    badge.hidden = shown === 0;
    badge.dataset.severity = errors > 0 ? "error" : "warning";
    badge.setAttribute("aria-expanded", String(this.#panel.isOpen));
    const [count] = badge.getElementsByTagName("span");
    if (count) count.textContent = shown > MOST_SHOWN ? `${formatted(MOST_SHOWN)}+` : formatted(shown);
    badge.title = titleOf({ error: errors, warning: warnings, note: counts?.note ?? 0 });
    badge.setAttribute("aria-label", badge.title);
  }

  async #search() {
    const search = ++this.#searches;
    this.#stopReading();
    this.#copy.hidden = true;
    const isLoading = this.#tree.state === "loading";
    this.#summary.textContent = message(isLoading ? "loading" : "lookingForProblems");
    if (isLoading) return; // `changed` follows at the end of the load
    // Paint the panel before the search blocks the page.
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    if (search !== this.#searches) return;
    const { session, file } = this.#tree;
    const source = session?.source?.url ?? "";
    const found = (session?.diagnostics() ?? []).map((each) => {
      const address = each.url ?? source;
      return { ...each, address, url: each.url ?? file?.name ?? source };
    });
    const items = this.#show(found, (session?.source?.documents ?? 1) > 1);
    this.#reading = session;
    try {
      await this.#addLines(items, session, file, search);
    } catch (error) {
      console.error("Navibar cannot read lines again", error); // the list shows no lines
    }
  }

  /**
   * Adds the lines. The engine keeps no bytes of a sitemap, so it reads the sitemap again.
   *
   * @param {HTMLElement[]} items  The items of the findings, in the same order.
   * @param {Session | undefined} session
   * @param {File | undefined} file
   * @param {number} search
   */
  async #addLines(items, session, file, search) {
    const listed = this.#found?.slice(0, MAX_LISTED) ?? [];
    if (!session || listed.length === 0) return;
    const positions = listed.map(({ address, line, column }) => ({ url: address, line, column }));
    const excerpts = await session.excerpts(positions, file);
    if (search !== this.#searches) return;
    for (const [at, finding] of listed.entries()) {
      const excerpt = excerpts[at];
      if (!excerpt) continue;
      finding.excerpt = excerpt;
      items[at]?.querySelector(".problem-text")?.after(lineOf(excerpt));
    }
  }

  #stopReading() {
    // A session that is no longer shown has stopped already.
    if (this.#reading !== undefined && this.#reading === this.#tree.session) this.#reading.stopExcerpts();
    this.#reading = undefined;
  }

  /** @param {Finding[]} found @param {boolean} isOneOfMany  The tree has several files. */
  #show(found, isOneOfMany) {
    const sorted = SEVERITIES.flatMap((severity) => found.filter((each) => each.severity === severity));
    this.#found = sorted;
    const counts = { error: 0, warning: 0, note: 0 };
    for (const { severity } of sorted) counts[severity]++;
    this.#counts = counts;
    const items = sorted.slice(0, MAX_LISTED).map((each) => itemOf(each, isOneOfMany));
    const left = sorted.length - items.length;
    if (left > 0) items.push(element("li", { class: "problems-left" }, countMessage("problemsLeft", left)));
    this.#list.replaceChildren(...items);
    this.#list.hidden = items.length === 0;
    this.#list.scrollTop = 0;
    this.#copy.hidden = items.length === 0;
    this.#summary.textContent = summaryOf(counts);
    this.#mark();
    if (this.#panel.isFocused && items.length > 0) this.#list.focus();
    return items;
  }

  async #copyAll() {
    const found = this.#found ?? [];
    try {
      await navigator.clipboard.writeText(found.map(asLine).join(""));
      this.#answer(countMessage("problemsCopied", found.length));
    } catch (error) {
      console.error("Navibar cannot copy", error);
      this.#answer(message("problemsNotCopied"));
    }
  }
}

/** @param {Diagnostic} finding @param {boolean} isOneOfMany  The item must name the file. */
function itemOf({ code, severity, line, column, message: text, url }, isOneOfMany) {
  const place = message("problemPlace", formatted(line), formatted(column));
  const where = isOneOfMany ? message("problemPlaceIn", fileName(url ?? ""), place) : place;
  const item = element(
    "li",
    { class: "problem", "data-severity": severity },
    element("p", { class: "problem-place" }, element("b", {}, message(`severity_${severity}`)), ` · ${where}`),
    element("p", { class: "problem-text", dir: "auto", lang: "en" }, text),
    element("p", { class: "problem-code" }, element("code", {}, code)),
  );
  if (isOneOfMany && url) item.title = url;
  return item;
}

/** Returns the line of a finding with the position marked. @param {Excerpt} excerpt */
function lineOf(excerpt) {
  const mark = element("mark", {}, excerpt.mark);
  const { before, after } = withDots(excerpt);
  return element("p", { class: "problem-line", dir: "ltr", translate: "no" }, element("code", {}, before, mark, after));
}

/** @param {Excerpt} excerpt */
function withDots({ before, after, cutBefore, cutAfter }) {
  return { before: (cutBefore ? "…" : "") + before, after: after + (cutAfter ? "…" : "") };
}

/** Formats a finding like a compiler, so that editors find the position. @param {Finding} finding */
function asLine({ code, severity, line, column, message: text, url, excerpt }) {
  const first = `${url}:${line}:${column}: ${severity}[${code}]: ${text}\n`;
  if (!excerpt) return first;
  const { before, after } = withDots(excerpt);
  const carets = "^".repeat([...excerpt.mark].length || 1);
  return `${first}    ${before}${excerpt.mark}${after}\n    ${" ".repeat([...before].length)}${carets}\n`;
}

/** "2 errors, 1 warning" @param {Record<Diagnostic["severity"], number>} counts */
function summaryOf(counts) {
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (parts.length === 0) return message("noProblems");
  return listed(parts.map((severity) => countMessage(`${severity}s`, counts[severity])));
}

/** "3 problems: 2 errors, 1 warning" @param {Record<Diagnostic["severity"], number>} counts */
function titleOf(counts) {
  return message("problemsFound", countMessage("problemCount", counts.error + counts.warning), summaryOf(counts));
}

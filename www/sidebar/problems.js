import { countMessage, formatted, listed, message } from "../browser.js";
import { element } from "../navi-bar/dom.js";
import { fileName } from "./names.js";
import { Panel } from "./panel.js";

/** @typedef {import("../navi-bar/types.js").Diagnostic} Diagnostic */
/** @typedef {import("../navi-bar/types.js").Excerpt} Excerpt */
/** @typedef {import("../navi-bar/types.js").Session} Session */

/**
 * A finding with the name of its file, the address that this has for the engine, and the line that it is about, as soon
 * as that is read.
 *
 * @typedef {Diagnostic & { address: string, excerpt?: Excerpt }} Finding
 */

/** How many findings are listed; all can be copied. The engine gives as many of each file. */
const MAX_LISTED = 1000;

/** The largest number that the button shows. */
const MOST_SHOWN = 99;

/** The worst first. */
const SEVERITIES = /** @type {const} */ (["error", "warning", "note"]);

/**
 * What the sidebar gives the panel.
 *
 * @typedef {object} ProblemsHost
 * @property {HTMLElement} panel  In which the elements with the ids below are.
 * @property {HTMLButtonElement} badge  In the header.
 * @property {() => { session: Session | undefined, file: File | undefined, isLoading: boolean }} tree  The tree that is
 *   shown; `file`: the user's.
 * @property {() => void} focusTree
 * @property {(text: string) => void} answer
 */

/** What is wrong with the sitemap, for its author. Looking for it takes a look at every page: not before it is asked for. */
export class Problems {
  #host;
  #panel;
  #summary;
  #list;
  #copy;
  /** @type {Finding[] | undefined} While the panel is open. */
  #found;
  /** @type {Record<Diagnostic["severity"], number> | undefined} Since the last look. */
  #counts;
  /** @type {Session | undefined} Reads the lines of findings. */
  #reading;
  /** Counts the looks, so that only the last one is shown. */
  #looks = 0;

  /** @param {ProblemsHost} host */
  constructor(host) {
    this.#host = host;
    const { panel, badge } = host;
    const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (panel.querySelector(`#${id}`));
    this.#summary = part("problems-summary");
    this.#list = part("problems-list");
    this.#copy = /** @type {HTMLButtonElement} */ (part("problems-copy"));
    this.#copy.textContent = message("copyAll");
    this.#copy.addEventListener("click", () => this.#copyAll());
    this.#panel = new Panel(
      panel,
      { title: message("problems"), close: message("closeProblems") },
      { focusTree: host.focusTree, closed: () => this.#closed() },
    );
    badge.addEventListener("click", () => (this.#panel.isOpen ? this.close(true) : this.open(badge)));
  }

  /** @param {HTMLElement} opener  Gets the focus back. */
  open(opener) {
    this.#panel.open(opener);
    this.#look();
    this.#mark();
  }

  /** @param {boolean} refocus */
  close(refocus) {
    this.#panel.close(refocus);
  }

  #closed() {
    this.#looks++;
    this.#stopReading();
    this.#found = undefined;
    this.#list.replaceChildren();
    this.#mark();
  }

  /** Another tree is shown, or there is more of it. */
  changed() {
    this.#counts = undefined;
    if (this.#panel.isOpen) this.#look();
    this.#mark();
  }

  /** The button in the header: how many errors there are; if none, how many warnings. */
  #mark() {
    const { badge, tree } = this.#host;
    const { session, isLoading } = tree();
    const counts = this.#counts;
    const errors = counts?.error ?? (isLoading ? 0 : (session?.errorCount ?? 0));
    const shown = errors || counts?.warning || 0;
    badge.hidden = shown === 0;
    badge.dataset.severity = errors > 0 ? "error" : "warning";
    badge.setAttribute("aria-expanded", String(this.#panel.isOpen));
    const [count] = badge.getElementsByTagName("span");
    if (count) count.textContent = shown > MOST_SHOWN ? `${formatted(MOST_SHOWN)}+` : formatted(shown);
    badge.title = counts ? titleOf(counts) : titleOf({ error: errors, warning: 0, note: 0 });
    badge.setAttribute("aria-label", badge.title);
  }

  async #look() {
    const look = ++this.#looks;
    this.#stopReading();
    this.#copy.disabled = true;
    const { isLoading } = this.#host.tree();
    this.#summary.textContent = message(isLoading ? "loading" : "lookingForProblems");
    if (isLoading) return; // `changed` is called at its end
    // The panel shows before the page stands still.
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    if (look !== this.#looks) return;
    const { session, file } = this.#host.tree();
    const source = session?.source?.url ?? "";
    const found = (session?.diagnostics() ?? []).map((each) => {
      const address = each.url ?? source;
      return { ...each, address, url: each.url ?? file?.name ?? source };
    });
    const items = this.#show(found, (session?.source?.documents ?? 1) > 1);
    this.#reading = session;
    try {
      await this.#addLines(items, session, file, look);
    } catch (error) {
      console.error("Navibar cannot read lines again", error); // the list does without
    }
  }

  /**
   * The bytes of a sitemap are not kept: the lines come when it has been read once more.
   *
   * @param {HTMLElement[]} items  Of the findings, in their order.
   * @param {Session | undefined} session
   * @param {File | undefined} file
   * @param {number} look
   */
  async #addLines(items, session, file, look) {
    const listed = this.#found?.slice(0, MAX_LISTED) ?? [];
    if (!session || listed.length === 0) return;
    const spots = listed.map(({ address, line, column }) => ({ url: address, line, column }));
    const excerpts = await session.excerpts(spots, file);
    if (look !== this.#looks) return;
    for (const [at, finding] of listed.entries()) {
      const excerpt = excerpts[at];
      if (!excerpt) continue;
      finding.excerpt = excerpt;
      items[at]?.querySelector(".problem-text")?.after(lineOf(excerpt));
    }
  }

  #stopReading() {
    // Another one than is shown has been given up already.
    if (this.#reading !== undefined && this.#reading === this.#host.tree().session) this.#reading.stopExcerpts();
    this.#reading = undefined;
  }

  /** @param {Finding[]} found @param {boolean} isOneOfMany  Whether there are several files. */
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
    this.#copy.disabled = items.length === 0;
    this.#summary.textContent = summaryOf(counts);
    this.#mark();
    if (this.#panel.isFocused && items.length > 0) this.#list.focus();
    return items;
  }

  async #copyAll() {
    const found = this.#found ?? [];
    try {
      await navigator.clipboard.writeText(found.map(asLine).join(""));
      this.#host.answer(countMessage("problemsCopied", found.length));
    } catch (error) {
      console.error("Navibar cannot copy", error);
      this.#host.answer(message("problemsNotCopied"));
    }
  }
}

/** @param {Diagnostic} finding @param {boolean} isOneOfMany  Whether its file must be named. */
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

/** The line that a finding is about, with its place marked. @param {Excerpt} excerpt */
function lineOf(excerpt) {
  const mark = element("mark", {}, excerpt.mark);
  const { before, after } = withDots(excerpt);
  return element("p", { class: "problem-line", dir: "ltr", translate: "no" }, element("code", {}, before, mark, after));
}

/** @param {Excerpt} excerpt */
function withDots({ before, after, cutBefore, cutAfter }) {
  return { before: (cutBefore ? "…" : "") + before, after: after + (cutAfter ? "…" : "") };
}

/** As compilers write it, so that editors find the place. @param {Finding} finding */
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

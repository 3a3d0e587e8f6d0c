/**
 * All texts of the element in English. `{name}` is replaced by a value. The plural category of a number
 * (`Intl.PluralRules`) chooses among keys that end in `_one`, `_other` and so on. Keys with `reason_` say why something
 * could not be read; the engine's `Reason` has the same sentences. The engine also has the texts of `detail_capability_`,
 * `relation_`, `term_` and `period_`. `extension-manifest/_locales/` has all texts and their translations, with `navi_bar_`
 * before the key.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const ENGLISH = Object.freeze({
  tree: "Site navigation",
  outline: "On this page",
  outlineResize: "Height of “On this page”",
  outlineEmpty: "This page has no headings.",
  outlineUnreadable: "The headings of this page cannot be read.",
  outlineNothing: "No heading has all of these words.",
  loading: "Loading the sitemap…",
  loadingAmount: "{bytes} · {pages}",
  loadingAmountOfTotal: "{bytes} of {total} · {pages}",
  loadingDocuments: "{documents} · {pages} · {bytes}",
  documents_one: "{done} of {count} sitemap",
  documents_other: "{done} of {count} sitemaps",
  readingTitles: "Reading titles…",
  readingTitlesAmount: "Titles: {done} of {pages}",
  titlesRead: "The titles have been read.",
  titlesFailed: "Could not be read: {pages}.",
  progress: "Loading the sitemap",
  stop: "Stop",
  retry: "Try again",
  pages_one: "{count} page",
  pages_other: "{count} pages",
  announceLoaded: "Sitemap loaded: {pages}.",
  emptyTitle: "No pages found yet",
  emptyText: "The site lists its pages nowhere, and this page has no menu. A tree appears as soon as a page has one.",
  noPagesTitle: "This sitemap lists no pages",
  noPagesText: "The site has a sitemap, but it is empty.",
  failedTitle: "The sitemap could not be shown",
  fileEmptyTitle: "This file is not a sitemap",
  fileEmptyText: "Files with a site’s structure can be shown (NNS, NEGS, XBEL), bookmarks (HTML, OPML), and sitemaps and feeds of every kind.",
  fileNoPagesText: "The file could be read, but it lists no pages.",
  fileFailedTitle: "The file could not be shown",
  stoppedTitle: "Loading was stopped",
  stoppedNote: "Loading was stopped. Only the pages that had arrived are shown.",
  stoppedNothingText: "Nothing had arrived yet.",
  staleText: "The site could not be reached. This is its tree as it was last.",
  alias: "Alias",
  deleted: "Deleted",
  pageRead: "You have read this page.",
  pageChanged: "Changed since your last visit.",
  pageChangedBelow: "Pages in this branch have changed since your last visit.",
  onlyVisited: "You opened this page. The site’s menus and sitemaps do not list it.",
  documentPending: "Not loaded yet",
  documentFailedShort: "failed",
  documentFailedStatus: "status {status}",
  documentRetry: "Open it to try again.",
  announceDocument: "Loading {title}…",
  announceDocumentLoaded: "{title} loaded: {pages}.",
  announceDocumentFailed: "{title}: {reason}",
  announceMessage: "{title}. {text}",
  unplaced: "Unplaced pages",
  lists: "Tags and archives",
  languages: "Other languages",
  technical: "Technical pages",
  rest: "More pages",
  failed_one: "{count} list not loaded",
  failed_other: "{count} lists not loaded",
  more_one: "{count} more sitemap",
  more_other: "{count} more sitemaps",
  reason_unreachable: "The site could not be reached.",
  reason_broken_off: "The connection was interrupted while the sitemap was loading. Nothing can be shown yet.",
  reason_broken_off_in_part: "The connection was interrupted while the sitemap was loading. The part that arrived is shown.",
  reason_document_broken_off: "The connection was interrupted.",
  reason_damaged: "The compressed file of the sitemap is damaged. Nothing can be shown.",
  reason_damaged_in_part: "The compressed file of the sitemap is damaged. The part before the damage is shown.",
  reason_document_damaged: "Its compressed file is damaged.",
  reason_forbidden: "The site does not allow access to its sitemap (status {status}).",
  reason_rate_limited: "The site asks Navibar to wait (status {status}).",
  reason_server_error: "The server has an error and did not send the sitemap (status {status}).",
  reason_refused: "The site did not send its sitemap (status {status}).",
  reason_unreadable: "The sitemap cannot be shown: line {line}, column {column}: {finding}",
  reason_no_pages: "The sitemap has no pages.",
  reason_no_document: "None of this site's sitemaps can be read. First error: {first}",
  reason_missing: "It does not exist.",
  reason_elsewhere: "Its address redirects to another site.",
  reason_no_sitemap: "This is not a sitemap.",
  reason_not_named: "It is not loaded because only another site names {host}, not this one.",
  reason_local_network: "It is not loaded because {host} is in your own network and this site is on the internet.",
  reason_no_access: "It is not loaded because Navibar has no access to {host}.",
  reason_document_unreadable: "It cannot be read: line {line}, column {column}: {finding}",
  details: "Details…",
  detailsClose: "Close the details",
  address: "Address",
  detail_description: "Description",
  detail_creator: "Author",
  detail_publisher: "Publisher",
  detail_subject: "Subject",
  detail_language: "Language",
  detail_date: "Date",
  detail_lastmod: "Last modified",
  detail_changefreq: "Changes",
  detail_changefreq_always: "all the time",
  detail_changefreq_hourly: "hourly",
  detail_changefreq_daily: "daily",
  detail_changefreq_weekly: "weekly",
  detail_changefreq_monthly: "monthly",
  detail_changefreq_yearly: "yearly",
  detail_changefreq_never: "never",
  detail_priority: "Importance on this site",
  detail_published: "Published",
  detail_publication_date: "Published as news",
  detail_updated: "Updated",
  detail_added: "Added",
  detail_modified: "Modified",
  detail_visited: "Visited",
  detail_change: "What happened",
  detail_change_created: "The page was added.",
  detail_change_updated: "The page was changed.",
  detail_change_deleted: "The page was removed.",
  detail_datetime: "Time of the change",
  detail_length: "Size",
  detail_type: "Type",
  detail_hash: "Checksum",
  detail_read: "Read",
  detail_titleFrom: "Title from",
  detail_titleFrom_address: "the address",
  detail_titleFrom_breadcrumb: "a breadcrumb or the footer",
  detail_titleFrom_feed: "the site’s feed",
  detail_titleFrom_llmsTxt: "the site’s llms.txt",
  detail_titleFrom_menu: "a menu of the site",
  detail_titleFrom_page: "the page itself",
  detail_titleFrom_searchIndex: "the site’s search index",
  detail_titleFrom_site: "the name of the site",
  detail_titleFrom_sitemap: "the sitemap",
  detail_titleFrom_wordPress: "the site’s list of pages",
  detail_placeFrom: "Place from",
  detail_placeFrom_address: "the address",
  detail_placeFrom_breadcrumb: "a breadcrumb or the footer",
  detail_placeFrom_menu: "a menu of the site",
  detail_otherTitle: "Another title",
  detail_otherPlace: "Another place",
  detail_top: "the top level",
  detail_listedIn: "Listed in",
  detail_listedIn_feed: "the site’s feed",
  detail_listedIn_menu: "the site’s menus only",
  detail_listedIn_searchIndex: "the site’s search index",
  detail_listedIn_sitemap: "the sitemap",
  detail_listedIn_visit: "no list: it is here because you opened it",
  detail_capability_description: "Source description",
  detail_capability_capabilitylist: "Capability list",
  detail_capability_resourcelist: "Resource list",
  detail_capability_resourcedump: "Resource dump",
  detail_capability_resourcedump_manifest: "Resource dump manifest",
  detail_capability_changelist: "Change list",
  detail_capability_changedump: "Change dump",
  detail_capability_changedump_manifest: "Change dump manifest",
  detail_capability_resourcelist_archive: "Resource list archive",
  detail_capability_resourcedump_archive: "Resource dump archive",
  detail_capability_changelist_archive: "Change list archive",
  detail_capability_changedump_archive: "Change dump archive",
  relation_alternate: "Alternate",
  relation_canonical: "Canonical",
  relation_collection: "Collection",
  relation_contents: "Contents",
  relation_describedby: "Described by",
  relation_describes: "Describes",
  relation_duplicate: "Duplicate",
  relation_hub: "Hub",
  relation_index: "Index",
  relation_memento: "Memento",
  relation_original: "Original",
  relation_patch: "Patch",
  relation_profile: "Profile",
  relation_resourcesync: "ResourceSync",
  relation_self: "Self",
  relation_timegate: "TimeGate",
  relation_timemap: "TimeMap",
  relation_up: "Up",
  relation_via: "Via",
  term_document: "Document",
  term_link: "Link",
  term_sitemap: "Sitemap",
  period_both: "{from} to {until}",
  period_from: "from {from}",
  period_until: "until {until}",
  detail_capability: "Kind of document",
  detail_at: "As of",
  detail_completed: "Completed",
  detail_from: "From",
  detail_until: "Until",
  detail_path: "Path in the package",
  detail_encoding: "Encoding",
  detail_pri: "Rank",
  detail_loc: "Former address",
  detail_laatst_gewijzigd: "Last modified",
  detail_creatiedatum: "Creation date",
  detail_begindatum: "Valid from",
  detail_einddatum: "Valid until",
  detail_verantwoordelijke: "Responsible body",
  detail_medeverantwoordelijke: "Jointly responsible body",
  detail_opsteller: "Drafted by",
  detail_naamOpsteller: "Name of the author",
  detail_verkorteTitel: "Short title",
  detail_alternatieveTitel: "Alternative title",
  detail_omschrijving: "Description",
  detail_informatiecategorie: "Information category",
  detail_documentsoort: "Document type",
  detail_thema: "Theme",
  detail_trefwoord: "Keyword",
  detail_identifier: "Identifier",
  detail_format: "Format",
  detail_aggregatiekenmerk: "Case reference",
  detail_isPartOf: "Part of",
  detail_soortHandeling: "Action",
  detail_atTime: "Time of the action",
  detail_wasAssociatedWith: "Action by",
  detail_role: "Type of relation",
  detail_relation: "Related document",
  detail_redenVerwijderingVervanging: "Reason for removal or replacement",
  detailLine: "{name}: {value}",
  engineMissing: "Navibar’s own program did not load. Reload the page to try again.",
  engineFailed: "Navibar’s own program has failed. Try again.",
  engineDied: "Navibar’s own program has stopped working. Reload to use it again.",
  reloadDocument: "Reload",
  filter: "Filter pages",
  filterClear: "Clear the filter",
  filterCount_one: "{found} of {count} page",
  filterCount_other: "{found} of {count} pages",
  filterNothing: "No page has all of these words in its title or address.",
  filterNothingInBranch: "No page of this branch has all of these words in its title or address.",
  filterWhole: "Filter All Pages",
  menu: "Menu of {title}",
  leftOut_one: "{count} more is not shown",
  leftOut_other: "{count} more are not shown",
  openInTab: "Open in New Tab",
  openInWindow: "Open in New Window",
  copyLink: "Copy Link",
  expandBelow: "Expand All Below",
  collapseBelow: "Collapse All Below",
  onlyBranch: "Show Only This Branch",
  readTitles: "Read the Titles of These Pages",
  wholeTree: "All Pages",
  branchPath: "Pages above this branch",
  defaultLanguage: "Default language",
  announceCopied: "Link copied.",
  announceCopyFailed: "The link could not be copied.",
});

/** The texts, numbers and dates of one language. */
export class Strings {
  #table;
  #language;
  // Creating `Intl` objects is the slowest step before the first rows, so each is created when it is needed.
  /** @type {{ locale: string | undefined, isRightToLeft: boolean } | undefined} */
  #locale;
  /** @type {Intl.PluralRules | undefined} */
  #plural;
  /** @type {Intl.NumberFormat | undefined} */
  #number;
  /** @type {Intl.DateTimeFormat | undefined} */
  #day;
  /** @type {Intl.DateTimeFormat | undefined} */
  #time;
  /** @type {Map<string, Intl.NumberFormat>} */
  #byteFormats = new Map();

  /**
   * @param {Record<string, string> | undefined} overrides
   * @param {string} language  A BCP 47 tag. The default is the language of the browser.
   */
  constructor(overrides, language) {
    this.#table = { ...ENGLISH, ...overrides };
    this.#language = language;
  }

  /** The language of the texts, a BCP 47 tag. */
  get language() {
    return this.#language;
  }

  get locale() {
    return this.#known.locale;
  }

  get #known() {
    if (!this.#locale) {
      const locale = supported(this.#language);
      this.#locale = { locale, isRightToLeft: isRightToLeft(locale) };
    }
    return this.#locale;
  }

  /**
   * @param {string} key
   * @param {Record<string, string>} [values]
   */
  get(key, values) {
    const text = this.#table[key] ?? key;
    if (!values) return text;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      if (value === undefined) return whole;
      return this.#known.isRightToLeft ? isolated(value) : value;
    });
  }

  /** Returns the sentence of a reason. @param {import("../types.js").Reason} [reason] */
  reason(reason) {
    if (!reason) return "";
    const { name, first, ...rest } = reason;
    /** @type {Record<string, string>} */
    const values = first ? { first: this.reason(first) } : {};
    for (const [key, value] of Object.entries(rest)) values[key] = typeof value === "number" ? this.number(value) : value;
    return this.get(`reason_${name.replaceAll("-", "_")}`, values);
  }

  /** Returns the title of an entry. @param {{ title: string, label?: import("../types.js").Label }} entry */
  titleOf({ title, label }) {
    if (!label) return title;
    if (label.name === "more" || label.name === "failed") return this.plural(label.name, label.count);
    if (label.name !== "words") return this.get(label.name);
    const name = new Intl.ListFormat(this.locale, LIST).format(label.words.map((word) => this.#phrase(word)));
    return label.rest ? this.get("detailLine", { name, value: this.#phrase(label.rest) }) : name;
  }

  /** @param {import("../types.js").Phrase} phrase */
  #phrase({ key, text, ...dates }) {
    return key !== undefined && this.has(key) ? this.get(key, dates) : text;
  }

  /** @param {string} key */
  has(key) {
    return key in this.#table;
  }

  /** "1,234 pages" @param {number} count */
  pages(count) {
    return this.plural("pages", count);
  }

  /**
   * @param {string} key  Without the plural category.
   * @param {number} count
   * @param {Record<string, string>} [values]  More values.
   */
  plural(key, count, values) {
    this.#plural ??= new Intl.PluralRules(this.locale);
    const exact = `${key}_${this.#plural.select(count)}`;
    return this.get(this.has(exact) ? exact : `${key}_other`, { ...values, count: this.number(count) });
  }

  /** "1,234" @param {number} count */
  number(count) {
    this.#number ??= new Intl.NumberFormat(this.locale);
    return this.#number.format(count);
  }

  /**
   * "21 Nov 2026" or, where there is a time of day, "21 Nov 2026, 09:30"
   *
   * @param {string} date  ISO 8601. Other text is returned as it is.
   * @param {"day" | "time"} precision
   */
  date(date, precision) {
    const parsed = new Date(date.replace(" ", "T"));
    if (Number.isNaN(parsed.getTime())) return date;
    // A day without a time is the same in all time zones.
    this.#day ??= new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", timeZone: "UTC" });
    this.#time ??= new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", timeStyle: "short" });
    return (precision === "day" ? this.#day : this.#time).format(parsed);
  }

  /** "80%" @param {number} share  From 0 to 1. */
  share(share) {
    return new Intl.NumberFormat(this.locale, { style: "percent" }).format(share);
  }

  /** "1.2 MB", in decimal units like browsers. @param {number} bytes */
  bytes(bytes) {
    const [unit, size] = bytes < 1000 ? ["byte", 1] : bytes < 1e6 ? ["kilobyte", 1e3] : ["megabyte", 1e6];
    let format = this.#byteFormats.get(/** @type {string} */ (unit));
    if (!format) {
      format = new Intl.NumberFormat(this.locale, {
        style: "unit",
        unit: /** @type {string} */ (unit),
        minimumFractionDigits: unit === "megabyte" ? 1 : 0,
        maximumFractionDigits: unit === "megabyte" ? 1 : 0,
      });
      this.#byteFormats.set(/** @type {string} */ (unit), format);
    }
    return format.format(bytes / /** @type {number} */ (size));
  }
}

/** Several relations of one link. @type {Intl.ListFormatOptions} */
const LIST = { type: "unit", style: "short" };

/** The scripts that run from right to left. */
const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/** Returns `true` for a language that runs from right to left. @param {string | undefined} locale  A BCP 47 tag. */
export function isRightToLeft(locale) {
  return locale !== undefined && RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? "");
}

/** Isolates a value in a text that runs from right to left, so that an address keeps its order. @param {string} value */
export function isolated(value) {
  return `\u2068${value}\u2069`;
}

/** @param {string} language */
function supported(language) {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0];
  } catch {
    return undefined;
  }
}

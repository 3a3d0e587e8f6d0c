import { ENGLISH } from "./english.js";

/** The texts, numbers and dates of one language. */
export class Strings {
  #overrides;
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
    this.#overrides = overrides;
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
    const text = this.#text(key) ?? key;
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
    const { name, ...rest } = reason;
    /** @type {Record<string, string>} */
    const values = {};
    for (const [key, value] of Object.entries(rest)) {
      values[key] = typeof value === "number" ? this.number(value) : typeof value === "string" ? value : this.reason(value);
    }
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

  /** @param {string} key @returns {string | undefined} */
  #text(key) {
    return this.#overrides?.[key] ?? ENGLISH[key];
  }

  /** @param {string} key */
  has(key) {
    return this.#text(key) !== undefined;
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

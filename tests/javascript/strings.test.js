import assert from "node:assert/strict";
import test from "node:test";

import { Strings, isRightToLeft } from "../../www/element/text/strings.js";
import { check } from "./table.js";

const english = new Strings(undefined, "en");

test("values replace their names in a text", () => {
  assert.equal(english.get("announceMessage", { title: "A", text: "B" }), "A. B");
  assert.equal(english.get("announceMessage", { title: "A" }), "A. {text}", "the name of a missing value stays");
  assert.equal(english.get("noSuchText"), "noSuchText");
});

test("text from a site is never a placeholder or a pattern", () => {
  for (const title of ["{count}", "{title}", "$& $1 $$", "\\1", "__proto__"]) {
    assert.equal(english.get("menu", { title }), `Menu of ${title}`);
  }
});

test("a translation replaces texts, and missing ones stay English", () => {
  const strings = new Strings({ stop: "Stopp" }, "de");
  assert.deepEqual([strings.get("stop"), strings.get("retry")], ["Stopp", "Try again"]);
});

test("in a text from right to left, values are isolated", () => {
  const strings = new Strings({ menu: "قائمة {title}" }, "ar");
  assert.equal(strings.get("menu", { title: "a.b/c" }), "قائمة \u2068a.b/c\u2069");
});

test("the language and its script decide the direction", () => {
  /** @type {[string | undefined, boolean][]} */
  const table = [
    ["ar", true],
    ["he-IL", true],
    ["fa", true],
    ["ur", true],
    ["az-Arab", true],
    ["az", false],
    ["en", false],
    [undefined, false],
  ];
  check(table, isRightToLeft);
});

test("the plural follows the rules of the language", () => {
  /** @type {[number, string][]} */
  const table = [
    [0, "0 pages"],
    [1, "1 page"],
    [2, "2 pages"],
    [1_234_567, "1,234,567 pages"],
  ];
  check(table, (count) => english.pages(count));
  const polish = new Strings({ pages_one: "{count} strona", pages_few: "{count} strony", pages_many: "{count} stron" }, "pl");
  /** @type {[number, string][]} */
  const polishTable = [
    [1, "1 strona"],
    [3, "3 strony"],
    [5, "5 stron"],
  ];
  check(polishTable, (count) => polish.pages(count));
});

test("a missing plural falls back to the general one", () => {
  const strings = new Strings({ pages_one: "{count} strona", pages_other: "{count} strony" }, "pl");
  assert.equal(strings.pages(5), "5 strony");
});

test("numbers follow the rules of the language", () => {
  /** @type {[string, string][]} */
  const table = [
    ["en", "1,234.5 80%"],
    ["de", "1.234,5 80\u00a0%"],
    ["nl", "1.234,5 80%"],
  ];
  check(table, (language) => {
    const strings = new Strings(undefined, language);
    return `${strings.number(1234.5)} ${strings.share(0.8)}`;
  });
});

test("an unknown language falls back to the browser's own", () => {
  for (const language of ["", "not a language", "xx-", "qqq"]) {
    const strings = new Strings(undefined, language);
    assert.equal(strings.locale, undefined, language);
    assert.equal(strings.number(5), new Intl.NumberFormat().format(5));
  }
});

test("sizes use the decimal units that browsers use", () => {
  /** @type {[number, string][]} */
  const table = [
    [0, "0 byte"],
    [999, "999 byte"],
    [1000, "1 kB"],
    [999_499, "999 kB"],
    [1_250_000, "1.3 MB"],
    [12_000_000, "12.0 MB"],
  ];
  check(table, (bytes) => english.bytes(bytes));
});

test("a day is the same in all time zones", () => {
  const { TZ } = process.env;
  for (const zone of ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"]) {
    process.env.TZ = zone;
    assert.equal(new Strings(undefined, "en-GB").date("2026-11-21", "day"), "21 Nov 2026", zone);
  }
  process.env.TZ = "Asia/Tokyo";
  assert.equal(new Strings(undefined, "en-GB").date("2026-11-21T20:30:00Z", "time"), "22 Nov 2026, 05:30");
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test("text that is not a date stays as it is", () => {
  for (const date of ["soon", "2026-13-45", ""]) assert.equal(english.date(date, "day"), date);
});

test("a reason becomes a sentence with its values", () => {
  assert.equal(english.reason(undefined), "");
  assert.equal(
    english.reason({ name: "rate-limited", status: 429 }),
    "The site asks Navibar to wait (status 429).",
  );
  assert.equal(english.reason({ name: "document-broken-off", why: "" }), "The connection was interrupted.");
  assert.equal(
    english.reason({ name: "no-document", first: { name: "local-network", host: "nas.local" } }),
    "None of this site's sitemaps can be read. " +
      "First error: It is not loaded because nas.local is in your own network and this site is on the internet.",
  );
  assert.equal(
    english.reason({ name: "unreadable", line: 12_345, column: 6, finding: "no end tag" }),
    "The sitemap cannot be shown: line 12,345, column 6: no end tag",
  );
});

test("entries of the engine have translated titles", () => {
  assert.equal(english.titleOf({ title: "Home" }), "Home");
  assert.equal(english.titleOf({ title: "", label: { name: "unplaced" } }), "Unplaced pages");
  assert.equal(english.titleOf({ title: "", label: { name: "more", count: 1200 } }), "1,200 more sitemaps");
});

test("titles in words of a format are translated, the site's own texts are not", () => {
  const german = new Strings(
    {
      relation_duplicate: "Kopie",
      relation_describedby: "Beschrieben in",
      detail_capability_changelist: "Änderungsliste",
      period_both: "{from} bis {until}",
    },
    "de",
  );
  const duplicate = { key: "relation_duplicate", text: "Duplicate" };
  const describedBy = { key: "relation_describedby", text: "Described by" };
  const unknown = { text: "loading" };
  const address = { text: "mirror.example.com/res1" };
  const period = { key: "period_both", text: "2013-01-01 to 2013-01-02", from: "2013-01-01", until: "2013-01-02" };
  const changes = { key: "detail_capability_changelist", text: "Change list" };
  /** @param {Strings} strings @param {import("../../www/element/types.js").Phrase[]} words @param {import("../../www/element/types.js").Phrase} [rest] */
  const title = (strings, words, rest) =>
    strings.titleOf({ title: "", label: { name: "words", words, ...(rest && { rest }) } });
  assert.equal(title(german, [duplicate], address), "Kopie: mirror.example.com/res1");
  assert.equal(title(german, [describedBy, unknown], address), "Beschrieben in, loading: mirror.example.com/res1");
  assert.equal(title(german, [changes], period), "Änderungsliste: 2013-01-01 bis 2013-01-02");
  assert.equal(title(german, [changes]), "Änderungsliste");
  // English texts are the engine's.
  assert.equal(title(english, [describedBy, unknown], address), "Described by, loading: mirror.example.com/res1");
  assert.equal(title(english, [changes], period), `Change list: ${period.text}`);
  // A newer engine may have words that the interface does not know.
  assert.equal(title(german, [{ key: "relation_new", text: "New" }], address), "New: mirror.example.com/res1");
});

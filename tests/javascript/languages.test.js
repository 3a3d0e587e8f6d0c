import test from "node:test";

import { languageName } from "../../www/element/text/languages.js";
import { check } from "./table.js";

test("a language has its own name with a capital letter", () => {
  /** @type {[string, string | undefined][]} */
  const table = [
    ["fr", "Français"],
    ["nl", "Nederlands"],
    ["en", "English"],
    ["EL", "Ελληνικά"],
    ["uk", "Українська"],
    ["ar", "العربية"],
    ["ja", "日本語"],
    ["ka", "ქართული"],
    ["x-default", "Default language"],
    ["X-DEFAULT", "Default language"],
    ["not a tag", undefined],
    ["", undefined],
    ["qqq", undefined],
  ];
  check(table, (tag) => languageName(tag, "Default language"));
});

test("variants of a language show their country or script", () => {
  /** @type {[string, string | undefined][]} */
  const table = [
    ["de-AT", "Österreichisches Deutsch"],
    ["nl-BE", "Vlaams"],
    ["zh-Hant", "繁體中文"],
    ["zh-Hans", "简体中文"],
  ];
  check(table, (tag) => languageName(tag, ""));
});

import test from "node:test";

import { partsOf } from "../../www/element/tree/title-parts.js";
import { check } from "./table.js";

/** @typedef {[title: string, cut: number, match?: [number, number]]} Given */

/** The parts of a title. Square brackets enclose a key, braces a match with its word. @param {Given} given */
function parts([title, cut, match]) {
  const brackets = { key: "[]", found: "{}", start: "<>", rest: "||", end: "//" };
  const shown = partsOf(title, cut, match ? [match] : []);
  return shown.map(([name, from, to]) => brackets[name][0] + title.slice(from, to) + brackets[name][1]).join("");
}

test("the key of a title is a few whole words, up to a match behind the cut", () => {
  /** @type {[Given, string][]} */
  const table = [
    [["How to configure the mail server in production", 21], "<How to configure the >[mail server]| in production|"],
    [["How to configure the web and mail server", 21, [29, 31]], "<How to configure the >[web and mail]| server|"],
    [["Release notes of 2031", 8], "<Release >[notes of]| 2031|"],
    [["Another page that is long", 21], "<Another page that is >[long]"],
    [["Release notes of it", 8], "<Release >[notes of it]"],
  ];
  check(table, parts);
});

test("a match before the cut is kept with its word", () => {
  /** @type {[Given, string][]} */
  const table = [
    [["How to configure the mail server", 21, [0, 3]], "{How}| to configure the |/mail server/"],
    [["How to configure the mail server", 21, [9, 11]], "|How to |{configure}| the |/mail server/"],
    [["A telecommunications guide to fax machines", 30, [15, 18]], "|A telecommunica|{tions}| guide to |/fax machines/"],
    [["Deploying frontend applications", 10, [0, 6]], "{Deploying }/frontend applications/"],
    [["In a release – May and June 1", 15, [5, 12]], "|In a |{release – }/May and June 1/"],
    [["Release notes 2031-1", 19, [0, 7]], "{Release}| notes 2031-|/1/"],
    [["A release of the first", 13, [2, 9]], "{A release}| of |/the first/"],
  ];
  check(table, parts);
});

import assert from "node:assert/strict";
import test from "node:test";

import { descriptionOf, glyphOf, isLine, linkOf, needsLoading } from "../../www/element/tree/row-kinds.js";
import { Strings } from "../../www/element/text/strings.js";
import { safeLink, safePicture } from "../../www/element/dom.js";
import { check } from "./table.js";

/** @typedef {import("../../www/element/types.js").Row} Row */

const URL = "https://a.example/";

/** @param {Partial<Row>} row */
function row(row) {
  return /** @type {Row} */ ({ kind: "page", title: "A", level: 1, expandable: false, ...row });
}

test("the glyph before a title shows the kind of the entry", () => {
  /** @type {[Partial<Row>, string][]} */
  const table = [
    [{ url: URL }, "page"],
    [{ url: URL, expandable: true }, "branch"],
    [{ url: URL, expandable: true, home: true }, "home"],
    [{ kind: "alias", url: URL }, "page"],
    [{ kind: "alias" }, "folder"],
    [{ kind: "heading" }, "folder"],
    [{ kind: "document", url: URL }, "document"],
    [{ kind: "document", url: URL, state: "pending" }, "pending"],
    [{ kind: "document", url: URL, state: "failed" }, "failed"],
  ];
  check(table, (each) => glyphOf(row(each)));
});

test("rows of sitemaps and of deleted pages are not links", () => {
  /** @type {[Partial<Row>, string | undefined][]} */
  const table = [
    [{ url: URL }, URL],
    [{ kind: "alias", url: URL }, URL],
    [{ kind: "document", url: URL }, undefined],
    [{ url: URL, deleted: true }, undefined],
    [{ kind: "heading" }, undefined],
  ];
  check(table, (each) => linkOf(row(each)));
});

test("a sitemap that is not loaded is loaded when its row opens", () => {
  /** @type {[Partial<Row>, boolean][]} */
  const table = [
    [{ kind: "document", state: "pending" }, true],
    [{ kind: "document", state: "failed" }, true],
    [{ kind: "document", state: "loading" }, false],
    [{ kind: "document" }, false],
    [{ kind: "page" }, false],
  ];
  check(table, (each) => needsLoading(row(each)));
  assert.deepEqual([isLine(row({ kind: "separator" })), isLine(row({}))], [true, false]);
});

test("screen readers read a description of the row's look", () => {
  const english = new Strings(undefined, "en");
  /** @type {[Partial<Row>, string | undefined][]} */
  const table = [
    [{}, undefined],
    [{ kind: "alias" }, "Alias"],
    [{ kind: "alias", deleted: true }, "Deleted"],
    [{ kind: "document", state: "pending" }, "Not loaded yet"],
    [
      { kind: "document", state: "failed", reason: { name: "missing" } },
      "It does not exist. Open it to try again.",
    ],
    [{ address: { text: "/a/b", highlights: [] } }, "/a/b"],
    [{ mark: "changed", address: { text: "/a/b", highlights: [] } }, "Changed since your last visit. /a/b"],
    [{ mark: "read" }, "You have read this page."],
  ];
  check(table, (each) => descriptionOf(row(each), english));
});

test("only safe addresses become links and pictures", () => {
  /** @type {[string | undefined, [link: boolean, picture: boolean]][]} */
  const table = [
    [URL, [true, true]],
    ["HTTP://a.example/", [true, true]],
    ["ftp://a.example/", [true, false]],
    ["mailto:a@a.example", [true, false]],
    ["javascript:alert(1)", [false, false]],
    [" javascript:alert(1)//https:", [false, false]],
    ["data:image/svg+xml,<svg/>", [false, false]],
    ["file:///etc/passwd", [false, false]],
    [undefined, [false, false]],
  ];
  check(table, (url) => [safeLink(url) === url && url !== undefined, safePicture(url) === url && url !== undefined]);
});

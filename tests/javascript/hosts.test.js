import test from "node:test";

import { hostOf } from "../../www/extension/hosts.js";
import { fileName } from "../../www/extension/sidebar/look/file-name.js";
import { check } from "./table.js";

test("a host is found in text that users type or paste", () => {
  /** @type {[string, string | undefined][]} */
  const table = [
    ["example.org", "example.org"],
    [" Example.ORG\n", "example.org"],
    ["example.org:8080", "example.org"],
    ["example.org/a/page?q#f", "example.org"],
    ["https://example.org/a", "example.org"],
    ["HTTP://user:secret@example.org:81/", "example.org"],
    ["localhost:3000", "localhost"],
    ["192.168.1.20:80", "192.168.1.20"],
    ["[2001:DB8::1]:8080", "[2001:db8::1]"],
    ["https://example.org./a", "example.org"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
    ["пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"],
  ];
  check(table, hostOf);
});

test("text that does not name one web host gives none", () => {
  /** @type {[string, undefined][]} */
  const table = [
    ["", undefined],
    ["   ", undefined],
    ["*.example.org", undefined],
    ["https://*/", undefined],
    ["two words", undefined],
    ["a%20b.example", undefined],
    ["https://", undefined],
    ["example.org:99999", undefined],
    ["300.1.1.1", undefined],
    ["file:///home/page.html", undefined],
    ["ftp://example.org/", undefined],
    ["moz-extension://0123/page.html", undefined],
    ["about:blank", undefined],
  ];
  check(table, hostOf);
});

test("the name of a file is the last part of its address", () => {
  /** @type {[string, string][]} */
  const table = [
    ["https://example.org/maps/sitemap-1.xml", "sitemap-1.xml"],
    ["https://example.org/sitemap.xml?page=2#top", "sitemap.xml"],
    ["https://example.org/maps/", "https://example.org/maps/"],
    ["https://example.org", "https://example.org"],
    ["no address", "no address"],
  ];
  check(table, fileName);
});

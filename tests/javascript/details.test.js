import test from "node:test";

import { readableAddress } from "../../www/element/popups/details.js";
import { check } from "./table.js";

test("an address shows letters, and nothing that gives it another look", () => {
  /** @type {[string, string][]} */
  const table = [
    ["https://example.org/%C3%BCber/%E6%97%A5%E6%9C%AC?a=%C3%A9#%D0%B6", "https://example.org/über/日本?a=é#ж"],
    ["https://example.org/a%20b%0A%0Dc%09", "https://example.org/a%20b%0A%0Dc%09"],
    ["https://example.org/%E2%80%AEmoc.knab//:sptth", "https://example.org/%E2%80%AEmoc.knab//:sptth"],
    ["https://example.org/%E2%80%8B%EF%BB%BF%C2%AD%C2%A0", "https://example.org/%E2%80%8B%EF%BB%BF%C2%AD%C2%A0"],
    ["https://example.org/%E2%81%84%EF%BC%8F%F0%9F%94%92", "https://example.org/%E2%81%84%EF%BC%8F%F0%9F%94%92"],
    ["https://example.org/%E3%85%A4%E2%A0%80%CD%8F", "https://example.org/%E3%85%A4%E2%A0%80%CD%8F"],
    ["https://example.org/e%CC%81", "https://example.org/e\u0301"],
    ["https://example.org/%2F%3F%25%FF", "https://example.org/%2F%3F%25%FF"],
  ];
  check(table, readableAddress);
});

import assert from "node:assert/strict";
import test from "node:test";
import { EXAMPLE, guessedAddress } from "../../www/site/static/playground/address.js";
import { indexOf } from "../../www/site/static/playground/lines.js";

test("the site is guessed from the first address of the sitemap", () => {
  const cases = [
    ["<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>\n https://a.example/b/ \n</loc></url></urlset>", "https://a.example/"],
    ["<rdf:RDF xmlns:dc='http://purl.org/dc/elements/1.1/' xml:base='http://b.example/x/'>", "http://b.example/x/"],
    ['<rdf:li><rdf:Description dc:identifier="https://c.example:8080/d"/></rdf:li>', "https://c.example:8080/"],
    ["<dc:identifier>/relative/</dc:identifier>", EXAMPLE],
    ["<dc:identifier>/relative/</dc:identifier><dc:identifier>https://d.example/</dc:identifier>", "https://d.example/"],
    ['<bookmark href="ftp://no.example/"/><bookmark href="https://e.example/f"/>', "https://e.example/"],
    ["# a list\nhttps://f.example/one\nhttps://g.example/two\n", "https://f.example/"],
    ['{"version": "https://jsonfeed.org/version/1.1", "home_page_url": "https://h.example/"}', "https://h.example/"],
    ["<loc>https://</loc>", EXAMPLE],
    ["", EXAMPLE],
  ];
  for (const [text, address] of cases) assert.equal(guessedAddress(String(text)), address, text);
});

test("a hostile text is read in linear time", () => {
  for (const text of ["<a href=".repeat(8000), ">https://".repeat(7000), ">".repeat(65536), " ".repeat(65536), "\n".repeat(65536), 'link = "'.repeat(8000), `url${" ".repeat(65000)}x`]) {
    const start = performance.now();
    guessedAddress(text);
    assert(performance.now() - start < 1000, text.slice(0, 20));
  }
});

test("lines and columns in bytes become places in the text", () => {
  const text = "ab\nü€😀x\n\nlast";
  assert.equal(indexOf(text, 1, 1), 0);
  assert.equal(indexOf(text, 1, 3), 2);
  assert.equal(indexOf(text, 2, 3), text.indexOf("€"));
  assert.equal(indexOf(text, 2, 6), text.indexOf("😀"));
  assert.equal(indexOf(text, 2, 10), text.indexOf("x"));
  assert.equal(indexOf(text, 3, 9), text.indexOf("\n\n") + 1, "a column beyond the line");
  assert.equal(indexOf(text, 4, 2), text.indexOf("ast"));
  assert.equal(indexOf(text, 9, 1), text.length, "a line beyond the text");
});

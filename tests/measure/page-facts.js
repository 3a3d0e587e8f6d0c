// Reads pages for `cargo xtask sites`. Each line of the input is a JSON object with `html`, `url` and `limits`. Each line of
// the output has the facts of that page, or `null`.
import { createInterface } from "node:readline";

import { readPage } from "./read-page.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { html, url, limits } = JSON.parse(line);
  const facts = await readPage(html, url, limits);
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

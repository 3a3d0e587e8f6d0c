import { webAddress } from "./addresses.js";
import { addTrail, crumb } from "./breadcrumbs.js";
import { findInDocument, rawText } from "./dom.js";
import { clean } from "./text.js";

/** @typedef {import("./reading.js").Reading} Reading */

/** Reads breadcrumbs in JSON-LD. @param {Reading} read */
export function readJsonBreadcrumbs(read) {
  for (const script of [...findInDocument('script[type="application/ld+json" i]')].slice(0, 20)) {
    const text = rawText(script);
    if (text.length > read.limits.jsonBytes) {
      read.cut();
      continue;
    }
    try {
      readValue(read, JSON.parse(text));
    } catch {
      // not JSON
    }
  }
}

/** @param {Reading} read @param {unknown} value */
function readValue(read, value) {
  const queue = [value];
  for (let count = 0; queue.length > 0 && count < 2000; count += 1) {
    const each = /** @type {any} */ (queue.pop());
    if (typeof each !== "object" || each === null) continue;
    if (Array.isArray(each)) queue.push(...each.slice(0, 500).reverse());
    else if ([each["@type"]].flat().some((type) => /(^|[/:])BreadcrumbList$/.test(String(type)))) addTrail(read, trailOf(read, each));
    else queue.push(...["breadcrumb", "mainEntity", "@graph"].map((key) => each[key]));
  }
}

/** @param {Reading} read @param {any} list */
function trailOf(read, list) {
  const parts = [list.itemListElement].flat().filter((part) => typeof part === "object" && part !== null);
  const ordered = parts.slice(0, 100).sort((a, b) => Number(a.position) - Number(b.position) || 0);
  return ordered.map((part) => {
    const item = part.item ?? part;
    const address = typeof item === "string" ? item : (item?.["@id"] ?? item?.url);
    return crumb(clean(read, part.name ?? item?.name), address === undefined ? undefined : webAddress(read, address));
  });
}

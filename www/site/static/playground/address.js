/** The address that the page suggests if the text names none. */
export const EXAMPLE = "https://www.example.org/";

/** Where sitemaps write addresses of the site: attributes, the text of elements, lines of a text sitemap, and JSON Feed. */
const ADDRESS = new RegExp(
  [
    /(?:href|htmlUrl|url|link|about|resource|identifier)\s?=\s?["'](https?:\/\/[^"'\s<>]+)/,
    />\s{0,200}(https?:\/\/[^\s<>]+)\s{0,200}</,
    /^[ \t]{0,20}(https?:\/\/\S+)[ \t\r]{0,20}$/,
    /"(?:home_page_url|url)"\s?:\s?"(https?:[^"\s]+)"/,
  ].map(({ source }) => source).join("|"),
  "gm",
);

/**
 * Returns the site that a sitemap is probably from: the origin of the first address in it. `xml:base` counts more. The
 * addresses of namespaces do not count, because `xmlns` is none of the attributes.
 *
 * @param {string} text  The start of the sitemap.
 */
export function guessedAddress(text) {
  const base = /xml:base\s?=\s?["'](https?:\/\/[^"'\s<>]+)/.exec(text)?.[1];
  if (base && URL.canParse(base)) return new URL(base).href;
  for (const [, ...groups] of text.matchAll(ADDRESS)) {
    const url = URL.parse(groups.find((group) => group !== undefined) ?? "");
    if (url && url.host !== "") return `${url.origin}/`;
  }
  return EXAMPLE;
}

/** The address that the page suggests if the text names none. */
export const EXAMPLE = "https://www.example.org/";

/** Where sitemaps write addresses of the site: attributes, the text of elements, and lines of a text sitemap. */
const ADDRESS = /(?:xml:base|href|htmlUrl|url|link|about|resource|identifier)\s*=\s*["']\s*(https?:\/\/[^"'\s<>]+)|>\s*(https?:\/\/[^\s<>]+)\s*<|^\s*(https?:\/\/\S+)\s*$|"(?:home_page_url|url)"\s*:\s*"(https?:[^"]+)"/gm;

/**
 * Returns the site that a sitemap is probably from: the origin of the first address in it. `xml:base` counts more. The
 * addresses of namespaces do not count, because `xmlns` is none of the attributes.
 *
 * @param {string} text  The start of the sitemap.
 */
export function guessedAddress(text) {
  const base = /xml:base\s*=\s*["']\s*(https?:\/\/[^"'\s<>]+)/.exec(text)?.[1];
  if (base && URL.canParse(base)) return new URL(base).href;
  for (const [, ...groups] of text.matchAll(ADDRESS)) {
    const url = URL.parse(groups.find((group) => group !== undefined) ?? "");
    if (url && url.host !== "") return `${url.origin}/`;
  }
  return EXAMPLE;
}

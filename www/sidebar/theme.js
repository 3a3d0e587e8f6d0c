import { api } from "../browser.js";
import { BLACK, contrast, isDark, MARK_CONTRAST, mix, parseColour, TEXT_CONTRAST, toCss, WHITE } from "./colour.js";

/** @typedef {import("./colour.js").Colour} Colour */

/**
 * The colours that the sidebar takes from a theme.
 *
 * @typedef {object} Palette
 * @property {Colour} background
 * @property {Colour} text
 * @property {Colour} muted
 * @property {Colour} accent
 */

/** What a theme may call the colour for what stands out, the best first. */
const ACCENTS = /** @type {const} */ (["sidebar_highlight", "tab_line", "icons_attention", "toolbar_field_border_focus"]);

/** Firefox's own accents, for light and dark backgrounds. */
const OWN_ACCENTS = ["#0061e0", "#00ddff"];

/** Share of the accent in the background of the focused row (`navi-bar/styles.js`): titles must be legible on it. */
const ACTIVE_SHARE = 0.22;

/** Share of the text's colour in text of less weight. */
const MUTED_SHARE = 0.72;

/**
 * Keeps the page in the colours of its window's theme. Where the theme says nothing about sidebars, sidebar.css has
 * Firefox's own colours, light or dark as the user prefers.
 *
 * @param {number} windowId
 */
export function followTheme(windowId) {
  const update = async () => {
    const { colors, properties } = (await api.theme.getCurrent(windowId)) ?? {};
    apply(paletteOf(colors ?? {}), properties?.color_scheme);
  };
  api.theme.onUpdated.addListener((change) => {
    if (change.windowId === undefined || change.windowId === windowId) update();
  });
  return update();
}

/**
 * A theme's colours, put right where one could not be read on the other.
 *
 * @param {browser._manifest._ThemeTypeColors} colours
 * @returns {Palette | undefined}  Nothing for a theme that leaves sidebars as they are.
 */
export function paletteOf(colours) {
  const background = parseColour(colours.sidebar);
  if (!background) return undefined;
  const plain = isDark(background) ? WHITE : BLACK;
  const legible = (/** @type {Colour | undefined} */ colour) =>
    colour && contrast(colour, background) >= TEXT_CONTRAST ? colour : undefined;
  const text = legible(parseColour(colours.sidebar_text, background)) ?? plain;
  const muted = legible(mix(text, background, MUTED_SHARE)) ?? text;
  const accent = [...ACCENTS.map((name) => colours[name]), ...OWN_ACCENTS]
    .map((value) => parseColour(value, background))
    .find(
      (colour) =>
        colour &&
        contrast(colour, background) >= MARK_CONTRAST &&
        contrast(text, mix(colour, background, ACTIVE_SHARE)) >= TEXT_CONTRAST,
    );
  return { background, text, muted, accent: accent ?? text };
}

/** @param {Palette | undefined} palette @param {string | undefined} wanted  By a theme that is light or dark. */
function apply(palette, wanted) {
  const { style } = document.documentElement;
  for (const name of /** @type {const} */ (["background", "text", "muted", "accent"])) {
    if (palette) style.setProperty(`--sidebar-${name}`, toCss(palette[name]));
    else style.removeProperty(`--sidebar-${name}`);
  }
  // For everything that has a light and a dark side: Firefox's own colours, scroll bars.
  style.colorScheme = palette ? (isDark(palette.background) ? "dark" : "light") : ownScheme(wanted);
}

/** @param {string | undefined} wanted */
function ownScheme(wanted) {
  if (wanted === "light" || wanted === "dark") return wanted;
  // Firefox's private windows are dark unless a theme says otherwise; pages in them are not told.
  return api.extension.inIncognitoContext ? "dark" : "";
}

import { api } from "../../browser.js";
import { BLACK, contrast, isDark, MARK_CONTRAST, mix, parseColour, TEXT_CONTRAST, toCss, WHITE } from "./colour.js";

/** @typedef {import("./colour.js").Colour} Colour */

/**
 * The colours of the sidebar.
 *
 * @typedef {object} Palette
 * @property {Colour} background
 * @property {Colour} text
 * @property {Colour} muted
 * @property {Colour} accent
 */

/** The theme colours that can be the accent, the best first. */
const ACCENTS = /** @type {const} */ (["sidebar_highlight", "tab_line", "icons_attention", "toolbar_field_border_focus"]);

/** Firefox's own accents, for light and dark backgrounds. */
const OWN_ACCENTS = ["#0061e0", "#00ddff"];

/** The share of the accent in the background of the focused row (`element/styles/frame.js`). Titles must be legible on it. */
const ACTIVE_SHARE = 0.22;

/** The share of the text colour in muted text. */
const MUTED_SHARE = 0.72;

/**
 * Follows the theme of the window. Without colours for sidebars in the theme, sidebar.css uses Firefox's own colours in
 * light or dark, as the window. Chromium does not reveal its themes.
 *
 * @param {number} windowId
 */
export function followTheme(windowId) {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const update = async () => {
    const colours = (await api.theme?.getCurrent(windowId))?.colors ?? {};
    apply(isOther(colours, prefersDark.matches) ? undefined : paletteOf(colours));
  };
  api.theme?.onUpdated.addListener((change) => {
    if (change.windowId === undefined || change.windowId === windowId) update();
  });
  prefersDark.addEventListener("change", update);
  return update();
}

/**
 * Returns `true` if Firefox shows the theme's second set of colours, for dark windows. Extensions always get the first set.
 * In that case the window is dark, and the text of its toolbar in the first set is dark, too.
 *
 * @param {browser._manifest._ThemeTypeColors} colours
 * @param {boolean} isDarkWindow
 */
function isOther(colours, isDarkWindow) {
  const text = parseColour(colours.toolbar_text ?? colours.bookmark_text ?? colours.tab_background_text);
  return text !== undefined && isDark(text) === isDarkWindow;
}

/**
 * Returns the colours of a theme. Replaces colours that are not legible on the background.
 *
 * @param {browser._manifest._ThemeTypeColors} colours
 * @returns {Palette | undefined}  `undefined` if the theme has no colours for sidebars.
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

/** @param {Palette | undefined} palette */
function apply(palette) {
  const { style } = document.documentElement;
  for (const name of /** @type {const} */ (["background", "text", "muted", "accent"])) {
    if (palette) style.setProperty(`--sidebar-${name}`, toCss(palette[name]));
    else style.removeProperty(`--sidebar-${name}`);
  }
  // For scroll bars and other parts with a light and a dark version.
  style.colorScheme = palette ? (isDark(palette.background) ? "dark" : "light") : "";
}

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
 * Firefox's own colours; Firefox tells a sidebar to prefer light or dark as its window is, and so does Chromium, which
 * tells nothing of its themes.
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
 * A theme may have a second set of colours for the dark, of which Firefox tells extensions nothing: they get the first
 * set even where the second one shows. Then the toolbar is dark, and its text in the first set is dark too.
 *
 * @param {browser._manifest._ThemeTypeColors} colours
 * @param {boolean} isDarkWindow
 */
function isOther(colours, isDarkWindow) {
  const text = parseColour(colours.toolbar_text ?? colours.bookmark_text ?? colours.tab_background_text);
  return text !== undefined && isDark(text) === isDarkWindow;
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

/** @param {Palette | undefined} palette */
function apply(palette) {
  const { style } = document.documentElement;
  for (const name of /** @type {const} */ (["background", "text", "muted", "accent"])) {
    if (palette) style.setProperty(`--sidebar-${name}`, toCss(palette[name]));
    else style.removeProperty(`--sidebar-${name}`);
  }
  // For everything that has a light and a dark side, scroll bars among them.
  style.colorScheme = palette ? (isDark(palette.background) ? "dark" : "light") : "";
}

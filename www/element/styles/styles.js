import { BRANCH } from "./branch.js";
import { FILTER } from "./filter.js";
import { FRAME } from "./frame.js";
import { GLYPHS } from "./glyphs.js";
import { MODES } from "./modes.js";
import { OUTLINE } from "./outline.js";
import { POPUPS } from "./popups.js";
import { ROWS } from "./rows.js";

/** @param {string} css */
function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/**
 * The element's style sheets, shared by all elements on a page. Constructed style sheets apply before the first painting,
 * and a Content Security Policy without `style-src 'unsafe-inline'` allows them. Glyphs are borders and gradients: they
 * need no request, and unlike masks, clip paths and transforms they do not slow scrolling down. A server has no style sheets.
 */
export const STYLES = globalThis.CSSStyleSheet && [FRAME, ROWS, FILTER, BRANCH, GLYPHS, OUTLINE, POPUPS, MODES].map(sheet);

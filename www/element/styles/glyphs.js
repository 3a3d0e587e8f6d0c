/** A line of an outline. */
const LINE = "linear-gradient(currentColor 0 0) no-repeat";

/** One side of a roof. @param {string} to  The direction across it. */
const ROOF = (to) =>
  `linear-gradient(${to}, transparent calc(50% - 0.9px), currentColor calc(50% - 0.4px) calc(50% + 0.4px), transparent calc(50% + 0.9px)) no-repeat`;

/**
 * The glyphs before titles without a picture, as borders and gradients of 15 by 15 pixels. `Glyph` in `types.js` lists
 * them.
 */
export const GLYPHS = `
.icon { flex: none; position: relative; inline-size: 15px; block-size: 15px; margin-inline-end: 6px; }
/* A page: a sheet with three lines. It is the most frequent glyph and therefore the lightest. */
.icon:where([data-glyph="page"]) { color: color-mix(in srgb, currentColor 56%, transparent); }
.icon::before {
  content: "";
  position: absolute;
  inset: 1px 2px;
  padding: 2px;
  border: 1px solid currentColor;
  border-radius: 1.5px 4px 1.5px 1.5px;
  background: linear-gradient(color-mix(in srgb, currentColor 60%, transparent) 1px, transparent 1px) 0 0 / 100% 3px content-box;
}

/* A page with children: two sheets. */
.icon[data-glyph="branch"]::before { inset: 3px 4px 0 1px; padding: 2px 2px 1px; }
.icon[data-glyph="branch"]:not(.has-picture)::after {
  content: "";
  position: absolute;
  inset: 0 1px 3px 4px;
  border: solid currentColor;
  border-width: 1px 1px 0 0;
  border-radius: 1.5px 4px 1.5px 1.5px;
}

/* The site's home page: a house. */
.icon[data-glyph="home"]::before {
  inset: 0;
  padding: 0;
  border: 0;
  border-radius: 0;
  background:
    ${ROOF("to bottom right")} 0.5px 1px / 7px 7px,
    ${ROOF("to top right")} 7.5px 1px / 7px 7px,
    ${LINE} 3px 6px / 1px 7px,
    ${LINE} 11px 6px / 1px 7px,
    ${LINE} 3px 13px / 9px 1px,
    ${LINE} 6.5px 9px / 2px 4px;
}

/* A folder: a box with a tab. An open folder shows its front. */
.icon[data-glyph="folder"]::before {
  inset: 4px 1px 2px;
  border-radius: 1.5px;
  background: color-mix(in srgb, currentColor 16%, transparent);
}
.icon[data-glyph="folder"]:not(.has-picture)::after {
  content: "";
  position: absolute;
  inset-block-start: 2px;
  inset-inline-start: 1px;
  inline-size: 6px;
  block-size: 3px;
  border: 1px solid currentColor;
  border-block-end: 0;
  border-radius: 1.5px 1.5px 0 0;
}
[aria-expanded="true"] > .icon[data-glyph="folder"]::before {
  padding: 0;
  background: linear-gradient(currentColor 1px, color-mix(in srgb, currentColor 35%, transparent) 1px) 0 100% / 100% 5px no-repeat;
}

/* A sitemap: an outline in a frame. The frame is dashed if the sitemap is not loaded. */
.icon:is([data-glyph="document"], [data-glyph="pending"])::before {
  inset: 1px;
  border-radius: 2px;
  background:
    ${LINE} 0 1px / 5px 1px content-box,
    ${LINE} 3px 4px / 6px 1px content-box,
    ${LINE} 3px 7px / 6px 1px content-box;
}
.icon:is([data-glyph="document"], [data-glyph="pending"]):dir(rtl)::before {
  background:
    ${LINE} 100% 1px / 5px 1px content-box,
    ${LINE} 0 4px / 6px 1px content-box,
    ${LINE} 0 7px / 6px 1px content-box;
}
.icon[data-glyph="pending"]::before { border-style: dashed; }

/* Loading: a ring that turns. */
.icon[data-glyph="loading"]::before {
  inset: 1.5px;
  border: 2px solid var(--_line);
  border-block-start-color: var(--_accent);
  border-radius: 50%;
  background: none;
  animation: 0.9s linear infinite turn;
}
@keyframes turn { to { rotate: 1turn; } }

/* Failed: a triangle with an exclamation mark. */
.icon[data-glyph="failed"]::before {
  --_half: transparent calc(50% - 0.4px), var(--_warning) calc(50% + 0.4px);
  inset: 1px 0;
  padding: 0;
  border: 0;
  border-radius: 0;
  background:
    linear-gradient(var(--_on-warning) 0 0) 50% 5px / 1.6px 4px no-repeat,
    linear-gradient(var(--_on-warning) 0 0) 50% 10px / 1.6px 1.6px no-repeat,
    linear-gradient(to bottom right, var(--_half)) 0 0 / 50.5% 100% no-repeat,
    linear-gradient(to bottom left, var(--_half)) 100% 0 / 50.5% 100% no-repeat;
}

.icon.has-picture::before { content: none; }
.icon img { position: absolute; inset: 0; inline-size: 15px; block-size: 15px; object-fit: contain; opacity: 0; }
.icon.has-picture img { opacity: 1; }
`;

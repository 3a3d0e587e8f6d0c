/**
 * The element itself, and everything around the tree. All colours derive from the text colour and the accent, so that a
 * theme that sets these two stays legible.
 */
export const FRAME = `
:host {
  --_accent: var(--navi-bar-accent, light-dark(#0061e0, #00ddff));
  --_row-height: var(--navi-bar-row-height, max(24px, round(up, 1.5em + 2px, 1px)));
  --_muted: var(--navi-bar-muted-color, color-mix(in srgb, currentColor 72%, transparent));
  --_warning: var(--navi-bar-warning-color, light-dark(#a86400, #ffbd4f));
  --_on-warning: light-dark(#fff, #201400);
  --_separator: color-mix(in srgb, currentColor 32%, transparent);
  --_line: var(--navi-bar-border-color, color-mix(in srgb, currentColor 18%, transparent));
  --_hover: var(--navi-bar-hover-background, color-mix(in srgb, currentColor 8%, transparent));
  --_active: var(--navi-bar-active-background, color-mix(in srgb, var(--_accent) 22%, transparent));
  --_current: var(--navi-bar-current-background, color-mix(in srgb, var(--_accent) 11%, transparent));
  display: flex;
  flex-direction: column;
  block-size: 100%;
  /* In a page that sets no height, the element is as tall as the window from the start, so that nothing moves later. */
  max-block-size: 100vh;
  min-block-size: 6em;
  min-inline-size: 0;
  overflow: hidden;
  position: relative;
  background: var(--navi-bar-background, transparent);
  color: var(--navi-bar-color, inherit);
  text-align: start;
  /* Some systems paint light scroll bars on dark pages. The menus inherit this too. */
  scrollbar-color: color-mix(in srgb, currentColor 55%, transparent) transparent;
  -webkit-text-size-adjust: 100%;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }

.spoken {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.note, .message, .progress { flex: none; line-height: 1.35; overflow-wrap: anywhere; }
.note {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 8px;
  padding: 7px 10px;
  border-block-end: 1px solid var(--_line);
  border-inline-start: 3px solid light-dark(#c50042, #ff6a75);
  background: color-mix(in srgb, light-dark(#c50042, #ff6a75) 9%, transparent);
}
.note.calm { border-inline-start-color: var(--_muted); background: color-mix(in srgb, currentColor 6%, transparent); }
.note-text { flex: 1 1 9em; margin: 0; text-align: -webkit-match-parent; text-align: match-parent; }
.message {
  flex: 1 1 100vh;
  min-block-size: 0;
  overflow: auto;
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 8px;
  padding: 16px 14px;
  outline: none;
}
.message-title, .message-text { margin: 0; text-align: -webkit-match-parent; text-align: match-parent; }
.message-title { font-weight: 600; }
.message-text { color: var(--_muted); }
.message:not([hidden]) ~ .scroller { display: none; }

.progress { border-block-start: 1px solid var(--_line); }
.progress-line { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding: 4px 10px; }
.amount { flex: 1 1 8em; font-variant-numeric: tabular-nums; color: var(--_muted); }
progress {
  appearance: none;
  display: block;
  inline-size: 100%;
  block-size: 3px;
  border: 0;
  overflow: hidden;
  background: var(--_line);
  color: var(--_accent);
}
progress::-moz-progress-bar { background: var(--_accent); }
progress::-webkit-progress-bar { background: transparent; }
progress::-webkit-progress-value { background: var(--_accent); }
progress:indeterminate {
  background: linear-gradient(var(--_accent) 0 0) 0 / 30% 100% no-repeat var(--_line);
  animation: 1.4s ease-in-out infinite alternate sweep;
}
progress:indeterminate::-moz-progress-bar { background: transparent; }
@keyframes sweep { from { background-position: 0 0; } to { background-position: 100% 0; } }

button {
  flex: none;
  min-block-size: 24px;
  padding: 2px 10px;
  border: 1px solid var(--_line);
  border-radius: 4px;
  background: color-mix(in srgb, currentColor 9%, transparent);
  color: inherit;
  font: inherit;
  cursor: default;
}
button:hover { background: color-mix(in srgb, currentColor 16%, transparent); }
button:active { background: color-mix(in srgb, currentColor 24%, transparent); }
button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
`;

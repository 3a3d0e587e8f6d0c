/**
 * Computes the positions of menus. All numbers are CSS pixels of the window.
 *
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 * @typedef {{ width: number, height: number }} Size
 */

/** The distance between a menu and the edge of the window. */
export const MARGIN = 4;

/**
 * Places a menu at a point: below it and towards the end of the line, else on the other side, else inside the window.
 *
 * @param {{ x: number, y: number, top?: number }} point  A menu above the point ends at `top`.
 * @param {Size} menu
 * @param {Size} window
 * @param {boolean} rightToLeft
 */
export function placeAt({ x, y, top = y }, menu, window, rightToLeft) {
  return {
    left: beside(x, x, menu.width, window.width, rightToLeft),
    top: beside(top, y, menu.height, window.height, false),
  };
}

/**
 * Places a submenu beside the entry that opens it. The first item is in line with the entry, and the edges overlap a
 * little. If neither side has room (a narrow sidebar), the submenu is below or above the entry, so that the entry stays
 * visible.
 *
 * @param {Box} entry
 * @param {Size} menu
 * @param {Size} window
 * @param {boolean} rightToLeft
 * @param {number} inset  The distance from the menu's edge to its first item.
 */
export function placeBeside(entry, menu, window, rightToLeft, inset) {
  const overlap = 2;
  const [from, to] = [entry.left + overlap, entry.right - overlap];
  if (fitsAfter(to, menu.width, window.width) || fitsBefore(from, menu.width)) {
    return {
      left: beside(from, to, menu.width, window.width, rightToLeft),
      top: clamp(entry.top - inset, MARGIN, window.height - MARGIN - menu.height),
    };
  }
  const step = 16;
  const left = rightToLeft ? entry.right - step - menu.width : entry.left + step;
  const top = fitsAfter(entry.bottom, menu.height, window.height) ? entry.bottom : entry.top - menu.height;
  return {
    left: clamp(left, MARGIN, window.width - MARGIN - menu.width),
    top: clamp(top, MARGIN, window.height - MARGIN - menu.height),
  };
}

/**
 * Returns the start of a box of length `size` beside the range from `from` to `to`.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} size
 * @param {number} available
 * @param {boolean} before  Prefer the position before the range.
 */
function beside(from, to, size, available, before) {
  const canBefore = fitsBefore(from, size);
  const canAfter = fitsAfter(to, size, available);
  if (canBefore && (before || !canAfter)) return from - size;
  if (canAfter) return to;
  return clamp(before ? from - size : to, MARGIN, available - MARGIN - size);
}

/** @param {number} from @param {number} size */
function fitsBefore(from, size) {
  return from - size >= MARGIN;
}

/** @param {number} to @param {number} size @param {number} available */
function fitsAfter(to, size, available) {
  return to + size <= available - MARGIN;
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

/**
 * Where a menu goes: plain arithmetic in CSS pixels of the window.
 *
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 * @typedef {{ width: number, height: number }} Size
 */

/** Between a menu and the window's edge. */
export const MARGIN = 4;

/**
 * Beside a point: below it and towards the line's end, else on the other side, else as far as the window allows.
 *
 * @param {{ x: number, y: number }} point
 * @param {Size} menu
 * @param {Size} window
 * @param {boolean} rightToLeft
 */
export function placeAt(point, menu, window, rightToLeft) {
  const box = { left: point.x, right: point.x, top: point.y, bottom: point.y };
  return {
    left: beside(box.left, box.right, menu.width, window.width, rightToLeft),
    top: beside(point.y, point.y, menu.height, window.height, false),
  };
}

/**
 * Beside the entry that opens it, first items in line, overlapping the edge a little as menus do.
 *
 * @param {Box} entry
 * @param {Size} menu
 * @param {Size} window
 * @param {boolean} rightToLeft
 * @param {number} inset  Distance from the menu's edge to its first item.
 */
export function placeBeside(entry, menu, window, rightToLeft, inset) {
  const overlap = 2;
  return {
    left: beside(entry.left + overlap, entry.right - overlap, menu.width, window.width, rightToLeft),
    top: clamp(entry.top - inset, MARGIN, window.height - MARGIN - menu.height),
  };
}

/**
 * The start of something `size` long next to what lies from `from` to `to`.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} size
 * @param {number} available
 * @param {boolean} before  Rather before than after.
 */
function beside(from, to, size, available, before) {
  const fitsAfter = to + size <= available - MARGIN;
  const fitsBefore = from - size >= MARGIN;
  if (before ? fitsBefore : !fitsAfter && fitsBefore) return from - size;
  if (fitsAfter) return to;
  return clamp(before ? from - size : to, MARGIN, available - MARGIN - size);
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

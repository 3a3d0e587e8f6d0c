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
 * Beside the entry that opens it, first items in line, overlapping the edge a little as menus do. Where neither side
 * has room (a narrow sidebar), below or above the entry and a step further in, so that the entry stays in sight.
 *
 * @param {Box} entry
 * @param {Size} menu
 * @param {Size} window
 * @param {boolean} rightToLeft
 * @param {number} inset  Distance from the menu's edge to its first item.
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
 * The start of something `size` long next to what lies from `from` to `to`.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} size
 * @param {number} available
 * @param {boolean} before  Rather before than after.
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

import { language } from "../../browser.js";

/**
 * "2 hours ago", "yesterday" or "Feb 2024".
 *
 * @param {import("../../../element/types.js").DatedPage} dated
 */
export function ago({ time, isDay, age }) {
  if (age) return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(-age.amount, age.unit);
  return format(time, { month: "short", year: "numeric", ...(isDay && { timeZone: "UTC" }) });
}

/** "21 November 2026 at 09:30", or the day alone. @param {{ time: number, isDay: boolean }} dated */
export function exactly({ time, isDay }) {
  return format(time, { dateStyle: "long", ...(isDay ? { timeZone: "UTC" } : { timeStyle: "short" }) });
}

/** "21 Nov 2026, 09:30" @param {number} time */
export function shortly(time) {
  return format(time, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {number} time  In seconds since 1970. @param {Intl.DateTimeFormatOptions} style */
function format(time, style) {
  return new Intl.DateTimeFormat(language(), style).format(time * 1000);
}

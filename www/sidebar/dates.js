import { language } from "../browser.js";

/** Seconds. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @type {[number, Intl.RelativeTimeFormatUnit][]} From how much on they are used, and how much one is. */
const UNITS = [
  [30 * DAY, "month"],
  [7 * DAY, "week"],
  [DAY, "day"],
  [HOUR, "hour"],
  [0, "minute"],
];

/** From here on, a date is the month and the year: "2 years ago" may be any of three years. */
const LONG_AGO = 365 * DAY;

/**
 * "2 hours ago", "yesterday", "Feb 2024". A day has no hours. A time in the future counts as now.
 *
 * @param {import("../navi-bar/types.js").Dated} dated
 * @param {number} now  In seconds from 1970.
 */
export function ago({ time, isDay }, now) {
  const past = Math.max(0, isDay ? today(now) - time : now - time);
  if (past >= LONG_AGO) {
    /** @type {Intl.DateTimeFormatOptions} */
    const style = { month: "short", year: "numeric", ...(isDay && { timeZone: "UTC" }) };
    return new Intl.DateTimeFormat(language(), style).format(time * 1000);
  }
  const [size, unit] = (isDay && past < DAY ? [DAY, "day"] : UNITS.find(([size]) => past >= size)) ?? [DAY, "day"];
  const amount = Math.floor(past / (size || MINUTE));
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  return format.format(-amount, /** @type {Intl.RelativeTimeFormatUnit} */ (unit));
}

/** "21 November 2026 at 09:30", or the day alone. @param {{ time: number, isDay: boolean }} dated */
export function exactly({ time, isDay }) {
  const style = isDay
    ? /** @type {const} */ ({ dateStyle: "long", timeZone: "UTC" })
    : /** @type {const} */ ({ dateStyle: "long", timeStyle: "short" });
  return new Intl.DateTimeFormat(language(), style).format(time * 1000);
}

/** "21 Nov 2026, 09:30" @param {number} time */
export function shortly(time) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(time * 1000);
}

/** The day here, as days are told: by its midnight in UTC. @param {number} now */
function today(now) {
  const here = new Date(now * 1000);
  return Date.UTC(here.getFullYear(), here.getMonth(), here.getDate()) / 1000;
}

//! The age of a date.

use crate::text::date::DAY;
use serde::Serialize;

/// An age in whole units. The interface writes it in the user's language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Age {
    /// Number of units, not negative.
    pub amount: i64,
    /// The largest unit that fits.
    pub unit: Unit,
}

/// The unit names of `Intl.RelativeTimeFormat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// 60 seconds. Also used for shorter times.
    Minute,
    /// 60 minutes.
    Hour,
    /// 24 hours. The smallest unit of a date without a time.
    Day,
    /// 7 days.
    Week,
    /// 30 days.
    Month,
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// The units with their lengths in seconds, the longest first.
const UNITS: [(i64, Unit); 4] = [(30 * DAY, Unit::Month), (7 * DAY, Unit::Week), (DAY, Unit::Day), (HOUR, Unit::Hour)];

/// From this age on, the month and year are more precise: "2 years ago" may mean any of three years.
const OLD: i64 = 365 * DAY;

/// Returns the age of a date. Returns `None` for old dates, because their month and year are more precise. A future
/// date has age 0.
///
/// All times are seconds since 1970-01-01T00:00:00Z. If `is_day` is set, `time` is a day's midnight in UTC, and it is
/// compared with the user's current day. `offset` is the user's local time minus UTC.
pub fn age(time: i64, is_day: bool, now: i64, offset: i64) -> Option<Age> {
    let present = if is_day { now.saturating_add(offset).div_euclid(DAY).saturating_mul(DAY) } else { now };
    let past = present.saturating_sub(time).max(0);
    if past >= OLD {
        return None;
    }
    let smallest = if is_day { (DAY, Unit::Day) } else { (MINUTE, Unit::Minute) };
    let (length, unit) = UNITS.into_iter().find(|(length, _)| past >= *length).unwrap_or(smallest);
    Some(Age { amount: past / length, unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2024-05-03T12:00:00Z.
    const NOON: i64 = 1_714_737_600;
    const MIDNIGHT: i64 = NOON - 12 * HOUR;

    #[test]
    fn the_age_of_a_time_uses_the_largest_unit() {
        for (past, expected) in [
            (-DAY, Some((0, Unit::Minute))),
            (59, Some((0, Unit::Minute))),
            (HOUR - 1, Some((59, Unit::Minute))),
            (HOUR, Some((1, Unit::Hour))),
            (DAY - 1, Some((23, Unit::Hour))),
            (DAY, Some((1, Unit::Day))),
            (7 * DAY - 1, Some((6, Unit::Day))),
            (7 * DAY, Some((1, Unit::Week))),
            (30 * DAY, Some((1, Unit::Month))),
            (OLD - 1, Some((12, Unit::Month))),
            (OLD, None),
            (i64::MAX, None),
        ] {
            let found = age(NOON.saturating_sub(past), false, NOON, 9 * HOUR);
            assert_eq!(found.map(|age| (age.amount, age.unit)), expected, "{past}");
        }
    }

    #[test]
    fn the_age_of_a_day_is_in_days_or_longer_units() {
        for (past, expected) in
            [(-DAY, (0, Unit::Day)), (0, (0, Unit::Day)), (DAY, (1, Unit::Day)), (7 * DAY, (1, Unit::Week))]
        {
            let found = age(MIDNIGHT - past, true, NOON, 0);
            assert_eq!(found.map(|age| (age.amount, age.unit)), Some(expected), "{past}");
        }
        assert_eq!(age(MIDNIGHT - OLD, true, NOON, 0), None);
    }

    #[test]
    fn days_are_counted_in_the_users_time_zone() {
        let days = |offset| age(MIDNIGHT, true, NOON, offset).map(|age| age.amount);
        assert_eq!(days(13 * HOUR), Some(1), "in the east it is the next day");
        assert_eq!(days(-11 * HOUR), Some(0));
        assert_eq!(days(-13 * HOUR), Some(0), "in the west that day has not begun");
    }

    #[test]
    fn extreme_dates_do_not_overflow() {
        for time in [i64::MIN, i64::MAX] {
            for now in [i64::MIN, i64::MAX] {
                for is_day in [false, true] {
                    age(time, is_day, now, i64::MAX);
                }
            }
        }
    }
}

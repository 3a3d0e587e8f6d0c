//! Reads the dates of sitemaps and feeds: W3C date-time and RFC 822.
//!
//! Dates are compared and checked, never calculated with. A library reads only some of these forms and adds as much
//! code (`time`, 4 KB) or more (`jiff`, 23 KB). The tests compare with a library.

/// Reads a date in a W3C form (<https://www.w3.org/TR/NOTE-datetime>): a year, a month, a day, or a day and a time with
/// or without seconds, fraction and zone. Returns seconds since 1970-01-01T00:00:00Z, or `None` if the text is not a
/// date.
///
/// Forms that real sitemaps use are accepted too: a space instead of `T`, a zone without its colon or after a space, a
/// zone after a day (as in XML Schema), and surrounding white space. A date without a zone is UTC.
pub fn w3c(text: &str) -> Option<i64> {
    let mut at = Cursor(text.trim().as_bytes());
    let year = at.digits(4)?;
    let has_month = at.skip(b"-");
    let month = if has_month { at.digits(2)? } else { 1 };
    let has_day = has_month && at.skip(b"-");
    let day = days(year, month, if has_day { at.digits(2)? } else { 1 })?;
    if at.0.is_empty() {
        return Some(day * DAY);
    }
    if !has_day {
        return None;
    }
    let time = match at.0 {
        [b'T' | b't' | b' ', b'0'..=b'9', ..] => {
            at.0 = &at.0[1..];
            at.time()?
        }
        _ => 0,
    };
    at.skip(b" ");
    let zone = if at.0.is_empty() { 0 } else { at.zone()? };
    at.0.is_empty().then_some(day * DAY + time - zone)
}

/// Returns `true` if a date that [`w3c`] reads has exactly a W3C form: a time follows `T` and has a zone with its colon.
pub(crate) fn is_exact_w3c(date: &str) -> bool {
    match date.as_bytes() {
        // A year, a month or a day.
        short if short.len() <= "2024-05-03".len() => true,
        [.., b'Z'] => is_joined_by_t(date),
        [.., b'+' | b'-', _, _, b':', _, _] => is_joined_by_t(date),
        _ => false,
    }
}

fn is_joined_by_t(date: &str) -> bool {
    date.as_bytes().get(10) == Some(&b'T') && !date.contains([' ', 't']) && !date.contains(":60")
}

/// Returns `true` if a date that [`w3c`] reads has the form of RFC 3339: a day and a time with seconds and zone.
pub(crate) fn is_exact_rfc3339(date: &str) -> bool {
    date.len() >= "2024-05-03T12:00:00Z".len() && is_exact_w3c(date) && date.as_bytes()[16] == b':'
}

/// Returns `true` if a date that [`rfc822`] reads has exactly the form of RFC 822, with a year of two or four digits: a
/// weekday and a month of three letters, and a zone that is a number or one of the names that it defines. Upper and lower case
/// mean the same, and a comment may follow (RFC 822, sections 3.4.3 and 3.4.7).
pub(crate) fn is_exact_rfc822(date: &str) -> bool {
    let date = match date.ends_with(')') {
        true => date.split('(').next().unwrap_or_default(),
        false => date,
    };
    let (weekday, rest) = date.split_once(',').map_or((None, date), |(weekday, rest)| (Some(weekday), rest));
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let is_zone = |zone: &str| match zone.as_bytes() {
        [b'+' | b'-', digits @ ..] => digits.len() == 4,
        [military] => military.is_ascii_alphabetic() && !military.eq_ignore_ascii_case(&b'J'),
        _ => {
            ["UT", "GMT"].into_iter().chain(ZONES.map(|(known, _)| known)).any(|known| zone.eq_ignore_ascii_case(known))
        }
    };
    let is_month = |month: &&str| month.len() == 3;
    weekday.is_none_or(|day| day.trim().len() == 3)
        && words.get(1).is_some_and(is_month)
        && matches!(words.as_slice(), [_, _, _, clock, zone] if clock.find(':') == Some(2) && is_zone(zone))
}

/// Reads a date of RFC 822, as in `pubDate` of RSS: `Sat, 07 Sep 2002 00:00:01 GMT`. Returns seconds since
/// 1970-01-01T00:00:00Z, or `None` if the text is not a date.
///
/// The weekday is ignored. The weekday, the seconds and the zone may be missing, and the hour may have one digit. Years of two
/// digits are 1950 to 2049 (RFC 5322, section 4.3).
pub fn rfc822(text: &str) -> Option<i64> {
    // A comment in parentheses repeats the zone.
    let text = text.split('(').next().unwrap_or_default();
    let text = text.split_once(',').map_or(text, |(_, rest)| rest);
    let mut words = text.split_ascii_whitespace().peekable();
    words.next_if(|word| word.bytes().all(|b| b.is_ascii_alphabetic()));
    let day = number(words.next()?, 1..=2)?;
    let month = words.next()?.get(..3)?.to_ascii_lowercase();
    let month = MONTHS.iter().position(|known| *known == month)? as i64 + 1;
    let written = words.next()?;
    let year = match (written.len(), number(written, 2..=4)?) {
        (2, year @ 50..) => year + 1900,
        (2, year) => year + 2000,
        (4, year) => year,
        _ => return None,
    };
    let day = days(year, month, day)?;
    let clock = words.next().unwrap_or("00:00");
    let padded = (clock.find(':') == Some(1)).then(|| format!("0{clock}"));
    let mut time = Cursor(padded.as_deref().unwrap_or(clock).as_bytes());
    let seconds = time.time()?;
    let zone = match words.next() {
        None => 0,
        Some(zone) => match ZONES.iter().find(|(name, _)| zone.eq_ignore_ascii_case(name)) {
            Some((_, hours)) => hours * HOUR,
            // The meaning of other letters is unknown. RFC 5322 reads them as UTC.
            None if zone.bytes().all(|b| b.is_ascii_alphabetic()) => 0,
            None => {
                let mut zone = Cursor(zone.as_bytes());
                zone.zone().filter(|_| zone.0.is_empty())?
            }
        },
    };
    (time.0.is_empty() && words.next().is_none()).then_some(day * DAY + seconds - zone)
}

/// Reads a date in either form. The second value is `true` if it has a time of day.
pub fn with_time(text: &str) -> Option<(i64, bool)> {
    if let Some(time) = w3c(text) {
        let after_day = text.trim().as_bytes().get(10..12);
        return Some((time, matches!(after_day, Some([b'T' | b't' | b' ', b'0'..=b'9']))));
    }
    Some((rfc822(text)?, text.contains(':')))
}

/// Returns the precision of a W3C date, `"day"` or `"time"`, or `None` if the text is not a date or has no day.
pub fn precision(text: &str) -> Option<&'static str> {
    let has_day = text.trim().len() >= "2024-05-03".len() && w3c(text).is_some();
    let (_, has_time) = with_time(text).filter(|_| has_day)?;
    Some(if has_time { "time" } else { "day" })
}

/// Returns the W3C form of a time in seconds since 1970, such as `2002-09-07T00:00:01Z`. Returns `None` outside the years
/// 1 to 9999.
pub(crate) fn from_seconds(seconds: i64) -> Option<String> {
    /// Days from 0000-03-01 to 1970-01-01.
    const EPOCH: i64 = 719_468;
    const DAYS_IN_400_YEARS: i64 = 146_097;
    let (day, time) = (seconds.div_euclid(DAY) + EPOCH, seconds.rem_euclid(DAY));
    let (era, day) = (day.div_euclid(DAYS_IN_400_YEARS), day.rem_euclid(DAYS_IN_400_YEARS));
    // The years begin in March, so that a leap day is the last one (Hinnant, "chrono-Compatible Low-Level Date
    // Algorithms").
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let (hour, minute, second) = (time / HOUR, time % HOUR / MINUTE, time % MINUTE);
    (1..=9_999).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
/// Seconds.
pub(crate) const DAY: i64 = 24 * HOUR;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The zones of RFC 822 that are not UTC, in hours.
const ZONES: [(&str, i64); 8] =
    [("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5), ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7)];

/// Returns the days from 1970-01-01 to a day of the Gregorian calendar, or `None` if there is no such day.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    // A year that begins in March has its leap day at the end. Five of its months together have 153 days.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(year * 365 + leap_days + (month * 153 + 2) / 5 + day - 719_469)
}

/// Reads a number that has a number of digits in this range and nothing else.
fn number(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<i64> {
    let mut at = Cursor(text.as_bytes());
    at.digits(text.len()).filter(|_| digits.contains(&text.len()))
}

/// The text that is not read yet.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn skip(&mut self, prefix: &[u8]) -> bool {
        let rest = self.0.strip_prefix(prefix);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Reads a number of exactly `count` digits, at most four.
    fn digits(&mut self, count: usize) -> Option<i64> {
        let (digits, rest) = self.0.split_at_checked(count).filter(|(digits, _)| (1..=4).contains(&digits.len()))?;
        self.0 = rest;
        digits.iter().try_fold(0, |sum, b| b.is_ascii_digit().then(|| sum * 10 + i64::from(b - b'0')))
    }

    fn in_range(&mut self, end: i64) -> Option<i64> {
        self.digits(2).filter(|value| *value < end)
    }

    /// Reads `hh:mm`, `hh:mm:ss` or `hh:mm:ss.f` in seconds. The fraction is dropped.
    fn time(&mut self) -> Option<i64> {
        let hours = self.in_range(24)?;
        if !self.skip(b":") {
            return None;
        }
        let mut time = hours * HOUR + self.in_range(60)? * MINUTE;
        if self.skip(b":") {
            // 60 is a leap second.
            time += self.in_range(61)?;
            if self.skip(b".") {
                let digits = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
                self.0 = &self.0[digits..];
                return (digits > 0).then_some(time);
            }
        }
        Some(time)
    }

    /// Reads `Z`, `±hh:mm`, `±hhmm` or `±hh` in seconds.
    fn zone(&mut self) -> Option<i64> {
        let (&sign, rest) = self.0.split_first()?;
        self.0 = rest;
        let sign = match sign {
            b'Z' | b'z' => return Some(0),
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        let hours = self.in_range(24)?;
        let minutes = if self.skip(b":") || !self.0.is_empty() { self.in_range(60)? } else { 0 };
        Some(sign * (hours * HOUR + minutes * MINUTE))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))] // proptest is a native dev-dependency
mod tests {
    use super::*;

    #[test]
    fn seconds_give_the_same_date() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_031_356_801, "2002-09-07T00:00:01Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(from_seconds(seconds).as_deref(), Some(date));
            assert_eq!(w3c(date), Some(seconds));
        }
        for days in 0..150_000 {
            let seconds = days * DAY - 40_000 * DAY;
            assert_eq!(from_seconds(seconds).and_then(|date| w3c(&date)), Some(seconds));
        }
        assert_eq!([from_seconds(i64::MIN), from_seconds(i64::MAX), from_seconds(253_402_300_800)], [None, None, None]);
    }
    use jiff::civil::Date;
    use jiff::tz::{Offset, TimeZone};
    use proptest::prelude::*;

    #[test]
    fn every_w3c_form_is_read() {
        let noon = 1_714_737_600;
        for (text, expected) in [
            ("2024", 1_704_067_200),
            ("2024-05", 1_714_521_600),
            ("2024-05-03", noon - 12 * HOUR),
            ("2024-05-03T12:00Z", noon),
            ("2024-05-03T12:00:00Z", noon),
            ("2024-05-03T12:00:00.123456789Z", noon),
            ("2024-05-03T14:00:00+02:00", noon),
            ("2024-05-03T14:00:00+0200", noon),
            ("2024-05-03T14:00:00.5+02", noon),
            ("2024-05-03T06:30-05:30", noon),
            ("2024-05-04T01:00+13:00", noon),
            ("2024-05-03T12:00:00", noon),
            ("2024-05-03T12:00", noon),
            ("2024-05-03 12:00:00", noon),
            ("2024-05-03 14:00:00 +0200", noon),
            ("2024-05-03t12:00:00z", noon),
            ("\n\t 2024-05-03T12:00:00Z\u{a0}", noon),
            ("2024-05-03Z", noon - 12 * HOUR),
            ("2024-05-03+02:00", noon - 14 * HOUR),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("1970-01-01", 0),
            ("1969-12-31T23:59:59Z", -1),
            ("2000-02-29", 951_782_400),
            ("0001-01-01", -62_135_596_800),
        ] {
            assert_eq!(w3c(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_w3c_dates() {
        let none = "| |now|20240503|24-05-03|2024-5-3|2024-13|2024-00-01|2024-02-30|2023-02-29|1900-02-29|2024-04-31|\
            2024-05-00|2024/05/03|03.05.2024|2024-|2024-05-|2024-05-03T|2024-05-03T12|2024-05-03T12:0|\
            2024-05-03T24:00|2024-05-03T12:60|2024-05-03T12:00:61|2024-05-03T12:00:00.|2024-05-03T12:00:00.Z|\
            2024-05-03T12:00:00+|2024-05-03T12:00:00+2:00|2024-05-03T12:00:00+24:00|2024-05-03T12:00:00+02:60|\
            2024-05-03T12:00:00ZZ|2024-05-03  12:00:00|2024-05Z|2024Z|2024-05T12:00|-2024-05-03|+2024-05-03|\
            12024-05-03|2024-05-03x|2024-05-03T12:00:00 GMT|Fri, 03 May 2024 12:00:00 GMT|2024-+5-03|1714737600|\
            ２０２４-05-03|é";
        for text in none.split('|') {
            assert_eq!(w3c(text), None, "{text:?}");
        }
    }

    #[test]
    fn feed_dates_are_read() {
        let noon = 1_714_737_600;
        for (text, expected) in [
            ("Fri, 03 May 2024 12:00:00 GMT", noon),
            ("Fri, 3 May 2024 12:00:00 +0000", noon),
            ("fri,03 may 2024 12:00 UT", noon),
            ("3 May 2024 14:00:00 +0200", noon),
            ("Fri, 03 May 2024 14:00:00 +02:00", noon),
            ("Friday, 03 May 2024 12:00:00 UTC", noon),
            ("Fri 03 May 2024 12:00:00 Z", noon),
            ("Mon, 03 May 2024 12:00:00 GMT", noon),
            ("Fri, 03 May 24 08:00:00 EDT", noon),
            ("Fri, 03 May 2024 07:00:00 EST", noon),
            ("Fri, 03 May 2024 05:00:00 PDT (Pacific)", noon),
            ("Fri, 03 May 2024 12:00:00", noon),
            ("\n Fri, 03 May 2024 12:00:00 GMT \n", noon),
            ("03 September 2024", 1_725_321_600),
            ("Fri, 03 May 2024 9:05:00 GMT", noon - 3 * HOUR + 5 * MINUTE),
            ("Fri, 03 May 2024 9:05", noon - 3 * HOUR + 5 * MINUTE),
            ("Sun, 06 Nov 94 08:49:37 GMT", 784_111_777),
        ] {
            assert_eq!(rfc822(text), Some(expected), "{text}");
        }
        let none = "|Fri,|Fri, 31 Apr 2024 12:00:00 GMT|Fri, 03 Mai 2024 12:00:00 GMT|Fri, 03 May 024 12:00:00 GMT|\
            Fri, 03 May 2024 25:00:00 GMT|Fri, 03 May 2024 :00:00 GMT|Fri, 03 May 2024 x:00 GMT|Fri, 03 May 2024 12:00:00 +2|Fri, 03 May 2024 12:00:00 GMT x|\
            2024-05-03T12:00:00Z|May 3, 2024|03 é 2024|003 May 2024|Fri, 03 May 2024 12:00:00GMT|(|,";
        for text in none.split('|') {
            assert_eq!(rfc822(text), None, "{text:?}");
        }
    }

    #[test]
    fn dates_with_a_time_of_day_are_recognized() {
        let times = "2024-05-03T12:00Z|2024-05-03 12:00:00|\n2024-05-03t12:00:00+02:00 |Fri, 3 May 2024 12:00 GMT";
        let days = "2024|2024-05|2024-05-03|2024-05-03Z|2024-05-03+02:00|2024-05-03 +02:00|03 May 2024";
        for (texts, has_time) in [(times, true), (days, false)] {
            for text in texts.split('|') {
                assert_eq!(with_time(text).map(|(_, has)| has), Some(has_time), "{text}");
            }
        }
        assert_eq!(with_time("yesterday"), None);
        for (text, expected) in [
            ("2024-05-03", Some("day")),
            ("2024-05-03T12:00Z", Some("time")),
            ("2024-05", None),
            ("2024", None),
            ("2024-13-45", None),
            ("Fri, 03 May 2024 12:00:00 GMT", None),
        ] {
            assert_eq!(precision(text), expected, "{text}");
        }
    }

    #[test]
    fn exact_forms_are_recognized() {
        let both = "2024-05-03T12:00:00Z|2024-05-03T12:00:00.5+02:00|2024-05-03T12:00:00-05:30";
        let w3c_only = "2024|2024-05|2024-05-03|2024-05-03T12:00Z|2024-05-03T12:00+02:00";
        let neither = "2024-05-03T12:00:00|2024-05-03T12:00|2024-05-03 12:00:00|2024-05-03 12:00:00Z|2024-05-03T12:00:00+0200|\
            2024-05-03T12:00:00 +02:00|2024-05-03T12:00:00z|2024-05-03t12:00:00Z|2024-05-03Z|2024-05-03+01:00|\
            2016-12-31T23:59:60Z|2024-05-03T12:00:00+02";
        for (dates, is_w3c, is_rfc3339) in [(both, true, true), (w3c_only, true, false), (neither, false, false)] {
            for date in dates.split('|') {
                assert!(w3c(date).is_some(), "{date}");
                assert_eq!((is_exact_w3c(date), is_exact_rfc3339(date)), (is_w3c, is_rfc3339), "{date}");
            }
        }
        let right =
            "Fri, 03 May 2024 12:00:00 GMT|3 May 24 12:00 +0000|Fri, 03 May 2024 12:00:00 EST|03 May 2024 12:00:00 Z";
        let wrong = "Fri, 03 May 2024 12:00:00|Fri, 03 May 2024|Fri, 03 May 2024 12:00:00 UTC|Fri, 03 May 2024 12:00 +02:00|Fri, 03 May 2024 9:05:00 GMT|\
            Friday, 03 May 2024 12:00:00 GMT|Fri 03 May 2024 12:00:00 GMT|Fri, 03 September 2024 12:00:00 GMT";
        for (dates, is_right) in [(right, true), (wrong, false)] {
            for date in dates.split('|') {
                assert!(rfc822(date).is_some(), "{date}");
                assert_eq!(is_exact_rfc822(date), is_right, "{date}");
            }
        }
    }

    /// The number of each date is one more than that of the day before.
    #[test]
    fn consecutive_days_have_consecutive_numbers() {
        let mut expected = Date::ZERO.duration_until(Date::constant(1970, 1, 1)).as_secs() / -DAY;
        let mut counted = 0;
        for year in 0..=9999 {
            for month in 1..=12 {
                for day in (1..=31).filter_map(|day| days(year, month, day)) {
                    assert_eq!(day, expected, "{year}-{month}");
                    expected += 1;
                    counted += 1;
                }
            }
        }
        assert_eq!(counted, 3_652_425);
    }

    proptest! {
        #[test]
        fn a_valid_date_is_read_like_a_date_library_reads_it(
            seconds in -62_000_000_000_i64..253_000_000_000,
            offset in -14 * 60..=14 * 60,
        ) {
            let zone = TimeZone::fixed(Offset::from_seconds(offset * 60).expect("in range"));
            let date = jiff::Timestamp::from_second(seconds).expect("in range").to_zoned(zone);
            for form in ["%Y-%m-%dT%H:%M:%S%:z", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%d %H:%M:%S %z"] {
                let text = date.strftime(form).to_string();
                prop_assert_eq!(w3c(&text), Some(seconds), "{}", text);
            }
            let short = date.strftime("%Y-%m-%dT%H:%M%:z").to_string();
            prop_assert_eq!(w3c(&short), Some(seconds.div_euclid(60) * 60), "{}", short);
            let text = jiff::fmt::rfc2822::to_string(&date).expect("a date that has this form");
            prop_assert_eq!(rfc822(&text), Some(seconds), "{}", text);
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "(?s).{0,40}", near in "[0-9]{3,5}[-+:TZ .0-9]{0,24}[a-zA-Z(),]{0,4}") {
            for text in [text, near] {
                w3c(&text);
                rfc822(&text);
            }
        }

        #[test]
        fn every_date_that_a_date_library_reads_is_read(
            date in "[0-9]{4}-[01][0-9]-[0-3][0-9]",
            time in "[Tt ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{1,9})?(Z|[-+][01][0-9]:?[0-5][0-9])",
        ) {
            let text = date + &time;
            let expected = text.parse::<jiff::Timestamp>().ok().map(|date| date.as_second());
            // The library rounds fractions before 1970 differently, and reads second 60 as 59.
            if let Some(expected) = expected.filter(|seconds| *seconds > 0 && !text.contains(":60")) {
                prop_assert_eq!(w3c(&text), Some(expected), "{}", text);
            }
        }
    }
}

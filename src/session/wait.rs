//! Timeouts, and the pauses that servers request.

use super::fetch::{Fetch, FetchError};
use crate::limits::{DEFAULT_PAUSE_SECS, MAX_PAUSE_SECS};
use crate::text::date::rfc822;
use futures_util::future::{Either, select};
use std::pin::pin;
use std::time::Duration;

/// Awaits a result. Fails if it takes longer than `silence`; dropping the future then aborts its request.
pub(super) async fn in_time<F: Fetch, T>(
    fetch: &F,
    silence: Duration,
    result: impl Future<Output = Result<T, FetchError>>,
) -> Result<T, FetchError> {
    match select(pin!(result), pin!(fetch.sleep(silence))).await {
        Either::Left((result, _)) => result,
        Either::Right(_) => Err(FetchError(format!("no data arrived for {} seconds", silence.as_secs()))),
    }
}

/// Returns the seconds to wait before the next request, from the HTTP status and the header `Retry-After` (RFC 9110, section
/// 10.2.3), which has a number of seconds or a date. `now` is in seconds since 1970-01-01T00:00:00Z.
pub(super) fn retry_after_secs(status: u16, retry_after: Option<&str>, now: i64) -> Option<u32> {
    let asked = retry_after.and_then(|text| {
        let text = text.trim();
        match text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty() {
            true => Some(text.parse().unwrap_or(i64::MAX)),
            false => rfc822(text).map(|time| time.saturating_sub(now)),
        }
    });
    match (status, asked) {
        (429 | 503, Some(seconds)) => Some(seconds.clamp(0, MAX_PAUSE_SECS.into()) as u32),
        (429, None) => Some(DEFAULT_PAUSE_SECS),
        _ => None,
    }
}

/// Waits for `first`, and lets `other` go on meanwhile.
pub(super) async fn meanwhile<T>(first: impl Future<Output = T>, other: impl Future<Output = ()>) -> T {
    match select(pin!(first), pin!(other)).await {
        Either::Left((value, _)) => value,
        Either::Right(((), first)) => first.await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_comes_from_status_and_retry_after() {
        let now = 1_714_737_600; // Fri, 03 May 2024 12:00:00 GMT
        for (status, header, expected) in [
            (429, None, Some(DEFAULT_PAUSE_SECS)),
            (429, Some("120"), Some(120)),
            (429, Some(" 7 "), Some(7)),
            (503, Some("120"), Some(120)),
            (503, None, None),
            (500, Some("120"), None),
            (404, Some("120"), None),
            (429, Some("Fri, 03 May 2024 12:10:00 GMT"), Some(600)),
            (429, Some("Fri, 03 May 2024 11:00:00 GMT"), Some(0)),
            (429, Some("99999999999999999999999"), Some(MAX_PAUSE_SECS)),
            (429, Some("Fri, 03 May 2999 12:00:00 GMT"), Some(MAX_PAUSE_SECS)),
            (429, Some("soon"), Some(DEFAULT_PAUSE_SECS)),
            (429, Some("-5"), Some(DEFAULT_PAUSE_SECS)),
            (429, Some(""), Some(DEFAULT_PAUSE_SECS)),
        ] {
            assert_eq!(retry_after_secs(status, header, now), expected, "{status} {header:?}");
        }
    }
}

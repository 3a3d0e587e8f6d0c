//! Measures work.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The processor time of this thread, if the system reports it. Other programs do not change it.
pub(crate) fn worked() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = schedule.split(' ').next().and_then(|time| time.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

//! How much work something is.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// How long this thread has had a processor, where the system says so: other programs may be busy too.
pub(super) fn worked() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = schedule.split(' ').next().and_then(|time| time.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

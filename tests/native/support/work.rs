//! Measures work, in processor time.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The processor time of this thread, if the system reports it. Other programs do not change it.
pub(crate) fn worked() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = schedule.split(' ').next().and_then(|time| time.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

/// Measures some work: the least of three means. Repeats the work until each mean is of 50 ms or more, because the system's
/// clock counts in milliseconds. Whatever happens beside the work can only make it longer.
pub(crate) fn work_of(mut work: impl FnMut()) -> Duration {
    let mut mean = || {
        let begun = worked();
        for times in 1.. {
            work();
            let sum = worked() - begun;
            if sum > Duration::from_millis(50) {
                return sum / times;
            }
        }
        Duration::ZERO
    };
    mean().min(mean()).min(mean())
}

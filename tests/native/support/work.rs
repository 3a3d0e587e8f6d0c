//! Measures work.

use std::time::Duration;

/// The processor time of this thread. Other programs take no part of it, but they can make memory slower.
#[cfg(target_os = "linux")]
pub(crate) fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time since the start.
#[cfg(not(target_os = "linux"))]
pub(crate) fn worked() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGUN.elapsed()
}

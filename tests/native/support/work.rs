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

/// Measures the time of some work. Repeats it, and takes the shortest time: whatever disturbs the work makes it longer.
pub(crate) fn work_of(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = Vec::new();
    while times.len() < 3 || times.iter().sum::<Duration>() < Duration::from_millis(60) {
        let begun = worked();
        work();
        times.push(worked() - begun);
    }
    times.into_iter().min().unwrap_or_default()
}

/// Measures the times of several kinds of work, which should differ little. They take turns, so that whatever slows the
/// processor down slows all of them.
pub(crate) fn works_of<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let (mut times, mut rounds, mut sum) = ([Duration::MAX; N], 0, Duration::ZERO);
    while rounds < 3 || sum < Duration::from_millis(600) {
        for (work, time) in works.iter_mut().zip(&mut times) {
            let begun = worked();
            work();
            let took = worked() - begun;
            (*time, sum) = (took.min(*time), sum + took);
        }
        rounds += 1;
    }
    times
}

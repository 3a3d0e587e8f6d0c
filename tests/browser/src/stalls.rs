//! The longest stall of the panel in processor time, which other programs do not change.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};
use std::{fs, mem};

use anyhow::{Context as _, Result, ensure};

use crate::browser::Browser;

/// Time between two samples.
const INTERVAL: Duration = Duration::from_millis(2);

/// Shorter times between two turns of the event loop are not recorded, in milliseconds.
const SHORT: f64 = 20.0;

/// Records the times between two turns of the event loop, in milliseconds since 1970. Messages are handled in order with
/// the other tasks, so hardly more than one task runs between two of them. Frames and timers do not measure the sidebar
/// alone: on a busy machine, other processes and threads delay them.
const WATCH: &str = "
    const stalls = (window.navibarStalls = []);
    const { port1, port2 } = new MessageChannel();
    let last = performance.now();
    port1.onmessage = () => {
        const now = performance.now();
        if (now - last > args[0]) stalls.push([performance.timeOrigin + last, performance.timeOrigin + now]);
        last = now;
        if (window.navibarStalls === stalls) port2.postMessage(0);
    };
    port2.postMessage(0);";

/// Work of a known size in the panel: writes to memory that was not used before, at places far from each other.
const REFERENCE: &str = "
    const cells = new Uint32Array(1 << 22);
    let at = 1;
    for (let n = 0; n < 1 << 20; n++) {
        at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
        cells[at >>> 10] += n;
    }
    return cells[at >>> 10];";

/// Processor time of [`REFERENCE`] on a machine without other work, in milliseconds.
const REFERENCE_TIME: f64 = 20.0;

/// Measures stalls of the panel. The system's processor time of the panel's thread is sampled meanwhile.
#[derive(Debug)]
pub struct Stalls {
    /// The processes of the panel.
    processes: Vec<u32>,
    is_over: Arc<AtomicBool>,
    sampler: Option<JoinHandle<Vec<Sample>>>,
}

/// A time in milliseconds since 1970, and the result of [`worked`] then.
type Sample = (f64, f64);

/// The longest stall, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Stall {
    /// Processor time of the panel's thread between two turns of the event loop. The time that the machine's host gave to
    /// others is not included. It is that of all processors, so `work` may be too short if there was such time.
    pub work: f64,
    /// the time that passed between these two
    pub time: f64,
    /// How much longer the same work takes than on a machine without other work: at least 1. Programs share caches and memory,
    /// so processor time grows on a busy machine.
    pub slowness: f64,
}

impl Stall {
    /// Returns an error if the stall has this much work or more, in milliseconds of a machine without other work.
    pub fn ensure_shorter_than(self, work: f64) -> Result<()> {
        println!("longest stall {self:?}");
        ensure!(self.work < work * self.slowness, "the sidebar was blocked: {self:?}");
        Ok(())
    }
}

impl Stalls {
    /// Starts to measure.
    pub async fn watch(browser: &Browser) -> Result<Self> {
        let processes = browser.panel_processes().await?;
        ensure!(!processes.is_empty() && worked(&processes).is_some(), "no processor time of {processes:?}");
        let sampled = processes.clone();
        browser.in_sidebar(WATCH, &[SHORT.into()]).await?;
        let is_over = Arc::new(AtomicBool::new(false));
        let over = is_over.clone();
        let sampler = thread::spawn(move || {
            let mut samples = Vec::new();
            while !over.load(Ordering::Relaxed) {
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
                samples.extend(worked(&sampled).map(|worked| (now.as_secs_f64() * 1000.0, worked)));
                thread::sleep(INTERVAL);
            }
            samples
        });
        Ok(Self { processes, is_over, sampler: Some(sampler) })
    }

    /// Stops to measure. Returns the stall with the most work.
    pub async fn longest(mut self, browser: &Browser) -> Result<Stall> {
        let stop = "const stalls = window.navibarStalls; window.navibarStalls = undefined; return stalls;";
        let stalls: Vec<[f64; 2]> = browser.in_sidebar_as(stop, &[]).await?;
        self.is_over.store(true, Ordering::Relaxed);
        let samples = mem::take(&mut self.sampler).and_then(|sampler| sampler.join().ok()).context("no samples")?;
        ensure!(samples.len() > 10, "only {} samples", samples.len());
        let worked_at = |time: f64| {
            let after = samples.partition_point(|(at, _)| *at < time).clamp(1, samples.len() - 1);
            let ((begin, before), (end, work)) = (samples[after - 1], samples[after]);
            before + (work - before) * ((time - begin) / (end - begin)).clamp(0.0, 1.0)
        };
        let slowness = self.slowness(browser).await?;
        let stall =
            |[begin, end]: [f64; 2]| Stall { work: worked_at(end) - worked_at(begin), time: end - begin, slowness };
        let longest = stalls.into_iter().map(stall).max_by(|a, b| a.work.total_cmp(&b.work));
        Ok(longest.unwrap_or(Stall { work: 0.0, time: 0.0, slowness }))
    }

    async fn slowness(&self, browser: &Browser) -> Result<f64> {
        /// Measurements. The middle one counts.
        const ROUNDS: usize = 5;
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let before = worked(&self.processes).context("no processor time")?;
            browser.in_sidebar(REFERENCE, &[]).await?;
            times.push(worked(&self.processes).context("no processor time")? - before);
        }
        println!("the reference takes {times:.1?} ms");
        times.sort_by(f64::total_cmp);
        Ok((times[ROUNDS / 2] / REFERENCE_TIME).max(1.0))
    }
}

impl Drop for Stalls {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Returns the processor time of the main threads of some processes in milliseconds, as Linux reports it. Linux counts the
/// time that the host of a virtual machine gives to others as work, so that time is subtracted.
fn worked(processes: &[u32]) -> Option<f64> {
    processes.iter().try_fold(-stolen()?, |sum, id| {
        let schedule = fs::read_to_string(format!("/proc/{id}/task/{id}/schedstat")).ok()?;
        let nanoseconds: f64 = schedule.split(' ').next()?.parse().ok()?;
        Some(sum + nanoseconds / 1e6)
    })
}

/// Returns the time that the host of a virtual machine has given to others, in milliseconds.
fn stolen() -> Option<f64> {
    /// Milliseconds of a tick of `/proc/stat`.
    const TICK: f64 = 10.0;
    let stat = fs::read_to_string("/proc/stat").ok()?;
    // After the name: user, nice, system, idle, iowait, irq, softirq, steal.
    let ticks: f64 = stat.lines().next()?.split_whitespace().nth(8)?.parse().ok()?;
    Some(ticks * TICK)
}

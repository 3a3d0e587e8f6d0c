//! Work that competes with the tests, as on a machine with other programs.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use crate::step::say;

/// Threads that keep every processor busy until this is dropped.
pub(super) struct Busy {
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Busy {
    pub(super) fn start() -> Self {
        let count = thread::available_parallelism().map_or(2, usize::from);
        say(&format!("{count} threads keep the processors busy"));
        let is_over = Arc::new(AtomicBool::new(false));
        let spin = |is_over: Arc<AtomicBool>| {
            while !is_over.load(Ordering::Relaxed) {
                spin_loop();
            }
        };
        let start = |_| {
            let is_over = Arc::clone(&is_over);
            thread::spawn(move || spin(is_over))
        };
        let threads = (0..count).map(start).collect();
        Self { is_over, threads }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threads_end_with_the_guard() {
        let busy = Busy::start();
        let is_over = Arc::downgrade(&busy.is_over);
        assert!(is_over.strong_count() > 1, "each thread has the flag");
        drop(busy);
        assert_eq!(is_over.strong_count(), 0);
    }
}

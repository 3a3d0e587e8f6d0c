//! Runs steps in two lanes at the same time: the tests in Firefox, which wait a lot, and everything else.

use std::thread;
use std::time::{Duration, Instant};

use super::count::Count;
use super::runner::Runner;
use super::steps::{Lane, STEPS, Step};
use crate::step::{kept_together, say, seconds};

/// The result of a step.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) name: &'static str,
    /// 1 for the first run of the step
    pub(super) round: u32,
    pub(super) count: Count,
    pub(super) time: Duration,
}

/// Runs these steps once. Returns their results in the order of the steps.
pub(super) fn run(wanted: &[&Step], filters: &[String], round: u32) -> Vec<Outcome> {
    let lane = |lane: Lane| wanted.iter().copied().filter(move |step| step.lane == lane);
    let run = |step: &Step| run_step(step, filters, round);
    if lane(Lane::Firefox).next().is_none() || lane(Lane::Others).next().is_none() {
        return wanted.iter().map(|step| run(step)).collect();
    }
    // The output of a step is printed when it ends, so that the lines of two steps do not mix.
    let in_turn = |name| -> Vec<Outcome> {
        let announced = |step: &Step| {
            say(&format!(".... {} begins: {}", step.name, step.what));
            kept_together(|| run(step))
        };
        lane(name).map(announced).collect()
    };
    let mut outcomes = thread::scope(|scope| {
        let others = scope.spawn(|| in_turn(Lane::Others));
        let browsers = in_turn(Lane::Firefox);
        let others = others.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        [browsers, others].concat()
    });
    outcomes.sort_by_key(|outcome| STEPS.iter().position(|step| step.name == outcome.name));
    outcomes
}

fn run_step(step: &Step, filters: &[String], round: u32) -> Outcome {
    say(&format!("\n==== {}: {}", step.name, step.what));
    let started = Instant::now();
    let mut count = Count::default();
    let success = (step.run)(&mut Runner { count: &mut count, filters }).unwrap_or_else(|error| {
        say(&format!("error: {error:#}"));
        false
    });
    count.finish(success);
    let time = started.elapsed();
    say(&format!("==== {}: {} ({})", step.name, if success { "ok" } else { "FAILED" }, seconds(time)));
    Outcome { name: step.name, round, count, time }
}

//! The end of a run: a table of the steps with their times, the tests that failed, and what was not tested.

use std::time::Duration;

use super::count::Count;
use super::lanes::Outcome;
use crate::step::{say, seconds};

/// What no step of this command tests, with the command that does. The schedule runs most of them every night.
const ELSEWHERE: [(&str, &str); 3] = [
    ("random input for longer than some seconds", "cargo xtask fuzz"),
    ("the memory after hours of browsing", "cargo xtask soak"),
    ("the speed", "cargo xtask bench"),
];

/// Prints the end of a run. Returns `true` if everything passed.
pub(super) fn print(outcomes: &[Outcome], time: Duration, is_repeated: bool, is_whole: bool) -> bool {
    let mut sum = Count::default();
    outcomes.iter().for_each(|outcome| sum.add(&outcome.count));
    say(&steps(outcomes, time, is_repeated));
    let failed = failed(outcomes, is_repeated);
    if !failed.is_empty() {
        say(&format!("failed:\n{failed}"));
    }
    say(&not_tested(&sum, is_whole));
    say(&format!("{} passed, {} failed, {} ignored", sum.passed, sum.failed, sum.ignored));
    sum.failed == 0
}

/// The name of a step, with its round if there are several.
fn name(outcome: &Outcome, is_repeated: bool) -> String {
    if is_repeated { format!("{} {}", outcome.name, outcome.round) } else { outcome.name.to_owned() }
}

fn steps(outcomes: &[Outcome], time: Duration, is_repeated: bool) -> String {
    let mut table = String::from("\nstep           passed  failed  ignored    time\n");
    for outcome in outcomes {
        let Count { passed, failed, ignored, .. } = outcome.count;
        let (name, time) = (name(outcome, is_repeated), seconds(outcome.time));
        let mark = if failed == 0 { "" } else { "  FAILED" };
        table += &format!("{name:<12}{passed:>9}{failed:>8}{ignored:>9}{time:>12}{mark}\n");
    }
    table += &format!("{:<29}{:>21}\n", "all, some at the same time", seconds(time));
    table
}

/// A line for each test that failed, and for each step that failed without one.
fn failed(outcomes: &[Outcome], is_repeated: bool) -> String {
    let mut lines = String::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.count.failed > 0) {
        let step = name(outcome, is_repeated);
        match outcome.count.failures.is_empty() {
            true => lines += &format!("  {step}\n"),
            false => outcome.count.failures.iter().for_each(|test| lines += &format!("  {step}: {test}\n")),
        }
    }
    lines
}

/// The table of what was not tested.
fn not_tested(sum: &Count, is_whole: bool) -> String {
    let skipped = sum.skipped.iter().map(|text| text.split_once("; ").unwrap_or((text, "")));
    let elsewhere = ELSEWHERE.into_iter().filter(|_| is_whole);
    let rows: Vec<(&str, &str)> = skipped.chain(elsewhere).collect();
    if rows.is_empty() {
        return String::new();
    }
    let lines = rows.iter().map(|(what, how)| format!("{what:<54}{how}").trim_end().to_owned() + "\n");
    format!("{:<54}how to test it\n{}", "not tested", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &'static str, round: u32, lines: &[&str]) -> Outcome {
        let mut count = Count::default();
        lines.iter().for_each(|line| count.see(line));
        count.finish(!lines.iter().any(|line| line.contains("FAILED")));
        Outcome { name, round, count, time: Duration::from_millis(61_500) }
    }

    #[test]
    fn each_step_has_a_line_with_its_time() {
        let outcomes =
            [outcome("format", 1, &[]), outcome("native", 1, &["test result: ok. 3 passed; 0 failed; 2 ignored"])];
        let expected = "\n\
            step           passed  failed  ignored    time\n\
            format              1       0        0  1 min 01 s\n\
            native              3       0        2  1 min 01 s\n\
            all, some at the same time              1 min 05 s\n";
        assert_eq!(steps(&outcomes, Duration::from_secs(65), false), expected);
    }

    #[test]
    fn every_failure_of_every_round_is_listed() {
        let lines = ["test keys::a ... FAILED", "test result: FAILED. 3 passed; 1 failed; 0 ignored"];
        let outcomes = [outcome("browser", 1, &lines), outcome("browser", 2, &[]), outcome("browser", 3, &lines)];
        assert_eq!(failed(&outcomes, true), "  browser 1: keys::a\n  browser 3: keys::a\n");
        assert_eq!(failed(&[outcome("clippy", 1, &["FAILED"])], false), "  clippy\n");
    }

    #[test]
    fn what_was_not_tested_says_how_to_test_it() {
        let sum = outcome("native", 1, &["SKIPPED: the suite; set SUITE"]).count;
        let first = format!("{:<54}set SUITE", "the suite");
        let text = not_tested(&sum, true);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[1]), (5, &*first));
        assert_eq!(not_tested(&sum, false).lines().count(), 2);
        assert_eq!(not_tested(&Count::default(), false), "");
    }
}

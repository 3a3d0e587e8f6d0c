//! Counts tests in the output of their runners.

/// Numbers of tests, and the parts that were skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) ignored: u32,
    /// The texts after `SKIPPED: ` in the output of tests: what was skipped, a semicolon, and how to test it.
    pub(crate) skipped: Vec<String>,
    /// The names of the tests that failed.
    pub(crate) failures: Vec<String>,
}

impl Count {
    /// Adds the numbers of a runner's line: `test result: ok. 3 passed; 0 failed; ...` of Rust, `ℹ pass 3` of Node.
    pub(crate) fn see(&mut self, line: &str) {
        let line = without_colours(line);
        self.skipped.extend(line.split_once("SKIPPED: ").map(|(_, what)| what.to_owned()));
        let failed = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
        // Node repeats the tests that failed at the end.
        let failed = failed.or_else(|| Some(line.trim_start().strip_prefix("✖ ")?.rsplit_once(" (")?.0));
        if let Some(name) = failed.filter(|name| !self.failures.iter().any(|known| known == name)) {
            self.failures.push(name.to_owned());
        }
        match line.split_once("test result: ") {
            Some((_, result)) => self.see_rust(result),
            None => self.see_node(&line),
        }
    }

    fn see_rust(&mut self, result: &str) {
        let number = |word: &str| -> u32 {
            let before = result.split_once(word).map_or("", |(before, _)| before);
            before.rsplit([' ', '.']).find(|part| !part.is_empty()).and_then(|part| part.parse().ok()).unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed");
        self.ignored += number(" ignored");
    }

    /// Node prints one line for each number. The lines of its reporter `spec` begin with `ℹ`, those of `tap` with `#`.
    fn see_node(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["ℹ" | "#", word, number] = words[..] else { return };
        let Ok(number) = number.parse::<u32>() else { return };
        match word {
            "pass" => self.passed += number,
            "fail" | "cancelled" => self.failed += number,
            "skipped" | "todo" => self.ignored += number,
            _ => {}
        }
    }

    /// Ends a step. A step without tests counts as one check. A step that fails has at least one failure.
    pub(crate) fn finish(&mut self, success: bool) {
        match (success, self.passed, self.failed) {
            (true, 0, 0) => self.passed = 1,
            (false, _, 0) => self.failed = 1,
            _ => {}
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.skipped.extend_from_slice(&other.skipped);
        self.failures.extend_from_slice(&other.failures);
    }
}

/// The text without the escape sequences that colour it.
fn without_colours(line: &str) -> String {
    let mut text = String::new();
    let mut parts = line.split('\u{1b}');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        text.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(lines: &[&str], success: bool) -> (u32, u32) {
        let mut count = Count::default();
        lines.iter().for_each(|line| count.see(line));
        count.finish(success);
        (count.passed, count.failed)
    }

    #[test]
    fn results_of_several_programs_are_summed() {
        let lines = [
            "test a ... ok",
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: \u{1b}[31mFAILED\u{1b}[0m. 3 passed; 2 failed; 0 ignored; 0 filtered out",
        ];
        assert_eq!(seen(&lines, false), (15, 2));
    }

    #[test]
    fn results_of_node_are_counted() {
        let lines = [
            "✔ pass 7 (0.4ms)",
            "\u{1b}[34mℹ tests 19\u{1b}[39m",
            "ℹ suites 4",
            "ℹ pass 11",
            "\u{1b}[34mℹ fail 2\u{1b}[39m",
            "ℹ cancelled 1",
            "ℹ skipped 3",
            "ℹ todo 2",
            "ℹ duration_ms 57.3",
        ];
        let mut count = Count::default();
        lines.iter().for_each(|line| count.see(line));
        assert_eq!((count.passed, count.failed, count.ignored), (11, 3, 5));
        assert_eq!(seen(&["not ok 1 - a name", "# pass 4", "# fail 1"], false), (4, 1));
    }

    #[test]
    fn skipped_and_ignored_tests_are_reported() {
        let mut count = Count::default();
        count.see("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        count.see("SKIPPED: the suite is not here");
        let mut sum = Count { passed: 1, ignored: 2, ..Count::default() };
        sum.add(&count);
        assert_eq!((sum.passed, sum.failed, sum.ignored), (13, 0, 3));
        assert_eq!(sum.skipped, ["the suite is not here"]);
    }

    #[test]
    fn the_tests_that_failed_are_named_once() {
        let mut count = Count::default();
        for line in [
            "test keys::star ... FAILED",
            "test keys::tab ... ok",
            "test \u{1b}[31mkeys::enter\u{1b}[0m ... FAILED",
            "  \u{1b}[31m✖ a name (in parentheses) (3.5ms)\u{1b}[39m",
            "✖ failing tests:",
            "✖ a name (in parentheses) (3.5ms)",
        ] {
            count.see(line);
        }
        assert_eq!(count.failures, ["keys::star", "keys::enter", "a name (in parentheses)"]);
    }

    #[test]
    fn a_step_without_tests_counts_as_one_check() {
        assert_eq!(seen(&["all is well"], true), (1, 0));
        assert_eq!(seen(&["error"], false), (0, 1));
    }

    #[test]
    fn a_step_that_fails_counts_a_failure() {
        assert_eq!(seen(&["test result: ok. 4 passed; 0 failed;"], false), (4, 1));
    }
}

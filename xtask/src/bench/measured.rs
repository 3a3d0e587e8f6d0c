//! One row of the results: what was measured, and its times or its count.

use super::data::Data;

/// Results that are counts, not times.
pub(crate) const COUNTS: &[&str] = &["blank-rows", "dom-nodes"];

/// The result of one measurement with one data set.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) data: &'static Data,
    /// the name in the results
    pub(crate) what: &'static str,
    /// the tree component, for the interface
    pub(crate) component: Option<&'static str>,
    /// milliseconds of each run; for counts, the counts
    pub(crate) times: Vec<f64>,
    /// bytes of wasm memory after one run in a fresh instance
    pub(crate) wasm_bytes: Option<u64>,
    /// the part of them that is the site's text: names, titles, addresses, details
    pub(crate) text_bytes: Option<u64>,
}

impl Measured {
    pub(crate) fn new(data: &'static Data, what: &'static str) -> Self {
        Self { data, what, component: None, times: Vec::new(), wasm_bytes: None, text_bytes: None }
    }

    pub(super) fn is_count(&self) -> bool {
        COUNTS.contains(&self.what)
    }

    pub(super) fn min(&self) -> f64 {
        self.times.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub(super) fn max(&self) -> f64 {
        self.times.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    pub(super) fn median(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let middle = times.len() / 2;
        match times.len() {
            0 => f64::NAN,
            odd if odd % 2 == 1 => times[middle],
            _ => f64::midpoint(times[middle - 1], times[middle]),
        }
    }
}

/// Formats a number with commas: `27,274,124`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::data::DATA;

    fn measured(what: &'static str, times: &[f64]) -> Measured {
        Measured { times: times.to_vec(), ..Measured::new(&DATA[0], what) }
    }

    #[test]
    fn minimum_and_median_of_times() {
        let odd = measured("a", &[3.0, 1.0, 2.0]);
        assert_eq!((odd.min(), odd.median()), (1.0, 2.0));
        assert_eq!(measured("a", &[4.0, 1.0, 2.0, 3.0]).median(), 2.5);
    }

    #[test]
    fn numbers_are_grouped_by_commas() {
        assert_eq!([0, 999, 1_000, 27_274_124].map(grouped), ["0", "999", "1,000", "27,274,124"]);
    }
}

//! Prints the results as a table for people, or as JSON lines for programs.

use std::fmt::Write as _;

use anyhow::Result;
use serde::Serialize;

use super::measured::{Measured, grouped};
use super::{interface, sidebar};

/// The parser that the others are compared with.
pub(crate) const BASELINE: &str = "quick-xml-reader";

/// The results of the product over HTTP. They have no peers.
pub(crate) const PRODUCT: &[&str] =
    &["fetch", "first-row", "load", "longest-task", "slow-first-row", "slow-longest-task"];

/// A line of the JSON output.
#[derive(Serialize)]
struct Line<'a> {
    browser: &'a str,
    data: &'a str,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<&'a str>,
    min_ms: Option<f64>,
    median_ms: Option<f64>,
    /// the highest count, in place of times
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    wasm_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_bytes: Option<u64>,
    pages: u64,
    input_bytes: u64,
}

/// One JSON object per line.
pub(crate) fn json(browser: &str, results: &[Measured]) -> Result<String> {
    let mut out = String::new();
    for measured in results {
        let line = line(browser, measured, measured.data.bytes()?);
        out.push_str(&serde_json::to_string(&line)?);
        out.push('\n');
    }
    Ok(out)
}

fn line<'a>(browser: &'a str, measured: &Measured, input_bytes: u64) -> Line<'a> {
    let is_count = measured.is_count();
    let time = |ms| (!is_count).then(|| to_microseconds(ms));
    Line {
        browser,
        data: measured.data.name,
        what: measured.what,
        component: measured.component,
        min_ms: time(measured.min()),
        median_ms: time(measured.median()),
        count: is_count.then(|| measured.max() as u64),
        wasm_bytes: measured.wasm_bytes,
        text_bytes: measured.text_bytes,
        pages: measured.data.pages(),
        input_bytes,
    }
}

/// Rounds to microseconds, because more digits are noise.
fn to_microseconds(ms: f64) -> f64 {
    (ms * 1000.0).round() / 1000.0
}

/// The tables for one data set: the engine, then the interface.
pub(crate) fn table(results: &[Measured]) -> String {
    let of_interface = results.partition_point(|measured| measured.component.is_none());
    let (engine, interface) = results.split_at(of_interface);
    [engine_table(engine), interface::table(interface)].concat()
}

/// The table of the engine. Results without peers come last.
fn engine_table(results: &[Measured]) -> String {
    let Some(data) = results.first().map(|measured| measured.data) else { return String::new() };
    let size = data.bytes().map_or_else(|_| "unknown".to_owned(), grouped);
    let mut out = format!("\n{}: {} pages, {size} bytes\n\n", data.name, grouped(data.pages()));
    let baseline = results.iter().find(|measured| measured.what == BASELINE);
    let title = format!(
        "{:<20} {:>10} {:>10} {:>8} {:>9} {:>13} {:>10} {:>13}",
        "", "min ms", "median ms", "ns/page", "x reader", "wasm bytes", "bytes/page", "without text"
    );
    let _ = writeln!(out, "{title}\n{}", "-".repeat(title.len()));
    let mut had_ratio = false;
    for measured in results {
        let is_peer = !PRODUCT.contains(&measured.what) && !sidebar::NAMES.contains(&measured.what);
        if had_ratio && !is_peer {
            let _ = writeln!(out, "{}", "-".repeat(title.len()));
        }
        had_ratio = is_peer;
        let ratio = baseline.filter(|_| is_peer).map(|baseline| format!("{:.2}", measured.min() / baseline.min()));
        // Only work that handles every page has a time for each page.
        let is_whole = is_peer || ["fetch", "load"].contains(&measured.what);
        let a_page = is_whole.then(|| grouped((measured.min() * 1e6 / data.pages() as f64) as u64));
        let per_page = |bytes: u64| grouped(bytes / data.pages());
        let without_text = measured.wasm_bytes.zip(measured.text_bytes).map(|(all, text)| per_page(all - text));
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let _ = writeln!(
            out,
            "{:<20} {:>10.2} {:>10.2} {:>8} {:>9} {:>13} {:>10} {:>13}",
            measured.what,
            measured.min(),
            measured.median(),
            or_none(a_page),
            or_none(ratio),
            or_none(measured.wasm_bytes.map(grouped)),
            or_none(measured.wasm_bytes.map(per_page)),
            or_none(without_text),
        );
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
    fn ratios_compare_with_the_bare_reader() {
        let text = table(&[measured(BASELINE, &[2.0]), measured("navibar", &[3.0]), measured("load", &[9.0])]);
        let row = |what| text.lines().find(|line| line.starts_with(what)).map(|line| line.split_whitespace().nth(4));
        assert_eq!((row("navibar"), row("load")), (Some(Some("1.50")), Some(Some("-"))));
    }

    #[test]
    fn bytes_for_each_page_are_shown_with_and_without_text() {
        let pages = DATA[0].pages();
        let navibar =
            Measured { wasm_bytes: Some(250 * pages), text_bytes: Some(100 * pages), ..measured("navibar", &[3.0]) };
        let text = table(std::slice::from_ref(&navibar));
        assert!(text.lines().any(|line| line.ends_with(" 250           150")), "{text}");
        let json = serde_json::to_string(&line("firefox", &navibar, 1)).unwrap_or_default();
        assert!(json.contains(&format!(r#""text_bytes":{},"#, 100 * pages)), "{json}");
    }

    #[test]
    fn json_lines_name_the_component_and_counts_have_no_times() {
        let of = |what| {
            let measured = Measured { component: Some("floor"), ..measured(what, &[2.0]) };
            serde_json::to_string(&line("firefox", &measured, 1)).unwrap_or_default()
        };
        let filter = of("filter");
        assert!(
            filter.contains(r#""what":"filter","component":"floor","min_ms":2.0,"median_ms":2.0,"wasm"#),
            "{filter}"
        );
        let nodes = of("dom-nodes");
        assert!(nodes.contains(r#""min_ms":null,"median_ms":null,"count":2,"#), "{nodes}");
    }
}

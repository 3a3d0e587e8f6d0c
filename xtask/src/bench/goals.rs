//! The goals of the project, and the table that compares a run with them.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result};

use super::interface::FLOOR;
use super::measured::Measured;
use super::report::BASELINE;
use crate::paths;

/// A measurement and its limit.
struct Goal {
    name: &'static str,
    data: &'static str,
    what: &'static str,
    component: Option<&'static str>,
    limit: Limit,
}

/// The most that a measurement may have.
enum Limit {
    /// the ratio to another measurement with the same data in the same run
    Times(f64, &'static str, Option<&'static str>),
    /// nanoseconds for each page
    NanosecondsAPage(f64),
    /// bytes of memory for each page, with its text
    BytesAPage(f64),
}

impl Limit {
    /// The limit as text, and the best and the median of a measurement in its unit.
    fn compare(&self, measured: &Measured, all: &[Measured]) -> Option<(String, f64, f64)> {
        let pages = measured.data.pages() as f64;
        match *self {
            Limit::Times(limit, what, component) => {
                let other = found(all, measured.data.name, what, component)?;
                let of = if component == Some(FLOOR) || what == FLOOR_OF_SIDEBAR { "floor" } else { "`Reader`" };
                let ratios = (measured.min() / other.min(), measured.median() / other.median());
                Some((format!("{limit} times the {of}"), ratios.0, ratios.1))
            }
            Limit::NanosecondsAPage(limit) => {
                Some((format!("{limit} ns per page"), measured.min() * 1e6 / pages, measured.median() * 1e6 / pages))
            }
            Limit::BytesAPage(limit) => {
                let bytes = measured.wasm_bytes? as f64 / pages;
                Some((format!("{limit} bytes per page"), bytes, bytes))
            }
        }
    }

    fn value(&self) -> f64 {
        match *self {
            Limit::Times(limit, ..) | Limit::NanosecondsAPage(limit) | Limit::BytesAPage(limit) => limit,
        }
    }
}

const FLOOR_OF_SIDEBAR: &str = "sidebar-floor";

const fn parsing(name: &'static str, data: &'static str, limit: Limit) -> Goal {
    Goal { name, data, what: "navibar", component: None, limit }
}

const fn work(name: &'static str, data: &'static str, what: &'static str) -> Goal {
    Goal { name, data, what, component: Some("navibar"), limit: Limit::Times(1.25, what, Some(FLOOR)) }
}

const fn opening(name: &'static str, data: &'static str, what: &'static str, limit: f64) -> Goal {
    Goal { name, data, what, component: None, limit: Limit::Times(limit, FLOOR_OF_SIDEBAR, None) }
}

const GOALS: &[Goal] = &[
    parsing("a plain sitemap", "sitemap-50k", Limit::Times(1.6, BASELINE, None)),
    parsing("a plain sitemap of a million pages", "index-1m", Limit::Times(1.6, BASELINE, None)),
    parsing("the same, time", "index-1m", Limit::NanosecondsAPage(700.0)),
    parsing("the same, memory", "index-1m", Limit::BytesAPage(140.0)),
    work("first paint, work", "nns-10-5", "first-paint-work"),
    work("expand all, work", "nns-10-5", "expand-all-work"),
    work("filter, first key, work", "nns-10-5", "filter-work"),
    opening("opening the sidebar, first rows, NNS", "nns-5-5", "sidebar-rows", 1.15),
    opening("opening the sidebar, the tree works, NNS", "nns-5-5", "sidebar-tree", 1.25),
    opening("opening the sidebar, first rows, plain", "sitemap-10k", "sidebar-rows", 1.15),
    opening("opening the sidebar, the tree works, plain", "sitemap-10k", "sidebar-tree", 1.25),
];

fn found<'a>(all: &'a [Measured], data: &str, what: &str, component: Option<&str>) -> Option<&'a Measured> {
    all.iter().find(|one| one.data.name == data && one.what == what && one.component == component)
}

/// The table of the goals that were measured, in Markdown. Empty if none was.
pub(crate) fn table(all: &[Measured]) -> String {
    let mut out = String::new();
    for goal in GOALS {
        let Some(measured) = found(all, goal.data, goal.what, goal.component) else { continue };
        let Some((limit, best, median)) = goal.limit.compare(measured, all) else { continue };
        if out.is_empty() {
            out.push_str("| what | data | goal | best | median | met |\n|---|---|---|---|---|---|\n");
        }
        let digits = if goal.limit.value() < 10.0 { 2 } else { 0 };
        let is_met = if median <= goal.limit.value() { "yes" } else { "no" };
        let Goal { name, data, .. } = goal;
        let _ = writeln!(out, "| {name} | `{data}` | {limit} | {best:.digits$} | {median:.digits$} | {is_met} |");
    }
    out
}

/// Replaces the table of a browser in the documentation.
///
/// # Errors
/// If the document has no place for it.
pub(crate) fn write(browser: &str, table: &str) -> Result<()> {
    let path = paths::root().join("docs/performance.md");
    let document = fs::read_to_string(&path)?;
    Ok(fs::write(&path, replaced(&document, browser, table)?)?)
}

fn replaced(document: &str, browser: &str, table: &str) -> Result<String> {
    let start = format!("<!-- goals in {browser} -->\n\n");
    let (before, rest) = document.split_once(&start).with_context(|| format!("no place for the goals in {browser}"))?;
    let end = "<!-- end of the goals -->";
    let (_, after) = rest.split_once(end).context("the table of the goals has no end")?;
    Ok(format!("{before}{start}{table}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::data::DATA;

    fn measured(data: &str, what: &'static str, component: Option<&'static str>, times: &[f64]) -> Result<Measured> {
        let data = DATA.iter().find(|one| one.name == data).context("no such data")?;
        Ok(Measured { component, times: times.to_vec(), ..Measured::new(data, what) })
    }

    #[test]
    fn a_run_is_compared_with_the_goals() -> Result<()> {
        let mut all = vec![
            measured("sitemap-50k", "navibar", None, &[30.0, 40.0, 50.0])?,
            measured("sitemap-50k", BASELINE, None, &[20.0, 20.0, 30.0])?,
            measured("nns-10-5", "expand-all-work", Some("navibar"), &[5.0])?,
            measured("nns-10-5", "expand-all-work", Some(FLOOR), &[4.0])?,
            measured("index-1m", "navibar", None, &[600.0])?,
        ];
        all[4].wasm_bytes = Some(150_000_000);
        let expected = "\
| what | data | goal | best | median | met |
|---|---|---|---|---|---|
| a plain sitemap | `sitemap-50k` | 1.6 times the `Reader` | 1.50 | 2.00 | no |
| the same, time | `index-1m` | 700 ns per page | 600 | 600 | yes |
| the same, memory | `index-1m` | 140 bytes per page | 150 | 150 | no |
| expand all, work | `nns-10-5` | 1.25 times the floor | 1.25 | 1.25 | yes |
";
        assert_eq!(table(&all), expected);
        assert_eq!(table(&[]), "");
        Ok(())
    }

    #[test]
    fn the_table_of_one_browser_is_replaced() -> Result<()> {
        let document = "a\n<!-- goals in Firefox -->\n\nold\n\n<!-- end of the goals -->\nb";
        let new = replaced(document, "Firefox", "new\n")?;
        assert_eq!(new, "a\n<!-- goals in Firefox -->\n\nnew\n\n<!-- end of the goals -->\nb");
        assert!(replaced(document, "Chromium", "new\n").is_err());
        Ok(())
    }
}

//! The figures of a site, and the table of all sites.

use std::collections::BTreeMap;

use anyhow::Result;
use navibar_browser_tests::SiteFolder;
use navibar_judge::{Reference, Score, is_placed, renamed, score};
use serde::{Deserialize, Serialize};

use crate::walk::Walk;

/// The figures of a tree, in percent. One is missing if the site gives nothing to compare it with.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TreeFigures {
    /// pages with exactly their title
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) titles: Option<f64>,
    /// pages with the words of their title
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) words: Option<f64>,
    /// judged pages with the right parent
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) places: Option<f64>,
    /// the pages in the site's menus and sitemap that are in the tree
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coverage: Option<f64>,
    /// the agreement of the top of the tree with the site's main menu
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) top: Option<f64>,
    /// rows that are not a page that a person would look for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) noise: Option<f64>,
}

/// The figures for somebody who enters the site by another page, in percent.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct EnteredFigures {
    /// pages with a right place when only they were visited
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) places: Option<f64>,
    /// the top level after the home page was visited next
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) top: Option<f64>,
}

/// The figures of a site.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) host: String,
    /// rows of the tree after five pages
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) rows: usize,
    /// pages of the site in it
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) pages: usize,
    /// after the home page alone
    pub(crate) first: TreeFigures,
    /// after four more pages
    pub(crate) five: TreeFigures,
    pub(crate) entered: EnteredFigures,
    /// rows in sight that ten visits rename
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) renamed: Option<usize>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) requests: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl TreeFigures {
    fn new(score: &Score) -> Self {
        // A tree without pages has nothing right. Without menus, places cannot be judged.
        let of_pages = |count| if score.pages == 0 { Some(0.0) } else { percent(count, score.pages) };
        Self {
            titles: of_pages(score.titles),
            words: of_pages(score.words),
            places: if score.pages == 0 { Some(0.0) } else { percent(score.placed, score.judged) },
            coverage: percent(score.covered, score.listed),
            top: score.top.percent().map(rounded),
            noise: if score.rows == 0 { Some(0.0) } else { percent(score.noise, score.rows) },
        }
    }

    fn figures(&self) -> [Option<f64>; 6] {
        let Self { titles, words, places, coverage, top, noise } = *self;
        [titles, words, places, coverage, top, noise]
    }
}

impl Line {
    /// Judges a walk.
    pub(crate) fn new(site: &SiteFolder, reference: &Reference, walk: &Walk) -> Result<Self> {
        let five = score(&walk.five, reference, site);
        let (mut judged, mut placed, mut tops) = (0, 0, Vec::new());
        for entered in &walk.entered {
            if let Some(is_right) = is_placed(&entered.alone, &entered.key, reference, site)? {
                judged += 1;
                placed += usize::from(is_right);
            }
            tops.extend(score(&entered.with_home, reference, site).top.percent());
        }
        Ok(Self {
            host: site.host.clone(),
            rows: five.rows,
            pages: five.pages,
            first: TreeFigures::new(&score(&walk.first, reference, site)),
            five: TreeFigures::new(&five),
            entered: EnteredFigures { places: percent(placed, judged), top: mean(tops.into_iter().map(Some)) },
            renamed: (!walk.glances.is_empty()).then(|| renamed(&walk.glances, reference, site)),
            requests: walk.requests.len(),
        })
    }

    /// All figures, in the order of the table.
    fn figures(&self) -> Vec<Option<f64>> {
        let entered = [self.entered.places, self.entered.top];
        self.first.figures().into_iter().chain(self.five.figures()).chain(entered).collect()
    }

    /// The line as a row of a Markdown table.
    fn row(&self) -> String {
        let shown = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
        let figures: Vec<String> = self.figures().into_iter().map(shown).collect();
        let renamed = self.renamed.map_or("-".to_owned(), |count| count.to_string());
        format!("| {} | {} | {} | {renamed} |", self.host, self.pages, figures.join(" | "))
    }

    /// The means of the shares, and the sums of the counts.
    pub(crate) fn mean(name: &str, lines: &[&Self]) -> Self {
        let of = |figure: &dyn Fn(&Self) -> Option<f64>| mean(lines.iter().map(|line| figure(line)));
        let tree = |tree: &dyn Fn(&Self) -> TreeFigures| TreeFigures {
            titles: of(&|line| tree(line).titles),
            words: of(&|line| tree(line).words),
            places: of(&|line| tree(line).places),
            coverage: of(&|line| tree(line).coverage),
            top: of(&|line| tree(line).top),
            noise: of(&|line| tree(line).noise),
        };
        let sum = |of: &dyn Fn(&Self) -> usize| lines.iter().map(|line| of(line)).sum();
        Self {
            host: name.to_owned(),
            rows: sum(&|line| line.rows),
            pages: sum(&|line| line.pages),
            first: tree(&|line| line.first),
            five: tree(&|line| line.five),
            entered: EnteredFigures { places: of(&|line| line.entered.places), top: of(&|line| line.entered.top) },
            renamed: lines.iter().filter_map(|line| line.renamed).reduce(|a, b| a + b),
            requests: sum(&|line| line.requests),
        }
    }
}

fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let values: Vec<f64> = values.flatten().collect();
    (!values.is_empty()).then(|| rounded(values.iter().sum::<f64>() / values.len() as f64))
}

fn percent(count: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| rounded(100.0 * count as f64 / of as f64))
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The head of the table. The first group of figures is the first glance, the second the tree after five pages.
const HEAD: &str = "\
| site | pages | titles | words | places | coverage | top | noise | 5: titles | words | places | coverage | top | noise | entered: place | top | renamed |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// Prints a Markdown table, or one JSON object a line. The last lines have the means of each kind of site, and of all.
pub(crate) fn print(lines: &[Line], kinds: &BTreeMap<String, String>, json: bool) -> Result<()> {
    if !json {
        println!("{HEAD}");
    }
    let mut by_kind: BTreeMap<&str, Vec<&Line>> = BTreeMap::new();
    for line in lines {
        by_kind.entry(kinds.get(&line.host).map_or("other", String::as_str)).or_default().push(line);
    }
    let mut means: Vec<Line> =
        by_kind.iter().map(|(kind, lines)| Line::mean(&format!("mean ({kind})"), lines)).collect();
    if means.len() != 1 {
        means.push(Line::mean("mean", &lines.iter().collect::<Vec<_>>()));
    }
    for line in lines.iter().chain(&means) {
        println!("{}", if json { serde_json::to_string(line)? } else { line.row() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_sites_and_counts_are_sums() {
        let figures = |score: Score| TreeFigures::new(&score);
        let some =
            Score { rows: 8, pages: 4, titles: 1, words: 2, listed: 8, covered: 4, noise: 2, ..Score::default() };
        let none = Score { listed: 2, ..Score::default() };
        let lines = [
            Line { host: "a".to_owned(), pages: 4, first: figures(some), renamed: Some(2), ..Line::default() },
            Line { host: "b".to_owned(), first: figures(none), renamed: Some(1), ..Line::default() },
        ];
        let five = "- | - | - | - | - | - | - | -";
        assert_eq!(lines[0].row(), format!("| a | 4 | 25.0 | 50.0 | - | 50.0 | - | 25.0 | {five} | 2 |"));
        assert_eq!(lines[1].row(), format!("| b | 0 | 0.0 | 0.0 | 0.0 | 0.0 | - | 0.0 | {five} | 1 |"));
        let mean = Line::mean("mean", &lines.iter().collect::<Vec<_>>());
        assert_eq!(mean.row(), format!("| mean | 4 | 12.5 | 25.0 | 0.0 | 25.0 | - | 12.5 | {five} | 3 |"));
    }
}

//! The table of all sites, and their means.

use anyhow::Result;
use serde::Serialize;

use super::score::Score;

/// The figures of a site.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Line {
    host: String,
    /// rows of the tree
    rows: usize,
    /// pages of the site in the tree
    pages: usize,
    /// percent of these pages with exactly their title
    titles: Option<f64>,
    /// percent with the words of their title
    words: Option<f64>,
    /// percent of the judged pages with the right parent
    places: Option<f64>,
    /// pages in the tree that the site's navigation places
    judged: usize,
    /// percent of the pages in the site's menus and sitemap that are in the tree
    coverage: Option<f64>,
    /// requests of the extension
    requests: usize,
}

impl Line {
    pub(super) fn new(host: &str, score: &Score, requests: usize) -> Self {
        // A tree without pages has nothing right. Without menus, places cannot be judged.
        let of_pages = |count| if score.pages == 0 { Some(0.0) } else { percent(count, score.pages) };
        Self {
            host: host.to_owned(),
            rows: score.rows,
            pages: score.pages,
            titles: of_pages(score.titles),
            words: of_pages(score.words),
            places: if score.pages == 0 { Some(0.0) } else { percent(score.placed, score.judged) },
            judged: score.judged,
            coverage: percent(score.covered, score.listed),
            requests,
        }
    }

    /// The means of all sites.
    fn mean(lines: &[Self]) -> Self {
        let mean = |of: &dyn Fn(&Self) -> Option<f64>| {
            let values: Vec<f64> = lines.iter().filter_map(of).collect();
            (!values.is_empty()).then(|| rounded(values.iter().sum::<f64>() / values.len() as f64))
        };
        let sum = |of: &dyn Fn(&Self) -> usize| lines.iter().map(of).sum();
        Self {
            host: "mean".to_owned(),
            rows: sum(&|line| line.rows),
            pages: sum(&|line| line.pages),
            titles: mean(&|line| line.titles),
            words: mean(&|line| line.words),
            places: mean(&|line| line.places),
            judged: sum(&|line| line.judged),
            coverage: mean(&|line| line.coverage),
            requests: sum(&|line| line.requests),
        }
    }

    /// The line as a row of a Markdown table.
    fn row(&self) -> String {
        let shown = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1} %"));
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.host,
            self.rows,
            self.pages,
            shown(self.titles),
            shown(self.words),
            shown(self.places),
            self.judged,
            shown(self.coverage),
            self.requests
        )
    }
}

fn percent(count: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| rounded(100.0 * count as f64 / of as f64))
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Prints a Markdown table, or one JSON object a line. The last line has the sums of the counts and the means of the rest.
pub(super) fn print(lines: &[Line], json: bool) -> Result<()> {
    if !json {
        println!("| site | rows | pages | titles | same words | places | judged | coverage | requests |");
        println!("|---|---|---|---|---|---|---|---|---|");
    }
    for line in lines.iter().chain([&Line::mean(lines)]) {
        println!("{}", if json { serde_json::to_string(line)? } else { line.row() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_sites_and_counts_are_sums() {
        let score =
            Score { rows: 9, pages: 4, titles: 1, words: 2, judged: 0, listed: 8, covered: 4, ..Score::default() };
        let lines = [Line::new("a", &score, 3), Line::new("b", &Score { listed: 2, ..Score::default() }, 1)];
        assert_eq!(lines[0].row(), "| a | 9 | 4 | 25.0 % | 50.0 % | - | 0 | 50.0 % | 3 |");
        assert_eq!(lines[1].row(), "| b | 0 | 0 | 0.0 % | 0.0 % | 0.0 % | 0 | 0.0 % | 1 |");
        assert_eq!(Line::mean(&lines).row(), "| mean | 9 | 4 | 12.5 % | 25.0 % | 0.0 % | 0 | 25.0 % | 4 |");
    }
}

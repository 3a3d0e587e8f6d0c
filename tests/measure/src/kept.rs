//! The figures that the repository keeps. They may only get better.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::report::{EnteredFigures, Line, TreeFigures};

/// Half of the last digit of a figure.
const EPSILON: f64 = 0.05;

/// A site whose figures are kept.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    pub(crate) host: String,
    /// `ordinary` or `documentation`
    pub(crate) kind: String,
    #[serde(default)]
    first: TreeFigures,
    #[serde(default)]
    five: TreeFigures,
    #[serde(default)]
    entered: EnteredFigures,
    #[serde(default)]
    renamed: Option<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    pub(crate) site: Vec<Kept>,
}

/// A figure: its name, what it is now, what is kept, and whether less is better.
struct Pair<'a> {
    name: String,
    now: Option<f64>,
    kept: &'a mut Option<f64>,
    less: bool,
}

impl Pair<'_> {
    fn is_worse(&self) -> bool {
        match (self.now, *self.kept) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(now), Some(kept)) if self.less => now > kept + EPSILON,
            (Some(now), Some(kept)) => now < kept - EPSILON,
        }
    }
}

fn tree<'a>(name: &str, now: TreeFigures, kept: &'a mut TreeFigures) -> [Pair<'a>; 6] {
    let pair = |figure: &str, now, kept, less| Pair { name: format!("{name}.{figure}"), now, kept, less };
    [
        pair("titles", now.titles, &mut kept.titles, false),
        pair("words", now.words, &mut kept.words, false),
        pair("places", now.places, &mut kept.places, false),
        pair("coverage", now.coverage, &mut kept.coverage, false),
        pair("top", now.top, &mut kept.top, false),
        pair("noise", now.noise, &mut kept.noise, true),
    ]
}

impl Kept {
    /// Calls `each` for every figure.
    fn pairs(&mut self, line: &Line, mut each: impl FnMut(Pair<'_>)) {
        tree("first", line.first, &mut self.first).into_iter().for_each(&mut each);
        tree("five", line.five, &mut self.five).into_iter().for_each(&mut each);
        let entered = |figure: &str| format!("entered.{figure}");
        let EnteredFigures { places, top } = &mut self.entered;
        each(Pair { name: entered("places"), now: line.entered.places, kept: places, less: false });
        each(Pair { name: entered("top"), now: line.entered.top, kept: top, less: false });
        let mut renamed = self.renamed.map(|count| count as f64);
        let now = line.renamed.map(|count| count as f64);
        each(Pair { name: "renamed".to_owned(), now, kept: &mut renamed, less: true });
        self.renamed = renamed.map(|count| count as usize);
    }
}

impl Figures {
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        toml::from_str(&text).with_context(|| format!("cannot read {}", file.display()))
    }

    /// The kinds of the sites.
    pub(crate) fn kinds(&self) -> BTreeMap<String, String> {
        self.site.iter().map(|kept| (kept.host.clone(), kept.kind.clone())).collect()
    }

    /// The figures that are worse than the kept ones, a sentence each.
    pub(crate) fn worse(&mut self, lines: &[Line]) -> Vec<String> {
        let mut worse = Vec::new();
        for line in lines {
            let Some(kept) = self.site.iter_mut().find(|kept| kept.host == line.host) else { continue };
            kept.pairs(line, |pair| {
                if pair.is_worse() {
                    let shown = |value: Option<f64>| value.map_or("missing".to_owned(), |value| format!("{value:.1}"));
                    worse.push(format!(
                        "{}: {} is {}, was {}",
                        line.host,
                        pair.name,
                        shown(pair.now),
                        shown(*pair.kept)
                    ));
                }
            });
        }
        worse
    }

    /// Takes over every figure that is better, and those that are new.
    pub(crate) fn raise(&mut self, lines: &[Line]) {
        for line in lines {
            let Some(kept) = self.site.iter_mut().find(|kept| kept.host == line.host) else { continue };
            kept.pairs(line, |pair| {
                if !pair.is_worse() && pair.now.is_some() {
                    *pair.kept = pair.now;
                }
            });
        }
    }

    pub(crate) fn write(&self, file: &Path) -> Result<()> {
        let mut text = HEAD.to_owned();
        for Kept { host, kind, first, five, entered, renamed } in &self.site {
            let inline = |figures: serde_json::Value| {
                let fields = figures.as_object().into_iter().flatten();
                fields.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
            };
            write!(text, "\n[[site]]\nhost = \"{host}\"\nkind = \"{kind}\"\n")?;
            writeln!(text, "first = {{ {} }}", inline(serde_json::to_value(first)?))?;
            writeln!(text, "five = {{ {} }}", inline(serde_json::to_value(five)?))?;
            writeln!(text, "entered = {{ {} }}", inline(serde_json::to_value(entered)?))?;
            if let Some(renamed) = renamed {
                writeln!(text, "renamed = {renamed}")?;
            }
        }
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
    }
}

const HEAD: &str = "\
# How right the trees of the corpus are: see docs/any-site.md. A change may not make a figure worse. `cargo xtask sites FOLDER
# --raise` writes the figures that have got better.
";

#[cfg(test)]
mod tests {
    use super::*;

    fn line(places: f64, noise: f64, renamed: usize) -> Line {
        let first = TreeFigures { places: Some(places), noise: Some(noise), ..TreeFigures::default() };
        Line { host: "a.example".to_owned(), first, renamed: Some(renamed), ..Line::default() }
    }

    fn kept() -> Result<Figures> {
        let text = "[[site]]\nhost = \"a.example\"\nkind = \"ordinary\"\nfirst = { places = 50.0, noise = 2.0 }\nrenamed = 3\n";
        Ok(toml::from_str(text)?)
    }

    #[test]
    fn a_figure_that_falls_is_named() -> Result<()> {
        assert!(kept()?.worse(&[line(50.0, 2.0, 3)]).is_empty());
        assert!(kept()?.worse(&[line(60.0, 1.0, 0)]).is_empty());
        assert_eq!(kept()?.worse(&[line(49.9, 2.0, 3)]), ["a.example: first.places is 49.9, was 50.0"]);
        assert_eq!(kept()?.worse(&[line(50.0, 2.1, 3)]), ["a.example: first.noise is 2.1, was 2.0"]);
        assert_eq!(kept()?.worse(&[line(50.0, 2.0, 4)]), ["a.example: renamed is 4.0, was 3.0"]);
        let none = Line { host: "a.example".to_owned(), renamed: Some(3), ..Line::default() };
        assert_eq!(kept()?.worse(&[none]).len(), 2, "a figure that is missing is worse");
        Ok(())
    }

    #[test]
    fn figures_are_only_raised() -> Result<()> {
        let mut figures = kept()?;
        figures.raise(&[line(40.0, 1.0, 9)]);
        let file = tempfile::NamedTempFile::new()?;
        figures.write(file.path())?;
        let read = Figures::read(file.path())?;
        assert_eq!(read.site, figures.site);
        let kept = &read.site[0];
        assert_eq!((kept.first.places, kept.first.noise, kept.renamed), (Some(50.0), Some(1.0), Some(3)));
        Ok(())
    }
}

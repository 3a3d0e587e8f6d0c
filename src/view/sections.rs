//! The sections of a page: its headings as a tree that is always open. The page may send anything.

use super::distinct;
use super::type_ahead;
use super::words::Words;
use crate::limits::{MAX_FACT_TEXT, MAX_SECTIONS, MAX_VALUE_BYTES};
use crate::page_facts::tidy;
use serde::{Deserialize, Serialize};

/// The lowest level of a heading: browsers know `h6` and `aria-level` up to 9.
const MAX_LEVEL: u32 = 9;

/// A heading as the page sends it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SectionHeading {
    /// Level, from 1.
    pub level: u32,
    /// Text of the heading.
    pub text: String,
    /// Address with the fragment that leads to it.
    #[serde(default)]
    pub url: Option<String>,
}

/// The data of a section's row. Its fields have the same names as those of a row in the tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SectionRow {
    /// Number of the heading in the list of the page, from 0.
    pub id: u32,
    /// Always `section`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "\"section\""))]
    pub kind: &'static str,
    /// The text of the heading.
    pub title: String,
    /// Address with the fragment that leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Depth, from 1.
    pub level: u32,
    /// Number of siblings, itself included.
    pub setsize: u32,
    /// Position among its siblings, from 1.
    pub posinset: u32,
    /// Always `false`.
    pub expandable: bool,
    /// Always `false`.
    pub expanded: bool,
    /// `true` if the user is reading it.
    pub current: bool,
    /// Always `false`.
    pub menu: bool,
    /// The parts of the title that match the filter: start and end in UTF-16 code units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<(u32, u32)>,
    /// Where the title is cut if it does not fit, in UTF-16 code units. Absent if it is cut at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<u32>,
    /// `true` if it does not match and is shown only because a match is below it.
    #[serde(rename = "leadsOn", default, skip_serializing_if = "std::ops::Not::not")]
    pub leads_on: bool,
}

/// A section of the page.
#[derive(Debug)]
struct Section {
    id: u32,
    title: String,
    url: Option<String>,
    /// Depth, from 1.
    depth: u32,
}

/// A section that is shown.
#[derive(Debug)]
struct Shown {
    /// Position in the list of all sections.
    at: usize,
    setsize: u32,
    posinset: u32,
    leads_on: bool,
}

/// The sections of one page, their filter, and the one that the user is reading.
#[derive(Debug, Default)]
pub struct Sections {
    all: Vec<Section>,
    rows: Vec<Shown>,
    words: Words,
    current: Option<u32>,
    version: u32,
}

impl Sections {
    /// Replaces the sections. A section is below the nearest heading before it that has a higher rank, so a skipped level
    /// makes no extra depth. Only the first [`MAX_SECTIONS`] count. Headings without text are left out.
    pub fn set(&mut self, headings: Vec<SectionHeading>) {
        let mut above: Vec<u32> = Vec::new();
        self.all.clear();
        for (id, mut heading) in headings.into_iter().take(MAX_SECTIONS).enumerate() {
            heading.text.truncate(heading.text.floor_char_boundary(4 * MAX_FACT_TEXT));
            let title = tidy(&heading.text);
            if title.is_empty() {
                continue;
            }
            let level = heading.level.clamp(1, MAX_LEVEL);
            while above.last().is_some_and(|&other| other >= level) {
                above.pop();
            }
            above.push(level);
            let url = heading.url.filter(|url| url.len() <= MAX_VALUE_BYTES);
            self.all.push(Section { id: id as u32, title, url, depth: above.len() as u32 });
        }
        self.arrange();
    }

    /// Shows only the sections whose titles have all words of `text`, and the sections above them. A text without words
    /// shows all sections.
    pub fn set_filter(&mut self, text: &str) {
        let words = Words::new(text);
        if words != self.words {
            self.words = words;
            self.arrange();
        }
    }

    /// Sets the section that the user is reading.
    pub fn set_current(&mut self, id: Option<u32>) {
        self.version += u32::from(self.current != id);
        self.current = id;
    }

    /// Returns a number that changes when rows may have changed.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the rows of a window. A window may reach beyond the end.
    pub fn rows(&self, range: std::ops::Range<usize>) -> Vec<SectionRow> {
        let end = range.end.min(self.rows.len());
        (range.start.min(end)..end).map(|row| self.row(row)).collect()
    }

    fn row(&self, row: usize) -> SectionRow {
        let shown = &self.rows[row];
        let section = &self.all[shown.at];
        let is_match = !self.words.is_empty() && !shown.leads_on;
        let highlights = if is_match { self.words.highlights(&section.title) } else { Vec::new() };
        let beside = |row: Option<usize>| row.and_then(|row| self.rows.get(row)).map(|shown| &self.all[shown.at]);
        let neighbours = [beside(row.checked_sub(1)), beside(Some(row + 1))];
        let siblings = neighbours.map(|other| other.filter(|other| other.depth == section.depth));
        let titles = siblings.map(|other| other.map(|other| other.title.as_str()));
        SectionRow {
            id: section.id,
            kind: "section",
            title: section.title.clone(),
            url: section.url.clone(),
            level: section.depth,
            setsize: shown.setsize,
            posinset: shown.posinset,
            expandable: false,
            expanded: false,
            current: self.current == Some(section.id),
            menu: false,
            cut: distinct::cut(&section.title, highlights.first().map(|&(start, _)| start), titles),
            highlights,
            leads_on: shown.leads_on,
        }
    }

    /// Returns the row with an id.
    pub fn row_of(&self, id: u32) -> Option<usize> {
        self.rows.binary_search_by_key(&id, |shown| self.all[shown.at].id).ok()
    }

    /// Returns the row of the first section that matches the filter.
    pub fn first_match(&self) -> Option<usize> {
        self.rows.iter().position(|shown| !shown.leads_on)
    }

    /// Returns the row of the section that the user is reading.
    pub fn current_row(&self) -> Option<usize> {
        self.row_of(self.current?)
    }

    /// Returns the id of the section above another one.
    pub fn parent(&self, id: u32) -> Option<u32> {
        let at = self.rows[self.row_of(id)?].at;
        let above = |section: &&Section| section.depth < self.all[at].depth;
        self.all[..at].iter().rev().find(above).map(|section| section.id)
    }

    /// Returns the first row after `from` whose title starts with `text`, as in the tree.
    pub fn type_ahead(&self, from: usize, text: &str) -> Option<usize> {
        type_ahead::find(from, self.rows.len(), text, &|row, prefix| {
            type_ahead::begins(&self.all[self.rows[row].at].title, prefix)
        })
    }

    /// Finds the sections to show, and their positions among their siblings.
    fn arrange(&mut self) {
        self.version += 1;
        self.rows.clear();
        // Backwards, because the sections below a section come after it.
        let mut leading_depth = 0;
        for (at, section) in self.all.iter().enumerate().rev() {
            let is_match = self.words.missing_in(&section.title).is_none();
            let leads_on = !is_match && section.depth < leading_depth;
            if is_match || leads_on {
                leading_depth = section.depth;
                self.rows.push(Shown { at, setsize: 0, posinset: 0, leads_on });
            }
        }
        self.rows.reverse();
        // The rows of the open branches, from the top level down. The last list has the siblings so far.
        let mut open: Vec<Vec<usize>> = Vec::new();
        for row in 0..=self.rows.len() {
            let depth = self.rows.get(row).map_or(0, |shown| self.all[shown.at].depth as usize);
            while open.len() > depth {
                let siblings = open.pop().unwrap_or_default();
                let count = siblings.len() as u32;
                for (before, row) in (0..).zip(siblings) {
                    (self.rows[row].posinset, self.rows[row].setsize) = (before + 1, count);
                }
            }
            open.resize(depth, Vec::new());
            if let Some(siblings) = open.last_mut() {
                siblings.push(row);
            }
        }
    }
}

//! Reads `searchindex.js` of Sphinx: two arrays, with the names of the documents and with their titles.

use crate::limits::MAX_LISTED_TITLES;
use crate::text::json::Events;

/// The arrays of a search index of Sphinx.
#[derive(Debug, Default)]
pub(super) struct Sphinx {
    depth: usize,
    array: Option<Array>,
    names: Vec<String>,
    titles: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Array {
    Names,
    Titles,
}

impl Sphinx {
    /// Returns the address of each document, relative to the start of the site, and its title. A builder makes either
    /// `name.html` or `name/`, so both are returned.
    pub(super) fn take(&mut self) -> Vec<(String, String)> {
        let names = std::mem::take(&mut self.names);
        let titles = std::mem::take(&mut self.titles);
        let both = |(name, title): (String, String)| {
            let folder = name.strip_suffix("index").filter(|rest| rest.is_empty() || rest.ends_with('/'));
            let folder = folder.map_or_else(|| format!("{name}/"), str::to_owned);
            [(format!("{name}.html"), title.clone()), (folder, title)]
        };
        names.into_iter().zip(titles).flat_map(both).collect()
    }
}

impl Events for Sphinx {
    fn start(&mut self, is_array: bool, _: u32) {
        self.depth += 1;
        if self.depth > 2 || !is_array {
            self.array = None;
        }
    }

    fn end(&mut self) {
        self.depth -= 1;
        self.array = None;
    }

    fn key(&mut self, key: &str) -> bool {
        self.array = match key {
            "docnames" if self.depth == 1 => Some(Array::Names),
            "titles" if self.depth == 1 => Some(Array::Titles),
            _ => None,
        };
        false
    }

    fn needs_items(&self) -> bool {
        self.array.is_some()
    }

    fn text(&mut self, text: &str, _: u32) {
        let array = match self.array {
            Some(Array::Names) => &mut self.names,
            Some(Array::Titles) => &mut self.titles,
            None => return,
        };
        if array.len() < MAX_LISTED_TITLES {
            array.push(text.to_owned());
        }
    }
}

//! Reads `searchindex.js` of Sphinx: two arrays, with the names of the documents and with their titles.

use crate::limits::MAX_LISTED_TITLES;
use crate::page_facts::PageFacts;
use crate::text::json::Events;

/// The title that Sphinx writes for a document without one, such as a part that other documents include.
const NO_TITLE: &str = "&lt;no title&gt;";

/// The arrays of a search index of Sphinx.
#[derive(Debug, Default)]
pub(super) struct Sphinx {
    has_folders: bool,
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
    /// Creates empty arrays. `has_folders`: the address of a page is `name/` instead of `name.html`.
    pub(super) fn new(has_folders: bool) -> Sphinx {
        Sphinx { has_folders, ..Sphinx::default() }
    }

    /// Returns the address of each document, relative to the start of the site, and its title.
    pub(super) fn take(&mut self) -> Vec<(String, String)> {
        let names = std::mem::take(&mut self.names);
        let titles = std::mem::take(&mut self.titles);
        let address =
            |name: String| match name.strip_suffix("index").filter(|rest| rest.is_empty() || rest.ends_with('/')) {
                Some("") => String::new(),
                Some(folder) if self.has_folders => folder.to_owned(),
                _ if self.has_folders => format!("{name}/"),
                _ => format!("{name}.html"),
            };
        let has_title = |(_, title): &(String, String)| title != NO_TITLE;
        names.into_iter().map(address).zip(titles).filter(has_title).collect()
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

/// Returns `true` if most links of these pages to pages below `base` end with a slash instead of `.html`.
pub(super) fn links_to_folders<'a>(pages: impl Iterator<Item = &'a PageFacts>, base: &str) -> bool {
    let (mut folders, mut files) = (0, 0);
    for page in pages {
        let entries = page.menus.iter().flat_map(|menu| &menu.entries).filter_map(|entry| entry.url.as_deref());
        let relations = page.relations.iter().map(|relation| &*relation.url);
        for url in entries.chain(relations).chain([&*page.url]) {
            let Some(path) = url.strip_prefix(base).and_then(|rest| rest.split(['?', '#']).next()) else { continue };
            folders += usize::from(path.ends_with('/'));
            files += usize::from(path.ends_with(".html"));
        }
    }
    folders > files
}

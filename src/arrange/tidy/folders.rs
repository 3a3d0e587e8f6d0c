//! Joins folders with the rows that stand for them, and finds the folders that have become empty.

use crate::address::PageKey;
use crate::arrange::table::Table;
use crate::collections::keyed::HashSet;
use crate::site_map::layer::{Made, Row};
use crate::site_map::ENDINGS;
use crate::text::case_folding::folded;

impl Table<'_> {
    /// Returns the row that shows the children of a folder.
    pub(in crate::arrange) fn owner(&self, folder: Row) -> Row {
        let owner = self.rows.joined.get(&folder).copied();
        owner
            .or_else(|| self.made(folder).is_none().then(|| self.ground.owner(folder)).flatten())
            .unwrap_or(folder)
    }

    /// Joins a folder with an entry of a menu that has the same name. The entry is directly in the folder, or both are at
    /// the top of the site: `Docs` at `/docs/start` or `/docs/basics/start` gets the pages of `/docs/`.
    pub(in crate::arrange) fn join_folder(&mut self, entry: Row) {
        let row = self.rows.sections.get(&entry).copied().unwrap_or(entry);
        let is_top = self.parent_of_place(row) == Some(self.rows.root);
        // A section that is a heading has the folder of its page.
        let page = self.rows.section_pages.get(&entry).copied().unwrap_or(entry);
        let folders = [self.folder_of(page), is_top.then(|| self.top_folder(page)).flatten()];
        if let Some(folder) = folders.into_iter().flatten().find(|&folder| self.is_joinable(folder, row)) {
            self.join(folder, row);
        }
    }

    fn join(&mut self, folder: Row, row: Row) {
        self.rows.joined.insert(folder, row);
        self.rows.joined_below.entry(row).or_default().push(folder);
    }

    /// Joins the pages that no sitemap lists with their folders: `/news.html` with `/news/`.
    pub(in crate::arrange) fn join_pages(&mut self) {
        let first = self.rows.base as Row;
        let made = (0..self.rows.made.len() as Row).map(|at| first + at);
        let pages: Vec<Row> = made.filter(|&row| matches!(self.made(row), Some(Made::Page { .. }))).collect();
        for page in pages {
            let stem = ENDINGS.iter().find_map(|ending| self.key_of(page).strip_suffix(ending));
            let folder = stem.and_then(|stem| self.ground.row(stem));
            if let Some(folder) = folder.filter(|&folder| {
                self.ground.is_plain_folder(folder)
                    && self.ground.is_list(folder)
                    && !self.rows.places.contains_key(&folder)
            }) && !self.rows.joined.contains_key(&folder)
                && !self.rows.urls.contains_key(&folder)
                && !self.is_above(folder, page)
            {
                self.join(folder, page);
            }
        }
    }

    /// Returns the first folder in the address of a page.
    fn top_folder(&self, page: Row) -> Option<Row> {
        let key = PageKey::of_text(self.key_of(page))?;
        let end = key.levels().next()?;
        self.find(&key.as_str()[..end])
    }

    fn is_joinable(&self, folder: Row, row: Row) -> bool {
        self.made(folder).is_none()
            && self.is_folder_only(folder)
            && self.ground.parent(folder).is_some()
            && !self.ground.is_hidden(folder)
            && !self.rows.places.contains_key(&folder)
            && !self.rows.joined.contains_key(&folder)
            && self.parent_of_place(row) != Some(folder)
            && self.has_same_name(folder, row)
    }

    /// Returns `true` if two rows have the same letters and digits in their titles.
    fn has_same_name(&self, a: Row, b: Row) -> bool {
        let name = |text: &str| folded(text).filter(|c| c.is_alphanumeric()).collect::<String>();
        name(&self.title(a)) == name(&self.title(b))
    }

    /// Returns `true` if a row of the ground is still at the place that its address gives it.
    pub(super) fn is_at_home(&self, row: Row) -> bool {
        !self.rows.places.contains_key(&row)
            && !self.rows.joined.contains_key(&row)
            && (!self.ground.is_hidden(row) || self.rows.shown.contains(&row))
    }

    /// Returns `true` if a row has something below it.
    pub(in crate::arrange) fn has_children(&self, row: Row) -> bool {
        let has = |row: Row| {
            [&self.rows.front, &self.rows.back].iter().any(|lists| lists.get(&row).is_some_and(|list| !list.is_empty()))
                || self.made(row).is_none() && self.ground.has_child(row, |child| self.is_at_home(child))
        };
        has(row) || self.rows.joined_below.get(&row).into_iter().flatten().any(|&folder| has(folder))
    }

    /// Returns the folders of the ground that are empty because claims have placed their pages elsewhere.
    pub(in crate::arrange) fn empty_folders(&self) -> HashSet<Row> {
        let mut empty: HashSet<Row> = HashSet::default();
        let left = self.rows.places.keys().chain(self.rows.joined.keys());
        let mut due: Vec<Row> = left.filter_map(|&row| self.parent_by_address(row)).collect();
        while let Some(folder) = due.pop() {
            if empty.contains(&folder) || !self.is_folder_only(folder) || self.rows.joined.contains_key(&folder) {
                continue;
            }
            let Some(parent) = self.ground.parent(folder) else { continue };
            let is_shown = |child: Row| self.is_at_home(child) && !empty.contains(&child);
            let has_own =
                [&self.rows.front, &self.rows.back].iter().any(|lists| lists.get(&folder).is_some_and(|list| !list.is_empty()));
            let has_joined = self.rows.joined_below.contains_key(&folder);
            if has_own || has_joined || self.ground.has_child(folder, is_shown) {
                continue;
            }
            empty.insert(folder);
            due.push(parent);
        }
        empty
    }
}

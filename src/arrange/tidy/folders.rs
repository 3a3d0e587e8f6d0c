//! Joins folders with the rows that stand for them, and finds the folders that have become empty.

use crate::address::PageKey;
use crate::arrange::table::Table;
use crate::site_map::ENDINGS;
use crate::site_map::layer::{Made, Row};
use crate::text::case_folding::folded;

impl Table<'_> {
    /// Returns the row that shows the children of a folder.
    pub(in crate::arrange) fn owner(&self, folder: Row) -> Row {
        let owner = self.rows.about(folder).joined;
        owner.or_else(|| self.made(folder).is_none().then(|| self.ground.owner(folder)).flatten()).unwrap_or(folder)
    }

    /// Joins a folder with an entry of a menu that has the same name. The entry is directly in the folder, or both are at
    /// the top of the site: `Docs` at `/docs/start` or `/docs/basics/start` gets the pages of `/docs/`.
    pub(in crate::arrange) fn join_folder(&mut self, entry: Row) {
        let row = self.rows.about(entry).section.unwrap_or(entry);
        let is_top = self.parent_of_place(row) == Some(self.rows.root);
        // A section that is a heading has the folder of its page.
        let page = self.rows.about(entry).section_page.unwrap_or(entry);
        let folders = [self.folder_of(page), is_top.then(|| self.top_folder(page)).flatten()];
        if let Some(folder) = folders.into_iter().flatten().find(|&folder| self.is_joinable(folder, row)) {
            self.join(folder, row);
        }
    }

    fn join(&mut self, folder: Row, row: Row) {
        self.rows.about_mut(folder).joined = Some(row);
        self.rows.about_mut(row).joined_below.push(folder);
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
                    && self.rows.about(folder).place.is_none()
            }) && self.rows.about(folder).joined.is_none()
                && self.rows.about(folder).url.is_none()
                && !self.is_above(folder, page)
            {
                self.join(folder, page);
            }
        }
    }

    /// Moves the rows that claims have put below joined folders to the rows that have the children of these folders.
    pub(in crate::arrange) fn move_to_owners(&mut self) {
        let joined: Vec<(Row, Row)> =
            self.rows.all().filter_map(|(folder, about)| Some((folder, about.joined?))).collect();
        for (folder, owner) in joined {
            for row in self.rows.take_back(folder) {
                self.rows.put_behind(row, owner);
            }
            for row in std::mem::take(&mut self.rows.about_mut(folder).front) {
                if let Some(place) = &mut self.rows.about_mut(row).place {
                    place.parent = owner;
                }
                self.rows.about_mut(owner).front.push(row);
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
            && self.rows.about(folder).place.is_none()
            && self.rows.about(folder).joined.is_none()
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
        self.rows.about(row).place.is_none()
            && self.rows.about(row).joined.is_none()
            && (!self.ground.is_hidden(row) || self.rows.about(row).is_shown)
    }

    /// Returns `true` if a row has something below it.
    pub(in crate::arrange) fn has_children(&self, row: Row) -> bool {
        let has = |row: Row| {
            self.rows.about(row).has_children()
                || self.made(row).is_none() && self.ground.has_child(row, &|child| self.is_at_home(child))
        };
        has(row) || self.rows.about(row).joined_below.iter().any(|&folder| has(folder))
    }

    /// Finds the folders that are empty because claims have placed their pages elsewhere.
    pub(in crate::arrange) fn find_empty_folders(&mut self) {
        let left = self.rows.all().filter(|(_, about)| about.place.is_some() || about.joined.is_some());
        let mut due: Vec<Row> = left.filter_map(|(row, _)| self.parent_by_address(row)).collect();
        let made = self.rows.made.iter().enumerate().filter(|(_, made)| matches!(made, Made::Folder { .. }));
        due.extend(made.map(|(at, _)| (self.rows.base + at) as Row));
        while let Some(folder) = due.pop() {
            let about = self.rows.about(folder);
            if about.is_empty || about.joined.is_some() || !self.is_folder_only(folder) {
                continue;
            }
            let Some(parent) = self.parent(folder) else { continue };
            let has_row = |child: Row| !self.rows.about(child).is_empty;
            let is_shown = |child: Row| self.is_at_home(child) && has_row(child);
            if about.front.iter().copied().chain(about.back()).any(has_row)
                || !about.joined_below.is_empty()
                || self.ground.has_child(folder, &is_shown)
            {
                continue;
            }
            self.rows.about_mut(folder).is_empty = true;
            due.push(parent);
        }
    }
}

//! The table of rows: what the claims that were resolved so far say about the pages of a site. It is an overlay over the
//! ground, which is the tree of the sitemaps. Rows that no claim touches are not in it.

use super::claims::{Place, PlaceSource, Title, TitleSource, rank};
use super::rows::Rows;
use crate::address::{Address, PageKey, twin};
use crate::address::{key, without_versions};
use crate::limits::{MAX_ARRANGED_ROWS, MAX_PATH_LEVELS};
use crate::page_facts::{is_same_text, is_title};
use crate::site_map::layer::{Made, Row};
use crate::site_map::{Ground, language_name, readable_title};
use std::borrow::Cow;

/// Where a row goes in the list of its siblings.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beside {
    Last,
    After(Row),
    Before(Row),
}

/// The rows that claims have touched, and the ground below them.
#[derive(Debug)]
pub(super) struct Table<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) rows: Rows,
}

impl<'a> Table<'a> {
    /// Returns the made row, or `None` for a row of the ground.
    pub(super) fn made(&self, row: Row) -> Option<&Made> {
        self.rows.made.get((row as usize).checked_sub(self.rows.base)?)
    }

    pub(super) fn make(&mut self, made: Made) -> Option<Row> {
        self.rows.is_full |= self.rows.made.len() >= MAX_ARRANGED_ROWS;
        if self.rows.is_full {
            return None;
        }
        self.rows.made.push(made);
        Some((self.rows.base + self.rows.made.len() - 1) as Row)
    }

    /// Returns the key of a page or folder. It is empty for a heading.
    #[inline(never)]
    pub(super) fn key_of(&self, row: Row) -> &str {
        match self.made(row) {
            Some(Made::Page { key, .. } | Made::Folder { key }) => key,
            Some(Made::Heading { .. } | Made::Rest) => "",
            None => self.ground.key(row),
        }
    }

    #[inline(never)]
    pub(super) fn url(&self, row: Row) -> Option<Cow<'_, str>> {
        match self.made(row) {
            Some(Made::Page { url, .. }) => Some(Cow::Borrowed(url)),
            Some(_) => None,
            None => match self.rows.about(row).url.as_ref() {
                Some(url) => Some(Cow::Borrowed(url)),
                None => self.ground.url(row).map(Cow::Owned),
            },
        }
    }

    #[inline(never)]
    pub(super) fn has_url(&self, row: Row) -> bool {
        match self.made(row) {
            Some(made) => matches!(made, Made::Page { .. }),
            None => self.rows.about(row).url.is_some() || self.ground.has_url(row),
        }
    }

    /// Returns `true` for a folder or heading without a page of its own.
    #[inline(never)]
    pub(super) fn is_folder_only(&self, row: Row) -> bool {
        match self.made(row) {
            Some(made) => !matches!(made, Made::Page { .. }),
            None => self.ground.is_folder(row) && !self.has_url(row),
        }
    }

    /// Returns the page or folder with a key.
    pub(super) fn find(&self, key: &str) -> Option<Row> {
        self.rows.made_at.get(key).copied().or_else(|| self.ground.row(key))
    }

    /// Returns the page or folder at an address, even if the page is known with or without `.html`.
    #[inline(never)]
    pub(super) fn page_at(&self, page: &(impl Address + ?Sized)) -> Option<Row> {
        self.page_of(&page.entry_key()?)
    }

    /// Returns the page or folder with a key: see [`Table::page_at`].
    #[inline(never)]
    pub(super) fn page_of_key(&self, key: &str) -> Option<Row> {
        self.page_of(&PageKey::of_text(key)?)
    }

    fn page_of(&self, key: &PageKey<'_>) -> Option<Row> {
        let (key, is_host) = (key.as_str(), key.is_host());
        if is_host {
            let made = || self.rows.made_at.get(key).copied();
            return self.ground.home(key).or_else(made);
        }
        match self.find(key) {
            Some(row) if self.has_url(row) => Some(row),
            row => self.twin(key).or(row),
        }
    }

    /// Returns the page with the same key with or without `.html`.
    pub(super) fn twin(&self, key: &str) -> Option<Row> {
        self.find(&twin(key)?).filter(|&twin| self.has_url(twin))
    }

    /// Returns `true` if the tree has a page at this address.
    pub(super) fn has_page(&self, url: &str) -> bool {
        self.page_at(url).is_some_and(|row| self.has_url(row))
    }

    /// Returns `true` for the address of the home page, and of the host.
    #[inline(never)]
    pub(super) fn is_home(&self, page: &(impl Address + ?Sized)) -> bool {
        let key = page.page_key();
        key.as_str() == self.rows.home || key.is_host()
    }

    /// Returns the page at an address. Adds one without a place if there is none.
    pub(super) fn make_page(&mut self, page: &(impl Address + ?Sized)) -> Option<Row> {
        self.make_page_of_key(&page.entry_key()?, page.url())
    }

    fn make_page_of_key(&mut self, key: &PageKey<'_>, url: &str) -> Option<Row> {
        if let Some(known) = self.page_of(key).filter(|&known| self.has_url(known)) {
            return Some(known);
        }
        let is_home = key.is_host();
        let folder = if is_home { self.ground.host_row(key.as_str()) } else { self.ground.row(key.as_str()) };
        // A hidden folder has no children of its own left.
        if let Some(folder) = folder.filter(|&folder| !self.ground.is_hidden(folder)) {
            self.rows.about_mut(folder).url = Some(url.into());
            return Some(folder);
        }
        let made = self.make(Made::Page { key: (key.as_str()).into(), url: url.into() })?;
        // A folder of this address becomes the page.
        if let Some(folder) = self.rows.made_at.insert((key.as_str()).into(), made) {
            self.give_way(folder, made);
        }
        if is_home {
            self.rows.about_mut(self.rows.root).front.insert(0, made);
            self.rows.about_mut(made).place = Some(Place { parent: self.rows.root, source: PlaceSource::Address });
        }
        Some(made)
    }

    /// Puts `page` in the place of a made folder.
    fn give_way(&mut self, folder: Row, page: Row) {
        for child in self.rows.take_back(folder) {
            self.rows.put_behind(child, page);
        }
        let now = self.rows.about_mut(folder);
        let (front, place) = (std::mem::take(&mut now.front), now.place.take());
        for &child in &front {
            if let Some(place) = &mut self.rows.about_mut(child).place {
                place.parent = page;
            }
        }
        if let Some(place) = place {
            let list = &mut self.rows.about_mut(place.parent).front;
            list.iter_mut().filter(|row| **row == folder).for_each(|row| *row = page);
        }
        let now = self.rows.about_mut(page);
        (now.front, now.place) = (front, place);
        self.rows.replace_behind(folder, page);
    }

    /// Returns the page or folder with a key. Adds a folder without a place if there is none.
    pub(super) fn make_folder(&mut self, key: &str) -> Option<Row> {
        match self.page_of_key(key).filter(|&page| self.has_url(page)) {
            Some(page) => Some(page),
            None => self.folder_with_key(key),
        }
    }

    fn folder_with_key(&mut self, key: &str) -> Option<Row> {
        if let Some(known) = self.find(key) {
            return Some(known);
        }
        let folder = self.make(Made::Folder { key: key.into() })?;
        self.rows.made_at.insert(key.into(), folder);
        Some(folder)
    }

    /// Returns the folder or page with a key. Adds it at the place that its address gives it if it does not exist.
    pub(super) fn folder_at(&mut self, key: &str) -> Option<Row> {
        let key = PageKey::of_text(key)?;
        let mut above = self.top_of_host(&key.as_str()[..key.host_end()]);
        for end in key.levels().collect::<Vec<_>>() {
            let known = self.find(&key.as_str()[..end]);
            let folder = self.folder_with_key(&key.as_str()[..end])?;
            if known.is_none() || (self.made(folder).is_some() && self.parent(folder).is_none()) {
                self.rows.put_behind(folder, above);
            }
            above = folder;
        }
        Some(above)
    }

    /// Adds a page at the place that its address gives it.
    pub(super) fn make_page_at(&mut self, address: &(impl Address + ?Sized)) -> Option<Row> {
        let key = address.entry_key()?;
        let page = self.make_page_of_key(&key, address.url())?;
        if self.made(page).is_some() && self.parent(page).is_none() {
            let above = self.folder_at(&key.as_str()[..key.parent()])?;
            self.rows.put_behind(page, above);
        }
        Some(page)
    }

    /// Returns the row whose children are the pages of a host: the root, or the row of the host if there are several.
    pub(super) fn top_of_host(&self, host: &str) -> Row {
        self.ground.host_row(host).unwrap_or(self.rows.root)
    }

    /// Returns the heading with this text below `parent`. `folder` is the key of the page or folder that it names.
    pub(super) fn make_heading(&mut self, parent: Row, text: &str, folder: Option<&str>) -> Option<Row> {
        let known = (parent, Box::from(text));
        if let Some(&heading) = self.rows.headings.get(&known) {
            return Some(heading);
        }
        let folder =
            folder.and_then(|folder| self.make_folder(folder)).filter(|row| self.rows.about(*row).place.is_none());
        let heading = match folder {
            Some(folder) => folder,
            None => self.make(Made::Heading { above: parent, text: text.into() })?,
        };
        self.rows.headings.insert(known, heading);
        Some(heading)
    }

    /// Returns the heading of a menu with this text below `parent`.
    pub(super) fn heading(&self, parent: Row, text: &str) -> Option<Row> {
        self.rows.headings.get(&(parent, Box::from(text))).copied()
    }

    /// Resolves a claim about the place of a row. The first claim wins, because better claims come first. A claim that would
    /// make a circle loses. Returns `true` if the claim has won.
    pub(super) fn place(&mut self, row: Row, parent: Row, source: PlaceSource) -> bool {
        self.place_beside(row, parent, source, Beside::Last)
    }

    /// Like [`Table::place`], beside a row that is below `parent`.
    #[inline(never)]
    pub(super) fn place_beside(&mut self, row: Row, parent: Row, source: PlaceSource, beside: Beside) -> bool {
        self.note_place(row, parent, source);
        if self.rows.is_full || self.rows.about(row).place.is_some() || self.is_above(row, parent) {
            return false;
        }
        self.rows.leave(row);
        self.rows.about_mut(row).place = Some(Place { parent, source });
        let list = &mut self.rows.about_mut(parent).front;
        let at = match beside {
            Beside::Last => None,
            Beside::After(other) if list.last() == Some(&other) => None,
            Beside::After(other) => list.iter().position(|known| *known == other).map(|at| at + 1),
            Beside::Before(other) => list.iter().position(|known| *known == other),
        };
        list.insert(at.unwrap_or(list.len()), row);
        self.rows.about_mut(row).is_shown = true;
        if source != PlaceSource::Version {
            self.note_order(row);
        }
        true
    }

    pub(super) fn note_order(&mut self, row: Row) {
        self.rows.order.push(row);
        if let Some(url) = self.url(row) {
            self.rows.unversioned.entry(without_versions(&key(&url)).into()).or_insert(row);
        }
    }

    /// Puts a heading in the place of a page, which then has no place.
    pub(super) fn replace(&mut self, page: Row, heading: Row) {
        let Some(place) = self.rows.about_mut(page).place.take() else { return };
        for row in self.rows.about_mut(place.parent).front.iter_mut().filter(|row| **row == page) {
            *row = heading;
        }
        self.rows.order.iter_mut().filter(|row| **row == page).for_each(|row| *row = heading);
        self.rows.about_mut(heading).place = Some(place);
        self.rows.about_mut(heading).is_shown = true;
        if let Some(name) = self.rows.about_mut(page).name.take() {
            self.rows.about_mut(heading).name = Some(name);
        }
    }

    /// Returns the row above a row: that of its place, or that of its address.
    #[inline(never)]
    pub(super) fn parent(&self, row: Row) -> Option<Row> {
        match self.rows.about(row).place {
            Some(place) => Some(place.parent),
            None => self.rows.about(row).behind().or_else(|| self.parent_by_address(row)),
        }
    }

    /// Returns the row that contains a row by its address. A made row has none.
    pub(super) fn parent_by_address(&self, row: Row) -> Option<Row> {
        if self.made(row).is_some() { None } else { self.ground.parent(row) }
    }

    /// Returns the page or folder that contains the address of a row.
    #[inline(never)]
    pub(super) fn folder_of(&self, row: Row) -> Option<Row> {
        if self.made(row).is_none() {
            return self.ground.parent(row);
        }
        let key = PageKey::of_text(self.key_of(row)).filter(|key| !key.is_host())?;
        self.find(&key.as_str()[..key.parent()])
    }

    /// Returns `true` if `row` is `below` or an ancestor of it.
    #[inline(never)]
    pub(super) fn is_above(&self, row: Row, below: Row) -> bool {
        let mut at = below;
        for _ in 0..4 * MAX_PATH_LEVELS {
            if at == row {
                return true;
            }
            match self.parent(at) {
                Some(above) => at = above,
                None => return false,
            }
        }
        true
    }

    /// Returns the row below which a claim has placed a row.
    #[inline(never)]
    pub(super) fn parent_of_place(&self, row: Row) -> Option<Row> {
        self.rows.about(row).place.map(|place| place.parent)
    }

    /// Resolves a claim about the title of a row.
    #[inline(never)]
    pub(super) fn name(&mut self, row: Row, text: &str, source: TitleSource) {
        if !is_title(text) || self.is_logo(row, text, source) {
            return;
        }
        self.note_title(row, text, source);
        let is_of_ground = self.made(row).is_none();
        let is_language = self.rows.about(row).is_language || is_of_ground && self.ground.is_language_folder(row);
        if is_of_ground && self.ground.has_sitemap_title(row) || is_language && source <= TitleSource::Page {
            return;
        }
        let now = self.rows.about(row).title.as_ref();
        if now.is_some_and(|now| rank(source) <= rank(now.source)) {
            return;
        }
        // The heading of a chapter often leaves out the number that the menu has. That of a page may add the site's name.
        let is_kept = |now: &&Title| after_number(&now.text) == Some(text) || self.adds_name_of_site(&now.text, text);
        let text = now.filter(is_kept).map_or_else(|| text.into(), |now| now.text.clone());
        self.rows.about_mut(row).title = Some(Title { text, source });
    }

    /// Gives the folder of a language the name of the language, unless something better names it.
    pub(super) fn name_language(&mut self, folder: Row) {
        let name = self.key_of(folder).rsplit('/').next().and_then(language_name);
        if let Some(name) = name.filter(|_| !self.has_title(folder)) {
            self.rows.about_mut(folder).title = Some(Title { text: name.into(), source: TitleSource::Address });
            self.rows.about_mut(folder).is_language = true;
        }
    }

    /// Returns `true` for a link with the name of the site that leads to another page, such as the home page of a language.
    fn is_logo(&self, row: Row, text: &str, source: TitleSource) -> bool {
        let is_site = self.rows.site.as_deref().is_some_and(|name| is_same_text(name, text));
        let is_link = !matches!(source, TitleSource::Page | TitleSource::Site | TitleSource::SearchIndex);
        is_site && is_link && self.url(row).is_some_and(|url| !self.is_home(&*url))
    }

    /// Returns `true` for a title with the site's name before or after it, whatever separates them: "Paris Garden" and
    /// "Garden: Paris".
    fn adds_name_of_site(&self, title: &str, text: &str) -> bool {
        let Some(site) = &self.rows.site else { return false };
        let rest = text.strip_prefix(title).or_else(|| text.strip_suffix(title));
        rest.is_some_and(|rest| is_same_text(rest.trim_matches(|c: char| !c.is_alphanumeric()), site))
    }

    /// Returns the title of a row as far as it is known.
    #[inline(never)]
    pub(super) fn title(&self, row: Row) -> Cow<'_, str> {
        if let Some(title) = self.rows.about(row).title.as_ref() {
            return Cow::Borrowed(&title.text);
        }
        match self.made(row) {
            None => self.ground.title(row),
            Some(Made::Heading { text, .. }) => Cow::Borrowed(text),
            Some(_) => Cow::Owned(self.address_title(row)),
        }
    }

    /// Returns the title that the address of a made row gives it.
    pub(super) fn address_title(&self, row: Row) -> String {
        readable_title(self.key_of(row))
    }

    /// Returns `true` if a row has a title that was not made from its address.
    pub(super) fn has_title(&self, row: Row) -> bool {
        self.rows.about(row).title.is_some()
            || matches!(self.made(row), Some(Made::Heading { .. }))
            || self.made(row).is_none() && self.ground.has_title(row)
    }
}

/// Returns the title after the number of a chapter or section: "Data model" in "3.1. Data model".
fn after_number(title: &str) -> Option<&str> {
    let (number, rest) = title.split_once(' ')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_number.then_some(rest)
}

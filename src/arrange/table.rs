//! The table of rows: what the claims that were resolved so far say about the pages of a site. It is an overlay over the
//! ground, which is the tree of the sitemaps. Rows that no claim touches are not in it.

use super::claims::{Place, PlaceSource, Title, TitleSource, rank};
use crate::address::{PageKey, twin};
use crate::address::{is_below_host, key};
use crate::collections::keyed::{HashMap, HashSet};
use crate::limits::{MAX_ARRANGED_ROWS, MAX_PATH_LEVELS};
use crate::page_facts::{is_same_text, is_title};
use crate::site_map::layer::{Layer, Made, Row};
use crate::site_map::{Ground, language_name, readable_title};
use std::borrow::Cow;

/// Where a row goes in the list of its siblings.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beside {
    Last,
    After(Row),
    Before(Row),
}

/// Where the menu of a section lists a page that the header lists too.
#[derive(Clone, Debug)]
pub(super) struct OwnEntry {
    /// The heading above the page.
    pub(super) heading: Row,
    pub(super) text: Box<str>,
    /// The index of this place in `order`.
    pub(super) at: usize,
}

/// The rows that claims have touched, and the ground below them.
#[derive(Debug)]
pub(super) struct Table<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) rows: Rows,
}

/// The rows that claims have touched.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The number of rows of the ground. The made rows follow.
    pub(super) base: usize,
    pub(super) root: Row,
    /// The key of the home page.
    pub(super) home: String,
    /// The name of the site.
    pub(super) site: Option<String>,
    pub(super) made: Vec<Made>,
    made_at: HashMap<Box<str>, Row>,
    headings: HashMap<(Row, Box<str>), Row>,
    /// The addresses of rows of the ground that had none, such as folders whose page only a menu lists.
    pub(super) urls: HashMap<Row, String>,
    pub(super) places: HashMap<Row, Place>,
    /// The children that claims have placed, before those of the ground.
    pub(super) front: HashMap<Row, Vec<Row>>,
    /// The children that addresses have placed, after those of the ground.
    pub(super) back: HashMap<Row, Vec<Row>>,
    behind: HashMap<Row, Row>,
    /// Folders of the ground whose children another row has.
    pub(super) joined: HashMap<Row, Row>,
    /// The same folders, by these rows.
    pub(super) joined_below: HashMap<Row, Vec<Row>>,
    /// The row of what nobody places.
    pub(super) rest: Option<Row>,
    /// The rows whose loose children another row has.
    pub(super) folded: Vec<(Row, Row)>,
    /// Folders of the ground that claims have emptied.
    pub(super) empty: HashSet<Row>,
    pub(super) shown: HashSet<Row>,
    pub(super) titles: HashMap<Row, Title>,
    /// The text of each placed entry in the menu that has placed it.
    pub(super) names: HashMap<Row, Box<str>>,
    /// The sections whose menus list the page of the section, by this page.
    pub(super) sections: HashMap<Row, Row>,
    /// The pages of the same sections, by section.
    pub(super) section_pages: HashMap<Row, Row>,
    /// Where the menus of sections list pages of the header.
    pub(super) own_entries: HashMap<Row, OwnEntry>,
    /// The rows that menus and breadcrumbs have placed, in this order.
    pub(super) order: Vec<Row>,
    /// The keys of placed pages, by their keys without version and language.
    pub(super) unversioned: HashMap<String, String>,
    /// The folders that have the names of their languages.
    languages: HashSet<Row>,
    /// The arena has room for no more rows.
    pub(super) is_full: bool,
}

impl Rows {
    pub(super) fn new(base: usize, root: Row, home: &str, site: Option<&str>) -> Rows {
        Rows { base, root, home: key(home), site: site.map(str::to_owned), ..Rows::default() }
    }

    /// Returns what is different from the ground.
    pub(super) fn into_layer(self) -> Layer {
        let mut hidden = self.empty;
        hidden.extend(self.joined.keys());
        let mut joined: Vec<(Row, Row)> = self.joined.into_iter().collect();
        joined.sort_unstable();
        Layer {
            made: self.made,
            urls: self.urls,
            places: self.places,
            front: self.front,
            back: self.back,
            joined,
            folded: self.folded,
            titles: self.titles,
            hidden,
            shown: self.shown,
            ..Layer::default()
        }
    }

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
    pub(super) fn key_of(&self, row: Row) -> &str {
        match self.made(row) {
            Some(Made::Page { key, .. } | Made::Folder { key }) => key,
            Some(Made::Heading { .. } | Made::Rest) => "",
            None => self.ground.key(row),
        }
    }

    pub(super) fn url(&self, row: Row) -> Option<Cow<'_, str>> {
        match self.made(row) {
            Some(Made::Page { url, .. }) => Some(Cow::Borrowed(url)),
            Some(_) => None,
            None => match self.rows.urls.get(&row) {
                Some(url) => Some(Cow::Borrowed(url)),
                None => self.ground.url(row).map(Cow::Owned),
            },
        }
    }

    pub(super) fn has_url(&self, row: Row) -> bool {
        match self.made(row) {
            Some(made) => matches!(made, Made::Page { .. }),
            None => self.rows.urls.contains_key(&row) || self.ground.has_url(row),
        }
    }

    /// Returns `true` for a folder or heading without a page of its own.
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
    pub(super) fn page_at(&self, url: &str) -> Option<Row> {
        self.page_of_key(PageKey::of_entry(url)?.as_str())
    }

    /// Returns the page or folder with a key: see [`Table::page_at`].
    pub(super) fn page_of_key(&self, key: &str) -> Option<Row> {
        if PageKey::of_text(key)?.is_host() {
            let made = || self.rows.made_at.get(key).copied();
            return self.ground.home(key).or_else(made);
        }
        let row = self.find(key);
        let twin = || self.twin(key).filter(|_| row.is_none_or(|row| !self.has_url(row)));
        twin().or(row)
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
    pub(super) fn is_home(&self, url: &str) -> bool {
        key(url) == self.rows.home || !is_below_host(url)
    }

    /// Returns the page at an address. Adds one without a place if there is none.
    pub(super) fn make_page(&mut self, url: &str) -> Option<Row> {
        if let Some(known) = self.page_at(url).filter(|&known| self.has_url(known)) {
            return Some(known);
        }
        let key = PageKey::of_entry(url)?;
        let is_home = key.is_host();
        let folder =
            if is_home { self.ground.host_row(key.as_str()) } else { self.ground.row(key.as_str()) };
        // A hidden folder has no children of its own left.
        if let Some(folder) = folder.filter(|&folder| !self.ground.is_hidden(folder)) {
            self.rows.urls.insert(folder, url.to_owned());
            return Some(folder);
        }
        let made = self.make(Made::Page { key: (key.as_str()).into(), url: url.into() })?;
        // A folder of this address becomes the page.
        if let Some(folder) = self.rows.made_at.insert((key.as_str()).into(), made) {
            self.give_way(folder, made);
        }
        if is_home {
            self.rows.front.entry(self.rows.root).or_default().insert(0, made);
            self.rows.places.insert(made, Place { parent: self.rows.root, source: PlaceSource::Address });
        }
        Some(made)
    }

    /// Puts `page` in the place of a made folder.
    fn give_way(&mut self, folder: Row, page: Row) {
        for lists in [&mut self.rows.front, &mut self.rows.back] {
            lists.values_mut().flatten().filter(|row| **row == folder).for_each(|row| *row = page);
            if let Some(list) = lists.remove(&folder) {
                lists.insert(page, list);
            }
        }
        for place in self.rows.places.values_mut().filter(|place| place.parent == folder) {
            place.parent = page;
        }
        self.rows.behind.values_mut().filter(|parent| **parent == folder).for_each(|parent| *parent = page);
        if let Some(place) = self.rows.places.remove(&folder) {
            self.rows.places.insert(page, place);
        }
        if let Some(parent) = self.rows.behind.remove(&folder) {
            self.rows.behind.insert(page, parent);
        }
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
                self.put_behind(folder, above);
            }
            above = folder;
        }
        Some(above)
    }

    /// Adds a page at the place that its address gives it.
    pub(super) fn make_page_at(&mut self, url: &str) -> Option<Row> {
        let page = self.make_page(url)?;
        if self.made(page).is_some() && self.parent(page).is_none() {
            let key = PageKey::of_entry(url)?;
            let above = self.folder_at(&key.as_str()[..key.parent()])?;
            self.put_behind(page, above);
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
        let folder = folder.and_then(|folder| self.make_folder(folder)).filter(|row| !self.rows.places.contains_key(row));
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
    pub(super) fn place_beside(&mut self, row: Row, parent: Row, source: PlaceSource, beside: Beside) -> bool {
        if self.rows.is_full || self.rows.places.contains_key(&row) || self.is_above(row, parent) {
            return false;
        }
        if let Some(parent) = self.rows.behind.remove(&row)
            && let Some(list) = self.rows.back.get_mut(&parent)
        {
            list.retain(|&known| known != row);
        }
        self.rows.places.insert(row, Place { parent, source });
        let list = self.rows.front.entry(parent).or_default();
        let at = match beside {
            Beside::Last => None,
            Beside::After(other) if list.last() == Some(&other) => None,
            Beside::After(other) => list.iter().position(|known| *known == other).map(|at| at + 1),
            Beside::Before(other) => list.iter().position(|known| *known == other),
        };
        list.insert(at.unwrap_or(list.len()), row);
        self.rows.shown.insert(row);
        if source != PlaceSource::Version {
            self.note_order(row);
        }
        true
    }

    pub(super) fn note_order(&mut self, row: Row) {
        self.rows.order.push(row);
        if let Some(url) = self.url(row) {
            let key = key(&url);
            self.rows.unversioned.entry(crate::address::without_versions(&key)).or_insert(key);
        }
    }

    /// Puts a row that no claim has placed after the other children of `parent`.
    pub(super) fn put_behind(&mut self, row: Row, parent: Row) {
        if let Some(before) = self.rows.behind.insert(row, parent)
            && let Some(list) = self.rows.back.get_mut(&before)
        {
            list.retain(|&known| known != row);
        }
        self.rows.back.entry(parent).or_default().push(row);
    }

    /// Puts a heading in the place of a page, which then has no place.
    pub(super) fn replace(&mut self, page: Row, heading: Row) {
        let Some(place) = self.rows.places.remove(&page) else { return };
        for row in self.rows.front.get_mut(&place.parent).into_iter().flatten().filter(|row| **row == page) {
            *row = heading;
        }
        self.rows.order.iter_mut().filter(|row| **row == page).for_each(|row| *row = heading);
        self.rows.places.insert(heading, place);
        self.rows.shown.insert(heading);
        if let Some(name) = self.rows.names.remove(&page) {
            self.rows.names.insert(heading, name);
        }
    }

    /// Returns the row above a row: that of its place, or that of its address.
    pub(super) fn parent(&self, row: Row) -> Option<Row> {
        match self.rows.places.get(&row) {
            Some(place) => Some(place.parent),
            None => self.rows.behind.get(&row).copied().or_else(|| self.parent_by_address(row)),
        }
    }

    /// Returns the row that contains a row by its address. A made row has none.
    pub(super) fn parent_by_address(&self, row: Row) -> Option<Row> {
        if self.made(row).is_some() { None } else { self.ground.parent(row) }
    }

    /// Returns the page or folder that contains the address of a row.
    pub(super) fn folder_of(&self, row: Row) -> Option<Row> {
        if self.made(row).is_none() {
            return self.ground.parent(row);
        }
        let key = PageKey::of_text(self.key_of(row)).filter(|key| !key.is_host())?;
        self.find(&key.as_str()[..key.parent()])
    }

    /// Returns `true` if `row` is `below` or an ancestor of it.
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
    pub(super) fn parent_of_place(&self, row: Row) -> Option<Row> {
        self.rows.places.get(&row).map(|place| place.parent)
    }

    /// Resolves a claim about the title of a row.
    pub(super) fn name(&mut self, row: Row, text: &str, source: TitleSource) {
        if !is_title(text) || self.is_logo(row, text, source) {
            return;
        }
        let is_of_ground = self.made(row).is_none();
        let is_language = self.rows.languages.contains(&row) || is_of_ground && self.ground.is_language_folder(row);
        if is_of_ground && self.ground.has_sitemap_title(row) || is_language && source <= TitleSource::Page {
            return;
        }
        let is_better = match self.rows.titles.get(&row) {
            Some(now) => rank(source) > rank(now.source),
            None => true,
        };
        if !is_better {
            return;
        }
        let now = self.title(row);
        // The heading of a chapter often leaves out the number that the menu has.
        let text = if after_number(&now) == Some(text) { now.into_owned() } else { text.to_owned() };
        self.rows.titles.insert(row, Title { text: text.into(), source });
    }

    /// Gives the folder of a language the name of the language, unless something better names it.
    pub(super) fn name_language(&mut self, folder: Row) {
        let name = self.key_of(folder).rsplit('/').next().and_then(language_name);
        if let Some(name) = name.filter(|_| !self.has_title(folder)) {
            self.rows.titles.insert(folder, Title { text: name.into(), source: TitleSource::Address });
            self.rows.languages.insert(folder);
        }
    }

    /// Returns `true` for a link with the name of the site that leads to another page, such as the home page of a language.
    fn is_logo(&self, row: Row, text: &str, source: TitleSource) -> bool {
        let is_site = self.rows.site.as_deref().is_some_and(|name| is_same_text(name, text));
        let is_link = !matches!(source, TitleSource::Page | TitleSource::Site | TitleSource::SearchIndex);
        is_site && is_link && self.url(row).is_some_and(|url| !self.is_home(&url))
    }

    /// Returns the title of a row as far as it is known.
    pub(super) fn title(&self, row: Row) -> Cow<'_, str> {
        if let Some(title) = self.rows.titles.get(&row) {
            return Cow::Borrowed(&title.text);
        }
        match self.made(row) {
            None => self.ground.title(row),
            Some(Made::Heading { text, .. }) => Cow::Borrowed(text),
            Some(_) => Cow::Owned(readable_title(self.key_of(row))),
        }
    }

    /// Returns `true` if a row has a title that was not made from its address.
    pub(super) fn has_title(&self, row: Row) -> bool {
        self.rows.titles.contains_key(&row)
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

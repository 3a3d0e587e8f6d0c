//! Claims of menus: each entry is below the entry above it, and has the title that the menu gives it. The rows at the top of
//! a menu go below its anchor.

use crate::address::{Address, Link, PageKey, key};
use crate::arrange::claims::{PlaceSource, TitleSource};
use crate::arrange::rows::OwnEntry;
use crate::arrange::table::{Beside, Table};
use crate::arrange::tidy::versions::Version;
use crate::collections::keyed::HashMap;
use crate::page_facts::{Menu, MenuEntry, MenuKeys, PageFacts, is_same_text};
use crate::site_map::layer::Row;
use crate::site_map::{ENDINGS, is_technical};

/// An entry of a menu above the current one.
#[derive(Clone, Copy)]
enum Above {
    Row(Row),
    /// The heading with this index. Its row is added when an entry below it needs it.
    Heading(usize),
    /// The entry adds no level.
    Skipped,
}

/// What a menu says about the order of its rows.
#[derive(Default)]
struct Siblings {
    /// The last row of this menu below each row.
    last: HashMap<Row, Row>,
    /// Whether the entries below a row are a variant of those that a better menu has there.
    is_variant: HashMap<Row, bool>,
}

/// Returns the indexes of the entries with the same entry above them.
fn group_of(menu: &Menu, at: usize) -> Vec<usize> {
    let depth = menu.entries[at].depth;
    let is_same = |other: &usize| menu.entries[*other].depth == depth;
    let is_inside = |other: &usize| menu.entries[*other].depth >= depth;
    let before = (0..at).rev().take_while(is_inside).filter(is_same);
    let mut group: Vec<usize> = before.collect();
    group.reverse();
    group.extend((at..menu.entries.len()).take_while(is_inside).filter(is_same));
    group
}

impl Table<'_> {
    /// Makes the claims of a menu. `root` is the root, or the folder of a version that has its own menus. The entries of
    /// `version`, and translations of known pages, keep the places of their addresses, as in a header that leads to the
    /// version of the visited page.
    pub(in crate::arrange) fn claim_menu(
        &mut self,
        menu: &Menu,
        root: Row,
        version: Option<&Version>,
        page: &PageFacts,
    ) {
        let mut anchor = self.anchor(menu, page, root);
        if anchor == self.rows.root {
            if self.is_apart(menu, page) {
                menu.entries.iter().for_each(|entry| self.claim_entry_by_address(entry, TitleSource::Breadcrumb));
                return;
            }
            anchor = self.folder_of_section(menu, page).unwrap_or(anchor);
        }
        self.claim_menu_at(anchor, menu, root, version);
    }

    /// Returns `true` for a flat list on a page that it does not list, if a stronger menu has some of its pages and calls all of
    /// them by other names. Its links are parts of a text about the page.
    fn is_apart(&self, menu: &Menu, page: &PageFacts) -> bool {
        let own = [key(&page.url), key(page.own_url())];
        let is_flat = menu.entries.iter().all(|entry| entry.depth == 0);
        let links = || menu.entries.iter().filter_map(|entry| Some((entry.url.as_ref()?, &*entry.text)));
        if !is_flat || self.is_home(&*page.url) || links().any(|(url, _)| own.iter().any(|own| own == url.key())) {
            return false;
        }
        let name = |url: &Link| {
            let row = self.page_at(url).filter(|_| !self.is_home(url))?;
            let section = || self.rows.about(self.rows.about(row).section?).name.as_ref();
            self.rows.about(row).name.as_ref().or_else(section)
        };
        let mut known = links().filter_map(|(url, text)| Some((name(url)?, text))).peekable();
        known.peek().is_some() && known.all(|(name, text)| !is_same_text(name, text))
    }

    /// Makes the claims of a list beside the content. What would stand at the top of the site goes into the row of what
    /// nobody places. Pages in folders keep the places of their addresses.
    pub(in crate::arrange) fn claim_widget(&mut self, menu: &Menu, version: Option<&Version>, page: &PageFacts) {
        let anchor = self.anchor(menu, page, self.rows.root);
        if anchor != self.rows.root {
            return self.claim_menu_at(anchor, menu, self.rows.root, version);
        }
        let is_at_top = |url: &Link| self.is_beside_home(&url.page_key());
        let (tops, below): (Vec<MenuEntry>, Vec<MenuEntry>) =
            menu.entries.iter().cloned().partition(|entry| entry.url.as_ref().is_none_or(is_at_top));
        below.iter().for_each(|entry| self.claim_entry_by_address(entry, TitleSource::Breadcrumb));
        let is_known = |url: &Link| self.page_at(url).is_some_and(|row| self.rows.about(row).place.is_some());
        if tops.iter().filter_map(|entry| entry.url.as_ref()).all(is_known) {
            tops.iter().for_each(|entry| self.claim_entry_by_address(entry, TitleSource::Menu));
        } else if let Some(rest) = self.rest_row() {
            self.claim_menu_at(rest, &Menu { entries: tops, ..menu.clone() }, self.rows.root, version);
        }
    }

    fn claim_menu_at(&mut self, anchor: Row, menu: &Menu, root: Row, version: Option<&Version>) {
        let is_top = root == self.rows.root;
        let keys = MenuKeys::new(menu);
        let groups = keys.groups();
        let folders = self.heading_folders(menu, &keys, &groups, anchor == root);
        let is_folder = self.is_folder_of(anchor, menu);
        let anchor = if anchor == root { root } else { self.section_of_menu(anchor, menu, &keys) };
        // The entry at each depth above the current one.
        let mut above: Vec<Above> = Vec::new();
        let mut siblings = Siblings::default();
        // The pages of sections, by the heading above them that has no row yet.
        let mut sections: Vec<(usize, Row, &str)> = Vec::new();
        let teasers = keys.teasers(&groups);
        for (at, entry) in menu.entries.iter().enumerate() {
            above.truncate(entry.depth);
            let is_group = |url: &&Link| groups[at] && !self.is_home(*url);
            let Some(url) = entry.url.as_ref().filter(|url| !is_group(url)) else {
                above.push(Above::Heading(at));
                continue;
            };
            if teasers[at] {
                above.push(Above::Skipped);
                continue;
            }
            let is_technical = is_top && anchor == root && self.is_technical(entry);
            let is_apart = is_technical || is_top && self.is_translation(url.key());
            let page = if is_apart || version.is_some_and(|version| version.has_page(url)) {
                self.claim_entry_by_address(entry, TitleSource::Menu);
                if is_technical {
                    self.rows.technical.extend(self.page_at(url));
                }
                None
            } else if self.is_home(url) {
                // The home page is the first row. Entries that a menu lists below it become its siblings.
                self.name_home(url, &entry.text);
                None
            } else {
                self.make_page(url)
            };
            let Some(page) = page else {
                above.push(Above::Skipped);
                continue;
            };
            let page = if anchor == root { self.section_named(page, &entry.text) } else { page };
            if let Some(Above::Heading(at)) = above.last()
                && let Some(section) = self.section_of_heading(&menu.entries[*at], entry, page, &keys)
            {
                above.pop();
                above.push(Above::Row(section));
            }
            if !is_top && page != anchor && self.rows.about(page).place.is_none() {
                // The header of a version has the name of the section, not that of the page.
                self.rows.about_mut(page).title = None;
            }
            self.name(page, &entry.text, TitleSource::Menu);
            // A header has the page of a section at the top. The menu of the section may list it below a heading.
            let is_at_top = |page| self.parent_of_place(page) == Some(root);
            let is_section = if page == anchor { !is_folder } else { is_at_top(page) };
            match above.last() {
                Some(Above::Heading(at)) if is_section => sections.push((*at, page, &*entry.text)),
                Some(Above::Row(row)) if is_section && self.is_folder_only(*row) => {
                    self.note_own_entry(page, *row, &entry.text)
                }
                _ => {}
            }
            if page != anchor && self.rows.about(page).place.is_none() {
                let mut parent = anchor;
                let lowest = above.iter().rposition(|above| matches!(above, Above::Row(_))).unwrap_or(0);
                for above in &mut above[lowest..] {
                    if let Above::Heading(at) = *above {
                        let text = &menu.entries[at].text;
                        // The panel of a section may begin with its name.
                        if parent != root && is_same_text(&self.title(parent), text) {
                            *above = Above::Row(parent);
                            continue;
                        }
                        let heading = match self.page_of_heading(&keys, parent, text, page) {
                            Some(page) => Some(page),
                            None => {
                                let beside = self.beside(menu, at, parent, &mut siblings);
                                self.claim_heading(parent, text, folders[at].as_deref(), beside)
                            }
                        };
                        let Some(heading) = heading else { return };
                        *above = Above::Row(heading);
                        siblings.last.insert(parent, heading);
                        for &(_, page, text) in sections.iter().filter(|(above, ..)| *above == at) {
                            self.note_own_entry(page, heading, text);
                        }
                    }
                    if let Above::Row(row) = *above {
                        parent = row;
                    }
                }
                let beside = self.beside(menu, at, parent, &mut siblings);
                if self.place_beside(page, parent, PlaceSource::Menu, beside) {
                    self.rows.about_mut(page).name = Some(Box::from(&*entry.text));
                }
            }
            let own_parent = match above.last() {
                Some(Above::Row(row)) => Some(*row),
                Some(Above::Heading(_)) => None,
                Some(Above::Skipped) | None => Some(anchor),
            };
            if let Some(parent) = own_parent.filter(|_| self.parent_of_place(page) == own_parent) {
                siblings.last.insert(parent, page);
            }
            above.push(Above::Row(page));
        }
    }

    /// Returns `true` for an entry at the top of a menu that leads to the cart, the account or another technical page beside the
    /// home page.
    fn is_technical(&self, entry: &MenuEntry) -> bool {
        let key = entry.url.as_ref().map(Link::page_key).filter(|_| entry.depth == 0);
        key.is_some_and(|key| {
            self.is_beside_home(&key) && is_technical(key.as_str()[key.parent()..].trim_start_matches('/'))
        })
    }

    /// Returns `true` for the key of a page at the top of its host, or in the folder of the home page.
    pub(in crate::arrange) fn is_beside_home(&self, key: &PageKey<'_>) -> bool {
        let above = key.parent();
        above <= key.host_end() || key.as_str()[..above] == self.rows.home
    }

    /// Returns the place of an entry among the rows below `parent`. If a better menu has at least half of the same list there,
    /// this is a variant of that list: the entry goes after the one before it, or before the next one.
    fn beside(&self, menu: &Menu, at: usize, parent: Row, siblings: &mut Siblings) -> Beside {
        let is_variant = *siblings.is_variant.entry(parent).or_insert_with(|| {
            let group = group_of(menu, at);
            let known = group.iter().filter(|&&entry| self.is_known_below(menu, entry, parent)).count();
            2 * known >= group.len()
        });
        if !is_variant {
            return Beside::Last;
        }
        if let Some(&last) = siblings.last.get(&parent) {
            return Beside::After(last);
        }
        let later = group_of(menu, at).into_iter().filter(|&entry| entry > at);
        let next = later.filter(|&entry| self.is_known_below(menu, entry, parent)).find_map(|entry| {
            let entry = &menu.entries[entry];
            entry.url.as_ref().map_or_else(|| self.heading(parent, &entry.text), |url| self.page_at(url))
        });
        next.map_or(Beside::Last, Beside::Before)
    }

    fn is_known_below(&self, menu: &Menu, at: usize, parent: Row) -> bool {
        let entry = &menu.entries[at];
        let row = entry.url.as_ref().map_or_else(|| self.heading(parent, &entry.text), |url| self.page_at(url));
        row.is_some_and(|row| self.parent_of_place(row) == Some(parent))
    }

    fn claim_heading(&mut self, parent: Row, text: &str, folder: Option<&str>, beside: Beside) -> Option<Row> {
        let heading = self.make_heading(parent, text, folder)?;
        self.name(heading, text, TitleSource::Menu);
        self.place_beside(heading, parent, PlaceSource::Menu, beside);
        Some(heading)
    }

    /// Takes the address and the title of the home page from a link if nothing better gives them.
    pub(in crate::arrange) fn name_home(&mut self, home: &(impl Address + ?Sized), title: &str) {
        if let Some(home) = self.make_page(home) {
            self.name(home, title, TitleSource::Menu);
        }
    }

    /// Adds the pages of a menu at the places that their addresses give them.
    pub(in crate::arrange) fn claim_by_address(&mut self, menu: &Menu) {
        menu.entries.iter().for_each(|entry| self.claim_entry_by_address(entry, TitleSource::Menu));
    }

    fn claim_entry_by_address(&mut self, entry: &MenuEntry, source: TitleSource) {
        let Some(url) = entry.url.as_ref().filter(|url| !self.is_home(*url)) else { return };
        let Some(page) = self.make_page_at(url) else { return };
        // The home page of a translation has the name of its language. A logo leads to it.
        if !crate::address::is_language(url.key().rsplit('/').next().unwrap_or_default()) {
            self.name(page, &entry.text, source);
        }
    }

    /// Returns the page that the heading above an entry stands for: the page of the entry's folder. Another menu has a link to
    /// it, with the text of the heading, below `parent`. Returns `None` if this menu lists the page, too.
    fn page_of_heading(&self, keys: &MenuKeys<'_>, parent: Row, text: &str, entry: Row) -> Option<Row> {
        let own = PageKey::of_text(self.key_of(entry))?;
        let page = self.page_of_key(&own.as_str()[..own.parent()])?;
        let is_below = self.parent_of_place(page)? == parent;
        (is_below && is_same_text(&self.title(page), text) && !keys.has(&key(&self.url(page)?))).then_some(page)
    }

    /// Returns the key that a folder of this name has beside the home page.
    fn folder_named(&self, text: &str) -> Option<String> {
        let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ');
        is_plain.then(|| [&*self.rows.home, "/", &text.replace(' ', "-").to_ascii_lowercase()].concat())
    }

    /// Returns for each heading of a menu the key of the folder that has all pages below it, and no other page of the menu. If there is
    /// none, a heading at the top of the site names the page of its name beside the home page: `About` names `/about/`.
    fn heading_folders(&self, menu: &Menu, keys: &MenuKeys<'_>, groups: &[bool], is_top: bool) -> Vec<Option<String>> {
        let named = |entry: &MenuEntry| self.folder_named(&entry.text).filter(|_| is_top && entry.depth == 0);
        let place = |at: usize| {
            let entry = menu.entries.get(at).filter(|entry| groups[at] || entry.url.is_none())?;
            let folder = keys.folder_of(at).or_else(|| named(entry))?;
            // The folder belongs to its page, which has a row of its own.
            let is_listed = |ending: &str| keys.has(&format!("{folder}{ending}"));
            (!is_listed("") && !ENDINGS.iter().any(|ending| is_listed(ending))).then_some(folder)
        };
        (0..menu.entries.len()).map(place).collect()
    }

    /// Notes the heading below which the menu of a section lists a page of the header. Versions have the page there.
    fn note_own_entry(&mut self, page: Row, heading: Row, text: &str) {
        if self.rows.about(page).own_entry.is_none() {
            let at = self.rows.order.len();
            self.rows.about_mut(page).own_entry = Some(Box::new(OwnEntry { heading, text: text.into(), at }));
            self.rows.order.push(page);
        }
    }
}

//! What visited pages add to a derived tree: the places and titles that the site's own menus give.
//!
//! Menus are the skeleton. An entry stays where the first menu that contains it puts it. All other pages stay where
//! their addresses put them. Entries from menus come before their siblings, in a list of their own, so the result does
//! not depend on whether the sitemap or the page arrives first.

mod anchor;
mod folders;
mod menu;
mod pages;
mod titles;

pub use titles::{PlaceOrigin, TitleOrigin};

use super::arena::SiteMap;
use super::node::NodeId;
use crate::address::{is_below_host, key};
use crate::collections::keyed::{HashMap, HashSet};
use crate::findings::Report;
use crate::page_facts::{MenuEntry, MenuKind, SiteNames, Visit};

/// What visited pages have added to a tree.
#[derive(Debug, Default)]
pub(crate) struct Guide {
    /// The list of a page's children from menus, by page.
    lists: HashMap<NodeId, NodeId>,
    /// The place of each entry from a menu or breadcrumb. The parent of a top-level entry is the root.
    placed: HashMap<NodeId, Placed>,
    /// The headings of menus, by parent and text.
    headings: HashMap<(NodeId, Box<str>), NodeId>,
    /// Where titles come from, if they are not from a sitemap.
    titles: HashMap<NodeId, TitleOrigin>,
    /// The visits whose menus were read.
    applied: HashSet<u32>,
    /// Entries that give only titles. They are used when the sitemaps have been read.
    footers: Vec<MenuEntry>,
    /// The key of the home page's address.
    home: String,
    /// Counts the places and titles that were changed.
    changes: usize,
    /// The pages that no sitemap has listed so far.
    browsed: HashSet<NodeId>,
}

#[derive(Clone, Copy, Debug)]
struct Placed {
    parent: NodeId,
    origin: PlaceOrigin,
}

impl Guide {
    /// Returns `true` if no page has been visited.
    pub(crate) fn is_empty(&self) -> bool {
        self.placed.is_empty() && self.titles.is_empty() && self.browsed.is_empty()
    }

    /// Returns the approximate memory use in bytes.
    pub(crate) fn memory(&self) -> usize {
        /// Bytes of an entry of a hash map, with free space.
        const ENTRY: usize = 32;
        (self.placed.len() + self.titles.len() + self.browsed.len()) * ENTRY
            + self.headings.keys().map(|(_, text)| text.len() + 2 * ENTRY).sum::<usize>()
    }

    /// Notes that a sitemap lists a page.
    pub(super) fn note_listed(&mut self, page: NodeId) {
        if !self.browsed.is_empty() {
            self.browsed.remove(&page);
        }
    }

    /// Notes that a sitemap gives a title. Returns `true` if the title so far came from a visited page.
    pub(super) fn replaces_title(&mut self, page: NodeId) -> bool {
        !self.titles.is_empty() && self.titles.remove(&page).is_some()
    }
}

impl SiteMap {
    /// Adds what visited pages say, in the order of the visits. `home` is the address of the home page. It may be called
    /// again with more pages. `is_complete`: the sitemaps have been read, so footers can give titles to their pages.
    /// Returns `true` if a place or title has changed.
    pub(crate) fn add_visits(&mut self, visits: &[Visit], home: &str, is_complete: bool) -> bool {
        let changes = self.guide.changes;
        let mut report = Report::default();
        self.make_guide(&mut report);
        let names = SiteNames::new(visits, home);
        let mut moved = Vec::new();
        self.set_home(home, &mut moved, &mut report);
        for visit in visits {
            if self.guide.applied.insert(visit.serial) {
                for menu in &visit.menus {
                    match menu.kind {
                        MenuKind::Places => self.place_menu(menu, &visit.facts, &mut moved, &mut report),
                        MenuKind::Titles => self.guide.footers.extend(menu.entries.iter().cloned()),
                    }
                }
                self.place_breadcrumbs(&visit.facts, &mut moved, &mut report);
            }
        }
        self.leave_folders(&moved);
        // The titles are still those of the menus.
        self.join_folders(&moved);
        self.give_titles(visits, &names, home, is_complete, &mut report);
        self.guide.changes > changes
    }

    /// Creates the list of the top-level entries, before the pages that are placed by address.
    fn make_guide(&mut self, report: &mut Report) {
        let root = self.make_root(report);
        if !self.guide.lists.contains_key(&root) {
            let hosts = self.derived_tree(root, report).hosts;
            let list = self.unnamed(0, report);
            self.relate_before(root, Some(hosts), list);
            self.guide.lists.insert(root, list);
        }
    }

    /// Sets the home page. One below a path becomes the first row.
    fn set_home(&mut self, home: &str, moved: &mut Vec<NodeId>, report: &mut Report) {
        let key = key(home);
        if self.guide.home == key {
            return;
        }
        self.guide.home = key;
        // The page that was the home page so far gets its own title back.
        self.guide
            .titles
            .values_mut()
            .filter(|origin| **origin == TitleOrigin::Site)
            .for_each(|origin| *origin = TitleOrigin::Address);
        if let (Some(root), true) = (self.root, is_below_host(home))
            && let Some(page) = self.make_page(home, report)
        {
            self.place_under(page, root, PlaceOrigin::Menu, moved, report);
        }
    }

    /// Returns the list of a page's children from menus. It comes before the children that addresses give.
    fn guided_list(&mut self, page: NodeId, report: &mut Report) -> NodeId {
        if let Some(&list) = self.guide.lists.get(&page) {
            return list;
        }
        let list = self.unnamed(0, report);
        self.relate_before(page, None, list);
        self.guide.lists.insert(page, list);
        list
    }
}

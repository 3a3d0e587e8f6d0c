//! Adds to a derived tree the places and titles that the menus of visited pages give.
//!
//! Menus are the skeleton. An entry stays where the first menu that contains it puts it. All other pages stay where
//! their addresses put them. Entries from menus come before their siblings, in a list of their own, so the result does
//! not depend on whether the sitemap or the page arrives first.

mod anchor;
mod folders;
pub(super) mod guide;
mod listed;
mod listed_title;
mod menu;
mod origin;
mod pages;
mod sections;
mod spelling;
mod titles;
mod versions;
mod visited;

pub(crate) use guide::ListedTitles;
pub(crate) use listed::ListedPage;
pub use origin::{PlaceOrigin, TitleOrigin};

use super::arena::SiteMap;
use super::node::{Flag, NodeId};
use crate::address::{is_below_host, key};
use crate::deferred::is_missing;
use crate::findings::Report;
use crate::limits::MAX_ENTRIES_IN_STEP;
use crate::page_facts::{MenuKind, SiteNames, Visit};

impl SiteMap {
    /// Adds what visited pages say, in the order of the visits. `home` is the address of the home page. It may be called
    /// again with more pages. `is_complete`: the sitemaps have been read, so footers can give titles to their pages.
    /// Many entries are added in steps: call it again until [`SiteMap::has_added`] is `true`. Returns `true` if a place or
    /// title has changed.
    pub(crate) fn add_visits(&mut self, visits: &[Visit], home: &str, is_complete: bool) -> bool {
        debug_assert!(!is_missing());
        let changes = self.guide.changes;
        let mut report = Report::default();
        let root = self.make_guide(&mut report);
        let names = SiteNames::new(visits, home);
        self.guide.changes += usize::from(names.site().is_some_and(|name| self.guide.spellings.learn_name(name)));
        self.guide.site = names.site().map(str::to_owned);
        let mut moved = Vec::new();
        self.set_home(home, &mut moved, &mut report);
        let home_key = key(home);
        for visit in self.next_visits(visits) {
            self.guide.applied.insert(visit.serial);
            self.guide.learn_spelling(visit.texts());
            if let Some(name) = visit.logo(&home_key) {
                self.suggest_home(home, name, &mut report);
            }
            let version = self.version_of(visit);
            for menu in &visit.menus {
                match menu.kind {
                    MenuKind::Contents if !self.guide.is_alone => {}
                    MenuKind::Places if let Some(version) = version.as_ref().filter(|version| version.has(menu)) => {
                        self.place_menu_of_version(menu, version, &visit.facts, &mut moved, &mut report);
                    }
                    MenuKind::Places if self.is_other_version(menu) => self.place_by_address(menu, &mut report),
                    MenuKind::Places | MenuKind::Contents => {
                        let version = version.as_ref();
                        self.place_menu(menu, root, version, &visit.facts, &mut moved, &mut report);
                    }
                    MenuKind::Titles => self.guide.footers.extend(menu.entries.iter().cloned()),
                }
            }
            self.place_breadcrumbs(&visit.facts, &mut moved, &mut report);
            for text in visit.texts_of_home(&home_key) {
                self.suggest_home(home, text, &mut report);
            }
        }
        self.leave_folders(&moved);
        self.leave_visited_places(&moved);
        // The titles are still those of the menus.
        self.join_folders(&moved);
        let has_all = self.has_added(visits);
        let is_complete = is_complete && has_all;
        if is_complete {
            self.add_visited_pages(visits, &mut report);
        }
        if has_all {
            self.give_titles(visits, &names, home, is_complete, &mut report);
        }
        if is_complete {
            self.hide_left_folders();
            moved.clear();
            if let Some(root) = self.root {
                self.join_browsed_pages(root);
            }
            self.arrange_versions(&mut moved, &mut report);
            self.leave_folders(&moved);
        }
        self.unfold_home(root, home);
        self.guide.changes > changes
    }

    /// Learns how the site writes its words. Returns `true` if titles from addresses may change.
    pub(crate) fn learn_spelling(&mut self, visits: &[Visit], home: &str) -> bool {
        let changes = self.guide.changes;
        if let Some(name) = SiteNames::new(visits, home).site() {
            self.guide.changes += usize::from(self.guide.spellings.learn_name(name));
        }
        for visit in visits {
            if self.guide.applied.insert(visit.serial) {
                self.guide.learn_spelling(visit.texts());
            }
        }
        self.guide.changes > changes
    }

    /// Returns the titles in the lists of the site, and `true` if the site has no sitemap.
    pub(crate) fn listed_titles(&self) -> (&ListedTitles, bool) {
        (&self.guide.listed.titles, self.guide.is_alone)
    }

    /// Returns `true` if all these visits have been added.
    pub(crate) fn has_added(&self, visits: &[Visit]) -> bool {
        visits.iter().all(|visit| self.guide.applied.contains(&visit.serial))
    }

    /// Returns the visits to add in one step: at least one, and not more entries than [`MAX_ENTRIES_IN_STEP`] with others.
    fn next_visits<'a>(&self, visits: &'a [Visit]) -> Vec<&'a Visit> {
        let mut entries = 0;
        let fits = |visit: &&Visit| {
            let is_first = entries == 0;
            entries += visit.entries();
            is_first || entries <= MAX_ENTRIES_IN_STEP
        };
        visits.iter().filter(|visit| !self.guide.applied.contains(&visit.serial)).take_while(fits).collect()
    }

    /// Lets lists in the content of index pages say where pages are, because the site has no sitemap.
    pub(crate) fn use_contents(&mut self) {
        self.guide.is_alone = true;
    }

    /// Creates the list of the top-level entries, before the pages that are placed by address. Returns the root.
    fn make_guide(&mut self, report: &mut Report) -> NodeId {
        let root = self.make_root(report);
        if !self.guide.lists.contains_key(&root) {
            let hosts = self.derived_tree(root, report).hosts;
            let list = self.unnamed(0, report);
            self.relate_before(root, Some(hosts), list);
            self.guide.lists.insert(root, list);
        }
        root
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

    /// Opens the row of a home page below a path at first, if it has more pages of the site than menus have placed beside it.
    fn unfold_home(&mut self, root: NodeId, home: &str) {
        let Some(home) = self.page_at(home).filter(|_| is_below_host(home)) else { return };
        let beside = self.guide.placed.iter().filter(|(node, placed)| placed.parent == root && **node != home).count();
        let below = self.entries(home).filter(|(_, entry)| !self.is(entry.page, Flag::HIDDEN)).take(beside + 1).count();
        if below > beside || beside == 0 {
            self.mark(home, Flag::UNFOLDED);
        } else {
            self.unmark(home, Flag::UNFOLDED);
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

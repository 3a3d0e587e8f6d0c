//! The tree of a site that declares no structure.
//!
//! Facts are evidence. Evidence makes claims. The tree follows from all claims by a pure function: [`arrange`]. Nothing is
//! undone, because nothing is edited: when a page says something new, the tree is computed again.
//!
//! ```text
//! sitemaps --> the ground: the tree of addresses
//!                  |
//!   menus, breadcrumbs, pages, lists       sources/: each makes claims
//!                  |
//!             the table of rows            table.rs: the best claim about each row wins
//!                  |
//!      join folders, align versions        tidy/: rewrites of the result
//!                  |
//!             Arrangement                  an overlay over the ground
//! ```

pub(crate) mod claims;
mod evidence;
mod sources;
mod table;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod tidy;

use crate::address::{is_below_host, key};
use crate::findings::Report;
use crate::page_facts::{Menu, MenuKind, SiteNames, Visit};
use crate::site_map::layer::{Layer, Row};
use crate::site_map::{ListedTitles, SiteMap};
use claims::PlaceSource;
use evidence::Shown;
use table::Table;

/// What is known about a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence<'a> {
    /// The visited pages, in any order.
    pub(crate) visits: &'a [Visit],
    /// The address of the home page.
    pub(crate) home: &'a str,
    pub(crate) listed: &'a ListedTitles,
    /// The site has no sitemap, so lists in the content of index pages say where pages are.
    pub(crate) is_alone: bool,
    /// The sitemaps have been read.
    pub(crate) is_complete: bool,
}

/// Arranges the pages of a site. The result does not depend on the order of the evidence. Returns it with the rows of the
/// visited pages and the index of each visit.
pub(crate) fn arrange(ground: &SiteMap, root: Row, evidence: &Evidence<'_>) -> (Layer, Vec<(Row, usize)>) {
    let Evidence { home, is_complete, .. } = *evidence;
    let home_key = key(home);
    let order = evidence::order_of_visits(evidence.visits, &home_key);
    let visits: Vec<&Visit> = order.iter().map(|&at| &evidence.visits[at]).collect();
    let names = SiteNames::new(&visits, home);
    let mut table = Table::new(ground, root, home, names.site());
    if is_below_host(home)
        && let Some(page) = table.make_page(home)
    {
        table.place(page, root, PlaceSource::Menu);
    }
    for visit in &visits {
        if let Some(name) = visit.logo(&home_key) {
            table.name_home(home, name);
        }
    }
    for shown in evidence::menus(&visits, &home_key) {
        table.claim(&shown, evidence.is_alone);
    }
    for visit in &visits {
        table.claim_breadcrumbs(&visit.facts);
        for text in visit.texts_of_home(&home_key) {
            table.name_home(home, text);
        }
    }
    table.join_folders();
    let has_rows = ground.has_ground_rows() || !table.front.is_empty() || !table.back.is_empty();
    let rows = if is_complete && has_rows { table.claim_visits(&visits) } else { Vec::new() };
    for (key, (source, title)) in evidence.listed {
        if let Some(page) = table.page_of_key(key).filter(|&page| table.has_url(page)) {
            table.name(page, title, *source);
        }
    }
    table.claim_titles(&visits, &names, home, is_complete);
    if is_complete {
        table.join_pages();
        table.arrange_versions();
    }
    let at = |visit: &Visit| evidence.visits.iter().position(|known| std::ptr::eq(known, visit));
    let visited = rows.iter().filter_map(|(row, visit)| Some((*row, at(visit)?))).collect();
    table.empty = table.empty_folders();
    if is_complete {
        table.fold_rest(table.page_at(home).filter(|_| is_below_host(home)));
    }
    let (only_visited, unfolded) = (table.only_visited(&rows), table.unfolded_home(home));
    (Layer { only_visited, unfolded, ..table.into_layer() }, visited)
}

/// Computes the tree of a site again from the ground and from all evidence. Returns `true` if it has changed.
pub(crate) fn apply(map: &mut SiteMap, visits: &[Visit], home: &str, is_complete: bool) -> bool {
    let mut report = Report::default();
    map.lift();
    let root = map.make_ground(&mut report);
    let mut is_changed = map.learn_spelling(visits, home);
    let (listed, is_alone) = map.listed_titles();
    let evidence = Evidence { visits, home, listed, is_alone, is_complete };
    let (layer, visited) = arrange(map, root, &evidence);
    is_changed |= map.lay(layer, &mut report);
    for (row, at) in visited {
        let node = map.node_of_row(row);
        is_changed |= map.add_named_translations(node, &visits[at].facts, &mut report);
    }
    is_changed
}

impl Table<'_> {
    /// Makes the claims of a menu, at the place of its version or language.
    fn claim(&mut self, shown: &Shown<'_>, is_alone: bool) {
        let (menu, visit) = (shown.menu, shown.visit);
        let version = self.version_of(visit);
        match menu.kind {
            MenuKind::Contents if !is_alone => {}
            MenuKind::Places if let Some(version) = version.as_ref().filter(|version| version.has(menu)) => {
                if let Some(folder) = self.folder_at(&version.folder) {
                    self.name_language(folder);
                    self.claim_menu(menu, folder, None, &visit.facts);
                }
            }
            MenuKind::Places if self.is_other_version(menu) => self.claim_by_address(menu),
            // Lists beside the content are widgets, if the page has a main menu: the latest pages, archives, links.
            _ if menu.is_aside && visit.menus.iter().any(Menu::is_main) => {
                self.claim_widget(menu, version.as_ref(), &visit.facts)
            }
            _ => self.claim_menu(menu, self.root, version.as_ref(), &visit.facts),
        }
    }

    /// Returns the row of a home page below a path. It is open at first if it has more pages of the site than menus have
    /// placed beside it.
    fn unfolded_home(&self, home: &str) -> Option<(Row, bool)> {
        let home = self.page_at(home).filter(|_| is_below_host(home))?;
        let beside = self.front.get(&self.root).map_or(0, |rows| rows.iter().filter(|row| **row != home).count());
        let own = if self.made(home).is_none() { self.ground.ground_children(home, beside + 1) } else { Vec::new() };
        let below = own.into_iter().filter(|row| !self.places.contains_key(row)).count()
            + self.back.get(&home).map_or(0, Vec::len);
        Some((home, below > beside || beside == 0))
    }
}

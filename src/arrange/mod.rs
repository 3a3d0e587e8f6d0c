//! The tree of a site that declares no structure.
//!
//! Facts are evidence. Evidence makes claims. The tree follows from all claims by a pure function: [`Arrangement`]. Nothing is
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
pub(crate) mod explain;
mod rows;
mod said;
mod sources;
mod table;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod tidy;

use crate::address::{is_below_host, key};
use crate::collections::sort;
use crate::findings::Report;
use crate::limits::MAX_ENTRIES_IN_STEP;
use crate::page_facts::{Menu, MenuKind, SiteNames, Visit, VisitSource};
use crate::site_map::layer::{Made, Row};
use crate::site_map::{Growth, Known, LayerRow, NodeId, Overlay, SiteMap};
use claims::{Claim, PlaceSource, Watch};
use evidence::Shown;
use rows::{Claimed, Rows};
use table::Table;

/// What an arrangement is made of. If it is the same, so is the arrangement.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sources {
    visits: Vec<u32>,
    home: String,
    is_complete: bool,
    ground: (Growth, usize),
    lists: usize,
}

impl Sources {
    fn new(map: &SiteMap, visits: &[Visit], home: &str, is_complete: bool) -> Sources {
        Sources {
            visits: visits.iter().map(|visit| visit.serial).collect(),
            home: home.to_owned(),
            is_complete,
            ground: (map.growth(), map.len()),
            lists: map.known.changes(),
        }
    }
}

/// The steps of an arrangement, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    /// The places that menus give.
    Menus,
    /// Those that breadcrumbs give, and the names of the home page.
    Visits,
    /// The folders of sections.
    Folders,
    /// The rows of visited pages.
    Pages,
    /// The titles of the site's lists.
    Lists,
    /// The titles of footers.
    Footers,
    /// The titles of visited pages, which need all claims.
    Titles,
    /// The pages that are joined with their folders.
    Join,
    /// The versions and translations of the site.
    Versions,
    /// The folders that are empty now, and what nobody places.
    Fold,
    /// The nodes of added rows.
    Nodes,
    /// The rows of the layer.
    Layer,
    Done,
}

/// The tree of a site, as it is computed from the ground and from all evidence. The result does not depend on the order of the
/// evidence. Many entries take several steps.
#[derive(Debug)]
pub(crate) struct Arrangement {
    sources: Sources,
    visits: Vec<Visit>,
    names: SiteNames,
    menus: Vec<Shown>,
    footers: Vec<Shown>,
    rows: Rows,
    stage: Stage,
    /// The next item of the stage.
    at: usize,
    /// The rows of visited pages, with the index of each visit.
    visited: Vec<(Row, usize)>,
    /// The nodes of the rows that were added.
    nodes: Vec<NodeId>,
    layer: Box<Overlay>,
    /// The folders whose children another row has.
    joined: Vec<(NodeId, NodeId)>,
    is_changed: bool,
    /// What all sources say about the watched page. `None` for an arrangement that changes the tree.
    claims: Option<Vec<Claim>>,
}

/// The state of a tree that visits arrange.
#[derive(Debug, Default)]
pub(crate) struct Arranged {
    /// What the layer on the tree is made of.
    sources: Option<Sources>,
    next: Option<Box<Arrangement>>,
}

impl Arranged {
    /// Computes the tree again if there is new evidence. `is_complete`: the sitemaps have been read, now or before. Many entries
    /// take several steps: call it again until [`Arranged::has`] is `true`. The tree changes in the last step. As long as the
    /// sitemaps are not complete, there is one step, with the first entries. Returns `true` if the tree has changed.
    #[inline(never)]
    pub(crate) fn apply(&mut self, map: &mut SiteMap, visits: &[Visit], home: &str, is_complete: bool) -> bool {
        let before = map.overlay.take();
        let (layer, is_changed) = self.advance(map, visits, home, is_complete, before.as_deref());
        map.overlay = layer.or(before);
        is_changed
    }

    /// Does one step. Returns the new layer after the last one, and `true` if the tree has changed.
    fn advance(
        &mut self,
        map: &mut SiteMap,
        visits: &[Visit],
        home: &str,
        is_complete: bool,
        before: Option<&Overlay>,
    ) -> (Option<Box<Overlay>>, bool) {
        let mut report = Report::default();
        let root = map.make_ground(&mut report);
        let is_complete = is_complete || self.sources.as_ref().is_some_and(|last| last.is_complete);
        let sources = Sources::new(map, visits, home, is_complete);
        if self.sources.as_ref() == Some(&sources) {
            self.next = None;
            return (None, false);
        }
        let begun = self.next.take().filter(|next| next.sources == sources);
        let mut next = begun.unwrap_or_else(|| Box::new(Arrangement::new(map, root, sources, visits, None)));
        next.step(map, before, &mut report);
        while !is_complete && next.stage != Stage::Done {
            // The first entries are enough for now: the strongest menus come first.
            if next.stage < Stage::Titles {
                next.begin_next_stage();
            }
            next.step(map, before, &mut report);
        }
        if next.stage != Stage::Done {
            (next.sources.ground, next.sources.lists) = ((map.growth(), map.len()), map.known.changes());
            self.next = Some(next);
            return (None, false);
        }
        let mut is_changed = before.map_or(0, |before| before.print()) != next.layer.print() || next.is_changed;
        for (row, at) in &next.visited {
            is_changed |= map.add_named_translations(next.node(*row), &next.visits[*at].facts, &mut report);
        }
        map.note_rearranged();
        self.sources = Some(Sources::new(map, visits, home, is_complete));
        (Some(next.layer), is_changed)
    }

    /// Returns `true` if the tree has all that it takes from these visits.
    pub(crate) fn has(&self, visits: &[Visit]) -> bool {
        let serials = || visits.iter().map(|visit| visit.serial);
        let is_known = self.sources.as_ref().is_some_and(|sources| serials().eq(sources.visits.iter().copied()));
        self.next.is_none() && (is_known || self.sources.is_none() && visits.is_empty())
    }
}

impl Arrangement {
    fn new(map: &mut SiteMap, root: Row, sources: Sources, visits: &[Visit], watch: Option<Box<Watch>>) -> Arrangement {
        let home = &*sources.home;
        let home_key = key(home);
        let visits = evidence::in_order(visits, &home_key);
        let names = SiteNames::new(&visits, home);
        let is_changed = map.known.learn(&visits, &names);
        let claims = watch.is_some().then(Vec::new);
        let mut rows = Rows::new(map.len(), root, home, names.site());
        rows.watch = watch;
        let mut table = Table { ground: map.ground(), rows };
        if is_below_host(home)
            && let Some(page) = table.make_page(home)
        {
            table.place(page, root, PlaceSource::Menu);
        }
        for (at, visit) in visits.iter().enumerate() {
            table.listen_to(Some(at));
            if let Some(name) = visit.logo(&home_key) {
                table.name_home(home, name);
            }
        }
        let (menus, footers) = (evidence::menus(&visits, &home_key), evidence::footers(&visits));
        let rows = table.rows;
        let (stage, at, visited) = (Stage::Menus, 0, Vec::new());
        let (nodes, layer, joined) = (Vec::new(), Box::default(), Vec::new());
        Arrangement {
            sources,
            visits,
            names,
            menus,
            footers,
            rows,
            stage,
            at,
            visited,
            nodes,
            layer,
            joined,
            is_changed,
            claims,
        }
    }

    /// Does one step, which reads [`MAX_ENTRIES_IN_STEP`] entries or rows, or those of one menu, or tidies up all rows once.
    fn step(&mut self, map: &mut SiteMap, before: Option<&Overlay>, report: &mut Report) {
        let mut left = MAX_ENTRIES_IN_STEP;
        while left > 0 && self.stage != Stage::Done {
            if self.stage == Stage::Nodes {
                let end = self.rows.made.len().min(self.at + left);
                let made = self.rows.made[self.at..end].iter_mut().map(|made| std::mem::replace(made, Made::Rest));
                map.make_rows(made, self.rows.base, &mut self.nodes, &mut self.layer, report);
                left -= end - self.at;
                self.at = end;
            } else if self.stage == Stage::Layer {
                while left > 0
                    && let Some((row, claimed)) = self.rows.take(self.at)
                {
                    self.add_to_layer(map, row, claimed, before, report);
                    self.at += 1;
                    left -= 1;
                }
                if left > 0 {
                    let joined = sort::sorted(std::mem::take(&mut self.joined), &|a, b| a.0.cmp(&b.0));
                    let folded = self.rows.folded.iter().map(|(owner, rest)| (self.node(*owner), self.node(*rest)));
                    let (folded, unfolded) = (folded.collect::<Vec<_>>(), self.rows.unfolded.map(|row| self.node(row)));
                    map.end_layer(&mut self.layer, &joined, &folded, unfolded);
                }
            } else {
                let mut table = Table { ground: map.ground(), rows: std::mem::take(&mut self.rows) };
                self.claim(&mut table, &map.known, &mut left);
                self.rows = table.rows;
            }
            if left > 0 || matches!(self.stage, Stage::Titles | Stage::Join | Stage::Fold) {
                self.begin_next_stage();
            }
        }
    }

    /// Returns the node of a row.
    fn node(&self, row: Row) -> NodeId {
        (row as usize).checked_sub(self.rows.base).map_or(row, |at| self.nodes[at])
    }

    /// Adds what claims say about a row to the layer.
    fn add_to_layer(
        &mut self,
        map: &mut SiteMap,
        row: Row,
        claimed: Claimed,
        before: Option<&Overlay>,
        report: &mut Report,
    ) {
        let node = self.node(row);
        let before = before.and_then(|before| before.row(node));
        self.joined.extend(claimed.joined.map(|owner| (node, self.node(owner))));
        let children = [
            claimed.front.iter().map(|row| self.node(*row)).collect(),
            claimed.back().map(|row| self.node(row)).collect(),
        ];
        let said = LayerRow {
            place: claimed.place.map(|place| place.source),
            title: claimed.title.as_ref().map(|title| map.title_for_layer(title, before)),
            link: claimed.url.as_ref().and_then(|url| map.link_for_layer(url, before, report)),
            is_shown: claimed.is_shown,
            is_hidden: claimed.is_empty || claimed.joined.is_some(),
            is_only_visited: claimed.is_only_visited,
            ..LayerRow::default()
        };
        map.add_to_layer(&mut self.layer, (node, said), children, report);
    }

    fn begin_next_stage(&mut self) {
        use Stage::{Done, Fold, Folders, Footers, Join, Layer, Lists, Menus, Nodes, Pages, Titles, Versions, Visits};
        const ORDER: [Stage; 12] =
            [Menus, Visits, Folders, Pages, Lists, Footers, Titles, Join, Versions, Fold, Nodes, Layer];
        let is_last = self.stage == Fold && self.claims.is_some();
        let next = ORDER.get(self.stage as usize + 1).filter(|_| !is_last);
        (self.at, self.stage) = (0, next.copied().unwrap_or(Done));
    }

    /// Makes the claims of the current stage, until `left` entries have been read.
    fn claim(&mut self, table: &mut Table<'_>, known: &Known, left: &mut usize) {
        let (home, is_complete) = (&*self.sources.home, self.sources.is_complete);
        let home_key = table.rows.home.clone();
        let (from, at) = (self.at, &mut self.at);
        match self.stage {
            Stage::Menus => each(&self.menus[from..], at, left, |shown| {
                let (visit, menu) = shown.get(&self.visits);
                table.listen_to(Some(shown.visit));
                table.claim(visit, menu, known.is_alone());
                // The version of the page depends on all its menus.
                menu.entries.len() + visit.entries()
            }),
            Stage::Visits => each(self.visits.iter().enumerate().skip(from), at, left, |(at, visit)| {
                table.listen_to(Some(at));
                table.claim_breadcrumbs(&visit.facts);
                visit.texts_of_home(&home_key).for_each(|text| table.name_home(home, text));
                1 + visit.facts.breadcrumbs.iter().map(Vec::len).sum::<usize>() + visit.home_links.len()
            }),
            Stage::Folders => {
                let entries: Vec<Row> = table.rows.order.iter().skip(from).take(*left).copied().collect();
                each(entries, at, left, |entry| {
                    table.join_folder(entry);
                    1
                });
            }
            Stage::Pages => {
                table.listen_to(None);
                let has_rows = table.ground.has_rows() || table.rows.has_children();
                if is_complete && has_rows {
                    self.visited = table.claim_visits(&self.visits);
                }
            }
            Stage::Lists => each(known.listed_titles().iter().skip(from), at, left, |(key, (source, title))| {
                table.claim_listed_title(key, title, *source, known.listed_titles());
                1
            }),
            Stage::Footers => each(self.footers[from..].iter().filter(|_| is_complete), at, left, |shown| {
                let (_, menu) = shown.get(&self.visits);
                table.listen_to(Some(shown.visit));
                table.claim_footer(menu);
                menu.entries.len()
            }),
            Stage::Titles => {
                table.claim_titles(&self.visits, &self.names, home);
                *left = left.saturating_sub(self.visits.len());
            }
            Stage::Join => {
                if is_complete {
                    table.join_pages();
                    table.move_to_owners();
                }
                *left = left.saturating_sub(table.rows.len());
            }
            Stage::Versions => {
                if is_complete {
                    table.arrange_versions(left);
                }
            }
            Stage::Fold => {
                table.find_empty_folders();
                if is_complete {
                    table.fold_rest(table.page_at(home).filter(|_| is_below_host(home)));
                }
                table.note_only_visited(&self.visited);
                table.rows.unfolded = table.unfolded_home(home);
                if self.claims.is_some() {
                    self.claims = Some(table.claims(&self.visits));
                }
                table.rows.free();
                *left = left.saturating_sub(table.rows.len());
            }
            Stage::Nodes | Stage::Layer | Stage::Done => {}
        }
    }
}

/// Calls `claim` for the items from the one with the index `at` on, until `left` entries have been read. It returns the number
/// of the entries of an item.
fn each<T>(items: impl IntoIterator<Item = T>, at: &mut usize, left: &mut usize, mut claim: impl FnMut(T) -> usize) {
    for item in items {
        *at += 1;
        *left = left.saturating_sub(claim(item));
        if *left == 0 {
            return;
        }
    }
}

impl Table<'_> {
    /// Makes the claims of a menu, at the place of its version or language.
    fn claim(&mut self, visit: &Visit, menu: &Menu, is_alone: bool) {
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
            // The manifest of a part of the site is below the folder of this part.
            _ if visit.source == VisitSource::Manifest && visit.key != self.rows.home => {
                if let Some(folder) = self.folder_at(&visit.key) {
                    self.claim_menu(menu, folder, None, &visit.facts);
                }
            }
            // Lists beside the content are widgets, if the page has a main menu: the latest pages, archives, links.
            _ if menu.is_aside && visit.menus.iter().any(|menu| menu.is_main()) => {
                self.claim_widget(menu, version.as_ref(), &visit.facts)
            }
            _ => self.claim_menu(menu, self.rows.root, version.as_ref(), &visit.facts),
        }
    }

    /// Returns the row of a home page below a path if it is open at first, because it has more pages of the site than menus have
    /// placed beside it.
    fn unfolded_home(&self, home: &str) -> Option<Row> {
        let home = self.page_at(home).filter(|_| is_below_host(home))?;
        let beside = self.rows.about(self.rows.root).front.iter().filter(|row| **row != home).count();
        let own = if self.made(home).is_none() { self.ground.children(home, beside + 1) } else { Vec::new() };
        let below = own.into_iter().filter(|row| self.rows.about(*row).place.is_none()).count()
            + self.rows.about(home).back().count();
        (below > beside || beside == 0).then_some(home)
    }
}

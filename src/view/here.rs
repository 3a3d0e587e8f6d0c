//! Where the page being looked at is: pages by their addresses, the way to one, and its neighbours.

use super::sort::Sorting;
use crate::address::{hash, key};
use crate::limits::MAX_NEIGHBOUR_STEPS;
use crate::order;
use crate::site_map::{Child, NodeId, Relation, SiteMap};
use crate::text::Span;
use crate::tree::{self, Kind};
use hashbrown::HashTable;
use rustc_hash::FxHashSet;

/// Pages by the keys of their addresses. Made when it is asked for, and extended by what has been read since.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// By hash. A page whose address has changed has several entries, of which one is right.
    pages: HashTable<(u32, NodeId)>,
    seen: Vec<Span>,
}

impl Addresses {
    pub(super) fn extend(&mut self, map: &SiteMap) {
        let mut url = String::new();
        let known = self.seen.len();
        self.seen.resize(map.len(), Span::default());
        self.pages.reserve(map.len() - known.min(map.len()), |&(hash, _)| spread(hash));
        for page in 0..map.len() as NodeId {
            let (_, span) = map.stamp(page);
            if self.seen[page as usize] == span {
                continue;
            }
            self.seen[page as usize] = span;
            let address = map.full_url(page).or_else(|| {
                url.clear();
                map.write_url(page, &mut url).then_some(&*url)
            });
            if let Some(address) = address {
                let hash = hash(address);
                self.pages.insert_unique(spread(hash), (hash, page), |&(hash, _)| spread(hash));
            }
        }
    }

    /// The pages with this key, by number.
    pub(super) fn find(&self, map: &SiteMap, wanted: &str) -> Vec<NodeId> {
        let hash = hash(wanted);
        let is_it = |page: NodeId| map.url(page).is_some_and(|url| key(&url) == wanted);
        let pages = self.pages.iter_hash(spread(hash)).filter(|(known, page)| *known == hash && is_it(*page));
        let found: Vec<NodeId> = pages.map(|(_, page)| *page).collect();
        let mut sorted: Vec<NodeId> = order::by_key(found.iter().copied()).map(|at| found[at]).collect();
        sorted.dedup();
        sorted
    }
}

fn spread(hash: u32) -> u64 {
    crate::site_map::spread(hash)
}

/// Which page beside another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbour {
    /// The one before it, as if all branches were open.
    Previous,
    /// The one behind it.
    Next,
    /// The nearest above it that is a page.
    Up,
}

/// A place in the tree as if all branches were open: the entries from the top level down, each with its siblings.
pub(super) struct Walk<'a> {
    map: &'a SiteMap,
    sorting: &'a Sorting,
    levels: Vec<(Vec<Child>, usize)>,
    above: FxHashSet<NodeId>,
    /// Entries gone through.
    steps: usize,
}

impl<'a> Walk<'a> {
    /// At the end of a way of pages from the top level down.
    pub(super) fn new(map: &'a SiteMap, sorting: &'a Sorting, way: &[NodeId]) -> Option<Walk<'a>> {
        let root = map.root()?;
        let mut walk = Walk { map, sorting, levels: Vec::new(), above: FxHashSet::default(), steps: 0 };
        walk.above.insert(map.referent(root));
        let mut above = root;
        for &page in way {
            let siblings = walk.below(above);
            let at = siblings.iter().position(|sibling| sibling.page == page)?;
            walk.levels.push((siblings, at));
            walk.above.insert(map.referent(page));
            above = page;
        }
        Some(walk)
    }

    /// What is below a page at the end of the way.
    fn below(&mut self, page: NodeId) -> Vec<Child> {
        let mut children = Vec::new();
        self.map.children(page, Relation::Container, &mut children);
        self.steps += children.len() + 1;
        children.retain(|child| !self.above.contains(&self.map.referent(child.page)));
        self.sorting.sort(self.map, &mut children);
        children
    }

    fn page(&self) -> Option<NodeId> {
        self.levels.last().map(|(siblings, at)| siblings[*at].page)
    }

    fn push(&mut self, siblings: Vec<Child>, at: usize) {
        self.above.insert(self.map.referent(siblings[at].page));
        self.levels.push((siblings, at));
    }

    fn pop(&mut self) -> Option<(Vec<Child>, usize)> {
        let (siblings, at) = self.levels.pop()?;
        self.above.remove(&self.map.referent(siblings[at].page));
        Some((siblings, at))
    }

    /// Goes one entry on; `None` at the end of the tree, or where it takes too long.
    fn step(&mut self, to: Neighbour) -> Option<NodeId> {
        self.steps += 1;
        if self.steps > MAX_NEIGHBOUR_STEPS {
            return None;
        }
        match to {
            Neighbour::Up => {
                self.pop()?;
            }
            Neighbour::Next => {
                let below = self.below(self.page()?);
                if !below.is_empty() {
                    self.push(below, 0);
                    return self.page();
                }
                loop {
                    let (siblings, at) = self.pop()?;
                    if at + 1 < siblings.len() {
                        self.push(siblings, at + 1);
                        break;
                    }
                }
            }
            Neighbour::Previous => {
                let (siblings, at) = self.pop()?;
                if let Some(before) = at.checked_sub(1) {
                    self.push(siblings, before);
                    // The last entry of all that is below it.
                    while self.steps <= MAX_NEIGHBOUR_STEPS {
                        let below = self.below(self.page()?);
                        let Some(last) = below.len().checked_sub(1) else { break };
                        self.push(below, last);
                    }
                }
            }
        }
        self.page()
    }

    /// The address of the nearest entry that is a page, and not the one being looked at.
    pub(super) fn address(&mut self, to: Neighbour, current: &str) -> Option<String> {
        while let Some(page) = self.step(to) {
            if tree::kind(self.map, page) == Kind::Document {
                continue;
            }
            if let Some(url) = self.map.url(page).filter(|url| key(url) != current) {
                return Some(url);
            }
        }
        None
    }
}

//! Where the page being looked at is: pages by their addresses, the way to one, and its neighbours.

use super::sort::Sorting;
use crate::address::{hash, key};
use crate::limits::MAX_NEIGHBOUR_STEPS;
use crate::order;
use crate::site_map::{Child, NodeId, Relation, SiteMap};
use crate::text::Span;
use crate::tree::{self, Kind};
use rustc_hash::FxHashSet;

/// Pages by the keys of their addresses. Made when it is asked for, and extended by what has been read since.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// Hash and page in one number. A page whose address has changed has several, of which one is right. Sorting all of
    /// them at once is faster than a table, which is filled all over memory.
    pages: Vec<u64>,
    /// How many of them are in order.
    sorted: usize,
    seen: Vec<Span>,
    is_complete: bool,
}

impl Addresses {
    /// More may have been read.
    pub(super) fn expire(&mut self) {
        self.is_complete = false;
    }

    pub(super) fn extend(&mut self, map: &SiteMap) {
        if std::mem::replace(&mut self.is_complete, true) && self.seen.len() == map.len() {
            return;
        }
        let mut url = String::new();
        self.seen.resize(map.len(), Span::default());
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
                self.pages.push(u64::from(hash(address)) << 32 | u64::from(page));
            }
        }
        // While loading there are always some more, which are few beside the others.
        if self.pages.len() - self.sorted > self.sorted / 4 {
            self.pages.sort_unstable();
            self.sorted = self.pages.len();
        }
    }

    /// The pages with this key, by number.
    pub(super) fn find(&self, map: &SiteMap, wanted: &str) -> Vec<NodeId> {
        let hash = u64::from(hash(wanted));
        let (sorted, rest) = self.pages.split_at(self.sorted);
        let first = sorted.partition_point(|number| number >> 32 < hash);
        let same = sorted[first..].iter().take_while(|number| **number >> 32 == hash);
        let is_it = |page: &NodeId| map.url(*page).is_some_and(|url| key(&url) == wanted);
        let pages = same.chain(rest.iter().filter(|number| **number >> 32 == hash));
        let found: Vec<NodeId> = pages.map(|number| *number as NodeId).filter(is_it).collect();
        let mut sorted: Vec<NodeId> = order::by_key(found.iter().copied()).map(|at| found[at]).collect();
        sorted.dedup();
        sorted
    }
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

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
    /// By the first bits of the hash: hash and page in one number. A page whose address has changed has several, of which
    /// one is right. Nothing is sorted, which would take long at once.
    parts: Vec<Vec<u64>>,
    seen: Vec<Span>,
    is_complete: bool,
    /// The page to be looked at next.
    next: usize,
}

/// Parts are short enough to be gone through, and few enough to be filled quickly.
const PART_BITS: u32 = 10;

fn part_of(hash: u32) -> usize {
    (hash >> (u32::BITS - PART_BITS)) as usize
}

impl Addresses {
    /// More may have been read.
    pub(super) fn expire(&mut self) {
        self.is_complete = false;
        self.next = 0;
    }

    /// Looks at so many pages for what has been read since; whether there are more.
    pub(super) fn go_on(&mut self, map: &SiteMap, pages: usize) -> bool {
        if self.is_complete && self.seen.len() == map.len() {
            return false;
        }
        let mut url = String::new();
        self.parts.resize(1 << PART_BITS, Vec::new());
        self.seen.resize(map.len(), Span::default());
        let end = self.next.saturating_add(pages).min(map.len());
        for page in self.next..end {
            let (_, span) = map.stamp(page as NodeId);
            if self.seen[page] == span {
                continue;
            }
            self.seen[page] = span;
            let address = map.full_url(page as NodeId).or_else(|| {
                url.clear();
                map.write_url(page as NodeId, &mut url).then_some(&*url)
            });
            if let Some(hash) = address.map(hash) {
                self.parts[part_of(hash)].push(u64::from(hash) << 32 | page as u64);
            }
        }
        self.is_complete = end == map.len();
        self.next = if self.is_complete { 0 } else { end };
        !self.is_complete
    }

    /// The pages with this key, by number.
    pub(super) fn find(&self, map: &SiteMap, wanted: &str) -> Vec<NodeId> {
        let hash = hash(wanted);
        let is_it = |page: &NodeId| map.url(*page).is_some_and(|url| key(&url) == wanted);
        let same = self.parts.get(part_of(hash)).into_iter().flatten().filter(|number| (**number >> 32) as u32 == hash);
        let found: Vec<NodeId> = same.map(|number| *number as NodeId).filter(is_it).collect();
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

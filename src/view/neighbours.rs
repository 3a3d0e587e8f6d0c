//! The pages before, behind and above the current one.

use super::sorting::Sorting;
use crate::collections::keyed::HashSet;
use crate::limits::MAX_NEIGHBOUR_STEPS;
use crate::site_map::{Child, Kind, NodeId, Relation, SiteMap};

/// Which page beside another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbour {
    /// The one before it, as if all branches were open.
    Previous,
    /// The one behind it.
    Next,
    /// The nearest above it that is a page, or else the site's home page.
    Up,
}

/// A place in the tree as if all branches were open: the entries from the top level down, each with its siblings.
pub(super) struct Walk<'a> {
    map: &'a SiteMap,
    sorting: &'a Sorting,
    levels: Vec<(Vec<Child>, usize)>,
    above: HashSet<NodeId>,
    /// Entries gone through.
    steps: usize,
}

impl<'a> Walk<'a> {
    /// At the end of a way of pages from the top level down.
    pub(super) fn new(map: &'a SiteMap, sorting: &'a Sorting, way: &[NodeId]) -> Option<Walk<'a>> {
        let root = map.root()?;
        let mut walk = Walk { map, sorting, levels: Vec::new(), above: HashSet::default(), steps: 0 };
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

    /// The address of the nearest entry that is a page, and not one of these, which are sorted.
    pub(super) fn address(&mut self, to: Neighbour, current: &[NodeId]) -> Option<String> {
        while let Some(page) = self.step(to) {
            if self.map.kind(page) == Kind::Document || current.binary_search(&page).is_ok() {
                continue;
            }
            if let Some(url) = self.map.url(page) {
                return Some(url);
            }
        }
        None
    }
}

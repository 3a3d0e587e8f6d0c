//! The pages before, after and above the current one.

use super::order::Sorting;
use super::sibling_sort;
use crate::collections::keyed::HashSet;
use crate::limits::MAX_NEIGHBOUR_STEPS;
use crate::site_map::{Child, Kind, NodeId, Relation, SiteMap};

/// The direction to a neighbouring page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum Neighbour {
    /// The page before it in the fully expanded tree.
    Previous,
    /// The page after it in the fully expanded tree.
    Next,
    /// The nearest ancestor with an address, or the site's home page.
    Up,
    /// The next page that the user has not read. After the last page of the tree comes the first one.
    Unread,
}

/// A position in the fully expanded tree: its ancestors from the top level down, each with its siblings.
pub(super) struct Walk<'a> {
    map: &'a SiteMap,
    sorting: &'a Sorting,
    levels: Vec<(Vec<Child>, usize)>,
    above: HashSet<NodeId>,
    /// Number of entries visited.
    steps: usize,
}

impl<'a> Walk<'a> {
    /// Starts at the end of a path from the top level.
    pub(super) fn new(map: &'a SiteMap, sorting: &'a Sorting, path: &[NodeId]) -> Option<Walk<'a>> {
        let root = map.root()?;
        let mut walk = Walk { map, sorting, levels: Vec::new(), above: HashSet::default(), steps: 0 };
        walk.above.insert(map.referent(root));
        let mut above = root;
        for &page in path {
            let siblings = if walk.levels.is_empty() { walk.top() } else { walk.below(above) };
            let at = siblings.iter().position(|sibling| sibling.page == page)?;
            walk.levels.push((siblings, at));
            walk.above.insert(map.referent(page));
            above = page;
        }
        Some(walk)
    }

    /// Returns the entries of the top level.
    fn top(&mut self) -> Vec<Child> {
        match (self.sorting.top, self.map.root()) {
            (Some(page), _) => vec![Child { page, offset: 0 }],
            (None, Some(root)) => self.below(root),
            (None, None) => Vec::new(),
        }
    }

    /// Returns the children of a page at the end of the path.
    fn below(&mut self, page: NodeId) -> Vec<Child> {
        let mut children = Vec::new();
        self.map.children(page, Relation::Container, &mut children);
        self.steps += children.len() + 1;
        children.retain(|child| !self.above.contains(&self.map.referent(child.page)));
        sibling_sort::sort(self.map, self.sorting, &mut children);
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

    /// Moves to the next entry. Returns `None` at the end of the tree or after too many steps.
    fn step(&mut self, to: Neighbour) -> Option<NodeId> {
        self.steps += 1;
        if self.steps > MAX_NEIGHBOUR_STEPS {
            return None;
        }
        match to {
            Neighbour::Up => {
                self.pop()?;
            }
            Neighbour::Next | Neighbour::Unread => {
                let below = match self.page() {
                    Some(page) => self.below(page),
                    None => self.top(),
                };
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
                    // Descend to the last entry of the branch.
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

    /// Returns the address of the nearest page that is not in `current`, which is sorted, and that is wanted.
    pub(super) fn address(
        &mut self,
        to: Neighbour,
        current: &[NodeId],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Option<String> {
        while let Some(page) = self.step(to) {
            if self.map.kind(page) == Kind::Document || current.binary_search(&page).is_ok() {
                continue;
            }
            if let Some(url) = self.map.url(page).filter(|url| is_wanted(url)) {
                return Some(url);
            }
        }
        None
    }
}

//! The content tree in preorder, for maps in which each page has one parent. Most documents are like this. Then the
//! pages in tree order hold the whole structure, and a walk over all pages is one pass through memory.

use super::arena::SiteMap;
use super::marks::Marks;
use super::node::{Child, Flag, NodeId, Relation};
use crate::limits::MAX_ROWS;

/// The pages in tree order, the root first.
#[derive(Debug)]
pub(crate) struct Preorder {
    pages: Vec<NodeId>,
    /// The end of each page's branch.
    ends: Vec<u32>,
}

/// A preorder that is built in steps.
#[derive(Debug)]
pub(super) struct PreorderBuilder {
    tree: Preorder,
    /// The pages found so far, by page.
    is_known: Vec<bool>,
    due: Vec<NodeId>,
    /// The ancestors of the current page. Each has the length that `due` must have when its branch ends.
    path: Vec<(usize, usize)>,
    /// The only page of the top level, if one branch is the whole tree.
    top: Option<NodeId>,
}

impl PreorderBuilder {
    pub(super) fn new(map: &SiteMap, root: NodeId, top: Option<NodeId>) -> PreorderBuilder {
        let room = (map.pages() + 1).min(MAX_ROWS);
        let tree = Preorder { pages: Vec::with_capacity(room), ends: Vec::with_capacity(room) };
        let mut is_known = vec![false; map.len()];
        is_known[root as usize] = true;
        PreorderBuilder { tree, is_known, due: vec![root], path: Vec::new(), top }
    }

    /// Adds up to `pages` more pages. Returns `true` if some remain. Returns `None` if there are more than [`MAX_ROWS`]
    /// pages, or if a page has two parents. An alias counts as a second parent of its referent.
    pub(super) fn step(&mut self, map: &SiteMap, pages: usize) -> Option<bool> {
        let PreorderBuilder { tree, is_known, due, path, top } = self;
        let end = tree.pages.len().saturating_add(pages);
        let mut children: Vec<Child> = Vec::new();
        while tree.pages.len() < end {
            let Some(page) = due.pop() else { return Some(false) };
            let (at, rest) = (tree.pages.len(), due.len());
            if at >= MAX_ROWS {
                return None;
            }
            tree.pages.push(page);
            tree.ends.push(at as u32 + 1);
            if let (0, Some(top)) = (at, *top) {
                due.push(top);
            } else if !map.children_backwards(page, Relation::Container, |child| due.push(child)) {
                due.truncate(rest);
                children.clear();
                map.children(page, Relation::Container, &mut children);
                due.extend(children.iter().rev().map(|child| child.page));
            }
            for &child in &due[rest..] {
                if map.is(child, Flag::ALIAS) || std::mem::replace(&mut is_known[child as usize], true) {
                    return None;
                }
            }
            if due.len() > rest {
                path.push((at, rest));
            }
            while let Some(&(above, rest)) = path.last()
                && due.len() == rest
            {
                tree.ends[above] = tree.pages.len() as u32;
                path.pop();
            }
        }
        Some(true)
    }

    pub(super) fn tree(self) -> Preorder {
        self.tree
    }
}

impl Preorder {
    /// Returns the number of pages, the root included.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns the page at a position, and the end of its branch.
    pub(crate) fn get(&self, at: usize) -> (NodeId, usize) {
        (self.pages[at], self.ends[at] as usize)
    }

    /// Marks the ancestors of the chosen pages.
    pub(super) fn mark_above(&self, marks: &mut Marks) {
        let mut path: Vec<(usize, NodeId)> = Vec::new();
        for at in 0..self.len() {
            let (page, end) = self.get(at);
            while path.last().is_some_and(|&(end, _)| end <= at) {
                path.pop();
            }
            if marks.is_chosen(page) {
                // If one of them is marked, all its ancestors are marked already.
                path.iter()
                    .rev()
                    .map(|&(_, above)| above)
                    .take_while(|&above| marks.set_leads_on(above))
                    .for_each(drop);
            }
            if end > at + 1 {
                path.push((end, page));
            }
        }
    }

    /// Returns the shortest path from the top level to one of these pages. Returns the first of several equally short
    /// paths.
    pub(super) fn shortest(&self, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        let places = self.pages.iter().enumerate().skip(1).filter(|(_, page)| pages.contains(page));
        places.map(|(place, _)| self.path(place)).min_by_key(Vec::len)
    }

    /// Returns the path from the top level to a position.
    fn path(&self, place: usize) -> Vec<NodeId> {
        let (mut path, mut at) = (Vec::new(), 0);
        while at != place {
            at += 1;
            while self.ends[at] as usize <= place {
                at = self.ends[at] as usize;
            }
            path.push(self.pages[at]);
        }
        path
    }
}

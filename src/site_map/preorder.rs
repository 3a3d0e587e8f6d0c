//! The content tree with everything open, where each page stands in one place: as most documents have it. Then pages in
//! the order of the tree are all that is to be known of it, and looking at all of them is one pass through memory.

use super::arena::SiteMap;
use super::marks::Marks;
use super::node::{Child, Flag, NodeId, Relation};
use crate::limits::MAX_ROWS;

/// Pages in the order of the tree, the root first.
#[derive(Debug)]
pub(crate) struct Preorder {
    pages: Vec<NodeId>,
    /// Where what is below a page ends.
    ends: Vec<u32>,
}

/// A tree that is being gone through, so many pages at a time.
#[derive(Debug)]
pub(super) struct PreorderBuilder {
    tree: Preorder,
    /// By page: whether it has been met.
    is_known: Vec<bool>,
    due: Vec<NodeId>,
    /// Those on the way down, and how much is due behind what is below them.
    way: Vec<(usize, usize)>,
}

impl PreorderBuilder {
    pub(super) fn new(map: &SiteMap, root: NodeId) -> PreorderBuilder {
        let room = (map.pages() + 1).min(MAX_ROWS);
        let tree = Preorder { pages: Vec::with_capacity(room), ends: Vec::with_capacity(room) };
        let mut is_known = vec![false; map.len()];
        is_known[root as usize] = true;
        PreorderBuilder { tree, is_known, due: vec![root], way: Vec::new() }
    }

    /// Goes on for so many pages; whether there are more. `None` where a page stands in the tree twice, or may because it
    /// stands for another one, or where there is more than [`MAX_ROWS`].
    pub(super) fn go_on(&mut self, map: &SiteMap, pages: usize) -> Option<bool> {
        let PreorderBuilder { tree, is_known, due, way } = self;
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
            if !map.children_backwards(page, Relation::Container, |child| due.push(child)) {
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
                way.push((at, rest));
            }
            while let Some(&(above, rest)) = way.last()
                && due.len() == rest
            {
                tree.ends[above] = tree.pages.len() as u32;
                way.pop();
            }
        }
        Some(true)
    }

    pub(super) fn tree(self) -> Preorder {
        self.tree
    }
}

impl Preorder {
    /// Number of pages, the root included.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    /// The page at a place, and the place where what is below it ends.
    pub(crate) fn get(&self, at: usize) -> (NodeId, usize) {
        (self.pages[at], self.ends[at] as usize)
    }

    /// Marks what is above pages that are chosen.
    pub(super) fn mark_above(&self, marks: &mut Marks) {
        let mut way: Vec<(usize, NodeId)> = Vec::new();
        for at in 0..self.len() {
            let (page, end) = self.get(at);
            while way.last().is_some_and(|&(end, _)| end <= at) {
                way.pop();
            }
            if marks.is_chosen(page) {
                // Those farther up are marked if one of them is.
                way.iter().rev().map(|&(_, above)| above).take_while(|&above| marks.set_leads_on(above)).for_each(drop);
            }
            if end > at + 1 {
                way.push((end, page));
            }
        }
    }

    /// The pages from the top level down to the nearest of these; of ways of the same length the first.
    pub(super) fn shortest(&self, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        let places = self.pages.iter().enumerate().skip(1).filter(|(_, page)| pages.contains(page));
        places.map(|(place, _)| self.way(place)).min_by_key(Vec::len)
    }

    /// The pages from the top level down to a place.
    fn way(&self, place: usize) -> Vec<NodeId> {
        let (mut way, mut at) = (Vec::new(), 0);
        while at != place {
            at += 1;
            while self.ends[at] as usize <= place {
                at = self.ends[at] as usize;
            }
            way.push(self.pages[at]);
        }
        way
    }
}

//! Cycles: pages that are listed again in their own branch.

use super::arena::SiteMap;
use super::node::{Child, NodeId, Relation};
use crate::collections::keyed::{HashMap, HashSet};
use crate::findings::{FindingCode, Report};

/// Reports cycles. Returns two tables by node: the nodes in the content tree, and those in context trees.
pub(crate) fn check_cycles(map: &SiteMap, root: NodeId, report: &mut Report) -> (Vec<bool>, Vec<bool>) {
    let mut reported = HashSet::default();
    // The content tree comes first because its ancestors decide which entry counts as the repeated one.
    let mut walk = Walk::new(map, false, &mut reported);
    walk.run(root, report);
    let content = walk.seen;
    let mut walk = Walk::new(map, true, &mut reported);
    for page in (0..map.len() as NodeId).filter(|&page| content[page as usize]) {
        walk.run(page, report);
    }
    (content, walk.seen)
}

/// A depth-first walk that finds the reachable nodes and the entries that lead back to an ancestor. It visits each list
/// once, so pages that share a long list cost no more than that list. It does not report a cycle through a list that it has
/// visited in another branch.
struct Walk<'a> {
    map: &'a SiteMap,
    in_menus: bool,
    /// Pages that have a parent.
    seen: Vec<bool>,
    /// Lists that were visited.
    visited_lists: Vec<bool>,
    /// Pages on the current path.
    above: HashSet<NodeId>,
    /// Lists on the current path, each with the entry through which the path continues.
    through: HashMap<NodeId, Child>,
    /// Pairs of pages that were reported: the upper one is listed again below the lower one.
    reported: &'a mut HashSet<(NodeId, NodeId)>,
}

impl Walk<'_> {
    fn new<'a>(map: &'a SiteMap, in_menus: bool, reported: &'a mut HashSet<(NodeId, NodeId)>) -> Walk<'a> {
        Walk {
            map,
            in_menus,
            seen: vec![false; map.len()],
            visited_lists: vec![false; map.len()],
            above: HashSet::default(),
            through: HashMap::default(),
            reported,
        }
    }

    /// Walks the pages not seen yet: the content tree below the root, or the context tree of one page.
    fn run(&mut self, from: NodeId, report: &mut Report) {
        let mut children: Vec<(Child, Option<NodeId>)> = Vec::new();
        let mut repeated: Vec<NodeId> = Vec::new();
        // Each page on the path, with the start of its children in `children`. That stack shrinks as they are visited.
        let mut path: Vec<(NodeId, usize, Option<NodeId>)> = Vec::new();
        let mut next = Some((from, None));
        loop {
            if let Some((page, list)) = next.take() {
                let relations: &[Relation] = match (self.in_menus, path.is_empty()) {
                    (false, _) => &[Relation::Container],
                    (true, true) => &[Relation::Embedded],
                    (true, false) => &[Relation::Container, Relation::Embedded],
                };
                self.above.insert(self.map.referent(page));
                path.push((page, children.len(), list));
                let start = children.len();
                for &relation in relations {
                    self.map.children_once(page, relation, &mut self.visited_lists, &mut children, &mut repeated);
                }
                children[start..].reverse();
                for list in repeated.drain(..) {
                    if let Some(&entry) = self.through.get(&list) {
                        self.cycle(page, entry, report);
                    }
                }
            }
            let Some(&(page, start, list)) = path.last() else { return };
            if children.len() == start {
                self.above.remove(&self.map.referent(page));
                if let Some(list) = list {
                    self.through.remove(&list);
                }
                path.pop();
                continue;
            }
            let Some((child, list)) = children.pop() else { return };
            if self.above.contains(&self.map.referent(child.page)) {
                self.cycle(page, child, report);
            } else if !std::mem::replace(&mut self.seen[child.page as usize], true) {
                if let Some(list) = list {
                    self.through.insert(list, child);
                }
                next = Some((child.page, list));
            }
        }
    }

    fn cycle(&mut self, below: NodeId, entry: Child, report: &mut Report) {
        if self.reported.insert((below, entry.page)) {
            cycle(self.map, below, entry, report);
        }
    }
}

fn cycle(map: &SiteMap, below: NodeId, entry: Child, report: &mut Report) {
    let (line, column) = report.position(map.offset(map.referent(entry.page)));
    let message = format!(
        "'{}' (line {line}, column {column}) is listed again below itself, under '{}'; the repeated entry is left out.",
        map.title(entry.page),
        map.title(below)
    );
    report.warning(FindingCode::Cycle, entry.offset, message);
}

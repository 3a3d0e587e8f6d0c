//! The parents of each page: the lists that contain it, and the pages above these lists.
//!
//! A node may be a page and a list at once. An edge to it as a page is not an edge to it as a list. If each page has
//! one parent, the preorder of the tree replaces the edges.

use super::arena::SiteMap;
use super::lists::Growth;
use super::marks::Marks;
use super::node::{Flag, GONE, NONE, NodeId, REST, Relation};
use super::preorder::{Preorder, PreorderBuilder};
use crate::collections::keyed::{HashMap, HashSet};

/// The kind of an edge is stored with its owner, in the bits that node numbers do not use.
const CONTAINS: u32 = 1 << 30;
const CONTINUES: u32 = 1 << 31;
const OWNER: u32 = CONTAINS - 1;

/// The roles of a node.
pub(super) const AS_PAGE: u8 = 1;
const AS_LIST: u8 = 1 << 1;

/// Stands for the first edge of a node, before the lists and entries that a layer adds.
const START: u32 = u32::MAX - 1;

/// The edges of the content tree, by target.
#[derive(Debug, Default)]
pub(crate) struct Parents {
    nodes: usize,
    growth: Growth,
    /// Replaces all edges if each page has one parent.
    tree: Option<Preorder>,
    /// The roles in which each node was reached, by node.
    reached: Vec<u8>,
    /// An edge to each node, by node.
    head: Vec<u32>,
    /// Another edge to the same node, by edge.
    next: Vec<u32>,
    /// The node that owns each edge, by edge.
    owner: Vec<u32>,
    /// More owners of edges, by target. An alias shares the edges of the page that it stands for. Those of a layer have no
    /// number.
    shared: HashMap<NodeId, Vec<u32>>,
    /// The only page of the top level, if one branch is the whole tree.
    top: Option<NodeId>,
    remaining: Remaining,
}

/// The rest of the walk.
#[derive(Debug, Default)]
enum Remaining {
    /// Used while each page found so far has one parent.
    Tree(PreorderBuilder),
    /// The nodes to visit, each with its role and its next edge.
    Graph(Vec<(NodeId, u8, u32)>),
    #[default]
    Nothing,
}

impl Parents {
    /// Creates an empty value. [`Parents::step`] fills it. With `top`, that page is the only one of the top level.
    pub(crate) fn new(map: &SiteMap, top: Option<NodeId>) -> Parents {
        let nodes = map.len();
        let remaining =
            map.root().map_or(Remaining::Nothing, |root| Remaining::Tree(PreorderBuilder::new(map, root, top)));
        Parents { nodes, growth: map.growth(), reached: vec![0; nodes], top, remaining, ..Parents::default() }
    }

    /// Processes up to `amount` more edges of the content tree. Each list is visited once. Returns `true` if some
    /// remain.
    pub(crate) fn step(&mut self, map: &SiteMap, amount: usize) -> bool {
        match std::mem::take(&mut self.remaining) {
            Remaining::Nothing => return false,
            Remaining::Tree(mut builder) => match (builder.step(map, amount), map.root()) {
                (Some(true), _) => self.remaining = Remaining::Tree(builder),
                (None, Some(root)) => self.begin_graph(root),
                _ => {
                    let tree = builder.tree();
                    (0..tree.len()).for_each(|at| self.reached[tree.get(at).0 as usize] = AS_PAGE);
                    self.tree = Some(tree);
                    return false;
                }
            },
            Remaining::Graph(mut due) => {
                self.follow(map, &mut due, amount);
                if due.is_empty() {
                    return false;
                }
                self.remaining = Remaining::Graph(due);
            }
        }
        true
    }

    fn begin_graph(&mut self, root: NodeId) {
        let (nodes, edges) = (self.nodes, self.growth.edges());
        (self.head, self.next, self.owner) = (vec![NONE; nodes], vec![NONE; edges], vec![NONE; edges]);
        let mut due = Vec::new();
        self.reach(self.top.unwrap_or(root), AS_PAGE, &mut due);
        self.remaining = Remaining::Graph(due);
    }

    /// Follows up to `amount` edges of the nodes in `due`.
    fn follow(&mut self, map: &SiteMap, due: &mut Vec<(NodeId, u8, u32)>, mut amount: usize) {
        while let Some((node, role, mut at)) = due.pop() {
            let is_page = role == AS_PAGE;
            if at == START {
                amount = amount.saturating_sub(self.follow_layer(map, node, role, due));
                at = if is_page { map.nodes.head(node, Relation::Container) } else { map.nodes[node].members };
            }
            while let Some(edge) = map.lists.get(at) {
                if amount == 0 {
                    due.push((node, role, at));
                    return;
                }
                amount -= 1;
                let (this, target) = (at, edge.target);
                at = edge.next;
                let leads_to_list = match is_page {
                    true => map.is_list(target),
                    false => edge.order == REST,
                };
                let is_gone = match is_page {
                    true => map.layer_row(node).is_some_and(|said| said.folded == Some(target)),
                    false => edge.order == GONE || edge.order != REST && map.is_away(node, target),
                };
                let is_nothing = is_page && !leads_to_list && !map.is_described(target);
                if is_gone || is_nothing || (!leads_to_list && map.is(target, Flag::HIDDEN)) {
                    continue;
                }
                let kind = match (is_page, leads_to_list) {
                    (true, _) => CONTAINS,
                    (false, true) => CONTINUES,
                    (false, false) => 0,
                };
                if self.owner[this as usize] == NONE {
                    self.owner[this as usize] = node | kind;
                    self.next[this as usize] = std::mem::replace(&mut self.head[target as usize], this);
                } else {
                    self.shared.entry(target).or_default().push(node | kind);
                }
                self.reach(target, if leads_to_list { AS_LIST } else { AS_PAGE }, due);
            }
        }
    }

    /// Follows what a layer adds to a node. Returns how much that is.
    fn follow_layer(&mut self, map: &SiteMap, node: NodeId, role: u8, due: &mut Vec<(NodeId, u8, u32)>) -> usize {
        let lists = map.layer_row(node).filter(|_| role == AS_PAGE).map_or(&[][..], |said| &said.lists);
        for (list, _) in lists {
            self.shared.entry(*list).or_default().push(node | CONTAINS);
            self.reach(*list, AS_LIST, due);
        }
        let rows = map.layer_list(node).filter(|_| role == AS_LIST).unwrap_or_default();
        for &row in rows.iter().filter(|row| !map.is(**row, Flag::HIDDEN)) {
            self.shared.entry(row).or_default().push(node);
            self.reach(row, AS_PAGE, due);
        }
        lists.len() + rows.len()
    }

    fn reach(&mut self, node: NodeId, role: u8, due: &mut Vec<(NodeId, u8, u32)>) {
        if self.reached[node as usize] & role == 0 {
            self.reached[node as usize] |= role;
            due.push((node, role, START));
        }
    }

    /// Returns `true` if the map has not grown.
    pub(crate) fn is_current(&self, map: &SiteMap) -> bool {
        (self.nodes, self.growth) == (map.len(), map.growth())
    }

    /// Returns `true` if the whole content tree was visited.
    pub(crate) fn is_complete(&self) -> bool {
        matches!(self.remaining, Remaining::Nothing)
    }

    /// Returns the tree if each page has one parent.
    pub(crate) fn tree(&self) -> Option<&Preorder> {
        self.tree.as_ref()
    }

    /// Returns `true` if a page is in the content tree.
    pub(crate) fn is_reached(&self, page: NodeId) -> bool {
        self.reached.get(page as usize).is_some_and(|roles| roles & AS_PAGE != 0)
    }

    /// Returns the owners of the edges to a page or list, with the kinds of the edges.
    fn up(&self, node: NodeId) -> impl Iterator<Item = (NodeId, u32)> + '_ {
        let first = self.head.get(node as usize).copied();
        let is_one = |edge: &u32| *edge != NONE;
        std::iter::successors(first.filter(is_one), move |&edge| Some(self.next[edge as usize]).filter(is_one))
            .map(|edge| self.owner[edge as usize])
            .chain(self.shared.get(&node).into_iter().flatten().copied())
            .map(|owner| (owner & OWNER, owner & !OWNER))
    }

    /// Returns the pages and lists that contain a node, each with its role. Returns none if each page has one parent:
    /// see [`Parents::tree`].
    pub(super) fn above<'a>(
        &'a self,
        map: &'a SiteMap,
        node: NodeId,
        role: u8,
    ) -> impl Iterator<Item = (NodeId, u8)> + 'a {
        self.up(node).filter_map(move |(owner, kind)| match (role, kind) {
            // A container edge leads to a list, or to a page that is not a list.
            (AS_PAGE, CONTAINS) if map.is_list(node) => None,
            (_, CONTAINS) => Some((owner, AS_PAGE)),
            (AS_PAGE, 0) | (AS_LIST, CONTINUES) => Some((owner, AS_LIST)),
            _ => None,
        })
    }

    /// Marks entries and their ancestors. Returns the number of different pages among the entries. Entries without an
    /// address do not count, and an alias and its referent count as one. The iterator has no type of its own, so that the module has
    /// this code once.
    pub(crate) fn mark(&self, map: &SiteMap, pages: &mut dyn Iterator<Item = NodeId>, marks: &mut Marks) -> usize {
        marks.0.clear();
        marks.0.resize(self.reached.len(), 0);
        let mut count = 0;
        let mut aliases = Vec::new();
        let mut due = Vec::new();
        for page in pages.filter(|&page| self.is_reached(page)) {
            match map.referent(page) {
                _ if !map.has_url(page) => {}
                referent if referent == page => count += 1,
                referent => aliases.push(referent),
            }
            let before = marks.0[page as usize];
            marks.0[page as usize] |= Marks::CHOSEN;
            if self.tree.is_none() && before & Marks::BELOW == 0 {
                due.push((page, AS_PAGE));
            }
            while let Some((node, role)) = due.pop() {
                for (owner, as_what) in self.above(map, node, role) {
                    let mark = if as_what == AS_PAGE { Marks::BELOW } else { Marks::LISTED };
                    let before = marks.0[owner as usize];
                    marks.0[owner as usize] |= mark;
                    let was_due = if as_what == AS_PAGE { Marks::CHOSEN | Marks::BELOW } else { Marks::LISTED };
                    if before & was_due == 0 {
                        due.push((owner, as_what));
                    }
                }
            }
        }
        if let Some(tree) = &self.tree {
            tree.mark_above(marks);
        }
        count + aliases.into_iter().filter(|&referent| !marks.is_chosen(referent)).collect::<HashSet<_>>().len()
    }

    /// Returns the shortest path from the top level to one of these pages. Returns the first of several equally short
    /// paths.
    pub(crate) fn shortest(&self, map: &SiteMap, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        if let Some(tree) = &self.tree {
            return tree.shortest(pages);
        }
        let root = self.top.or(map.root())?;
        let mut distances: HashMap<NodeId, u32> = HashMap::default();
        let mut lists: HashSet<NodeId> = HashSet::default();
        let mut layer: Vec<NodeId> = pages.iter().copied().filter(|&page| self.is_reached(page)).collect();
        let mut distance = 0;
        distances.extend(layer.iter().map(|&page| (page, 0)));
        while !layer.is_empty() && !distances.contains_key(&root) {
            distance += 1;
            let mut above = Vec::new();
            let mut due: Vec<(NodeId, u8)> = layer.drain(..).map(|page| (page, AS_PAGE)).collect();
            while let Some((node, role)) = due.pop() {
                for (owner, role) in self.above(map, node, role) {
                    match role {
                        AS_PAGE => above.push(owner),
                        _ if lists.insert(owner) => due.push((owner, AS_LIST)),
                        _ => {}
                    }
                }
            }
            above.retain(|&page| {
                let known = distances.len();
                distances.entry(page).or_insert(distance);
                distances.len() > known
            });
            layer = above;
        }
        let (mut path, mut at) = (Vec::from_iter(self.top), root);
        let mut children = Vec::new();
        for distance in (0..*distances.get(&root)?).rev() {
            children.clear();
            map.children(at, Relation::Container, &mut children);
            at = children.iter().map(|child| child.page).find(|page| distances.get(page) == Some(&distance))?;
            path.push(at);
        }
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Report;
    use crate::site_map::{LayerRow, Overlay, PlaceOrigin};

    #[test]
    fn edges_and_preorder_give_the_same_paths_through_a_layer() {
        let (mut map, report) = (SiteMap::default(), &mut Report::default());
        let root = map.make_ground(report);
        let pages = ["a", "b", "b/x", "b/y", "c"].map(|path| {
            map.place(root, &format!("https://www.example.org/{path}"), "", 0, report).expect("an address of a page")
        });
        let ([a, b, x, y, c], rest) = (pages, map.unnamed(0, report));
        map.set_title(rest, "Rest", 0, report);
        let mut layer = Overlay::default();
        for (row, front, back) in [
            (root, vec![c], vec![rest]),
            (c, vec![x], vec![]),
            (a, vec![], vec![b]),
            (b, vec![], vec![]),
            (x, vec![], vec![]),
        ] {
            let place = Some(PlaceOrigin::Menu).filter(|_| row != a);
            map.add_to_layer(&mut layer, (row, LayerRow { place, ..LayerRow::default() }), [front, back], report);
        }
        map.end_layer(&mut layer, &[], &[(root, rest)], None);
        map.overlay = Some(Box::new(layer));
        let mut tree = Parents::new(&map, None);
        while tree.step(&map, 1) {}
        assert!(tree.tree().is_some());
        let mut graph = Parents::new(&map, None);
        graph.begin_graph(root);
        while graph.step(&map, 1) {}
        let expected = [vec![rest, a], vec![rest, a, b], vec![c, x], vec![rest, a, b, y], vec![c]];
        for (page, path) in pages.into_iter().zip(expected) {
            assert_eq!(tree.shortest(&map, &[page]), Some(path.clone()));
            assert_eq!(graph.shortest(&map, &[page]), Some(path));
        }
    }
}

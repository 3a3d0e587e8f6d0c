//! The ways up: from a page to the lists that it stands in, and from these to the pages above it.
//!
//! A node may be a page and a list at once, and what leads to it as a page does not lead to it as a list. Where each page
//! stands in one place, there is nothing to be gone up, and the tree itself is kept in place of the ways.

use super::arena::SiteMap;
use super::marks::Marks;
use super::node::{Flag, GONE, NONE, NodeId, REST, Relation};
use super::preorder::{Preorder, PreorderBuilder};
use crate::collections::keyed::{HashMap, HashSet};

/// The owner of an edge is kept with what kind of edge it is, in the bits that numbers of nodes leave.
const CONTAINS: u32 = 1 << 30;
const CONTINUES: u32 = 1 << 31;
const OWNER: u32 = CONTAINS - 1;

/// Roles of a node.
pub(super) const AS_PAGE: u8 = 1;
const AS_LIST: u8 = 1 << 1;

/// The edges of the content tree by where they lead.
#[derive(Debug, Default)]
pub(crate) struct Parents {
    nodes: usize,
    edges: usize,
    /// In place of all edges.
    tree: Option<Preorder>,
    /// By node: as what it stands in the content tree.
    reached: Vec<u8>,
    /// By node: an edge that leads there.
    head: Vec<u32>,
    /// By edge: another edge that leads to the same node.
    next: Vec<u32>,
    /// By edge: the node that it belongs to.
    owner: Vec<u32>,
    /// Further owners of edges, by where these lead: an alias shares those of what it stands for.
    shared: HashMap<NodeId, Vec<u32>>,
    left: Left,
}

/// What is still to be gone through.
#[derive(Debug, Default)]
enum Left {
    /// As long as each page stands in one place.
    Tree(PreorderBuilder),
    /// Nodes, as what they were reached, and the next edge of each.
    Graph(Vec<(NodeId, u8, u32)>),
    #[default]
    Nothing,
}

impl Parents {
    /// Of nothing yet; see [`Parents::go_on`].
    pub(crate) fn new(map: &SiteMap) -> Parents {
        let (nodes, edges) = (map.nodes.len(), map.edges.len());
        let left = map.root.map_or(Left::Nothing, |root| Left::Tree(PreorderBuilder::new(map, root)));
        Parents { nodes, edges, reached: vec![0; nodes], left, ..Parents::default() }
    }

    /// Goes through so much of the content tree, in all once, shared lists once too; whether there is more.
    pub(crate) fn go_on(&mut self, map: &SiteMap, amount: usize) -> bool {
        match std::mem::take(&mut self.left) {
            Left::Nothing => return false,
            Left::Tree(mut making) => match (making.go_on(map, amount), map.root) {
                (Some(true), _) => self.left = Left::Tree(making),
                (None, Some(root)) => {
                    let (nodes, edges) = (self.nodes, self.edges);
                    (self.head, self.next, self.owner) = (vec![NONE; nodes], vec![NONE; edges], vec![NONE; edges]);
                    self.reached[root as usize] = AS_PAGE;
                    self.left = Left::Graph(vec![(root, AS_PAGE, first_edge(map, root, AS_PAGE))]);
                }
                _ => {
                    let tree = making.tree();
                    (0..tree.len()).for_each(|at| self.reached[tree.get(at).0 as usize] = AS_PAGE);
                    self.tree = Some(tree);
                    return false;
                }
            },
            Left::Graph(mut due) => {
                self.follow(map, &mut due, amount);
                if due.is_empty() {
                    return false;
                }
                self.left = Left::Graph(due);
            }
        }
        true
    }

    /// Follows so many edges of what is due.
    fn follow(&mut self, map: &SiteMap, due: &mut Vec<(NodeId, u8, u32)>, mut amount: usize) {
        while let Some((node, role, mut at)) = due.pop() {
            let is_page = role == AS_PAGE;
            while let Some(edge) = map.edges.get(at as usize) {
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
                let is_gone = !is_page && edge.order == GONE;
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
                let role = if leads_to_list { AS_LIST } else { AS_PAGE };
                if self.reached[target as usize] & role == 0 {
                    self.reached[target as usize] |= role;
                    due.push((target, role, first_edge(map, target, role)));
                }
            }
        }
    }

    /// Whether the map is as long as it was.
    pub(crate) fn is_of(&self, map: &SiteMap) -> bool {
        (self.nodes, self.edges) == (map.nodes.len(), map.edges.len())
    }

    /// Whether all of it has been gone through.
    pub(crate) fn is_complete(&self) -> bool {
        matches!(self.left, Left::Nothing)
    }

    /// The tree, if each page stands in one place of it.
    pub(crate) fn tree(&self) -> Option<&Preorder> {
        self.tree.as_ref()
    }

    /// Whether a page stands in the content tree.
    pub(crate) fn is_reached(&self, page: NodeId) -> bool {
        self.reached.get(page as usize).is_some_and(|roles| roles & AS_PAGE != 0)
    }

    /// The nodes that a page (or a list) stands in, and the kinds of the edges.
    fn up(&self, node: NodeId) -> impl Iterator<Item = (NodeId, u32)> + '_ {
        let first = self.head.get(node as usize).copied();
        let is_one = |edge: &u32| *edge != NONE;
        std::iter::successors(first.filter(is_one), move |&edge| Some(self.next[edge as usize]).filter(is_one))
            .map(|edge| self.owner[edge as usize])
            .chain(self.shared.get(&node).into_iter().flatten().copied())
            .map(|owner| (owner & OWNER, owner & !OWNER))
    }

    /// The pages and lists that a node stands in, each with the role that it has there. Where each page stands in one place
    /// there are none: see [`Parents::tree`].
    pub(super) fn above<'a>(
        &'a self,
        map: &'a SiteMap,
        node: NodeId,
        role: u8,
    ) -> impl Iterator<Item = (NodeId, u8)> + 'a {
        self.up(node).filter_map(move |(owner, kind)| match (role, kind) {
            // An edge that says what a page contains leads to a list, or to a page that is none.
            (AS_PAGE, CONTAINS) if map.is_list(node) => None,
            (_, CONTAINS) => Some((owner, AS_PAGE)),
            (AS_PAGE, 0) | (AS_LIST, CONTINUES) => Some((owner, AS_LIST)),
            _ => None,
        })
    }

    /// Marks entries and what leads to them. Returns how many different pages are marked: an entry without an address is no
    /// page, and an alias and what it stands for are one.
    pub(crate) fn mark(&self, map: &SiteMap, pages: impl Iterator<Item = NodeId>, marks: &mut Marks) -> usize {
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

    /// The pages from the top level down to the nearest of these; of ways of the same length the first.
    pub(crate) fn shortest(&self, map: &SiteMap, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        if let Some(tree) = &self.tree {
            return tree.shortest(pages);
        }
        let root = map.root?;
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
        let (mut way, mut at) = (Vec::new(), root);
        let mut children = Vec::new();
        for left in (0..*distances.get(&root)?).rev() {
            children.clear();
            map.children(at, Relation::Container, &mut children);
            at = children.iter().map(|child| child.page).find(|page| distances.get(page) == Some(&left))?;
            way.push(at);
        }
        Some(way)
    }
}

/// The first edge that leads on from a node.
fn first_edge(map: &SiteMap, node: NodeId, role: u8) -> u32 {
    if role == AS_PAGE { map.head(node, Relation::Container) } else { map.nodes[node as usize].members }
}

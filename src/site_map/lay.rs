//! Lays a layer over the tree, and lifts it again.
//!
//! Every reader of the tree reads nodes and edges. So a layer is written into them, and each value that it changes is kept.
//! [`SiteMap::lift`] puts the kept values back. The rows that a layer adds keep their nodes, so open rows stay open.

use super::arena::SiteMap;
use super::layer::{Layer, Made, Row};
use super::node::{Edge, Flag, GONE, NONE, NodeId};
use super::overlay::Overlay;
use super::shape::Group;
use crate::collections::keyed::{HashMap, HashSet, Keyed};
use crate::findings::Report;
use crate::limits::MAX_NODES;
use crate::text::Span;
use std::hash::{BuildHasher, Hash};

/// A number that is the same for equal layers, whatever the order of their maps.
#[derive(Default)]
struct Print(u64);

impl Print {
    fn add(&mut self, item: impl Hash) {
        self.0 = self.0.wrapping_add(Keyed.hash_one(item));
    }
}

impl SiteMap {
    /// Puts the tree back to what it was before [`SiteMap::lay`].
    pub(crate) fn lift(&mut self) {
        if !self.overlay.is_laid {
            return;
        }
        let mut overlay = std::mem::take(&mut self.overlay);
        overlay.is_laid = false;
        for (edge, list) in overlay.emptied.drain(..) {
            self.edges[edge as usize].target = list;
        }
        for (page, list) in overlay.linked.drain(..).rev() {
            self.unlink(page, list, &mut overlay.free_edges);
        }
        for list in overlay.lists.drain(..) {
            let mut at = std::mem::replace(&mut self.nodes[list as usize].members, NONE);
            while let Some(edge) = self.edges.get(at as usize) {
                overlay.free_edges.push(at);
                at = edge.next;
            }
            overlay.free_lists.push(list);
        }
        for (edge, order) in overlay.gone.drain(..) {
            self.edges[edge as usize].order = order;
        }
        for (page, title) in overlay.titles_before.drain() {
            self.nodes[page as usize].title = title;
        }
        for page in overlay.urls.drain() {
            let node = &mut self.nodes[page as usize];
            (node.url, node.url_base) = (Span::default(), 0);
            self.mark(page, Flag::FOLDER);
            self.pages = self.pages.saturating_sub(1);
        }
        for page in overlay.hidden.drain(..) {
            self.show(page);
        }
        for page in overlay.shown.drain(..) {
            self.hide(page);
        }
        if let Some(page) = overlay.unfolded.take() {
            self.unmark(page, Flag::UNFOLDED);
        }
        self.pages = self.pages.saturating_sub(std::mem::take(&mut overlay.made_pages));
        overlay.places.clear();
        overlay.only_visited.clear();
        self.overlay = overlay;
        self.note_rearranged();
    }

    /// Lays a layer over the tree. No other one may be on it. Returns `true` if the last one was different.
    pub(crate) fn lay(&mut self, layer: Layer, report: &mut Report) -> bool {
        let Some(root) = self.root else { return false };
        let ground = self.len();
        let mut overlay = std::mem::take(&mut self.overlay);
        let mut nodes: Vec<NodeId> = Vec::with_capacity(layer.made.len());
        for made in &layer.made {
            let node = self.node_of(made, ground, &nodes, &mut overlay, report);
            nodes.push(node);
        }
        let mut print = Print::default();
        let node = |row: Row| (row as usize).checked_sub(ground).map_or(row, |at| nodes[at]);
        for (row, url) in layer.urls {
            print.add((row, &url));
            if let Some((span, base)) = self.visible_link(&url, "", 0, report) {
                self.give_url(row, span, base);
                self.unmark(row, Flag::FOLDER);
                overlay.urls.insert(row);
            }
        }
        let joined = layer.joined.iter().map(|(folder, _)| *folder);
        let moved: Vec<NodeId> =
            layer.places.keys().copied().chain(joined).filter(|&row| (row as usize) < ground).collect();
        self.take_away(&moved, &mut overlay);
        let (hosts, tail) = self.derived_trees.get(&root).map_or((NONE, NONE), |tree| (tree.hosts, tree.tail()));
        // The order of hash maps is not that of the rows. Nothing depends on it but the numbers of edges.
        for (row, children) in layer.front.into_iter().filter(|(_, children)| !children.is_empty()) {
            let before = if row == root { Some(hosts) } else { None };
            let children: Vec<NodeId> = children.into_iter().map(node).collect();
            print.add((node(row), true, &children));
            let list = self.fill_list(&children, &mut overlay, report);
            self.link_list(node(row), list, before, &mut overlay);
        }
        for (row, children) in layer.back.into_iter().filter(|(_, children)| !children.is_empty()) {
            let children: Vec<NodeId> = children.into_iter().map(node).collect();
            print.add((node(row), false, &children));
            let list = self.fill_list(&children, &mut overlay, report);
            let before = if row == root { tail } else { NONE };
            self.link_list(node(row), list, Some(before), &mut overlay);
        }
        for (folder, row) in layer.joined {
            print.add((node(row), folder));
            self.link_list(node(row), folder, Some(NONE), &mut overlay);
        }
        for (owner, row) in layer.folded {
            print.add((owner, node(row), 3));
            self.fold(owner, node(row), &mut overlay, report);
        }
        for row in layer.shown {
            let row = node(row);
            if self.is(row, Flag::HIDDEN) {
                self.show(row);
                overlay.shown.push(row);
            }
        }
        for row in layer.hidden.into_iter().map(node) {
            print.add(row);
            if !self.is(row, Flag::HIDDEN) {
                self.hide(row);
                overlay.hidden.push(row);
            }
        }
        let mut titles = HashMap::default();
        for (row, title) in layer.titles {
            let row = node(row);
            print.add((row, title.source as u8, &title.text));
            let known = overlay.titles.get(&row).map(|(_, span)| *span);
            let span = known.filter(|span| self.text.get(*span) == &*title.text);
            let span = span.unwrap_or_else(|| self.text.push_collapsed(&title.text));
            overlay.titles_before.insert(row, std::mem::replace(&mut self.nodes[row as usize].title, span));
            titles.insert(row, (title.source, span));
        }
        overlay.titles = titles;
        overlay.places = layer.places.iter().map(|(row, place)| (node(*row), place.source)).collect();
        overlay.only_visited = layer.only_visited.into_iter().map(node).collect();
        if let Some((row, true)) = layer.unfolded {
            self.mark(node(row), Flag::UNFOLDED);
            overlay.unfolded = Some(node(row));
        }
        overlay.only_visited.iter().for_each(|row| print.add((row, 2)));
        overlay.made_pages = layer.made.iter().filter(|made| matches!(made, Made::Page { .. })).count();
        self.pages += overlay.made_pages;
        (overlay.is_laid, overlay.ground) = (true, ground);
        overlay.made = nodes;
        let is_changed = std::mem::replace(&mut overlay.print, print.0) != print.0;
        self.overlay = overlay;
        self.note_rearranged();
        is_changed
    }

    /// Returns the node of a row of the layer that is on the tree.
    pub(crate) fn node_of_row(&self, row: Row) -> NodeId {
        (row as usize).checked_sub(self.overlay.ground).map_or(row, |at| self.overlay.made[at])
    }

    /// Creates the lists of the tree below the layer if they do not exist. Returns the root.
    pub(crate) fn make_ground(&mut self, report: &mut Report) -> NodeId {
        let root = self.make_root(report);
        self.derived_tree(root, report);
        root
    }

    /// Returns the node of an added row.
    fn node_of(
        &mut self,
        made: &Made,
        ground: usize,
        nodes: &[NodeId],
        overlay: &mut Overlay,
        report: &mut Report,
    ) -> NodeId {
        let identity = match made {
            Made::Page { url, .. } => (NONE, url.clone()),
            Made::Folder { key } => (NONE - 1, key.clone()),
            Made::Rest => (NONE - 2, Box::default()),
            Made::Heading { above, text } => {
                ((*above as usize).checked_sub(ground).map_or(*above, |at| nodes[at]), text.clone())
            }
        };
        if let Some(&known) = overlay.nodes.get(&identity) {
            return known;
        }
        let node = self.unnamed(0, report);
        if self.full_reported {
            return node;
        }
        self.mark(node, Flag::MADE);
        match made {
            Made::Page { url, .. } => {
                if let Some((span, base)) = self.visible_link(url, "", 0, report) {
                    let page = &mut self.nodes[node as usize];
                    (page.url, page.url_base) = (span, base);
                }
                self.mark(node, Flag::READABLE);
            }
            Made::Folder { key } => {
                self.nodes[node as usize].iri = self.text.push(key);
                self.mark(node, Flag::FOLDER);
                self.mark(node, Flag::READABLE);
            }
            Made::Heading { .. } => self.mark(node, Flag::FOLDER),
            Made::Rest => self.name_group(node, Group::Rest),
        }
        overlay.nodes.insert(identity, node);
        node
    }

    /// Removes rows from the places that their addresses give them.
    fn take_away(&mut self, rows: &[NodeId], overlay: &mut Overlay) {
        let mut leaving: HashMap<NodeId, HashSet<NodeId>> = HashMap::default();
        for &row in rows {
            if let Some(parent) = self.derived_parent(row) {
                leaving.entry(parent).or_default().insert(row);
            }
        }
        for (parent, rows) in leaving {
            let mut at = self.nodes[parent as usize].members;
            // A folder may have a million pages, so the search ends when all are found.
            let mut left = rows.len();
            while let Some(edge) = self.edges.get_mut(at as usize).filter(|_| left > 0) {
                if edge.order != GONE && rows.contains(&edge.target) {
                    overlay.gone.push((at, std::mem::replace(&mut edge.order, GONE)));
                    left -= 1;
                }
                at = edge.next;
            }
        }
    }

    /// Returns a list of rows.
    fn fill_list(&mut self, rows: &[NodeId], overlay: &mut Overlay, report: &mut Report) -> NodeId {
        let list = overlay.free_lists.pop().unwrap_or_else(|| self.unnamed(0, report));
        for (order, &row) in rows.iter().enumerate() {
            let next = self.nodes[list as usize].members;
            let edge = self.free_edge(Edge { target: row, next, order: order as u32, offset: 0 }, overlay);
            self.nodes[list as usize].members = edge;
        }
        overlay.lists.push(list);
        list
    }

    fn free_edge(&mut self, edge: Edge, overlay: &mut Overlay) -> u32 {
        match overlay.free_edges.pop() {
            Some(at) => {
                self.edges[at as usize] = edge;
                at
            }
            None if self.edges.len() >= 4 * MAX_NODES => edge.next,
            None => {
                self.edges.push(edge);
                self.edges.len() as u32 - 1
            }
        }
    }

    /// Puts a list below a row: before `other`, before all its lists, or after all of them if there is no list `other`.
    fn link_list(&mut self, row: NodeId, list: NodeId, other: Option<NodeId>, overlay: &mut Overlay) {
        // Edges are chained from the last list to the first one.
        let mut at = self.nodes[row as usize].containers;
        let mut behind = None;
        while let Some(edge) = self.edges.get(at as usize) {
            if other.map_or(edge.next == NONE, |other| edge.target == other) {
                behind = Some((at, edge.next));
                break;
            }
            at = edge.next;
        }
        let next = behind.map_or(self.nodes[row as usize].containers, |(_, next)| next);
        let added = self.free_edge(Edge { target: list, next, order: 0, offset: 0 }, overlay);
        match behind {
            Some((at, _)) => self.edges[at as usize].next = added,
            None => self.nodes[row as usize].containers = added,
        }
        overlay.linked.push((row, list));
    }

    /// Moves the children that a row has by their addresses below another row.
    fn fold(&mut self, owner: NodeId, row: NodeId, overlay: &mut Overlay, report: &mut Report) {
        let list = match self.root.and_then(|root| Some((root, self.derived_trees.get(&root)?))) {
            Some((root, tree)) if root == owner => tree.hosts,
            _ => owner,
        };
        let mut at = self.nodes[owner as usize].containers;
        while let Some(edge) = self.edges.get(at as usize) {
            if edge.target == list {
                let empty = self.fill_list(&[], overlay, report);
                self.edges[at as usize].target = empty;
                overlay.emptied.push((at, list));
                self.link_list(row, list, Some(NONE), overlay);
                return;
            }
            at = edge.next;
        }
    }

    /// Removes a list from a row.
    fn unlink(&mut self, row: NodeId, list: NodeId, free_edges: &mut Vec<u32>) {
        let (mut before, mut at) = (NONE, self.nodes[row as usize].containers);
        while let Some(&edge) = self.edges.get(at as usize) {
            if edge.target == list {
                match self.edges.get_mut(before as usize) {
                    Some(before) => before.next = edge.next,
                    None => self.nodes[row as usize].containers = edge.next,
                }
                free_edges.push(at);
                return;
            }
            (before, at) = (at, edge.next);
        }
    }

    /// Lets a sitemap list a page whose address only the layer has given so far.
    pub(super) fn yield_url(&mut self, page: NodeId) {
        if self.overlay.has_url(page) && self.overlay.urls.remove(&page) {
            let node = &mut self.nodes[page as usize];
            (node.url, node.url_base) = (Span::default(), 0);
            self.pages = self.pages.saturating_sub(1);
        }
    }
}

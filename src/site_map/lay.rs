//! Lays a layer over the tree, and lifts it again.
//!
//! Every reader of the tree reads nodes and edges. So a layer is written into them, and each value that it changes is kept.
//! [`SiteMap::lift`] puts the kept values back. The rows that a layer adds keep their nodes, so open rows stay open.

use super::arena::SiteMap;
use super::ground::Ground;
use super::layer::{Made, Title};
use super::node::{Edge, Flag, GONE, NONE, NodeId};
use super::origin::TitleOrigin;
use super::overlay::{LaidRow, Overlay};
use super::shape::Group;
use crate::collections::keyed::{HashMap, HashSet, Keyed};
use crate::findings::Report;
use crate::limits::MAX_NODES;
use crate::text::Span;
use std::hash::BuildHasher;

impl SiteMap {
    /// Puts the tree back to what it was before [`SiteMap::lay`].
    pub(crate) fn lift(&mut self) {
        if !self.overlay.is_laid {
            return;
        }
        let mut overlay = std::mem::take(&mut self.overlay);
        overlay.is_laid = false;
        for (row, list) in overlay.linked.drain() {
            self.unlink(row, list, &mut overlay.free_edges);
        }
        for list in overlay.lists.drain(..) {
            let mut at = std::mem::replace(&mut self.nodes[list as usize].members, NONE);
            while let Some(edge) = self.edges.get(at as usize) {
                overlay.free_edges.push(at);
                at = edge.next;
            }
            overlay.free_lists.push(list);
        }
        for (edge, before) in overlay.edges.drain() {
            let edge = &mut self.edges[edge as usize];
            match edge.order {
                GONE => edge.order = before,
                _ => edge.target = before,
            }
        }
        for row in &mut overlay.rows {
            if let Some(title) = row.title_below.take() {
                self.nodes[row.row as usize].title = title;
            }
            if std::mem::take(&mut row.has_link) {
                self.take_url(row.row);
                self.mark(row.row, Flag::FOLDER);
            }
            match std::mem::take(&mut row.is_turned) {
                true if row.is_hidden => self.show(row.row),
                true => self.hide(row.row),
                false => {}
            }
        }
        if let Some(row) = overlay.unfolded {
            self.unmark(row, Flag::UNFOLDED);
        }
        self.pages = self.pages.saturating_sub(overlay.pages.len());
        self.overlay = overlay;
        self.note_rearranged();
    }

    /// Returns the title that a layer gives to a row. A text that the layer on the tree has, too, is kept once.
    pub(crate) fn title_for_layer(&mut self, row: NodeId, title: &Title) -> (TitleOrigin, Span) {
        let known = self.overlay.row(row).and_then(|before| before.title).map(|(_, span)| span);
        let known = known.filter(|span| self.text.get(*span) == &*title.text);
        (title.source, known.unwrap_or_else(|| self.text.push_collapsed(&title.text)))
    }

    /// Returns the address that a layer gives to a row.
    pub(crate) fn link_for_layer(&mut self, row: NodeId, url: &str, report: &mut Report) -> Option<(Span, u16)> {
        let known = self.overlay.row(row).and_then(|before| before.link);
        let known = known.filter(|(span, base)| *base == 0 && self.text.get(*span) == url);
        known.or_else(|| self.visible_link(url, "", 0, report))
    }

    /// Adds a row to a layer that is not on the tree yet.
    pub(crate) fn add_to_layer(&self, layer: &mut Overlay, row: LaidRow) {
        let title = row.title.map(|(source, text)| (source as u8, self.text.get(text)));
        let link = row.link.map(|(url, base)| (self.text.get(url), base));
        let marks = (row.is_hidden, row.is_only_visited);
        // The order of the rows does not count.
        layer.print = layer.print.wrapping_add(Keyed.hash_one((row.row, title, link, &row.front, &row.back, marks)));
        layer.at.insert(row.row, layer.rows.len() as u32);
        layer.rows.push(row);
    }

    /// Replaces the layer. Returns `true` if the layer so far was different.
    pub(crate) fn replace_layer(&mut self, mut layer: Overlay, report: &mut Report) -> bool {
        self.lift();
        let before = &mut self.overlay;
        layer.nodes = std::mem::take(&mut before.nodes);
        (layer.free_lists, layer.free_edges) =
            (std::mem::take(&mut before.free_lists), std::mem::take(&mut before.free_edges));
        let ends = Keyed.hash_one((&layer.joined, &layer.folded, layer.unfolded));
        layer.print = layer.print.wrapping_add(ends);
        let is_changed = before.print != layer.print;
        self.overlay = layer;
        self.lay(report);
        is_changed
    }

    /// Lays the layer over the tree, if none is on it.
    pub(crate) fn lay(&mut self, report: &mut Report) {
        let Some(root) = self.root.filter(|_| !self.overlay.is_laid) else { return };
        let mut overlay = std::mem::take(&mut self.overlay);
        let mut rows = std::mem::take(&mut overlay.rows);
        let joined = overlay.joined.iter().map(|(folder, _)| *folder);
        let placed = rows.iter().filter(|row| row.place.is_some() && !self.is(row.row, Flag::MADE)).map(|row| row.row);
        let moved: Vec<NodeId> = placed.chain(joined).collect();
        self.take_away(&moved, &mut overlay);
        let (hosts, tail) = self.derived_trees.get(&root).map_or((NONE, NONE), |tree| (tree.hosts, tree.tail()));
        for row in &mut rows {
            let (at, is_root) = (row.row, row.row == root);
            if let Some((span, base)) = row.link
                && !self.has_url(at)
            {
                self.give_url(at, span, base);
                self.unmark(at, Flag::FOLDER);
                row.has_link = true;
            }
            if !row.front.is_empty() {
                let list = self.fill_list(&row.front, &mut overlay, report);
                self.link_list(at, list, is_root.then_some(hosts), &mut overlay);
            }
            if !row.back.is_empty() {
                let list = self.fill_list(&row.back, &mut overlay, report);
                self.link_list(at, list, Some(if is_root { tail } else { NONE }), &mut overlay);
            }
            let is_hidden = self.is(at, Flag::HIDDEN);
            row.is_turned = if row.is_hidden { !is_hidden } else { row.is_shown && is_hidden };
            match row.is_turned {
                true if row.is_hidden => self.hide(at),
                true => self.show(at),
                false => {}
            }
            if let Some((_, title)) = row.title {
                row.title_below = Some(std::mem::replace(&mut self.nodes[at as usize].title, title));
            }
        }
        for (folder, row) in overlay.joined.clone() {
            self.link_list(row, folder, Some(NONE), &mut overlay);
        }
        for (owner, row) in overlay.folded.clone() {
            self.fold(owner, row, &mut overlay, report);
        }
        if let Some(row) = overlay.unfolded {
            self.mark(row, Flag::UNFOLDED);
        }
        self.pages += overlay.pages.len();
        (overlay.rows, overlay.is_laid) = (rows, true);
        self.overlay = overlay;
        self.note_rearranged();
    }

    /// Changes the tree below the layer.
    pub(crate) fn change_ground<T>(&mut self, change: impl FnOnce(&mut SiteMap) -> T) -> T {
        let is_laid = self.overlay.is_laid;
        self.lift();
        let result = change(self);
        if is_laid {
            self.lay(&mut Report::default());
        }
        result
    }

    /// Returns what `arrange` reads: the tree without the layer.
    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground(self)
    }

    /// Creates the lists of the tree below the layer if they do not exist. Returns the root.
    pub(crate) fn make_ground(&mut self, report: &mut Report) -> NodeId {
        let root = self.make_root(report);
        self.derived_tree(root, report);
        root
    }

    /// Adds nodes for rows of a layer. `nodes` are those of the rows before. `base` is the number of rows below the layer.
    pub(crate) fn make_rows(
        &mut self,
        rows: impl Iterator<Item = Made>,
        base: usize,
        nodes: &mut Vec<NodeId>,
        layer: &mut Overlay,
        report: &mut Report,
    ) {
        let mut overlay = std::mem::take(&mut self.overlay);
        for made in rows {
            let node = self.node_of(&made, base, nodes, &mut overlay, report);
            nodes.push(node);
            if let Made::Page { key, .. } = made {
                layer.pages.insert(key, node);
            }
        }
        self.overlay = overlay;
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
            Made::Page { key, .. } => (NONE, key.clone()),
            Made::Folder { key } => (NONE - 1, key.clone()),
            Made::Rest => (NONE - 2, Box::default()),
            Made::Heading { above, text } => {
                ((*above as usize).checked_sub(ground).map_or(*above, |at| nodes[at]), text.clone())
            }
        };
        if let Some(&known) = overlay.nodes.get(&identity) {
            if let Made::Page { url, .. } = made
                && self.url(known).as_deref() != Some(url)
                && let Some((span, base)) = self.visible_link(url, "", 0, report)
            {
                self.change_url(known, span, base);
            }
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
                    self.change_url(node, span, base);
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
                    overlay.edges.insert(at, std::mem::replace(&mut edge.order, GONE));
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
        overlay.linked.insert((row, list));
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
                overlay.edges.insert(at, list);
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
        if self.overlay.yield_url(page) {
            self.take_url(page);
        }
    }

    fn take_url(&mut self, row: NodeId) {
        self.change_url(row, Span::default(), 0);
        self.pages = self.pages.saturating_sub(1);
    }
}

//! Makes layers, and reads the tree through the layer on it.

use super::arena::SiteMap;
use super::ground::Ground;
use super::layer::{Made, Title};
use super::node::{Child, Edge, Flag, NONE, NodeId, Relation};
use super::origin::TitleOrigin;
use super::overlay::{FIRST, LayerRow, Overlay};
use super::shape::Group;
use crate::findings::Report;
use crate::text::Span;

impl SiteMap {
    /// Returns what the layer says about a row.
    #[inline]
    pub(super) fn layer_row(&self, row: NodeId) -> Option<&LayerRow> {
        self.overlay.as_ref()?.row(row)
    }

    /// Returns the rows in a list of the layer.
    #[inline]
    pub(super) fn layer_list(&self, list: NodeId) -> Option<&[NodeId]> {
        self.overlay.as_ref()?.list(list)
    }

    /// Returns the title of a row. It is empty if the row has none.
    #[inline]
    pub(super) fn title_span(&self, row: NodeId) -> Span {
        match self.layer_row(row).and_then(|said| said.title) {
            Some((_, title)) => title,
            None => self.nodes[row].title,
        }
    }

    /// Returns the address of a row, with the number of its base. It is empty if the row has none.
    #[inline]
    pub(super) fn link_of(&self, row: NodeId) -> (Span, u16) {
        let below = self.nodes[row].link;
        if below.0.is_empty()
            && let Some(link) = self.layer_row(row).and_then(|said| said.link)
        {
            return link;
        }
        below
    }

    /// Returns `true` if only the layer gives a row its address.
    pub(super) fn has_link_of_layer(&self, row: NodeId) -> bool {
        self.nodes[row].link.0.is_empty() && self.has_url(row)
    }

    /// Returns `true` if the layer has an entry of a list elsewhere, or hides it.
    #[inline]
    pub(super) fn is_away(&self, list: NodeId, entry: NodeId) -> bool {
        let is_placed = |said: &LayerRow| said.place.is_some() && self.derived_parent(entry) == Some(list);
        self.layer_row(entry).is_some_and(|said| said.is_hidden || is_placed(said))
    }

    /// Returns the lists of a page, the last one first.
    #[inline]
    pub(super) fn lists_backwards(&self, page: NodeId, relation: Relation) -> impl Iterator<Item = Child> {
        let (mut at, mut lists) = match self.layer_lists(page, relation) {
            Some(lists) => (NONE, lists),
            None => (self.nodes.head(page, relation), Vec::new()),
        };
        std::iter::from_fn(move || {
            let Some(edge) = self.lists.get(at) else { return lists.pop() };
            at = edge.next;
            Some(Child { page: edge.target, offset: edge.offset })
        })
    }

    /// Returns the lists of a page if the layer changes them.
    #[inline]
    pub(super) fn layer_lists(&self, page: NodeId, relation: Relation) -> Option<Vec<Child>> {
        let said = self.layer_row(page).filter(|said| relation == Relation::Container && said.has_lists());
        said.map(|said| self.lists_through(page, said))
    }

    #[inline(never)]
    fn lists_through(&self, page: NodeId, said: &LayerRow) -> Vec<Child> {
        let added = |place: NodeId| said.lists.iter().filter(move |(_, before)| *before == place);
        let added = |place| added(place).map(|(list, _)| Child { page: *list, offset: 0 });
        let below: Vec<Edge> =
            self.lists.chain(self.nodes.head(page, Relation::Container)).map(|(_, edge)| *edge).collect();
        let mut lists: Vec<Child> = added(FIRST).collect();
        for Edge { target: page, offset, .. } in below.into_iter().rev() {
            lists.extend(added(page));
            lists.extend(Some(Child { page, offset }).filter(|_| said.folded != Some(page)));
        }
        lists.extend(added(NONE));
        lists
    }

    /// Changes the tree below the layer.
    pub(crate) fn change_ground<T>(&mut self, change: impl FnOnce(&mut SiteMap) -> T) -> T {
        let layer = self.overlay.take();
        let result = change(self);
        self.overlay = layer;
        result
    }

    /// Returns what `arrange` reads: the tree without a layer. The caller has taken it off.
    pub(crate) fn ground(&self) -> Ground<'_> {
        debug_assert!(self.overlay.is_none(), "a layer is on the tree");
        Ground(self)
    }

    /// Creates the lists of the tree below the layer if they do not exist. Returns the root.
    pub(crate) fn make_ground(&mut self, report: &mut Report) -> NodeId {
        let root = self.make_root(report);
        self.derived_tree(root, report);
        root
    }
}

impl SiteMap {
    /// Returns the title that a layer gives to a row. A text that the layer before has for it, too, is kept once.
    pub(crate) fn title_for_layer(&mut self, title: &Title, before: Option<&LayerRow>) -> (TitleOrigin, Span) {
        let known = before.and_then(|before| before.title).map(|(_, span)| span);
        let known = known.filter(|span| self.text.get(*span) == &*title.text);
        (title.source, known.unwrap_or_else(|| self.text.push_collapsed(&title.text)))
    }

    /// Returns the address that a layer gives to a row.
    pub(crate) fn link_for_layer(
        &mut self,
        url: &str,
        before: Option<&LayerRow>,
        report: &mut Report,
    ) -> Option<(Span, u16)> {
        let known = before.and_then(|before| before.link);
        let known = known.filter(|(span, base)| *base == 0 && self.text.get(*span) == url);
        known.or_else(|| self.visible_link(url, "", 0, report))
    }

    /// Adds a row to a layer. `front` and `back` are its children before and after those of the tree below.
    pub(crate) fn add_to_layer(
        &mut self,
        layer: &mut Overlay,
        (row, said): (NodeId, LayerRow),
        [front, back]: [Vec<NodeId>; 2],
        report: &mut Report,
    ) {
        let title = said.title.map(|(source, text)| (source as u8, self.text.get(text)));
        let link = said.link.map(|(url, base)| (self.text.get(url), base));
        let marks = (said.is_hidden, said.is_only_visited);
        let was_shown = self.has_url(row) && !self.is(row, Flag::HIDDEN);
        let is_hidden = said.is_hidden || self.is(row, Flag::HIDDEN) && !said.is_shown;
        let is_shown = (self.has_url(row) || said.link.is_some()) && !is_hidden;
        let more_pages = isize::from(is_shown) - isize::from(was_shown);
        layer.add(row, said, more_pages, &(row, title, link, &front, &back, marks));
        let tree = self.root_tree().filter(|_| self.root() == Some(row));
        let places = tree.map_or([FIRST, NONE], |tree| [tree.lists().hosts, tree.lists().tail]);
        for (rows, before) in [front, back].into_iter().zip(places).filter(|(rows, _)| !rows.is_empty()) {
            if let Some(list) = self.list_for_layer(layer.lists(), report) {
                layer.add_list(row, list, before, rows);
            }
        }
    }

    /// Returns the node of the list with this number. Returns `None` if the arena is full.
    fn list_for_layer(&mut self, at: usize, report: &mut Report) -> Option<NodeId> {
        if at == self.layer_nodes.lists().len() {
            let list = self.unnamed(0, report);
            if !self.was_full() {
                self.layer_nodes.add_list(list);
            }
        }
        self.layer_nodes.lists().get(at).copied()
    }

    /// Ends a layer. `joined` has the folders whose children another row has, and `folded` the rows whose own children another
    /// row has. Nothing else is added to it.
    pub(crate) fn end_layer(
        &mut self,
        layer: &mut Overlay,
        joined: &[(NodeId, NodeId)],
        folded: &[(NodeId, NodeId)],
        unfolded: Option<NodeId>,
    ) {
        for &(folder, owner) in joined.iter().filter(|(folder, _)| self.is_list(*folder)) {
            layer.row_mut(owner).lists.push((folder, NONE));
        }
        for &(owner, row) in folded {
            let tree = self.root_tree().filter(|_| self.root() == Some(owner));
            let list = tree.map_or(owner, |tree| tree.lists().hosts);
            if self.lists.chain(self.nodes.head(owner, Relation::Container)).any(|(_, edge)| edge.target == list) {
                layer.row_mut(owner).folded = Some(list);
                layer.row_mut(row).lists.push((list, NONE));
            }
        }
        layer.end(unfolded, &(joined, folded, unfolded));
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
        for made in rows {
            let node = self.node_of(&made, base, nodes, report);
            nodes.push(node);
            if let Made::Page { key, .. } = made {
                layer.add_page(key, node);
            }
        }
    }

    /// Returns the node of an added row.
    fn node_of(&mut self, made: &Made, ground: usize, nodes: &[NodeId], report: &mut Report) -> NodeId {
        let identity = match made {
            Made::Page { key, .. } => (NONE, key.clone()),
            Made::Folder { key } => (NONE - 1, key.clone()),
            Made::Rest => (NONE - 2, Box::default()),
            Made::Heading { above, text } => {
                ((*above as usize).checked_sub(ground).map_or(*above, |at| nodes[at]), text.clone())
            }
        };
        let known = self.layer_nodes.row(&identity);
        let node = known.unwrap_or_else(|| self.unnamed(0, report));
        if known.is_none() && self.was_full() {
            return node;
        }
        if let Made::Page { url, .. } = made
            && self.url(node).as_deref() != Some(url)
            && let Some(link) = self.visible_link(url, "", 0, report)
        {
            self.nodes.set_link(node, link);
        }
        if known.is_some() {
            return node;
        }
        self.mark(node, Flag::MADE);
        match made {
            Made::Page { .. } => self.mark(node, Flag::READABLE),
            Made::Folder { key } => {
                self.nodes.set_iri(node, self.text.push(key));
                self.mark(node, Flag::FOLDER);
                self.mark(node, Flag::READABLE);
            }
            Made::Heading { .. } => self.mark(node, Flag::FOLDER),
            Made::Rest => self.name_group(node, Group::Rest),
        }
        self.layer_nodes.add_row(identity, node);
        node
    }
}

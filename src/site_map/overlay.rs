//! The layer on the tree, and the values below it.

use super::node::NodeId;
use super::origin::{PlaceOrigin, TitleOrigin};
use crate::collections::keyed::{HashMap, HashSet};
use crate::text::Span;

/// What identifies a row that a layer adds: the node above a heading, and its text or key.
pub(super) type Identity = (NodeId, Box<str>);

/// A layer over the tree, and what it has changed there.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    /// The layer is on the tree.
    pub(super) is_laid: bool,
    /// The nodes of the rows that layers have added. They are kept when a layer is lifted.
    pub(super) nodes: HashMap<Identity, NodeId>,
    /// The rows of the layer.
    pub(super) rows: Vec<LaidRow>,
    /// The index of each row in `rows`.
    pub(super) at: HashMap<NodeId, u32>,
    /// Folders whose children another row has.
    pub(crate) joined: Vec<(NodeId, NodeId)>,
    /// Rows whose own children another row has.
    pub(crate) folded: Vec<(NodeId, NodeId)>,
    /// The row of the home page, if the layer opens it.
    pub(crate) unfolded: Option<NodeId>,
    /// The pages that only the layer has, by their keys.
    pub(crate) pages: HashMap<Box<str>, NodeId>,
    /// A number that is the same for equal layers.
    pub(super) print: u64,
    /// Nodes and edges that can be used again.
    pub(super) free_lists: Vec<NodeId>,
    pub(super) free_edges: Vec<u32>,
    /// The lists that the layer has put below rows.
    pub(super) linked: HashSet<(NodeId, NodeId)>,
    /// The lists of the layer itself.
    pub(super) lists: Vec<NodeId>,
    /// The targets of edges where the layer has empty lists, and the order of edges to rows that the layer has elsewhere.
    pub(super) edges: HashMap<u32, u32>,
}

/// A row of the layer, and what it was before.
#[derive(Debug, Default)]
pub(crate) struct LaidRow {
    pub(crate) row: NodeId,
    /// Where its place comes from, if the layer places it.
    pub(crate) place: Option<PlaceOrigin>,
    pub(crate) title: Option<(TitleOrigin, Span)>,
    /// Its address, if it has none below.
    pub(crate) link: Option<(Span, u16)>,
    /// The children that come before those of the tree below.
    pub(crate) front: Vec<NodeId>,
    /// The children that come after those of the tree below.
    pub(crate) back: Vec<NodeId>,
    /// It is shown even if it is hidden below.
    pub(crate) is_shown: bool,
    pub(crate) is_hidden: bool,
    /// It is a page that only visits have shown.
    pub(crate) is_only_visited: bool,
    /// The title below, if the row has another one.
    pub(crate) title_below: Option<Span>,
    /// The layer has given the row its address.
    pub(crate) has_link: bool,
    /// The layer has shown or hidden the row.
    pub(crate) is_turned: bool,
}

impl Overlay {
    pub(crate) fn memory(&self) -> usize {
        /// Bytes of an entry of a hash map, with free space.
        const ENTRY: usize = 32;
        let names = self.nodes.keys().map(|(_, text)| text.len() + 2 * ENTRY);
        let pages = self.pages.keys().map(|key| key.len() + 2 * ENTRY);
        let rows = self.rows.iter().map(|row| size_of::<LaidRow>() + ENTRY + 4 * (row.front.len() + row.back.len()));
        names.chain(pages).chain(rows).sum::<usize>() + self.edges.len() * ENTRY
    }

    /// Returns what the layer says about a row.
    pub(super) fn row(&self, row: NodeId) -> Option<&LaidRow> {
        self.at.get(&row).map(|&at| &self.rows[at as usize])
    }

    fn row_mut(&mut self, row: NodeId) -> Option<&mut LaidRow> {
        self.at.get(&row).map(|&at| &mut self.rows[at as usize])
    }

    /// Returns `true` if menus or breadcrumbs place a row.
    pub(super) fn has_places(&self) -> bool {
        self.rows.iter().any(|row| row.place.is_some_and(|place| place != PlaceOrigin::Address))
    }

    pub(super) fn has_title(&self, row: NodeId) -> bool {
        self.row(row).is_some_and(|row| row.title_below.is_some())
    }

    pub(super) fn is_only_visited(&self, page: NodeId) -> bool {
        self.row(page).is_some_and(|row| row.is_only_visited)
    }

    /// Returns `true` if the layer says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty() && !self.rows.iter().any(|row| row.place.is_some() || row.title.is_some())
    }

    /// Returns the page with this key that only the layer has.
    pub(super) fn page(&self, key: &str) -> Option<NodeId> {
        self.pages.get(key).copied().filter(|_| self.is_laid)
    }

    /// Returns `true` if only the layer says that there is a page at an address of the tree.
    pub(super) fn has_url(&self, row: NodeId) -> bool {
        self.row(row).is_some_and(|row| row.has_link)
    }

    /// Notes that a sitemap lists a page. Returns `true` if only the layer has given it an address so far.
    pub(super) fn yield_url(&mut self, row: NodeId) -> bool {
        self.row_mut(row).is_some_and(|row| std::mem::take(&mut row.has_link))
    }

    /// Notes the title that a sitemap gives to a row that has another one in the layer. The first one counts, unless it is only
    /// a substitute.
    pub(super) fn note_title(&mut self, row: NodeId, title: Span, is_better: bool) {
        let below = self.row_mut(row).and_then(|row| row.title_below.as_mut());
        if let Some(below) = below.filter(|below| below.is_empty() || is_better) {
            *below = title;
        }
    }

    /// Returns the pages that only the layer has.
    pub(super) fn unlisted(&self) -> impl Iterator<Item = NodeId> + '_ {
        let folders = self.rows.iter().filter(|row| row.has_link).map(|row| row.row);
        folders.chain(self.pages.values().copied())
    }
}

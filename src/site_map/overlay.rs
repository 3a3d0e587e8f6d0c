//! What is known about the layer on the tree, and the values below it.

use super::guided::{PlaceOrigin, TitleOrigin};
use super::node::NodeId;
use crate::collections::keyed::{HashMap, HashSet};
use crate::text::Span;

/// What identifies a row that a layer adds: the node above a heading, and its text, key or address.
pub(super) type Identity = (NodeId, Box<str>);

/// The layer on the tree.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    /// A layer is on the tree.
    pub(super) is_laid: bool,
    /// The nodes of the rows that layers have added. They are kept when a layer is lifted.
    pub(super) nodes: HashMap<Identity, NodeId>,
    /// Nodes and edges that can be used again.
    pub(super) free_lists: Vec<NodeId>,
    pub(super) free_edges: Vec<u32>,
    /// The lists that the layer has put below rows.
    pub(super) linked: Vec<(NodeId, NodeId)>,
    /// The lists of the layer itself.
    pub(super) lists: Vec<NodeId>,
    /// The edges to lists that another row has in the layer, with these lists.
    pub(super) emptied: Vec<(u32, NodeId)>,
    /// The edges to rows that the layer has elsewhere, with their order.
    pub(super) gone: Vec<(u32, u32)>,
    /// The titles before, where the layer has another one.
    pub(super) titles_before: HashMap<NodeId, Span>,
    /// The rows that have an address only in the layer.
    pub(super) urls: HashSet<NodeId>,
    pub(super) hidden: Vec<NodeId>,
    pub(super) shown: Vec<NodeId>,
    pub(super) unfolded: Option<NodeId>,
    /// The pages that only the layer has.
    pub(super) made_pages: usize,
    pub(super) titles: HashMap<NodeId, (TitleOrigin, Span)>,
    pub(super) places: HashMap<NodeId, PlaceOrigin>,
    pub(super) only_visited: HashSet<NodeId>,
    /// The number of nodes below the layer, and the nodes of its made rows.
    pub(super) ground: usize,
    pub(super) made: Vec<NodeId>,
    /// A number that is the same for equal layers.
    pub(super) print: u64,
}

impl Overlay {
    pub(crate) fn memory(&self) -> usize {
        /// Bytes of an entry of a hash map, with free space.
        const ENTRY: usize = 32;
        let names = self.nodes.keys().map(|(_, text)| text.len() + 2 * ENTRY).sum::<usize>();
        names + (self.titles.len() * 2 + self.places.len() + self.titles_before.len() + self.gone.len()) * ENTRY
    }

    pub(super) fn title_origin(&self, page: NodeId) -> Option<TitleOrigin> {
        self.titles.get(&page).map(|(origin, _)| *origin)
    }

    pub(super) fn place_origin(&self, page: NodeId) -> Option<PlaceOrigin> {
        self.places.get(&page).copied()
    }

    pub(super) fn has_places(&self) -> bool {
        !self.places.is_empty()
    }

    pub(super) fn has_title(&self, page: NodeId) -> bool {
        !self.titles.is_empty() && self.titles.contains_key(&page)
    }

    pub(super) fn is_only_visited(&self, page: NodeId) -> bool {
        self.only_visited.contains(&page)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty() && self.titles.is_empty() && self.urls.is_empty() && self.made_pages == 0
    }

    /// Returns `true` if only the layer says that there is a page at an address of the tree.
    pub(super) fn has_url(&self, page: NodeId) -> bool {
        !self.urls.is_empty() && self.urls.contains(&page)
    }

    /// Notes the title that a sitemap gives to a row that has another one in the layer. The first one counts, unless it is only
    /// a substitute.
    pub(super) fn note_title(&mut self, page: NodeId, title: Span, is_better: bool) {
        let before = self.titles_before.get_mut(&page).filter(|before| before.is_empty() || is_better);
        before.into_iter().for_each(|before| *before = title);
    }

    /// The shown rows that no sitemap lists.
    pub(super) fn unlisted(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.urls.iter().copied()
    }
}

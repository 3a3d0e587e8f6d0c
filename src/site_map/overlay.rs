//! The layer on the tree, and the values below it.

use super::layer::Layer;
use super::node::NodeId;
use super::origin::{PlaceOrigin, TitleOrigin};
use crate::collections::keyed::{HashMap, HashSet};
use crate::text::Span;

/// What identifies a row that a layer adds: the node above a heading, and its text or key.
pub(super) type Identity = (NodeId, Box<str>);

/// The layer on the tree, and what it has changed there.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    /// The layer is on the tree.
    pub(super) is_laid: bool,
    /// The nodes of the rows that layers have added. They are kept when a layer is lifted.
    pub(super) nodes: HashMap<Identity, NodeId>,
    /// The layer. Its rows are nodes. Its titles and addresses are in the next two maps.
    pub(super) layer: Layer,
    pub(super) titles: HashMap<NodeId, (TitleOrigin, Span)>,
    pub(super) links: HashMap<NodeId, (Span, u16)>,
    /// The pages that only the layer has, by their keys.
    pub(super) pages: HashMap<Box<str>, NodeId>,
    /// A number that is the same for equal layers.
    pub(super) print: u64,
    /// Nodes and edges that can be used again.
    pub(super) free_lists: Vec<NodeId>,
    pub(super) free_edges: Vec<u32>,
    /// The lists that the layer has put below rows.
    pub(super) linked: HashSet<(NodeId, NodeId)>,
    /// The lists of the layer itself.
    pub(super) lists: Vec<NodeId>,
    /// The lists at the edges where the layer has empty ones.
    pub(super) emptied: HashMap<u32, NodeId>,
    /// The order of the edges to rows that the layer has elsewhere.
    pub(super) gone: HashMap<u32, u32>,
    /// The titles where the layer has other ones.
    pub(super) titles_before: HashMap<NodeId, Span>,
    /// The rows that have an address only in the layer.
    pub(super) urls: HashSet<NodeId>,
    /// The rows that the layer hides, and those that it shows.
    pub(super) hidden: HashSet<NodeId>,
    pub(super) shown: HashSet<NodeId>,
}

impl Overlay {
    pub(crate) fn memory(&self) -> usize {
        /// Bytes of an entry of a hash map, with free space.
        const ENTRY: usize = 32;
        let names = self.nodes.keys().map(|(_, text)| text.len() + 2 * ENTRY);
        let pages = self.pages.keys().map(|key| key.len() + 2 * ENTRY);
        let rows = self.titles.len() * 2 + self.layer.places.len() * 2 + self.titles_before.len() + self.gone.len();
        names.chain(pages).sum::<usize>() + rows * ENTRY
    }

    pub(super) fn title_origin(&self, row: NodeId) -> Option<TitleOrigin> {
        self.titles.get(&row).map(|(origin, _)| *origin)
    }

    pub(super) fn place_origin(&self, row: NodeId) -> Option<PlaceOrigin> {
        self.layer.places.get(&row).map(|place| place.source)
    }

    pub(super) fn has_places(&self) -> bool {
        !self.layer.places.is_empty()
    }

    pub(super) fn has_title(&self, row: NodeId) -> bool {
        !self.titles_before.is_empty() && self.titles_before.contains_key(&row)
    }

    pub(super) fn is_only_visited(&self, page: NodeId) -> bool {
        self.layer.only_visited.contains(&page)
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.has_places() && self.titles.is_empty() && self.links.is_empty() && self.pages.is_empty()
    }

    /// Returns the page with this key that only the layer has.
    pub(super) fn page(&self, key: &str) -> Option<NodeId> {
        self.pages.get(key).copied().filter(|_| self.is_laid)
    }

    /// Returns `true` if only the layer says that there is a page at an address of the tree.
    pub(super) fn has_url(&self, row: NodeId) -> bool {
        !self.urls.is_empty() && self.urls.contains(&row)
    }

    /// Notes the title that a sitemap gives to a row that has another one in the layer. The first one counts, unless it is only
    /// a substitute.
    pub(super) fn note_title(&mut self, row: NodeId, title: Span, is_better: bool) {
        let before = self.titles_before.get_mut(&row).filter(|before| before.is_empty() || is_better);
        before.into_iter().for_each(|before| *before = title);
    }

    /// Returns the pages that only the layer has.
    pub(super) fn unlisted(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.urls.iter().chain(self.pages.values()).copied()
    }
}

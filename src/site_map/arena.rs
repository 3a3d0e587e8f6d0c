//! The arena: nodes, edges, details and their texts.

use super::bases::Bases;
use super::child_sitemaps::Documents;
use super::derived::DerivedTree;
use super::details::Details;
use super::known::Known;
use super::lists::{Growth, Lists};
use super::node::{Edge, Flag, NodeId, Relation};
use super::nodes::Nodes;
use super::overlay::{LayerNodes, Overlay};
use super::saved::Saved;
use super::shape::changes::Shape;
use crate::collections::hash_index::HashIndex;
use crate::collections::keyed::{HashMap, hash};
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_NODES, MAX_VALUE_BYTES};
use crate::text::{Span, TextStore, is_same};

/// All pages of one site, in an arena.
///
/// Each part is a type with private fields. The methods here are those that need several parts.
#[derive(Debug, Default)]
pub struct SiteMap {
    pub(super) text: TextStore,
    pub(super) nodes: Nodes,
    pub(super) lists: Lists,
    pub(super) details: Details,
    pub(super) bases: Bases,
    /// The nodes that have an IRI or a key.
    index: HashIndex,
    last_named: NodeId,
    root: Option<NodeId>,
    host: Box<str>,
    /// The language of the user, a BCP 47 tag. It is empty if it is not known.
    language: Box<str>,
    /// The folder of pages whose parent could not be found.
    pub(super) unplaced: Option<NodeId>,
    /// The derived trees, by the node that is their top.
    pub(super) derived_trees: HashMap<NodeId, DerivedTree>,
    /// What visited pages have added.
    pub(crate) known: Known,
    /// The layer over the tree of the sitemaps. Without it, every reader reads that tree.
    pub(crate) overlay: Option<Box<Overlay>>,
    pub(super) layer_nodes: LayerNodes,
    /// What was tidied up in the derived tree.
    pub(super) shape: Shape,
    /// The child sitemaps of the site.
    pub(crate) documents: Documents,
    pub(crate) saved: Saved,
    /// Something did not fit, which is reported once.
    was_full: bool,
}

impl SiteMap {
    /// Returns the number of nodes, lists included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of pages. A page is a node with an address.
    pub fn pages(&self) -> usize {
        self.nodes.pages().saturating_add_signed(self.overlay.as_ref().map_or(0, |layer| layer.more_pages()))
    }

    /// Returns the bytes of stored text: names, titles, addresses and details.
    pub fn text_bytes(&self) -> usize {
        self.text.bytes()
    }

    /// Returns the approximate memory use of the pages in bytes. It includes what other parts store for each node: the
    /// index, the readers' notes and the view's lookups.
    pub(crate) fn memory(&self) -> usize {
        /// Bytes that other parts store for each node, measured with several million nodes.
        const NOTES: usize = 96;
        self.text.memory()
            + self.nodes.memory(NOTES)
            + self.lists.memory()
            + self.details.memory()
            + self.saved.memory()
            + self.documents.memory()
            + self.known.memory()
            + self.shape.memory()
            + self.layer_nodes.memory()
            + self.overlay.as_ref().map_or(0, |layer| layer.memory())
    }

    /// Returns `true` if nothing has been read yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// Returns the host that the site was read from. It is empty for a local file.
    pub(crate) fn own_host(&self) -> &str {
        &self.host
    }

    pub(crate) fn set_own_host(&mut self, host: &str) {
        self.host = host.into();
    }

    /// Returns the language of the user. It is empty if it is not known.
    pub(crate) fn language(&self) -> &str {
        &self.language
    }

    pub(crate) fn set_language(&mut self, tag: &str) {
        self.language = tag.into();
    }

    /// Returns the child sitemaps of the site.
    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Returns the hidden page whose children are the top level.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    pub(crate) fn set_root(&mut self, root: NodeId) {
        self.root = Some(root);
    }

    /// Returns the node with this absolute IRI. Creates it if it does not exist.
    pub(crate) fn named(&mut self, iri: &str, offset: u32, report: &mut Report) -> NodeId {
        let iri = &iri[..iri.floor_char_boundary(MAX_VALUE_BYTES)];
        // Most documents describe pages in the order in which they list them. Trying the next node first avoids a
        // random memory access.
        let guess = self.last_named + 1;
        if (guess as usize) < self.nodes.len() && !iri.is_empty() && is_same(self.iri(guess), iri) {
            self.last_named = guess;
            return guess;
        }
        let hash = hash(iri);
        if let Some(known) = self.find(iri, hash) {
            self.last_named = known;
            return known;
        }
        let id = self.unnamed(offset, report);
        if self.was_full {
            return id;
        }
        let name = self.text.push(iri);
        self.name(id, name, hash);
        id
    }

    /// Returns the node with this IRI or key.
    pub(super) fn find(&self, name: &str, hash: u32) -> Option<NodeId> {
        self.index.find(hash, |id| is_same(self.iri(id), name))
    }

    /// Gives a node its IRI or key, by which it is found.
    pub(super) fn name(&mut self, node: NodeId, name: Span, hash: u32) {
        self.nodes.set_iri(node, name);
        self.index.insert(hash, node);
    }

    /// Creates a node without an IRI. Returns the last node if the arena is full.
    pub(crate) fn unnamed(&mut self, offset: u32, report: &mut Report) -> NodeId {
        if !self.is_empty() && self.is_full(offset, report) {
            return self.nodes.len() as u32 - 1;
        }
        self.nodes.push(offset)
    }

    /// Returns `true` if a node or text did not fit.
    pub(super) fn was_full(&self) -> bool {
        self.was_full
    }

    /// Returns `true` if no more nodes or texts fit, so that a further entry would have no row or no address of its own.
    pub(crate) fn is_full(&mut self, offset: u32, report: &mut Report) -> bool {
        let is_full = self.nodes.len() >= MAX_NODES || self.text.is_full();
        if is_full && !std::mem::replace(&mut self.was_full, true) {
            report.error(
                FindingCode::LimitPages,
                offset,
                format!("There are more than {MAX_NODES} pages, or more text than fits; the others are not read."),
            );
        }
        is_full
    }

    /// Returns the hidden page whose children are the top level. Creates it if it does not exist.
    pub(crate) fn make_root(&mut self, report: &mut Report) -> NodeId {
        match self.root {
            Some(root) => root,
            None => {
                let root = self.unnamed(0, report);
                self.root = Some(root);
                root
            }
        }
    }

    /// Sets a flag of a node.
    pub(crate) fn mark(&mut self, page: NodeId, flag: Flag) {
        if self.nodes.mark(page, flag) {
            self.note_rearranged();
        }
    }

    /// Clears a flag of a node.
    pub(crate) fn unmark(&mut self, page: NodeId, flag: Flag) {
        if self.nodes.unmark(page, flag) {
            self.note_rearranged();
        }
    }

    /// Returns `true` if a node has this flag.
    #[inline]
    pub fn is(&self, page: NodeId, flag: Flag) -> bool {
        let below = self.nodes.is(page, flag);
        match &self.overlay {
            Some(layer) if flag.0 & Flag::OF_LAYERS != 0 => layer.is(page, flag, below),
            _ => below,
        }
    }

    /// Returns a value that changes when a list changes.
    pub(crate) fn growth(&self) -> Growth {
        self.lists.growth()
    }

    /// Notes that a list has changed in another way than by a new entry.
    pub(crate) fn note_rearranged(&mut self) {
        self.lists.note_rearranged();
    }

    /// Returns the number of edges.
    pub(crate) fn edges(&self) -> usize {
        self.lists.len()
    }

    /// Puts a list below a page. `target` may also be a page.
    pub(crate) fn relate(&mut self, page: NodeId, relation: Relation, target: NodeId, offset: u32) {
        let edge = self.lists.push(Edge { target, next: self.nodes.head(page, relation), order: 0, offset });
        self.nodes.set_head(page, relation, edge);
    }

    /// Makes `target` a member of a list. Members are sorted by `order`.
    pub(crate) fn add_member(&mut self, list: NodeId, order: u32, target: NodeId, offset: u32) {
        let edge = self.lists.push(Edge { target, next: self.nodes[list].members, order, offset });
        self.nodes.set_members(list, edge);
    }

    /// Returns the IRI of a node. It is empty if the node has none.
    pub fn iri(&self, page: NodeId) -> &str {
        self.text.get(self.nodes[page].iri)
    }

    /// Returns the byte offset at which the document first mentions a node.
    pub(crate) fn offset(&self, page: NodeId) -> u32 {
        self.nodes[page].offset
    }
}

//! The shape of a derived tree. The tree of plain addresses has levels that help nobody: a folder for each day, a page
//! and its folder in two rows, tags between the sections. They are tidied up when the sitemaps have been read, so that no
//! row moves while more pages arrive.

mod archives;
pub(super) mod changes;
mod dates;
pub(super) mod folders;
mod groups;
pub(super) mod names;
mod order;
mod single_pages;
mod steps;

pub(crate) use changes::Group;

use super::arena::SiteMap;
use super::node::{GONE, NodeId};
use crate::findings::Report;
use crate::limits::{MAX_NODES_AT_ONCE, MAX_SHAPE_STEPS};
use steps::Steps;

impl SiteMap {
    /// Notes that the next pages come from this document.
    pub(crate) fn note_document(&mut self, url: &str) {
        let (start, kind) = (self.nodes.len() as NodeId, names::of_sitemap(url));
        self.shape.begin_document(start, kind);
    }

    /// Tidies up the derived tree. `language` is the language that the tree is in, if the address of a page says so. Call
    /// it when the sitemaps have been read. Returns `true` if the tree has changed.
    pub(crate) fn shape(&mut self, language: Option<&str>) -> bool {
        let Some(root) = self.root().filter(|root| self.derived_trees.contains_key(root)) else { return false };
        if self.shape.is_done(self.len()) || self.len() > MAX_NODES_AT_ONCE {
            return false;
        }
        let mut steps = Steps(MAX_SHAPE_STEPS);
        let mut report = Report::default();
        let before = (self.edges(), self.nodes.hidden());
        self.shape_folders(root, language, &mut steps);
        self.shape_single_pages(&mut steps);
        self.shape_groups(root, language, &mut steps, &mut report);
        self.shape_order(&mut steps);
        let is_compacted = self.mark_single_folders(&mut steps);
        self.shape.note_done(self.nodes.len());
        (self.edges(), self.nodes.hidden()) != before || is_compacted
    }

    /// Returns `true` if some folders have [`Flag::SINGLE`](super::node::Flag::SINGLE).
    pub(crate) fn has_single_folders(&self) -> bool {
        self.shape.has_single()
    }

    /// Returns the edges of the entries of a node's own list, in their order.
    fn own_edges(&self, list: NodeId) -> Vec<u32> {
        let mut edges: Vec<u32> = self.list_edges(list).map(|(at, _)| at).collect();
        edges.reverse();
        edges
    }

    /// Moves an entry to another list. `edge` is its edge in the list so far.
    fn move_entry(&mut self, edge: u32, to: NodeId) {
        let entry = self.lists[edge];
        self.lists.remove(edge);
        self.append(to, entry.target, entry.offset);
        self.shape.set_parent(entry.target, to);
    }

    /// Puts a page in the place of the folder that has it as the entry `edge`.
    fn take_place(&mut self, page: NodeId, edge: u32, place: u32, parent: NodeId) {
        self.lists.remove(edge);
        self.lists.change(place).target = page;
        self.shape.set_parent(page, parent);
    }

    /// Returns `true` if an edge still counts as an entry: it was not moved.
    fn is_entry(&self, edge: u32) -> bool {
        self.lists[edge].order != GONE
    }

    /// Returns `true` for a folder of addresses without its own page that is shown.
    pub(in crate::site_map) fn is_plain_folder(&self, node: NodeId) -> bool {
        self.ground().is_plain_folder(node)
    }

    /// Returns the last segment of a key. Not inlined: it has many callers, and the search is large.
    #[inline(never)]
    fn segment(&self, node: NodeId) -> &str {
        let key = self.iri(node);
        memchr::memrchr(b'/', key.as_bytes()).map_or(key, |slash| &key[slash + 1..])
    }
}

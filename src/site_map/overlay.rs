//! The layer over the tree: what `arrange` says about rows. It is a value beside the tree of the sitemaps, which it leaves as it
//! is. Readers of the tree ask it first.

use super::node::{Flag, NONE, NodeId};
use super::origin::{PlaceOrigin, TitleOrigin};
use crate::collections::keyed::{HashMap, Keyed};
use crate::text::Span;
use std::hash::{BuildHasher, Hash};

/// What identifies a row that a layer adds: the node above a heading, and its text or key.
pub(super) type Identity = (NodeId, Box<str>);

/// Stands for the first list of a row.
pub(super) const FIRST: NodeId = NONE - 1;

/// Bytes of an entry of a hash map, with free space.
const ENTRY: usize = 32;

/// What `arrange` says about rows.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    rows: HashMap<NodeId, LayerRow>,
    /// The rows in the lists of the layer.
    lists: HashMap<NodeId, Vec<NodeId>>,
    /// The row of the home page, if the layer opens it.
    unfolded: Option<NodeId>,
    /// The pages that only the layer has, by their keys.
    pages: HashMap<Box<str>, NodeId>,
    /// How many more pages are shown than without the layer.
    more_pages: isize,
    /// A number that is the same for equal layers.
    print: u64,
}

/// What the layer says about a row.
#[derive(Debug, Default)]
pub(crate) struct LayerRow {
    /// Where its place comes from, if the layer places it.
    pub(crate) place: Option<PlaceOrigin>,
    pub(crate) title: Option<(TitleOrigin, Span)>,
    /// Its address, if it has none below.
    pub(crate) link: Option<(Span, u16)>,
    /// More lists of children, each with the list of the tree below that it comes before: [`FIRST`], or `NONE` for the end.
    pub(crate) lists: Vec<(NodeId, NodeId)>,
    /// The list that another row has.
    pub(crate) folded: Option<NodeId>,
    /// It is shown even if it is hidden below.
    pub(crate) is_shown: bool,
    pub(crate) is_hidden: bool,
    /// It is a page that only visits have shown.
    pub(crate) is_only_visited: bool,
}

/// The nodes that layers use. They are kept for the next layer, so open rows stay open.
#[derive(Debug, Default)]
pub(crate) struct LayerNodes {
    rows: HashMap<Identity, NodeId>,
    lists: Vec<NodeId>,
}

impl LayerRow {
    /// Returns `true` if the lists of the row are others than below.
    pub(super) fn has_lists(&self) -> bool {
        !self.lists.is_empty() || self.folded.is_some()
    }
}

impl LayerNodes {
    pub(super) fn memory(&self) -> usize {
        self.rows.keys().map(|(_, text)| text.len() + 2 * ENTRY).sum()
    }

    pub(super) fn row(&self, identity: &Identity) -> Option<NodeId> {
        self.rows.get(identity).copied()
    }

    pub(super) fn add_row(&mut self, identity: Identity, row: NodeId) {
        self.rows.insert(identity, row);
    }

    pub(super) fn lists(&self) -> &[NodeId] {
        &self.lists
    }

    pub(super) fn add_list(&mut self, list: NodeId) {
        self.lists.push(list);
    }
}

impl Overlay {
    pub(super) fn memory(&self) -> usize {
        let pages = self.pages.keys().map(|key| key.len() + 2 * ENTRY);
        let lists = self.lists.values().map(|rows| size_of_val(&**rows) + 2 * ENTRY);
        pages.chain(lists).sum::<usize>() + self.rows.len() * (size_of::<LayerRow>() + ENTRY)
    }

    /// Returns what the layer says about a row. Not inlined: it has many callers, and trees without a layer have none.
    #[inline(never)]
    pub(crate) fn row(&self, row: NodeId) -> Option<&LayerRow> {
        self.rows.get(&row)
    }

    pub(super) fn row_mut(&mut self, row: NodeId) -> &mut LayerRow {
        self.rows.entry(row).or_default()
    }

    /// Returns the rows in a list of the layer.
    #[inline(never)]
    pub(super) fn list(&self, list: NodeId) -> Option<&[NodeId]> {
        self.lists.get(&list).map(|rows| &**rows)
    }

    /// Adds what the layer says about a row. `print` is what makes the layer differ from others. The order of the rows does not count.
    pub(super) fn add(&mut self, row: NodeId, said: LayerRow, more_pages: isize, print: &impl Hash) {
        self.print = self.print.wrapping_add(Keyed.hash_one(print));
        self.more_pages += more_pages;
        *self.row_mut(row) = said;
    }

    pub(super) fn add_list(&mut self, row: NodeId, list: NodeId, before: NodeId, rows: Vec<NodeId>) {
        self.lists.insert(list, rows);
        self.row_mut(row).lists.push((list, before));
    }

    /// Returns a number that is the same for equal layers.
    pub(crate) fn print(&self) -> u64 {
        self.print
    }

    /// Returns how many more pages are shown than without the layer.
    pub(super) fn more_pages(&self) -> isize {
        self.more_pages
    }

    /// Returns the page with a key that only the layer has.
    pub(super) fn page(&self, key: &str) -> Option<NodeId> {
        self.pages.get(key).copied()
    }

    pub(super) fn add_page(&mut self, key: Box<str>, page: NodeId) {
        self.pages.insert(key, page);
    }

    /// Ends the layer. `unfolded` is the row of the home page, if the layer opens it. For `print`, see [`Overlay::add`].
    pub(super) fn end(&mut self, unfolded: Option<NodeId>, print: &impl Hash) {
        self.print = self.print.wrapping_add(Keyed.hash_one(print));
        self.unfolded = unfolded;
        self.more_pages += self.pages.len() as isize;
    }

    /// Returns the number of its lists.
    pub(super) fn lists(&self) -> usize {
        self.lists.len()
    }

    /// Returns `true` if a row has a flag. `below`: it has the flag in the tree below.
    #[inline(never)]
    pub(super) fn is(&self, row: NodeId, flag: Flag, below: bool) -> bool {
        let said = self.row(row);
        match flag {
            Flag::HIDDEN => said.map_or(below, |said| said.is_hidden || below && !said.is_shown),
            Flag::FOLDER => below && said.is_none_or(|said| said.link.is_none()),
            Flag::UNFOLDED => below || self.unfolded == Some(row),
            _ => below,
        }
    }

    /// Returns `true` if menus or breadcrumbs place a row.
    pub(super) fn has_places(&self) -> bool {
        self.rows.values().any(|row| row.place.is_some_and(|place| place != PlaceOrigin::Address))
    }

    /// Returns `true` if the layer says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty() && !self.rows.values().any(|row| row.place.is_some() || row.title.is_some())
    }

    /// Returns the rows that have an address from the layer, and the pages that only the layer has.
    pub(super) fn linked(&self) -> impl Iterator<Item = NodeId> + '_ {
        let linked = self.rows.iter().filter(|(_, said)| said.link.is_some()).map(|(row, _)| *row);
        linked.chain(self.pages.values().copied())
    }
}

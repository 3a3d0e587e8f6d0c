//! Child sitemaps: the documents that a sitemap index or a ResourceSync source names.

use super::node::NodeId;
use crate::address::named::named;
use crate::address::origin;
use crate::collections::keyed::HashMap;
use crate::findings::Reason;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The load state of a child sitemap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadState {
    /// Not requested yet.
    Pending,
    /// Requested, not complete yet.
    Loading,
    /// Its pages are in the tree.
    Loaded,
    /// The child sitemap could not be read.
    Failed(Reason),
}

/// A child sitemap.
#[derive(Debug)]
pub(crate) struct ChildSitemap {
    pub(crate) node: NodeId,
    pub(crate) url: Box<str>,
    /// The origin of the document that names it. `None` if robots.txt or a local file names it.
    pub(crate) named_by: Option<Rc<str>>,
    /// The row below which its pages are merged into the parent document's tree. `None` if it is a branch of its own.
    pub(crate) merged_below: Option<NodeId>,
    pub(crate) state: LoadState,
    /// What the parent document says about all its pages.
    pub(crate) context: Context,
    /// It has a row, which may be hidden.
    has_row: bool,
    /// Its row is below the one that counts failures.
    pub(super) is_counted: bool,
}

impl ChildSitemap {
    /// Returns `true` if the row that counts failures counts it.
    fn is_failure(&self) -> bool {
        self.is_counted && matches!(self.state, LoadState::Failed(_))
    }

    /// Returns `true` if its pages are not in the tree: not loaded yet, or failed.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self.state, LoadState::Pending | LoadState::Failed(_))
    }
}

/// What a document says about all pages of a child sitemap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Context {
    /// The information category in the name of a Woo index: 1 to 17, or 0 if the name gives none.
    pub category: Option<u8>,
}

/// How a document names a child sitemap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming {
    /// The list that gets its row.
    pub(crate) list: NodeId,
    /// See [`ChildSitemap::merged_below`].
    pub(crate) merged_below: Option<NodeId>,
    /// See [`ChildSitemap::context`].
    pub(crate) context: Context,
    /// Byte offset of the entry.
    pub(crate) offset: u32,
}

/// All child sitemaps of a site, in the order in which they were named.
#[derive(Debug, Default)]
pub struct Documents {
    all: Vec<ChildSitemap>,
    by_node: HashMap<NodeId, u32>,
    by_url: HashMap<Box<str>, Option<u32>>,
    /// The row that stands for the child sitemaps not loaded yet.
    more: Option<NodeId>,
    /// The row that has the rows of the child sitemaps that have failed.
    failures: Option<NodeId>,
    /// The numbers that the rows for failures and for more last showed.
    counts: [u32; 2],
}

impl Documents {
    /// Returns the approximate memory use in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.all.iter().map(|sitemap| 2 * (size_of::<ChildSitemap>() + sitemap.url.len())).sum()
    }

    /// Returns the number of child sitemaps.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the number of child sitemaps that are merged into the tree.
    pub(crate) fn merged(&self) -> usize {
        self.all.iter().filter(|sitemap| sitemap.merged_below.is_some()).count()
    }

    /// Returns the number of merged child sitemaps that are loaded or have failed.
    pub(crate) fn done(&self) -> usize {
        let is_done = |sitemap: &&ChildSitemap| {
            sitemap.merged_below.is_some() && matches!(sitemap.state, LoadState::Loaded | LoadState::Failed(_))
        };
        self.all.iter().filter(is_done).count()
    }

    /// Records a document that is already being read, so that it is not loaded again if another document names it.
    pub(crate) fn mark_known(&mut self, url: &str) {
        self.by_url.entry(url.into()).or_insert(None);
    }

    /// Returns `true` if a document with this absolute address is known.
    pub(super) fn has(&self, url: &str) -> bool {
        self.by_url.contains_key(url)
    }

    /// Adds a child sitemap. `node` is its row, `base` the address of the document that names it.
    pub(super) fn add(&mut self, node: NodeId, url: Box<str>, base: &str, naming: Naming) {
        let Naming { merged_below, context, .. } = naming;
        let same = self.all.last().and_then(|last| last.named_by.clone());
        let origin = origin(base);
        let named_by = if same.as_deref() == origin.as_deref() { same } else { origin.map(Rc::from) };
        let (at, state, has_row) = (self.all.len() as u32, LoadState::Pending, merged_below.is_none());
        self.by_url.insert(url.clone(), Some(at));
        self.by_node.insert(node, at);
        self.all.push(ChildSitemap { node, url, named_by, merged_below, state, context, has_row, is_counted: false });
    }

    /// Sets the load state of a child sitemap. Returns the sitemap, and `true` if it needs a row now.
    pub(super) fn set_state(&mut self, at: usize, state: LoadState) -> Option<(&ChildSitemap, bool)> {
        let sitemap = self.all.get_mut(at)?;
        sitemap.state = state;
        let LoadState::Failed(why) = &sitemap.state else { return Some((sitemap, false)) };
        let needs_row = !std::mem::replace(&mut sitemap.has_row, true);
        sitemap.is_counted |= needs_row && !matches!(why, Reason::NoAccess { .. });
        Some((sitemap, needs_row))
    }

    /// Sets the child sitemaps that were loading back to pending. Rows that are shown stay.
    pub(crate) fn interrupt(&mut self) {
        for sitemap in self.all.iter_mut().filter(|sitemap| sitemap.state == LoadState::Loading) {
            sitemap.state = LoadState::Pending;
        }
    }

    /// Returns the row that has those of failures, and the row that stands for the child sitemaps not loaded yet.
    pub(super) fn counting_rows(&self) -> [Option<NodeId>; 2] {
        [self.failures, self.more]
    }

    pub(super) fn set_counting_rows(&mut self, [failures, more]: [Option<NodeId>; 2]) {
        (self.failures, self.more) = (failures, more);
    }

    /// Counts the child sitemaps that have failed and those not loaded yet, for their rows.
    pub(super) fn update_counts(&mut self) -> [u32; 2] {
        let failed = self.all.iter().filter(|sitemap| sitemap.is_failure()).count();
        self.counts = [failed as u32, self.pending(0, usize::MAX).len() as u32];
        self.counts
    }

    /// Returns the row of a child sitemap. `url` may be relative to `base`.
    pub(crate) fn node(&self, url: &str, base: &str) -> Option<NodeId> {
        self.get((*self.by_url.get(&*named(base, url)?)?)? as usize).map(|sitemap| sitemap.node)
    }

    /// Returns the index of the child sitemap that a row stands for.
    pub(crate) fn index_of(&self, node: NodeId) -> Option<usize> {
        self.by_node.get(&node).map(|&at| at as usize)
    }

    pub(crate) fn get(&self, at: usize) -> Option<&ChildSitemap> {
        self.all.get(at)
    }

    /// Returns the next child sitemaps to merge that were not requested yet.
    pub(crate) fn pending(&self, from: usize, count: usize) -> Vec<usize> {
        let is_due = |(_, sitemap): &(usize, &ChildSitemap)| {
            sitemap.merged_below.is_some() && sitemap.state == LoadState::Pending
        };
        self.all.iter().enumerate().skip(from).filter(is_due).map(|(at, _)| at).take(count).collect()
    }

    /// Returns the number of child sitemaps whose pages are not in the tree: not loaded yet, or failed.
    pub fn missing(&self) -> usize {
        self.all.iter().filter(|sitemap| sitemap.is_missing()).count()
    }

    /// Returns the address and the load state of each child sitemap whose pages are not in the tree.
    pub fn unread(&self) -> impl Iterator<Item = (&str, &LoadState)> {
        self.all.iter().filter(|sitemap| sitemap.is_missing()).map(|sitemap| (&*sitemap.url, &sitemap.state))
    }

    /// Returns `true` if this row stands for all child sitemaps not loaded yet.
    pub(crate) fn is_remaining_row(&self, node: NodeId) -> bool {
        self.more == Some(node)
    }

    /// Returns the number in the row that counts child sitemaps, and whether they have failed or are not loaded yet. Returns
    /// `None` for any other row.
    pub(crate) fn count(&self, node: NodeId) -> Option<(u32, bool)> {
        let [failed, remaining] = self.counts;
        let is_failures = self.failures == Some(node);
        (is_failures || self.is_remaining_row(node))
            .then_some((if is_failures { failed } else { remaining }, is_failures))
    }

    /// Returns the load state of a row's child sitemap. Returns `None` for any other row.
    pub fn state(&self, node: NodeId) -> Option<&LoadState> {
        if self.is_remaining_row(node) {
            return Some(&LoadState::Pending);
        }
        self.get(self.index_of(node)?).map(|sitemap| &sitemap.state)
    }

    /// Returns `true` if a row's child sitemap is a branch of its own.
    pub fn is_branch(&self, node: NodeId) -> bool {
        self.index_of(node).and_then(|at| self.get(at)).is_some_and(|sitemap| sitemap.merged_below.is_none())
    }
}

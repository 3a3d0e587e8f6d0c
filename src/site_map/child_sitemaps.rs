//! Further documents that a site's pages come from: the children of a sitemap index, the lists of a ResourceSync
//! source.

use super::node::NodeId;
use crate::address::named::named;
use crate::collections::keyed::HashMap;
use crate::findings::Reason;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// How far a further document is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Nobody has asked for it yet.
    Pending,
    /// On its way.
    Loading,
    /// Its pages are in the tree.
    Loaded,
    /// It could not be read.
    Failed(Reason),
}

/// A further document.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) node: NodeId,
    pub(crate) url: Box<str>,
    /// The origin of the document that names it; `None` where robots.txt does, or a file of the user's.
    pub(crate) named_by: Option<Rc<str>>,
    /// Its pages go below this row, into the tree of the document that names it; `None` for a branch of its own.
    pub(crate) merged_below: Option<NodeId>,
    pub(crate) state: State,
    /// What the document that named it says of all pages in it.
    pub(crate) context: Context,
}

/// What a document that names another says of all pages in that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Context {
    /// The information category that the name of a Woo index gives (1 to 17; 0 where it gives none).
    pub category: Option<u8>,
}

/// How a further document is named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming {
    /// The list that its row goes into.
    pub(crate) list: NodeId,
    /// As [`Linked::merged_below`].
    pub(crate) merged_below: Option<NodeId>,
    /// As [`Linked::context`].
    pub(crate) context: Context,
    /// Byte offset of the entry.
    pub(crate) offset: u32,
}

/// All further documents of a site, in the order in which they were named.
#[derive(Debug, Default)]
pub struct Documents {
    pub(super) all: Vec<Linked>,
    pub(super) by_node: HashMap<NodeId, u32>,
    pub(super) by_url: HashMap<Box<str>, Option<u32>>,
    /// The row that stands for those that are not loaded yet.
    pub(super) more: Option<NodeId>,
    /// Number of these, when that was last said.
    pub(super) left: u32,
}

impl Documents {
    /// About how many bytes of memory they take.
    pub(crate) fn memory(&self) -> usize {
        self.all.iter().map(|linked| 2 * (size_of::<Linked>() + linked.url.len())).sum()
    }

    /// Number of all of them.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Number of documents that are merged into the tree.
    pub(crate) fn merged(&self) -> usize {
        self.all.iter().filter(|linked| linked.merged_below.is_some()).count()
    }

    /// Those of them that have been asked for and have come or failed.
    pub(crate) fn done(&self) -> usize {
        let is_done = |linked: &&Linked| {
            linked.merged_below.is_some() && matches!(linked.state, State::Loaded | State::Failed(_))
        };
        self.all.iter().filter(is_done).count()
    }

    /// Says that a document is being read already, so that nobody who names it has it read again.
    pub(crate) fn know(&mut self, url: &str) {
        self.by_url.entry(url.into()).or_insert(None);
    }

    /// The row of the document that is named like this in one at `base`.
    pub(crate) fn node(&self, url: &str, base: &str) -> Option<NodeId> {
        self.get((*self.by_url.get(&*named(base, url)?)?)? as usize).map(|linked| linked.node)
    }

    /// The number of the document that a row stands for.
    pub(crate) fn at(&self, node: NodeId) -> Option<usize> {
        self.by_node.get(&node).map(|&at| at as usize)
    }

    pub(crate) fn get(&self, at: usize) -> Option<&Linked> {
        self.all.get(at)
    }

    /// The next documents to merge that nobody has asked for.
    pub(crate) fn pending(&self, from: usize, count: usize) -> Vec<usize> {
        let is_due = |(_, linked): &(usize, &Linked)| linked.merged_below.is_some() && linked.state == State::Pending;
        self.all.iter().enumerate().skip(from).filter(is_due).map(|(at, _)| at).take(count).collect()
    }

    /// Whether this row stands for all documents that are not loaded yet.
    pub(crate) fn is_more(&self, node: NodeId) -> bool {
        self.more == Some(node)
    }

    /// How many documents that are not loaded yet this row stands for; `None` for any other row.
    pub(crate) fn left(&self, node: NodeId) -> Option<u32> {
        self.is_more(node).then_some(self.left)
    }

    /// How far the document of a row is; `None` for any other row.
    pub fn state(&self, node: NodeId) -> Option<&State> {
        if self.is_more(node) {
            return Some(&State::Pending);
        }
        self.get(self.at(node)?).map(|linked| &linked.state)
    }

    /// Whether a row's document is a branch of its own.
    pub fn is_branch(&self, node: NodeId) -> bool {
        self.at(node).and_then(|at| self.get(at)).is_some_and(|linked| linked.merged_below.is_none())
    }
}

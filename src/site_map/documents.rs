//! Further documents that a site's pages come from: the children of a sitemap index, the lists of a ResourceSync
//! source.

use super::{Flag, NodeId, SiteMap};
use crate::address;
use crate::diagnostics::Report;
use crate::discover;
use crate::iri;
use crate::keyed::HashMap;
use crate::limits::MAX_DOCUMENTS;
use crate::reason::Reason;
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
    all: Vec<Linked>,
    by_node: HashMap<NodeId, u32>,
    by_url: HashMap<Box<str>, Option<u32>>,
    /// The row that stands for those that are not loaded yet.
    more: Option<NodeId>,
    /// Number of these, when that was last said.
    left: u32,
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
        self.get((*self.by_url.get(&*discover::named(base, url)?)?)? as usize).map(|linked| linked.node)
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

impl SiteMap {
    /// Adds a further document, and a row for it: at once where it is a branch of its own, for one whose pages are
    /// merged into the tree when it fails. `None` where it is known already or its address is no link.
    pub(crate) fn add_document(
        &mut self,
        url: &str,
        base: &str,
        naming: Naming,
        report: &mut Report,
    ) -> Option<NodeId> {
        let Naming { list, merged_below, context, offset } = naming;
        let address = discover::named(base, url).unwrap_or_else(|| {
            let mut address = String::new();
            iri::resolve(base, url.trim(), &mut address);
            address
        });
        if self.documents.by_url.contains_key(&*address) {
            report.note("document-again", offset, format!("'{address}' is named again; it is read once."));
            return None;
        }
        if self.documents.all.len() >= MAX_DOCUMENTS {
            if !report.has("limit-documents") {
                let message = format!("There are more than {MAX_DOCUMENTS} further documents; the rest is left out.");
                report.error("limit-documents", offset, message);
            }
            return None;
        }
        let (url, url_base) = self.link(&address, "", offset, report)?;
        let node = self.unnamed(offset, report);
        (self.nodes[node as usize].url, self.nodes[node as usize].url_base) = (url, url_base);
        self.mark(node, Flag::DOCUMENT);
        if merged_below.is_some() {
            self.mark(node, Flag::HIDDEN);
        }
        self.append_to_list(list, node, offset);
        let at = self.documents.all.len() as u32;
        let url: Box<str> = address.into();
        let same = self.documents.all.last().and_then(|last| last.named_by.clone());
        let origin = address::origin(base);
        let named_by = if same.as_deref() == origin.as_deref() { same } else { origin.map(Rc::from) };
        self.documents.by_url.insert(url.clone(), Some(at));
        self.documents.by_node.insert(node, at);
        self.documents.all.push(Linked { node, url, named_by, merged_below, state: State::Pending, context });
        Some(node)
    }

    /// Says how far a further document is. The row of one that is merged into the tree shows when it has failed, and
    /// goes when it is there.
    pub(crate) fn set_document_state(&mut self, at: usize, state: State) {
        let Some(linked) = self.documents.all.get_mut(at) else { return };
        linked.state = state;
        if linked.merged_below.is_none() {
            return;
        }
        let node = linked.node;
        match linked.state {
            State::Failed(_) => self.unmark(node, Flag::HIDDEN),
            State::Loaded => self.mark(node, Flag::HIDDEN),
            State::Pending | State::Loading => {}
        }
    }

    /// Documents that were on their way are not any more. A row that was shown stays.
    pub(crate) fn interrupt_documents(&mut self) {
        for linked in &mut self.documents.all {
            if linked.state == State::Loading {
                linked.state = State::Pending;
            }
        }
    }

    /// Shows a row for the documents that are not loaded yet, or takes it away where there are none.
    pub(crate) fn show_more(&mut self, report: &mut Report) {
        let left = self.documents.pending(0, usize::MAX).len();
        let node = match self.documents.more {
            Some(node) => node,
            None if left == 0 => return,
            None => {
                let root = self.make_root(report);
                let tail = self.tail(root, report);
                let node = self.unnamed(0, report);
                self.mark(node, Flag::DOCUMENT);
                self.append_to_list(tail, node, 0);
                self.documents.more = Some(node);
                node
            }
        };
        self.documents.left = left as u32;
        let title = if left == 1 { "1 more sitemap".to_owned() } else { format!("{left} more sitemaps") };
        self.nodes[node as usize].title = self.text.push(&title);
        match left > 0 {
            true => self.unmark(node, Flag::HIDDEN),
            false => self.mark(node, Flag::HIDDEN),
        }
    }
}

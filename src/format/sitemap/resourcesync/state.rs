//! What is known of the ResourceSync document at hand.

use super::terms::{Lists, Terms};
use crate::collections::keyed::{HashMap, HashSet};
use crate::findings::Report;
use crate::format::sitemap::document::Document;
use crate::site_map::{NodeId, Relation, State};

/// What has been met of it in the document at hand.
#[derive(Debug, Default)]
pub(crate) struct ResourceSync {
    pub(super) terms: Terms,
    pub(super) is_met: bool,
    /// Whether an entry belongs to another extension, which makes the structure then.
    pub(super) is_declared_elsewhere: bool,
    /// As `rs:md` on the root says it.
    pub(super) capability: Option<Box<str>>,
    pub(super) has_root_md: bool,
    pub(super) lists: Lists,
    /// Where the document stands in the tree.
    pub(super) stand: Option<Stand>,
    /// The list of what is not placed by host and path.
    pub(super) list: Option<NodeId>,
    /// Links of the document that are in its context menu already.
    pub(super) links: HashSet<String>,
    /// Further documents that it has named.
    pub(super) named: HashSet<NodeId>,
    pub(super) changes: Changes,
}

/// What shows the document at hand itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stand {
    /// A row before its entries, if there is anything to say of it.
    Top(Option<NodeId>),
    /// The branch that was opened to read it.
    Branch(NodeId),
    /// Nothing; its entries are among those of the index that names it.
    Merged,
}

impl ResourceSync {
    /// The row that shows the document itself.
    pub(super) fn row(&mut self, document: &mut Document<'_>, report: &mut Report) -> Option<NodeId> {
        let stand = *self.stand.get_or_insert_with(|| match document.opening.under {
            None => Stand::Top(None),
            Some(under) => {
                let documents = document.map.documents();
                // The children of an index are read when the index itself has been.
                let is_own = documents.is_branch(under) && documents.state(under) != Some(&State::Loaded);
                if is_own { Stand::Branch(under) } else { Stand::Merged }
            }
        });
        match stand {
            Stand::Top(Some(row)) | Stand::Branch(row) => Some(row),
            Stand::Merged => None,
            Stand::Top(None) => {
                let list = match document.entries {
                    0 => self.list(document, report),
                    // What has been placed by host and path comes first then.
                    _ => {
                        let under = document.under(report);
                        document.map.tail(under, report)
                    }
                };
                let row = document.map.add_own_document(list, &document.opening.url, 0, report);
                self.stand = Some(Stand::Top(Some(row)));
                Some(row)
            }
        }
    }

    /// The list of what is not placed by host and path.
    pub(super) fn list(&mut self, document: &mut Document<'_>, report: &mut Report) -> NodeId {
        *self.list.get_or_insert_with(|| {
            let under = document.under(report);
            if let Some(Stand::Branch(row)) = self.stand {
                // What an attempt before has read of it comes again.
                document.map.clear(row);
            }
            let list = document.map.unnamed(0, report);
            document.map.relate(under, Relation::Container, list, 0);
            list
        })
    }
}

/// The entries of a change list.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) all: Vec<Change>,
    pub(super) by_url: HashMap<Box<str>, usize>,
    /// Seconds since 1970 of the entry before that has a date.
    pub(super) last: Option<i64>,
    /// Number of the entry at hand.
    pub(super) at: usize,
    pub(super) is_order_reported: bool,
}

#[derive(Debug)]
pub(super) struct Change {
    pub(super) page: NodeId,
    pub(super) date: i64,
    /// Its number among the entries.
    pub(super) at: usize,
    pub(super) offset: u32,
}

//! The state of the current ResourceSync document.

use super::terms::{Lists, Terms};
use crate::collections::keyed::{HashMap, HashSet};
use crate::findings::Report;
use crate::format::sitemap::document::Document;
use crate::site_map::{LoadState, NodeId, Relation};

/// The ResourceSync state of the current document.
#[derive(Debug, Default)]
pub(crate) struct ResourceSync {
    pub(super) terms: Terms,
    pub(super) is_used: bool,
    /// `true` if an entry belongs to another extension. That extension then decides the structure.
    pub(super) is_declared_elsewhere: bool,
    /// The capability in the `rs:md` of the root element.
    pub(super) capability: Option<Box<str>>,
    pub(super) has_root_md: bool,
    pub(super) lists: Lists,
    /// The row that shows the document.
    pub(super) document_row: Option<DocumentRow>,
    /// The list of entries that are not placed by host and path.
    pub(super) list: Option<NodeId>,
    /// Links that are already in the document's context menu.
    pub(super) links: HashSet<String>,
    /// Documents that this document has named.
    pub(super) named: HashSet<NodeId>,
    pub(super) changes: Changes,
    /// The row before the entries of the last document that has one. It is kept from one document to the next.
    pub(super) top: Option<NodeId>,
}

/// The row that shows a document.
#[derive(Clone, Copy, Debug)]
pub(super) enum DocumentRow {
    /// A row before the document's entries, if there is anything to show about it.
    Top(Option<NodeId>),
    /// The branch that was expanded to load the document.
    Branch(NodeId),
    /// None: its entries are among those of the index that names it.
    Merged,
}

impl ResourceSync {
    /// Returns the row that shows the document.
    pub(super) fn row(&mut self, document: &mut Document<'_>, report: &mut Report) -> Option<NodeId> {
        let document_row = *self.document_row.get_or_insert_with(|| match document.opening.under {
            None => DocumentRow::Top(None),
            Some(under) => {
                let documents = document.map.documents();
                // A document that is its own branch is read before the branch counts as loaded.
                let is_own = documents.is_branch(under) && documents.state(under) != Some(&LoadState::Loaded);
                if is_own { DocumentRow::Branch(under) } else { DocumentRow::Merged }
            }
        });
        match document_row {
            DocumentRow::Top(Some(row)) | DocumentRow::Branch(row) => Some(row),
            DocumentRow::Merged => None,
            DocumentRow::Top(None) => {
                let list = match document.entries {
                    0 => self.list(document, report),
                    // Pages that were placed by host and path come first.
                    _ => {
                        let under = document.under(report);
                        document.map.tail(under, report)
                    }
                };
                let row = document.map.add_own_document(list, &document.opening.url, 0, report);
                self.document_row = Some(DocumentRow::Top(Some(row)));
                self.top = Some(row);
                Some(row)
            }
        }
    }

    /// Returns the row of the index whose entries contain those of this document.
    pub(super) fn index_row(&self, document: &Document<'_>) -> Option<NodeId> {
        let branch = document.opening.under.filter(|&under| document.map.documents().is_branch(under));
        branch.or(self.top)
    }

    /// Returns the list of entries that are not placed by host and path.
    pub(super) fn list(&mut self, document: &mut Document<'_>, report: &mut Report) -> NodeId {
        *self.list.get_or_insert_with(|| {
            let under = document.under(report);
            if let Some(DocumentRow::Branch(row)) = self.document_row {
                // An earlier attempt may have added some of the entries.
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
    /// Date of the last entry with a date, in seconds since 1970.
    pub(super) last: Option<i64>,
    /// Number of the current entry.
    pub(super) at: usize,
    pub(super) is_order_reported: bool,
}

/// An entry of a change list.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) page: NodeId,
    pub(super) date: i64,
    /// Number of the entry.
    pub(super) at: usize,
    pub(super) offset: u32,
}

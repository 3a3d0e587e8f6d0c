//! The rows of child sitemaps.

use super::arena::SiteMap;
use super::child_sitemaps::{ChildSitemap, LoadState, Naming};
use super::node::{Flag, NodeId};
use crate::address;
use crate::address::named::named;
use crate::address::reference;
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_DOCUMENTS;
use std::rc::Rc;

impl SiteMap {
    /// Adds a child sitemap. One that is a branch of its own gets a row at once. One that is merged into the tree gets
    /// a row only if it fails. Returns `None` if it is already known or its address cannot be a link.
    pub(crate) fn add_document(
        &mut self,
        url: &str,
        base: &str,
        naming: Naming,
        report: &mut Report,
    ) -> Option<NodeId> {
        let Naming { list, merged_below, context, offset } = naming;
        let address = named(base, url).unwrap_or_else(|| reference::resolved(base, url.trim()));
        if self.documents.by_url.contains_key(&*address) {
            report.note(FindingCode::DocumentAgain, offset, format!("'{address}' is named again; it is read once."));
            return None;
        }
        if self.documents.all.len() >= MAX_DOCUMENTS {
            if !report.has(FindingCode::LimitDocuments) {
                let message = format!("There are more than {MAX_DOCUMENTS} child sitemaps; the others are left out.");
                report.error(FindingCode::LimitDocuments, offset, message);
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
        self.documents.all.push(ChildSitemap { node, url, named_by, merged_below, state: LoadState::Pending, context });
        Some(node)
    }

    /// Sets the load state of a child sitemap. The row of a merged one is shown while it has failed and removed when it
    /// is loaded.
    pub(crate) fn set_document_state(&mut self, at: usize, state: LoadState) {
        let Some(sitemap) = self.documents.all.get_mut(at) else { return };
        sitemap.state = state;
        if sitemap.merged_below.is_none() {
            return;
        }
        let node = sitemap.node;
        match sitemap.state {
            LoadState::Failed(_) => self.unmark(node, Flag::HIDDEN),
            LoadState::Loaded => self.mark(node, Flag::HIDDEN),
            LoadState::Pending | LoadState::Loading => {}
        }
    }

    /// Sets the child sitemaps that were loading back to pending. Rows that are shown stay.
    pub(crate) fn interrupt_documents(&mut self) {
        for sitemap in &mut self.documents.all {
            if sitemap.state == LoadState::Loading {
                sitemap.state = LoadState::Pending;
            }
        }
    }

    /// Shows the row that stands for the child sitemaps not loaded yet. Hides it if none remain.
    pub(crate) fn show_remaining(&mut self, report: &mut Report) {
        let remaining = self.documents.pending(0, usize::MAX).len();
        let node = match self.documents.more {
            Some(node) => node,
            None if remaining == 0 => return,
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
        self.documents.remaining = remaining as u32;
        let title = if remaining == 1 { "1 more sitemap".to_owned() } else { format!("{remaining} more sitemaps") };
        self.nodes[node as usize].title = self.text.push(&title);
        match remaining > 0 {
            true => self.unmark(node, Flag::HIDDEN),
            false => self.mark(node, Flag::HIDDEN),
        }
    }
}

impl SiteMap {
    /// Adds a row for the document that is being read. The row does not count as a page.
    pub(crate) fn add_own_document(&mut self, list: NodeId, url: &str, offset: u32, report: &mut Report) -> NodeId {
        let node = self.unnamed(offset, report);
        self.mark(node, Flag::DOCUMENT);
        // A file opened from disk has no address that a row can link to.
        if reference::scheme(url).is_some_and(reference::is_link_scheme) {
            self.set_target(node, url, "", offset, report);
        }
        self.append_to_list(list, node, offset);
        node
    }
}

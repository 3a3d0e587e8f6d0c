//! The rows of child sitemaps.

use super::arena::SiteMap;
use super::child_sitemaps::{ChildSitemap, LoadState, Naming};
use super::node::{Flag, NodeId};
use crate::address;
use crate::address::named::named;
use crate::address::reference;
use crate::findings::{FindingCode, Reason, Report};
use crate::limits::MAX_DOCUMENTS;
use std::rc::Rc;

impl SiteMap {
    /// Adds a child sitemap. One that is a branch of its own gets a row at once. One that is merged into the tree gets
    /// a row only if it fails, below the row that counts the failures. One that waits for the user's permission has a row of its
    /// own. Returns `None` if it is already known or its address cannot be a link.
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
        let link = self.link(&address, "", offset, report)?;
        let node = self.unnamed(offset, report);
        self.nodes.set_link(node, link);
        self.mark(node, Flag::DOCUMENT);
        if merged_below.is_none() {
            self.append_to_list(list, node, offset);
        }
        let at = self.documents.all.len() as u32;
        let url: Box<str> = address.into();
        let same = self.documents.all.last().and_then(|last| last.named_by.clone());
        let origin = address::origin(base);
        let named_by = if same.as_deref() == origin.as_deref() { same } else { origin.map(Rc::from) };
        self.documents.by_url.insert(url.clone(), Some(at));
        self.documents.by_node.insert(node, at);
        self.documents.all.push(ChildSitemap {
            node,
            url,
            named_by,
            merged_below,
            state: LoadState::Pending,
            context,
            has_row: merged_below.is_none(),
            is_counted: false,
        });
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
        if let LoadState::Failed(why) = &sitemap.state
            && !std::mem::replace(&mut sitemap.has_row, true)
        {
            sitemap.is_counted = !matches!(why, Reason::NoAccess { .. });
            match sitemap.is_counted {
                true => {
                    let failures = self.documents.failures.unwrap_or_else(|| self.last_row());
                    self.documents.failures = Some(failures);
                    self.append(failures, node, 0);
                }
                false => self.append_last(node),
            }
        }
        match self.documents.all[at].state {
            LoadState::Failed(_) => self.unmark(node, Flag::HIDDEN),
            LoadState::Loaded => self.mark(node, Flag::HIDDEN),
            LoadState::Pending | LoadState::Loading => {}
        }
    }

    /// Adds a row at the end of the tree. It does not count as a page.
    fn last_row(&mut self) -> NodeId {
        let node = self.unnamed(0, &mut Report::default());
        self.mark(node, Flag::DOCUMENT);
        self.append_last(node);
        node
    }

    fn append_last(&mut self, node: NodeId) {
        let report = &mut Report::default();
        let root = self.make_root(report);
        let tail = self.tail(root, report);
        self.append_to_list(tail, node, 0);
    }

    /// Sets the child sitemaps that were loading back to pending. Rows that are shown stay.
    pub(crate) fn interrupt_documents(&mut self) {
        for sitemap in &mut self.documents.all {
            if sitemap.state == LoadState::Loading {
                sitemap.state = LoadState::Pending;
            }
        }
    }

    /// Updates the rows that count the child sitemaps that have failed and those not loaded yet. A row is hidden if there are
    /// none.
    pub(crate) fn show_remaining(&mut self) {
        let failed = self.documents.all.iter().filter(|sitemap| sitemap.is_failure()).count();
        if let Some(node) = self.documents.failures {
            self.count(node, failed, ["1 list not loaded", "lists not loaded"]);
        }
        let remaining = self.documents.pending(0, usize::MAX).len();
        let more = self.documents.more.or_else(|| (remaining > 0).then(|| self.last_row()));
        (self.documents.more, self.documents.counts) = (more, [failed as u32, remaining as u32]);
        if let Some(node) = more {
            self.count(node, remaining, ["1 more sitemap", "more sitemaps"]);
        }
    }

    fn count(&mut self, node: NodeId, count: usize, [one, many]: [&str; 2]) {
        let title = if count == 1 { one.to_owned() } else { format!("{count} {many}") };
        self.nodes.set_title(node, self.text.push(&title));
        match count > 0 {
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

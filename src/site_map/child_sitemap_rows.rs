//! The rows of child sitemaps.

use super::arena::SiteMap;
use super::child_sitemaps::{LoadState, Naming};
use super::node::{Flag, NodeId};
use crate::address::named::named;
use crate::address::reference;
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_DOCUMENTS;

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
        let Naming { list, merged_below, offset, .. } = naming;
        let address = named(base, url).unwrap_or_else(|| reference::resolved(base, url.trim()));
        if self.documents.has(&address) {
            report.note(FindingCode::DocumentAgain, offset, format!("'{address}' is named again; it is read once."));
            return None;
        }
        if self.documents.len() >= MAX_DOCUMENTS {
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
        self.documents.add(node, address.into(), base, naming);
        Some(node)
    }

    /// Sets the load state of a child sitemap. The row of a merged one is shown while it has failed and removed when it
    /// is loaded.
    pub(crate) fn set_document_state(&mut self, at: usize, state: LoadState) {
        let (has_failed, is_loaded) = (matches!(state, LoadState::Failed(_)), matches!(state, LoadState::Loaded));
        let Some((sitemap, needs_row)) = self.documents.set_state(at, state) else { return };
        if sitemap.merged_below.is_none() {
            return;
        }
        let node = sitemap.node;
        if needs_row && sitemap.is_counted {
            let [failures, more] = self.documents.counting_rows();
            let failures = failures.unwrap_or_else(|| self.last_row());
            self.documents.set_counting_rows([Some(failures), more]);
            self.append(failures, node, 0);
        } else if needs_row {
            self.append_last(node);
        }
        if has_failed {
            self.unmark(node, Flag::HIDDEN);
        } else if is_loaded {
            self.mark(node, Flag::HIDDEN);
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

    /// Updates the rows that count the child sitemaps that have failed and those not loaded yet. A row is hidden if there are
    /// none.
    pub(crate) fn show_remaining(&mut self) {
        let [failed, remaining] = self.documents.update_counts();
        let [failures, more] = self.documents.counting_rows();
        if let Some(node) = failures {
            self.count(node, failed, ["1 list not loaded", "lists not loaded"]);
        }
        let more = more.or_else(|| (remaining > 0).then(|| self.last_row()));
        self.documents.set_counting_rows([failures, more]);
        if let Some(node) = more {
            self.count(node, remaining, ["1 more sitemap", "more sitemaps"]);
        }
    }

    fn count(&mut self, node: NodeId, count: u32, [one, many]: [&str; 2]) {
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

//! The child sitemaps of a site: the documents that its robots.txt and its sitemap indexes name.

use super::Site;
use super::document::Document;
use crate::findings::Report;
use crate::format::Structure;
use crate::site_map::{LoadState, Naming, NodeId};
use crate::{address, site_map};

impl Site {
    /// Adds a child sitemap, as if a sitemap index named it.
    pub(crate) fn add_document(&mut self, url: &str, context: site_map::Context) {
        let mut report = Report::default();
        let root = self.map.make_root(&mut report);
        let tail = self.map.tail(root, &mut report);
        let naming = Naming { list: tail, merged_below: Some(root), context, offset: 0 };
        self.map.add_document(url, "", naming, &mut report);
    }

    /// Returns the indexes of up to `count` child sitemaps to merge that were not requested yet, from `from` on.
    pub(crate) fn pending_documents(&self, from: usize, count: usize) -> Vec<usize> {
        self.map.documents.pending(from, count)
    }

    /// Marks a child sitemap as loading. Returns its address, the row that its pages go below, and what its parent
    /// document says about them.
    pub(crate) fn request_document(&mut self, at: usize) -> Option<(String, NodeId, site_map::Context)> {
        let sitemap = self.map.documents.get(at)?;
        let request = (sitemap.url.to_string(), sitemap.merged_below.unwrap_or(sitemap.node), sitemap.context);
        self.map.set_document_state(at, LoadState::Loading);
        Some(request)
    }

    /// Returns `true` if the site at the origin `own` names a child sitemap in its robots.txt or in one of its indexes.
    /// A document of another site may name only documents of its own host.
    pub(crate) fn is_named_by_site(&self, at: usize, own: Option<&str>) -> bool {
        let Some(sitemap) = self.map.documents.get(at) else { return false };
        let is_own = |origin: Option<&str>| own.is_none() || origin.is_none() || origin == own;
        let origin = address::origin(&sitemap.url);
        is_own(sitemap.named_by.as_deref()) || [own, sitemap.named_by.as_deref()].contains(&origin.as_deref())
    }

    /// Sets the load state of a child sitemap.
    pub(crate) fn set_document_state(&mut self, at: usize, state: LoadState) {
        self.map.set_document_state(at, state);
    }

    /// Shows a row for the child sitemaps not loaded yet, and one for those that have failed, if there are any.
    pub(crate) fn show_remaining_documents(&mut self) {
        self.map.show_remaining();
    }

    /// Returns the documents with a declared structure and the child sitemaps not loaded yet. Returns `None` unless the
    /// site has both documents with a declared and with a derived structure.
    pub(crate) fn declared_among_derived(&self) -> Option<Vec<(String, site_map::Context)>> {
        let with_pages = || self.documents.iter().filter(|document| !document.is_index && document.format.is_some());
        let is_declared = |document: &&Document| document.structure == Structure::Declared;
        let declared = with_pages().filter(is_declared).count();
        (declared > 0 && declared < with_pages().count()).then(|| {
            let read = with_pages().filter(is_declared).map(|document| (document.url.clone(), document.context));
            let pending =
                self.map.documents.pending(0, usize::MAX).into_iter().filter_map(|at| self.map.documents.get(at));
            read.chain(pending.map(|sitemap| (sitemap.url.to_string(), sitemap.context))).collect()
        })
    }
}

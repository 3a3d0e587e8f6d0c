//! Drives the flow for one site: find its sitemap, fetch it, read it as it arrives, show it.
//!
//! Fetching is a trait, so that the browser, the tests and the command line share every rule here.

use crate::address::origin;
use crate::findings::{Diagnostic, Severity};
use crate::format::Structure;
use crate::limits::{DOCUMENTS_AT_ONCE, MAX_DOCUMENTS_AT_ONCE, MAX_ROWS};
use crate::site::Site;
use crate::view::TreeView;
use serde::Serialize;

/// Which file the tree came from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Source {
    /// Its address.
    pub url: String,
    /// Its format.
    pub format: &'static str,
    /// Whether the site declared the structure.
    pub structure: Structure,
    /// Pages in the tree.
    pub pages: usize,
    /// Documents that they come from.
    pub documents: usize,
    /// Whether the site could not be reached for all of them, so that the tree is as it was another time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

/// A load that has begun; see [`Session::begin`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load(u32);

/// One site's tree and what is being loaded for it.
#[derive(Debug, Default)]
pub struct Session {
    /// The site shown; empty at first.
    pub(super) shown: Site,
    /// The origin that was asked for it.
    pub(super) origin: Option<String>,
    /// Read beside a tree that is shown, until it has rows of its own.
    pub(super) next: Option<Site>,
    pub(super) view: TreeView,
    /// Number of the load under way; older ones find that theirs is another.
    pub(super) load: u32,
    /// What is wrong with sitemaps that were to be shown and could not.
    pub(super) passed_over: Vec<Diagnostic>,
    /// Further documents that are loaded at once, where that was said.
    pub(super) documents_at_once: Option<usize>,
    /// What keeps visits apart that sites must not be able to connect: the name of a browser's container. Empty for
    /// visits that are in none.
    pub(super) partition: String,
}

impl Session {
    /// The site shown; empty at first.
    pub fn site(&self) -> &Site {
        &self.shown
    }

    /// About how many bytes of memory it takes: every page, list, text and row, whether it has an address or not.
    pub fn memory(&self) -> usize {
        self.shown.memory() + self.next.as_ref().map_or(0, Site::memory) + self.view.memory()
    }

    /// The tree shown and its site.
    pub fn view(&self) -> (&TreeView, &Site) {
        (&self.view, &self.shown)
    }

    /// The tree shown and its site, to open and close branches.
    pub fn view_mut(&mut self) -> (&mut TreeView, &Site) {
        (&mut self.view, &self.shown)
    }

    /// Ends the load under way. What has come so far stays.
    pub fn stop(&mut self) {
        self.load += 1;
        self.loading().interrupt();
        self.show_next(true);
    }

    /// Takes what has been read since into the tree. Costs time in the number of open branches, so once a frame.
    pub fn sync(&mut self) {
        self.show_next(false);
    }

    /// Says which page is being looked at.
    pub fn set_current(&mut self, url: Option<&str>) {
        self.view.set_current(url);
    }

    /// Says how many further documents are loaded at once, from the next load on: from 1 to [`MAX_DOCUMENTS_AT_ONCE`],
    /// and [`DOCUMENTS_AT_ONCE`] if nothing is said.
    pub fn set_documents_at_once(&mut self, number: usize) {
        self.documents_at_once = Some(number.clamp(1, MAX_DOCUMENTS_AT_ONCE));
    }

    /// Says which partition the site is visited in. To be called before the first load.
    pub fn set_partition(&mut self, name: &str) {
        name.clone_into(&mut self.partition);
    }

    pub(super) fn documents_at_once(&self) -> usize {
        self.documents_at_once.unwrap_or(DOCUMENTS_AT_ONCE)
    }

    /// Which file the tree came from.
    pub fn source(&self) -> Option<Source> {
        let site = &self.shown;
        Some(Source {
            url: site.url().to_owned(),
            format: site.format()?,
            structure: site.structure(),
            pages: site.map().pages(),
            documents: site.documents(),
            stale: site.is_stale(),
        })
    }

    /// Findings about the documents of the site shown, behind what kept others from being shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.passed_over.clone();
        diagnostics.extend(self.shown.diagnostics());
        if self.view.is_cut() {
            diagnostics.push(Diagnostic {
                code: "limit-rows",
                severity: Severity::Warning,
                line: 1,
                column: 1,
                message: format!("The tree has more than {MAX_ROWS} rows; some branches stay closed."),
                url: None,
            });
        }
        diagnostics
    }

    /// Begins a load for the site of this address, ending one that is under way. The tree of another site goes at
    /// once.
    pub fn begin(&mut self, url: &str) -> Load {
        self.next = None;
        self.passed_over.clear();
        let origin = origin(url);
        if std::mem::replace(&mut self.origin, origin.clone()) != origin && !self.shown.is_empty() {
            self.shown = Site::default();
            self.view.renew(None);
        }
        self.begin_more()
    }

    /// Begins to load more of the site that is shown.
    pub fn begin_more(&mut self) -> Load {
        self.loading().interrupt();
        self.load += 1;
        Load(self.load)
    }

    /// Shows the site being read if it has rows, or in any case where nothing else is shown.
    pub(super) fn show_next(&mut self, complete: bool) {
        let is_due = |next: &Site| match complete {
            true => next.has_rows() || self.shown.is_empty(),
            false => next.has_pages(),
        };
        if let Some(next) = self.next.take_if(|next| is_due(next)) {
            let before = (!self.shown.is_empty()).then(|| self.shown.map());
            self.view.renew(before);
            self.shown = next;
        }
        if !self.shown.is_empty() {
            self.view.refresh(self.shown.map());
        }
    }

    pub(super) fn loading(&mut self) -> &mut Site {
        self.next.as_mut().unwrap_or(&mut self.shown)
    }

    pub(super) fn is_over(&self, load: Load) -> bool {
        self.load != load.0
    }
}

//! The state of a session: the site that is shown, and the load that is under way.

use super::outcome::{Code, Outcome, Status};
use super::requested_lists::Lists;
use super::visited::Visited;
use crate::address::origin;
use crate::findings::{Diagnostic, FindingCode, Severity};
use crate::format::Structure;
use crate::limits::{DOCUMENTS_AT_ONCE, MAX_DOCUMENTS_AT_ONCE, MAX_ROWS};
use crate::site::Site;
use crate::view::TreeView;
use serde::Serialize;
use std::task::Waker;

/// The document that the tree comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Source {
    /// Address of the document. Of several, it is the one that names the others.
    pub url: String,
    /// The title that the document gives to the whole tree. Bookmark files have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the document says about the whole tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Name of the format.
    pub format: &'static str,
    /// Where the tree's structure comes from.
    pub structure: Structure,
    /// Number of pages in the tree.
    pub pages: usize,
    /// Number of documents that the pages come from.
    pub documents: usize,
    /// The site's menus say where pages are. The format is `page` if there is no sitemap.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub menus: bool,
    /// The address of a list of the site that has added pages, such as its search index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// At least one document comes from the cache because the site could not be reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

/// Identifies a load. See [`Session::begin`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load(pub(super) u32);

/// One site's tree, and the load that is under way for it.
#[derive(Debug, Default)]
pub struct Session {
    /// The site that is shown. Empty at first.
    pub(super) shown: Site,
    /// Origin of the address that the site was opened with.
    pub(super) origin: Option<String>,
    /// The address that the site was opened with.
    pub(super) opened: String,
    /// The site that is being loaded, until it has rows and replaces `shown`.
    pub(super) next: Option<Site>,
    pub(super) view: TreeView,
    /// Number of the current load. A load with another number has been stopped.
    pub(super) load: u32,
    /// How the last load ended. `None` before its end, or if it was stopped.
    pub(super) ended: Option<Outcome>,
    /// Findings about sitemaps that could not be shown.
    pub(super) passed_over: Vec<Diagnostic>,
    /// Child sitemaps that one load reads, if the user has set it.
    pub(super) documents_at_once: Option<usize>,
    /// What visited pages say about the site.
    pub(super) visited: Visited,
    /// The site's lists of titles that have been requested.
    pub(super) lists: Lists,
    /// Address of the page in the tab.
    pub(super) current: Option<String>,
    /// The folder of the site, if it is below a path of its host.
    pub(super) folder: Option<String>,
    /// The facts of the page in the tab will arrive, and the load that waits for them.
    pub(super) expects_facts: bool,
    pub(super) waiting: Option<Waker>,
    /// `true` while a load is under way. The facts of pages are added at its end, or before its first rows.
    pub(super) is_loading: bool,
    /// Name of the browser container, or empty. Sites must not be able to connect visits in different containers.
    pub(super) partition: String,
    /// The language of the user.
    pub(super) language: String,
    /// The tree is read from a file of the user's.
    is_own_file: bool,
}

impl Session {
    /// Returns the site that is shown. It is empty at first.
    pub fn site(&self) -> &Site {
        &self.shown
    }

    /// Returns the approximate memory use in bytes: every page, list, text and row.
    pub fn memory(&self) -> usize {
        self.shown.memory() + self.next.as_ref().map_or(0, Site::memory) + self.view.memory() + self.visited.bytes()
    }

    /// Returns the tree that is shown, and its site.
    pub fn view(&self) -> (&TreeView, &Site) {
        (&self.view, &self.shown)
    }

    /// Returns the tree that is shown, to expand and collapse branches, and its site.
    pub fn view_mut(&mut self) -> (&mut TreeView, &Site) {
        (&mut self.view, &self.shown)
    }

    /// Stops the load under way. Pages that have arrived stay.
    pub fn stop(&mut self) {
        self.load += 1;
        self.is_loading = false;
        self.waiting.iter().for_each(Waker::wake_by_ref);
        self.loading().interrupt();
        self.show_next(true);
    }

    /// Adds the pages that have arrived to the tree. Call it once a frame, because its time grows with the number of
    /// expanded branches.
    pub fn sync(&mut self) {
        self.show_next(false);
    }

    /// Sets the address of the current page.
    pub fn set_current(&mut self, url: Option<&str>) {
        self.current = url.map(str::to_owned);
        self.mark_current();
        self.waiting.iter().for_each(Waker::wake_by_ref);
    }

    /// Sets how many child sitemaps one load reads, from 1 to [`MAX_DOCUMENTS_AT_ONCE`]. The default is
    /// [`DOCUMENTS_AT_ONCE`]. It applies from the next load.
    pub fn set_documents_at_once(&mut self, number: usize) {
        self.documents_at_once = Some(number.clamp(1, MAX_DOCUMENTS_AT_ONCE));
    }

    /// Sets the partition that the site is visited in. Call it before the first load.
    pub fn set_partition(&mut self, name: &str) {
        name.clone_into(&mut self.partition);
    }

    /// Sets the language of the user, a BCP 47 tag. Titles are in it if a document has them in several languages. Call it
    /// before the first load.
    pub fn set_language(&mut self, tag: &str) {
        tag.clone_into(&mut self.language);
    }

    /// Says that the load reads a file of the user's. A tree that is saved keeps those addresses of such a file that are no
    /// links, such as scripts of bookmarks. Those of a site are left out: in saved bookmarks they would run on other sites.
    /// Call it after [`Session::begin`].
    pub fn set_own_file(&mut self) {
        self.is_own_file = true;
    }

    /// Returns an empty site to read sitemaps into.
    pub(super) fn new_site(&self) -> Site {
        let mut site = Site::in_language(&self.language);
        site.set_own_file(self.is_own_file);
        site
    }

    pub(super) fn documents_at_once(&self) -> usize {
        self.documents_at_once.unwrap_or(DOCUMENTS_AT_ONCE)
    }

    /// Returns the document that the tree comes from, or `None` until its format is known.
    pub fn source(&self) -> Option<Source> {
        let site = &self.shown;
        let root = site.map().root();
        let title = root.filter(|&root| site.map().has_title(root)).map(|root| site.map().title(root).into_owned());
        let details = root.map(|root| site.map().shown_details(root)).unwrap_or_default();
        let description = details.into_iter().find(|(name, _)| *name == "description");
        Some(Source {
            url: site.url().to_owned(),
            title,
            description: description.map(|(_, text)| text.into_owned()),
            format: site.format()?,
            structure: site.structure(),
            pages: site.map().pages(),
            documents: site.documents(),
            menus: site.map().is_guided(),
            list: self.lists.pages_from.clone(),
            stale: site.is_stale(),
        })
    }

    /// Returns all findings. Those about sitemaps that could not be shown come first.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.passed_over.clone();
        diagnostics.extend(self.shown.diagnostics());
        if self.view.is_cut() {
            diagnostics.push(Diagnostic {
                code: FindingCode::LimitRows,
                severity: Severity::Warning,
                line: 1,
                column: 1,
                message: format!("The tree has more than {MAX_ROWS} rows; some branches stay closed."),
                url: None,
            });
        }
        diagnostics
    }

    /// Begins a load for the site of this address, and stops a load that is under way. The tree of another site is
    /// removed at once.
    pub fn begin(&mut self, url: &str) -> Load {
        self.next = None;
        self.is_own_file = false;
        self.passed_over.clear();
        let origin = origin(url);
        url.clone_into(&mut self.opened);
        if std::mem::replace(&mut self.origin, origin.clone()) != origin {
            self.visited = Visited::default();
            self.lists = Lists::default();
            self.folder = None;
            self.clear();
        }
        self.continue_load()
    }

    /// Keeps the findings of a site that is not shown.
    pub(super) fn pass_over(&mut self, site: &Site) {
        let with_url = |finding: Diagnostic| Diagnostic { url: finding.url.or(Some(site.url().to_owned())), ..finding };
        self.passed_over.extend(site.diagnostics().into_iter().map(with_url));
    }

    /// Removes the tree that is shown.
    pub(super) fn clear(&mut self) {
        if !self.shown.is_empty() {
            self.shown = Site::default();
            self.view.renew(None);
        }
    }

    /// Begins a load that adds to the site that is shown.
    pub fn continue_load(&mut self) -> Load {
        self.loading().interrupt();
        self.load += 1;
        self.is_loading = true;
        self.ended = None;
        self.waiting.iter().for_each(Waker::wake_by_ref);
        Load(self.load)
    }

    /// Shows the site that is being loaded, if it has pages. At the end of a load (`complete`), rows without pages are
    /// enough, and a site without rows is shown if there is no other.
    pub(super) fn show_next(&mut self, complete: bool) {
        let is_due = |next: &Site| match complete {
            true => next.has_rows() || self.shown.is_empty(),
            false => next.has_pages(),
        };
        if let Some(next) = self.next.take_if(|next| is_due(next)) {
            let before = (!self.shown.is_empty()).then(|| self.shown.map());
            self.view.renew(before);
            self.shown = next;
            // The menus come first, so that rows do not move when the load ends.
            if self.shown.has_rows() {
                self.apply_facts(false);
            }
        }
        if !self.shown.is_empty() {
            self.view.refresh_in_steps(self.shown.map(), complete);
        }
        self.mark_current();
    }

    /// Adds more of what visited pages say, and then builds more of the rows that must be built again. Returns `true` if some
    /// of this remains.
    pub(super) fn refresh_more(&mut self) -> bool {
        if !self.has_more_facts() {
            return self.view.refresh_more(self.shown.map());
        }
        self.apply_facts(true);
        if !self.has_more_facts() {
            self.view.refresh_in_steps(self.shown.map(), true);
            self.mark_current();
        }
        true
    }

    /// Ends a load: adds what visited pages say. A site without a sitemap gets its tree from them. Then call
    /// [`Session::refresh_more`] until it returns `false`.
    pub(super) fn end(&mut self, load: Load, outcome: Outcome) -> Outcome {
        if self.is_over(load) {
            return outcome;
        }
        self.is_loading = false;
        self.lists.note_end(&outcome);
        if self.shape() | self.apply_facts(true) {
            self.view.refresh_in_steps(self.shown.map(), true);
        }
        self.mark_current();
        let shown = self.with_tree(outcome.clone());
        self.ended = Some(outcome);
        shown
    }

    /// Tidies up the tree. It is in the language of the first visited page, so a reload at another page does not change it.
    pub(super) fn shape(&mut self) -> bool {
        let first = self.visited.visits.iter().find(|visit| visit.is_page());
        self.shown.shape(first.map_or(&self.opened, |visit| &visit.facts.url))
    }

    /// Returns how the last load ended. The outcome may become better after the load, because a site without a sitemap
    /// counts as loaded when visited pages have given it a tree.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.clone().map(|outcome| self.with_tree(outcome))
    }

    fn with_tree(&self, outcome: Outcome) -> Outcome {
        // An empty sitemap is like none.
        let has_sitemap = outcome.status != Status::NotFound && outcome.code != Code::NoPages;
        if has_sitemap || !self.shown.is_without_sitemap() || !self.shown.has_rows() {
            return outcome;
        }
        let message = "The tree comes from the pages of the site.";
        Outcome::new(Status::Loaded, Code::Ok, false, &outcome.url, message)
    }

    /// Returns the site that is being loaded.
    pub(super) fn loading(&mut self) -> &mut Site {
        self.next.as_mut().unwrap_or(&mut self.shown)
    }

    /// Returns `true` if a load was stopped, also by a newer load.
    pub(super) fn is_over(&self, load: Load) -> bool {
        self.load != load.0
    }
}

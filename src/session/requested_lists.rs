//! Remembers which lists of titles a session has requested, and decides if it may request more.

use super::open_manifest::OpenManifest;
use super::outcome::{Code, Outcome, Status};
use crate::title_lists::TitleList;

/// The lists of the site that have been requested.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) requested: Vec<String>,
    /// A list is being read.
    pub(super) is_reading: bool,
    /// The site asked for a pause.
    pub(super) is_paused: bool,
    /// The site has no sitemap.
    pub(super) is_missing: bool,
    /// The address of the last list that has added pages.
    pub(super) pages_from: Option<String>,
    /// The search indexes that have been read and have the texts of pages.
    pub(super) with_texts: Vec<TitleList>,
    /// The number of the last search in texts.
    pub(super) text_search: u32,
    /// The last manifest, until its parts have been read.
    pub(super) manifest: Option<OpenManifest>,
}

impl Lists {
    /// Notes how a load ended. A site that did not answer well gets no requests for lists.
    pub(super) fn note_end(&mut self, outcome: &Outcome) {
        self.is_paused = outcome.retry_after_secs.is_some() || outcome.code == Code::RateLimited;
        self.is_missing = outcome.status == Status::NotFound;
    }
}

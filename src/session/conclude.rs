//! How the load of a site ends.

use super::outcome::{Code, Outcome, Status};
use super::state::Session;
use crate::findings::{FindingCode, Reason};

/// The result of loading child sitemaps.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) loaded: usize,
    /// Why the first existing document that failed could not be read.
    pub(super) failed: Option<Reason>,
}

/// Why a document has no more bytes.
#[derive(Debug)]
pub(super) enum Break {
    /// The connection broke off, for this reason.
    Connection(String),
    /// The compressed data is damaged.
    Damage,
}

/// Why a child sitemap is not in the tree.
#[derive(Debug)]
pub(super) enum Miss {
    /// The document does not exist, or is not a sitemap.
    Missing,
    /// The document could not be read.
    Failed(Reason),
}

/// Shows the site that was read, and returns the outcome.
pub(super) fn conclude(session: &mut Session, url: &str, broken_off: Option<Break>) -> Outcome {
    let error = session.loading().first_error();
    let is_page = error.as_ref().is_some_and(|error| error.is_no_sitemap());
    if is_page && broken_off.is_none() && session.next.as_ref().is_some_and(|next| next.map().is_empty()) {
        session.next = None;
        let message = "This site has no sitemap: it answers with something else.";
        return Outcome::new(Status::NotFound, Code::NoSitemap, true, url, message);
    }
    session.show_next(true);
    let has_rows = session.next.is_none() && !session.view.is_empty();
    if let Some(why) = broken_off {
        session.next = None;
        let (code, reason) = match why {
            Break::Connection(why) if has_rows => (Code::Network, Reason::BrokenOffInPart { why }),
            Break::Connection(why) => (Code::Network, Reason::BrokenOff { why }),
            Break::Damage if has_rows => (Code::Finding(FindingCode::DamagedGzip), Reason::DamagedInPart),
            Break::Damage => (Code::Finding(FindingCode::DamagedGzip), Reason::Damaged),
        };
        return Outcome::failed(code, true, url, reason);
    }
    if has_rows {
        return Outcome::new(Status::Loaded, Code::Ok, false, url, "The sitemap is loaded.");
    }
    if let Some(next) = session.next.take() {
        session.pass_over(&next);
    }
    match error {
        Some(error) => Outcome::failed(Code::Finding(error.code), true, url, Reason::unreadable(error)),
        None => Outcome::failed(Code::NoPages, true, url, Reason::NoPages),
    }
}

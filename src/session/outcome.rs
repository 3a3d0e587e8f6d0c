//! How a load ended.

use crate::findings::Reason;
use serde::Serialize;

/// How loading ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A tree is shown.
    Loaded,
    /// The site has no sitemap.
    NotFound,
    /// There is or may be a sitemap, but it could not be read.
    Failed,
    /// Stopped by the user or by a newer load.
    Stopped,
}

/// What came of loading a site's sitemap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Stable name of the reason.
    pub code: &'static str,
    /// A sentence in English.
    pub message: String,
    /// Where it failed: why, for who says it in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Whether trying again may help.
    pub retry: bool,
    /// The address it is about.
    pub url: String,
    /// Seconds that the site wants to be left alone.
    #[serde(skip)]
    pub alone: Option<u32>,
}

impl Outcome {
    pub(super) fn new(
        status: Status,
        code: &'static str,
        retry: bool,
        url: &str,
        message: impl Into<String>,
    ) -> Outcome {
        Outcome { status, code, message: message.into(), reason: None, retry, url: url.to_owned(), alone: None }
    }

    pub(super) fn failed(code: &'static str, retry: bool, url: &str, reason: Reason) -> Outcome {
        let outcome = Outcome::new(Status::Failed, code, retry, url, reason.to_string());
        Outcome { reason: Some(reason), ..outcome }
    }

    /// Whether it says nothing about the site but only about this time.
    pub(super) fn is_passing(&self) -> bool {
        matches!(self.code, "network" | "no-access") || self.alone.is_some()
    }

    pub(super) fn stopped(url: &str) -> Outcome {
        Outcome::new(Status::Stopped, "stopped", true, url, "Loading was stopped.")
    }
}

//! How a load ended.

use crate::findings::Reason;
use serde::{Serialize, Serializer};
use std::fmt;

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

/// Why a load ended as it did. Its name is stable and is what JavaScript gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// Everything was loaded.
    Ok,
    /// The user or a newer load stopped it.
    Stopped,
    /// The site has no sitemap.
    NoSitemap,
    /// The page is not on the web.
    NoWebPage,
    /// The site could not be reached, or the connection broke.
    Network,
    /// The user does not allow requests to this host.
    NoAccess,
    /// The address is in the user's own network.
    LocalNetwork,
    /// The site redirects to another site.
    Redirected,
    /// The server answered with an error status.
    HttpStatus,
    /// The server asks to wait.
    RateLimited,
    /// The site itself does not name the host of this child sitemap.
    NotNamed,
    /// The sitemap has no pages.
    NoPages,
    /// A child sitemap could not be read.
    Document,
    /// None of several sitemaps could be read.
    Documents,
    /// A finding in the document, by its code.
    Finding(&'static str),
}

impl Code {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Code::Ok => "ok",
            Code::Stopped => "stopped",
            Code::NoSitemap => "no-sitemap",
            Code::NoWebPage => "no-web-page",
            Code::Network => "network",
            Code::NoAccess => "no-access",
            Code::LocalNetwork => "local-network",
            Code::Redirected => "redirected",
            Code::HttpStatus => "http-status",
            Code::RateLimited => "rate-limited",
            Code::NotNamed => "not-named",
            Code::NoPages => "no-pages",
            Code::Document => "document",
            Code::Documents => "documents",
            Code::Finding(code) => code,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What came of loading a site's sitemap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Why it ended so.
    pub code: Code,
    /// A sentence in English.
    pub message: String,
    /// Where it failed: why, for who says it in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Whether trying again may help.
    pub retry: bool,
    /// The address it is about.
    pub url: Box<str>,
    /// Seconds to wait before the next request, if the server says so.
    #[serde(skip)]
    pub retry_after_secs: Option<u32>,
}

impl Outcome {
    pub(super) fn new(status: Status, code: Code, retry: bool, url: &str, message: impl Into<String>) -> Outcome {
        Outcome { status, code, message: message.into(), reason: None, retry, url: url.into(), retry_after_secs: None }
    }

    pub(super) fn failed(code: Code, retry: bool, url: &str, reason: Reason) -> Outcome {
        let outcome = Outcome::new(Status::Failed, code, retry, url, reason.to_string());
        Outcome { reason: Some(reason), ..outcome }
    }

    /// Whether it says nothing about the site but only about this time.
    pub(super) fn is_passing(&self) -> bool {
        matches!(self.code, Code::Network | Code::NoAccess) || self.retry_after_secs.is_some()
    }

    pub(super) fn stopped(url: &str) -> Outcome {
        Outcome::new(Status::Stopped, Code::Stopped, true, url, "Loading was stopped.")
    }
}

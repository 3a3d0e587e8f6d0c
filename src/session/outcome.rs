//! The outcome of a load.

use crate::findings::{FindingCode, Reason};
use serde::{Serialize, Serializer};
use std::fmt;

/// How a load ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A tree is shown.
    Loaded,
    /// The site has no sitemap.
    NotFound,
    /// There is or may be a sitemap, but it could not be read.
    Failed,
    /// The user or a newer load stopped it.
    Stopped,
}

/// Why a load ended. JavaScript gets its name, which never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "string"))]
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
    /// The server requests a pause.
    RateLimited,
    /// The site itself does not name the host of this child sitemap.
    NotNamed,
    /// The sitemap has no pages.
    NoPages,
    /// A child sitemap could not be read.
    Document,
    /// None of several sitemaps could be read.
    Documents,
    /// An error in the document.
    Finding(FindingCode),
}

impl Code {
    /// Returns the name that JavaScript gets. It never changes.
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
            Code::Finding(code) => code.name(),
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

/// The result of a load.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Outcome {
    /// How the load ended.
    pub status: Status,
    /// Why it ended.
    pub code: Code,
    /// The reason as an English sentence.
    pub message: String,
    /// Why it failed, for a message in another language. Absent if it did not fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// A retry may help.
    pub retry: bool,
    /// The address of the last requested sitemap.
    pub url: Box<str>,
    /// Seconds to wait before the next request, if the server requests a pause.
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

    /// Returns `true` if the cause is temporary, so it says nothing about the site.
    pub(super) fn is_temporary(&self) -> bool {
        matches!(self.code, Code::Network | Code::NoAccess) || self.retry_after_secs.is_some()
    }

    pub(super) fn stopped(url: &str) -> Outcome {
        Outcome::new(Status::Stopped, Code::Stopped, true, url, "Loading was stopped.")
    }
}

//! Why something could not be read: a name and values for the interface, which says it in the user's language, and the
//! sentence in English for everybody else.

use super::diagnostics::Diagnostic;
use serde::Serialize;
use std::fmt;

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $variant:ident $({ $($field:ident: $type:ty),+ })? = $name:literal, $sentence:literal;)+) => {
        /// Why a sitemap could not be read, with what stands in the sentence.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(tag = "name")]
        pub enum Reason {
            $(
                $(#[doc = $doc])+
                #[serde(rename = $name)]
                $variant $({
                    $(
                        #[allow(missing_docs)]
                        $field: $type,
                    )+
                })?,
            )+
        }

        impl Reason {
            /// Name and English sentence of each; `{line}` and the like stand for its values.
            pub const SENTENCES: &[(&str, &str)] = &[$(($name, $sentence)),+];
        }

        impl fmt::Display for Reason {
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Reason::$variant $({ $($field),+ })? => write!(f, $sentence),)+
                }
            }
        }
    };
}

reasons! {
    /// No answer came.
    Unreachable { why: String } = "unreachable", "The site could not be reached.";
    /// The answer ended too early, and nothing of it can be shown.
    BrokenOff { why: String } = "broken-off",
        "The connection broke off in the middle of the sitemap; nothing of it can be shown yet.";
    /// The answer ended too early; what has come is shown.
    BrokenOffInPart { why: String } = "broken-off-in-part",
        "The connection broke off in the middle of the sitemap; what has come so far is shown.";
    /// The answer with a further document ended too early.
    DocumentBrokenOff { why: String } = "document-broken-off", "The connection broke off in the middle.";
    /// Status 401 or 403.
    Forbidden { status: u16 } = "forbidden", "The site does not let its sitemap be read (status {status}).";
    /// Status 429.
    RateLimited { status: u16 } = "rate-limited", "The site asks to be left alone for a while (status {status}).";
    /// Status 500 to 599.
    ServerError { status: u16 } = "server-error",
        "The site has a problem of its own and did not give its sitemap (status {status}).";
    /// Any other status.
    Refused { status: u16 } = "refused", "The site did not give its sitemap (status {status}).";
    /// What is there cannot be read.
    Unreadable { line: u32, column: u32, finding: String } = "unreadable",
        "The sitemap cannot be shown: line {line}, column {column}: {finding}";
    /// It has no pages.
    NoPages = "no-pages", "The sitemap has no pages.";
    /// No further document could be read.
    NoDocument { first: Box<Reason> } = "no-document",
        "None of the sitemaps that this site names can be read. The first: {first}";
    /// A further document is not there.
    Missing = "missing", "It is not there.";
    /// A further document redirects to another site.
    Elsewhere = "elsewhere", "It is not there: its address redirects to another site.";
    /// A further document is something else.
    NoSitemap = "no-sitemap", "It is no sitemap, but something else.";
    /// Only another site names a further document.
    NotNamed { host: String } = "not-named", "It is not asked for: only another site names {host}, not this one.";
    /// A document in the user's own network, that a site on the internet names.
    LocalNetwork { host: String } = "local-network",
        "It is not asked for: {host} is in your own network, and this site is not.";
    /// A document on a host that the user has not given access to.
    NoAccess { host: String } = "no-access", "It is not asked for: Navibar may not access {host}.";
    /// A further document cannot be read.
    DocumentUnreadable { line: u32, column: u32, finding: String } = "document-unreadable",
        "It cannot be read: line {line}, column {column}: {finding}";
}

impl Reason {
    /// What is there cannot be read because of this.
    pub(crate) fn unreadable(error: Diagnostic) -> Reason {
        Reason::Unreadable { line: error.line, column: error.column, finding: error.message }
    }

    /// A further document cannot be read because of this.
    pub(crate) fn document_unreadable(error: Diagnostic) -> Reason {
        Reason::DocumentUnreadable { line: error.line, column: error.column, finding: error.message }
    }
}

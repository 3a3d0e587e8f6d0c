//! The reasons why a document could not be read. The interface translates the name and inserts the values. `Display` writes
//! the English sentence.

use super::diagnostics::Diagnostic;
use serde::Serialize;
use std::fmt;

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $variant:ident $({ $($field:ident: $type:ty),+ })? = $name:literal, $sentence:literal;)+) => {
        /// Why a document could not be read, with the values of its sentence.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
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
            /// Name and English sentence of each reason. `{line}` and similar parts stand for values.
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
    /// There was no response.
    Unreachable { why: String } = "unreachable", "The site could not be reached.";
    /// The response ended too early, and none of it can be shown.
    BrokenOff { why: String } = "broken-off",
        "The connection was interrupted while the sitemap was loading. Nothing can be shown yet.";
    /// The response ended too early. The part that arrived is shown.
    BrokenOffInPart { why: String } = "broken-off-in-part",
        "The connection was interrupted while the sitemap was loading. The part that arrived is shown.";
    /// The response with a child sitemap ended too early.
    DocumentBrokenOff { why: String } = "document-broken-off", "The connection was interrupted.";
    /// The compressed data is damaged, and nothing can be shown.
    Damaged = "damaged", "The compressed file of the sitemap is damaged. Nothing can be shown.";
    /// The compressed data is damaged. The part before the damage is shown.
    DamagedInPart = "damaged-in-part",
        "The compressed file of the sitemap is damaged. The part before the damage is shown.";
    /// The compressed data of a child sitemap is damaged.
    DocumentDamaged = "document-damaged", "Its compressed file is damaged.";
    /// Status 401 or 403.
    Forbidden { status: u16 } = "forbidden", "The site does not allow access to its sitemap (status {status}).";
    /// Status 429.
    RateLimited { status: u16 } = "rate-limited", "The site asks Navibar to wait (status {status}).";
    /// Status 500 to 599.
    ServerError { status: u16 } = "server-error",
        "The server has an error and did not send the sitemap (status {status}).";
    /// Any other status.
    Refused { status: u16 } = "refused", "The site did not send its sitemap (status {status}).";
    /// The document cannot be parsed.
    Unreadable { line: u32, column: u32, finding: String } = "unreadable",
        "The sitemap cannot be shown: line {line}, column {column}: {finding}";
    /// The document has no pages.
    NoPages = "no-pages", "The sitemap has no pages.";
    /// None of the child sitemaps could be read.
    NoDocument { first: Box<Reason> } = "no-document",
        "None of this site's sitemaps can be read. First error: {first}";
    /// A child sitemap does not exist.
    Missing = "missing", "It does not exist.";
    /// A child sitemap redirects to another site.
    Elsewhere = "elsewhere", "Its address redirects to another site.";
    /// A child sitemap is something else.
    NoSitemap = "no-sitemap", "This is not a sitemap.";
    /// Only another site names this child sitemap.
    NotNamed { host: String } = "not-named", "It is not loaded because only another site names {host}, not this one.";
    /// The document is in the user's own network, and a site on the internet names it.
    LocalNetwork { host: String } = "local-network",
        "It is not loaded because {host} is in your own network and this site is on the internet.";
    /// The user has not given access to the document's host.
    NoAccess { host: String } = "no-access", "It is not loaded because Navibar has no access to {host}.";
    /// A child sitemap cannot be parsed.
    DocumentUnreadable { line: u32, column: u32, finding: String } = "document-unreadable",
        "It cannot be read: line {line}, column {column}: {finding}";
}

impl Reason {
    /// Returns the reason that the document cannot be parsed because of this error.
    pub(crate) fn unreadable(error: Diagnostic) -> Reason {
        Reason::Unreadable { line: error.line, column: error.column, finding: error.message }
    }

    /// Returns the reason that a child sitemap cannot be parsed because of this error.
    pub(crate) fn document_unreadable(error: Diagnostic) -> Reason {
        Reason::DocumentUnreadable { line: error.line, column: error.column, finding: error.message }
    }
}

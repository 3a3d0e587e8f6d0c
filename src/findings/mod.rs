//! Findings: mistakes in a site's documents with their positions, the reasons why a load failed, and excerpts of the
//! text around each finding.

mod code;
mod diagnostics;
mod excerpt;
mod reason;

pub use code::{Description, FindingCode, Severity};
pub use diagnostics::Diagnostic;
pub(crate) use diagnostics::Report;
pub use excerpt::{AFTER, BEFORE, Excerpt, Excerpts, TextPosition};
pub use reason::Reason;

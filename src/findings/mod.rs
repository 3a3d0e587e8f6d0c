//! Findings: mistakes in a site's documents with their positions, the reasons why a load failed, and excerpts of the
//! text around each finding.

mod code;
mod diagnostics;
mod excerpt;
mod reason;

pub use code::{Description, FindingCode};
pub(crate) use diagnostics::Report;
pub use diagnostics::{Diagnostic, Severity};
pub use excerpt::{AFTER, BEFORE, Excerpt, Excerpts, TextPosition};
pub use reason::Reason;

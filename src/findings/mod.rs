//! Findings: mistakes in a site's documents with their positions, the reasons why a load failed, and excerpts of the
//! text around each finding.

mod diagnostics;
mod excerpt;
mod reason;

pub(crate) use diagnostics::Report;
pub use diagnostics::{Diagnostic, Severity};
pub use excerpt::{AFTER, BEFORE, Excerpt, Excerpts, Place};
pub use reason::Reason;

//! What is wrong with a site's documents: findings with their places, reasons why a load failed, and the lines around a
//! place.

mod diagnostics;
mod excerpt;
mod reason;

pub(crate) use diagnostics::Report;
pub use diagnostics::{Diagnostic, Severity};
pub use excerpt::{AFTER, BEFORE, Excerpt, Excerpts, Place};
pub use reason::Reason;

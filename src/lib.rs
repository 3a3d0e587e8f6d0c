//! Navibar.

pub mod diagnostics;
pub mod format;
mod iri;
pub mod limits;
pub mod vocabulary;
pub mod xml;

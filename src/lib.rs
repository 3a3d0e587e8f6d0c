//! Navibar.

pub mod diagnostics;
pub mod limits;
pub mod vocabulary;
pub mod xml;

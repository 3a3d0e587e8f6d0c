//! Strings: storing and comparing them, and reading dates and numbers.

pub(crate) mod case_folding;
pub mod date;
pub(crate) mod decimal;
mod store;

pub(crate) use store::{Span, TextStore, is_same, trimmed};

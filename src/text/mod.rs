//! Strings: where they are kept, how they are compared, and the dates and numbers in them.

pub(crate) mod case_folding;
pub mod date;
pub(crate) mod decimal;
mod store;

pub(crate) use store::{Span, TextStore, is_same, trimmed};

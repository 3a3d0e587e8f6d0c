//! Strings: storing and comparing them, and reading dates, numbers, HTML and JSON.

mod blank;
pub(crate) mod case_folding;
pub mod date;
pub(crate) mod decimal;
pub(crate) mod first_tags;
pub(crate) mod first_words;
pub(crate) mod html_tag;
pub(crate) mod html_text;
pub(crate) mod html_tokens;
pub(crate) mod json;
mod list_marker;
pub(crate) mod natural;
pub(crate) mod strict_json;
mod one_line;
mod store;

pub(crate) use blank::is_blank;
pub(crate) use list_marker::list_marker;
pub(crate) use one_line::one_line;
pub(crate) use store::{Span, TextStore, collapsed, is_same, trimmed};

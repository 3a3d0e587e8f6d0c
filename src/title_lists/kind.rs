//! The kinds of lists.

use super::records::Fields;

/// The content of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ListKind {
    /// JSON objects with addresses and titles.
    Records(Fields),
    /// The search index of Sphinx. `has_folders`: the address of a page is `name/` instead of `name.html`.
    Sphinx { has_folders: bool },
    /// RSS, Atom or JSON Feed.
    Feed,
    /// The answer of WordPress with this number, from 1.
    WordPress(usize),
    /// An `llms.txt`.
    LlmsTxt,
}

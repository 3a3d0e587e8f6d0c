//! XML features that several formats share: `xml:base`, and elements that are kept as written.

pub(super) mod base;
#[cfg(feature = "bookmarks")]
pub(crate) mod only_link;
pub(super) mod verbatim;
pub(super) mod xml_literal;

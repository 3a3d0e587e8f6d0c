//! XML features that several formats share: `xml:base`, and elements that are kept as written.

pub(super) mod base;
pub(super) mod verbatim;
pub(super) mod xml_literal;

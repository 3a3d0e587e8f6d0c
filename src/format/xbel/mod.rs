//! XBEL, the XML Bookmark Exchange Language 1.0 and 1.1: folders, bookmarks, separators and aliases.
//!
//! Section numbers in this folder are those of chapter 3, "XBEL Document Structure", of its documentation. The
//! documentation leaves some points open. Navibar decides them here and in [`super::bookmarks`]:
//!
//! - The text of `desc` becomes the detail `description`.
//! - An element that XBEL does not allow is left out with a warning. Metadata is kept as [`SiteMap::metadata`].
//!
//! [`SiteMap::metadata`]: crate::site_map::SiteMap::metadata

mod entries;
mod reader;
mod saved;
mod state;
#[cfg(test)]
mod tests;

pub(super) use state::Xbel;

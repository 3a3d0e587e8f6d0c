//! XBEL, the XML Bookmark Exchange Language 1.0 and 1.1: folders, bookmarks, separators and aliases.
//!
//! Section numbers are those of chapter 3, "XBEL Document Structure", of its documentation. What it leaves open: a file
//! says the structure, so its tree is a declared one; its own title is not shown. A bookmark without an address is a
//! heading, one without a title is shown by its address, one without either is left out. What `desc` says is the detail
//! `description`. A folder without a title is shown as an ellipsis. Aliases are closed at first, whatever their folder is.
//! What stands where XBEL has nothing is left out with a warning; metadata is kept as [`SiteMap::metadata`].
//!
//! [`SiteMap::metadata`]: crate::site_map::SiteMap::metadata

mod aliases;
mod entries;
mod inside;
mod reader;
mod saved;
mod state;
#[cfg(test)]
mod tests;

pub(super) use state::Xbel;

//! XBEL, the XML Bookmark Exchange Language 1.0 and 1.1: folders, bookmarks, separators and aliases.
//!
//! Section numbers in this folder are those of chapter 3, "XBEL Document Structure", of its documentation. The
//! documentation leaves some points open; they are decided as follows:
//!
//! - A file declares its structure. Its own title is not shown.
//! - A bookmark without an address is a heading. One without a title is shown by its address. One without both is left
//!   out.
//! - The text of `desc` becomes the detail `description`.
//! - A folder without a title is shown as an ellipsis.
//! - An alias is collapsed at first, whether its folder is or not.
//! - An element that XBEL does not allow is left out with a warning. Metadata is kept as [`SiteMap::metadata`].
//!
//! [`SiteMap::metadata`]: crate::site_map::SiteMap::metadata

mod aliases;
mod entries;
mod collected;
mod reader;
mod saved;
mod state;
#[cfg(test)]
mod tests;

pub(super) use state::Xbel;

//! The rules that all bookmark formats share: XBEL, the HTML that browsers export, and OPML. Each format reads its own
//! syntax and passes folders, bookmarks and aliases on to [`state::Bookmarks`].
//!
//! - A file declares its structure. Its title and description are those of the whole tree.
//! - A bookmark without an address is a heading. One without a title is shown by its address. One without both is left
//!   out.
//! - A folder without a title is shown as an ellipsis.
//! - An alias is collapsed at first, whether its folder is or not.

pub(super) mod aliases;
pub(super) mod collected;
pub(super) mod entries;
pub(super) mod saved;
pub(super) mod state;

//! Writes the tree as folders and bookmarks: XBEL, the HTML that browsers read, and OPML.
//!
//! A page in several places is written in one of them and is an alias in the others. A page without children is written
//! again instead, because many programs do not know aliases.
//!
//! Aliases of an XBEL file stay aliases. If a file also has pages in several places, `navi:aliases="pages"` on the document
//! says that an alias is such a page, and `navi:aliasOf` marks the real aliases.

mod entry;
mod html;
mod opml;
mod syntax;
mod walk;
mod xbel;

pub(super) use syntax::Syntax;
pub(super) use walk::Bookmarks;

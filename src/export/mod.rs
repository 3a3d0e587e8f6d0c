//! Saves the tree as NNS, NEGS, XBEL, HTML bookmarks or OPML. Reading a saved file gives the same tree.
//!
//! NNS and NEGS contain the pages and their relations, each page once. The other formats contain the tree itself: a page
//! in several places is written in one of them, and the others are aliases.
//!
//! Some things have no words in a format. They are written in a namespace of Navibar, [`NAVI`], which other programs
//! ignore. `kind` has words separated by spaces: `folder`, `separator`, `document` (the row of a sitemap), `unplaced`
//! (the folder of pages without a place), `deleted`, `open` (expanded at first) and `language` (the title is a language
//! tag). Details that are not Dublin Core are elements in the namespace [`DETAIL`].
//!
//! A file does not contain child sitemaps that are not loaded, nor characters that XML 1.0 forbids. All formats but NNS do
//! not contain the root of the tree as an entry of a context menu. An alias of a page that is not shown is saved as a
//! page. Nothing here recurses on the tree, and memory is a few bytes per page.
//!
//! ```
//! use navibar::{export::{self, Format}, site::Site};
//!
//! let mut site = Site::default();
//! site.begin("https://www.example.org/sitemap.txt");
//! site.push(b"https://www.example.org/oak");
//! site.finish();
//! let mut saved = String::new();
//! export::write(&site, Format::Nns, &mut saved)?;
//! assert!(saved.contains("<dc:identifier>https://www.example.org/oak</dc:identifier>"), "{saved}");
//! # Ok::<(), std::fmt::Error>(())
//! ```

#[cfg(feature = "bookmarks")]
mod bookmarks;
mod formats;
mod graph;
pub(crate) mod markup;
mod negs;
mod nns;
mod saved_tree;
mod words;

pub use crate::format::saved_terms::OWNER;
pub use crate::xml::vocabulary::{DETAIL, NAVI};
pub use formats::{Export, Format, write};

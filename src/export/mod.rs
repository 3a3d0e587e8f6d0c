//! What is shown, saved: as NNS, NEGS or XBEL. Reading the saved file gives the same tree.
//!
//! NNS and NEGS hold the pages and how they relate, each page once. XBEL holds the tree itself; a page that stands in
//! several places is written in one of them, and the others are aliases.
//!
//! What a format has no words for is said in a namespace of Navibar's own, [`NAVI`]; other programs pass over it.
//! `kind` is what sets an entry apart, as words with spaces between: `folder`, `separator`, `document` (a row that stands
//! for a sitemap), `unplaced` (the folder of pages without a place), `deleted`, `open` (at first) and `language` (the
//! title is a language tag). Details that are not Dublin Core are elements in the namespace [`DETAIL`].
//!
//! Left out are further documents that are not loaded, and characters that XML 1.0 forbids. (So is, in NEGS and XBEL, the
//! root of the tree where a context menu lists it.) An alias of what is not shown is saved as a page of its own. Nothing
//! here goes deeper with the tree, and what is held in memory is a few bytes for each page.

mod formats;
mod graph;
pub(crate) mod markup;
mod negs;
mod nns;
mod words;
mod xbel;

pub use crate::format::saved_terms::OWNER;
pub use crate::xml::vocabulary::{DETAIL, NAVI};
pub use formats::{Format, write};

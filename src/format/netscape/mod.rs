//! Netscape bookmark files, the HTML that every browser exports. Its tags are often not closed.
//!
//! - A `DOCTYPE`, a link or folder in a `DT`, or a link with a date in a list (`UL`) shows the format. So does a list of complete
//!   addresses after a title with the word "export" or "bookmark". In lists, an `H1` begins a folder.
//! - `H3` begins a folder, and the next `DL` has its entries. `A` is a bookmark, `HR` a separator. `DD` describes the
//!   entry before it; links in it are text. Other tags are skipped.
//! - Dates are seconds since 1970. Some programs write milliseconds or microseconds.
//! - An icon that is an address is shown. One that is in the file itself is only written back.
//!
//! A saved file has more attributes with the prefix `navi:`, and the tags `navi:detail` and `navi:menu` in comments, so
//! that other programs ignore them.

mod reader;
mod start;

pub(super) use reader::Netscape;

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

use super::markup::Counted;
use super::{negs, nns, xbel};
use crate::site::Site;
use std::fmt::{Result, Write};

/// A format to save in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Navibar's Native Sitemap 1.0.
    Nns,
    /// Google Sitemaps with Navibar's extension.
    Negs,
    /// The XML Bookmark Exchange Language 1.0.
    Xbel,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Nns, Format::Negs, Format::Xbel];

    /// The format of this name: `nns`, `negs` or `xbel`.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Nns => "nns",
            Format::Negs => "negs",
            Format::Xbel => "xbel",
        }
    }
}

/// Writes the tree of a site, whatever of it is closed, filtered or sorted in the sidebar. Nothing is kept until the end.
///
/// ```
/// # use navibar::{export::{self, Format}, site::Site};
/// # let mut site = Site::default();
/// # site.begin("https://www.example.org/sitemap.xml");
/// # site.push(b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://www.example.org/a</loc>");
/// # site.push(b"</url></urlset>");
/// # site.finish();
/// let mut saved = String::new();
/// export::write(&site, Format::Xbel, &mut saved)?;
/// assert!(saved.contains("<bookmark href=\"https://www.example.org/a\">"));
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write(site: &Site, format: Format, out: &mut dyn Write) -> Result {
    let out = &mut Counted::new(out);
    match format {
        Format::Nns => nns::write(site, out),
        Format::Negs => negs::write(site, out),
        Format::Xbel => xbel::write(site, out),
    }
}

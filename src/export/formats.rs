//! The formats in which a tree can be saved.

use super::markup::Counted;
use super::{negs, nns, xbel};
use crate::site::Site;
use std::fmt::{Result, Write};

/// A format for saving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Navibar's Native Sitemap 1.0.
    Nns,
    /// NEGS: Google Sitemaps with Navibar's extension.
    Negs,
    /// The XML Bookmark Exchange Language 1.0.
    Xbel,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Nns, Format::Negs, Format::Xbel];

    /// Returns the format with this name: `nns`, `negs` or `xbel`.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::Nns => "nns",
            Format::Negs => "negs",
            Format::Xbel => "xbel",
        }
    }
}

/// Writes the tree of a site. What is collapsed, filtered or sorted in the sidebar does not matter. The output is
/// written as it is produced.
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

//! The formats in which a tree can be saved.

#[cfg(feature = "bookmarks")]
use super::bookmarks::{Bookmarks, Syntax};
use super::markup::Output;
use super::negs::Negs;
use super::nns::Nns;
use super::saved_tree::SavedTree;
use crate::collections::keyed::HashSet;
use crate::site::Site;
use crate::site_map::{NodeId, SiteMap};
use std::fmt::{Error, Result, Write};

/// A format for saving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    target_arch = "wasm32",
    derive(tsify::Tsify),
    serde(rename_all = "lowercase"),
    tsify(rename = "ExportFormat")
)]
pub enum Format {
    /// Navibar's Native Sitemap 1.0.
    Nns,
    /// NEGS: Google Sitemaps with Navibar's extension.
    Negs,
    /// The XML Bookmark Exchange Language 1.0.
    #[cfg(feature = "bookmarks")]
    Xbel,
    /// The HTML of bookmarks that browsers read and write.
    #[cfg(feature = "bookmarks")]
    Html,
    /// OPML 2.0.
    #[cfg(feature = "bookmarks")]
    Opml,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; if cfg!(feature = "bookmarks") { 5 } else { 2 }] = [
        Format::Nns,
        Format::Negs,
        #[cfg(feature = "bookmarks")]
        Format::Xbel,
        #[cfg(feature = "bookmarks")]
        Format::Html,
        #[cfg(feature = "bookmarks")]
        Format::Opml,
    ];

    /// Returns the format with this name: `nns`, `negs`, `xbel`, `html` or `opml`.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::Nns => "nns",
            Format::Negs => "negs",
            #[cfg(feature = "bookmarks")]
            Format::Xbel => "xbel",
            #[cfg(feature = "bookmarks")]
            Format::Html => "html",
            #[cfg(feature = "bookmarks")]
            Format::Opml => "opml",
        }
    }
}

/// Writes the tree of a site. Collapsed branches, the filter and the order in the sidebar do not matter. The
/// output is written as it is produced.
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
    let mut export = Export::new(site, format);
    while export.step(site, usize::MAX, out)? {}
    Ok(())
}

/// A tree that is written in steps. Other work can be done between them.
#[derive(Debug)]
pub struct Export {
    writer: Writer,
    is_listed_only: bool,
    bytes: u64,
    content: Content,
}

#[derive(Debug)]
enum Writer {
    Nns(Nns),
    Negs(Negs),
    #[cfg(feature = "bookmarks")]
    Bookmarks(Bookmarks),
}

/// The numbers of nodes, edges and bytes of a tree. Other pages give other numbers.
type Content = (usize, usize, usize);

impl Export {
    /// Starts to write the tree of a site.
    pub fn new(site: &Site, format: Format) -> Export {
        Export::without(site, format, HashSet::default(), false)
    }

    /// Starts to write the tree without what only visits or menus have shown, because it may be private to the user: pages, and
    /// titles of pages. Such a page is still written if a page that a sitemap lists is below it. Its title is made from its
    /// address.
    pub fn listed_only(site: &Site, format: Format) -> Export {
        Export::without(site, format, site.map().browsed_branches(), true)
    }

    fn without(site: &Site, format: Format, omitted: HashSet<NodeId>, is_listed_only: bool) -> Export {
        let map = &SavedTree::new(site.map(), is_listed_only);
        let writer = match format {
            Format::Nns => Writer::Nns(Nns::new(map, site.format() == Some("nns"), omitted)),
            Format::Negs => Writer::Negs(Negs::new(map, omitted)),
            #[cfg(feature = "bookmarks")]
            Format::Xbel => Writer::Bookmarks(Bookmarks::new(Syntax::Xbel, map, omitted)),
            #[cfg(feature = "bookmarks")]
            Format::Html => Writer::Bookmarks(Bookmarks::new(Syntax::Html, map, omitted)),
            #[cfg(feature = "bookmarks")]
            Format::Opml => Writer::Bookmarks(Bookmarks::new(Syntax::Opml, map, omitted)),
        };
        Export { writer, is_listed_only, bytes: 0, content: content(map) }
    }

    /// Returns `true` if the site has the same pages as before. Otherwise start again with [`Export::new`].
    pub fn is_current(&self, site: &Site) -> bool {
        self.content == content(site.map())
    }

    /// Writes the next part, which takes about as long as writing `work` bytes. Returns `true` if a part remains.
    /// Does nothing if the site has other pages than before.
    ///
    /// # Errors
    ///
    /// Fails if `out` fails.
    pub fn step(&mut self, site: &Site, work: usize, out: &mut dyn Write) -> std::result::Result<bool, Error> {
        if !self.is_current(site) {
            return Ok(false);
        }
        let tree = SavedTree::new(site.map(), self.is_listed_only);
        let mut out = Output::new(&tree, out, self.bytes, work);
        let remains = match &mut self.writer {
            Writer::Nns(nns) => nns.step(&mut out),
            Writer::Negs(negs) => negs.step(&mut out),
            #[cfg(feature = "bookmarks")]
            Writer::Bookmarks(bookmarks) => bookmarks.step(&mut out),
        };
        self.bytes = out.bytes;
        remains
    }
}

fn content(map: &SiteMap) -> Content {
    (map.len(), map.edges(), map.text_bytes())
}

//! The pages of one site and its documents. The documents are read one after the other into one site map.

mod child_sitemaps;
mod document;
mod findings;
mod preamble;
mod reading;

use crate::address::folder_contains;
use crate::arrange::Arranged;
use crate::arrange::claims::Claim;
use crate::arrange::explain::Explanation;
use crate::format::{AnyReader, Structure};
use crate::page_facts::Visit;
use crate::site_map::{ListedPage, NodeId, SiteMap, TitleOrigin};
use crate::{address, site_map};
use document::{Document, DocumentInput, Kind};

/// A site with its pages, read from one or several documents.
///
/// ```
/// # use navibar::{inspect::Outline, site::Site};
/// let mut site = Site::default();
/// site.begin("https://www.example.org/sitemap.xml");
/// site.push(b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://www.example.org/a/b</loc>");
/// site.push(b"</url></urlset>");
/// site.finish();
/// assert_eq!(Outline::new(&site).to_text(false), "A/\n  B <https://www.example.org/a/b>\n");
/// ```
#[derive(Debug, Default)]
pub struct Site {
    map: SiteMap,
    reader: AnyReader,
    /// Bytes of the finished documents.
    bytes_read: u64,
    /// All documents. While `input` is set, the last one is being read.
    documents: Vec<Document>,
    input: Option<DocumentInput>,
    is_stale: bool,
    arranged: Arranged,
}

impl Site {
    /// Creates an empty site for a user of this language, a BCP 47 tag. Titles are in it if the document has them in several
    /// languages.
    pub fn in_language(tag: &str) -> Site {
        let mut site = Site::default();
        site.map.set_language(tag);
        site
    }

    /// Chooses whether saved files keep the addresses of the sitemap that are not links. Without a call they do.
    pub(crate) fn set_own_file(&mut self, is_own_file: bool) {
        self.map.saved.keep_unlinked(is_own_file);
    }

    /// Arranges the tree by what visited pages say about the site, in any order. `home` is the address of the home page.
    /// `is_complete`: the sitemaps have been read. Declared structures stay as they are. Call it again until
    /// [`Site::has_added`] is `true`. Returns `true` if the tree has changed.
    pub(crate) fn add_visits(&mut self, visits: &[Visit], home: &str, is_complete: bool) -> bool {
        self.structure() == Structure::Derived && self.arranged.apply(&mut self.map, visits, home, is_complete)
    }

    /// Begins to explain why the page with a key has its title and place. Returns `None` if the structure is declared.
    pub(crate) fn begin_explanation(&mut self, visits: &[Visit], home: &str, key: &str) -> Option<Explanation> {
        (self.structure() == Structure::Derived).then(|| Explanation::new(&mut self.map, visits, home, key))
    }

    /// Returns the claims about the page after the last step.
    pub(crate) fn continue_explanation(&mut self, explanation: &mut Explanation) -> Option<Vec<Claim>> {
        explanation.step(&mut self.map)
    }

    /// Returns `true` if the tree has all that it takes from these visits.
    pub(crate) fn has_added(&self, visits: &[Visit]) -> bool {
        self.structure() != Structure::Derived || self.arranged.has(visits)
    }

    /// Adds the titles of a list of the site, such as its search index. Declared structures stay as they are.
    /// Returns `true` if a title in the tree has changed.
    pub(crate) fn add_listed_titles(&mut self, pages: Vec<ListedPage>, origin: TitleOrigin) -> bool {
        self.structure() == Structure::Derived && self.map.add_listed_titles(pages, origin)
    }

    /// Sorts the chapters and the numbered names of a derived tree by their numbers.
    pub(crate) fn order_listed(&mut self) {
        if self.structure() == Structure::Derived {
            self.map.change_ground(SiteMap::order_listed);
        }
    }

    /// Adds pages of a list of the site. Returns `true` if the tree has changed.
    pub(crate) fn add_listed_pages(&mut self, pages: &[ListedPage], origin: TitleOrigin) -> bool {
        self.structure() == Structure::Derived && self.map.change_ground(|map| map.add_listed_pages(pages, origin))
    }

    /// Returns for each folder `true` if the sitemaps list a page in it, or the page itself. The home page of a folder is
    /// not in it. A declared structure is that of the whole host.
    pub(crate) fn covers(&self, page_url: &str, folders: &[String]) -> Vec<bool> {
        match self.structure() {
            Structure::Declared => vec![true; folders.len()],
            Structure::Derived => self.map.covers(page_url, folders),
        }
    }

    /// Returns `true` if the document is about a folder: it declares a structure, or lists a page or sitemap in it.
    pub(crate) fn is_about(&self, folder: &str) -> bool {
        let has_page = || self.map.covers(folder, &[folder.to_owned()]) == [true];
        let mut sitemaps = (0..self.map.documents.len()).filter_map(|at| self.map.documents.get(at));
        self.structure() == Structure::Declared
            || sitemaps.any(|sitemap| folder_contains(folder, &sitemap.url))
            || has_page()
    }

    /// Tidies up the tree when the sitemaps have been read. The address of `page` says which language the tree is in. Declared
    /// structures stay as they are. Returns `true` if the tree has changed.
    pub(crate) fn shape(&mut self, page: &str) -> bool {
        let language =
            address::key(page).split('/').skip(1).find(|segment| address::is_language(segment)).map(str::to_owned);
        self.structure() == Structure::Derived && self.map.change_ground(|map| map.shape(language.as_deref()))
    }

    /// Creates a site without a sitemap. Visited pages give it its tree.
    pub(crate) fn without_sitemap(home: &str) -> Site {
        let mut site = Site::default();
        site.open(home, None, site_map::Context::default());
        site.input = None;
        site.map.known.set_alone();
        if let Some(document) = site.documents.last_mut() {
            (document.format, document.is_finished) = (Some("page"), true);
        }
        site
    }

    /// Returns `true` if the tree comes from visited pages only.
    pub(crate) fn is_without_sitemap(&self) -> bool {
        self.documents.first().is_some_and(|document| document.format == Some("page"))
    }

    /// Returns the pages read so far.
    pub fn map(&self) -> &SiteMap {
        &self.map
    }

    /// Returns the approximate memory use in bytes.
    pub(crate) fn memory(&self) -> usize {
        let document =
            |document: &Document| size_of::<Document>() + document.url.len() + self.report_of(document).memory();
        self.map.memory() + self.documents.iter().map(document).sum::<usize>()
    }

    /// Records that the current document is stale: an older answer from the cache.
    pub(crate) fn note_stale(&mut self, is_stale: bool) {
        self.is_stale |= is_stale;
    }

    /// Returns `true` if a document is stale: an older answer from the cache.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Returns the address of the first document. It is empty if there is none.
    pub fn url(&self) -> &str {
        self.documents.first().map_or("", |document| &document.url)
    }

    /// Returns `true` if a document at this address has been read.
    pub(crate) fn has_read(&self, url: &str) -> bool {
        self.documents.iter().any(|document| document.url == url)
    }

    /// Returns `true` if no document has been read.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Returns the number of documents, the current one included.
    pub fn documents(&self) -> usize {
        self.documents.len()
    }

    /// Returns the name of the format, once it is known. It is the format of the documents that define the structure.
    pub fn format(&self) -> Option<&'static str> {
        let formats = || self.documents.iter().map(|document| (document, self.format_of(document)));
        let structure = self.structure();
        let makes_structure = |(document, format): &(&Document, Option<&str>)| {
            format.is_some() && !document.is_index && self.structure_of(document) == structure
        };
        formats().find(makes_structure).or_else(|| formats().find(|(_, format)| format.is_some()))?.1
    }

    /// Returns `Declared` if a document declares the hierarchy.
    pub fn structure(&self) -> Structure {
        let is_declared = |document: &Document| self.structure_of(document) == Structure::Declared;
        if self.documents.iter().any(is_declared) { Structure::Declared } else { Structure::Derived }
    }

    /// Returns the format of a document. The reader holds it until the document is finished.
    fn format_of(&self, document: &Document) -> Option<&'static str> {
        match &self.input {
            Some(DocumentInput { kind: Kind::Text(text), .. }) if !document.is_finished => Some(text.name()),
            Some(_) if !document.is_finished => self.reader.name(),
            _ => document.format,
        }
    }

    fn structure_of(&self, document: &Document) -> Structure {
        match &self.input {
            Some(DocumentInput { kind: Kind::Text(text), .. }) if !document.is_finished => text.structure(),
            _ if document.is_finished => document.structure,
            _ => self.reader.structure(),
        }
    }

    /// Returns a page's details in document order, as name (`creator`, `date`...) and value.
    pub fn details(&self, page: NodeId) -> Vec<(&str, &str)> {
        self.map.details(page)
    }

    /// Returns `true` if there is something to show.
    pub fn has_rows(&self) -> bool {
        self.map.has_rows()
    }

    /// Returns `true` if there is more to show than child sitemaps that failed to load.
    pub(crate) fn has_pages(&self) -> bool {
        self.map.has_pages()
    }
}

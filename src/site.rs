//! The pages of one site and its documents. The documents are read one after the other into one site map.

use crate::discover::folders::contains;
use crate::findings::{Diagnostic, FindingCode, Report, Severity};
use crate::format::{AnyReader, AnyText, FirstBytes, Opening, Structure};
use crate::limits::{MAX_BYTES_BEFORE_ROOT, MAX_SPACE_BEFORE};
use crate::page_facts::Visit;
use crate::site_map::{ListedTitle, LoadState, Naming, NodeId, SiteMap, TitleOrigin};
use crate::xml::Tokenizer;
use crate::{address, site_map};

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
}

#[derive(Debug)]
struct Document {
    url: String,
    context: site_map::Context,
    report: Report,
    format: Option<&'static str>,
    structure: Structure,
    is_index: bool,
    /// `true` if reading of the document has ended.
    is_finished: bool,
    /// `true` if the document has more content than was read.
    is_cut: bool,
}

/// The input of the current document.
#[derive(Debug)]
struct DocumentInput {
    opening: Opening,
    /// The first bytes, stored until the type can be detected.
    start: Vec<u8>,
    kind: Kind,
    tokenizer: Tokenizer,
    /// The compressed data is damaged, which is reported.
    is_damaged: bool,
}

#[derive(Debug)]
enum Kind {
    Unknown,
    Xml,
    Text(AnyText),
}

impl DocumentInput {
    fn bytes(&self) -> u64 {
        match &self.kind {
            Kind::Text(text) => text.bytes(),
            _ => self.tokenizer.bytes(),
        }
    }

    fn is_xml(&self) -> bool {
        !matches!(self.kind, Kind::Text(_))
    }

    fn is_stopped(&self) -> bool {
        match &self.kind {
            Kind::Text(text) => text.is_stopped(),
            _ => self.tokenizer.is_stopped(),
        }
    }
}

impl Site {
    /// Starts a document that was fetched from `url`. Relative addresses refer to this address.
    pub fn begin(&mut self, url: &str) {
        self.open(url, None, site_map::Context::default());
    }

    /// Starts a document whose pages go below a row. `context` is what its parent document says about them.
    pub(crate) fn open(&mut self, url: &str, under: Option<NodeId>, context: site_map::Context) {
        self.finish();
        self.map.documents.mark_known(url);
        if self.documents.is_empty() {
            let origin = address::origin(url).unwrap_or_default();
            self.map.set_own_host(origin.split_once("://").map_or("", |(_, host)| host));
        }
        self.map.note_document(url);
        let opening = Opening { url: url.to_owned(), under, context };
        self.reader = AnyReader::new(opening.clone(), std::mem::take(&mut self.reader));
        self.documents.push(Document {
            url: url.to_owned(),
            context,
            report: Report::default(),
            format: None,
            structure: Structure::Derived,
            is_index: false,
            is_finished: false,
            is_cut: false,
        });
        let (start, tokenizer) = (Vec::new(), Tokenizer::default());
        self.input = Some(DocumentInput { opening, start, kind: Kind::Unknown, tokenizer, is_damaged: false });
    }

    /// Reads the next bytes of the current document.
    pub fn push(&mut self, bytes: &[u8]) {
        let Some(input) = &mut self.input else { return };
        match &mut input.kind {
            Kind::Xml => input.tokenizer.push(bytes, &mut self.reader, &mut self.map),
            Kind::Text(text) => {
                input.tokenizer.report.index_lines(bytes);
                text.push(bytes, &mut self.map, &mut input.tokenizer.report);
            }
            Kind::Unknown => {
                input.start.extend_from_slice(bytes);
                let is_long = input.start.len() > MAX_SPACE_BEFORE;
                match AnyText::detect(&input.start, &input.opening) {
                    FirstBytes::Undecided if !is_long => {}
                    FirstBytes::Undecided | FirstBytes::Xml => self.read_as(Kind::Xml),
                    FirstBytes::Text(text) => self.read_as(Kind::Text(text)),
                }
            }
        }
    }

    /// Sets the type of the document and reads the stored first bytes.
    fn read_as(&mut self, kind: Kind) {
        let Some(input) = &mut self.input else { return };
        input.kind = kind;
        let start = std::mem::take(&mut input.start);
        self.push(&start);
    }

    /// Ends the current document, which is complete.
    pub fn finish(&mut self) {
        self.close(false);
    }

    /// Ends the current document, whose end is missing because its compressed data is damaged.
    pub(crate) fn finish_damaged(&mut self) {
        if let Some(input) = &mut self.input {
            let message = "The compressed data of this file is damaged; what came before is shown. Publish it again.";
            input.tokenizer.report.error(FindingCode::DamagedGzip, input.bytes() as u32, message);
            input.is_damaged = true;
        }
        self.close(true);
    }

    /// Ends the current document because the load was stopped. Child sitemaps that were loading become pending again.
    pub(crate) fn interrupt(&mut self) {
        self.close(true);
        self.map.interrupt_documents();
        self.show_remaining_documents();
    }

    /// Ends the current document. `is_cut`: its end did not arrive. Then problems with the missing part are not reported.
    /// Nor are they if a mistake has ended the reading, because the mistake is reported.
    fn close(&mut self, is_cut: bool) {
        if self.input.as_ref().is_some_and(|input| matches!(input.kind, Kind::Unknown)) {
            self.read_as(Kind::Xml);
        }
        let Some(mut input) = self.input.take() else { return };
        // Drop a child sitemap that delivered no bytes.
        if is_cut && input.bytes() == 0 && !input.is_damaged && self.documents.len() > 1 {
            self.documents.pop();
            return;
        }
        let Some(document) = self.documents.last_mut() else { return };
        document.is_finished = true;
        document.is_cut = is_cut;
        let mut before = is_cut.then(|| input.tokenizer.report.clone());
        match &mut input.kind {
            Kind::Text(text) => {
                text.finish(&mut self.map, &mut input.tokenizer.report);
                document.format = Some(text.name());
                document.structure = text.structure();
            }
            _ => {
                input.tokenizer.finish(&mut self.reader, &mut self.map);
                if input.tokenizer.is_incomplete() {
                    document.is_cut = true;
                    before.get_or_insert_with(|| input.tokenizer.report.clone());
                }
                self.reader.finish(&mut self.map, &mut input.tokenizer.report);
                document.format = self.reader.name();
                document.structure = self.reader.structure();
                document.is_index = self.reader.is_index();
            }
        }
        self.bytes_read += input.bytes();
        document.report = before.unwrap_or(input.tokenizer.report);
    }

    /// Reports that the current document is UTF-8 although it declares another encoding.
    pub(crate) fn note_encoding(&mut self, declared: &str) {
        let message =
            format!("The file declares '{declared}' but it is UTF-8 and is read as UTF-8; correct the declaration.");
        if let Some(input) = &mut self.input {
            input.tokenizer.report.warning(FindingCode::WrongEncoding, 0, message);
        }
    }

    /// Returns `true` if the rest of the current document will be ignored.
    pub fn is_stopped(&self) -> bool {
        let is_endless = |input: &DocumentInput| {
            input.bytes() > MAX_BYTES_BEFORE_ROOT && input.is_xml() && self.reader.is_undetected()
        };
        self.input.as_ref().is_none_or(|input| input.is_stopped() || is_endless(input))
    }

    /// Returns the number of bytes read of the current document.
    pub fn bytes(&self) -> u64 {
        self.input.as_ref().map_or(0, DocumentInput::bytes)
    }

    /// Adds what visited pages say about the site, in the order of the visits. `home` is the address of the home page.
    /// `is_complete`: the sitemaps have been read. Declared structures stay as they are.
    /// Returns `true` if the tree has changed.
    pub(crate) fn add_visits(&mut self, visits: &[Visit], home: &str, is_complete: bool) -> bool {
        self.structure() == Structure::Derived && self.map.add_visits(visits, home, is_complete)
    }

    /// Adds the titles of a list of the site, such as its search index. Declared structures stay as they are.
    /// Returns `true` if a title in the tree has changed.
    pub(crate) fn add_listed_titles(&mut self, titles: Vec<ListedTitle>, origin: TitleOrigin) -> bool {
        self.structure() == Structure::Derived && self.map.add_listed_titles(titles, origin)
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
        self.structure() == Structure::Declared || sitemaps.any(|sitemap| contains(folder, &sitemap.url)) || has_page()
    }

    /// Tidies up the tree when the sitemaps have been read. `page` is the address that the site was opened with. Declared
    /// structures stay as they are. Returns `true` if the tree has changed.
    pub(crate) fn shape(&mut self, page: &str) -> bool {
        let language =
            address::key(page).split('/').skip(3).find(|segment| address::is_language(segment)).map(str::to_owned);
        self.structure() == Structure::Derived && self.map.shape(language.as_deref())
    }

    /// Creates a site without a sitemap. Visited pages give it its tree.
    pub(crate) fn without_sitemap(home: &str) -> Site {
        let mut site = Site::default();
        site.open(home, None, site_map::Context::default());
        site.input = None;
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

    /// Returns the number of bytes read of all documents.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read + self.bytes()
    }

    /// Adds a child sitemap, as if a sitemap index named it.
    pub(crate) fn add_document(&mut self, url: &str, context: site_map::Context) {
        let mut report = Report::default();
        let root = self.map.make_root(&mut report);
        let tail = self.map.tail(root, &mut report);
        let naming = Naming { list: tail, merged_below: Some(root), context, offset: 0 };
        self.map.add_document(url, "", naming, &mut report);
    }

    /// Returns the indexes of up to `count` child sitemaps to merge that were not requested yet, from `from` on.
    pub(crate) fn pending_documents(&self, from: usize, count: usize) -> Vec<usize> {
        self.map.documents.pending(from, count)
    }

    /// Marks a child sitemap as loading. Returns its address, the row that its pages go below, and what its parent
    /// document says about them.
    pub(crate) fn request_document(&mut self, at: usize) -> Option<(String, NodeId, site_map::Context)> {
        let sitemap = self.map.documents.get(at)?;
        let request = (sitemap.url.to_string(), sitemap.merged_below.unwrap_or(sitemap.node), sitemap.context);
        self.map.set_document_state(at, LoadState::Loading);
        Some(request)
    }

    /// Returns `true` if the site at the origin `own` names a child sitemap in its robots.txt or in one of its indexes.
    /// A document of another site may name only documents of its own host.
    pub(crate) fn is_named_by_site(&self, at: usize, own: Option<&str>) -> bool {
        let Some(sitemap) = self.map.documents.get(at) else { return false };
        let is_own = |origin: Option<&str>| own.is_none() || origin.is_none() || origin == own;
        let origin = address::origin(&sitemap.url);
        is_own(sitemap.named_by.as_deref()) || [own, sitemap.named_by.as_deref()].contains(&origin.as_deref())
    }

    /// Sets the load state of a child sitemap.
    pub(crate) fn set_document_state(&mut self, at: usize, state: LoadState) {
        self.map.set_document_state(at, state);
    }

    /// Shows a row for the child sitemaps not loaded yet, if there are any.
    pub(crate) fn show_remaining_documents(&mut self) {
        self.map.show_remaining(&mut Report::default());
    }

    /// Returns the documents with a declared structure and the child sitemaps not loaded yet. Returns `None` unless the
    /// site has both documents with a declared and with a derived structure.
    pub(crate) fn declared_among_derived(&self) -> Option<Vec<(String, site_map::Context)>> {
        let with_pages = || self.documents.iter().filter(|document| !document.is_index && document.format.is_some());
        let is_declared = |document: &&Document| document.structure == Structure::Declared;
        let declared = with_pages().filter(is_declared).count();
        (declared > 0 && declared < with_pages().count()).then(|| {
            let read = with_pages().filter(is_declared).map(|document| (document.url.clone(), document.context));
            let pending =
                self.map.documents.pending(0, usize::MAX).into_iter().filter_map(|at| self.map.documents.get(at));
            read.chain(pending.map(|sitemap| (sitemap.url.to_string(), sitemap.context))).collect()
        })
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

    fn report_of<'a>(&'a self, document: &'a Document) -> &'a Report {
        match &self.input {
            Some(input) if !document.is_finished => &input.tokenizer.report,
            _ => &document.report,
        }
    }

    /// Returns the first error of the first document.
    pub fn first_error(&self) -> Option<Diagnostic> {
        self.documents.first().and_then(|document| self.report_of(document).first_error())
    }

    /// Returns the error to show: that of the first document, or of the first child sitemap with an error. A child
    /// sitemap that is not a sitemap does not count, because its row shows the error.
    pub fn error_to_report(&self) -> Option<Diagnostic> {
        self.first_error().or_else(|| {
            self.documents.iter().skip(1).find_map(|document| {
                let error = self.report_of(document).first_error().filter(|error| !error.is_no_sitemap())?;
                Some(Diagnostic { url: Some(document.url.clone()), ..error })
            })
        })
    }

    /// Returns the number of findings with this severity, found while reading. A child sitemap that is not a sitemap does
    /// not count, because its row shows the error.
    pub fn count_of(&self, severity: Severity) -> usize {
        let is_in_row = |report: &&Report| report.first_error().is_some_and(|error| error.is_no_sitemap());
        let mut reports = self.documents.iter().map(|document| self.report_of(document));
        let first = reports.next().into_iter();
        first.chain(reports.filter(|report| !is_in_row(report))).map(|report| report.count_of(severity)).sum()
    }

    /// Returns the first error of the current or last document.
    pub(crate) fn last_error(&self) -> Option<Diagnostic> {
        self.documents.last().and_then(|document| self.report_of(document).first_error())
    }

    /// Returns all findings, by document. Findings about pages are added when the first document is complete. Findings
    /// in child sitemaps have the address of the document.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = Vec::new();
        for (at, document) in self.documents.iter().enumerate() {
            let report = self.report_of(document);
            if at > 0 {
                let named = |finding| Diagnostic { url: Some(document.url.clone()), ..finding };
                all.extend(report.diagnostics().into_iter().map(named));
                continue;
            }
            let mut report = report.clone();
            if document.is_finished && self.documents.len() == 1 {
                // A page whose description did not arrive has no mistake.
                let unsure = if document.is_cut { report.count() } else { usize::MAX };
                self.reader.check_pages(&self.map, &mut report);
                report.keep_from(unsure, FindingCode::MissingTitle);
            }
            all.extend(report.diagnostics());
        }
        all
    }

    /// Returns the byte offset of a line (from 1) in the document with this address. Returns `None` if the line was not
    /// read.
    pub(crate) fn line_start(&self, url: &str, line: u32) -> Option<u32> {
        let document = self.documents.iter().find(|document| document.url == url)?;
        self.report_of(document).line_start(line)
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

//! The formats, one module each. Which one a document has is told by its root element, never by its file name
//! or content type.

pub mod nns;
pub mod rdf_xml;
mod xml_literal;

use crate::diagnostics::Diagnostic;
use crate::site_map::SiteMap;
use crate::tree;
use crate::vocabulary::{NO_ABOUT, NO_HTML, RDF_ABOUT, RDF_RDF, XHTML_HTML};
use crate::xml::{Context, Element, Handler, Tokenizer};
use nns::Nns;
use rdf_xml::RdfXml;

/// Where a tree's structure comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Structure {
    /// The site wrote the hierarchy.
    Declared,
    /// The hierarchy was built from URL paths.
    Derived,
}

/// Reads one document of whatever format, as its bytes arrive.
#[derive(Debug)]
pub struct Document {
    url: String,
    tokenizer: Tokenizer,
    reader: Reader,
    finished: bool,
}

#[derive(Debug)]
enum Reader {
    /// Until the root element has come.
    Undetected {
        url: String,
        map: Box<SiteMap>,
    },
    Nns(Box<RdfXml<Nns>>),
}

impl Document {
    /// A document fetched from this address, which relative addresses in it refer to.
    pub fn new(url: &str) -> Document {
        Document {
            url: url.to_owned(),
            tokenizer: Tokenizer::default(),
            reader: Reader::Undetected { url: url.to_owned(), map: Box::default() },
            finished: false,
        }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.tokenizer.push(bytes, &mut self.reader);
    }

    /// Says that the document is complete.
    pub fn finish(&mut self) {
        if std::mem::replace(&mut self.finished, true) {
            return;
        }
        self.tokenizer.finish(&mut self.reader);
        if let Reader::Nns(reader) = &self.reader {
            tree::check_root(&reader.graph.map, &mut self.tokenizer.report);
        }
    }

    /// Reports that the document is UTF-8 although it declares another encoding.
    pub(crate) fn note_encoding(&mut self, declared: &str) {
        let message =
            format!("The file declares '{declared}' but is UTF-8, which is how it is read; correct the declaration.");
        self.tokenizer.report.warning("wrong-encoding", 0, message);
    }

    /// Whether nothing more is read.
    pub fn is_stopped(&self) -> bool {
        self.finished || self.tokenizer.is_stopped()
    }

    /// Where it was fetched from.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.tokenizer.bytes()
    }

    /// The pages read so far.
    pub fn map(&self) -> &SiteMap {
        match &self.reader {
            Reader::Undetected { map, .. } => map,
            Reader::Nns(reader) => &reader.graph.map,
        }
    }

    /// The first error met while reading, the one to tell the user about.
    pub fn first_error(&self) -> Option<Diagnostic> {
        self.tokenizer.report.first_error()
    }

    /// All findings; once the document is complete, those about its pages too.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut report = self.tokenizer.report.clone();
        if self.finished {
            tree::check_pages(self.map(), &mut report);
        }
        report.diagnostics()
    }

    /// Name of the format, once the root element has told it.
    pub fn format(&self) -> Option<&'static str> {
        match &self.reader {
            Reader::Undetected { .. } => None,
            Reader::Nns(_) => Some("nns"),
        }
    }

    /// Whether the site wrote the hierarchy itself.
    pub fn structure(&self) -> Structure {
        Structure::Declared
    }

    /// A page's details: name (`creator`, `date`...) and value.
    pub fn details(&self, page: crate::site_map::NodeId) -> Vec<(&str, &str)> {
        let names = self.tokenizer.names();
        self.map().details(page).into_iter().map(|(name, value)| (names.local(name), value)).collect()
    }
}

impl Reader {
    fn detect(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let Reader::Undetected { url, .. } = self else { return };
        let is_about = |a: &crate::xml::Attribute| matches!(a.name, RDF_ABOUT | NO_ABOUT);
        // RDF/XML may leave out rdf:RDF where there is one node element (RDF 1.1 XML Syntax, section 7.2.8).
        if element.name == RDF_RDF || element.attributes.iter().any(is_about) {
            *self = Reader::Nns(Box::new(RdfXml::new(url, Nns::default())));
            return;
        }
        let message = match element.name {
            NO_HTML | XHTML_HTML => "This is a web page, not a sitemap.".to_owned(),
            _ if element.raw_name.eq_ignore_ascii_case("html") => "This is a web page, not a sitemap.".to_owned(),
            _ => format!(
                "The root element '{}' is that of no sitemap format; an NNS file has rdf:RDF.",
                element.raw_name
            ),
        };
        cx.report.error("not-a-sitemap", cx.offset, message);
        cx.stop();
    }
}

impl Handler for Reader {
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        if matches!(self, Reader::Undetected { .. }) {
            self.detect(element, cx);
        }
        if let Reader::Nns(reader) = self {
            reader.start(element, cx);
        }
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        if let Reader::Nns(reader) = self {
            reader.end(cx);
        }
    }

    fn text(&mut self, text: &str, cx: &mut Context<'_>) {
        if let Reader::Nns(reader) = self {
            reader.text(text, cx);
        }
    }

    fn wants_space(&self) -> bool {
        match self {
            Reader::Undetected { .. } => false,
            Reader::Nns(reader) => reader.wants_space(),
        }
    }

    fn comment(&mut self, text: &str, cx: &mut Context<'_>) {
        if let Reader::Nns(reader) = self {
            reader.comment(text, cx);
        }
    }

    fn instruction(&mut self, text: &str, cx: &mut Context<'_>) {
        if let Reader::Nns(reader) = self {
            reader.instruction(text, cx);
        }
    }
}

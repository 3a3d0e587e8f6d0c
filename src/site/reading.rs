//! Reads the documents of a site, one after the other, into its site map.

use super::Site;
use super::document::{Document, DocumentInput, Kind};
use super::preamble::{self, Preamble};
use crate::decode::UTF_32;
use crate::deferred::is_missing;
use crate::findings::{FindingCode, Report};
use crate::format::{AnyReader, AnyText, FirstBytes, Opening, Structure};
use crate::limits::{MAX_BYTES_BEFORE_ROOT, MAX_START_BYTES};
use crate::site_map::NodeId;
use crate::xml::Tokenizer;
use crate::{address, site_map};

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
        self.input =
            Some(DocumentInput { opening, start, kind: Kind::Unknown, tokenizer, skipped: 0, is_damaged: false });
    }

    /// Reads the next bytes of the current document.
    pub fn push(&mut self, bytes: &[u8]) {
        let Some(input) = &mut self.input else { return };
        match &mut input.kind {
            Kind::Xml => {
                if is_missing() && self.reader.is_undetected() {
                    input.start.extend_from_slice(bytes);
                }
                self.map.change_ground(|map| input.tokenizer.push(bytes, &mut self.reader, map));
            }
            Kind::Text(text) => {
                input.tokenizer.report.index_lines(bytes);
                self.map.change_ground(|map| text.push(bytes, map, &mut input.tokenizer.report));
            }
            Kind::Deferred => input.start.extend_from_slice(bytes),
            Kind::Unknown => {
                input.start.extend_from_slice(bytes);
                // Bytes beyond the limit may not have arrived.
                let start = &input.start[..input.start.len().min(MAX_START_BYTES)];
                match AnyText::detect(start, &input.opening) {
                    FirstBytes::Undecided if start.len() < MAX_START_BYTES => {}
                    FirstBytes::Deferred => input.kind = Kind::Deferred,
                    FirstBytes::Undecided | FirstBytes::Xml => match preamble::find(start) {
                        Preamble::Undecided => {}
                        Preamble::None => self.read_as(Kind::Xml),
                        Preamble::Before(at) => self.skip(at),
                    },
                    FirstBytes::Text(text) => self.read_as(Kind::Text(text)),
                }
            }
        }
    }

    /// Skips the text before the XML declaration. Its line breaks stay, so that findings have the right lines.
    #[cold]
    fn skip(&mut self, bytes: usize) {
        let Some(input) = &mut self.input else { return };
        input.start[..bytes].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
        input.skipped = bytes;
        self.read_as(Kind::Xml);
    }

    /// Sets the type of the document and reads the stored first bytes.
    fn read_as(&mut self, kind: Kind) {
        let Some(input) = &mut self.input else { return };
        input.kind = kind;
        if input.skipped > 0 {
            let message = "Another text stands before the XML declaration, such as headers or an error message of the server. It is \
                           skipped; remove it, because XML allows nothing before the declaration (XML 1.0, section 2.8).";
            input.tokenizer.report.warning(FindingCode::TextBeforeDocument, 0, message);
        }
        let start = std::mem::take(&mut input.start);
        self.push(&start);
    }

    /// Returns `true` if the current document needs the second module. Load it, and then call [`restart`](Self::restart).
    /// `is_complete`: all bytes have arrived.
    pub(crate) fn needs_deferred(&mut self, is_complete: bool) -> bool {
        if is_complete {
            self.settle();
        }
        self.input.as_ref().is_some_and(|input| matches!(input.kind, Kind::Deferred)) || self.reader.needs_deferred()
    }

    /// Reads what waits for more bytes, because none follow. A short document may have its root element there.
    fn settle(&mut self) {
        let Some(input) = &mut self.input else { return };
        match input.kind {
            Kind::Unknown => {
                self.read_as(Kind::Xml);
                self.settle();
            }
            Kind::Xml => self.map.change_ground(|map| input.tokenizer.settle(&mut self.reader, map)),
            Kind::Text(_) | Kind::Deferred => {}
        }
    }

    /// Reads the document again from its first byte. The tree has nothing of it yet.
    pub(crate) fn restart(&mut self) {
        let Some(input) = &mut self.input else { return };
        (input.kind, input.tokenizer) = (Kind::Unknown, Tokenizer::default());
        self.reader.restart();
        self.push(&[]);
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
        self.map.documents.interrupt();
        self.show_remaining_documents();
    }

    /// Ends the current document. `is_cut`: its end did not arrive. Then problems with the missing part are not reported.
    /// The same holds if a mistake has ended the reading, because the mistake is reported.
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
                self.map.change_ground(|map| text.finish(map, &mut input.tokenizer.report));
                document.format = Some(text.name());
                document.structure = text.structure();
            }
            _ => {
                self.map.change_ground(|map| input.tokenizer.finish(&mut self.reader, map));
                if input.tokenizer.is_incomplete() {
                    document.is_cut = true;
                    before.get_or_insert_with(|| input.tokenizer.report.clone());
                }
                self.map.change_ground(|map| self.reader.finish(map, &mut input.tokenizer.report));
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
        let message = match declared {
            UTF_32 => "The file is UTF-32, which browsers and search engines do not read; save it as UTF-8.".to_owned(),
            _ => {
                format!("The file declares '{declared}' but it is UTF-8 and is read as UTF-8; correct the declaration.")
            }
        };
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

    /// Returns the number of bytes read of all documents.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read + self.bytes()
    }
}

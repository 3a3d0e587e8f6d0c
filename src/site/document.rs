//! One document of a site: what is known about it, and its input while it is read.

use crate::findings::Report;
use crate::format::{AnyText, Opening, Structure};
use crate::site_map;
use crate::xml::Tokenizer;

/// A document of the site.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) url: String,
    pub(super) context: site_map::Context,
    pub(super) report: Report,
    pub(super) format: Option<&'static str>,
    pub(super) structure: Structure,
    pub(super) is_index: bool,
    /// `true` if reading of the document has ended.
    pub(super) is_finished: bool,
    /// `true` if the document has more content than was read.
    pub(super) is_cut: bool,
}

/// The input of the current document.
#[derive(Debug)]
pub(super) struct DocumentInput {
    pub(super) opening: Opening,
    /// The first bytes, stored until the type can be detected and its reader is there.
    pub(super) start: Vec<u8>,
    pub(super) kind: Kind,
    pub(super) tokenizer: Tokenizer,
    /// Bytes of another text before the document, which are skipped.
    pub(super) skipped: usize,
    /// The compressed data is damaged, which is reported.
    pub(super) is_damaged: bool,
}

/// The type of the current document.
#[derive(Debug)]
pub(super) enum Kind {
    Unknown,
    /// A text format whose reader is in the second module of the engine, which is missing.
    Deferred,
    Xml,
    Text(AnyText),
}

impl DocumentInput {
    /// Returns the number of bytes read.
    pub(super) fn bytes(&self) -> u64 {
        match &self.kind {
            Kind::Text(text) => text.bytes(),
            _ => self.tokenizer.bytes(),
        }
    }

    /// Returns `true` unless the document has a text format.
    pub(super) fn is_xml(&self) -> bool {
        !matches!(self.kind, Kind::Text(_))
    }

    /// Returns `true` if no more bytes are read.
    pub(super) fn is_stopped(&self) -> bool {
        match &self.kind {
            Kind::Text(text) => text.is_stopped(),
            _ => self.tokenizer.is_stopped(),
        }
    }
}

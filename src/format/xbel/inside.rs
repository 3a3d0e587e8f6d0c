//! What is gathered inside an entry: texts, metadata, and what has no place there.

use crate::format::markup::verbatim::Verbatim;
use crate::limits::MAX_LITERAL_BYTES;
use crate::xml::{Context, Element};

/// An element that is gathered as a whole, or left out.
#[derive(Debug)]
pub(super) struct Inside {
    pub(super) what: What,
    /// Where it begins.
    pub(super) offset: u32,
    /// Number of elements open in it.
    depth: usize,
}

#[derive(Debug)]
pub(super) enum What {
    Title(String),
    Description(String),
    /// Another detail, by its name.
    Detail(String, String),
    Metadata(Verbatim),
    Unknown,
}

impl Inside {
    pub(super) fn new(what: What, offset: u32) -> Inside {
        Inside { what, offset, depth: 0 }
    }

    /// An element begins in it.
    pub(super) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        match &mut self.what {
            What::Metadata(metadata) => metadata.start(element, cx),
            What::Title(_) | What::Description(_) | What::Detail(..) if self.depth == 1 => {
                let message = "There is markup in this text; only its words are shown. Remove the tag.";
                cx.report.warning("markup-in-text", cx.offset, message);
            }
            _ => {}
        }
    }

    /// An element ends; whether it was the one that all this is inside of.
    pub(super) fn end(&mut self) -> bool {
        if let What::Metadata(metadata) = &mut self.what {
            metadata.end();
        }
        let is_over = self.depth == 0;
        self.depth = self.depth.saturating_sub(1);
        is_over
    }

    pub(super) fn text(&mut self, text: &str) {
        match &mut self.what {
            What::Title(gathered) | What::Description(gathered) | What::Detail(_, gathered)
                if gathered.len() <= MAX_LITERAL_BYTES =>
            {
                gathered.push_str(text);
            }
            What::Metadata(metadata) => metadata.text(text),
            _ => {}
        }
    }

    pub(super) fn cdata(&mut self, text: &str) {
        match &mut self.what {
            What::Metadata(metadata) => metadata.cdata(text),
            _ => self.text(text),
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        if let What::Metadata(metadata) = &mut self.what {
            metadata.comment(text);
        }
    }

    pub(super) fn instruction(&mut self, text: &str) {
        if let What::Metadata(metadata) = &mut self.what {
            metadata.instruction(text);
        }
    }
}

//! Collects the content of an entry: texts, metadata, and elements that are left out.

use crate::findings::FindingCode;
use crate::format::markup::verbatim::Verbatim;
use crate::limits::MAX_LITERAL_BYTES;
use crate::xml::{Context, Element};

/// An element whose content is collected or left out.
#[derive(Debug)]
pub(super) struct Collected {
    pub(super) content: Content,
    /// Offset of the element.
    pub(super) offset: u32,
    /// Number of open elements inside it.
    depth: usize,
}

#[derive(Debug)]
pub(super) enum Content {
    Title(String),
    Description(String),
    /// Another detail: name and text.
    Detail(String, String),
    Metadata(Verbatim),
    Unknown,
}

impl Collected {
    pub(super) fn new(content: Content, offset: u32) -> Collected {
        Collected { content, offset, depth: 0 }
    }

    /// Starts an element inside it.
    pub(super) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        match &mut self.content {
            Content::Metadata(metadata) => metadata.start(element, cx),
            Content::Title(_) | Content::Description(_) | Content::Detail(..) if self.depth == 1 => {
                let message = "There is markup in this text; only its words are shown. Remove the tags.";
                cx.report.warning(FindingCode::MarkupInText, cx.offset, message);
            }
            _ => {}
        }
    }

    /// Ends an element. Returns `true` if it is the collected element itself.
    pub(super) fn end(&mut self) -> bool {
        if let Content::Metadata(metadata) = &mut self.content {
            metadata.end();
        }
        let is_over = self.depth == 0;
        self.depth = self.depth.saturating_sub(1);
        is_over
    }

    pub(super) fn text(&mut self, text: &str) {
        match &mut self.content {
            Content::Title(collected) | Content::Description(collected) | Content::Detail(_, collected)
                if collected.len() <= MAX_LITERAL_BYTES =>
            {
                collected.push_str(text);
            }
            Content::Metadata(metadata) => metadata.text(text),
            _ => {}
        }
    }

    pub(super) fn cdata(&mut self, text: &str) {
        match &mut self.content {
            Content::Metadata(metadata) => metadata.cdata(text),
            _ => self.text(text),
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        if let Content::Metadata(metadata) = &mut self.content {
            metadata.comment(text);
        }
    }

    pub(super) fn instruction(&mut self, text: &str) {
        if let Content::Metadata(metadata) = &mut self.content {
            metadata.instruction(text);
        }
    }
}

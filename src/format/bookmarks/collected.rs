//! Collects the content of an entry in XML: texts, metadata, and elements that are left out.

use crate::findings::FindingCode;
use crate::format::markup::verbatim::Verbatim;
use crate::limits::MAX_LITERAL_BYTES;
use crate::xml::{Context, Element};

/// An element whose content is collected or left out.
#[derive(Debug)]
pub(in crate::format) struct Collected {
    pub(in crate::format) content: Content,
    /// Offset of the element.
    pub(in crate::format) offset: u32,
    /// Number of open elements inside it.
    depth: usize,
}

/// What an element contributes to its entry.
#[derive(Debug)]
pub(in crate::format) enum Content {
    Title(String),
    Description(String),
    /// Another detail: name and text.
    Detail(String, String),
    Metadata(Verbatim),
    Unknown,
}

impl Collected {
    pub(in crate::format) fn new(content: Content, offset: u32) -> Collected {
        Collected { content, offset, depth: 0 }
    }

    /// Starts an element inside it.
    pub(in crate::format) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
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
    pub(in crate::format) fn end(&mut self) -> bool {
        if let Content::Metadata(metadata) = &mut self.content {
            metadata.end();
        }
        let is_over = self.depth == 0;
        self.depth = self.depth.saturating_sub(1);
        is_over
    }

    /// Returns `true` directly in a text, which contains no elements.
    pub(in crate::format) fn is_in_text(&self) -> bool {
        self.depth == 0 && matches!(self.content, Content::Title(_) | Content::Description(_) | Content::Detail(..))
    }

    pub(in crate::format) fn text(&mut self, text: &str) {
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

    pub(in crate::format) fn cdata(&mut self, text: &str) {
        match &mut self.content {
            Content::Metadata(metadata) => metadata.cdata(text),
            _ => self.text(text),
        }
    }

    pub(in crate::format) fn comment(&mut self, text: &str) {
        if let Content::Metadata(metadata) = &mut self.content {
            metadata.comment(text);
        }
    }

    pub(in crate::format) fn instruction(&mut self, text: &str) {
        if let Content::Metadata(metadata) = &mut self.content {
            metadata.instruction(text);
        }
    }
}

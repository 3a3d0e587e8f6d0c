//! Who receives the events of a document, and what the receiver may use.

use super::context::Context;
use super::element::Element;

/// Receives the events of a document.
pub trait Handler {
    /// An element begins.
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>);
    /// The innermost open element ends.
    fn end(&mut self, cx: &mut Context<'_>);
    /// Character data; a run of text may come in several pieces. Line ends are `\n`.
    fn text(&mut self, text: &str, cx: &mut Context<'_>);
    /// An element begins and ends in one tag: `<a/>`.
    fn empty(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.start(element, cx);
        self.end(cx);
    }
    /// An element begins and ends, with nothing but text in between. This is what most elements of any document come
    /// as; the same may come as its parts too. The text begins with no white space.
    fn leaf(&mut self, element: &Element<'_>, text: &str, cx: &mut Context<'_>) {
        leaf_in_parts(self, element, text, cx);
    }
    /// A CDATA section, where it matters that it is one.
    fn section(&mut self, text: &str, cx: &mut Context<'_>) {
        self.text(text, cx);
    }
    /// Whether white space between tags matters here; else it may be left out.
    fn wants_space(&self) -> bool {
        true
    }
    /// A comment.
    fn comment(&mut self, _text: &str, _cx: &mut Context<'_>) {}
    /// A processing instruction: its target and what follows.
    fn instruction(&mut self, _text: &str, _cx: &mut Context<'_>) {}
}

/// Passes on a leaf as what it consists of.
pub(crate) fn leaf_in_parts<H: Handler + ?Sized>(
    handler: &mut H,
    element: &Element<'_>,
    text: &str,
    cx: &mut Context<'_>,
) {
    let start = cx.offset;
    handler.start(element, cx);
    cx.offset = start + element.length;
    handler.text(text, cx);
    cx.offset += text.len() as u32;
    handler.end(cx);
}

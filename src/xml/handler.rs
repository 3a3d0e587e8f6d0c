//! The receiver of a document's events.

use super::context::Context;
use super::element::Element;

/// Receives the events of a document.
pub trait Handler {
    /// What the handler writes to, such as a site map. It is passed along with each event.
    type Target;

    /// An element starts.
    fn start(&mut self, element: &Element<'_>, target: &mut Self::Target, cx: &mut Context<'_>);
    /// The innermost open element ends.
    fn end(&mut self, target: &mut Self::Target, cx: &mut Context<'_>);
    /// Character data. A run of text may arrive in several pieces. Line ends are `\n`.
    fn text(&mut self, text: &str, target: &mut Self::Target, cx: &mut Context<'_>);
    /// An element starts and ends in one tag: `<a/>`.
    fn empty(&mut self, element: &Element<'_>, target: &mut Self::Target, cx: &mut Context<'_>) {
        self.start(element, target, cx);
        self.end(target, cx);
    }
    /// An element that contains only text. Most elements arrive as this event, but the same element may also arrive as
    /// `start`, `text` and `end`. The text does not begin with white space.
    fn leaf(&mut self, element: &Element<'_>, text: &str, target: &mut Self::Target, cx: &mut Context<'_>) {
        leaf_in_parts(self, element, text, target, cx);
    }
    /// A CDATA section. The default treats it as text.
    fn cdata(&mut self, text: &str, target: &mut Self::Target, cx: &mut Context<'_>) {
        self.text(text, target, cx);
    }
    /// Returns `true` if white space between tags matters at this place. Otherwise it may be skipped.
    fn wants_space(&self) -> bool {
        true
    }
    /// Returns `true` if a further root element is read like the first one. Otherwise reading ends there.
    fn reads_root(&self, _element: &Element<'_>, _cx: &Context<'_>) -> bool {
        false
    }
    /// A comment.
    fn comment(&mut self, _text: &str, _target: &mut Self::Target, _cx: &mut Context<'_>) {}
    /// A processing instruction, with its target.
    fn instruction(&mut self, _text: &str, _target: &mut Self::Target, _cx: &mut Context<'_>) {}
}

/// Passes a leaf on as `start`, `text` and `end`.
pub(crate) fn leaf_in_parts<H: Handler + ?Sized>(
    handler: &mut H,
    element: &Element<'_>,
    text: &str,
    target: &mut H::Target,
    cx: &mut Context<'_>,
) {
    let start = cx.offset;
    handler.start(element, target, cx);
    cx.offset = start + element.length;
    handler.text(text, target, cx);
    cx.offset += text.len() as u32;
    handler.end(target, cx);
}

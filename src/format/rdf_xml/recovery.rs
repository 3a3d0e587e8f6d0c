//! Recovery from missing end tags.

use super::graph::Graph;
use super::names::is_plain_property;
use super::state::{Frame, Kind, RdfXml};
use crate::findings::FindingCode;
use crate::xml::vocabulary::RDF_DESCRIPTION;
use crate::xml::{Context, Element, Handler};

impl<G: Graph> RdfXml<G> {
    /// Returns the number of open elements that an element ends, because it cannot be in them: no element stands beside text,
    /// and `rdf:Description` is not a property.
    pub(super) fn ended_by(&self, element: &Element<'_>, cx: &Context<'_>) -> usize {
        let is_description = element.name == RDF_DESCRIPTION;
        if !is_description && !is_plain_property(element.name, cx) {
            return 0;
        }
        let mut frames = self.frames.iter().rev().map(|frame| &frame.kind).peekable();
        let is_text = matches!(frames.peek(), Some(Kind::Property { has_object: false, .. }))
            && !self.text.trim_ascii().is_empty();
        if is_text {
            frames.next();
        }
        let is_page =
            is_description && matches!((frames.next(), frames.next()), (Some(Kind::Node { .. }), Some(Kind::Nodes)));
        usize::from(is_text) + usize::from(is_page)
    }

    #[cold]
    pub(super) fn end_early(
        &mut self,
        count: usize,
        element: &Element<'_>,
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) {
        if let Some(Frame { offset, is_reported: false, .. }) = self.frames.last() {
            let message = format!(
                "'{}' cannot be inside this element, so that ends before it; write its end tag there.",
                element.raw_name
            );
            cx.report.error(FindingCode::RdfElement, *offset, message);
        }
        (0..count).for_each(|_| self.end(target, cx));
        cx.ended_early(count);
    }
}

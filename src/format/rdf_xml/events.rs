//! Turns XML events into triples, one open element at a time.

use super::graph::Graph;
use super::names::is_plain_property;
use super::state::{Frame, Kind, RdfXml, UNTYPED, literal};
use crate::findings::FindingCode;
use crate::format::markup::xml_literal::XmlLiteral;
use crate::limits::MAX_LITERAL_BYTES;
use crate::xml::vocabulary::*;
use crate::xml::{Context, Element, Handler, leaf_in_parts};

impl<G: Graph> RdfXml<G> {
    /// Uses a node element as the object that the innermost open element expects.
    fn object(&mut self, object: G::Node, target: &mut G::Target, cx: &mut Context<'_>) {
        let offset = cx.offset;
        let Some(frame) = self.frames.last_mut() else { return };
        match &mut frame.kind {
            Kind::Property { subject, property, statement, has_object, datatype } => {
                if std::mem::replace(has_object, true) {
                    let message = "A property has one object; write another property element for each further object.";
                    cx.report.error(FindingCode::RdfTwoObjects, offset, message);
                } else if *datatype != UNTYPED {
                    let message = "A property with rdf:datatype contains text, not elements; remove rdf:datatype or the elements.";
                    cx.report.error(FindingCode::RdfAttribute, offset, message);
                } else {
                    let (subject, property, statement) = (*subject, *property, *statement);
                    self.state(subject, property, object, statement, target, cx);
                }
            }
            Kind::Collection { subject, property, statement, last } => {
                let (subject, property, statement, before) = (*subject, *property, *statement, *last);
                let cell = self.graph.blank(target, cx);
                *last = Some(cell);
                match before {
                    None => self.state(subject, property, cell, statement, target, cx),
                    Some(before) => self.graph.link(before, RDF_REST, cell, target, cx),
                }
                self.graph.link(cell, RDF_FIRST, object, target, cx);
            }
            _ => {}
        }
    }

    fn is_in_literal(&self) -> bool {
        matches!(self.frames.last(), Some(Frame { kind: Kind::Xml { .. }, .. }))
    }

    /// Ends the innermost open element. `text` is its text since its last child element.
    fn leave(&mut self, text: &str, target: &mut G::Target, cx: &mut Context<'_>) {
        let Some(Frame { kind, base, language, offset, is_reported, outside }) = self.frames.pop() else { return };
        match kind {
            Kind::Property { subject, property, statement, datatype, has_object: false } => {
                let end = std::mem::replace(&mut cx.offset, offset);
                if self.graph.wants(property) {
                    let datatype = (datatype != UNTYPED).then(|| &*self.bases[datatype as usize]);
                    let literal = literal(text, (base, language), datatype, &self.bases, &self.languages);
                    self.graph.literal(subject, property, literal, target, cx);
                    if let Some(statement) = statement {
                        self.graph.literal(statement, RDF_OBJECT, literal, target, cx);
                        self.reify(statement, subject, property, target, cx);
                    }
                }
                cx.offset = end;
            }
            Kind::Xml { subject, property, statement } => {
                let datatype = cx.names.iri(RDF_XML_LITERAL);
                let literal = literal(text, (base, 0), Some(&datatype), &self.bases, &self.languages);
                self.graph.literal(subject, property, literal, target, cx);
                if let Some(statement) = statement {
                    self.graph.literal(statement, RDF_OBJECT, literal, target, cx);
                    self.reify(statement, subject, property, target, cx);
                }
            }
            Kind::Collection { subject, property, statement, last } => {
                check_no_text(text, offset, is_reported, cx);
                let nil = cx.names.iri(RDF_NIL);
                let nil = self.graph.iri(&nil, target, cx);
                match last {
                    None => self.state(subject, property, nil, statement, target, cx),
                    Some(last) => self.graph.link(last, RDF_REST, nil, target, cx),
                }
            }
            Kind::Skipped => {}
            Kind::Nodes | Kind::Node { .. } | Kind::Property { .. } | Kind::Complete => {
                check_no_text(text, offset, is_reported, cx);
            }
        }
        self.bases.truncate(outside.0 as usize);
        self.languages.truncate(outside.1 as usize);
    }
}

/// Reports text where only elements are allowed, once for each element. Returns `true` if the element is reported.
fn check_no_text(text: &str, element: u32, is_reported: bool, cx: &mut Context<'_>) -> bool {
    if is_reported || text.trim_ascii().is_empty() {
        return is_reported;
    }
    let message = "There is text between elements, which RDF/XML does not allow; it is ignored. Remove it.";
    cx.report.error(FindingCode::RdfText, element, message);
    true
}

impl<G: Graph> Handler for RdfXml<G> {
    type Target = G::Target;

    fn start(&mut self, element: &Element<'_>, target: &mut G::Target, cx: &mut Context<'_>) {
        if self.is_in_literal() {
            self.literal.start(element, &mut self.text, cx);
            return;
        }
        let count = self.ended_by(element, cx);
        if count > 0 {
            self.end_early(count, element, target, cx);
        }
        if !self.text.is_empty() {
            if let Some(frame) = self.frames.last_mut() {
                frame.is_reported = check_no_text(&self.text, frame.offset, frame.is_reported, cx);
            }
            self.text.clear();
        }
        let mut at = self.frame();
        let outside = (self.bases.len() as u32, self.languages.len() as u32);
        let kind = match self.frames.last().map(|frame| &frame.kind) {
            None if element.name == RDF_RDF => {
                self.parts(element, &mut at, cx);
                Kind::Nodes
            }
            None | Some(Kind::Nodes | Kind::Property { .. } | Kind::Collection { .. }) => {
                match self.node_element(element, &mut at, target, cx) {
                    Some(subject) => {
                        self.object(subject, target, cx);
                        Kind::Node { subject, members: 0 }
                    }
                    None => Kind::Skipped,
                }
            }
            Some(Kind::Node { subject, .. }) => {
                let subject = *subject;
                self.property_element(subject, element, &mut at, target, cx)
            }
            Some(Kind::Complete) => {
                let message = "A property with rdf:resource, rdf:nodeID or property attributes must be empty; remove its content.";
                cx.report.error(FindingCode::RdfNotEmpty, cx.offset, message);
                Kind::Skipped
            }
            Some(Kind::Skipped | Kind::Xml { .. }) => Kind::Skipped,
        };
        let is_reported = std::mem::take(&mut self.is_node_reported);
        self.frames.push(Frame { kind, base: at.0, language: at.1, offset: cx.offset, is_reported, outside });
    }

    fn end(&mut self, target: &mut G::Target, cx: &mut Context<'_>) {
        if self.is_in_literal() && self.literal.end(&mut self.text) {
            return;
        }
        let text = std::mem::take(&mut self.text);
        self.leave(&text, target, cx);
        self.text = text;
        self.text.clear();
    }

    fn empty(&mut self, element: &Element<'_>, target: &mut G::Target, cx: &mut Context<'_>) {
        // The fast path for entries of lists.
        if let (Some(Frame { kind: Kind::Node { subject, members }, base, .. }), [resource], true) =
            (self.frames.last_mut(), element.attributes, self.text.is_empty())
            && (element.name == RDF_LI || is_plain_property(element.name, cx))
            && resource.name == RDF_RESOURCE
        {
            let (subject, base) = (*subject, *base);
            let property = match element.name {
                RDF_LI => {
                    *members += 1;
                    Name::of_member(*members)
                }
                name => name,
            };
            let object = self.resource(&element.value(resource, cx), base, target, cx);
            self.graph.link(subject, property, object, target, cx);
            return;
        }
        self.start(element, target, cx);
        self.end(target, cx);
    }

    fn leaf(&mut self, element: &Element<'_>, text: &str, target: &mut G::Target, cx: &mut Context<'_>) {
        // The fast path for properties without attributes.
        if let (Some(Frame { kind: Kind::Node { subject, .. }, base, language, .. }), [], true) =
            (self.frames.last(), element.attributes, self.text.is_empty())
            && is_plain_property(element.name, cx)
        {
            if self.graph.wants(element.name) {
                let literal = literal(text, (*base, *language), None, &self.bases, &self.languages);
                self.graph.literal(*subject, element.name, literal, target, cx);
            }
            return;
        }
        leaf_in_parts(self, element, text, target, cx);
    }

    fn text(&mut self, text: &str, _: &mut G::Target, _: &mut Context<'_>) {
        if self.text.len() > MAX_LITERAL_BYTES {
            return;
        }
        match self.frames.last().map(|frame| &frame.kind) {
            None | Some(Kind::Skipped) => {}
            Some(Kind::Xml { .. }) => XmlLiteral::text(text, &mut self.text),
            Some(Kind::Property { has_object: false, .. }) => self.text.push_str(text),
            Some(_) => {
                if self.text.is_empty() && !text.trim_ascii_start().is_empty() {
                    self.text.push_str(text);
                }
            }
        }
    }

    fn wants_space(&self) -> bool {
        let kind = self.frames.last().map(|frame| &frame.kind);
        matches!(kind, Some(Kind::Property { has_object: false, .. } | Kind::Xml { .. }))
    }

    fn comment(&mut self, text: &str, _: &mut G::Target, _: &mut Context<'_>) {
        if self.text.len() <= MAX_LITERAL_BYTES && self.is_in_literal() {
            self.text.extend(["<!--", text, "-->"]);
        }
    }

    fn instruction(&mut self, text: &str, _: &mut G::Target, _: &mut Context<'_>) {
        if self.text.len() <= MAX_LITERAL_BYTES && self.is_in_literal() {
            self.text.extend(["<?", text, "?>"]);
        }
    }
}

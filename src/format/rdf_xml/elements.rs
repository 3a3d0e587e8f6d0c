//! Node elements and property elements (RDF 1.1 XML Syntax, section 7.2).

use super::graph::Graph;
use super::names::{
    check_nc_name, is_node_name, is_property, is_property_name, is_rdf_12, is_syntax, qualified, unqualified,
};
use super::state::{Kind, RdfXml, UNTYPED, literal};
use crate::address::{check_written, reference};
use crate::collections::keyed::long_hash;
use crate::findings::FindingCode;
use crate::format::markup::base::report_long_base;
use crate::limits::MAX_BASE_BYTES;
use crate::xml::vocabulary::*;
use crate::xml::{Attribute, Context, Element};

/// The attributes of an element by their role.
#[derive(Default)]
pub(super) struct Parts<'a> {
    id: Option<&'a Attribute>,
    about: Option<&'a Attribute>,
    node_id: Option<&'a Attribute>,
    resource: Option<&'a Attribute>,
    parse_type: Option<&'a Attribute>,
    datatype: Option<&'a Attribute>,
    has_properties: bool,
}

impl<G: Graph> RdfXml<G> {
    /// Sorts the attributes by role (section 6.1.4) and applies `xml:base` and `xml:lang`.
    pub(super) fn parts<'a>(&mut self, element: &Element<'a>, at: &mut (u32, u32), cx: &mut Context<'_>) -> Parts<'a> {
        let mut parts = Parts::default();
        if element.attributes.is_empty() {
            return parts;
        }
        for attribute in element.attributes {
            let name = qualified(attribute, element, cx);
            match name {
                RDF_ID => parts.id = Some(attribute),
                RDF_ABOUT => parts.about = Some(attribute),
                RDF_NODE_ID => parts.node_id = Some(attribute),
                RDF_RESOURCE => parts.resource = Some(attribute),
                RDF_PARSE_TYPE => parts.parse_type = Some(attribute),
                RDF_DATATYPE => parts.datatype = Some(attribute),
                XML_BASE => at.0 = self.base(attribute, element, at.0, cx),
                XML_LANG => at.1 = self.language(&element.value(attribute, cx), at.1),
                RDF_RDF | RDF_DESCRIPTION | RDF_LI | RDF_ABOUT_EACH | RDF_ABOUT_EACH_PREFIX | RDF_BAG_ID => {
                    let raw = element.raw_attribute_name(attribute);
                    cx.report.error(
                        FindingCode::RdfAttribute,
                        attribute.offset,
                        format!("'{raw}' is not allowed as an attribute in RDF/XML; remove it."),
                    );
                }
                name if is_rdf_12(name, cx) => self.ignore_rdf_12(attribute.offset, cx),
                name => parts.has_properties |= is_property(name, cx),
            }
        }
        parts
    }

    /// Reports, once for each document, that something of RDF 1.2 is ignored.
    fn ignore_rdf_12(&mut self, offset: u32, cx: &mut Context<'_>) {
        if !std::mem::replace(&mut self.is_rdf_12_reported, true) {
            let message = "This is RDF 1.2. Navibar reads the texts and ignores versions, directions, annotations and \
                           triples about triples; nothing has to be changed.";
            cx.report.note(FindingCode::Rdf12, offset, message);
        }
    }

    /// Returns the number of the base that an `xml:base` sets. `parent` is the number of the outer base.
    pub(super) fn base(
        &mut self,
        attribute: &Attribute,
        element: &Element<'_>,
        parent: u32,
        cx: &mut Context<'_>,
    ) -> u32 {
        let reference = element.value(attribute, cx);
        check_written(&reference, attribute.offset, cx.report);
        let mut absolute = reference::resolved(&self.bases[parent as usize], &reference);
        absolute.truncate(absolute.find('#').unwrap_or(absolute.len()));
        if absolute.len() > MAX_BASE_BYTES {
            report_long_base(attribute.offset, cx.report);
            return parent;
        }
        if *self.bases[parent as usize] == *absolute {
            return parent;
        }
        self.bases.push(absolute.into());
        self.bases.len() as u32 - 1
    }

    /// Returns the number of a language tag. `parent` is the number of the outer one.
    pub(super) fn language(&mut self, tag: &str, parent: u32) -> u32 {
        if *self.languages[parent as usize] == *tag {
            return parent;
        }
        self.languages.push(tag.into());
        self.languages.len() as u32 - 1
    }

    /// Returns the node of an IRI reference.
    pub(super) fn resource(
        &mut self,
        reference: &str,
        base: u32,
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) -> G::Node {
        if reference::scheme(reference).is_some() {
            return self.graph.iri(reference, target, cx);
        }
        let absolute = reference::resolved(&self.bases[base as usize], reference);
        self.graph.iri(&absolute, target, cx)
    }

    /// Returns the node of an `rdf:ID`, which is unique within its base (section 7.2.34).
    pub(super) fn id(
        &mut self,
        attribute: &Attribute,
        element: &Element<'_>,
        base: u32,
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) -> G::Node {
        let value = element.value(attribute, cx);
        check_nc_name("ID", &value, FindingCode::RdfId, attribute.offset, cx.report);
        let absolute = reference::resolved(&self.bases[base as usize], &format!("#{value}"));
        let hash = long_hash(&absolute);
        if !self.ids.of_mut(&hash).insert(hash) {
            let message = format!("rdf:ID=\"{value}\" appears twice; use rdf:about=\"#{value}\" the second time.");
            cx.report.error(FindingCode::RdfId, attribute.offset, message);
        }
        self.graph.iri(&absolute, target, cx)
    }

    /// Returns the blank node of an `rdf:nodeID`.
    pub(super) fn node_id(
        &mut self,
        attribute: &Attribute,
        element: &Element<'_>,
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) -> G::Node {
        let value = element.value(attribute, cx);
        check_nc_name("nodeID", &value, FindingCode::RdfNodeId, attribute.offset, cx.report);
        let name = long_hash(&value);
        if let Some(&node) = self.blanks.of(&name).get(&name) {
            return node;
        }
        let node = self.graph.blank(target, cx);
        self.blanks.of_mut(&name).insert(name, node);
        node
    }

    /// Reads the attributes that are properties of `subject` (section 7.2.25).
    pub(super) fn property_attributes(
        &mut self,
        subject: G::Node,
        element: &Element<'_>,
        at: (u32, u32),
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) {
        for attribute in element.attributes {
            let name = unqualified(attribute.name).unwrap_or(attribute.name);
            if is_syntax(name) || !is_property(name, cx) || !self.graph.wants(name) {
                continue;
            }
            let value = element.value(attribute, cx);
            if name == RDF_TYPE {
                let object = self.resource(&value, at.0, target, cx);
                self.graph.link(subject, name, object, target, cx);
            } else {
                let literal = literal(&value, at, None, &self.bases, &self.languages);
                self.graph.literal(subject, name, literal, target, cx);
            }
        }
    }

    /// Reads a node element (section 7.2.11). Returns its subject.
    pub(super) fn node_element(
        &mut self,
        element: &Element<'_>,
        at: &mut (u32, u32),
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) -> Option<G::Node> {
        if !is_node_name(element.name) {
            let message = format!("'{}' cannot be a resource in RDF/XML; use rdf:Description.", element.raw_name);
            cx.report.error(FindingCode::RdfElement, cx.offset, message);
            return None;
        }
        let parts = self.parts(element, at, cx);
        if [parts.id, parts.about, parts.node_id].iter().flatten().count() > 1 {
            let message = "Only one of rdf:about, rdf:ID and rdf:nodeID is allowed; remove the others.";
            cx.report.error(FindingCode::RdfSubject, cx.offset, message);
        }
        for attribute in [parts.resource, parts.datatype, parts.parse_type].into_iter().flatten() {
            let raw = element.raw_attribute_name(attribute);
            let message = format!("'{raw}' belongs on a property, not on a resource; write rdf:about instead.");
            cx.report.error(FindingCode::RdfAttribute, attribute.offset, message);
        }
        let subject = if let Some(about) = parts.about {
            let reference = element.value(about, cx);
            self.resource(&reference, at.0, target, cx)
        } else if let Some(id) = parts.id {
            self.id(id, element, at.0, target, cx)
        } else if let Some(node_id) = parts.node_id {
            self.node_id(node_id, element, target, cx)
        } else {
            self.graph.blank(target, cx)
        };
        if element.name == RDF_DESCRIPTION || element.name == UNKNOWN {
            // It has no class.
        } else if !cx.names.has_namespace(element.name) {
            let message = format!(
                "'{}' has no namespace, so it is not a class; declare one and write its prefix, or use rdf:Description.",
                element.raw_name
            );
            cx.report.warning(FindingCode::RdfElement, cx.offset, message);
            self.is_node_reported = true;
        } else if self.graph.wants(RDF_TYPE) {
            let class = cx.names.iri(element.name);
            let class = self.graph.iri(&class, target, cx);
            self.graph.link(subject, RDF_TYPE, class, target, cx);
        }
        if parts.has_properties {
            self.property_attributes(subject, element, *at, target, cx);
        }
        Some(subject)
    }

    /// Reads a property element (sections 7.2.14 to 7.2.21).
    pub(super) fn property_element(
        &mut self,
        subject: G::Node,
        element: &Element<'_>,
        at: &mut (u32, u32),
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) -> Kind<G::Node> {
        let property = match element.name {
            RDF_LI => match self.frames.last_mut().map(|frame| &mut frame.kind) {
                Some(Kind::Node { members, .. }) => {
                    *members += 1;
                    Name::of_member(*members)
                }
                _ => return Kind::Skipped,
            },
            name if is_property_name(name) => name,
            _ => {
                let message = format!("'{}' cannot be a property in RDF/XML; use another name.", element.raw_name);
                cx.report.error(FindingCode::RdfElement, cx.offset, message);
                return Kind::Skipped;
            }
        };
        if cx.names.namespace(property).is_empty() {
            if property != UNKNOWN {
                let message = format!("'{}' has no namespace; declare one and write its prefix.", element.raw_name);
                cx.report.error(FindingCode::RdfElement, cx.offset, message);
            }
            return Kind::Skipped;
        }
        let parts = self.parts(element, at, cx);
        if let Some(about) = parts.about {
            let message = "rdf:about belongs on a resource, not on a property; write rdf:resource instead.";
            cx.report.error(FindingCode::RdfAttribute, about.offset, message);
        }
        let statement = parts.id.map(|id| self.id(id, element, at.0, target, cx));
        if let Some(parse_type) = parts.parse_type {
            if parts.resource.is_some() || parts.node_id.is_some() || parts.datatype.is_some() || parts.has_properties {
                let message = "With rdf:parseType only rdf:ID is allowed; remove the other attributes.";
                cx.report.error(FindingCode::RdfAttribute, parse_type.offset, message);
                return Kind::Skipped;
            }
            return match &*element.value(parse_type, cx) {
                "Resource" => {
                    let object = self.graph.blank(target, cx);
                    self.state(subject, property, object, statement, target, cx);
                    Kind::Node { subject: object, members: 0 }
                }
                "Triple" => {
                    self.ignore_rdf_12(parse_type.offset, cx);
                    Kind::Skipped
                }
                "Collection" => Kind::Collection { subject, property, statement, last: None },
                _ => Kind::Xml { subject, property, statement },
            };
        }
        if parts.resource.is_none() && parts.node_id.is_none() && !parts.has_properties {
            let datatype = parts.datatype.map_or(UNTYPED, |datatype| {
                let absolute = reference::resolved(&self.bases[at.0 as usize], &element.value(datatype, cx));
                self.bases.push(absolute.into());
                self.bases.len() as u32 - 1
            });
            return Kind::Property { subject, property, statement, datatype, has_object: false };
        }
        if parts.datatype.is_some() || (parts.resource.is_some() && parts.node_id.is_some()) {
            let message = "Only one of rdf:resource, rdf:nodeID and rdf:datatype is allowed; remove the others.";
            cx.report.error(FindingCode::RdfAttribute, cx.offset, message);
            return Kind::Skipped;
        }
        let object = if let Some(resource) = parts.resource {
            let reference = element.value(resource, cx);
            self.resource(&reference, at.0, target, cx)
        } else if let Some(node_id) = parts.node_id {
            self.node_id(node_id, element, target, cx)
        } else {
            self.graph.blank(target, cx)
        };
        self.state(subject, property, object, statement, target, cx);
        if parts.has_properties {
            self.property_attributes(object, element, *at, target, cx);
        }
        Kind::Complete
    }

    /// Reports a triple whose object is a resource, and its reification (section 7.3).
    pub(super) fn state(
        &mut self,
        subject: G::Node,
        property: Name,
        object: G::Node,
        statement: Option<G::Node>,
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) {
        self.graph.link(subject, property, object, target, cx);
        if let Some(statement) = statement {
            self.reify(statement, subject, property, target, cx);
            self.graph.link(statement, RDF_OBJECT, object, target, cx);
        }
    }

    /// Reports the reification of a triple, except its object (section 7.3).
    pub(super) fn reify(
        &mut self,
        statement: G::Node,
        subject: G::Node,
        property: Name,
        target: &mut G::Target,
        cx: &mut Context<'_>,
    ) {
        if !self.graph.wants(RDF_SUBJECT) {
            return;
        }
        let class = cx.names.iri(RDF_STATEMENT);
        let class = self.graph.iri(&class, target, cx);
        self.graph.link(statement, RDF_TYPE, class, target, cx);
        self.graph.link(statement, RDF_SUBJECT, subject, target, cx);
        let predicate = cx.names.iri(property);
        let predicate = self.graph.iri(&predicate, target, cx);
        self.graph.link(statement, RDF_PREDICATE, predicate, target, cx);
    }
}

//! RDF/XML in full, streaming: XML events in, triples out (RDF 1.1 XML Syntax; section numbers below are
//! that document's).
//!
//! A mistake is reported and the element that makes it is left out; reading goes on behind it.

use super::xml_literal::XmlLiteral;
use crate::iri;
use crate::limits::{MAX_BASE_BYTES, MAX_LITERAL_BYTES};
use crate::vocabulary::*;
use crate::xml::{Attribute, Context, Element, Handler};
use rustc_hash::{FxHashMap, FxHashSet};

/// Receives the triples of a document. `Node` stands for an IRI or a blank node.
pub trait Graph {
    /// A resource; cheap to copy.
    type Node: Copy;
    /// The resource that this absolute IRI names. The same IRI gives the same node.
    fn iri(&mut self, iri: &str, cx: &mut Context<'_>) -> Self::Node;
    /// A new resource without a name.
    fn blank(&mut self, cx: &mut Context<'_>) -> Self::Node;
    /// A triple whose object is a resource.
    fn link(&mut self, subject: Self::Node, property: Name, object: Self::Node, cx: &mut Context<'_>);
    /// A triple whose object is a literal.
    fn literal(&mut self, subject: Self::Node, property: Name, literal: Literal<'_>, cx: &mut Context<'_>);
    /// Whether triples with this property are of any use; others need not be made.
    fn wants(&self, _property: Name) -> bool {
        true
    }
}

/// The object of a triple that is not a resource.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'a> {
    /// Its text.
    pub value: &'a str,
    /// Its language tag, as written.
    pub language: Option<&'a str>,
    /// The IRI of its datatype.
    pub datatype: Option<&'a str>,
    /// The base IRI in force where it stands.
    pub base: &'a str,
}

/// What an open element is, by the productions of section 7.2.
#[derive(Debug)]
enum Kind<N> {
    /// `rdf:RDF`: node elements follow.
    Nodes,
    /// A node element, or a property with `parseType="Resource"`: property elements follow.
    Node { subject: N, members: u32 },
    /// A property whose object comes: text or one node element.
    Property { subject: N, property: Name, statement: Option<N>, datatype: Option<Box<str>>, has_object: bool },
    /// A property that said everything in its attributes.
    Complete,
    /// `parseType="Collection"`: node elements follow, chained to a list.
    Collection { subject: N, property: Name, statement: Option<N>, last: Option<N> },
    /// `parseType="Literal"` (and unknown parse types): XML follows.
    Xml { subject: N, property: Name, statement: Option<N>, literal: Box<XmlLiteral> },
    /// In error: what it contains is not read.
    Skipped,
}

#[derive(Debug)]
struct Frame<N> {
    kind: Kind<N>,
    base: u32,
    language: u32,
    offset: u32,
    /// How many bases and languages there were outside.
    outside: (u32, u32),
}

/// Reads RDF/XML; the triples go to `graph`.
#[derive(Debug)]
pub struct RdfXml<G: Graph> {
    /// Where the triples go.
    pub graph: G,
    frames: Vec<Frame<G::Node>>,
    text: String,
    bases: Vec<Box<str>>,
    /// Language tags; the first stands for none.
    languages: Vec<Box<str>>,
    blanks: FxHashMap<Box<str>, G::Node>,
    ids: FxHashSet<Box<str>>,
    scratch: String,
}

/// The attributes of an element, sorted by what they are for.
#[derive(Default)]
struct Parts<'a> {
    id: Option<&'a Attribute>,
    about: Option<&'a Attribute>,
    node_id: Option<&'a Attribute>,
    resource: Option<&'a Attribute>,
    parse_type: Option<&'a Attribute>,
    datatype: Option<&'a Attribute>,
    has_properties: bool,
}

impl<G: Graph> RdfXml<G> {
    /// A reader of the document at `base`.
    pub fn new(base: &str, graph: G) -> RdfXml<G> {
        RdfXml {
            graph,
            frames: Vec::new(),
            text: String::new(),
            bases: vec![base.into()],
            languages: vec!["".into()],
            blanks: FxHashMap::default(),
            ids: FxHashSet::default(),
            scratch: String::new(),
        }
    }

    fn frame(&self) -> (u32, u32) {
        self.frames.last().map_or((0, 0), |f| (f.base, f.language))
    }

    /// Sorts attributes (section 6.1.4), taking `xml:base` and `xml:lang` into force.
    fn parts<'a>(&mut self, element: &Element<'a>, at: &mut (u32, u32), cx: &mut Context<'_>) -> Parts<'a> {
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
                        "rdf-attribute",
                        attribute.offset,
                        format!("'{raw}' is not allowed as an attribute in RDF/XML; remove it."),
                    );
                }
                name => parts.has_properties |= is_property(name, cx),
            }
        }
        parts
    }

    fn base(&mut self, attribute: &Attribute, element: &Element<'_>, parent: u32, cx: &mut Context<'_>) -> u32 {
        let reference = element.value(attribute, cx);
        let mut absolute = String::new();
        iri::resolve(&self.bases[parent as usize], &reference, &mut absolute);
        absolute.truncate(absolute.find('#').unwrap_or(absolute.len()));
        if absolute.len() > MAX_BASE_BYTES {
            let message = format!("This xml:base makes more than {MAX_BASE_BYTES} bytes and is ignored; shorten it.");
            cx.report.warning("limit-base", attribute.offset, message);
            return parent;
        }
        if *self.bases[parent as usize] == *absolute {
            return parent;
        }
        self.bases.push(absolute.into());
        self.bases.len() as u32 - 1
    }

    fn language(&mut self, tag: &str, parent: u32) -> u32 {
        if *self.languages[parent as usize] == *tag {
            return parent;
        }
        self.languages.push(tag.into());
        self.languages.len() as u32 - 1
    }

    /// The node that an IRI reference names.
    fn resource(&mut self, reference: &str, base: u32, cx: &mut Context<'_>) -> G::Node {
        let mut absolute = std::mem::take(&mut self.scratch);
        absolute.clear();
        iri::resolve(&self.bases[base as usize], reference, &mut absolute);
        let node = self.graph.iri(&absolute, cx);
        self.scratch = absolute;
        node
    }

    /// The node that `rdf:ID` names (section 7.2.34: unique within its base).
    fn id(&mut self, attribute: &Attribute, element: &Element<'_>, base: u32, cx: &mut Context<'_>) -> G::Node {
        let value = element.value(attribute, cx);
        if !is_nc_name(&value) {
            let message = format!("rdf:ID=\"{value}\" is not a name; begin with a letter, without spaces and colons.");
            cx.report.error("rdf-id", attribute.offset, message);
        }
        let mut absolute = String::new();
        iri::resolve(&self.bases[base as usize], &format!("#{value}"), &mut absolute);
        if !self.ids.insert(absolute.as_str().into()) {
            let message = format!("rdf:ID=\"{value}\" is given twice; use rdf:about=\"#{value}\" the second time.");
            cx.report.error("rdf-id", attribute.offset, message);
        }
        self.graph.iri(&absolute, cx)
    }

    fn node_id(&mut self, attribute: &Attribute, element: &Element<'_>, cx: &mut Context<'_>) -> G::Node {
        let value = element.value(attribute, cx);
        if !is_nc_name(&value) {
            let message =
                format!("rdf:nodeID=\"{value}\" is not a name; begin with a letter, without spaces and colons.");
            cx.report.error("rdf-node-id", attribute.offset, message);
        }
        if let Some(&node) = self.blanks.get(&*value) {
            return node;
        }
        let node = self.graph.blank(cx);
        self.blanks.insert((*value).into(), node);
        node
    }

    /// Attributes that state a property of `subject` (section 7.2.25).
    fn property_attributes(&mut self, subject: G::Node, element: &Element<'_>, at: (u32, u32), cx: &mut Context<'_>) {
        for attribute in element.attributes {
            let name = unqualified(attribute.name).unwrap_or(attribute.name);
            if is_syntax(name) || !is_property(name, cx) || !self.graph.wants(name) {
                continue;
            }
            let value = element.value(attribute, cx);
            if name == RDF_TYPE {
                let object = self.resource(&value, at.0, cx);
                self.graph.link(subject, name, object, cx);
            } else {
                let literal = literal(&value, at, None, &self.bases, &self.languages);
                self.graph.literal(subject, name, literal, cx);
            }
        }
    }

    /// A node element (section 7.2.11): its subject.
    fn node_element(&mut self, element: &Element<'_>, at: &mut (u32, u32), cx: &mut Context<'_>) -> Option<G::Node> {
        if !is_node_name(element.name) {
            let message =
                format!("'{}' cannot stand for a resource in RDF/XML; use rdf:Description.", element.raw_name);
            cx.report.error("rdf-element", cx.offset, message);
            return None;
        }
        let parts = self.parts(element, at, cx);
        if [parts.id, parts.about, parts.node_id].iter().flatten().count() > 1 {
            let message = "rdf:about, rdf:ID and rdf:nodeID exclude each other; keep one.";
            cx.report.error("rdf-subject", cx.offset, message);
        }
        for attribute in [parts.resource, parts.datatype, parts.parse_type].into_iter().flatten() {
            let raw = element.raw_attribute_name(attribute);
            let message = format!("'{raw}' belongs on a property, not on a resource; rdf:about may be meant.");
            cx.report.error("rdf-attribute", attribute.offset, message);
        }
        let subject = if let Some(about) = parts.about {
            let reference = element.value(about, cx);
            self.resource(&reference, at.0, cx)
        } else if let Some(id) = parts.id {
            self.id(id, element, at.0, cx)
        } else if let Some(node_id) = parts.node_id {
            self.node_id(node_id, element, cx)
        } else {
            self.graph.blank(cx)
        };
        if element.name != RDF_DESCRIPTION && element.name != UNKNOWN && self.graph.wants(RDF_TYPE) {
            let class = cx.names.iri(element.name);
            let class = self.graph.iri(&class, cx);
            self.graph.link(subject, RDF_TYPE, class, cx);
        }
        if parts.has_properties {
            self.property_attributes(subject, element, *at, cx);
        }
        Some(subject)
    }

    /// A property element (sections 7.2.14 to 7.2.21).
    fn property_element(
        &mut self,
        subject: G::Node,
        element: &Element<'_>,
        at: &mut (u32, u32),
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
                let message = format!("'{}' cannot stand for a property in RDF/XML.", element.raw_name);
                cx.report.error("rdf-element", cx.offset, message);
                return Kind::Skipped;
            }
        };
        if cx.names.namespace(property).is_empty() {
            if property != UNKNOWN {
                let message = format!("'{}' has no namespace; declare one and write its prefix.", element.raw_name);
                cx.report.error("rdf-element", cx.offset, message);
            }
            return Kind::Skipped;
        }
        let parts = self.parts(element, at, cx);
        if let Some(about) = parts.about {
            let message = "rdf:about belongs on a resource, not on a property; rdf:resource may be meant.";
            cx.report.error("rdf-attribute", about.offset, message);
        }
        let statement = parts.id.map(|id| self.id(id, element, at.0, cx));
        if let Some(parse_type) = parts.parse_type {
            if parts.resource.is_some() || parts.node_id.is_some() || parts.datatype.is_some() || parts.has_properties {
                let message = "rdf:parseType excludes other attributes than rdf:ID; remove one or the other.";
                cx.report.error("rdf-attribute", parse_type.offset, message);
                return Kind::Skipped;
            }
            return match &*element.value(parse_type, cx) {
                "Resource" => {
                    let object = self.graph.blank(cx);
                    self.state(subject, property, object, statement, cx);
                    Kind::Node { subject: object, members: 0 }
                }
                "Collection" => Kind::Collection { subject, property, statement, last: None },
                _ => Kind::Xml { subject, property, statement, literal: Box::default() },
            };
        }
        if parts.resource.is_none() && parts.node_id.is_none() && !parts.has_properties {
            let datatype = parts.datatype.map(|datatype| {
                let mut absolute = String::new();
                iri::resolve(&self.bases[at.0 as usize], &element.value(datatype, cx), &mut absolute);
                absolute.into()
            });
            return Kind::Property { subject, property, statement, datatype, has_object: false };
        }
        if parts.datatype.is_some() || (parts.resource.is_some() && parts.node_id.is_some()) {
            let message = "rdf:resource, rdf:nodeID and rdf:datatype exclude each other; keep one.";
            cx.report.error("rdf-attribute", cx.offset, message);
            return Kind::Skipped;
        }
        let object = if let Some(resource) = parts.resource {
            let reference = element.value(resource, cx);
            self.resource(&reference, at.0, cx)
        } else if let Some(node_id) = parts.node_id {
            self.node_id(node_id, element, cx)
        } else {
            self.graph.blank(cx)
        };
        self.state(subject, property, object, statement, cx);
        if parts.has_properties {
            self.property_attributes(object, element, *at, cx);
        }
        Kind::Complete
    }

    /// A triple with a resource as its object, and its reification (section 7.3).
    fn state(
        &mut self,
        subject: G::Node,
        property: Name,
        object: G::Node,
        statement: Option<G::Node>,
        cx: &mut Context<'_>,
    ) {
        self.graph.link(subject, property, object, cx);
        if let Some(statement) = statement {
            self.reify(statement, subject, property, cx);
            self.graph.link(statement, RDF_OBJECT, object, cx);
        }
    }

    fn reify(&mut self, statement: G::Node, subject: G::Node, property: Name, cx: &mut Context<'_>) {
        if !self.graph.wants(RDF_SUBJECT) {
            return;
        }
        let class = cx.names.iri(RDF_STATEMENT);
        let class = self.graph.iri(&class, cx);
        self.graph.link(statement, RDF_TYPE, class, cx);
        self.graph.link(statement, RDF_SUBJECT, subject, cx);
        let predicate = cx.names.iri(property);
        let predicate = self.graph.iri(&predicate, cx);
        self.graph.link(statement, RDF_PREDICATE, predicate, cx);
    }

    /// A node element was found where the innermost open element expects its object.
    fn object(&mut self, object: G::Node, cx: &mut Context<'_>) {
        let offset = cx.offset;
        let Some(frame) = self.frames.last_mut() else { return };
        match &mut frame.kind {
            Kind::Property { subject, property, statement, has_object, datatype } => {
                if std::mem::replace(has_object, true) {
                    let message = "A property has one object; put further ones in a property of their own.";
                    cx.report.error("rdf-two-objects", offset, message);
                } else if datatype.is_some() {
                    let message = "A property with rdf:datatype contains text, no elements.";
                    cx.report.error("rdf-attribute", offset, message);
                } else {
                    let (subject, property, statement) = (*subject, *property, *statement);
                    self.state(subject, property, object, statement, cx);
                }
            }
            Kind::Collection { subject, property, statement, last } => {
                let (subject, property, statement, before) = (*subject, *property, *statement, *last);
                let cell = self.graph.blank(cx);
                *last = Some(cell);
                match before {
                    None => self.state(subject, property, cell, statement, cx),
                    Some(before) => self.graph.link(before, RDF_REST, cell, cx),
                }
                self.graph.link(cell, RDF_FIRST, object, cx);
            }
            _ => {}
        }
    }

    /// Text may not stand where elements are expected.
    fn check_no_text(&mut self, cx: &mut Context<'_>) {
        if !self.text.trim_ascii().is_empty() {
            let offset = self.frames.last().map_or(cx.offset, |frame| frame.offset);
            let message = "There is text beside elements here, which RDF/XML does not allow; it is left out.";
            cx.report.error("rdf-text", offset, message);
        }
        self.text.clear();
    }
}

impl<G: Graph> Handler for RdfXml<G> {
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        if let Some(Frame { kind: Kind::Xml { literal, .. }, .. }) = self.frames.last_mut() {
            literal.start(element, &mut self.text, cx);
            return;
        }
        self.check_no_text(cx);
        let mut at = self.frame();
        let outside = (self.bases.len() as u32, self.languages.len() as u32);
        let kind = match self.frames.last().map(|frame| &frame.kind) {
            None if element.name == RDF_RDF => {
                self.parts(element, &mut at, cx);
                Kind::Nodes
            }
            None | Some(Kind::Nodes | Kind::Property { .. } | Kind::Collection { .. }) => {
                match self.node_element(element, &mut at, cx) {
                    Some(subject) => {
                        self.object(subject, cx);
                        Kind::Node { subject, members: 0 }
                    }
                    None => Kind::Skipped,
                }
            }
            Some(Kind::Node { subject, .. }) => {
                let subject = *subject;
                self.property_element(subject, element, &mut at, cx)
            }
            Some(Kind::Complete) => {
                let message = "A property with rdf:resource, rdf:nodeID or properties in attributes must be empty.";
                cx.report.error("rdf-not-empty", cx.offset, message);
                Kind::Skipped
            }
            Some(Kind::Skipped | Kind::Xml { .. }) => Kind::Skipped,
        };
        self.frames.push(Frame { kind, base: at.0, language: at.1, offset: cx.offset, outside });
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        if let Some(Frame { kind: Kind::Xml { literal, .. }, .. }) = self.frames.last_mut()
            && literal.end(&mut self.text)
        {
            return;
        }
        let Some(Frame { kind, base, language, offset, outside }) = self.frames.pop() else { return };
        match kind {
            Kind::Property { subject, property, statement, datatype, has_object: false } => {
                let text = std::mem::take(&mut self.text);
                let end = std::mem::replace(&mut cx.offset, offset);
                if self.graph.wants(property) {
                    let literal = literal(&text, (base, language), datatype.as_deref(), &self.bases, &self.languages);
                    self.graph.literal(subject, property, literal, cx);
                    if let Some(statement) = statement {
                        self.graph.literal(statement, RDF_OBJECT, literal, cx);
                        self.reify(statement, subject, property, cx);
                    }
                }
                cx.offset = end;
                self.text = text;
                self.text.clear();
            }
            Kind::Xml { subject, property, statement, .. } => {
                let text = std::mem::take(&mut self.text);
                let datatype = cx.names.iri(RDF_XML_LITERAL);
                let literal = literal(&text, (base, 0), Some(&datatype), &self.bases, &self.languages);
                self.graph.literal(subject, property, literal, cx);
                if let Some(statement) = statement {
                    self.graph.literal(statement, RDF_OBJECT, literal, cx);
                    self.reify(statement, subject, property, cx);
                }
            }
            Kind::Collection { subject, property, statement, last } => {
                self.check_no_text(cx);
                let nil = cx.names.iri(RDF_NIL);
                let nil = self.graph.iri(&nil, cx);
                match last {
                    None => self.state(subject, property, nil, statement, cx),
                    Some(last) => self.graph.link(last, RDF_REST, nil, cx),
                }
            }
            Kind::Skipped => self.text.clear(),
            Kind::Nodes | Kind::Node { .. } | Kind::Property { .. } | Kind::Complete => {
                if !self.text.trim_ascii().is_empty() {
                    self.frames.push(Frame { kind: Kind::Skipped, base, language, offset, outside });
                    self.check_no_text(cx);
                    self.frames.pop();
                }
                self.text.clear();
            }
        }
        self.bases.truncate(outside.0 as usize);
        self.languages.truncate(outside.1 as usize);
    }

    fn text(&mut self, text: &str, _cx: &mut Context<'_>) {
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

    fn comment(&mut self, text: &str, _cx: &mut Context<'_>) {
        if self.text.len() <= MAX_LITERAL_BYTES
            && matches!(self.frames.last(), Some(Frame { kind: Kind::Xml { .. }, .. }))
        {
            self.text.extend(["<!--", text, "-->"]);
        }
    }

    fn instruction(&mut self, text: &str, _cx: &mut Context<'_>) {
        if self.text.len() <= MAX_LITERAL_BYTES
            && matches!(self.frames.last(), Some(Frame { kind: Kind::Xml { .. }, .. }))
        {
            self.text.extend(["<?", text, "?>"]);
        }
    }
}

fn literal<'a>(
    value: &'a str,
    (base, language): (u32, u32),
    datatype: Option<&'a str>,
    bases: &'a [Box<str>],
    languages: &'a [Box<str>],
) -> Literal<'a> {
    let language = (language > 0 && datatype.is_none()).then(|| &*languages[language as usize]);
    Literal { value, language: language.filter(|tag| !tag.is_empty()), datatype, base: &bases[base as usize] }
}

/// What an RDF attribute without its prefix was meant to be (accepted, as section 6.1.4 has it).
fn unqualified(name: Name) -> Option<Name> {
    Some(match name {
        NO_ABOUT => RDF_ABOUT,
        NO_RESOURCE => RDF_RESOURCE,
        NO_ID => RDF_ID,
        NO_NODE_ID => RDF_NODE_ID,
        NO_PARSE_TYPE => RDF_PARSE_TYPE,
        NO_DATATYPE => RDF_DATATYPE,
        NO_TYPE => RDF_TYPE,
        _ => return None,
    })
}

fn qualified(attribute: &Attribute, element: &Element<'_>, cx: &mut Context<'_>) -> Name {
    let Some(name) = unqualified(attribute.name) else {
        if !is_property(attribute.name, cx) && cx.names.namespace(attribute.name).is_empty() {
            let raw = element.raw_attribute_name(attribute);
            if !raw.starts_with("xml") && attribute.name != UNKNOWN {
                let message = format!("The attribute '{raw}' has no namespace and means nothing here; remove it.");
                cx.report.warning("unqualified-attribute", attribute.offset, message);
            }
        }
        return attribute.name;
    };
    let raw = element.raw_attribute_name(attribute);
    let message = format!("'{raw}' is read as 'rdf:{raw}'; write the prefix.");
    cx.report.warning("unqualified-attribute", attribute.offset, message);
    name
}

/// Attributes with a meaning of their own in RDF/XML.
fn is_syntax(name: Name) -> bool {
    matches!(
        name,
        RDF_RDF
            | RDF_DESCRIPTION
            | RDF_LI
            | RDF_ID
            | RDF_ABOUT
            | RDF_NODE_ID
            | RDF_RESOURCE
            | RDF_PARSE_TYPE
            | RDF_DATATYPE
            | RDF_ABOUT_EACH
            | RDF_ABOUT_EACH_PREFIX
            | RDF_BAG_ID
    )
}

/// Whether an attribute states a property: it has a namespace, and not that of XML.
fn is_property(name: Name, cx: &Context<'_>) -> bool {
    let namespace = cx.names.namespace(name);
    name == NO_TYPE || (!namespace.is_empty() && namespace != XML)
}

fn is_node_name(name: Name) -> bool {
    name == RDF_DESCRIPTION || !is_syntax(name)
}

fn is_property_name(name: Name) -> bool {
    !is_syntax(name)
}

/// Whether a value is a name without a colon (Namespaces in XML, production 4), as `rdf:ID` demands.
fn is_nc_name(value: &str) -> bool {
    let mut chars = value.chars();
    let starts = |c: char| c == '_' || c.is_alphabetic();
    chars.next().is_some_and(starts)
        && chars.all(|c| starts(c) || c.is_numeric() || matches!(c, '-' | '.' | '\u{b7}' | '\u{300}'..='\u{36f}'))
}

//! RDF/XML made at random: a graph is written in random ways, with typed nodes, nested nodes, property attributes,
//! lists, parse types, bases, languages, reification, prefixes.

use proptest::prelude::*;
use std::fmt::Write;

#[derive(Clone, Debug)]
enum Subject {
    About(String),
    Id,
    NodeId(u8),
    Anonymous,
}

#[derive(Clone, Debug)]
enum Object {
    Resource(String),
    NodeId(u8),
    Text(String),
    Typed(String),
    Node(Box<Node>),
    ParseResource(Vec<Property>),
    Collection(Vec<Node>),
    Empty,
    /// An empty property whose object has property attributes.
    Attributes(Option<String>, String),
}

#[derive(Clone, Debug)]
struct Property {
    name: &'static str,
    object: Object,
    has_id: bool,
    context: Context,
}

#[derive(Clone, Debug)]
struct Node {
    name: &'static str,
    subject: Subject,
    /// A property attribute.
    attribute: Option<String>,
    properties: Vec<Property>,
    context: Context,
}

/// `xml:lang` and `xml:base` of an element.
#[derive(Clone, Debug, Default)]
struct Context {
    language: Option<&'static str>,
    base: Option<&'static str>,
}

fn text() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[ a-zA-Zé€&<>\"'\n\t\r;#/]{0,12}").unwrap()
}

fn reference() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-z]{1,3}(/[a-z]{0,2}){0,2}",
        "(\\.\\./){0,3}[a-z]{1,2}",
        "/[a-z]{1,3}/\\./[a-z]",
        "#[a-z]{1,3}",
        "\\?[a-z]=[a-z]",
        "//host/[a-z]{0,3}",
        "urn:[a-z]{1,3}:[a-z]{1,3}",
        "http://a\\.b/[a-z]/\\.\\./[a-z]{0,2}",
    ]
}

fn context() -> impl Strategy<Value = Context> {
    let language = proptest::option::weighted(0.2, prop_oneof![Just("en"), Just("de-CH"), Just("fr")]);
    let base = proptest::option::weighted(
        0.2,
        prop_oneof![Just("http://other.example/a/b"), Just("http://third.example/x#frag"), Just("urn:x:y")],
    );
    (language, base).prop_map(|(language, base)| Context { language, base })
}

fn subject() -> impl Strategy<Value = Subject> {
    prop_oneof![
        3 => reference().prop_map(Subject::About),
        1 => Just(Subject::Id),
        1 => (0..4u8).prop_map(Subject::NodeId),
        1 => Just(Subject::Anonymous),
    ]
}

fn leaf() -> impl Strategy<Value = Object> {
    prop_oneof![
        reference().prop_map(Object::Resource),
        (0..4u8).prop_map(Object::NodeId),
        text().prop_map(Object::Text),
        text().prop_map(Object::Typed),
        Just(Object::Empty),
        (proptest::option::of(reference()), text()).prop_map(|(resource, value)| Object::Attributes(resource, value)),
    ]
}

fn property_of(object: impl Strategy<Value = Object>) -> impl Strategy<Value = Property> {
    let name =
        prop_oneof![Just("ex:p"), Just("ex:q"), Just("dc:title"), Just("rdf:li"), Just("rdf:_3"), Just("rdf:value")];
    let has_id = proptest::bool::weighted(0.1);
    (name, object, has_id, context()).prop_map(|(name, object, has_id, context)| Property {
        name,
        object,
        has_id,
        context,
    })
}

fn node_of(properties: impl Strategy<Value = Vec<Property>>) -> impl Strategy<Value = Node> {
    let name = prop_oneof![Just("rdf:Description"), Just("rdf:Seq"), Just("ex:Class")];
    (name, subject(), proptest::option::weighted(0.3, text()), properties, context()).prop_map(
        |(name, subject, attribute, properties, context)| Node { name, subject, attribute, properties, context },
    )
}

fn node() -> impl Strategy<Value = Node> {
    let flat = node_of(prop::collection::vec(property_of(leaf()), 0..4));
    flat.prop_recursive(4, 24, 4, |inner| {
        let object = prop_oneof![
            3 => leaf(),
            2 => inner.clone().prop_map(|node| Object::Node(Box::new(node))),
            1 => prop::collection::vec(inner.clone(), 0..3).prop_map(Object::Collection),
            1 => prop::collection::vec(property_of(leaf()), 0..3).prop_map(Object::ParseResource),
        ];
        node_of(prop::collection::vec(property_of(object), 0..4))
    })
}

/// Writes a document; `rdf:ID` values are made unique, as they must be.
#[derive(Default)]
struct Writer {
    out: String,
    ids: u32,
}

fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => write!(out, "&#{};", c as u32).unwrap(),
            'é' => out.push_str("&#xE9;"),
            c => out.push(c),
        }
        out
    })
}

impl Writer {
    fn context(&mut self, context: &Context) {
        if let Some(language) = context.language {
            write!(self.out, " xml:lang=\"{language}\"").unwrap();
        }
        if let Some(base) = context.base {
            write!(self.out, " xml:base='{base}'").unwrap();
        }
    }

    fn id(&mut self) {
        self.ids += 1;
        write!(self.out, " rdf:ID=\"id{}\"", self.ids).unwrap();
    }

    fn node(&mut self, node: &Node) {
        write!(self.out, "<{}", node.name).unwrap();
        match &node.subject {
            Subject::About(reference) => write!(self.out, " rdf:about=\"{}\"", escape(reference)).unwrap(),
            Subject::Id => self.id(),
            Subject::NodeId(n) => write!(self.out, " rdf:nodeID='n{n}'").unwrap(),
            Subject::Anonymous => {}
        }
        self.context(&node.context);
        if let Some(value) = &node.attribute {
            write!(self.out, " ex:attribute=\"{}\"", escape(value)).unwrap();
        }
        if node.properties.is_empty() {
            self.out.push_str("/>\n");
            return;
        }
        self.out.push_str(">\n  <!-- > -->");
        for property in &node.properties {
            self.property(property);
        }
        writeln!(self.out, "</{} >", node.name).unwrap();
    }

    fn property(&mut self, property: &Property) {
        let name = property.name;
        write!(self.out, "<{name}").unwrap();
        self.context(&property.context);
        if property.has_id {
            self.id();
        }
        match &property.object {
            Object::Resource(reference) => write!(self.out, " rdf:resource='{}'/>", escape(reference)).unwrap(),
            Object::NodeId(n) => write!(self.out, " rdf:nodeID=\"n{n}\"/>").unwrap(),
            Object::Text(text) => write!(self.out, ">{}</{name}>", escape(text)).unwrap(),
            Object::Typed(text) => {
                write!(self.out, " rdf:datatype=\"http://example.org/type\">{}</{name}>", escape(text)).unwrap();
            }
            Object::Node(node) => {
                self.out.push_str(">\n");
                self.node(node);
                write!(self.out, " </{name}>").unwrap();
            }
            Object::ParseResource(properties) => {
                self.out.push_str(" rdf:parseType=\"Resource\">");
                properties.iter().for_each(|property| self.property(property));
                write!(self.out, "</{name}>").unwrap();
            }
            Object::Collection(nodes) => {
                self.out.push_str(" rdf:parseType=\"Collection\">");
                nodes.iter().for_each(|node| self.node(node));
                write!(self.out, "</{name}>").unwrap();
            }
            Object::Empty => write!(self.out, "></{name}>").unwrap(),
            Object::Attributes(resource, value) => {
                if let Some(reference) = resource {
                    write!(self.out, " rdf:resource=\"{}\"", escape(reference)).unwrap();
                }
                write!(self.out, " ex:attribute=\"{}\"/>", escape(value)).unwrap();
            }
        }
        self.out.push('\n');
    }
}

/// Documents that are RDF/XML without a mistake.
pub(super) fn documents() -> impl Strategy<Value = String> {
    let nodes = prop::collection::vec(node(), 0..4);
    (nodes, context()).prop_map(|(nodes, context)| document(&nodes, &context))
}

fn document(nodes: &[Node], context: &Context) -> String {
    let mut writer = Writer::default();
    writer.out.push_str("<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"");
    writer.out.push_str(" xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:ex=\"http://example.org/terms#\"");
    writer.context(context);
    writer.out.push_str(">\n");
    nodes.iter().for_each(|node| writer.node(node));
    writer.out.push_str("</rdf:RDF>\n");
    writer.out
}

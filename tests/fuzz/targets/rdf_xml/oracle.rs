//! The triples that `oxrdfxml` finds in a document. It gets the document in a form that it reads correctly.
//!
//! Line ends become line feeds (XML 1.0, section 2.11). The byte order mark, comments and processing instructions are
//! removed, because they split text there (sections 2.5, 2.6). CDATA sections become text (section 2.7), and white space in
//! attributes becomes spaces (section 3.3.3). Entities are replaced, because it knows none in single quotes (section 4.2).
//! `xml:base` becomes absolute, because a relative one refers to the outer base (RDF 1.1 XML Syntax, section 5.3). An unknown
//! parse type becomes "Literal" (section 7.2.20), and a literal is never empty. `rdf:type` alone is a property like others
//! (section 7.2.21), so it gets a node.

use oxiri::{Iri, IriRef};
use oxrdf::Triple;
use quick_xml::NsReader;
use quick_xml::escape::{escape, resolve_predefined_entity, unescape_with};
use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::name::{NamespaceResolver, ResolveResult};
use std::collections::HashMap;
use std::fmt::Write;

pub const BASE: &str = "http://example.org/dir/sitemap.rdf";

/// The result of `oxrdfxml` for a document.
fn oracle(document: &str) -> Result<oxrdf::Graph, oxrdfxml::RdfXmlSyntaxError> {
    oxrdfxml::RdfXmlParser::new().with_base_iri(BASE).unwrap().for_slice(document).collect()
}

/// The result for a document.
#[derive(Debug)]
#[expect(dead_code, reason = "the texts are for messages")]
pub enum Found {
    /// Triples. With `is_lenient`, some addresses or languages are invalid, and `rdf:ID` was not checked.
    Triples { triples: Vec<Triple>, is_lenient: bool },
    /// A mistake.
    Mistake(String),
    /// The reason why the two readers cannot be compared here.
    Nothing(&'static str),
}

pub fn found(document: &str) -> Found {
    let plain = match plain(document) {
        Ok(plain) => plain,
        Err(Refused::Mistake(mistake)) => return Found::Mistake(mistake),
        Err(Refused::NotCompared(why)) => return Found::Nothing(why),
    };
    match oracle(&plain) {
        Ok(graph) => Found::Triples { triples: all(&graph), is_lenient: false },
        // Addresses of sites are not always IRIs, and language tags can be invalid. Navibar reads them anyway.
        Err(error)
            if ["IRI", "language tag"]
                .iter()
                .any(|what| error.to_string().contains(&format!("error while parsing {what}"))) =>
        {
            match lenient(&plain) {
                Ok(graph) => Found::Triples { triples: all(&graph), is_lenient: true },
                Err(error) => Found::Mistake(error.to_string()),
            }
        }
        Err(error) => Found::Mistake(error.to_string()),
    }
}

fn all(graph: &oxrdf::Graph) -> Vec<Triple> {
    graph.iter().map(Into::into).collect()
}

fn lenient(document: &str) -> Result<oxrdf::Graph, oxrdfxml::RdfXmlSyntaxError> {
    oxrdfxml::RdfXmlParser::new().lenient().with_base_iri(BASE).unwrap().for_slice(document).collect()
}

enum Refused {
    Mistake(String),
    NotCompared(&'static str),
}

impl<E: std::error::Error> From<E> for Refused {
    fn from(error: E) -> Refused {
        Refused::Mistake(error.to_string())
    }
}

/// A document in the form that `oxrdfxml` reads correctly.
fn plain(document: &str) -> Result<String, Refused> {
    let document = document.strip_prefix('\u{feff}').unwrap_or(document).replace("\r\n", "\n").replace('\r', "\n");
    if document.starts_with('\u{feff}') {
        return Err(Refused::Mistake("a second byte order mark is text before the root element".to_owned()));
    }
    if document.contains(|c: char| c < ' ' && !matches!(c, '\t' | '\n')) {
        return Err(Refused::NotCompared("characters that XML has not (XML 1.0, production 2), which Navibar takes"));
    }
    let mut reader = NsReader::from_str(&document);
    let mut plain = Plain::default();
    loop {
        match reader.read_event()? {
            Event::Start(tag) => plain.start(&tag, false, reader.resolver())?,
            Event::Empty(tag) => plain.start(&tag, true, reader.resolver())?,
            Event::End(tag) => plain.end(&tag),
            Event::Text(text) => plain.text(&text),
            Event::GeneralRef(reference) => plain.text(&plain.unescaped(&format!("&{};", &*reference))?),
            Event::CData(text) => plain.text(&text),
            Event::DocType(text) => plain.doctype(&text)?,
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
            Event::Eof => return Ok(plain.out),
        }
    }
}

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Maximum bytes of an entity's value.
const MAX_ENTITY_BYTES: usize = 500;

fn check_name(name: &str) -> Result<(), Refused> {
    let begins = |part: &str| part.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let continues = |part: &str| part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let is_name = name.splitn(2, ':').all(|part| begins(part) && continues(part));
    is_name.then_some(()).ok_or(Refused::NotCompared(
        "a name that is none (Namespaces in XML, production 7), which Navibar takes for one",
    ))
}

fn check_reference(reference: &str) -> Result<(), Refused> {
    let first = reference.split(['/', '?', '#']).next().unwrap();
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    let is_right = first.split_once(':').is_none_or(|(scheme, _)| is_scheme(scheme));
    is_right.then_some(()).ok_or(Refused::NotCompared(
        "a colon that ends no scheme (RFC 3986, section 4.2), which Navibar takes for a part of a path",
    ))
}

/// An open element.
struct Open {
    base: String,
    /// `true` if its children are node elements, not property elements.
    has_nodes: bool,
}

#[derive(Default)]
struct Plain {
    out: String,
    open: Vec<Open>,
    /// The number of open elements in an XML literal, its own included.
    in_literal: usize,
    nodes: u32,
    entities: HashMap<String, String>,
}

impl Plain {
    fn unescaped(&self, text: &str) -> Result<String, Refused> {
        Ok(unescape_with(text, |name| {
            resolve_predefined_entity(name).or_else(|| self.entities.get(name).map(String::as_str))
        })?
        .into_owned())
    }

    fn is_rdf(&self, namespace: &ResolveResult<'_>) -> Result<bool, Refused> {
        match namespace {
            ResolveResult::Bound(namespace) => Ok(self.unescaped(namespace.0)? == RDF),
            _ => Ok(false),
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>, is_empty: bool, names: &NamespaceResolver) -> Result<(), Refused> {
        check_name(tag.name().as_ref())?;
        if self.in_literal > 0 {
            for attribute in tag.attributes() {
                let attribute = attribute?;
                check_name(attribute.key.as_ref())?;
                self.unescaped(&attribute.value)?;
            }
            self.in_literal += usize::from(!is_empty);
            return Ok(());
        }
        let (namespace, local) = names.resolve_element(tag.name());
        let (mut base, is_node) = match self.open.last() {
            None => (BASE.to_owned(), !(self.is_rdf(&namespace)? && local.as_ref() == "RDF")),
            Some(open) => (open.base.clone(), open.has_nodes),
        };
        let (mut has_nodes, is_property) = (!is_node, !is_node && !self.open.is_empty());
        let (mut is_literal, mut has_type, mut has_node, mut has_dots) = (false, false, false, false);
        write!(self.out, "<{}", tag.name().as_ref())?;
        for attribute in tag.attributes() {
            let attribute = attribute?;
            let key = attribute.key.as_ref();
            check_name(key)?;
            if key.starts_with("xml:") && !matches!(key, "xml:base" | "xml:lang") {
                // It is not used.
                continue;
            }
            let mut value = self.unescaped(&attribute.value.replace(['\t', '\n'], " "))?;
            let (namespace, local) = names.resolve_attribute(attribute.key);
            match (self.is_rdf(&namespace)?, local.as_ref()) {
                (true, "parseType") if is_property => {
                    has_node = true;
                    match &*value {
                        "Resource" => has_nodes = false,
                        "Collection" => {}
                        _ => {
                            is_literal = true;
                            value = "Literal".to_owned();
                        }
                    }
                }
                (true, local) => {
                    has_type |= local == "type";
                    has_node |= ["nodeID", "resource", "datatype"].contains(&local);
                    if ["about", "resource", "datatype", "type"].contains(&local) {
                        check_reference(&value)?;
                        has_dots |= value.contains("/.") || value.starts_with('.');
                    }
                }
                _ if key == "xml:base" => {
                    check_reference(&value)?;
                    let outer = Iri::parse_unchecked(base.as_str());
                    base = outer.resolve_unchecked(&IriRef::parse_unchecked(value.as_str())).into_inner();
                    value.clone_from(&base);
                }
                _ if key.starts_with("xml") && !["xml", "xmlns"].contains(&key.split(':').next().unwrap()) => {
                    return Err(Refused::NotCompared("a name that XML reserves (XML 1.0, section 2.3)"));
                }
                _ => {}
            }
            write!(self.out, " {key}=\"{}\"", escape(&value))?;
        }
        if has_dots && !base.split_once(':').is_some_and(|(_, rest)| rest.starts_with("//")) {
            return Err(Refused::NotCompared(
                "dots below a base without a host, which oxrdfxml's resolver takes away with the slash",
            ));
        }
        if has_type && !has_node && is_property {
            self.nodes += 1;
            write!(self.out, " xmlns:of-type=\"{RDF}\" of-type:nodeID=\"of-type-{}\"", self.nodes)?;
        }
        self.out.push('>');
        if is_literal {
            self.out.push('x');
        }
        if is_empty {
            write!(self.out, "</{}>", tag.name().as_ref())?;
        } else {
            self.open.push(Open { base, has_nodes });
            self.in_literal = usize::from(is_literal);
        }
        Ok(())
    }

    fn end(&mut self, tag: &BytesEnd<'_>) {
        self.in_literal = self.in_literal.saturating_sub(1);
        if self.in_literal == 0 {
            self.open.pop();
            let _ = write!(self.out, "</{}>", tag.name().as_ref());
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_literal == 0 {
            self.out.push_str(&escape(text));
        }
    }

    fn doctype(&mut self, text: &str) -> Result<(), Refused> {
        const OTHER: Refused = Refused::NotCompared("a DOCTYPE with more than entities, comments and instructions");
        let Some((_, mut rest)) = text.split_once('[') else { return Ok(()) };
        loop {
            rest = rest.trim_start();
            if rest.starts_with(']') {
                return Ok(());
            }
            let between = |begin: &str, end: &str| rest.strip_prefix(begin).and_then(|inside| inside.split_once(end));
            if let Some((_, after)) = between("<!--", "-->").or_else(|| between("<?", "?>")) {
                rest = after;
                continue;
            }
            let declaration = rest.strip_prefix("<!ENTITY").filter(|rest| rest.starts_with(char::is_whitespace));
            let (name, after) =
                declaration.and_then(|it| it.trim_start().split_once(char::is_whitespace)).ok_or(OTHER)?;
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or(OTHER)?;
            let (value, after) = after[1..].split_once(quote).ok_or(OTHER)?;
            rest = after.trim_start().strip_prefix('>').ok_or(OTHER)?;
            // The value of an entity is read as XML at its reference.
            if !name.chars().all(char::is_alphanumeric) || value.contains(['%', '<']) || value.contains("&#") {
                return Err(OTHER);
            }
            let value = self.unescaped(value).map_err(|_| OTHER)?;
            if value.len() > MAX_ENTITY_BYTES {
                return Err(Refused::NotCompared("entities of entities"));
            }
            self.entities.entry(name.to_owned()).or_insert(value);
        }
    }
}

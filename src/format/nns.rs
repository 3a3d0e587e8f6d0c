//! NNS, Navibar's Native Sitemap 1.0: the structure of a site as RDF with MAP and Dublin Core.
//!
//! Only the triples count, so every way to write them in RDF/XML gives the same tree.

use super::literal_words::{Values, words_of};
use super::rdf_xml::{Graph, Literal, RdfXml};
use super::reader::{Opening, Reader, Structure};
use super::saved_terms;
use crate::collections::keyed::HashSet;
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_DIAGNOSTICS, MAX_MESSAGE_BYTES};
use crate::site_map::{Flag, NodeId, Relation, SiteMap, check_pages, check_root};
use crate::xml::vocabulary::*;
use crate::xml::{Attribute, Context, Element};

/// Builds the site map from the triples of an NNS document.
#[derive(Debug, Default)]
pub struct Nns {
    /// Pairs of an alias and its referent, in files that Navibar has saved.
    aliases: Vec<(NodeId, NodeId)>,
    /// Separators and deleted pages, in files that Navibar has saved.
    marked: Vec<NodeId>,
    /// Lists with text as a member: the list, the offset and the text.
    texts: Vec<(NodeId, u32, Box<str>)>,
    /// The newer Dublin Core is used, which is reported.
    has_terms: bool,
    values: Values,
}

impl Reader for RdfXml<Nns> {
    fn is_root(element: &Element<'_>, _: &Context<'_>) -> bool {
        // rdf:RDF is optional around a single node element (RDF 1.1 XML Syntax, section 7.2.8).
        let is_about = |attribute: &Attribute| matches!(attribute.name, RDF_ABOUT | NO_ABOUT);
        element.name == RDF_RDF || element.attributes.iter().any(is_about)
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        RdfXml::new(&opening.url, Nns::default())
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.graph.finish(map, report);
        check_root(map, report);
    }

    fn name(&self) -> &'static str {
        "nns"
    }

    fn structure(&self) -> Structure {
        Structure::Declared
    }

    fn check_pages(&self, map: &SiteMap, report: &mut Report) {
        check_pages(map, report);
    }
}

impl Graph for Nns {
    type Node = NodeId;
    type Target = SiteMap;

    fn iri(&mut self, iri: &str, map: &mut SiteMap, cx: &mut Context<'_>) -> NodeId {
        // Upper and lower case mean the same in the first two parts of a URN (RFC 8141, section 3.1).
        let is_root = iri.eq_ignore_ascii_case(ROOT) && iri.ends_with(":root");
        let iri = if is_root { ROOT } else { iri };
        let node = map.named(iri, cx.offset, cx.report);
        if is_root {
            map.set_root(node);
        }
        node
    }

    fn blank(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) -> NodeId {
        map.unnamed(cx.offset, cx.report)
    }

    /// Types do not matter: a node with `rdf:_n` is a list even if `rdf:Bag` is missing. Reification does not matter
    /// either.
    fn wants(&self, property: Name) -> bool {
        !matches!(property, RDF_TYPE | RDF_SUBJECT | RDF_PREDICATE | RDF_OBJECT)
    }

    fn link(&mut self, subject: NodeId, property: Name, object: NodeId, map: &mut SiteMap, cx: &mut Context<'_>) {
        if let Some(n) = property.member().or_else(|| odd_member(property, cx)) {
            map.add_member(subject, n, object, cx.offset);
            return;
        }
        match property {
            MAP_CONTAINER => map.relate(subject, Relation::Container, object, cx.offset),
            MAP_EMBEDDED => map.relate(subject, Relation::Embedded, object, cx.offset),
            RDF_FIRST => map.add_member(subject, 1, object, cx.offset),
            RDF_REST => map.add_rest(subject, object, cx.offset),
            NAVI_ALIAS_OF => self.aliases.push((subject, object)),
            DC_IDENTIFIER | DC_IDENTIFER | MAP_ICON => {
                let iri = map.iri(object).to_owned();
                self.property(subject, property, &iri, "", map, cx);
            }
            // The values may stand in a list, such as a title in several languages.
            _ if property == DC_TITLE || (cx.names.namespace(property) == DC && map.iri(object).is_empty()) => {
                self.values.note_list(object, subject, property);
            }
            _ if matches!(cx.names.namespace(property), DC | DC_TERMS | DETAIL) => {
                let iri = map.iri(object).to_owned();
                self.property(subject, property, &iri, "", map, cx);
            }
            _ => {}
        }
    }

    fn literal(
        &mut self,
        subject: NodeId,
        property: Name,
        literal: Literal<'_>,
        map: &mut SiteMap,
        cx: &mut Context<'_>,
    ) {
        let is_value = property.member().is_some() || property == RDF_VALUE;
        let of_list = if is_value { self.values.of_list(subject) } else { None };
        let (page, property) = of_list.unwrap_or((subject, property));
        let value = words_of(literal.value, literal.datatype);
        if property.member().is_some() {
            self.values.keep(page, &value, literal.language, cx.offset);
        }
        match property {
            DC_TITLE => self.values.set_title(page, &value, literal.language, cx.offset, map, cx.report),
            _ => self.property(page, property, &value, literal.base, map, cx),
        }
    }
}

fn text_for_page(text: &str, offset: u32, report: &mut Report) {
    let message = format!("'{text}' is text here, not a page; write rdf:resource=\"...\".");
    report.warning(FindingCode::TextForPage, offset, message);
}

/// Returns `n` of an `rdf:_n` that RDF does not define or that is too large: `rdf:_0`, `rdf:_01`, `rdf:_99999999999`.
fn odd_member(property: Name, cx: &mut Context<'_>) -> Option<u32> {
    let digits = cx.names.local(property).strip_prefix('_')?;
    if cx.names.namespace(property) != RDF || digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let message = format!("'rdf:_{digits}' is not a valid member number; begin with rdf:_1, or write rdf:li.");
    cx.report.warning(FindingCode::MemberNumber, cx.offset, message);
    Some(digits.parse().map_or(MAX_MEMBER, |n: u32| n.min(MAX_MEMBER)))
}

impl Nns {
    /// Applies what needs the whole document.
    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.values.finish(map, report);
        let texts = std::mem::take(&mut self.texts);
        let lists = map.page_lists(texts.iter().map(|(list, ..)| *list).collect());
        for (_, offset, text) in texts.iter().filter(|(list, ..)| lists.contains(list)) {
            text_for_page(text, *offset, report);
        }
        for page in std::mem::take(&mut self.marked) {
            match map.is(page, Flag::SEPARATOR) {
                true => map.make_separator(page),
                false => map.delete(page),
            }
        }
        let aliases = std::mem::take(&mut self.aliases);
        let is_alias: HashSet<NodeId> = aliases.iter().map(|(alias, _)| *alias).collect();
        for (alias, referent) in aliases {
            if !is_alias.contains(&referent) && map.is_described(referent) && map.root() != Some(alias) {
                map.make_alias(alias, referent);
            }
        }
    }

    fn property(
        &mut self,
        page: NodeId,
        property: Name,
        value: &str,
        base: &str,
        map: &mut SiteMap,
        cx: &mut Context<'_>,
    ) {
        match property {
            DC_TITLE => self.values.set_title(page, value, None, cx.offset, map, cx.report),
            DC_IDENTIFIER => map.set_url(page, value, base, cx.offset, cx.report),
            DC_IDENTIFER => {
                let message = "'identifer' is a misspelling in the specification and is read as 'identifier'; write dc:identifier.";
                cx.report.warning(FindingCode::MisspeltIdentifier, cx.offset, message);
                map.set_url(page, value, base, cx.offset, cx.report);
            }
            MAP_ICON => map.set_icon(page, value, base, cx.offset, cx.report),
            MAP_CONTAINER | MAP_EMBEDDED => text_for_page(value.trim(), cx.offset, cx.report),
            // Text is a mistake only in a list of pages. The relation that decides this may come later in the document.
            _ if property.member().is_some() => {
                if self.texts.len() < MAX_DIAGNOSTICS {
                    let text = value.trim();
                    self.texts.push((page, cx.offset, text[..text.floor_char_boundary(MAX_MESSAGE_BYTES)].into()));
                }
            }
            NAVI_KIND => {
                saved_terms::apply_kind(map, page, value);
                if map.is(page, Flag::SEPARATOR) || map.is(page, Flag::DELETED) {
                    self.marked.push(page);
                }
            }
            _ => match cx.names.namespace(property) {
                DC_TERMS => self.term(page, property, value, base, map, cx),
                DC => map.add_detail(page, cx.names.local(property), value, cx.offset, cx.report),
                DETAIL => {
                    if let Some(name) = saved_terms::detail_name(DETAIL, cx.names.local(property)) {
                        map.add_detail(page, &name, value, cx.offset, cx.report);
                    }
                }
                _ => {}
            },
        }
    }

    /// Reads a title or an address of the newer Dublin Core like one of the older, which NNS has.
    fn term(&mut self, page: NodeId, term: Name, value: &str, base: &str, map: &mut SiteMap, cx: &mut Context<'_>) {
        match cx.names.local(term) {
            "title" if !map.has_title(page) => map.set_title(page, value, cx.offset, cx.report),
            "identifier" if !map.has_url(page) => map.set_url(page, value, base, cx.offset, cx.report),
            _ => return,
        }
        if !std::mem::replace(&mut self.has_terms, true) {
            let message =
                format!("NNS has titles and addresses of '{DC}'; write this namespace in place of '{DC_TERMS}'.");
            cx.report.warning(FindingCode::MisspeltNamespace, cx.offset, message);
        }
    }
}

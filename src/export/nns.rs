//! Writes NNS: a description of each page. Its name is its address, or its name in the NNS document it comes from.

use super::graph::Graph;
use super::markup::{Counted, Escaped, Indent, is_clean};
use super::words::{id, kind_words, title};
use crate::address::reference;
use crate::collections::keyed::{HashSet, Keyed};
use crate::format::saved_terms::detail_element;
use crate::site::Site;
use crate::site_map::{Flag, NodeId, Relation};
use crate::xml::vocabulary::{DC, DETAIL, MAP, NAVI, RDF, ROOT};
use std::borrow::Cow;
use std::fmt::{Result, Write};
use std::hash::BuildHasher;

/// Bytes of a name. It is repeated in each list that contains the page.
const MAX_NAME: usize = 1 << 10;

pub(super) fn write(site: &Site, out: &mut Counted<'_>) -> Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<rdf:RDF xmlns:rdf=\"{RDF}\"")?;
    writeln!(out, "         xmlns:map=\"{MAP}\"")?;
    writeln!(out, "         xmlns:dc=\"{DC}\"")?;
    writeln!(out, "         xmlns:navi=\"{NAVI}\"")?;
    writeln!(out, "         xmlns:detail=\"{DETAIL}\">")?;
    if let Some(graph) = Graph::new(site.map(), true) {
        Nns::new(graph, site.format() == Some("nns")).write(out)?;
    }
    writeln!(out, "\n</rdf:RDF>")
}

struct Nns<'a> {
    graph: Graph<'a>,
    /// Whether pages keep the names of an NNS document.
    keeps_names: bool,
    /// For each node, whether the page has a name. A page with the address of an earlier page has none.
    is_named: Vec<bool>,
}

/// The object of a `map:container` or `map:embedded`.
enum Group {
    /// Members, and the shared list that continues them.
    Own(Vec<NodeId>, Option<NodeId>),
    /// A list that several pages or lists share.
    Shared(NodeId),
}

impl<'a> Nns<'a> {
    fn new(graph: Graph<'a>, keeps_names: bool) -> Nns<'a> {
        let mut is_named = vec![false; graph.map.len()];
        // Addresses by hash. After a collision the second page has no name, which does no harm.
        let mut known = HashSet::default();
        for &page in &graph.pages {
            let is_name = |name: &str| name.len() <= MAX_NAME && is_clean(name);
            let url = || graph.map.url(page).filter(|url| is_name(url));
            is_named[page as usize] = match keeps_names {
                true => {
                    let name = graph.map.iri(page);
                    reference::scheme(name).is_some() && is_name(name) && name != ROOT
                }
                false => url().is_some_and(|url| known.insert(Keyed.hash_one(url))),
            };
        }
        Nns { graph, keeps_names, is_named }
    }

    fn write(&self, out: &mut Counted<'_>) -> Result {
        for &page in &self.graph.pages {
            if out.is_full() {
                return Ok(());
            }
            self.page(page, out)?;
        }
        for list in (0..self.graph.map.len() as NodeId).filter(|&list| self.is_shared(list)) {
            writeln!(out, "\n  <rdf:Seq rdf:nodeID=\"list_{list}\">")?;
            let mut groups = Vec::new();
            self.group(list, &mut groups);
            for group in groups {
                self.members(&group, 2, out)?;
            }
            writeln!(out, "  </rdf:Seq>")?;
        }
        Ok(())
    }

    fn is_shared(&self, list: NodeId) -> bool {
        self.graph.is_shared(list) && self.graph.map.is_list(list)
    }

    /// Returns the name of a page for `rdf:about` or `rdf:resource`, or `None` if it has none.
    fn name(&self, page: NodeId) -> Option<Cow<'_, str>> {
        match () {
            () if page == self.graph.root => Some(Cow::Borrowed(ROOT)),
            () if !self.is_named[page as usize] => None,
            () if self.keeps_names => Some(Cow::Borrowed(self.graph.map.iri(page))),
            () => self.graph.map.url(page).map(Cow::Owned),
        }
    }

    /// Writes the attribute that identifies a page: the given one with its name, or `rdf:nodeID`.
    fn reference(&self, attribute: &str, page: NodeId, out: &mut Counted<'_>) -> Result {
        match self.name(page) {
            Some(name) => write!(out, " rdf:{attribute}=\"{}\"", Escaped(&name)),
            None => write!(out, " rdf:nodeID=\"{}\"", id(self.graph.map, page)),
        }
    }

    fn page(&self, page: NodeId, out: &mut Counted<'_>) -> Result {
        let map = self.graph.map;
        write!(out, "\n  <rdf:Description")?;
        self.reference("about", page, out)?;
        writeln!(out, ">")?;
        let referent = self.graph.referent(page);
        let is_separator = map.is(page, Flag::SEPARATOR);
        if !is_separator && (page != self.graph.root || map.has_title(page)) {
            element("dc:title", &title(map, page), out)?;
        }
        if let Some(url) = map.url(page).filter(|_| !is_separator) {
            element("dc:identifier", &url, out)?;
        }
        if let Some(icon) = map.icon(page).filter(|_| !is_separator) {
            element("map:icon", &icon, out)?;
        }
        let kind = kind_words(map, page);
        if !kind.is_empty() {
            element("navi:kind", &kind, out)?;
        }
        if let Some(referent) = referent {
            write!(out, "    <navi:aliasOf")?;
            self.reference("resource", referent, out)?;
            writeln!(out, "/>")?;
        } else {
            for (name, value) in map.details(page) {
                element(&detail_element(name), value, out)?;
            }
        }
        if !self.graph.is_leaf(page) {
            self.below("map:container", page, Relation::Container, out)?;
            self.below("map:embedded", page, Relation::Embedded, out)?;
        }
        writeln!(out, "  </rdf:Description>")
    }

    fn below(&self, property: &str, page: NodeId, relation: Relation, out: &mut Counted<'_>) -> Result {
        let mut groups = Vec::new();
        for list in self.graph.map.lists(page, relation) {
            match self.is_shared(list) {
                true => groups.push(Group::Shared(list)),
                false => self.group(list, &mut groups),
            }
        }
        for group in groups {
            match &group {
                Group::Own(members, None) if members.is_empty() => {}
                Group::Own(..) => {
                    writeln!(out, "    <{property}>\n      <rdf:Seq>")?;
                    self.members(&group, 4, out)?;
                    writeln!(out, "      </rdf:Seq>\n    </{property}>")?;
                }
                Group::Shared(list) => writeln!(out, "    <{property} rdf:nodeID=\"list_{list}\"/>")?,
            }
        }
        Ok(())
    }

    /// Adds the members of a list and of the lists that continue it. They join the last group if possible.
    fn group(&self, list: NodeId, groups: &mut Vec<Group>) {
        if !matches!(groups.last(), Some(Group::Own(_, None))) {
            groups.push(Group::Own(Vec::new(), None));
        }
        let Some(Group::Own(members, end)) = groups.last_mut() else { return };
        let mut next = Some(list);
        let mut found = Vec::new();
        while let Some(current) = next {
            found.clear();
            next = self.graph.map.list(current, &mut found).filter(|&rest| self.graph.map.is_list(rest));
            members.extend(found.iter().map(|child| child.page).filter(|&child| !self.graph.is_left_out(child)));
            if let Some(rest) = next.filter(|&rest| self.is_shared(rest)) {
                *end = Some(rest);
                return;
            }
        }
    }

    fn members(&self, group: &Group, level: usize, out: &mut Counted<'_>) -> Result {
        let Group::Own(members, rest) = group else { return Ok(()) };
        for &member in members {
            write!(out, "{}<rdf:li", Indent(level))?;
            self.reference("resource", member, out)?;
            writeln!(out, "/>")?;
        }
        if let Some(rest) = rest {
            writeln!(out, "{}<rdf:rest rdf:nodeID=\"list_{rest}\"/>", Indent(level))?;
        }
        Ok(())
    }
}

fn element(name: &str, text: &str, out: &mut Counted<'_>) -> Result {
    writeln!(out, "    <{name}>{}</{name}>", Escaped(text))
}

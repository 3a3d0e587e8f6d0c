//! Writes NNS: a description of each page. Its name is its address, or its name in the NNS document it comes from.

use super::graph::Graph;
use super::markup::{Escaped, Indent, Output, is_clean};
use super::saved_tree::SavedTree;
use super::words::{id, kind_words, note_cuts, title};
use crate::address::reference;
use crate::collections::keyed::{HashSet, Keyed};
use crate::format::saved_terms::detail_element;
use crate::site_map::{Flag, NodeId, Relation};
use crate::xml::vocabulary::{DC, DETAIL, MAP, NAVI, RDF, ROOT};
use std::borrow::Cow;
use std::fmt::{Error, Result, Write};
use std::hash::BuildHasher;

/// Bytes of a name. It is repeated in each list that contains the page.
const MAX_NAME: usize = 1 << 10;

/// A tree that is written as NNS, in steps.
#[derive(Debug)]
pub(super) struct Nns {
    /// `None` if there is no tree.
    graph: Option<Graph>,
    phase: Phase,
    names: Names,
    /// Addresses by hash. After a collision the second page has no name, which does no harm.
    known: HashSet<u64>,
    /// The rest of the element that is open. The last one is next.
    tasks: Vec<Task>,
    is_cut: bool,
}

#[derive(Debug)]
enum Phase {
    Start,
    Pages,
    /// Decides which pages have a name, from this one on.
    Names(usize),
    /// Writes the pages, from this one on.
    Write(usize),
    /// Writes the shared lists, from this node on.
    Lists(NodeId),
    End,
    Done,
}

/// A part of an element that is open.
#[derive(Debug)]
enum Task {
    Text(&'static str),
    /// A property of a page with its pages.
    Property(&'static str, Group),
    /// The members of a list, from the given one on, at a level.
    Members(Vec<NodeId>, usize, usize),
    /// The list that continues this one, at a level.
    Rest(NodeId, usize),
}

/// The names of the pages.
#[derive(Debug)]
struct Names {
    root: NodeId,
    /// `true` if pages keep the names of an NNS document.
    are_kept: bool,
    /// For each node: the page has a name. A page with the address of an earlier page has none.
    is_named: Vec<bool>,
}

/// The object of a `map:container` or `map:embedded`.
#[derive(Debug)]
enum Group {
    /// Members, and the shared list that continues them.
    Own(Vec<NodeId>, Option<NodeId>),
    /// A list that several pages or lists share.
    Shared(NodeId),
}

impl Nns {
    /// Creates a writer. `omitted` is not written. `keeps_names` says that the tree comes from an NNS document, whose names
    /// are kept.
    pub(super) fn new(map: &SavedTree<'_>, keeps_names: bool, omitted: HashSet<NodeId>) -> Nns {
        let graph = Graph::new(map, true, omitted);
        let root = graph.as_ref().map_or(0, |graph| graph.root);
        let names = Names { root, are_kept: keeps_names, is_named: vec![false; map.len()] };
        let (known, tasks) = (HashSet::default(), Vec::new());
        Nns { graph, phase: Phase::Start, names, known, tasks, is_cut: false }
    }

    /// Writes the next part. Returns `true` if a part remains.
    pub(super) fn step(&mut self, out: &mut Output<'_>) -> std::result::Result<bool, Error> {
        while out.may_continue() {
            if let Some(task) = self.tasks.pop() {
                self.task(task, out)?;
                continue;
            }
            self.phase = match (&mut self.phase, self.graph.as_mut()) {
                (Phase::Start, graph) => {
                    start(out)?;
                    if graph.is_some() { Phase::Pages } else { Phase::End }
                }
                (Phase::Pages, Some(graph)) => {
                    if graph.collect_pages(out) {
                        return Ok(true);
                    }
                    Phase::Names(0)
                }
                (Phase::Names(at), Some(graph)) => match graph.pages.get(*at) {
                    Some(&page) => {
                        out.visit(4);
                        self.names.add(out.map, page, &mut self.known);
                        Phase::Names(*at + 1)
                    }
                    None => {
                        self.known = HashSet::default();
                        Phase::Write(0)
                    }
                },
                (Phase::Write(at), Some(graph)) => match graph.pages.get(*at) {
                    Some(_) if out.is_full() => {
                        self.is_cut = true;
                        Phase::End
                    }
                    Some(&page) => {
                        out.visit(1);
                        page_element(graph, &self.names, page, &mut self.tasks, out)?;
                        Phase::Write(*at + 1)
                    }
                    None => Phase::Lists(0),
                },
                (Phase::Lists(list), Some(graph)) if (*list as usize) < out.map.len() => {
                    out.visit(1);
                    if is_shared(graph, *list, out) {
                        writeln!(out, "\n  <rdf:Seq rdf:nodeID=\"list_{list}\">")?;
                        let mut groups = Vec::new();
                        collect_group(graph, *list, &mut groups, out);
                        self.tasks.push(Task::Text("  </rdf:Seq>\n"));
                        groups.into_iter().rev().for_each(|group| push_members(group, 2, &mut self.tasks));
                    }
                    Phase::Lists(*list + 1)
                }
                (Phase::Lists(_), _) => Phase::End,
                (Phase::End, _) => {
                    note_cuts(self.is_cut, false, out)?;
                    writeln!(out, "\n</rdf:RDF>")?;
                    Phase::Done
                }
                _ => return Ok(false),
            };
        }
        Ok(true)
    }

    fn task(&mut self, task: Task, out: &mut Output<'_>) -> Result {
        match task {
            Task::Text(text) => out.write_str(text),
            Task::Property(_, Group::Own(members, None)) if members.is_empty() => Ok(()),
            Task::Property(property, group @ Group::Own(..)) => {
                let end = match property {
                    CONTAINER => "      </rdf:Seq>\n    </map:container>\n",
                    _ => "      </rdf:Seq>\n    </map:embedded>\n",
                };
                self.tasks.push(Task::Text(end));
                push_members(group, 4, &mut self.tasks);
                writeln!(out, "    <{property}>\n      <rdf:Seq>")
            }
            Task::Property(property, Group::Shared(list)) => {
                writeln!(out, "    <{property} rdf:nodeID=\"list_{list}\"/>")
            }
            Task::Members(members, from, level) => {
                for (at, &member) in members.iter().enumerate().skip(from) {
                    if !out.may_continue() {
                        self.tasks.push(Task::Members(members, at, level));
                        return Ok(());
                    }
                    out.visit(1);
                    write!(out, "{}<rdf:li", Indent(level))?;
                    self.names.reference("resource", member, out)?;
                    writeln!(out, "/>")?;
                }
                Ok(())
            }
            Task::Rest(list, level) => writeln!(out, "{}<rdf:rest rdf:nodeID=\"list_{list}\"/>", Indent(level)),
        }
    }
}

/// Adds the members of a list to the tasks.
fn push_members(group: Group, level: usize, tasks: &mut Vec<Task>) {
    let Group::Own(members, rest) = group else { return };
    tasks.extend(rest.map(|rest| Task::Rest(rest, level)));
    tasks.push(Task::Members(members, 0, level));
}

fn start(out: &mut Output<'_>) -> Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<rdf:RDF xmlns:rdf=\"{RDF}\"")?;
    writeln!(out, "         xmlns:map=\"{MAP}\"")?;
    writeln!(out, "         xmlns:dc=\"{DC}\"")?;
    writeln!(out, "         xmlns:navi=\"{NAVI}\"")?;
    writeln!(out, "         xmlns:detail=\"{DETAIL}\">")
}

fn is_shared(graph: &Graph, list: NodeId, out: &Output<'_>) -> bool {
    graph.is_shared(list) && out.map.is_list(list)
}

impl Names {
    /// Decides whether a page has a name.
    fn add(&mut self, map: &SavedTree<'_>, page: NodeId, known: &mut HashSet<u64>) {
        let is_name = |name: &str| name.len() <= MAX_NAME && is_clean(name);
        self.is_named[page as usize] = match self.are_kept {
            true => {
                let name = map.iri(page);
                reference::scheme(name).is_some() && is_name(name) && name != ROOT
            }
            false => {
                let url = map.url(page).filter(|url| is_name(url));
                url.is_some_and(|url| known.insert(Keyed.hash_one(url)))
            }
        };
    }

    /// Returns the name of a page for `rdf:about` or `rdf:resource`, or `None` if it has none.
    fn name<'a>(&self, map: &'a SavedTree<'a>, page: NodeId) -> Option<Cow<'a, str>> {
        match () {
            () if page == self.root => Some(Cow::Borrowed(ROOT)),
            () if !self.is_named[page as usize] => None,
            () if self.are_kept => Some(Cow::Borrowed(map.iri(page))),
            () => map.url(page).map(Cow::Owned),
        }
    }

    /// Writes the attribute that identifies a page: the given one with its name, or `rdf:nodeID`.
    fn reference(&self, attribute: &str, page: NodeId, out: &mut Output<'_>) -> Result {
        match self.name(out.map, page) {
            Some(name) => write!(out, " rdf:{attribute}=\"{}\"", Escaped(&name)),
            None => write!(out, " rdf:nodeID=\"{}\"", id(out.map, page)),
        }
    }
}

/// Writes the start of a page's description. Its lists become tasks.
fn page_element(graph: &Graph, names: &Names, page: NodeId, tasks: &mut Vec<Task>, out: &mut Output<'_>) -> Result {
    let map = out.map;
    write!(out, "\n  <rdf:Description")?;
    names.reference("about", page, out)?;
    writeln!(out, ">")?;
    let referent = graph.referent(map, page);
    let is_separator = map.is(page, Flag::SEPARATOR);
    if !is_separator && (page != graph.root || map.has_title(page)) {
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
        names.reference("resource", referent, out)?;
        writeln!(out, "/>")?;
    } else {
        for (name, value) in map.details(page) {
            element(&detail_element(name), value, out)?;
        }
    }
    tasks.push(Task::Text("  </rdf:Description>\n"));
    if !graph.is_leaf(map, page) {
        push_lists(graph, EMBEDDED, page, Relation::Embedded, tasks, out);
        push_lists(graph, CONTAINER, page, Relation::Container, tasks, out);
    }
    Ok(())
}

const CONTAINER: &str = "map:container";
const EMBEDDED: &str = "map:embedded";

/// Adds the lists below a page to the tasks.
fn push_lists(
    graph: &Graph,
    property: &'static str,
    page: NodeId,
    relation: Relation,
    tasks: &mut Vec<Task>,
    out: &mut Output<'_>,
) {
    let mut groups = Vec::new();
    for list in out.map.lists(page, relation) {
        match is_shared(graph, list, out) {
            true => groups.push(Group::Shared(list)),
            false => collect_group(graph, list, &mut groups, out),
        }
    }
    tasks.extend(groups.into_iter().rev().map(|group| Task::Property(property, group)));
}

/// Adds the members of a list and of the lists that continue it. They join the last group if possible.
fn collect_group(graph: &Graph, list: NodeId, groups: &mut Vec<Group>, out: &mut Output<'_>) {
    let map = out.map;
    if !matches!(groups.last(), Some(Group::Own(_, None))) {
        groups.push(Group::Own(Vec::new(), None));
    }
    let Some(Group::Own(members, end)) = groups.last_mut() else { return };
    let mut next = Some(list);
    let mut found = Vec::new();
    while let Some(current) = next {
        found.clear();
        next = map.list(current, &mut found).filter(|&rest| map.is_list(rest));
        members.extend(found.iter().map(|child| child.page).filter(|&child| !graph.leaves_out(map, child)));
        if let Some(rest) = next.filter(|&rest| is_shared(graph, rest, out)) {
            *end = Some(rest);
            return;
        }
    }
}

fn element(name: &str, text: &str, out: &mut Output<'_>) -> Result {
    writeln!(out, "    <{name}>{}</{name}>", Escaped(text))
}

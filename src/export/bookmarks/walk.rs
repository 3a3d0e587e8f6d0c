//! Walks the tree in steps and passes it on to a syntax.

use super::super::graph::Graph;
use super::super::markup::{Output, is_clean};
use super::super::words::{id, note_cuts, title};
use super::entry::{Alias, Entry, Open, Root};
use super::syntax::Syntax;
use crate::collections::keyed::{HashSet, long_hash};
use crate::export::saved_tree::SavedTree;
use crate::limits::MAX_EXPORT_DEPTH;
use crate::site_map::{Flag, Kind, NodeId, Relation};
use std::borrow::Cow;
use std::fmt::{Error, Result};

/// A tree that is written in one of the syntaxes, in steps.
#[derive(Debug)]
pub(in crate::export) struct Bookmarks {
    syntax: Syntax,
    /// `None` if there is no tree.
    graph: Option<Graph>,
    phase: Phase,
    pages: Pages,
    /// The last one is next.
    tasks: Vec<Task>,
}

#[derive(Debug)]
enum Phase {
    Start,
    Graph,
    /// Finds the pages that are written once and referred to elsewhere, from this page on.
    Shared(usize),
    Root,
    Tasks,
    End,
    Done,
}

/// What is known about the pages.
#[derive(Debug)]
struct Pages {
    /// For each node: something refers to the page.
    has_id: Vec<bool>,
    /// For each node: a list has the page. Later: the page has been written.
    seen: Vec<bool>,
    /// `true` if a page is in several places.
    is_shared: bool,
    is_cut: bool,
    /// For each node: the page keeps its id.
    keeps_id: Vec<bool>,
    /// The ids that are kept, by hash. After a collision the second page gets a new id, which does no harm.
    kept_ids: HashSet<u64>,
}

/// A part of the file that is not written yet.
#[derive(Debug)]
enum Task {
    Entry {
        page: NodeId,
        is_in_menu: bool,
        depth: usize,
    },
    /// The part of an entry after its context menu. The children follow.
    Rest(Box<Open>, Vec<Task>),
    End(Box<Open>),
}

impl Bookmarks {
    pub(in crate::export) fn new(syntax: Syntax, map: &SavedTree<'_>, omitted: HashSet<NodeId>) -> Bookmarks {
        let nodes = map.len();
        let pages = Pages {
            has_id: vec![false; nodes],
            seen: vec![false; nodes],
            is_shared: false,
            is_cut: false,
            keeps_id: vec![false; nodes],
            kept_ids: HashSet::default(),
        };
        Bookmarks { syntax, graph: Graph::new(map, false, omitted), phase: Phase::Start, pages, tasks: Vec::new() }
    }

    /// Writes the next part. Returns `true` if a part remains.
    pub(in crate::export) fn step(&mut self, out: &mut Output<'_>) -> std::result::Result<bool, Error> {
        let (syntax, pages, tasks) = (self.syntax, &mut self.pages, &mut self.tasks);
        while out.may_continue() {
            self.phase = match (&mut self.phase, self.graph.as_mut()) {
                (Phase::Start, None) => {
                    syntax.start(None, out)?;
                    Phase::End
                }
                (Phase::Start, Some(_)) => Phase::Graph,
                (Phase::Graph, Some(graph)) => {
                    if graph.collect(out) {
                        return Ok(true);
                    }
                    Phase::Shared(0)
                }
                (Phase::Shared(at), Some(graph)) => match graph.pages.get(*at) {
                    Some(&page) => {
                        pages.find_shared(graph, page, out);
                        Phase::Shared(*at + 1)
                    }
                    None => {
                        pages.seen.fill(false);
                        Phase::Root
                    }
                },
                (Phase::Root, Some(graph)) => {
                    let root = pages.root(graph, out.map);
                    syntax.start(Some(root), out)?;
                    *tasks = pages.children(graph, out.map, graph.root, Relation::Container, false, 1);
                    Phase::Tasks
                }
                (Phase::Tasks, Some(graph)) => {
                    match tasks.pop() {
                        None => {
                            self.phase = Phase::End;
                            continue;
                        }
                        Some(Task::Entry { .. }) if out.is_full() => pages.is_cut = true,
                        Some(Task::Entry { page, is_in_menu, depth }) => {
                            out.visit(1);
                            pages.entry(syntax, graph, (page, is_in_menu, depth), tasks, out)?;
                        }
                        Some(Task::Rest(open, mut children)) => {
                            syntax.rest(&open, out)?;
                            tasks.push(Task::End(open));
                            tasks.append(&mut children);
                        }
                        Some(Task::End(open)) => syntax.close(&open, out)?,
                    }
                    Phase::Tasks
                }
                (Phase::End, graph) => {
                    note_cuts(pages.is_cut, graph.is_some_and(|graph| graph.is_cut), out)?;
                    syntax.end(out)?;
                    Phase::Done
                }
                _ => return Ok(false),
            };
        }
        Ok(true)
    }
}

/// Returns `true` if a page is written in each of its places. It has no children, so the copies are equal.
fn is_repeated(graph: &Graph, page: NodeId) -> bool {
    graph.has_none(page)
}

impl Pages {
    /// Finds the children of a page that are written once and referred to elsewhere.
    fn find_shared(&mut self, graph: &Graph, page: NodeId, out: &mut Output<'_>) {
        let map = out.map;
        if let Some(id) = map.id(page).filter(|id| is_clean(id)) {
            let is_kept = self.kept_ids.insert(long_hash(id));
            self.keeps_id[page as usize] = is_kept;
            self.has_id[page as usize] |= is_kept;
        }
        let menu = if page == graph.root { &[] } else { graph.children(page, Relation::Embedded) };
        let children = graph.children(page, Relation::Container);
        let content = if graph.is_content(page) { children.len() } else { 0 };
        out.visit(1 + children.len() + menu.len());
        for (at, &child) in children.iter().chain(menu).enumerate() {
            let is_once = child != graph.root && !is_repeated(graph, child);
            if is_once && std::mem::replace(&mut self.seen[child as usize], true) {
                self.has_id[child as usize] = true;
                self.is_shared = true;
            }
            if let Some(referent) = graph.referent(map, child) {
                self.has_id[referent as usize] = true;
                // In a menu, an alias could be inside its own referent.
                self.is_shared |= at >= content;
            }
        }
    }

    /// Returns the id of a page: its own, or a new one.
    fn id<'a>(&self, map: &'a SavedTree<'a>, page: NodeId) -> Cow<'a, str> {
        if let Some(kept) = map.id(page).filter(|_| self.keeps_id[page as usize]) {
            return Cow::Borrowed(kept);
        }
        let mut new = id(map, page);
        // A new id never ends with this character.
        while self.kept_ids.contains(&long_hash(&new)) {
            new.push('_');
        }
        Cow::Owned(new)
    }

    /// Returns the id of a page, if something refers to it or the page keeps its own.
    fn own_id<'a>(&self, map: &'a SavedTree<'a>, page: NodeId) -> Option<Cow<'a, str>> {
        self.has_id[page as usize].then(|| self.id(map, page))
    }

    fn root<'a>(&self, graph: &Graph, map: &'a SavedTree<'a>) -> Root<'a> {
        let page = graph.root;
        Root {
            page,
            id: self.own_id(map, page),
            title: map.has_title(page).then(|| map.title(page)),
            details: map.details(page),
            has_shared: self.is_shared,
        }
    }

    /// Returns the tasks for the children of a page. The last one is next.
    fn children(
        &mut self,
        graph: &Graph,
        map: &SavedTree<'_>,
        page: NodeId,
        relation: Relation,
        is_in_menu: bool,
        depth: usize,
    ) -> Vec<Task> {
        let is_in_menu_there = is_in_menu || relation == Relation::Embedded;
        let is_written = |&child: &NodeId| !graph.repeats_root(map, child, is_in_menu_there);
        let children = graph.children(page, relation).iter().copied().filter(is_written).rev();
        let tasks: Vec<Task> = children.map(|page| Task::Entry { page, is_in_menu, depth }).collect();
        if depth > MAX_EXPORT_DEPTH {
            self.is_cut |= !tasks.is_empty();
            return Vec::new();
        }
        tasks
    }

    fn entry(
        &mut self,
        syntax: Syntax,
        graph: &Graph,
        (page, is_in_menu, depth): (NodeId, bool, usize),
        tasks: &mut Vec<Task>,
        out: &mut Output<'_>,
    ) -> Result {
        let map = out.map;
        if map.is(page, Flag::SEPARATOR) {
            return syntax.separator(depth, is_in_menu, out);
        }
        let referent = graph.referent(map, page);
        let url = map.url(page);
        let alias = |pages: &Pages, id, to| Alias {
            depth,
            is_in_menu,
            id,
            to: pages.id(map, to),
            title: title(map, page),
            address: url.as_deref(),
        };
        if let Some(referent) = referent.filter(|_| !self.is_shared) {
            let is_first = !std::mem::replace(&mut self.seen[page as usize], true);
            let id = self.own_id(map, page).filter(|_| is_first);
            return syntax.alias(&alias(self, id, referent), out);
        }
        // A page of the content tree is written there, not in a menu.
        let is_written_elsewhere = (is_in_menu && graph.is_content(page)) || self.seen[page as usize];
        if is_written_elsewhere && !is_repeated(graph, page) {
            return syntax.alias(&alias(self, None, page), out);
        }
        self.seen[page as usize] |= !is_written_elsewhere;

        let children = self.children(graph, map, page, Relation::Container, is_in_menu, depth + 1);
        let mut menu = self.children(graph, map, page, Relation::Embedded, true, depth + 4);
        let kind = map.kind(page);
        let address = url.as_deref().or_else(|| map.unlinked(page));
        let is_group = matches!(kind, Kind::Folder | Kind::Document);
        let is_folder = !children.is_empty() || is_group || address.is_none();
        let icon = map.icon(page);
        let entry = Entry {
            page,
            depth,
            is_in_menu,
            id: self.own_id(map, page).filter(|_| !is_written_elsewhere),
            title: title(map, page),
            address,
            is_folder,
            icon: icon.as_deref(),
            details: if referent.is_some() { Vec::new() } else { map.details(page) },
            alias_of: referent.map(|referent| self.id(map, referent)),
            has_children: !children.is_empty(),
            has_menu: !menu.is_empty(),
        };
        let mut open = syntax.entry(entry, out)?;
        open.own_address = url.filter(|_| is_folder && !is_group && !is_in_menu);
        tasks.push(Task::Rest(Box::new(open), children));
        tasks.append(&mut menu);
        Ok(())
    }
}

//! Writes XBEL: the tree as folders and bookmarks.
//!
//! A page with children is a folder whose first bookmark leads to the page, for programs that do not know Navibar. A
//! page in several places is written in one of them and is an alias in the others. A page without children is written
//! again instead, because many programs do not know aliases.
//!
//! What XBEL has no words for is in `info/metadata` of [`OWNER`] (section 3.3.4):
//!
//! - the attributes `navi:href` of such a folder, `navi:icon` and `navi:kind` (with two more words: `heading`, and
//!   `self` for the bookmark that repeats its folder),
//! - details that XBEL does not have,
//! - `navi:menu`: the context menu, with entries like those of a folder.
//!
//! Aliases of an XBEL file stay aliases. If a file also has pages in several places, `navi:aliases="pages"` on the
//! document says that an alias is such a page, and `navi:aliasOf` marks the real aliases. Metadata of others is written
//! as it was read.

use super::graph::Graph;
use super::markup::{Clean, Escaped, Indent, Output, is_clean};
use super::words::{id, kind_words, note_cuts, title};
use crate::collections::keyed::{HashSet, Keyed};
use crate::format::saved_terms::{OWNER, detail_element};
use crate::limits::MAX_EXPORT_DEPTH;
use crate::site_map::{Flag, Kind, NodeId, Relation, SiteMap};
use crate::text::date;
use crate::xml::vocabulary::{DC, DETAIL, NAVI};
use std::borrow::Cow;
use std::fmt::{Error, Result, Write};
use std::hash::BuildHasher;

/// The document type of XBEL 1.0.
const DOCTYPE: &str = "<!DOCTYPE xbel PUBLIC \"+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML\"\n  \
                       \"http://www.python.org/topics/xml/dtds/xbel-1.0.dtd\">";

#[derive(Debug)]
pub(super) struct Xbel {
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
    /// Whether a page is in several places.
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
    /// The part of a page after its context menu.
    Rest(Box<OpenPage>),
    End {
        element: &'static str,
        depth: usize,
    },
}

/// A page whose element is open.
#[derive(Debug)]
struct OpenPage {
    page: NodeId,
    depth: usize,
    has_info: bool,
    /// Whether Navibar's `metadata` is open, and a menu in it.
    is_metadata_open: bool,
    has_menu: bool,
    /// The page's own address, for a bookmark to it.
    own_address: Option<String>,
    description: Option<String>,
}

impl Xbel {
    pub(super) fn new(map: &SiteMap, omitted: HashSet<NodeId>) -> Xbel {
        let nodes = map.len();
        let pages = Pages {
            has_id: vec![false; nodes],
            seen: vec![false; nodes],
            is_shared: false,
            is_cut: false,
            keeps_id: vec![false; nodes],
            kept_ids: HashSet::default(),
        };
        Xbel { graph: Graph::new(map, false, omitted), phase: Phase::Start, pages, tasks: Vec::new() }
    }

    /// Writes the next part. Returns `true` if a part remains.
    pub(super) fn step(&mut self, out: &mut Output<'_>) -> std::result::Result<bool, Error> {
        let (pages, tasks) = (&mut self.pages, &mut self.tasks);
        while out.may_continue() {
            self.phase = match (&mut self.phase, self.graph.as_mut()) {
                (Phase::Start, None) => {
                    start(out)?;
                    writeln!(out, ">")?;
                    Phase::End
                }
                (Phase::Start, Some(_)) => {
                    start(out)?;
                    Phase::Graph
                }
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
                    pages.root(graph, out)?;
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
                            pages.entry(graph, page, is_in_menu, depth, tasks, out)?;
                        }
                        Some(Task::Rest(head)) => rest(&head, out)?,
                        Some(Task::End { element, depth }) => writeln!(out, "{}</{element}>", Indent(depth))?,
                    }
                    Phase::Tasks
                }
                (Phase::End, graph) => {
                    note_cuts(pages.is_cut, graph.is_some_and(|graph| graph.is_cut), out)?;
                    writeln!(out, "</xbel>")?;
                    Phase::Done
                }
                _ => return Ok(false),
            };
        }
        Ok(true)
    }
}

fn start(out: &mut Output<'_>) -> Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{DOCTYPE}")?;
    write!(out, "<xbel version=\"1.0\"")?;
    for (prefix, namespace) in [("dc", DC), ("navi", NAVI), ("detail", DETAIL)] {
        write!(out, " xmlns:{prefix}=\"{namespace}\"")?;
    }
    Ok(())
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
            let is_kept = self.kept_ids.insert(Keyed.hash_one(id));
            self.keeps_id[page as usize] = is_kept;
            self.has_id[page as usize] |= is_kept;
        }
        let menu = if page == graph.root { &[] } else { graph.children(page, Relation::Embedded) };
        let children = graph.children(page, Relation::Container);
        out.visit(1 + children.len() + menu.len());
        for &child in children.iter().chain(menu) {
            let is_once = child != graph.root && !is_repeated(graph, child);
            if is_once && std::mem::replace(&mut self.seen[child as usize], true) {
                self.has_id[child as usize] = true;
                self.is_shared = true;
            }
            if let Some(referent) = graph.referent(map, child) {
                self.has_id[referent as usize] = true;
                // In a menu, an alias could be inside its own referent.
                self.is_shared |= !graph.is_content(child);
            }
        }
    }

    /// Returns the id of a page: its own, or a new one.
    fn id<'a>(&self, map: &'a SiteMap, page: NodeId) -> Cow<'a, str> {
        if let Some(kept) = map.id(page).filter(|_| self.keeps_id[page as usize]) {
            return Cow::Borrowed(kept);
        }
        let mut new = id(map, page);
        // A new id never ends with this character.
        while self.kept_ids.contains(&Keyed.hash_one(&*new)) {
            new.push('_');
        }
        Cow::Owned(new)
    }

    /// Writes what is known about the root.
    fn root(&self, graph: &Graph, out: &mut Output<'_>) -> Result {
        let (map, root) = (out.map, graph.root);
        let mut details = map.details(root);
        if self.has_id[root as usize] {
            write!(out, " id=\"{}\"", Escaped(&self.id(map, root)))?;
        }
        write_dates(&mut details, &DATES[..1], out)?;
        writeln!(out, ">")?;
        if map.has_title(root) {
            writeln!(out, "  <title>{}</title>", Escaped(&map.title(root)))?;
        }
        let description = take(&mut details, "description");
        let metadata = map.metadata(root);
        if self.is_shared || !details.is_empty() || !metadata.is_empty() {
            writeln!(out, "  <info>")?;
            if self.is_shared || !details.is_empty() {
                write!(out, "    <metadata owner=\"{OWNER}\"")?;
                if self.is_shared {
                    write!(out, " navi:aliases=\"pages\"")?;
                }
                if details.is_empty() {
                    writeln!(out, "/>")?;
                } else {
                    writeln!(out, ">")?;
                    write_details(&details, 3, out)?;
                    writeln!(out, "    </metadata>")?;
                }
            }
            write_metadata(metadata, 2, out)?;
            writeln!(out, "  </info>")?;
        }
        if let Some(description) = description {
            writeln!(out, "  <desc>{}</desc>", Escaped(description))?;
        }
        Ok(())
    }

    /// Returns the tasks for the children of a page. The last one is next.
    fn children(
        &mut self,
        graph: &Graph,
        map: &SiteMap,
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
        graph: &Graph,
        page: NodeId,
        is_in_menu: bool,
        depth: usize,
        tasks: &mut Vec<Task>,
        out: &mut Output<'_>,
    ) -> Result {
        let map = out.map;
        let indent = Indent(depth);
        if map.is(page, Flag::SEPARATOR) {
            return writeln!(out, "{indent}<separator/>");
        }
        let referent = graph.referent(map, page);
        if let Some(referent) = referent.filter(|_| !self.is_shared) {
            write!(out, "{indent}<alias")?;
            if !std::mem::replace(&mut self.seen[page as usize], true) && self.has_id[page as usize] {
                write!(out, " id=\"{}\"", Escaped(&self.id(map, page)))?;
            }
            return writeln!(out, " ref=\"{}\"/>", Escaped(&self.id(map, referent)));
        }
        // A page of the content tree is written there, not in a menu.
        let is_written_elsewhere = (is_in_menu && graph.is_content(page)) || self.seen[page as usize];
        if is_written_elsewhere && !is_repeated(graph, page) {
            return writeln!(out, "{indent}<alias ref=\"{}\"/>", Escaped(&self.id(map, page)));
        }
        self.seen[page as usize] |= !is_written_elsewhere;

        let mut children = self.children(graph, map, page, Relation::Container, is_in_menu, depth + 1);
        let mut menu = self.children(graph, map, page, Relation::Embedded, true, depth + 4);
        let (has_children, has_menu) = (!children.is_empty(), !menu.is_empty());

        let kind = map.kind(page);
        let url = map.url(page);
        let is_link = matches!(kind, Kind::Page | Kind::Alias) && url.is_some();
        let unlinked = map.unlinked(page).filter(|_| kind == Kind::Heading && url.is_none());
        let element = if (is_link || unlinked.is_some()) && !has_children { "bookmark" } else { "folder" };
        let is_folder = element == "folder";
        let mut details = if referent.is_some() { Vec::new() } else { map.details(page) };

        write!(out, "{indent}<{element}")?;
        if self.has_id[page as usize] && !is_written_elsewhere {
            write!(out, " id=\"{}\"", Escaped(&self.id(map, page)))?;
        }
        if let Some(url) = url.as_deref().or(unlinked).filter(|_| !is_folder) {
            write!(out, " href=\"{}\"", Escaped(url))?;
        }
        write_dates(&mut details, if is_folder { &DATES[..1] } else { &DATES }, out)?;
        if is_folder && map.is(page, Flag::UNFOLDED) {
            write!(out, " folded=\"no\"")?;
        }
        writeln!(out, ">\n{indent}  <title>{}</title>", Escaped(&title(map, page)))?;

        let description = take(&mut details, "description");
        let words = words(map, page, is_folder);
        let icon = map.icon(page);
        let hidden_url = url.as_deref().filter(|_| is_folder);
        let is_plain = hidden_url.is_none() && icon.is_none() && words.is_empty() && referent.is_none();
        let is_metadata_open = has_menu || !details.is_empty();
        let has_own = is_metadata_open || !is_plain;
        // Most metadata has only attributes and fits in one line.
        let is_short = !is_metadata_open && map.metadata(page).is_empty();
        let has_info = (has_own || !map.metadata(page).is_empty()) && !is_short;
        if has_info {
            writeln!(out, "{indent}  <info>")?;
        }
        if has_own {
            match is_short {
                true => write!(out, "{indent}  <info>")?,
                false => write!(out, "{indent}    ")?,
            }
            write!(out, "<metadata owner=\"{OWNER}\"")?;
            let referent = referent.map(|referent| self.id(map, referent));
            let attributes = [
                ("kind", Some(&*words).filter(|words| !words.is_empty())),
                ("href", hidden_url),
                ("icon", icon.as_deref()),
                ("aliasOf", referent.as_deref()),
            ];
            for (name, value) in attributes {
                if let Some(value) = value {
                    write!(out, " navi:{name}=\"{}\"", Escaped(value))?;
                }
            }
            let end = match (is_metadata_open, is_short) {
                (true, _) => ">",
                (false, true) => "/></info>",
                (false, false) => "/>",
            };
            writeln!(out, "{end}")?;
        }
        write_details(&details, depth + 3, out)?;
        if has_menu {
            writeln!(out, "{indent}      <navi:menu>")?;
        }
        tasks.push(Task::End { element, depth });
        tasks.append(&mut children);
        tasks.push(Task::Rest(Box::new(OpenPage {
            page,
            depth,
            has_info,
            is_metadata_open,
            has_menu,
            own_address: url.filter(|_| is_folder && is_link && !is_in_menu),
            description: description.map(str::to_owned),
        })));
        tasks.append(&mut menu);
        Ok(())
    }
}

/// Writes the part of a page after its context menu.
fn rest(head: &OpenPage, out: &mut Output<'_>) -> Result {
    let map = out.map;
    let indent = Indent(head.depth);
    if head.has_menu {
        writeln!(out, "{indent}      </navi:menu>")?;
    }
    if head.is_metadata_open {
        writeln!(out, "{indent}    </metadata>")?;
    }
    write_metadata(map.metadata(head.page), head.depth + 2, out)?;
    if head.has_info {
        writeln!(out, "{indent}  </info>")?;
    }
    if let Some(description) = &head.description {
        writeln!(out, "{indent}  <desc>{}</desc>", Escaped(description))?;
    }
    if let Some(url) = &head.own_address {
        writeln!(out, "{indent}  <bookmark href=\"{}\">", Escaped(url))?;
        writeln!(out, "{indent}    <title>{}</title>", Escaped(&title(map, head.page)))?;
        writeln!(out, "{indent}    <info><metadata owner=\"{OWNER}\" navi:kind=\"self\"/></info>")?;
        writeln!(out, "{indent}  </bookmark>")?;
    }
    Ok(())
}

/// Attributes that are dates. A folder has only the first (sections 3.4.1 and 3.5.1).
const DATES: [&str; 3] = ["added", "modified", "visited"];

/// Writes the details that are dates as attributes and removes them. The first of each name counts. Other text has no
/// place in these attributes.
fn write_dates(details: &mut Vec<(&str, &str)>, dates: &[&str], out: &mut Output<'_>) -> Result {
    let mut is_written = [false; DATES.len()];
    let mut result = Ok(());
    details.retain(|(name, value)| {
        let is_date = date::w3c(value).is_some();
        let Some(at) = dates.iter().position(|date| is_date && date == name) else { return true };
        if std::mem::replace(&mut is_written[at], true) {
            return true;
        }
        result = result.and_then(|()| write!(out, " {name}=\"{}\"", Escaped(value)));
        false
    });
    result
}

/// Removes and returns the first detail with this name.
fn take<'a>(details: &mut Vec<(&'a str, &'a str)>, wanted: &str) -> Option<&'a str> {
    let at = details.iter().position(|(name, _)| *name == wanted)?;
    Some(details.remove(at).1)
}

/// Returns the words of `kind` that the element itself does not express.
fn words(map: &SiteMap, page: NodeId, is_folder: bool) -> String {
    let words = kind_words(map, page);
    if !is_folder {
        return words;
    }
    let is_heading = map.kind(page) == Kind::Heading;
    let others = words.split_whitespace().filter(|word| !matches!(*word, "folder" | "open"));
    let all: Vec<&str> = is_heading.then_some("heading").into_iter().chain(others).collect();
    all.join(" ")
}

fn write_details(details: &[(&str, &str)], depth: usize, out: &mut Output<'_>) -> Result {
    details.iter().try_for_each(|(name, value)| {
        let element = detail_element(name);
        writeln!(out, "{}<{element}>{}</{element}>", Indent(depth), Escaped(value))
    })
}

fn write_metadata(metadata: &[Box<str>], depth: usize, out: &mut Output<'_>) -> Result {
    metadata.iter().try_for_each(|element| writeln!(out, "{}{}", Indent(depth), Clean(element)))
}

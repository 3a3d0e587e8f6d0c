//! Writes NEGS: a sitemap for search engines in which each `url` names its parent.
//!
//! Some entries are not allowed in a sitemap for search engines: headings, separators, addresses other than http, and a
//! second page with the same address. Each becomes a `navi:entry` with NEGS attributes and its address in `navi:loc`.
//! `navi:of` marks a further occurrence of the entry with that id, and `navi:aliasOf` names the referent of an alias.
//! These elements come before the `url` elements, as the schema of sitemaps requires. A page in several places has a
//! `url` for each, as in the draft; the first one describes it. A file may have more pages than search engines read
//! (50,000).

use super::graph::Graph;
use super::markup::{Escaped, Output, is_clean};
use super::saved_tree::SavedTree;
use super::words::{id, kind_words, note_cuts, title};
use crate::address;
use crate::address::reference;
use crate::collections::keyed::{HashMap, HashSet, Keyed};
use crate::format::saved_terms::detail_element;
use crate::format::{changefreq, is_priority};
use crate::site_map::{Flag, Kind, NodeId, Relation};
use crate::text::{date, trimmed};
use crate::xml::vocabulary::{DC, DETAIL, NAVI, NEGS, ROOT};
use std::fmt::{Error, Result, Write};
use std::hash::BuildHasher;

/// Length of a `loc` in characters (sitemaps.org, siteindex.xsd, `tLoc`).
const LOC_LENGTHS: std::ops::RangeInclusive<usize> = 12..=2048;

/// The element that a page is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    Entry,
    Url,
}

/// A tree that is written as NEGS, in steps.
#[derive(Debug)]
pub(super) struct Negs {
    /// `None` if there is no tree.
    graph: Option<Graph>,
    phase: Phase,
    /// Addresses by hash. After a collision the second page becomes an entry, which does no harm.
    known: HashSet<u64>,
    pages: Pages,
}

#[derive(Debug)]
enum Phase {
    Start,
    Graph,
    /// Decides which pages are written as `url`, from this one on.
    Urls(usize),
    /// Writes the pages with this element.
    Write(Element, Cursor),
    End,
    Done,
}

/// A place in the lists of children.
#[derive(Clone, Copy, Default, Debug)]
struct Cursor {
    page: usize,
    is_menu: bool,
    child: usize,
    /// Number of children that are written, when the first one has been reached.
    count: usize,
}

/// What is known about the pages.
#[derive(Debug)]
struct Pages {
    /// For each node: the page is written as `url`.
    is_url: Vec<bool>,
    /// For each node: the page has been written.
    written: Vec<bool>,
    occurrences: HashMap<NodeId, u32>,
    /// For each node, the number of the list that contained the page last.
    last_list: Vec<u32>,
    lists: u32,
    is_cut: bool,
}

/// The place of an entry in the tree.
struct Position<'a> {
    attribute: &'a str,
    parent: &'a str,
    order: usize,
}

impl Negs {
    pub(super) fn new(map: &SavedTree<'_>, omitted: HashSet<NodeId>) -> Negs {
        let nodes = map.len();
        Negs {
            graph: Graph::new(map, false, omitted),
            phase: Phase::Start,
            known: HashSet::default(),
            pages: Pages {
                is_url: vec![false; nodes],
                written: vec![false; nodes],
                occurrences: HashMap::default(),
                last_list: vec![0; nodes],
                lists: 0,
                is_cut: false,
            },
        }
    }

    /// Writes the next part. Returns `true` if a part remains.
    pub(super) fn step(&mut self, out: &mut Output<'_>) -> std::result::Result<bool, Error> {
        while out.may_continue() {
            let graph = self.graph.as_mut();
            self.phase = match (&mut self.phase, graph) {
                (Phase::Start, graph) => {
                    start(out)?;
                    if graph.is_some() { Phase::Graph } else { Phase::End }
                }
                (Phase::Graph, Some(graph)) => {
                    if graph.collect(out) {
                        return Ok(true);
                    }
                    Phase::Urls(0)
                }
                (Phase::Urls(at), Some(graph)) => match graph.pages.get(*at) {
                    Some(&page) => {
                        out.visit(4);
                        let url = url_of(out.map, page);
                        self.pages.is_url[page as usize] =
                            url.is_some_and(|url| self.known.insert(Keyed.hash_one(url)));
                        Phase::Urls(*at + 1)
                    }
                    None => {
                        self.known = HashSet::default();
                        Phase::Write(Element::Entry, Cursor::default())
                    }
                },
                (Phase::Write(element, cursor), Some(graph)) => {
                    if self.pages.pass(graph, *element, cursor, out)? {
                        return Ok(true);
                    }
                    match element {
                        Element::Entry => Phase::Write(Element::Url, Cursor::default()),
                        Element::Url => Phase::End,
                    }
                }
                (Phase::End, graph) => {
                    note_cuts(self.pages.is_cut, graph.is_some_and(|graph| graph.is_cut), out)?;
                    writeln!(out, "\n</urlset>")?;
                    Phase::Done
                }
                _ => return Ok(false),
            };
        }
        Ok(true)
    }
}

fn start(out: &mut Output<'_>) -> Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"")?;
    writeln!(out, "        xmlns:negs=\"{NEGS}\"")?;
    writeln!(out, "        xmlns:dc=\"{DC}\"")?;
    writeln!(out, "        xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"")?;
    writeln!(out, "        xmlns:navi=\"{NAVI}\"")?;
    writeln!(out, "        xmlns:detail=\"{DETAIL}\">")
}

/// Returns the address of a page that can be written as `url`.
fn url_of(map: &SavedTree<'_>, page: NodeId) -> Option<String> {
    if map.kind(page) != Kind::Page || map.is(page, Flag::LANGUAGE) {
        return None;
    }
    map.url(page).filter(|url| {
        let scheme = reference::scheme(url).unwrap_or_default();
        let is_web = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        is_web && LOC_LENGTHS.contains(&url.len()) && is_clean(url) && trimmed(url) == url
    })
}

impl Pages {
    /// Writes the pages that have this element, in the order of the tree. Returns `true` if some remain.
    fn pass(
        &mut self,
        graph: &Graph,
        element: Element,
        cursor: &mut Cursor,
        out: &mut Output<'_>,
    ) -> std::result::Result<bool, Error> {
        while let Some(&page) = graph.pages.get(cursor.page) {
            if !out.may_continue() {
                return Ok(true);
            }
            let is_root = page == graph.root;
            let relation = if cursor.is_menu { Relation::Embedded } else { Relation::Container };
            let attribute = if cursor.is_menu { "relatesTo" } else { "childOf" };
            let children = match is_root && cursor.is_menu {
                true => &[],
                false => graph.children(page, relation),
            };
            out.visit(1);
            if cursor.child == 0 {
                let languages = if cursor.is_menu { self.languages(graph, out, page, children).len() } else { 0 };
                cursor.count = children.len() - languages;
                self.lists += 1;
            }
            let id = match (is_root, children) {
                (true, _) => ROOT.to_owned(),
                (false, []) => String::new(),
                (false, _) => id(out.map, page),
            };
            for (at, &child) in children.iter().enumerate().take(cursor.count).skip(cursor.child) {
                out.visit(1);
                let is_in_menu = cursor.is_menu || !graph.is_content(page);
                if graph.repeats_root(out.map, child, is_in_menu) {
                    continue;
                }
                if out.is_full() {
                    self.is_cut = true;
                    return Ok(false);
                }
                let is_repeated = std::mem::replace(&mut self.last_list[child as usize], self.lists) == self.lists;
                let place = Position { attribute, parent: &id, order: at + 1 };
                let is_url = self.is_url[child as usize] && !is_repeated;
                match element {
                    Element::Entry if !is_url => self.entry(graph, child, &place, out)?,
                    Element::Url if is_url => self.url(graph, child, &place, out)?,
                    _ => {}
                }
                if !out.may_continue() {
                    cursor.child = at + 1;
                    return Ok(true);
                }
            }
            *cursor = Cursor {
                page: cursor.page + usize::from(cursor.is_menu),
                is_menu: !cursor.is_menu,
                ..Cursor::default()
            };
        }
        Ok(false)
    }

    /// Returns the last entries of a page's context menu that are the same page in other languages. The protocol has
    /// words for these.
    fn languages<'b>(&self, graph: &Graph, out: &mut Output<'_>, page: NodeId, entries: &'b [NodeId]) -> &'b [NodeId] {
        let map = out.map;
        let own = if self.is_url[page as usize] { map.url(page) } else { None };
        let own = address::key(&own.unwrap_or_default());
        let mut known = HashSet::default();
        let mut is_plain = |&entry: &NodeId| {
            let title = map.title(entry);
            map.kind(entry) == Kind::Page
                && map.is(entry, Flag::LANGUAGE)
                && !map.is(entry, Flag::DELETED)
                && !map.is(entry, Flag::UNFOLDED)
                && graph.has_none(entry)
                && map.icon(entry).is_none()
                && map.details(entry).is_empty()
                && is_clean(&title)
                && map
                    .url(entry)
                    .is_some_and(|url| is_clean(&url) && address::key(&url) != own && known.insert((title, url)))
        };
        let count = entries.iter().rev().take_while(|entry| is_plain(entry)).count();
        out.visit(count);
        &entries[entries.len() - count..]
    }

    /// Writes a page that is not a `url`, or a second occurrence in the same list.
    fn entry(&mut self, graph: &Graph, page: NodeId, place: &Position<'_>, out: &mut Output<'_>) -> Result {
        let map = out.map;
        let id = id(map, page);
        let Position { attribute, parent, order } = place;
        write!(out, "\n  <navi:entry")?;
        if self.is_url[page as usize] || std::mem::replace(&mut self.written[page as usize], true) {
            return writeln!(out, " navi:of=\"{id}\" negs:{attribute}=\"{parent}\" negs:order=\"{order}\"/>");
        }
        write!(out, " xml:id=\"{id}\" negs:{attribute}=\"{parent}\" negs:order=\"{order}\"")?;
        let is_separator = map.is(page, Flag::SEPARATOR);
        if let Some(url) = map.url(page).filter(|_| !is_separator) {
            write!(out, " navi:loc=\"{}\"", Escaped(&url))?;
        }
        self.kind(page, out)?;
        if is_separator {
            return writeln!(out, "/>");
        }
        if let Some(referent) = graph.referent(map, page) {
            write!(out, " navi:aliasOf=\"{}\"", super::words::id(map, referent))?;
        }
        writeln!(out, ">")?;
        self.describe(graph, page, None, out)?;
        writeln!(out, "  </navi:entry>")
    }

    fn url(&mut self, graph: &Graph, page: NodeId, place: &Position<'_>, out: &mut Output<'_>) -> Result {
        let Position { attribute, parent, order } = place;
        let url = out.map.url(page).unwrap_or_default();
        let is_first = !std::mem::replace(&mut self.written[page as usize], true);
        write!(out, "\n  <url xml:id=\"{}", id(out.map, page))?;
        if !is_first {
            let occurrences = self.occurrences.entry(page).or_insert(1);
            *occurrences += 1;
            // The id of a page never contains a dot.
            write!(out, ".{occurrences}")?;
        }
        write!(out, "\" negs:{attribute}=\"{parent}\" negs:order=\"{order}\"")?;
        if is_first {
            self.kind(page, out)?;
        }
        writeln!(out, ">")?;
        text("loc", &url, out)?;
        match is_first {
            true => self.describe(graph, page, Some(()), out)?,
            false => text("dc:title", &title(out.map, page), out)?,
        }
        writeln!(out, "  </url>")
    }

    fn kind(&self, page: NodeId, out: &mut Output<'_>) -> Result {
        match kind_words(out.map, page) {
            words if words.is_empty() => Ok(()),
            words => write!(out, " navi:kind=\"{words}\""),
        }
    }

    /// Writes what is known about a page except address and place. A `url` uses the elements of the protocol where
    /// possible.
    fn describe(&self, graph: &Graph, page: NodeId, url: Option<()>, out: &mut Output<'_>) -> Result {
        let map = out.map;
        let details = if graph.referent(map, page).is_some() { Vec::new() } else { map.details(page) };
        let of_protocol = ["lastmod", "changefreq", "priority"].map(|wanted| {
            let first = details.iter().position(|(name, _)| *name == wanted);
            first.filter(|&at| url.is_some() && is_valid(wanted, details[at].1))
        });
        for at in of_protocol.into_iter().flatten() {
            text(details[at].0, details[at].1, out)?;
        }
        text("dc:title", &title(map, page), out)?;
        if let Some(icon) = map.icon(page) {
            text("negs:icon", &icon, out)?;
        }
        for (at, (name, value)) in details.iter().enumerate() {
            if !of_protocol.contains(&Some(at)) {
                text(&detail_element(name), value, out)?;
            }
        }
        for &language in self.languages(graph, out, page, graph.children(page, Relation::Embedded)) {
            let (title, url) = (map.title(language), map.url(language).unwrap_or_default());
            let (hreflang, href) = (Escaped(&title), Escaped(&url));
            writeln!(out, "    <xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{href}\"/>")?;
        }
        Ok(())
    }
}

/// Returns `true` if the schema of sitemaps allows a value.
fn is_valid(name: &str, value: &str) -> bool {
    match name {
        "lastmod" => {
            let (day, time) = value.split_at_checked(10).unwrap_or_default();
            let has_zone = time.ends_with('Z')
                || time.get(time.len().saturating_sub(6)..).is_some_and(|zone| zone.starts_with(['+', '-']));
            date::w3c(value).is_some() && !day.is_empty() && (time.is_empty() || (time.starts_with('T') && has_zone))
        }
        "changefreq" => changefreq(value) == Some(value),
        _ => is_priority(value),
    }
}

fn text(name: &str, text: &str, out: &mut Output<'_>) -> Result {
    writeln!(out, "    <{name}>{}</{name}>", Escaped(text))
}

//! Writes NEGS: a sitemap for search engines in which each `url` names its parent.
//!
//! Some entries are not allowed in a sitemap for search engines: headings, separators, addresses other than http, and a
//! second page with the same address. Each becomes a `navi:entry` with NEGS attributes and its address in `navi:loc`.
//! `navi:of` marks a further occurrence of the entry with that id, and `navi:aliasOf` names the referent of an alias.
//! These elements come before the `url` elements, as the schema of sitemaps requires. A page in several places has a
//! `url` for each, as in the draft; the first one describes it. A file may have more pages than search engines read
//! (50,000).

use super::graph::Graph;
use super::markup::{Counted, Escaped, is_clean};
use super::words::{CUT, id, kind_words, title};
use crate::address;
use crate::address::reference;
use crate::collections::keyed::{HashMap, HashSet, Keyed};
use crate::format::saved_terms::detail_element;
use crate::format::{changefreq, is_priority};
use crate::limits::MAX_EXPORT_ENTRIES;
use crate::site::Site;
use crate::site_map::{Flag, Kind, NodeId, Relation};
use crate::text::{date, trimmed};
use crate::xml::vocabulary::{DC, DETAIL, NAVI, NEGS, ROOT};
use std::fmt::{Result, Write};
use std::hash::BuildHasher;

/// Length of a `loc` in characters (sitemaps.org, siteindex.xsd, `tLoc`).
const LOC_LENGTHS: std::ops::RangeInclusive<usize> = 12..=2048;

pub(super) fn write(site: &Site, out: &mut Counted<'_>) -> Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"")?;
    writeln!(out, "        xmlns:negs=\"{NEGS}\"")?;
    writeln!(out, "        xmlns:dc=\"{DC}\"")?;
    writeln!(out, "        xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"")?;
    writeln!(out, "        xmlns:navi=\"{NAVI}\"")?;
    writeln!(out, "        xmlns:detail=\"{DETAIL}\">")?;
    if let Some(graph) = Graph::new(site.map(), false) {
        let mut negs = Negs::new(graph);
        negs.pass(Element::Entry, out)?;
        negs.pass(Element::Url, out)?;
        if negs.is_cut {
            writeln!(out, "\n  <!-- {CUT} -->")?;
        }
    }
    writeln!(out, "\n</urlset>")
}

/// The element that a page is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    Entry,
    Url,
}

struct Negs<'a> {
    graph: Graph<'a>,
    /// For each node, whether the page is written as `url`.
    is_url: Vec<bool>,
    /// For each node, whether the page has been written.
    written: Vec<bool>,
    occurrences: HashMap<NodeId, u32>,
    /// For each node, the number of the list that contained the page last.
    last_list: Vec<u32>,
    lists: u32,
    entries: usize,
    is_cut: bool,
}

/// The place of an entry in the tree.
struct Position<'a> {
    attribute: &'a str,
    parent: &'a str,
    order: usize,
}

impl<'a> Negs<'a> {
    fn new(graph: Graph<'a>) -> Negs<'a> {
        let mut is_url = vec![false; graph.map.len()];
        // Addresses by hash. After a collision the second page becomes an entry, which does no harm.
        let mut known = HashSet::default();
        for &page in &graph.pages {
            if graph.map.kind(page) != Kind::Page || graph.map.is(page, Flag::LANGUAGE) {
                continue;
            }
            let is_loc = |url: &String| {
                let scheme = reference::scheme(url).unwrap_or_default();
                let is_web = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
                is_web && LOC_LENGTHS.contains(&url.len()) && is_clean(url) && trimmed(url) == url
            };
            let url = graph.map.url(page).filter(is_loc);
            is_url[page as usize] = url.is_some_and(|url| known.insert(Keyed.hash_one(url)));
        }
        let nodes = graph.map.len();
        Negs {
            graph,
            is_url,
            written: vec![false; nodes],
            occurrences: HashMap::default(),
            last_list: vec![0; nodes],
            lists: 0,
            entries: 0,
            is_cut: false,
        }
    }

    /// Writes all pages that have this element, in the order of the tree.
    fn pass(&mut self, element: Element, out: &mut Counted<'_>) -> Result {
        self.entries = 0;
        let mut children = Vec::new();
        for at in 0..self.graph.pages.len() {
            let page = self.graph.pages[at];
            let is_root = page == self.graph.root;
            let id = if is_root { ROOT.to_owned() } else { id(self.graph.map, page) };
            for (relation, attribute) in [(Relation::Container, "childOf"), (Relation::Embedded, "relatesTo")] {
                if is_root && relation == Relation::Embedded {
                    continue;
                }
                children.clear();
                self.graph.children(page, relation, &mut children);
                if relation == Relation::Embedded {
                    let languages = self.languages(page, &children).len();
                    self.entries += languages;
                    children.truncate(children.len() - languages);
                }
                if self.entries > MAX_EXPORT_ENTRIES || out.is_full() {
                    self.is_cut = true;
                    return Ok(());
                }
                self.lists += 1;
                for (at, &child) in children.iter().enumerate() {
                    let is_in_menu = relation == Relation::Embedded || !self.graph.is_content(page);
                    if self.graph.repeats_root(child, is_in_menu) {
                        continue;
                    }
                    self.entries += 1;
                    if self.entries > MAX_EXPORT_ENTRIES || out.is_full() {
                        self.is_cut = true;
                        return Ok(());
                    }
                    let is_repeated = std::mem::replace(&mut self.last_list[child as usize], self.lists) == self.lists;
                    let place = Position { attribute, parent: &id, order: at + 1 };
                    let is_url = self.is_url[child as usize] && !is_repeated;
                    match element {
                        Element::Entry if !is_url => self.entry(child, &place, out)?,
                        Element::Url if is_url => self.url(child, &place, out)?,
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the last entries of a page's context menu that are the same page in other languages. The protocol has
    /// words for these.
    fn languages<'b>(&self, page: NodeId, entries: &'b [NodeId]) -> &'b [NodeId] {
        let map = self.graph.map;
        let own = if self.is_url[page as usize] { map.url(page) } else { None };
        let own = address::key(&own.unwrap_or_default());
        let mut known = HashSet::default();
        let mut is_plain = |&entry: &NodeId| {
            let is_leaf =
                [Relation::Container, Relation::Embedded].iter().all(|&below| !map.any_child(entry, below, |_| true));
            let title = map.title(entry);
            map.kind(entry) == Kind::Page
                && map.is(entry, Flag::LANGUAGE)
                && !map.is(entry, Flag::DELETED)
                && !map.is(entry, Flag::UNFOLDED)
                && is_leaf
                && map.icon(entry).is_none()
                && map.details(entry).is_empty()
                && is_clean(&title)
                && map
                    .url(entry)
                    .is_some_and(|url| is_clean(&url) && address::key(&url) != own && known.insert((title, url)))
        };
        let count = entries.iter().rev().take_while(|entry| is_plain(entry)).count();
        &entries[entries.len() - count..]
    }

    /// Writes a page that is not a `url`, or a second occurrence in the same list.
    fn entry(&mut self, page: NodeId, place: &Position<'_>, out: &mut Counted<'_>) -> Result {
        let map = self.graph.map;
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
        if let Some(referent) = self.graph.referent(page) {
            write!(out, " navi:aliasOf=\"{}\"", super::words::id(map, referent))?;
        }
        writeln!(out, ">")?;
        self.describe(page, None, out)?;
        writeln!(out, "  </navi:entry>")
    }

    fn url(&mut self, page: NodeId, place: &Position<'_>, out: &mut Counted<'_>) -> Result {
        let Position { attribute, parent, order } = place;
        let url = self.graph.map.url(page).unwrap_or_default();
        let is_first = !std::mem::replace(&mut self.written[page as usize], true);
        write!(out, "\n  <url xml:id=\"{}", id(self.graph.map, page))?;
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
            true => self.describe(page, Some(()), out)?,
            false => text("dc:title", &title(self.graph.map, page), out)?,
        }
        writeln!(out, "  </url>")
    }

    fn kind(&self, page: NodeId, out: &mut Counted<'_>) -> Result {
        match kind_words(self.graph.map, page) {
            words if words.is_empty() => Ok(()),
            words => write!(out, " navi:kind=\"{words}\""),
        }
    }

    /// Writes what is known about a page except address and place. A `url` uses the elements of the protocol where
    /// possible.
    fn describe(&self, page: NodeId, url: Option<()>, out: &mut Counted<'_>) -> Result {
        let map = self.graph.map;
        let details = if self.graph.referent(page).is_some() { Vec::new() } else { map.details(page) };
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
        let mut entries = Vec::new();
        self.graph.children(page, Relation::Embedded, &mut entries);
        for &language in self.languages(page, &entries) {
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

fn text(name: &str, text: &str, out: &mut Counted<'_>) -> Result {
    writeln!(out, "    <{name}>{}</{name}>", Escaped(text))
}

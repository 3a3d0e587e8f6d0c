//! The derived tree: pages placed by the host and the path of their addresses. A segment without a page of its own is
//! a folder.

use super::{Flag, NONE, NodeId, Relation, SiteMap, Span};
use crate::address::without_index;
use crate::diagnostics::Report;
use crate::iri;
use crate::keyed::{HashMap, hash};
use crate::limits::MAX_PATH_LEVELS;
use crate::order;
use crate::readable;
use crate::text::is_same;
use std::borrow::Cow;

/// One tree by host and path.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// List of what comes first: categories of documents.
    front: NodeId,
    /// List of the home page, while there is one host.
    home: NodeId,
    /// List of the hosts; while there is one, of what is below it.
    hosts: NodeId,
    /// List of what comes last: documents that could not be loaded, pages without a place.
    tail: NodeId,
    /// Each host, and its home page where that is listed.
    each: Vec<(NodeId, Option<NodeId>)>,
    /// The place of each host in `each`.
    numbers: HashMap<NodeId, usize>,
    /// Where the page before was placed: mostly the next one goes there too.
    last: Option<Last>,
}

/// A place that pages were put below.
#[derive(Debug)]
struct Last {
    node: NodeId,
    key: Box<str>,
    /// The address of a page below it up to the page's own segment, where that is all there is to it: begin of the key,
    /// bytes of the host.
    before: Option<(Box<str>, usize, usize)>,
}

impl Last {
    /// The place of a page with this address and key, up to `end` of the key.
    fn new(node: NodeId, address: &str, key: &Key<'_>, end: usize) -> Last {
        let before = key.start.filter(|_| end == key.parent()).and_then(|start| {
            let before = address.get(..=start + end).filter(|before| before.ends_with('/'))?;
            Some((before.into(), start, key.host))
        });
        Last { node, key: key.key[..end].into(), before }
    }

    /// The key of another page right below it, where that is told at a glance.
    fn key_below<'a>(&self, address: &'a str) -> Option<Key<'a>> {
        let (before, start, host) = self.before.as_ref()?;
        let own = address.as_bytes().get(before.len()..)?;
        // What begins like `index` or `default` may be the folder's own page.
        let is_plain = !matches!(own, [] | [b'i' | b'd', ..])
            && !own.iter().any(|b| matches!(b, b'/' | b'?' | b'#' | b'%'))
            && is_same(address.get(..before.len())?, before);
        is_plain.then(|| Key { key: Cow::Borrowed(&address[*start..]), start: Some(*start), host: *host })
    }
}

/// The key of a place: its address without scheme, trailing slash and name of an index file.
struct Key<'a> {
    key: Cow<'a, str>,
    /// Where in the address it begins, if it stands there as it is.
    start: Option<usize>,
    /// Bytes of the host.
    host: usize,
}

/// The ports that make no difference.
const DEFAULT_PORTS: [&str; 2] = [":80", ":443"];

impl<'a> Key<'a> {
    fn new(address: &'a str) -> Option<Key<'a>> {
        let start = iri::scheme(address)?.len() + "://".len();
        let rest = address.get(start..).filter(|_| address[..start].ends_with("://"))?;
        let bytes = rest.as_bytes();
        let host = memchr::memchr3(b'/', b'?', b'#', bytes).unwrap_or(rest.len());
        let path_end = memchr::memchr2(b'?', b'#', bytes).unwrap_or(rest.len());
        let path = without_index(&rest[..path_end]).trim_end_matches('/');
        let authority = &rest[..host];
        let is_plain = !authority.bytes().any(|b| b.is_ascii_uppercase() || b == b'@')
            && !DEFAULT_PORTS.iter().any(|port| authority.ends_with(port))
            && memchr::memchr(b'%', bytes).is_none();
        let query = rest[path_end..].trim_end_matches(['?', '#']);
        if is_plain && (query.is_empty() || path.len() == path_end) {
            return Some(Key { key: Cow::Borrowed(&rest[..path.len() + query.len()]), start: Some(start), host });
        }
        let mut name = rest[..host].rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        for port in DEFAULT_PORTS {
            if let Some(bare) = name.strip_suffix(port) {
                name = bare.to_owned();
            }
        }
        let host_end = name.len();
        let key = format!("{name}{}{}", decoded(path.get(host..).unwrap_or_default()), decoded(query));
        Some(Key { key: Cow::Owned(key), start: None, host: host_end })
    }

    /// Where the levels below the host end, from the outermost on.
    fn levels(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let below = &self.key[self.host..];
        let ends: Vec<usize> = below
            .match_indices(['/', '?', '#'])
            .map(|(at, _)| self.host + at)
            .chain([self.key.len()])
            .filter(|&end| end > self.host)
            .collect();
        let cut = ends.len().saturating_sub(MAX_PATH_LEVELS);
        let kept = ends.len() - cut;
        ends.into_iter().enumerate().filter(move |(at, _)| *at + 1 < kept || *at + 1 == kept + cut).map(|(_, end)| end)
    }

    /// Where the level above the whole ends.
    fn parent(&self) -> usize {
        let below = &self.key.as_bytes()[self.host..];
        let mut end = below.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(below.len());
        if end == below.len() {
            end = memchr::memrchr(b'/', below).unwrap_or(0);
        }
        self.host + end
    }
}

/// Percent-decoded where that makes no other address (RFC 3986, section 6.2.2): letters and digits of all scripts.
fn decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let mut bytes = Vec::new();
        rest = &rest[at..];
        while let Some(byte) = rest.strip_prefix('%').and_then(|hex| u8::from_str_radix(hex.get(..2)?, 16).ok()) {
            bytes.push(byte);
            rest = &rest[3..];
        }
        if bytes.is_empty() {
            decoded.push('%');
            rest = &rest[1..];
        }
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c.is_alphanumeric() {
                    true => decoded.push(c),
                    false => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| encode(byte, &mut decoded)),
                }
            }
            chunk.invalid().iter().for_each(|&byte| encode(byte, &mut decoded));
        }
    }
    decoded + rest
}

fn encode(byte: u8, out: &mut String) {
    out.push_str(percent_encoding::percent_encode_byte(byte));
}

/// The title of a place in the tree by its address or key: its last segment or query made readable, or the host.
pub(super) fn readable_title(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    // A key may begin with the number of the branch that it is in; a space in an address is none of that.
    let rest = match rest.split_once(' ') {
        Some((branch, key)) if branch.bytes().all(|b| b.is_ascii_digit()) => key,
        _ => rest,
    };
    if let Some((_, fragment)) = rest.split_once('#').filter(|(_, fragment)| !fragment.is_empty()) {
        return readable::segment(fragment);
    }
    if let Some((_, query)) = rest.split_once('?').filter(|(_, query)| !query.is_empty()) {
        return readable::query(query);
    }
    let path = without_index(rest.split(['?', '#']).next().unwrap_or_default()).trim_end_matches('/');
    match path.rsplit_once('/') {
        Some((_, segment)) => readable::segment(segment),
        None => path.to_owned(),
    }
}

impl SiteMap {
    /// Places a page below `under` by host and path; the page, which may have been there before. `None` where the
    /// address may be no link.
    pub(crate) fn place(
        &mut self,
        under: NodeId,
        url: &str,
        base: &str,
        offset: u32,
        report: &mut Report,
    ) -> Option<NodeId> {
        let mut address = iri::visible(url);
        if iri::scheme(&address).is_none() && !address.is_empty() {
            let mut absolute = String::new();
            iri::resolve(base, &address, &mut absolute);
            address = Cow::Owned(iri::visible(&absolute).into_owned());
        }
        let (span, base) = self.visible_link(&address, "", offset, report)?;
        // Where there is no room for more text, nothing of it is kept.
        let address = if span.is_empty() { "" } else { &*address };
        let last = self.paths(under, report).last.as_ref();
        if let Some((last, key)) = last.and_then(|last| Some((last.node, last.key_below(address)?))) {
            return Some(self.place_below(under, last, &key, (span, base), offset, report));
        }
        let Some(key) = Key::new(address) else {
            // An address without a host (`mailto:`) comes last.
            let (page, is_new) = self.find_or_add(under, address, None, offset, report);
            if is_new {
                self.give_url(page, span, base);
                let tail = self.paths(under, report).tail;
                self.append_to_list(tail, page, offset);
            }
            return Some(page);
        };
        if key.key.len() == key.host {
            return Some(self.place_home(under, &key, span, base, offset, report));
        }
        let parent_end = if key.key.len() > 2 * MAX_PATH_LEVELS {
            key.levels().rev().nth(1).unwrap_or(key.host)
        } else {
            key.parent()
        };
        let parent_key = &key.key[..parent_end];
        let parent = match &self.paths(under, report).last {
            Some(last) if is_same(&last.key, parent_key) => last.node,
            _ => {
                let parent = self.folder(under, &key, parent_end, span, offset, report);
                self.paths(under, report).last = Some(Last::new(parent, address, &key, parent_end));
                parent
            }
        };
        Some(self.place_below(under, parent, &key, (span, base), offset, report))
    }

    /// Places a page right below another or below a folder.
    fn place_below(
        &mut self,
        under: NodeId,
        parent: NodeId,
        key: &Key<'_>,
        (span, base): (Span, u16),
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        let name = key.start.map(|start| span.part(start..start + key.key.len()));
        let (page, is_new) = self.find_or_add(under, &key.key, name, offset, report);
        if !self.has_url(page) {
            self.give_url(page, span, base);
            self.unmark(page, Flag::FOLDER);
        }
        self.mark(page, Flag::READABLE);
        if is_new {
            self.append(parent, page, offset);
        }
        self.show_way(under, key, page, parent, report);
        page
    }

    /// Shows a page, and what it is below, where that is hidden because another document declares what its pages are
    /// below. Nearly always it is not.
    fn show_way(&mut self, under: NodeId, key: &Key<'_>, page: NodeId, parent: NodeId, report: &mut Report) {
        if !self.is(page, Flag::HIDDEN) && !self.is(parent, Flag::HIDDEN) {
            return;
        }
        for end in [key.host].into_iter().chain(key.levels()) {
            let (level, _) = self.find_or_add(under, &key.key[..end], None, 0, report);
            self.show(level);
        }
        self.show(page);
    }

    /// The folders without a page of their own that stand for this address in the trees by host and path.
    pub(crate) fn folders_at(&self, url: &str) -> Vec<NodeId> {
        let Some(key) = Key::new(url) else { return Vec::new() };
        let folder = |&under: &NodeId| {
            let full = self.full_key(under, &key.key);
            self.find(&full, hash(&full))
        };
        let is_shown =
            |&node: &NodeId| self.is(node, Flag::FOLDER) && !self.is(node, Flag::HIDDEN) && !self.has_url(node);
        let mut folders: Vec<NodeId> = self.paths.keys().filter_map(folder).filter(is_shown).collect();
        order::sort_by(&mut folders, &|a, b| a.cmp(&b));
        folders
    }

    /// The list below `under` whose entries come first.
    pub(crate) fn front(&mut self, under: NodeId, report: &mut Report) -> NodeId {
        self.paths(under, report).front
    }

    /// The list below `under` whose entries come last.
    pub(crate) fn tail(&mut self, under: NodeId, report: &mut Report) -> NodeId {
        self.paths(under, report).tail
    }

    /// Makes an entry the last one of a list.
    pub(crate) fn append_to_list(&mut self, list: NodeId, entry: NodeId, offset: u32) {
        let order = self.edges.len() as u32;
        self.add_member(list, order, entry, offset);
    }

    fn paths(&mut self, under: NodeId, report: &mut Report) -> &mut Paths {
        if !self.paths.contains_key(&under) {
            let [front, home, hosts, tail] = [(); 4].map(|()| self.unnamed(0, report));
            for list in [front, home, hosts, tail] {
                self.relate(under, Relation::Container, list, 0);
            }
            let paths = Paths { front, home, hosts, tail, ..Paths::default() };
            self.paths.insert(under, paths);
        }
        self.paths.entry(under).or_default()
    }

    fn give_url(&mut self, page: NodeId, url: Span, base: u16) {
        let node = &mut self.nodes[page as usize];
        (node.url, node.url_base) = (url, base);
        self.pages += 1;
        // What was said to be gone is told of again.
        self.unmark(page, Flag::DELETED);
    }

    /// The node of a key in the tree below `under`, and whether it was made. Only the key of the tree at the top is
    /// kept as it is, for only that may be part of an address.
    fn find_or_add(
        &mut self,
        under: NodeId,
        key: &str,
        name: Option<Span>,
        offset: u32,
        report: &mut Report,
    ) -> (NodeId, bool) {
        let is_top = self.root == Some(under);
        let full = self.full_key(under, key);
        let hash = hash(&full);
        if let Some(known) = self.find(&full, hash) {
            return (known, false);
        }
        let id = self.unnamed(offset, report);
        if self.full_reported {
            return (id, false);
        }
        self.nodes[id as usize].iri = match name {
            Some(name) if is_top => name,
            _ => self.text.push(&full),
        };
        self.index.insert(hash, id);
        (id, true)
    }

    fn full_key<'a>(&self, under: NodeId, key: &'a str) -> Cow<'a, str> {
        if self.root == Some(under) { Cow::Borrowed(key) } else { Cow::Owned(format!("{under} {key}")) }
    }

    fn find(&self, full: &str, hash: u32) -> Option<NodeId> {
        self.index.find(hash, |id| is_same(self.iri(id), full))
    }

    /// The node of a part of a key, with all levels above it.
    fn folder(
        &mut self,
        under: NodeId,
        key: &Key<'_>,
        end: usize,
        span: Span,
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        // Mostly it is there.
        if end > key.host {
            let full = self.full_key(under, &key.key[..end]);
            if let Some(known) = self.find(&full, hash(&full)) {
                return known;
            }
        }
        let host_name = key.start.map(|start| span.part(start..start + key.host));
        let mut above = self.host(under, &key.key[..key.host], host_name, offset, report);
        for level in key.levels().take_while(|&level| level <= end) {
            let name = key.start.map(|start| span.part(start..start + level));
            let (folder, is_new) = self.find_or_add(under, &key.key[..level], name, offset, report);
            if is_new {
                self.mark(folder, Flag::FOLDER);
                self.mark(folder, Flag::READABLE);
                self.append(above, folder, offset);
            }
            above = folder;
        }
        above
    }

    fn host(&mut self, under: NodeId, host: &str, name: Option<Span>, offset: u32, report: &mut Report) -> NodeId {
        let (node, is_new) = self.find_or_add(under, host, name, offset, report);
        if is_new {
            self.mark(node, Flag::FOLDER);
            self.mark(node, Flag::READABLE);
            // It is its own list from the start, so that the list of hosts can lead on to it.
            self.relate(node, Relation::Container, node, offset);
            let paths = self.paths(under, report);
            paths.numbers.insert(node, paths.each.len());
            paths.each.push((node, None));
            let (home, hosts, count) = (paths.home, paths.hosts, paths.each.len());
            match count {
                1 => self.add_rest(hosts, node, offset),
                2 => {
                    self.clear(home);
                    let first = self.paths(under, report).each[0].0;
                    self.open_hosts(hosts, first, offset);
                    self.show_home_as_host(under, 0, report);
                    self.append_to_list(hosts, node, offset);
                }
                _ => self.append_to_list(hosts, node, offset),
            }
        }
        node
    }

    /// A second host has come: the first gets a row of its own.
    fn open_hosts(&mut self, hosts: NodeId, first: NodeId, offset: u32) {
        // What else is listed there (addresses without a host) stays.
        let others: Vec<NodeId> =
            self.entries(hosts).filter(|(order, _)| *order != super::REST).map(|(_, child)| child.page).collect();
        self.nodes[hosts as usize].members = NONE;
        self.append_to_list(hosts, first, offset);
        for other in others.into_iter().rev() {
            self.append_to_list(hosts, other, offset);
        }
    }

    /// The home page of a host: the first row while there is one host, else the host's row itself.
    fn place_home(
        &mut self,
        under: NodeId,
        key: &Key<'_>,
        span: Span,
        base: u16,
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        let host_name = key.start.map(|start| span.part(start..start + key.host));
        let host = self.host(under, &key.key, host_name, offset, report);
        let paths = self.paths(under, report);
        let Some(&at) = paths.numbers.get(&host) else { return host };
        if let Some(home) = paths.each[at].1 {
            self.show_way(under, key, home, host, report);
            return home;
        }
        let (list, is_only) = (paths.home, paths.each.len() == 1);
        let home = if is_only { self.unnamed(offset, report) } else { host };
        self.paths(under, report).each[at].1 = Some(home);
        self.give_url(home, span, base);
        self.mark(home, Flag::READABLE);
        if is_only {
            self.append_to_list(list, home, offset);
        } else {
            self.unmark(host, Flag::FOLDER);
        }
        home
    }

    /// Lets a host's row be its home page, which has been a row of its own.
    fn show_home_as_host(&mut self, under: NodeId, at: usize, report: &mut Report) {
        let (host, home) = self.paths(under, report).each[at];
        let Some(home) = home.filter(|&home| home != host) else { return };
        self.show(home);
        let from = &self.nodes[home as usize];
        let (title, url, icon, bases, embedded, details) =
            (from.title, from.url, from.icon, (from.url_base, from.icon_base), from.embedded, from.details);
        let to = &mut self.nodes[host as usize];
        (to.title, to.url, to.icon, to.embedded, to.details) = (title, url, icon, embedded, details);
        (to.url_base, to.icon_base) = bases;
        self.flags[host as usize] = self.flags[home as usize];
        // It is one page, and is counted once.
        self.nodes[home as usize].url = Span::default();
        self.paths(under, report).each[at].1 = Some(host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_told_at_a_glance_are_those_of_a_closer_look() {
        let addresses = [
            "http://host/a",
            "http://host/b/",
            "http://host/index.html",
            "http://host/dir",
            "http://host/a/b",
            "http://host/a/b.html",
            "http://host/a/%41",
            "http://host/a/b/c",
            "http://host/a/b?c",
            "http://host/a/b?c/d",
            "http://host/a/b#c",
            "http://host/a?b/c",
            "http://host/a/\u{e9}",
            "http://host/a/",
            "http://host//a",
            "http://host/a//b",
            "https://host/a/b",
            "http://host:8080/a/b",
            "http://host:80/a/b",
            "http://HOST/a/b",
            "http://hos/a",
            "mailto:a@host",
            "",
        ];
        let mut glances = 0;
        for (before, address) in addresses.iter().flat_map(|before| addresses.map(|address| (before, address))) {
            let Some(key) = Key::new(before).filter(|key| key.key.len() > key.host) else { continue };
            let end = key.parent();
            let last = Last::new(0, before, &key, end);
            let Some(glance) = last.key_below(address) else { continue };
            glances += 1;
            let look = Key::new(address).map(|look| {
                assert_eq!(look.key[..look.parent()], *last.key, "{before} {address}");
                (look.key, look.start, look.host)
            });
            assert_eq!(look, Some((glance.key, glance.start, glance.host)), "{before} {address}");
        }
        assert!(glances > 10, "{glances}");
    }
}

//! The derived tree: pages placed by the host and the path of their addresses. A segment without a page of its own is
//! a folder.

use super::key::Key;
use super::tree::{Last, Paths};
use crate::address::reference;
use crate::collections::keyed::hash;
use crate::collections::sort;
use crate::findings::Report;
use crate::limits::MAX_PATH_LEVELS;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, NodeId, Relation};
use crate::text::{Span, is_same};
use std::borrow::Cow;

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
        let mut address = reference::visible(url);
        if reference::scheme(&address).is_none() && !address.is_empty() {
            let mut absolute = String::new();
            reference::resolve(base, &address, &mut absolute);
            address = Cow::Owned(reference::visible(&absolute).into_owned());
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
    pub(super) fn show_way(&mut self, under: NodeId, key: &Key<'_>, page: NodeId, parent: NodeId, report: &mut Report) {
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
        sort::sort_by(&mut folders, &|a, b| a.cmp(&b));
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

    pub(super) fn paths(&mut self, under: NodeId, report: &mut Report) -> &mut Paths {
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

    pub(super) fn give_url(&mut self, page: NodeId, url: Span, base: u16) {
        let node = &mut self.nodes[page as usize];
        (node.url, node.url_base) = (url, base);
        self.pages += 1;
        // What was said to be gone is told of again.
        self.unmark(page, Flag::DELETED);
    }

    /// The node of a key in the tree below `under`, and whether it was made. Only the key of the tree at the top is
    /// kept as it is, for only that may be part of an address.
    pub(super) fn find_or_add(
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
}

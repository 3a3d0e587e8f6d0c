//! Placing pages in a derived tree.

use super::tree::DerivedTree;
use crate::address::normal::is_normal;
use crate::address::{PageKey, check_written, reference};
use crate::collections::keyed::hash;
use crate::collections::sort;
use crate::findings::Report;
use crate::limits::{MAX_PATH_LEVELS, MAX_TITLE_IN_NAME, MAX_VALUE_BYTES};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, NodeId, Relation};
use crate::text::{Span, one_line};
use std::borrow::Cow;

/// Returns the absolute address of a reference. It is in its normal form if it has one.
fn absolute<'a>(url: &'a str, base: &str) -> Cow<'a, str> {
    if is_normal(url) {
        return Cow::Borrowed(url);
    }
    match reference::absolute(base, url) {
        Some(address) => Cow::Owned(address),
        None => reference::visible(url),
    }
}

/// Returns the end of the key of the folder that contains a page.
fn parent_end(key: &PageKey<'_>) -> usize {
    match key.as_str().len() > 2 * MAX_PATH_LEVELS {
        true => key.levels().rev().nth(1).unwrap_or(key.host_end()),
        false => key.parent(),
    }
}

impl SiteMap {
    /// Places a page below `under` by its host and path. Returns the page, which may already exist. Returns `None` if
    /// the address cannot be a link, or if no more rows or texts fit.
    pub(crate) fn place(
        &mut self,
        under: NodeId,
        url: &str,
        base: &str,
        offset: u32,
        report: &mut Report,
    ) -> Option<NodeId> {
        if self.is_full(offset, report) {
            return None;
        }
        // Most pages are in the same folder as the page before.
        let last = self.derived_trees.get(&under).and_then(|tree| tree.last_parent_of(url));
        if let Some((parent, key)) = last
            && url.len() <= MAX_VALUE_BYTES
        {
            let (nodes, span) = (self.nodes.len(), self.text.push(url));
            let page = self.place_below(under, parent, &key, (span, 0), offset, report);
            self.take_back_unless_used(page, nodes, span);
            return Some(page);
        }
        check_written(url, offset, report);
        let nodes = self.nodes.len();
        // Most addresses are normal. They are checked once.
        let is_stored = is_normal(url) && url.len() <= MAX_VALUE_BYTES;
        let address = if is_stored { Cow::Borrowed(url) } else { absolute(url, base) };
        let (span, base) = match is_stored {
            true => (self.text.push(url), 0),
            // Without a scheme, the reference has no absolute form, which is reported.
            false => {
                let base = if reference::scheme(&address).is_some() { "" } else { base };
                self.visible_link(&address, base, offset, report)?
            }
        };
        let key = if is_stored { PageKey::of_normal_entry(&address) } else { PageKey::of_entry(&address) };
        let Some(key) = key else {
            // Addresses without a host (`mailto:`) come last.
            let (page, is_new) = self.find_or_add(under, &address, None, offset, report);
            if is_new {
                self.give_url(page, (span, base));
                let tail = self.tail(under, report);
                self.append_to_list(tail, page, offset);
            }
            return Some(page);
        };
        if key.is_host() {
            return Some(self.place_home(under, &key, span, base, offset, report));
        }
        let parent_end = parent_end(&key);
        let parent_key = &key.as_str()[..parent_end];
        let parent = match self.derived_tree(under, report).last_parent(parent_key) {
            Some(parent) => parent,
            None => {
                let parent = self.folder(under, &key, parent_end, span, offset, report);
                self.derived_tree(under, report).set_last_parent(parent, &address, &key, parent_end);
                parent
            }
        };
        let page = self.place_below(under, parent, &key, (span, base), offset, report);
        self.take_back_unless_used(page, nodes, span);
        Some(page)
    }

    /// Forgets the address of an entry that repeats a page. Names of new nodes are parts of it.
    fn take_back_unless_used(&mut self, page: NodeId, nodes_before: usize, address: Span) {
        if self.nodes.len() == nodes_before && self.nodes[page].link.0 != address {
            self.text.take_back(address);
        }
    }

    /// Places a page that its document gives this title. If the page already has another title, the entry gets a row of its
    /// own in the same folder, with the same page as its link.
    pub(crate) fn place_titled(
        &mut self,
        under: NodeId,
        url: &str,
        base: &str,
        title: &str,
        offset: u32,
        report: &mut Report,
    ) -> Option<NodeId> {
        let page = self.place(under, url, base, offset, report)?;
        let title = one_line(title);
        let is_known = self.known.has_title(page) || self.has_substitute(page) || *self.title(page) == *title;
        if title.is_empty() || !self.has_title(page) || is_known {
            return Some(page);
        }
        let address = absolute(url, base);
        let key = PageKey::of_entry(&address);
        let parent = match &key {
            Some(key) if key.is_host() => self.find_key(under, key.as_str()),
            Some(key) => self.find_key(under, &key.as_str()[..parent_end(key)]),
            None => Some(self.tail(under, report)),
        };
        // No key begins with a space.
        let short = &title[..title.floor_char_boundary(MAX_TITLE_IN_NAME)];
        let name = format!(" {short} {}", key.as_ref().map_or(&*address, |key| key.as_str()));
        let (row, is_new) = self.find_or_add(under, &name, None, offset, report);
        let Some(parent) = parent.filter(|_| is_new) else { return Some(row) };
        if let Some(link) = self.link(&address, "", offset, report) {
            self.give_url(row, link);
        }
        self.mark(row, Flag::READABLE);
        match &key {
            Some(key) => {
                self.append(parent, row, offset);
                self.show_ancestors(under, key, row, parent, report);
            }
            None => _ = self.append_to_list(parent, row, offset),
        }
        Some(row)
    }

    /// Places a page directly below a page or folder.
    fn place_below(
        &mut self,
        under: NodeId,
        parent: NodeId,
        key: &PageKey<'_>,
        link: (Span, u16),
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        let name = key.start().map(|start| link.0.part(start..start + key.as_str().len()));
        let twin = self.take_twin(under, key, name);
        let (page, is_new) =
            twin.map_or_else(|| self.find_or_add(under, key.as_str(), name, offset, report), |twin| (twin, false));
        if twin.is_some() {
            self.nodes.set_link(page, link);
        } else if !self.has_url(page) {
            self.give_url(page, link);
            self.unmark(page, Flag::FOLDER);
        }
        self.mark(page, Flag::READABLE);
        self.known.note_listed(page);
        self.shape.note_page(page);
        if is_new {
            self.append(parent, page, offset);
        }
        self.show_ancestors(under, key, page, parent, report);
        page
    }

    /// Shows a page and its ancestors if they are hidden because another document declares the hierarchy. In most calls
    /// nothing is hidden.
    pub(super) fn show_ancestors(
        &mut self,
        under: NodeId,
        key: &PageKey<'_>,
        page: NodeId,
        parent: NodeId,
        report: &mut Report,
    ) {
        if !self.is(page, Flag::HIDDEN) && !self.is(parent, Flag::HIDDEN) {
            return;
        }
        for end in [key.host_end()].into_iter().chain(key.levels()) {
            let (level, _) = self.find_or_add(under, &key.as_str()[..end], None, 0, report);
            self.show(level);
        }
        self.show(page);
    }

    /// Returns the folders of the derived trees with this key that have no page of their own.
    pub(crate) fn folders_of(&self, key: &str) -> Vec<NodeId> {
        let folder = |&under: &NodeId| self.find_key(under, key);
        let is_shown =
            |&node: &NodeId| self.is(node, Flag::FOLDER) && !self.is(node, Flag::HIDDEN) && !self.has_url(node);
        let mut folders: Vec<NodeId> = self.derived_trees.keys().filter_map(folder).filter(is_shown).collect();
        sort::sort_by(&mut folders, &|a, b| a.cmp(&b));
        folders
    }

    /// Returns the list of the first entries below `under`.
    pub(crate) fn front(&mut self, under: NodeId, report: &mut Report) -> NodeId {
        self.derived_tree(under, report).lists().front
    }

    /// Returns the list of the last entries below `under`.
    pub(crate) fn tail(&mut self, under: NodeId, report: &mut Report) -> NodeId {
        self.derived_tree(under, report).lists().tail
    }

    /// Returns the derived tree below `under`. Creates its lists if they do not exist.
    pub(in crate::site_map) fn derived_tree(&mut self, under: NodeId, report: &mut Report) -> &mut DerivedTree {
        if !self.derived_trees.contains_key(&under) {
            let lists = [(); 4].map(|()| self.unnamed(0, report));
            for list in lists {
                self.relate(under, Relation::Container, list, 0);
            }
            self.derived_trees.insert(under, DerivedTree::new(lists));
        }
        self.derived_trees.entry(under).or_default()
    }

    /// Returns the derived tree of the root.
    pub(in crate::site_map) fn root_tree(&self) -> Option<&DerivedTree> {
        self.derived_trees.get(&self.root()?)
    }

    /// Gives an address to a node that had none. It then counts as a page.
    pub(in crate::site_map) fn give_url(&mut self, page: NodeId, link: (Span, u16)) {
        self.nodes.give_link(page, link);
        // The document lists a page again that it reported as deleted.
        self.unmark(page, Flag::DELETED);
    }

    /// Returns the node of a key in the tree below `under`, and `true` if it is new. Only keys of the root's tree are
    /// stored as part of an address, because other keys get a prefix. Not inlined: it has many callers.
    #[inline(never)]
    pub(in crate::site_map) fn find_or_add(
        &mut self,
        under: NodeId,
        key: &str,
        name: Option<Span>,
        offset: u32,
        report: &mut Report,
    ) -> (NodeId, bool) {
        let is_top = self.root() == Some(under);
        let full = self.full_key(under, key);
        let hash = hash(&full);
        if let Some(known) = self.find(&full, hash) {
            return (known, false);
        }
        let id = self.unnamed(offset, report);
        if self.was_full() {
            return (id, false);
        }
        let iri = name.filter(|_| is_top).unwrap_or_else(|| self.text.push(&full));
        self.name(id, iri, hash);
        (id, true)
    }

    fn full_key<'a>(&self, under: NodeId, key: &'a str) -> Cow<'a, str> {
        if self.root() == Some(under) { Cow::Borrowed(key) } else { Cow::Owned(format!("{under} {key}")) }
    }

    /// Returns the node of a key in the tree below `under`.
    pub(in crate::site_map) fn find_key(&self, under: NodeId, key: &str) -> Option<NodeId> {
        let full = self.full_key(under, key);
        self.find(&full, hash(&full))
    }

    /// Returns the folder for the first `end` bytes of a key. Creates the missing levels above it.
    pub(in crate::site_map) fn folder(
        &mut self,
        under: NodeId,
        key: &PageKey<'_>,
        end: usize,
        span: Span,
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        // In most calls the folder exists already.
        if end > key.host_end() {
            let full = self.full_key(under, &key.as_str()[..end]);
            if let Some(known) = self.find(&full, hash(&full)) {
                return known;
            }
        }
        let host_name = key.start().map(|start| span.part(start..start + key.host_end()));
        let mut above = self.host(under, &key.as_str()[..key.host_end()], host_name, offset, report);
        for level in key.levels().take_while(|&level| level <= end) {
            let name = key.start().map(|start| span.part(start..start + level));
            let (folder, is_new) = self.find_or_add(under, &key.as_str()[..level], name, offset, report);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_NODES;

    #[test]
    fn an_entry_beyond_the_limit_changes_no_page() {
        let (mut map, mut report) = (SiteMap::default(), Report::default());
        let root = map.make_ground(&mut report);
        let mut place =
            |map: &mut SiteMap, path| map.place(root, &format!("https://www.example.org/{path}"), "", 0, &mut report);
        let last = place(&mut map, "last").expect("a page");
        let pages = map.pages();
        while map.nodes.len() < MAX_NODES {
            map.unnamed(0, &mut Report::default());
        }
        assert_eq!((place(&mut map, "next"), place(&mut map, "folder/next")), (None, None));
        assert_eq!((map.pages(), map.title(last)), (pages, "Last".into()));
        assert!(map.was_full());
    }
}

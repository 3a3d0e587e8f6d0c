//! The entries of a bookmark file: folders, bookmarks, separators and aliases. Section numbers are those of XBEL.

use super::aliases::{Alias, Target};
use super::state::{Bookmarks, Kind, Open};
use crate::address::{check_written, readable, reference};
use crate::findings::{FindingCode, Report};
use crate::site_map::{Flag, NodeId, Relation, SiteMap};

impl Bookmarks {
    pub(in crate::format) fn new(under: Option<NodeId>) -> Bookmarks {
        Bookmarks { under, ..Bookmarks::default() }
    }

    /// Enters an element that is part of the tree. `entry` is its number among all entries.
    pub(in crate::format) fn push(&mut self, kind: Kind, node: NodeId, page: NodeId, entry: u32, offset: u32) {
        self.open.push(Open {
            kind,
            node,
            page,
            entry,
            offset,
            id: None,
            href: None,
            is_placed: matches!(kind, Kind::Document | Kind::Info | Kind::Saved | Kind::Menu),
            owners: Vec::new(),
        });
    }

    /// Leaves the innermost element.
    pub(in crate::format) fn pop(&mut self) {
        if let Some(id) = self.open.last().and_then(|open| open.id.as_ref()) {
            self.aliases.close(id, self.entries);
        }
        if let Some((start, _)) = self.open.pop().and_then(|open| open.href) {
            self.hrefs.truncate(start);
        }
    }

    pub(in crate::format) fn next_entry(&mut self) -> u32 {
        self.entries += 1;
        self.entries
    }

    /// Starts the document. Returns the page that holds its entries.
    pub(in crate::format) fn start_document(&mut self, map: &mut SiteMap, offset: u32, report: &mut Report) -> NodeId {
        let page = self.under.unwrap_or_else(|| map.make_root(report));
        let list = map.unnamed(offset, report);
        map.relate(page, Relation::Container, list, offset);
        self.push(Kind::Document, list, page, 0, offset);
        page
    }

    /// Starts a folder or a bookmark. Returns its page.
    pub(in crate::format) fn start_entry(
        &mut self,
        kind: Kind,
        map: &mut SiteMap,
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        let node = map.unnamed(offset, report);
        let entry = self.next_entry();
        map.mark(node, if kind == Kind::Folder { Flag::FOLDER } else { Flag::READABLE });
        self.push(kind, node, node, entry, offset);
        node
    }

    /// Sets the address of the innermost bookmark. It is applied when the bookmark ends.
    /// An address for programs that read feeds becomes one of the web.
    pub(in crate::format) fn set_href(&mut self, href: &str, offset: u32) {
        let of_feed = reference::of_feed(href.trim());
        let href = of_feed.as_deref().unwrap_or(href);
        let start = self.hrefs.len();
        if let Some(open) = self.open.last_mut().filter(|open| open.href.is_none()) {
            self.hrefs.push_str(href);
            open.href = Some((start, offset));
        }
    }

    pub(in crate::format) fn end_folder(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.place_innermost(map);
        let Some(open) = self.open.last() else { return };
        if !map.has_title(open.page) {
            report.warning(FindingCode::MissingTitle, open.offset, "This folder has no title. Write one.");
        }
    }

    /// Ends a bookmark. It may be incomplete.
    pub(in crate::format) fn end_bookmark(&mut self, map: &mut SiteMap, base: &str, report: &mut Report) {
        let Some(open) = self.open.last_mut() else { return };
        let (page, offset) = (open.page, open.offset);
        if self.repeats_folder == Some(page) {
            return;
        }
        let has_title = map.has_title(page);
        let Some((href, href_offset)) = open.href else {
            if has_title {
                let message = "This bookmark has no href, so it leads nowhere; add the address of its page.";
                report.warning(FindingCode::MissingHref, offset, message);
                self.place_innermost(map);
                return;
            }
            let message = "This bookmark has neither title nor href, so it is left out; add both.";
            report.warning(FindingCode::MissingHref, offset, message);
            if let Some(id) = open.id.take() {
                self.aliases.forget(&id);
            }
            return;
        };
        let written = &self.hrefs[href..];
        let href = reference::visible(written);
        // `%s` stands for the words that a user types after the keyword of a bookmark.
        check_written(&written.replace("%s", "s").replace("%S", "s"), href_offset, report);
        map.set_checked_url(page, &href, base, href_offset, report);
        if !map.has_url(page) && !href.is_empty() {
            map.saved.set_unlinked(page, written, href_offset, report);
        }
        if !href.is_empty() && reference::scheme(&href).is_none() && map.has_url(page) {
            let message =
                format!("'{href}' has no scheme, so it is read as relative to this file; write the whole address.");
            report.warning(FindingCode::HrefWithoutScheme, href_offset, message);
        }
        if !has_title {
            // Bookmarks lead to many sites, so the title names the site.
            if let Some(title) = map.url(page).and_then(|url| readable::with_host(&url)) {
                map.set_substitute(page, &title, offset, report);
            } else if !map.has_url(page) {
                let path = href.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
                let segment = path.rsplit('/').next().unwrap_or_default();
                map.set_title(page, &readable::segment(segment), offset, report);
            }
            let message = format!("This bookmark has no title; it is shown as '{}'. Write one.", map.title(page));
            report.warning(FindingCode::MissingTitle, offset, message);
        }
        self.place_innermost(map);
    }

    /// Gives the innermost element an id, which is kept for saving. An empty id is ignored.
    pub(in crate::format) fn set_id(&mut self, id: &str, map: &mut SiteMap, offset: u32, report: &mut Report) {
        let id: Box<str> = id.trim().into();
        let Some(open) = self.open.last_mut().filter(|_| !id.is_empty()) else { return };
        let (is_document, page) = (open.kind == Kind::Document, open.page);
        let target = match open.kind {
            Kind::Document => Target::Document,
            Kind::Folder | Kind::Bookmark => Target::Page(page, open.entry, u32::MAX),
            _ => Target::Alias(self.aliases.count()),
        };
        let is_alias = matches!(target, Target::Alias(_));
        if !self.aliases.name(&id, target) {
            let message = format!("The id '{id}' appears twice; aliases lead to the first. Give each element its own.");
            report.warning(FindingCode::DuplicateId, offset, message);
            return;
        }
        if !is_alias && (!is_document || self.under.is_none()) {
            map.set_id(page, &id, offset, report);
        }
        open.id = Some(id);
    }

    pub(in crate::format) fn separator(&mut self, map: &mut SiteMap, offset: u32, report: &mut Report) {
        let node = map.unnamed(offset, report);
        map.mark(node, Flag::SEPARATOR);
        let entry = self.next_entry();
        self.push(Kind::Empty, node, node, entry, offset);
        self.place_innermost(map);
    }

    /// Starts an alias. A folder that contains one is shown, like one that contains any other entry.
    pub(in crate::format) fn start_alias(&mut self, map: &mut SiteMap, offset: u32) {
        let Some(parent) = self.open.last().map(|open| open.node) else { return };
        self.place_innermost(map);
        let entry = self.next_entry();
        self.push(Kind::Empty, parent, parent, entry, offset);
    }

    /// Sets the target of the innermost alias.
    pub(in crate::format) fn set_alias_target(&mut self, to: &str, to_offset: u32) {
        let Some(open) = self.open.last_mut() else { return };
        let (parent, entry, offset, id) = (open.node, open.entry, open.offset, open.id.take());
        self.aliases.add(Alias { to: to.trim().into(), to_offset, id, parent, entry, offset });
    }

    /// Adds the innermost open element to its parent, and the parent to its own parent.
    pub(in crate::format) fn place_innermost(&mut self, map: &mut SiteMap) {
        for at in (1..self.open.len()).rev() {
            if self.open[at].is_placed {
                break;
            }
            self.open[at].is_placed = true;
            let (parent, Open { node, entry, offset, .. }) = (self.open[at - 1].node, &self.open[at]);
            map.insert(parent, *entry, *node, *offset);
            self.is_shown = true;
        }
    }

    /// Ends the document. It may be incomplete.
    pub(in crate::format) fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        // An alias cannot refer to an element that is incomplete.
        for open in self.open.iter_mut().filter(|open| !open.is_placed) {
            if let Some(id) = open.id.take() {
                self.aliases.forget(&id);
            }
        }
        self.finish_saved(map);
        let is_any = self.aliases.resolve(map, report);
        self.is_shown |= is_any;
        if !self.is_shown && !report.has_errors() {
            let message = "There is no bookmark or folder in this file, so there is no tree. Add some.";
            report.error(FindingCode::NoPages, 0, message);
        }
    }
}

//! The work at the end of a NEGS file: it lists unplaced pages, and derives a tree if none is declared.

use super::state::{CLAIMED, EXTENDED, KNOWN, Negs, PLACED, ROOTED, VISITED, missing_title};
use crate::collections::sort;
use crate::findings::{FindingCode, Report};
use crate::format::reader::Structure;
use crate::format::sitemap::document::Document;
use crate::site_map::{Child, Flag, NodeId, Relation, SiteMap, check_cycles};

impl Negs {
    /// Returns the pages of the current document in document order.
    fn pages(&self) -> impl Iterator<Item = NodeId> + use<> {
        let known: Vec<NodeId> =
            (self.first..self.states.len() as NodeId).filter(|&page| self.is(page, KNOWN)).collect();
        known.into_iter()
    }

    /// Lists the pages that cannot be reached from the top level.
    pub(super) fn list_unplaced(&mut self, map: &mut SiteMap, report: &mut Report) {
        for (page, offset) in std::mem::take(&mut self.without_parent) {
            if !self.is(page, PLACED | CLAIMED) {
                self.set(page, CLAIMED);
                let message =
                    "This url has neither negs:childOf nor negs:relatesTo, so its place is unknown; add one of them.";
                report.warning(FindingCode::NoPlace, offset, message);
            }
        }
        let mut unplaced = Vec::new();
        for page in self.in_finish_order(map).into_iter().rev() {
            if !self.is(page, ROOTED) {
                self.mark_rooted(page, map);
                unplaced.push(page);
            }
        }
        sort::sort_by(&mut unplaced, &|a, b| a.cmp(&b));
        for page in unplaced {
            map.add_unplaced(page, map.offset(page), report);
        }
    }

    /// Returns the pages that cannot be reached from the top level, in the order in which a depth-first search finishes
    /// them. A page cannot be reached from a page that finishes earlier, unless they are in a cycle. The last page of a
    /// cycle to finish is the one visited first.
    fn in_finish_order(&mut self, map: &SiteMap) -> Vec<NodeId> {
        let mut finished = Vec::new();
        let mut children: Vec<Child> = Vec::new();
        // The current path: each page, and the index of its first child in `children`, which shrinks as they are
        // visited.
        let mut path: Vec<(NodeId, usize)> = Vec::new();
        for page in self.pages().filter(|&page| self.is(page, EXTENDED)).collect::<Vec<_>>() {
            let mut next = Some(page);
            loop {
                if let Some(page) = next.take().filter(|&page| !self.is(page, ROOTED | VISITED)) {
                    self.set(page, VISITED);
                    path.push((page, children.len()));
                    let start = children.len();
                    map.children(page, Relation::Container, &mut children);
                    map.children(page, Relation::Embedded, &mut children);
                    children[start..].reverse();
                }
                let Some(&(page, start)) = path.last() else { break };
                if children.len() > start {
                    next = children.pop().map(|child| child.page);
                } else {
                    finished.push(page);
                    path.pop();
                }
            }
        }
        finished
    }

    /// Reports how many pages the tree leaves out because they have no NEGS attributes.
    pub(super) fn note_unlisted(&self, map: &SiteMap, report: &mut Report) {
        let early = self.early_pages.values().copied();
        let later = self.pages().filter(|&page| !self.is(page, EXTENDED));
        let (mut first, mut count) = (NodeId::MAX, 0);
        for page in early.chain(later) {
            (first, count) = (first.min(page), count + 1);
        }
        if count == 0 {
            return;
        }
        let title = map.title(first);
        let message = match count - 1 {
            0 => format!(
                "'{title}' has no NEGS attributes, so it is not part of the tree; add negs:childOf or \
                 negs:relatesTo if it should be."
            ),
            more => format!(
                "'{title}' and {more} more pages have no NEGS attributes, so they are not part of the tree; add \
                 negs:childOf or negs:relatesTo where they should be."
            ),
        };
        report.note(FindingCode::UnlistedPage, map.offset(first), message);
    }

    /// Handles a file without a top level: its pages are placed by host and path.
    pub(super) fn derive(&mut self, document: &mut Document<'_>, report: &mut Report) {
        let message = "No url has negs:childOf=\"urn:sitemap:root\", so the declared tree has no top level and the pages are \
                               shown by their addresses; add it to the pages of the top level.";
        report.error(FindingCode::NoRoot, 0, message);
        self.structure = Some(Structure::Derived);
        let under = document.under(report);
        let map = &mut *document.map;
        for node in self.early.drain(..) {
            map.show(node);
        }
        for page in self.pages() {
            let offset = map.offset(page);
            let address =
                if map.has_url(page) || !self.is(page, EXTENDED) { map.iri(page).to_owned() } else { String::new() };
            let placed = (!address.is_empty()).then(|| map.place(under, &address, "", offset, report)).flatten();
            if let Some(placed) = placed {
                map.adopt(placed, page);
                continue;
            }
            map.set_title(page, &address, offset, report);
            if map.has_title(page) {
                // Its children are placed by their own addresses.
                map.clear(page);
                let tail = map.tail(under, report);
                map.append_to_list(tail, page, offset);
            }
        }
        self.without_parent.clear();
    }

    /// Runs the checks that read every page.
    pub(super) fn check_structure(&self, map: &SiteMap, report: &mut Report) {
        if self.structure != Some(Structure::Declared) {
            return;
        }
        if let Some(root) = map.root() {
            check_cycles(map, root, report);
        }
        for page in self.pages() {
            if self.is(page, EXTENDED) && !map.has_title(page) && !map.is(page, Flag::SEPARATOR) {
                missing_title(&map.title(page), map.offset(page), report);
            }
        }
    }
}

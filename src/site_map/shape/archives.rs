//! Archive pages: the blog above its posts, the shop above its products. Some generators begin the sitemap of a kind of pages
//! with the archive, which has the date of the newest page. The other pages follow, the oldest first.

use super::dates::is_year;
use super::groups::TopEntry;
use super::names;
use super::steps::Steps;
use crate::address::is_below;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, NodeId};

/// With fewer pages, their order and dates may be equal by chance.
const MIN_PAGES: usize = 4;

impl SiteMap {
    /// Moves the rows of the top level whose pages are of one kind below the archive of this kind.
    pub(super) fn move_to_archives(&mut self, rows: &mut Vec<TopEntry>, steps: &mut Steps) {
        let archives = self.archives(steps);
        rows.retain(|row| {
            let kind = self.shape.kind_of(row.node);
            let archive = archives.iter().find(|(of, _)| kind == Some(&**of)).map(|(_, archive)| *archive);
            let archive = archive.filter(|&archive| row.node != archive && !self.is_below_row(archive, row.node));
            let Some(archive) = archive.filter(|_| self.is_of_one_kind(row.node, steps)) else { return true };
            self.shape.note_archive(archive);
            self.own_list_of(archive);
            self.move_entry(row.edge, archive);
            // The folder of the pages is not a level, but a year is.
            if self.is_plain_folder(row.node) && !is_year(self.segment(row.node)) {
                self.dissolve(row.node, archive, steps);
            }
            false
        });
    }

    /// Returns the archive of each kind of pages that has one.
    fn archives(&self, steps: &mut Steps) -> Vec<(String, NodeId)> {
        let mut archives = Vec::new();
        for (kind, first, nodes) in self.shape.documents(self.len() as NodeId) {
            if steps.spend(nodes.len()) && self.is_archive(first, kind, nodes) {
                archives.push((kind.to_owned(), first));
            }
        }
        archives
    }

    /// Returns `true` if the first page of a sitemap is the archive of its other pages, which are sorted by date. It has exactly
    /// the date of the last one, or it is of another kind, because another sitemap has it too.
    fn is_archive(&self, page: NodeId, kind: &str, others: std::ops::Range<NodeId>) -> bool {
        let (mut first, mut last, mut count) = ("", "", 0);
        for other in others.filter(|&other| other != page && self.has_url(other)) {
            let date = self.date(other);
            if date.is_empty() || date < last {
                return false;
            }
            first = if count == 0 { date } else { first };
            (last, count) = (date, count + 1);
        }
        let is_first = self.date(page) == last || self.shape.kind_of(page) != Some(kind);
        count >= MIN_PAGES && first < last && is_first
    }

    fn date(&self, page: NodeId) -> &str {
        self.last_details(page).find(|(name, _)| *name == "lastmod").map_or("", |(_, date)| date)
    }

    /// Returns `true` for a folder of tags, categories or authors, which have sitemaps of their own.
    pub(super) fn has_only_lists(&self, folder: NodeId, steps: &mut Steps) -> bool {
        let is_of_lists = self.shape.kind_of(folder).is_some_and(names::is_kind_of_lists);
        is_of_lists && self.is_plain_folder(folder) && self.is_of_one_kind(folder, steps)
    }

    /// Returns `true` if the pages below a row are of the same kind as the row.
    fn is_of_one_kind(&self, row: NodeId, steps: &mut Steps) -> bool {
        let kind = self.shape.kind_of(row);
        let mut next = vec![row];
        while let Some(at) = next.pop() {
            let edges = self.own_edges(at);
            if self.shape.kind_of(at) != kind || self.is(at, Flag::MADE) || !steps.spend(1 + edges.len()) {
                return false;
            }
            let is_below = |&entry: &NodeId| self.is_below_row(entry, at);
            next.extend(edges.into_iter().map(|edge| self.lists[edge].target).filter(is_below));
        }
        true
    }

    fn is_below_row(&self, node: NodeId, row: NodeId) -> bool {
        is_below(self.iri(node), self.iri(row))
    }
}

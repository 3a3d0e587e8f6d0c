//! Claims of breadcrumbs: each page is below the one before it.

use crate::address::{is_part, is_same_host, key};
use crate::arrange::claims::{PlaceSource, TitleSource};
use crate::arrange::table::Table;
use crate::limits::MAX_PATH_LEVELS;
use crate::page_facts::{PageFacts, tidy};
use crate::site_map::layer::Row;
use std::iter::successors;

impl Table<'_> {
    /// Makes the claims of the breadcrumbs of a page. A breadcrumb that has only the home page above the page does not place
    /// it. A category at its top is below the archive of the page's kind: a category of a shop is below the shop.
    pub(in crate::arrange) fn claim_breadcrumbs(&mut self, page: &PageFacts) {
        let (visited, own) = (page, key(&page.url));
        let archive = self.page_at(&*page.url).and_then(|row| self.archive_of(row));
        for crumbs in &page.breadcrumbs {
            let is_own_placed = self.page_at(&*visited.url).is_some_and(|row| self.rows.about(row).place.is_some());
            let mut parent = self.rows.root;
            let count = crumbs.len();
            for (at, crumb) in crumbs.iter().enumerate() {
                let text = tidy(&crumb.text);
                let is_last = at + 1 == count;
                let url = crumb.url.as_deref().or(is_last.then_some(&*page.url));
                let Some(url) = url.filter(|url| is_same_host(url, &page.url)) else { continue };
                if self.is_home(url) {
                    continue;
                }
                if is_part(url)
                    && let Some((page, _)) = url.split_once('#')
                {
                    // A part of a page is a group of the pages below it.
                    if !self.is_home(page) && !is_own_placed && key(page) != own {
                        parent = self.claim_group(page, &text).unwrap_or(parent);
                    }
                    if is_last
                        && parent != self.rows.root
                        && let Some(row) = self.make_page(&*visited.url)
                    {
                        self.place(row, parent, PlaceSource::Breadcrumb);
                    }
                    continue;
                }
                // A trail made from the address has no titles, and may name folders that are not pages.
                let repeats_address = key(url).rsplit('/').next() == Some(&*text);
                if repeats_address && !self.has_page(url) {
                    break;
                }
                let Some(row) = self.make_page(url) else { continue };
                if !repeats_address {
                    self.name(row, &text, TitleSource::Breadcrumb);
                }
                // "Home > Page" is what many generators write for pages outside their menus.
                if at > 0 && !(is_last && parent == self.rows.root) {
                    let above = archive.filter(|&archive| parent == self.rows.root && row != archive);
                    self.place(row, above.unwrap_or(parent), PlaceSource::Breadcrumb);
                }
                parent = row;
            }
        }
    }

    /// Returns the archive that has a row.
    fn archive_of(&self, row: Row) -> Option<Row> {
        let above = |row: &Row| self.parent_by_address(*row);
        successors(above(&row), above).take(MAX_PATH_LEVELS).find(|&row| self.ground.is_archive(row))
    }

    /// Returns the heading below a page for one of its parts. Adds it if it does not exist.
    fn claim_group(&mut self, page: &str, text: &str) -> Option<Row> {
        let above = self.make_page(page)?;
        let group = self.make_heading(above, text, None)?;
        self.name(group, text, TitleSource::Breadcrumb);
        self.place(group, above, PlaceSource::Breadcrumb);
        Some(group)
    }
}

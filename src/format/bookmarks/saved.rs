//! Reads what saved bookmark files contain beyond their formats. This part is the same in all of these formats.

use super::state::Bookmarks;
use crate::findings::Report;
use crate::format::saved_terms;
use crate::site_map::{Flag, NodeId, SiteMap};

impl Bookmarks {
    /// Applies the words of `navi:kind` to an entry.
    pub(in crate::format) fn saved_kind(&mut self, page: NodeId, words: &str, map: &mut SiteMap) {
        saved_terms::apply_kind(map, page, words);
        // The formats have their own form of separators.
        map.unmark(page, Flag::SEPARATOR);
        for word in words.split_whitespace() {
            match word {
                "heading" => map.unmark(page, Flag::FOLDER),
                "self" => self.repeats_folder = Some(page),
                "deleted" => self.deleted.push(page),
                _ => {}
            }
        }
    }

    /// Sets a folder's own address.
    pub(in crate::format) fn folder_address(
        page: NodeId,
        address: &str,
        base: &str,
        map: &mut SiteMap,
        offset: u32,
        report: &mut Report,
    ) {
        map.set_url(page, address, base, offset, report);
        if !map.has_url(page) {
            map.saved.set_unlinked(page, address, offset, report);
        }
    }

    /// Starts the context menu of the innermost entry.
    pub(in crate::format) fn start_menu(&mut self, map: &mut SiteMap, offset: u32, report: &mut Report) {
        let Some(open) = self.open.last() else { return };
        let (page, entry) = (open.page, open.entry);
        let list = map.menu_list(page, offset, report);
        self.push(super::state::Kind::Menu, list, page, entry, offset);
    }

    /// Applies what needs the titles of all entries.
    pub(super) fn finish_saved(&mut self, map: &mut SiteMap) {
        for page in std::mem::take(&mut self.deleted) {
            map.delete(page);
        }
    }
}

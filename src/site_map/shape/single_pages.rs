//! Folders for one page only, where an address has an identifier beside the name of the page: `/856577/title`,
//! `/title/856577`, `/title?source=rss`.

use super::dates::is_year;
use super::steps::Steps;
use crate::address::PageKey;
use crate::address::readable::without_ending;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, NodeId};

/// The shortest number that is an identifier. Shorter ones are versions and parts.
const MIN_IDENTIFIER: usize = 3;

/// The shortest identifier of hexadecimal digits. Shorter ones may be words.
const MIN_HEXADECIMAL: usize = 8;

impl SiteMap {
    /// Puts each page that is the only entry of its folder in the place of the folder, if one of both has a name without
    /// words. The page gets the name with words.
    pub(super) fn shape_single_pages(&mut self, steps: &mut Steps) {
        // Folders come before the folders in them.
        for list in (0..self.len() as NodeId).rev() {
            let places = self.own_edges(list);
            if !steps.spend(places.len()) {
                return;
            }
            // A month stays a month.
            if is_year(self.segment(list)) {
                continue;
            }
            for place in places.into_iter().filter(|&place| self.is_entry(place)).collect::<Vec<_>>() {
                let folder = self.lists[place].target;
                let Some(edge) = self.single_page(folder, steps) else { continue };
                let page = self.lists[edge].target;
                if !self.is_wordless_folder(folder) && !self.has_title(page) {
                    let title = self.title(folder).into_owned();
                    self.give_address_title(page, &title);
                }
                self.take_place(page, edge, place, list);
                // It is shown again if a later sitemap has more of its pages.
                self.hide(folder);
                self.append(list, folder, 0);
            }
        }
    }

    /// Returns the entry of a folder's only page if the folder is not a level.
    fn single_page(&self, folder: NodeId, steps: &mut Steps) -> Option<u32> {
        let is_below_host = PageKey::of_text(self.iri(folder)).is_some_and(|key| !key.is_host());
        if !is_below_host || !self.is_plain_folder(folder) {
            return None;
        }
        let is_shown = |edge: &u32| {
            let target = self.lists[*edge].target;
            self.is_entry(*edge) && !self.is(target, Flag::HIDDEN)
        };
        let edges = self.own_edges(folder);
        let mut shown = edges.into_iter().take_while(|_| steps.spend(1)).filter(is_shown);
        let (only, None) = (shown.next()?, shown.next()) else { return None };
        let page = self.lists[only].target;
        let is_leaf = self.has_url(page) && !self.is_list(page) && self.is_entry(only);
        let rest = self.iri(page).strip_prefix(self.iri(folder))?;
        let is_wordless_page = rest.starts_with('?') || is_wordless(without_ending(rest.trim_start_matches('/')));
        (is_leaf && is_wordless_page != self.is_wordless_folder(folder)).then_some(only)
    }

    fn is_wordless_folder(&self, folder: NodeId) -> bool {
        is_wordless(self.segment(folder))
    }
}

/// Returns `true` for an identifier. A year and a short number mean something.
fn is_wordless(name: &str) -> bool {
    let has_digit = name.bytes().any(|b| b.is_ascii_digit());
    let is_number = name.len() >= MIN_IDENTIFIER && name.bytes().all(|b| b.is_ascii_digit()) && !is_year(name);
    let is_hexadecimal = name.len() >= MIN_HEXADECIMAL && name.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    is_number || is_hexadecimal && has_digit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_not_words() {
        for name in ["856577", "111", "417d97952d42", "0b9a6c3e-5d0f-4a6b-9d53-0f6a2d1f9c11"] {
            assert!(is_wordless(name), "{name}");
        }
        for name in ["", "12", "2024", "1.2", "v2", "facade", "deadbeef", "2024-05-03-news", "a1", "11-ways"] {
            assert!(!is_wordless(name), "{name}");
        }
    }
}

//! Rows that stand for several entries. A folder of addresses whose only entry is another folder shares the row of this
//! folder. In a filtered tree, an entry shares the row of its only child if both have no address and it only leads to this
//! child. The row shows all titles, as in `2020 / 05 / 05`. It expands and collapses the last entry. The others are always
//! expanded.

use super::branches::Branches;
use super::entry::{At, TOP};
use super::source::Source;
use crate::limits::MAX_JOINED;
use crate::site_map::{Kind, SiteMap};
use crate::tree;

/// Separates the titles in a shared row.
const BETWEEN: &str = " / ";

impl Branches {
    /// Finds out if an entry that was built shares the row of the entry below. An entry keeps its row if the user can expand it
    /// to show more: a match, and the children of a match.
    pub(super) fn join(&mut self, source: &Source<'_>, at: At) {
        if at == TOP || (source.found.is_none() && !source.map.has_single_folders()) {
            return;
        }
        let entry = *self.get(at);
        let is_folder = |at: At| {
            let page = self.get(at).page;
            matches!(source.map.kind(page), Kind::Folder | Kind::Heading) && tree::label(source.map, page).is_none()
        };
        let only_leads_on = || match source.found {
            None => source.is_single(entry.page),
            Some(found) => !(entry.whole || self.is_below_whole(at) || found.is_chosen(entry.page)),
        };
        let is_joined = self.counted(at) == 1
            && self.child(at, 0).is_some_and(|below| only_leads_on() && is_folder(at) && is_folder(below));
        self.has_joined |= is_joined;
        let entry = self.get_mut(at);
        entry.joined = is_joined;
        // If a folder gets more entries later, they are shown.
        entry.expanded |= is_joined && source.found.is_none();
    }

    /// Returns the entries above one that share its row, the nearest first.
    pub(super) fn joined_above(&self, at: At) -> impl Iterator<Item = At> + '_ {
        let joined = |at: At| Some(self.get(at).parent).filter(|&above| above != TOP && self.get(above).joined);
        let nearest = if self.has_joined { joined(at) } else { None };
        std::iter::successors(nearest, move |&at| joined(at))
    }

    /// Returns the first entry of a row.
    pub(super) fn first_joined(&self, at: At) -> At {
        self.joined_above(at).last().unwrap_or(at)
    }

    /// Returns the last entry of a row, which owns the row.
    pub(super) fn last_joined(&self, at: At) -> At {
        let mut at = at;
        while self.get(at).joined
            && let Some(below) = self.child(at, 0)
        {
            at = below;
        }
        at
    }

    /// Returns the level of a row: the number of rows on its path, itself included.
    pub(super) fn level(&self, at: At) -> u32 {
        if !self.has_joined {
            return self.depth(at);
        }
        self.depth(at) - self.path_up(at).filter(|&at| self.get(at).joined).count() as u32
    }

    /// Returns the text before the title of the row's last entry. If there are more than [`MAX_JOINED`] entries, it
    /// names the last ones.
    pub(super) fn titles_before(&self, map: &SiteMap, at: At) -> String {
        let mut above: Vec<At> = self.joined_above(at).take(MAX_JOINED).collect();
        let is_cut = above.len() == MAX_JOINED && above.pop().is_some();
        let titles = above.iter().rev().map(|&at| map.title(self.get(at).page));
        let mut before = String::new();
        for title in is_cut.then(|| "\u{2026}".into()).into_iter().chain(titles) {
            before.push_str(&title);
            before.push_str(BETWEEN);
        }
        before
    }
}

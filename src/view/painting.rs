//! The rows of a window for the painter.

use super::distinct;
use super::entry::At;
use super::row::{DocumentState, Row};
use super::search_text;
use super::source::Source;
use super::tree_view::TreeView;
use super::words::AddressPart;
use crate::site_map::{Flag, LoadState, SiteMap};
use crate::tree;

impl TreeView {
    /// Returns the rows of a window. A window may reach beyond the end.
    pub fn rows(&self, map: &SiteMap, range: std::ops::Range<usize>) -> Vec<Row> {
        self.prepare_marks(map);
        let entries: Vec<At> = self.shown().rows_from(range.start).take(range.len()).collect();
        let mut made: Vec<Row> = entries.iter().map(|&at| self.row(map, at)).collect();
        // The titles of the children of each parent. Open branches alternate with their siblings.
        let mut levels: Vec<(At, Vec<_>)> = Vec::new();
        for (row, &at) in made.iter_mut().zip(&entries) {
            let first_match = row.highlights.first().map(|&(start, _)| start);
            let branches = self.shown();
            let first = branches.first_joined(at);
            let parent = branches.get(first).parent;
            let known = levels.iter().position(|(known, _)| *known == parent);
            let level = known.unwrap_or_else(|| {
                levels.push((parent, branches.titled_children(map, parent)));
                levels.len() - 1
            });
            let siblings = branches.siblings(first);
            let titles = siblings.map(|sibling| sibling.map(|at| map.title(branches.get(at).page)));
            let titles = [titles[0].as_deref(), titles[1].as_deref()];
            if row.address.is_none() {
                let mut same = levels[level].1.iter().filter(|(other, title)| *other != first && *title == row.title);
                row.address = same.find_map(|&(other, _)| self.address_that_differs(map, at, other));
            }
            // The address beside the title leaves no room for a cut in the middle of the title.
            let has_room = row.address.is_none();
            row.cut = has_room.then(|| distinct::cut(&row.title, first_match, titles)).flatten();
        }
        made
    }

    /// Returns the part of an occurrence's address that differs from the address of another occurrence.
    fn address_that_differs(&self, map: &SiteMap, at: At, other: At) -> Option<AddressPart> {
        let address = |at| search_text::readable_address(map, self.shown().get(at).page);
        AddressPart::that_differs(&address(at)?, &address(other)?)
    }

    /// Returns the row of an occurrence, without a cut in its title.
    pub(super) fn row(&self, map: &SiteMap, at: At) -> Row {
        let branches = self.shown();
        let occurrence = branches.get(at);
        let page = occurrence.page;
        let url = map.url(page);
        let found = self.filter.is_on().then_some(&self.filter.marks);
        let expandable = branches.is_expandable(&Source { map, sorting: &self.sorting, found, tree: None }, at);
        let (state, reason) = match map.documents().state(page) {
            Some(LoadState::Pending) => (Some(DocumentState::Pending), None),
            Some(LoadState::Loading) => (Some(DocumentState::Loading), None),
            Some(LoadState::Failed(why)) => (Some(DocumentState::Failed), Some(why.clone())),
            Some(LoadState::Loaded) | None => (None, None),
        };
        let title = map.title(page);
        let label = tree::label(map, page);
        let before = branches.titles_before(map, at);
        let by = before.encode_utf16().count() as u32;
        let highlights = self.filter.highlights(page, &title);
        let first = branches.get(branches.first_joined(at));
        let home = self.sorting.is_home(url.as_deref());
        let is_current_above = || branches.joined_above(at).any(|at| self.is_current(map, branches.get(at).page, None));
        let current = self.is_current(map, page, url.as_deref()) || is_current_above();
        Row {
            id: self.id(at),
            kind: map.kind_of_row(page),
            highlights: highlights.into_iter().map(|(start, end)| (start + by, end + by)).collect(),
            cut: None,
            address: self.filter.found_address(
                map,
                page,
                &title,
                branches.path_up(at).skip(1).map(|at| branches.get(at).page),
            ),
            leads_on: self.filter.only_leads_on(page),
            title: before + &title,
            label,
            current,
            mark: if current { None } else { self.mark(map, at, url.as_deref()) },
            home,
            url,
            icon: map.icon(page),
            level: branches.level(at),
            setsize: branches.counted(first.parent),
            posinset: first.position,
            expandable,
            expanded: expandable && occurrence.expanded,
            menu: map.has_menu(page),
            state,
            reason,
            deleted: map.is(page, Flag::DELETED),
            visited: !home && map.is_only_visited(page),
        }
    }
}

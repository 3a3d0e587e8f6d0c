//! One branch as the whole tree. Its page is then the only row of the top level.

use super::branches::Branches;
use super::building::Rebuild;
use super::entry::At;
use super::row::RowId;
use super::source::Source;
use super::state;
use super::state::{MarkedRows, OnlyBranch, WHOLE, Wanted, WantedBranch};
use super::tree_view::TreeView;
use crate::address::key;
use crate::site_map::{Kind, NodeId, Relation, SiteMap};

impl TreeView {
    /// Shows only the branch of a row. Returns the row of its page.
    pub fn show_only(&mut self, map: &SiteMap, id: RowId) -> Option<RowId> {
        let id = if self.filter.is_on() { self.reveal(map, id)? } else { id };
        let at = self.whole.place(At(id.0))?;
        self.wanted_branch = None;
        let inside: Vec<NodeId> = self.whole.path_up(at).map(|at| self.whole.get(at).page).collect();
        let (mut path, outer) = match self.only.take() {
            Some(OnlyBranch { mut path, outer }) => {
                path.pop(); // it is the only page of the top level
                (path, outer)
            }
            None => (Vec::new(), self.state(map, None, None)),
        };
        path.extend(inside.into_iter().rev());
        self.keep_revealed();
        self.whole = self.whole.only(&Source::whole(map, &self.sorting), at);
        self.set_top(path.last().copied());
        self.only = Some(OnlyBranch { path, outer });
        let source = Source::whole(map, &self.sorting);
        if let Some(at) = self.whole.row(0) {
            self.whole.set_open(&source, at, true);
        }
        self.filter_again(map);
        self.shown().row(0).map(|at| self.id(at))
    }

    /// Shows the whole tree again, or the branch of the page at this place in [`TreeView::branch_path`]. Returns the row of
    /// the page that was at the top.
    pub fn leave_branch(&mut self, map: &SiteMap, to: Option<usize>) -> Option<RowId> {
        let OnlyBranch { path, outer } = self.only.take()?;
        self.set_top(None);
        self.keep_revealed();
        self.whole = Branches::default();
        self.wanted = Wanted::new(&outer);
        self.whole.refresh(&Source::whole(map, &self.sorting));
        self.open_wanted(map);
        self.filter_again(map);
        let Some(to) = to.filter(|&to| to < path.len()) else { return self.open_path_from_top(map, &path) };
        let above = self.open_path_from_top(map, &path[..=to])?;
        let filter = std::mem::take(&mut self.filter);
        self.show_only(map, above);
        self.filter = filter;
        self.filter_again(map);
        self.open_path_from_top(map, &path[to..])
    }

    fn open_path_from_top(&mut self, map: &SiteMap, path: &[NodeId]) -> Option<RowId> {
        let at = self.whole.open_path(&Source::whole(map, &self.sorting), path)?;
        Some(self.id_in_whole(at))
    }

    /// Returns the number, the title and the address of each page from the top level of the whole tree to the branch that
    /// is shown. Returns none if the whole tree is shown.
    pub fn branch_path(&self, map: &SiteMap) -> Vec<(NodeId, String, Option<String>)> {
        let path = self.only.as_ref().map(|only| &only.path[..]).unwrap_or_default();
        path.iter().map(|&page| (page, map.title(page).into_owned(), map.url(page))).collect()
    }

    /// Prepares [`TreeView::branch_pages`], up to `amount` more edges. Returns `true` if some remain.
    pub fn prepare_branch(&mut self, map: &SiteMap, amount: usize) -> bool {
        self.lookups.prepare_parents(map, amount)
    }

    /// Returns the number of pages in the branch that is shown. Returns `None` if the whole tree is shown.
    pub fn branch_pages(&self, map: &SiteMap) -> Option<usize> {
        self.only.as_ref()?;
        let parents = self.lookups.parents(map);
        let is_page = |&page: &NodeId| {
            Some(page) != map.root() && parents.is_reached(page) && map.kind(page) == Kind::Page && map.has_url(page)
        };
        Some((0..map.len() as NodeId).filter(is_page).count())
    }

    /// Removes the branch because the tree is another one.
    pub(super) fn forget_branch(&mut self) {
        self.only = None;
        self.set_top(None);
    }

    fn set_top(&mut self, page: Option<NodeId>) {
        self.expansions.clear();
        self.rebuild = Rebuild::Done;
        self.sorting.set_top(page);
        self.lookups.set_top(page);
        self.touch();
    }

    /// Adds the branch to the description of the expanded branches.
    pub(super) fn with_branch(&self, map: &SiteMap, lines: Vec<String>) -> Vec<String> {
        let (path, inner, outer) = match (&self.only, &self.wanted_branch) {
            (Some(OnlyBranch { path, outer }), _) => {
                let urls: Vec<String> = path.iter().filter_map(|&page| map.url(page)).collect();
                // It is found again by its address.
                if !path.last().is_some_and(|&page| map.has_url(page)) {
                    return outer.clone();
                }
                (urls, &lines, outer)
            }
            (None, Some(WantedBranch { path, inner, outer })) => (path.clone(), inner, outer),
            (None, None) => return lines,
        };
        let path = path.into_iter().map(|url| format!("{WHOLE}<{url}"));
        let outer = outer.iter().map(|line| format!("{WHOLE}{line}"));
        path.chain(outer).chain(inner.iter().cloned()).collect()
    }

    /// Reads what [`TreeView::with_branch`] has added.
    pub(super) fn set_wanted(&mut self, state: &[String]) {
        let mut wanted = WantedBranch::default();
        for line in state {
            match line.strip_prefix(WHOLE).map(|line| (line, line.strip_prefix('<'))) {
                Some((_, Some(url))) => wanted.path.push(url.to_owned()),
                Some((line, None)) => wanted.outer.push(line.to_owned()),
                None => wanted.inner.push(line.clone()),
            }
        }
        if wanted.path.is_empty() {
            self.wanted = Wanted::new(&wanted.inner);
            self.wanted_branch = None;
        } else {
            self.wanted = Wanted::new(&wanted.outer);
            self.wanted_branch = Some(wanted);
        }
    }

    /// Shows the stored branch if its page has arrived and has pages below it.
    pub(super) fn open_wanted_branch(&mut self, map: &SiteMap) {
        let Some(wanted) = &self.wanted_branch else { return };
        let addresses = self.lookups.addresses(map);
        let find = |url: &String| {
            let is_branch = |page: &NodeId| map.any_child(*page, Relation::Container, &|_| true);
            addresses.find(map, &key(url)).into_iter().find(is_branch)
        };
        let path: Vec<NodeId> = wanted.path.iter().filter_map(find).collect();
        let is_there = wanted.path.last().and_then(find).is_some();
        drop(addresses);
        if !is_there {
            return;
        }
        let WantedBranch { inner, outer, .. } = self.wanted_branch.take().unwrap_or_default();
        self.wanted = Wanted::new(&inner);
        self.keep_revealed();
        self.whole = Branches::default();
        self.set_top(path.last().copied());
        self.only = Some(OnlyBranch { path, outer });
        let source = Source::whole(map, &self.sorting);
        self.whole.refresh(&source);
        if let Some(at) = self.whole.row(0) {
            self.whole.set_open(&source, at, true);
        }
        if self.filter.is_on() {
            self.filter_again(map);
        }
    }

    /// Filters again, because the tree has another top.
    fn filter_again(&mut self, map: &SiteMap) {
        if self.filter.is_on() {
            let before = self.filter.branches.numbers();
            self.filter.show(map, &self.lookups.parents(map), &self.sorting);
            self.next_base(before);
        }
        self.touch();
    }

    /// Describes the expanded branches of the tree behind the filter.
    pub(super) fn describe_whole(&self, map: &SiteMap, marked: MarkedRows) -> Vec<String> {
        state::describe(&self.whole, map, &self.lookups.addresses(map), marked)
    }
}

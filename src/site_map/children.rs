//! The children of a page, in order.

use super::arena::SiteMap;
use super::lists::Growth;
use super::node::{Child, Edge, Flag, GONE, NONE, NodeId, REST, Relation};
use crate::collections::keyed::HashSet;
use crate::collections::sort;

/// Maximum number of lists with their continuations that are read in plain order, and of members that a continued list may
/// have.
const MAX_LISTS: usize = 8;

impl SiteMap {
    /// Returns those of the nodes that are lists of pages: the object of a relation between pages.
    pub(crate) fn page_lists(&self, nodes: HashSet<NodeId>) -> HashSet<NodeId> {
        let mut lists = HashSet::default();
        if nodes.is_empty() {
            return lists;
        }
        for page in 0..self.nodes.len() as NodeId {
            for relation in [Relation::Container, Relation::Embedded] {
                let targets = self.lists.chain(self.nodes.head(page, relation)).map(|(_, edge)| edge.target);
                lists.extend(targets.filter(|target| nodes.contains(target)));
            }
        }
        lists
    }

    /// Appends the children of a page, in order. Returns `true` if all lists were read in rising order.
    pub fn children(&self, page: NodeId, relation: Relation, out: &mut Vec<Child>) -> bool {
        let start = out.len();
        if self.plain_children(page, relation, |child| out.push(child)) {
            out[start..].reverse();
            return true;
        }
        out.truncate(start);
        let is_rising = self.all_children(page, relation, out);
        if self.nodes.hidden() > 0 {
            let mut shown = start;
            for at in start..out.len() {
                out[shown] = out[at];
                shown += usize::from(!self.is(out[at].page, Flag::HIDDEN));
            }
            out.truncate(shown);
        }
        is_rising
    }

    /// Visits the children of a page in reverse order. Returns `false` if they are not in plain order; then discard
    /// what was visited.
    pub(crate) fn children_backwards(&self, page: NodeId, relation: Relation, mut visit: impl FnMut(NodeId)) -> bool {
        self.plain_children(page, relation, |child| visit(child.page))
    }

    /// Visits the children that were added at the end since `before`, in reverse order. The lists must have been in rising
    /// order before. Returns `false` if the children may have changed in another way; then discard what was visited.
    pub(crate) fn added_children(&self, page: NodeId, before: Growth, mut visit: impl FnMut(NodeId)) -> bool {
        if !before.has_only_grown(self.growth()) {
            return false;
        }
        let mut has_later = false;
        let newest = self.nodes.head(page, Relation::Container);
        if newest != NONE && newest as usize >= before.edges() {
            return false;
        }
        for Child { page: list, .. } in self.lists_backwards(page, Relation::Container) {
            if !self.is_list(list) && self.is_described(list) {
                return false;
            }
            let Some(cells) = self.cells(list) else { return false };
            for cell in cells.into_iter().rev() {
                match self.added_members(cell, before, &mut visit) {
                    Added::Changed => return false,
                    Added::Some if has_later => return false,
                    Added::None { is_empty: true } => {}
                    Added::Some | Added::None { .. } => has_later = true,
                }
            }
        }
        true
    }

    /// Returns a list and the lists that continue it. Returns `None` if finding them would take long.
    fn cells(&self, list: NodeId) -> Option<Vec<NodeId>> {
        let mut cells = vec![list];
        let mut last = list;
        while self.is(last, Flag::CONTINUED) {
            let edges = || self.list_edges(last);
            if edges().nth(MAX_LISTS).is_some() || cells.len() == MAX_LISTS {
                return None;
            }
            last = edges().filter(|(_, edge)| edge.order == REST).last()?.1.target;
            cells.push(last);
        }
        Some(cells)
    }

    /// Visits the members that were added at the end of a list since `before`, in reverse order.
    fn added_members(&self, list: NodeId, before: Growth, visit: &mut impl FnMut(NodeId)) -> Added {
        if self.layer_list(list).is_some() {
            return Added::None { is_empty: false };
        }
        let mut above = GONE;
        for (at, edge) in self.list_edges(list) {
            let is_new = at as usize >= before.edges();
            match edge.order {
                REST if is_new => return Added::Changed,
                REST | GONE => continue,
                order if order >= above => return Added::Changed,
                order if is_new => above = order,
                _ if above == GONE => return Added::None { is_empty: false },
                _ => return Added::Some,
            }
            if self.shows(list, edge.target) {
                visit(edge.target);
            }
        }
        if above == GONE { Added::None { is_empty: true } } else { Added::Some }
    }

    /// Returns the edges of a list with their numbers, newest first.
    #[inline]
    pub(super) fn list_edges(&self, list: NodeId) -> impl Iterator<Item = (u32, &Edge)> {
        self.lists.chain(self.nodes[list].members)
    }

    /// Visits the shown children in reverse order if the page has few lists, which are complete and were read in rising order.
    /// Most pages are like this. Returns `false` otherwise; then discard what was visited.
    fn plain_children(&self, page: NodeId, relation: Relation, mut visit: impl FnMut(Child)) -> bool {
        let Some((lists, count)) = self.plain_lists(page, relation) else { return false };
        let shows_all = self.nodes.hidden() == 0 && self.overlay.is_none();
        for &list in &lists[..count] {
            if let Some(rows) = self.layer_list(list.page) {
                let shown = rows.iter().rev().filter(|row| self.shows(list.page, **row));
                shown.for_each(|&page| visit(Child { page, offset: 0 }));
                continue;
            }
            let mut at = self.nodes[list.page].members;
            if at == NONE && !self.is(list.page, Flag::HIDDEN) {
                visit(list);
            }
            let mut above = GONE;
            while let Some(edge) = self.lists.get(at) {
                if edge.order < above {
                    if shows_all || self.shows(list.page, edge.target) {
                        visit(Child { page: edge.target, offset: edge.offset });
                    }
                    above = edge.order;
                } else if !matches!(edge.order, GONE | REST) {
                    return false;
                }
                at = edge.next;
            }
        }
        true
    }

    /// Returns `true` if an entry of a list is shown there.
    #[inline(never)]
    fn shows(&self, list: NodeId, entry: NodeId) -> bool {
        !self.is(entry, Flag::HIDDEN) && !self.is_away(list, entry)
    }

    /// Returns the lists of a page with their continuations, in reverse order, and their number. A child without a list is
    /// returned itself. Returns `None` if there are more than [`MAX_LISTS`]. Also returns `None` if a list occurs twice, because
    /// a statement that occurs twice counts once.
    fn plain_lists(&self, page: NodeId, relation: Relation) -> Option<([Child; MAX_LISTS], usize)> {
        let (mut lists, mut count) = ([Child { page: NONE, offset: 0 }; MAX_LISTS], 0);
        let mut add_list = |list: Child| {
            if !self.is_list(list.page) && !self.is_described(list.page) {
                return Some(());
            }
            let mut add = |page| {
                let is_repeated = lists[..count].iter().any(|list| list.page == page);
                *lists.get_mut(count).filter(|_| !is_repeated)? = Child { page, offset: list.offset };
                count += 1;
                Some(())
            };
            match self.is(list.page, Flag::CONTINUED) {
                true => {
                    let is_filled = |cell: &NodeId| self.is_list(*cell);
                    self.cells(list.page)?.into_iter().rev().filter(is_filled).try_for_each(add)
                }
                false => add(list.page),
            }
        };
        match self.layer_lists(page, relation) {
            Some(through) => through.into_iter().rev().try_for_each(add_list)?,
            None => {
                for (_, edge) in self.lists.chain(self.nodes.head(page, relation)) {
                    add_list(Child { page: edge.target, offset: edge.offset })?;
                }
            }
        }
        Some((lists, count))
    }

    /// Returns the lists of a page.
    fn related(&self, page: NodeId, relation: Relation) -> Vec<Child> {
        let mut lists: Vec<Child> = self.lists_backwards(page, relation).collect();
        lists.reverse();
        lists
    }

    /// Appends the children of any lists. Returns `true` if all lists were read in rising order.
    pub(super) fn all_children(&self, page: NodeId, relation: Relation, out: &mut Vec<Child>) -> bool {
        let mut lists = self.related(page, relation);
        // A statement that occurs twice counts once.
        if lists.len() > 1 {
            let mut seen = HashSet::default();
            lists.retain(|list| seen.insert(list.page));
        }
        let mut are_rising = true;
        for list in lists {
            // An RDF list may lead back into itself, so each of its cells counts once.
            let mut seen = HashSet::default();
            are_rising &= self.members(list, |current, rest| seen.insert(current) && !seen.contains(&rest), out);
        }
        are_rising
    }

    /// Appends the members of a list. `follows` decides whether to continue from one cell of an RDF list to the next.
    /// Returns `true` if the members of each cell were read in rising order.
    pub(super) fn members(
        &self,
        list: Child,
        mut follows: impl FnMut(NodeId, NodeId) -> bool,
        out: &mut Vec<Child>,
    ) -> bool {
        if !self.is_list(list.page) {
            // This is a page and not a list.
            if self.is_described(list.page) {
                out.push(list);
            }
            return true;
        }
        let mut is_rising = true;
        let mut sorted: Vec<(u32, Child)> = Vec::new();
        let mut cell = Some(list.page);
        while let Some(current) = cell {
            sorted.clear();
            let mut rest = None;
            for (order, child) in self.entries(current) {
                match order {
                    REST => rest = Some(child.page),
                    _ => sorted.push((order, child)),
                }
            }
            sorted.reverse();
            is_rising &= sorted.is_sorted_by(|a, b| a.0 < b.0);
            if !sorted.is_sorted_by_key(|(order, _)| *order) {
                sorted = sort::by_key(sorted.iter().map(|(order, _)| *order)).map(|at| sorted[at]).collect();
            }
            for same in sorted.chunk_by(|a, b| a.0 == b.0) {
                match same {
                    [one] => out.push(one.1),
                    several => {
                        let mut seen = HashSet::default();
                        out.extend(several.iter().map(|entry| entry.1).filter(|child| seen.insert(child.page)));
                    }
                }
            }
            cell = rest.filter(|&rest| follows(current, rest));
        }
        is_rising
    }

    /// Appends the children of a page, each with its list. Lists that are marked in `visited` are skipped and appended to
    /// `repeated`. So a pass over all pages takes time proportional to the document, even if many pages share a list.
    pub(crate) fn children_once(
        &self,
        page: NodeId,
        relation: Relation,
        visited: &mut [bool],
        out: &mut Vec<(Child, Option<NodeId>)>,
        repeated: &mut Vec<NodeId>,
    ) {
        let mut members = Vec::new();
        for list in self.related(page, relation) {
            let is_list = self.is_list(list.page);
            if is_list && std::mem::replace(&mut visited[list.page as usize], true) {
                repeated.push(list.page);
                continue;
            }
            members.clear();
            self.members(list, |_, rest| !std::mem::replace(&mut visited[rest as usize], true), &mut members);
            let shown = members.iter().filter(|child| !self.is(child.page, Flag::HIDDEN));
            out.extend(shown.map(|&child| (child, is_list.then_some(list.page))));
        }
    }

    /// Returns the members of a list with their order, newest first.
    #[inline]
    pub(super) fn entries(&self, list: NodeId) -> impl Iterator<Item = (u32, Child)> + '_ {
        let mut rows = self.layer_list(list).unwrap_or_default();
        let mut at = self.nodes[list].members;
        let next = move || {
            let Some(&Edge { target: page, next, order, offset }) = self.lists.get(at) else {
                let page = *rows.split_off_last()?;
                return Some((rows.len() as u32, Child { page, offset: 0 }));
            };
            at = next;
            Some((order, Child { page, offset }))
        };
        std::iter::from_fn(next)
            .filter(move |(order, entry)| *order == REST || *order != GONE && !self.is_away(list, entry.page))
    }

    /// Returns `true` if a child fulfils the condition. Cheaper than [`SiteMap::children`].
    pub(crate) fn any_child(&self, page: NodeId, relation: Relation, condition: &dyn Fn(NodeId) -> bool) -> bool {
        let condition = |child: NodeId| !self.is(child, Flag::HIDDEN) && condition(child);
        for Child { page: list, .. } in self.lists_backwards(page, relation) {
            if !self.is_list(list) && self.is_described(list) && condition(list) {
                return true;
            }
            let mut seen = HashSet::default();
            let mut cell = Some(list);
            while let Some(current) = cell {
                let mut rest = None;
                for (order, member) in self.entries(current) {
                    match order {
                        REST => rest = Some(member.page),
                        _ if condition(member.page) => return true,
                        _ => {}
                    }
                }
                cell = rest.filter(|rest| seen.insert(current) && !seen.contains(rest));
            }
        }
        false
    }
}

impl SiteMap {
    /// Returns the lists below a page, each once. A child without a list is returned itself.
    pub(crate) fn lists(&self, page: NodeId, relation: Relation) -> Vec<NodeId> {
        let mut lists: Vec<NodeId> = self.related(page, relation).iter().map(|list| list.page).collect();
        if lists.len() > 1 {
            let mut seen = HashSet::default();
            lists.retain(|list| seen.insert(*list));
        }
        lists
    }

    /// Appends the members of one list, in order. Returns the list that continues it, if any.
    pub(crate) fn list(&self, list: NodeId, out: &mut Vec<Child>) -> Option<NodeId> {
        let rest = self.entries(list).filter(|(order, _)| *order == REST).last().map(|(_, child)| child.page);
        self.members(Child { page: list, offset: 0 }, |_, _| false, out);
        rest
    }

    /// Returns `true` if a page or list has members.
    pub(crate) fn is_list(&self, list: NodeId) -> bool {
        self.nodes[list].members != NONE || self.layer_list(list).is_some()
    }
}

/// What was added to a list.
enum Added {
    /// Nothing. `is_empty`: the list has no members.
    None { is_empty: bool },
    /// Members at its end.
    Some,
    /// The list has changed in another way.
    Changed,
}

impl SiteMap {
    /// Returns `true` if a page may have children.
    #[inline]
    pub(crate) fn has_children(&self, page: NodeId) -> bool {
        self.nodes.head(page, Relation::Container) != NONE || self.layer_row(page).is_some_and(|said| said.has_lists())
    }

    /// Returns `true` if a page has children or a context tree.
    pub(crate) fn leads_on(&self, page: NodeId) -> bool {
        self.has_children(page) || self.nodes.head(page, Relation::Embedded) != NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Report;

    /// Checks that the children of a page are in plain order, and that both ways to read them agree.
    #[track_caller]
    fn assert_plain(map: &SiteMap, page: NodeId, expected: &[NodeId]) {
        let mut backwards = Vec::new();
        assert!(map.children_backwards(page, Relation::Container, |child| backwards.push(child)));
        backwards.reverse();
        assert_eq!(backwards, expected);
        let mut all = Vec::new();
        assert!(map.all_children(page, Relation::Container, &mut all));
        assert_eq!(all.iter().map(|child| child.page).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn several_lists_continued_lists_and_removed_entries_are_in_plain_order() {
        let (mut map, report) = (SiteMap::default(), &mut Report::default());
        let nodes = [(); 12].map(|()| map.unnamed(0, report));
        let [page, first, rest, last, second, empty, a, b, c, d, e, single] = nodes;
        for list in [first, second, empty, single] {
            map.relate(page, Relation::Container, list, 0);
        }
        map.append_to_list(first, a, 0);
        map.add_rest(first, rest, 0);
        map.append_to_list(rest, b, 0);
        let removed = map.append_to_list(rest, c, 0);
        map.append_to_list(rest, d, 0);
        map.remove(removed);
        map.add_rest(rest, last, 0);
        map.set_title(last, "A list without entries", 0, report);
        map.append_to_list(second, e, 0);
        map.set_title(single, "Single", 0, report);
        assert_plain(&map, page, &[a, b, d, e, single]);
    }
}

//! Branches that have been opened, and the rows that they make.

use super::sort::Sorting;
use crate::limits::{MAX_ROWS, MAX_UNFOLDING};
use crate::order;
use crate::site_map::{Child, Flag, Marks, NodeId, Relation, SiteMap, State};
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell};

/// Place of an occurrence in the arena.
pub(super) type At = u32;

/// The hidden root.
pub(super) const TOP: At = 0;
pub(super) const NONE: At = u32::MAX;

#[derive(Debug)]
pub(super) struct Occurrence {
    pub(super) page: NodeId,
    pub(super) parent: At,
    first_child: At,
    next: At,
    /// Without separators, and so is `position`.
    pub(super) children: u32,
    pub(super) position: u32,
    pub(super) level: u32,
    /// Whether its children have been made.
    pub(super) unfolded: bool,
    pub(super) expanded: bool,
    /// Where only some pages are shown: whether nevertheless all children are.
    whole: bool,
}

impl Occurrence {
    /// Whether anything is below it, be it a separator.
    pub(super) fn has_children(&self) -> bool {
        self.first_child != NONE
    }
}

/// Where children come from, which of them are shown and in what order.
pub(super) struct Source<'a> {
    pub(super) map: &'a SiteMap,
    pub(super) sorting: &'a Sorting,
    /// The pages to which what is shown leads; `None` where everything is shown.
    pub(super) found: Option<&'a Marks>,
}

impl Source<'_> {
    /// What is to be shown below an occurrence, in order; how many entries were gone through for that.
    fn children(&self, of: &Occurrence, children: &mut Vec<Child>) -> usize {
        children.clear();
        self.map.children(of.page, Relation::Container, children);
        let gone_through = children.len();
        if let Some(found) = self.found.filter(|_| !of.whole) {
            children.retain(|child| found.is_shown(child.page) && !self.map.is(child.page, Flag::SEPARATOR));
        }
        self.sorting.sort(self.map, children);
        gone_through
    }

    /// An occurrence below another, before anything is known of what is below it.
    fn occurrence(&self, page: NodeId, parent: At, above: &Occurrence) -> Occurrence {
        let (expanded, whole) = match self.found {
            None => (self.map.is(page, Flag::UNFOLDED), false),
            Some(found) if found.is_shown(page) => (found.leads_on(page), false),
            Some(_) => (self.map.is(page, Flag::UNFOLDED), true),
        };
        Occurrence {
            page,
            parent,
            first_child: NONE,
            next: NONE,
            children: 0,
            position: 0,
            level: above.level + 1,
            unfolded: false,
            expanded,
            whole,
        }
    }
}

/// An arena of occurrences, linked as a tree.
#[derive(Debug, Default)]
pub(super) struct Branches {
    pub(super) occurrences: Vec<Occurrence>,
    pub(super) rows: Vec<At>,
    pub(super) is_cut: bool,
}

impl Branches {
    pub(super) fn get(&self, at: At) -> &Occurrence {
        &self.occurrences[at as usize]
    }

    pub(super) fn get_mut(&mut self, at: At) -> &mut Occurrence {
        &mut self.occurrences[at as usize]
    }

    /// Forgets everything, but not the room that it took.
    pub(super) fn clear(&mut self) {
        self.occurrences.clear();
        self.rows.clear();
        self.is_cut = false;
    }

    pub(super) fn has(&self, at: At) -> bool {
        at != TOP && (at as usize) < self.occurrences.len()
    }

    /// Takes in what is new: members of branches that are unfolded, or another order of them.
    pub(super) fn refresh(&mut self, source: &Source<'_>) {
        if self.occurrences.is_empty() {
            let Some(root) = source.map.root() else { return };
            self.occurrences.push(Occurrence {
                page: root,
                parent: NONE,
                first_child: NONE,
                next: NONE,
                children: 0,
                position: 1,
                level: 0,
                unfolded: true,
                expanded: true,
                whole: false,
            });
        }
        let is_due = |occurrence: &mut Occurrence| {
            // What leads to a match only now is opened only now.
            if let Some(found) = source.found
                && !occurrence.unfolded
                && found.is_shown(occurrence.page)
            {
                occurrence.whole = false;
                occurrence.expanded |= found.leads_on(occurrence.page);
            }
            occurrence.unfolded || occurrence.expanded
        };
        self.unfold_all(source, is_due, |_| {});
        self.prune(source);
        self.rebuild_rows();
    }

    /// Goes through all branches that have been unfolded, or are on the way. `is_due` says whether to make an
    /// occurrence's children, `then` what to do with it when they are made.
    pub(super) fn unfold_all(
        &mut self,
        source: &Source<'_>,
        is_due: impl Fn(&mut Occurrence) -> bool,
        then: impl Fn(&mut Occurrence),
    ) {
        let map = source.map;
        let mut on_way = vec![false; map.len()];
        let mut children: Vec<Child> = Vec::new();
        let mut work = 0;
        let mut next = (!self.occurrences.is_empty()).then_some(TOP);
        // Down to the first child, else to the next sibling, else up: the links are the stack.
        while let Some(id) = next {
            let occurrence = self.get_mut(id);
            let (page, is_new) = (occurrence.page, !occurrence.unfolded);
            let due = is_due(occurrence);
            let is_full = is_new && (self.occurrences.len() >= MAX_ROWS || work >= MAX_UNFOLDING);
            self.is_cut |= due && is_full;
            if due && !is_full {
                on_way[map.referent(page) as usize] = true;
                work += source.children(self.get(id), &mut children);
                children.retain(|child| !on_way[map.referent(child.page) as usize]);
                self.adopt(source, id, &children);
            }
            then(self.get_mut(id));
            next = Some(self.get(id).first_child).filter(|&child| child != NONE);
            if due || next.is_some() {
                on_way[map.referent(page) as usize] = next.is_some();
            }
            let mut at = id;
            while next.is_none() && at != TOP {
                let occurrence = self.get(at);
                match occurrence.next {
                    NONE => {
                        at = occurrence.parent;
                        on_way[map.referent(self.get(at).page) as usize] = false;
                    }
                    sibling => next = Some(sibling),
                }
            }
        }
    }

    /// Makes the children of an occurrence, keeping those that it has; how many entries were gone through for that.
    pub(super) fn unfold(&mut self, source: &Source<'_>, id: At) -> usize {
        let mut gone_through = self.unfold_one(source, id);
        // What is open when it is first shown has children at once.
        let mut made = vec![id];
        while let Some(at) = made.pop() {
            let open = |child: &At| {
                let child = self.get(*child);
                child.expanded && !child.unfolded
            };
            let children: Vec<At> = self.child_ids(at).filter(open).collect();
            for child in children {
                if self.occurrences.len() >= MAX_ROWS || gone_through >= MAX_UNFOLDING {
                    self.is_cut = true;
                    return gone_through;
                }
                gone_through += self.unfold_one(source, child);
                made.push(child);
            }
        }
        gone_through
    }

    fn unfold_one(&mut self, source: &Source<'_>, id: At) -> usize {
        let above = self.above(source.map, id);
        self.unfold_without(source, id, |page| above.binary_search(&page).is_ok())
    }

    pub(super) fn unfold_without(&mut self, source: &Source<'_>, id: At, is_above: impl Fn(NodeId) -> bool) -> usize {
        let mut children: Vec<Child> = Vec::new();
        let gone_through = source.children(self.get(id), &mut children);
        children.retain(|child| !is_above(source.map.referent(child.page)));
        self.adopt(source, id, &children);
        gone_through
    }

    /// Links children below an occurrence, in this order.
    fn adopt(&mut self, source: &Source<'_>, id: At, children: &[Child]) {
        // Mostly the children are as before, in the same order, and new ones follow. Where they are not, the rest of
        // them is looked up by page, the first of equal ones on top.
        let mut kept = self.child_ids(id).collect::<Vec<_>>().into_iter().peekable();
        let mut moved: Option<FxHashMap<NodeId, Vec<At>>> = None;
        let mut last = NONE;
        let mut count: u32 = 0;
        for child in children {
            let page_of = |kept: At| self.get(kept).page;
            if moved.is_none() && kept.peek().is_some_and(|&kept| page_of(kept) != child.page) {
                let rest = moved.insert(FxHashMap::default());
                for kept in kept.by_ref().rev() {
                    rest.entry(page_of(kept)).or_default().push(kept);
                }
            }
            let same = match &mut moved {
                Some(moved) => moved.get_mut(&child.page).and_then(Vec::pop),
                None => kept.next(),
            };
            let child_id = match same {
                Some(kept) => kept,
                None if self.occurrences.len() >= MAX_ROWS => {
                    self.is_cut = true;
                    break;
                }
                None => {
                    self.occurrences.push(source.occurrence(child.page, id, self.get(id)));
                    self.occurrences.len() as At - 1
                }
            };
            count += u32::from(!source.map.is(child.page, Flag::SEPARATOR));
            let occurrence = self.get_mut(child_id);
            (occurrence.position, occurrence.next) = (count, NONE);
            self.link(id, last, child_id);
            last = child_id;
        }
        let occurrence = self.get_mut(id);
        occurrence.children = count;
        occurrence.unfolded = true;
        if last == NONE {
            occurrence.first_child = NONE;
        }
    }

    /// Lets a child follow another one, or be the first.
    fn link(&mut self, parent: At, last: At, child: At) {
        match last {
            NONE => self.get_mut(parent).first_child = child,
            last => self.get_mut(last).next = child,
        }
    }

    /// Takes away what leads to nothing: the match that was to be below it stands above it.
    fn prune(&mut self, source: &Source<'_>) {
        let Some(found) = source.found else { return };
        let is_idle = |occurrence: &Occurrence| !occurrence.whole && occurrence.unfolded && !occurrence.has_children();
        if !self.occurrences.iter().skip(1).any(is_idle) {
            return;
        }
        let mut idle = vec![false; self.occurrences.len()];
        // Children come after what they are below.
        for id in (0..self.occurrences.len() as At).rev() {
            let children: Vec<At> = self.child_ids(id).collect();
            if children.iter().any(|&child| idle[child as usize]) {
                let (mut last, mut count) = (NONE, 0);
                self.get_mut(id).first_child = NONE;
                for child in children.into_iter().filter(|&child| !idle[child as usize]) {
                    count += 1;
                    let occurrence = self.get_mut(child);
                    (occurrence.position, occurrence.next) = (count, NONE);
                    self.link(id, last, child);
                    last = child;
                }
                self.get_mut(id).children = count;
            }
            if id == TOP || !is_idle(self.get(id)) {
                continue;
            }
            if found.is_chosen(self.get(id).page) || self.is_below_whole(id) {
                // What it contains besides can still be opened.
                let occurrence = self.get_mut(id);
                (occurrence.unfolded, occurrence.expanded) = (false, false);
            } else {
                idle[id as usize] = true;
            }
        }
    }

    fn is_below_whole(&self, id: At) -> bool {
        let parent = self.get(id).parent;
        parent != NONE && self.get(parent).whole
    }

    pub(super) fn child_ids(&self, id: At) -> impl Iterator<Item = At> + '_ {
        let is_one = |id: &At| *id != NONE;
        let first = Some(self.get(id).first_child).filter(is_one);
        std::iter::successors(first, move |&id| Some(self.get(id).next).filter(is_one))
    }

    /// The pages on the way from the root to an occurrence, itself included, sorted; for an alias what it stands for.
    fn above(&self, map: &SiteMap, id: At) -> Vec<NodeId> {
        let mut pages = Vec::with_capacity(self.get(id).level as usize + 1);
        let mut at = id;
        while at != NONE {
            pages.push(map.referent(self.get(at).page));
            at = self.get(at).parent;
        }
        order::by_key(pages.iter().copied()).map(|at| pages[at]).collect()
    }

    pub(super) fn is_expandable(&self, source: &Source<'_>, id: At) -> bool {
        let map = source.map;
        let occurrence = self.get(id);
        // Nobody knows what is in a document before it is loaded.
        if map.documents().is_branch(occurrence.page) && map.documents().state(occurrence.page) != Some(&State::Loaded)
        {
            return true;
        }
        if occurrence.unfolded {
            return occurrence.has_children();
        }
        // A child is mostly no page from above, and the way up is short. Where both fail, it is sorted once.
        let tried = Cell::new(0);
        let above = OnceCell::new();
        map.any_child(occurrence.page, Relation::Container, |child| {
            if source.sorting.drops(map, child) {
                return false;
            }
            let child = map.referent(child);
            tried.set(tried.get() + 1);
            if tried.get() > 4 {
                return above.get_or_init(|| self.above(map, id)).binary_search(&child).is_err();
            }
            let mut at = id;
            while at != NONE {
                if map.referent(self.get(at).page) == child {
                    return false;
                }
                at = self.get(at).parent;
            }
            true
        })
    }

    /// The occurrence that follows in the order of the rows, within the branch of `within`.
    fn following(&self, id: At, within: At) -> Option<At> {
        let occurrence = self.get(id);
        if occurrence.expanded && occurrence.first_child != NONE {
            return Some(occurrence.first_child);
        }
        self.following_branch(id, within)
    }

    /// The same without what is below the occurrence.
    pub(super) fn following_branch(&self, id: At, within: At) -> Option<At> {
        let mut at = id;
        while at != within {
            let occurrence = self.get(at);
            if occurrence.next != NONE {
                return Some(occurrence.next);
            }
            at = occurrence.parent;
        }
        None
    }

    pub(super) fn first_child(&self, id: At) -> Option<At> {
        Some(self.get(id).first_child).filter(|&child| child != NONE)
    }

    pub(super) fn rebuild_rows(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        if !self.occurrences.is_empty() {
            rows.extend(std::iter::successors(self.following(TOP, TOP), |&id| self.following(id, TOP)));
        }
        self.rows = rows;
    }

    pub(super) fn row_of(&self, id: At) -> Option<usize> {
        self.rows.iter().position(|&row| row == id)
    }

    /// Whether opening a branch shows more than what leads to matches.
    fn opens_whole(&self, source: &Source<'_>, id: At) -> bool {
        source.found.is_some_and(|found| found.is_chosen(self.get(id).page)) || self.is_below_whole(id)
    }

    /// Opens a branch; whether that changes anything.
    pub(super) fn expand(&mut self, source: &Source<'_>, id: At) -> bool {
        if !self.has(id) || self.get(id).expanded || !self.is_expandable(source, id) {
            return false;
        }
        self.open(source, id);
        self.prune(source);
        self.get_mut(id).expanded = true;
        if let Some(row) = self.row_of(id) {
            let below: Vec<At> =
                std::iter::successors(self.following(id, id), |&below| self.following(below, id)).collect();
            self.rows.splice(row + 1..row + 1, below);
        }
        true
    }

    /// Makes the children that opening shows; how many entries were gone through for that.
    fn open(&mut self, source: &Source<'_>, id: At) -> usize {
        let widens = !self.get(id).whole && self.opens_whole(source, id);
        self.get_mut(id).whole |= widens;
        if widens || !self.get(id).unfolded { self.unfold(source, id) } else { 0 }
    }

    /// Closes a branch; whether that changes anything.
    pub(super) fn collapse(&mut self, id: At) -> bool {
        if !self.has(id) || !std::mem::replace(&mut self.get_mut(id).expanded, false) {
            return false;
        }
        if let Some(row) = self.row_of(id) {
            let level = self.get(id).level;
            let is_below = |&&below: &&At| self.get(below).level > level;
            let below = self.rows[row + 1..].iter().take_while(is_below).count();
            self.rows.drain(row + 1..row + 1 + below);
        }
        true
    }

    /// Opens an occurrence and its siblings.
    pub(super) fn expand_siblings(&mut self, source: &Source<'_>, id: At) {
        let siblings: Vec<At> = self.child_ids(self.get(id).parent).collect();
        let mut work = 0;
        for &id in &siblings {
            if self.get(id).expanded && self.get(id).unfolded {
                continue;
            }
            if !self.get(id).unfolded && (self.occurrences.len() >= MAX_ROWS || work >= MAX_UNFOLDING) {
                self.is_cut = true;
                break;
            }
            work += self.open(source, id);
            self.get_mut(id).expanded = self.get(id).has_children();
        }
        self.prune(source);
        self.rebuild_rows();
    }

    /// Opens every branch, up to [`MAX_ROWS`]; of those that only lead to matches no more than that.
    pub(super) fn expand_all(&mut self, source: &Source<'_>) {
        let is_due = |occurrence: &mut Occurrence| !occurrence.unfolded && source.found.is_none();
        self.unfold_all(source, is_due, |occurrence| {
            occurrence.expanded = occurrence.has_children() || occurrence.level == 0;
        });
        self.is_cut |= self.occurrences.len() >= MAX_ROWS;
        self.rebuild_rows();
    }

    /// Closes every branch.
    pub(super) fn collapse_all(&mut self) {
        for occurrence in self.occurrences.iter_mut().skip(1) {
            occurrence.expanded = false;
        }
        self.rebuild_rows();
    }

    /// Opens the branches above the first occurrence of one of these pages, which are sorted.
    pub(super) fn open_to(&mut self, pages: &[NodeId]) -> Option<At> {
        if pages.is_empty() || self.occurrences.is_empty() {
            return None;
        }
        let down = |&at: &At| self.first_child(at).or_else(|| self.following_branch(at, TOP));
        let is_one = |at: &At| pages.binary_search(&self.get(*at).page).is_ok();
        let found = std::iter::successors(self.first_child(TOP), down).find(is_one)?;
        let mut at = self.get(found).parent;
        while at != TOP {
            self.get_mut(at).expanded = true;
            at = self.get(at).parent;
        }
        self.rebuild_rows();
        Some(found)
    }

    /// Opens the branches above a page by this way of pages from the top level down; its occurrence.
    pub(super) fn open_way(&mut self, source: &Source<'_>, way: &[NodeId]) -> Option<At> {
        let map = source.map;
        let mut at = Some(TOP);
        let mut above = vec![false; map.len()];
        for &page in way {
            let Some(id) = at else { break };
            above[map.referent(self.get(id).page) as usize] = true;
            self.unfold_without(source, id, |page| above[page as usize]);
            self.get_mut(id).expanded = true;
            at = self.child_ids(id).find(|&id| self.get(id).page == page);
        }
        self.unfold_all(source, |occurrence| occurrence.expanded && !occurrence.unfolded, |_| {});
        self.rebuild_rows();
        at
    }
}

//! The tree view: which branches are open and which rows that makes. The painter asks for a window of rows.
//!
//! A row is an occurrence of a page: the same page in two places is two rows. Occurrences are made when their
//! branch is opened first, so a document that describes an endless tree costs nothing until then.

use crate::address::key;
use crate::fold;
use crate::limits::{MAX_ROWS, MAX_UNFOLDING};
use crate::order;
use crate::site_map::{Child, Flag, NodeId, Relation, SiteMap, State};
use crate::tree::{self, Kind};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::cell::{Cell, OnceCell};

/// A row of the tree, by the number that it keeps while the tree is shown.
pub type RowId = u32;

/// What the painter needs to know of one row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// Its number.
    pub id: RowId,
    /// What it is.
    pub kind: Kind,
    /// What it says.
    pub title: String,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Depth, from 1.
    pub level: u32,
    /// Number of siblings, itself included. Separators do not count.
    pub setsize: u32,
    /// Place among its siblings, from 1.
    pub posinset: u32,
    /// Whether it has rows below it.
    pub expandable: bool,
    /// Whether these are shown.
    pub expanded: bool,
    /// Whether it is the page being looked at.
    pub current: bool,
    /// Whether it has a context tree.
    pub menu: bool,
    /// How far a further document is; absent once it is loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<DocumentState>,
    /// Why that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether the page is gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

/// How far a further document is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentState {
    /// Nobody has asked for it yet.
    Pending,
    /// On its way.
    Loading,
    /// It could not be read.
    Failed,
}

#[derive(Debug)]
struct Occurrence {
    page: NodeId,
    parent: RowId,
    first_child: RowId,
    next: RowId,
    /// Without separators, and so is `position`.
    children: u32,
    position: u32,
    level: u32,
    /// Whether its children have been made.
    unfolded: bool,
    expanded: bool,
}

impl Occurrence {
    /// Whether anything is below it, be it a separator.
    fn has_children(&self) -> bool {
        self.first_child != NONE
    }
}

/// The hidden root.
const TOP: RowId = 0;
const NONE: RowId = u32::MAX;

/// The open branches of one site's content tree.
#[derive(Debug, Default)]
pub struct TreeView {
    occurrences: Vec<Occurrence>,
    rows: Vec<RowId>,
    version: u32,
    current: Option<String>,
    is_cut: bool,
}

impl TreeView {
    /// Changes whenever rows may have changed.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Makes the version differ from those of an earlier view.
    pub(crate) fn supersede(&mut self, version: u32) {
        self.version = version + 1;
    }

    /// Number of rows shown.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether [`MAX_ROWS`] kept a branch from being unfolded.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Takes in what has been read since: new members of branches that are unfolded.
    pub fn refresh(&mut self, map: &SiteMap) {
        if self.occurrences.is_empty() {
            let Some(root) = map.root() else { return };
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
            });
        }
        self.unfold_all(map, |occurrence| occurrence.unfolded || occurrence.expanded, |_| {});
        self.rebuild_rows();
    }

    /// Goes through all branches that have been unfolded, or are on the way. `is_due` says whether to make an
    /// occurrence's children, `then` what to do with it when they are made.
    fn unfold_all(&mut self, map: &SiteMap, is_due: impl Fn(&Occurrence) -> bool, then: impl Fn(&mut Occurrence)) {
        let mut on_way = vec![false; map.len()];
        let mut children: Vec<Child> = Vec::new();
        let mut work = 0;
        let mut next = (!self.occurrences.is_empty()).then_some(TOP);
        // Down to the first child, else to the next sibling, else up: the links are the stack.
        while let Some(id) = next {
            let page = self.occurrences[id as usize].page;
            on_way[map.referent(page) as usize] = true;
            let is_new = !self.occurrences[id as usize].unfolded;
            let is_full = is_new && (self.occurrences.len() >= MAX_ROWS || work >= MAX_UNFOLDING);
            let due = is_due(&self.occurrences[id as usize]);
            self.is_cut |= due && is_full;
            if due && !is_full {
                children.clear();
                map.children(page, Relation::Container, &mut children);
                work += children.len();
                children.retain(|child| !on_way[map.referent(child.page) as usize]);
                self.adopt(map, id, &children);
            }
            then(&mut self.occurrences[id as usize]);
            next = Some(self.occurrences[id as usize].first_child).filter(|&child| child != NONE);
            let mut at = id;
            while next.is_none() && at != TOP {
                on_way[map.referent(self.occurrences[at as usize].page) as usize] = false;
                let occurrence = &self.occurrences[at as usize];
                match occurrence.next {
                    NONE => at = occurrence.parent,
                    sibling => next = Some(sibling),
                }
            }
        }
    }

    /// Makes the children of an occurrence, keeping those that it has; how many entries were gone through for that.
    fn unfold(&mut self, map: &SiteMap, id: RowId) -> usize {
        let above = self.above(map, id);
        let mut gone_through = self.unfold_without(map, id, |page| above.binary_search(&page).is_ok());
        // What is open when it is first shown has children at once.
        let mut made = vec![id];
        while let Some(at) = made.pop() {
            let open = |child: &RowId| {
                let child = &self.occurrences[*child as usize];
                child.expanded && !child.unfolded
            };
            let children: Vec<RowId> = self.child_ids(at).filter(open).collect();
            for child in children {
                if self.occurrences.len() >= MAX_ROWS || gone_through >= MAX_UNFOLDING {
                    self.is_cut = true;
                    return gone_through;
                }
                let above = self.above(map, child);
                gone_through += self.unfold_without(map, child, |page| above.binary_search(&page).is_ok());
                made.push(child);
            }
        }
        gone_through
    }

    fn unfold_without(&mut self, map: &SiteMap, id: RowId, is_above: impl Fn(NodeId) -> bool) -> usize {
        let mut children: Vec<Child> = Vec::new();
        map.children(self.occurrences[id as usize].page, Relation::Container, &mut children);
        let gone_through = children.len();
        children.retain(|child| !is_above(map.referent(child.page)));
        self.adopt(map, id, &children);
        gone_through
    }

    /// Links children below an occurrence, in this order.
    fn adopt(&mut self, map: &SiteMap, id: RowId, children: &[Child]) {
        // Mostly the children are as before, in the same order, and new ones follow. Where they are not, the rest of
        // them is looked up by page, the first of equal ones on top.
        let mut kept = self.child_ids(id).collect::<Vec<_>>().into_iter().peekable();
        let mut moved: Option<FxHashMap<NodeId, Vec<RowId>>> = None;
        let level = self.occurrences[id as usize].level + 1;
        let mut last = NONE;
        let mut count: u32 = 0;
        for child in children {
            let page_of = |kept: RowId| self.occurrences[kept as usize].page;
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
                    self.occurrences.push(Occurrence {
                        page: child.page,
                        parent: id,
                        first_child: NONE,
                        next: NONE,
                        children: 0,
                        position: 0,
                        level,
                        unfolded: false,
                        expanded: map.is(child.page, Flag::UNFOLDED),
                    });
                    self.occurrences.len() as RowId - 1
                }
            };
            count += u32::from(!map.is(child.page, Flag::SEPARATOR));
            let occurrence = &mut self.occurrences[child_id as usize];
            (occurrence.position, occurrence.next) = (count, NONE);
            match last {
                NONE => self.occurrences[id as usize].first_child = child_id,
                last => self.occurrences[last as usize].next = child_id,
            }
            last = child_id;
        }
        let occurrence = &mut self.occurrences[id as usize];
        occurrence.children = count;
        occurrence.unfolded = true;
        if last == NONE {
            occurrence.first_child = NONE;
        }
    }

    fn child_ids(&self, id: RowId) -> impl Iterator<Item = RowId> + '_ {
        let is_one = |id: &RowId| *id != NONE;
        let first = Some(self.occurrences[id as usize].first_child).filter(is_one);
        std::iter::successors(first, move |&id| Some(self.occurrences[id as usize].next).filter(is_one))
    }

    /// The pages on the way from the root to an occurrence, itself included, sorted; for an alias what it stands for.
    fn above(&self, map: &SiteMap, id: RowId) -> Vec<NodeId> {
        let mut pages = Vec::with_capacity(self.occurrences[id as usize].level as usize + 1);
        let mut at = id;
        while at != NONE {
            pages.push(map.referent(self.occurrences[at as usize].page));
            at = self.occurrences[at as usize].parent;
        }
        order::by_key(pages.iter().copied()).map(|at| pages[at]).collect()
    }

    fn is_expandable(&self, map: &SiteMap, id: RowId) -> bool {
        let occurrence = &self.occurrences[id as usize];
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
            let child = map.referent(child);
            tried.set(tried.get() + 1);
            if tried.get() > 4 {
                return above.get_or_init(|| self.above(map, id)).binary_search(&child).is_err();
            }
            let mut at = id;
            while at != NONE {
                if map.referent(self.occurrences[at as usize].page) == child {
                    return false;
                }
                at = self.occurrences[at as usize].parent;
            }
            true
        })
    }

    /// The occurrence that follows in the order of the rows, within the branch of `within`.
    fn following(&self, id: RowId, within: RowId) -> Option<RowId> {
        let occurrence = &self.occurrences[id as usize];
        if occurrence.expanded && occurrence.first_child != NONE {
            return Some(occurrence.first_child);
        }
        let mut at = id;
        while at != within {
            let occurrence = &self.occurrences[at as usize];
            if occurrence.next != NONE {
                return Some(occurrence.next);
            }
            at = occurrence.parent;
        }
        None
    }

    fn rebuild_rows(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        if !self.occurrences.is_empty() {
            rows.extend(std::iter::successors(self.following(TOP, TOP), |&id| self.following(id, TOP)));
        }
        self.rows = rows;
        self.version += 1;
    }

    fn has(&self, id: RowId) -> bool {
        id != TOP && (id as usize) < self.occurrences.len()
    }

    /// The page of a row.
    pub fn page(&self, id: RowId) -> Option<NodeId> {
        self.has(id).then(|| self.occurrences[id as usize].page)
    }

    /// The row above a row's branch; `None` at the top level.
    pub fn parent(&self, id: RowId) -> Option<RowId> {
        self.has(id).then(|| self.occurrences[id as usize].parent).filter(|&parent| parent != TOP)
    }

    /// The place of a row among those shown.
    pub fn row_of(&self, id: RowId) -> Option<usize> {
        self.rows.iter().position(|&row| row == id)
    }

    /// The rows of a window.
    pub fn rows(&self, map: &SiteMap, range: std::ops::Range<usize>) -> Vec<Row> {
        let end = range.end.min(self.rows.len());
        let ids = self.rows.get(range.start.min(end)..end).unwrap_or_default();
        ids.iter().map(|&id| self.row(map, id)).collect()
    }

    fn row(&self, map: &SiteMap, id: RowId) -> Row {
        let occurrence = &self.occurrences[id as usize];
        let page = occurrence.page;
        let url = map.url(page);
        let expandable = self.is_expandable(map, id);
        let (state, message) = match map.documents().state(page) {
            Some(State::Pending) => (Some(DocumentState::Pending), None),
            Some(State::Loading) => (Some(DocumentState::Loading), None),
            Some(State::Failed(why)) => (Some(DocumentState::Failed), Some(why.clone())),
            Some(State::Loaded) | None => (None, None),
        };
        Row {
            id,
            kind: tree::kind(map, page),
            title: map.title(page).into_owned(),
            current: self.current.is_some() && url.as_deref().map(key) == self.current,
            url,
            icon: map.icon(page),
            level: occurrence.level,
            setsize: self.occurrences[occurrence.parent as usize].children,
            posinset: occurrence.position,
            expandable,
            expanded: expandable && occurrence.expanded,
            menu: tree::has_menu(map, page),
            state,
            message,
            deleted: map.is(page, Flag::DELETED),
        }
    }

    /// Opens a branch.
    pub fn expand(&mut self, map: &SiteMap, id: RowId) {
        if !self.has(id) || self.occurrences[id as usize].expanded || !self.is_expandable(map, id) {
            return;
        }
        if !self.occurrences[id as usize].unfolded {
            self.unfold(map, id);
        }
        self.occurrences[id as usize].expanded = true;
        if let Some(row) = self.row_of(id) {
            let below: Vec<RowId> =
                std::iter::successors(self.following(id, id), |&below| self.following(below, id)).collect();
            self.rows.splice(row + 1..row + 1, below);
        }
        self.version += 1;
    }

    /// Closes a branch. What was open inside it is open again when it is opened the next time.
    pub fn collapse(&mut self, id: RowId) {
        if !self.has(id) || !std::mem::replace(&mut self.occurrences[id as usize].expanded, false) {
            return;
        }
        if let Some(row) = self.row_of(id) {
            let level = self.occurrences[id as usize].level;
            let is_below = |&&below: &&RowId| self.occurrences[below as usize].level > level;
            let below = self.rows[row + 1..].iter().take_while(is_below).count();
            self.rows.drain(row + 1..row + 1 + below);
        }
        self.version += 1;
    }

    /// Opens a row's branch and those of its siblings.
    pub fn expand_siblings(&mut self, map: &SiteMap, id: RowId) {
        if !self.has(id) {
            return;
        }
        let siblings: Vec<RowId> = self.child_ids(self.occurrences[id as usize].parent).collect();
        let mut work = 0;
        for id in siblings {
            if !self.occurrences[id as usize].unfolded {
                if self.occurrences.len() >= MAX_ROWS || work >= MAX_UNFOLDING {
                    self.is_cut = true;
                    break;
                }
                work += self.unfold(map, id);
            }
            self.occurrences[id as usize].expanded = self.occurrences[id as usize].has_children();
        }
        self.rebuild_rows();
    }

    /// Opens every branch, up to [`MAX_ROWS`].
    pub fn expand_all(&mut self, map: &SiteMap) {
        self.unfold_all(
            map,
            |occurrence| !occurrence.unfolded,
            |occurrence| occurrence.expanded = occurrence.has_children() || occurrence.level == 0,
        );
        self.is_cut |= self.occurrences.len() >= MAX_ROWS;
        self.rebuild_rows();
    }

    /// Closes every branch.
    pub fn collapse_all(&mut self) {
        for occurrence in self.occurrences.iter_mut().skip(1) {
            occurrence.expanded = false;
        }
        self.rebuild_rows();
    }

    /// The first row after `from`, wrapping around, whose title begins with `text`, whatever its case and accents.
    /// With more than one letter `from` itself counts.
    pub fn type_ahead(&self, map: &SiteMap, from: usize, text: &str) -> Option<usize> {
        let prefix: String = fold::folded(text).collect();
        let count = self.rows.len();
        if prefix.is_empty() || count == 0 {
            return None;
        }
        let first = from + usize::from(text.chars().nth(1).is_none());
        (first..first + count).map(|row| row % count).find(|&row| {
            let page = self.occurrences[self.rows[row] as usize].page;
            fold::starts_with(&map.title(page), &prefix)
        })
    }

    /// Says which page is being looked at.
    pub fn set_current(&mut self, url: Option<&str>) {
        let current = url.map(key);
        if current != self.current {
            self.current = current;
            self.version += 1;
        }
    }

    fn is_current(&self, map: &SiteMap, page: NodeId) -> bool {
        let Some(current) = &self.current else { return false };
        let raw = map.raw_url(page);
        if raw.is_empty() {
            return false;
        }
        // Comparing last segments is cheap and rules out nearly all. Where a host is last, its case does not matter,
        // but few addresses are as short.
        let path = current.split('?').next().unwrap_or_default();
        let last = path.rsplit('/').next().unwrap_or_default();
        let is_host = path.split_once("://").is_some_and(|(_, host)| host == last);
        let resembles = if is_host { raw.bytes().filter(|b| *b == b'/').count() <= 3 } else { raw.contains(last) };
        let may_be = resembles || !raw.contains("://");
        may_be && map.url(page).is_some_and(|url| key(&url) == *current)
    }

    /// The first row shown that is the page being looked at.
    pub fn current_row(&self, map: &SiteMap) -> Option<usize> {
        self.current.as_ref()?;
        self.rows.iter().position(|&id| self.is_current(map, self.occurrences[id as usize].page))
    }

    /// Opens the branches above the page being looked at, by the shortest way; its row.
    pub fn reveal_current(&mut self, map: &SiteMap) -> Option<usize> {
        if let Some(row) = self.current_row(map) {
            return Some(row);
        }
        self.current.as_ref()?;
        let way = self.way_to_current(map)?;
        let mut at = Some(TOP);
        let mut above = vec![false; map.len()];
        for page in way {
            let Some(id) = at else { break };
            above[map.referent(self.occurrences[id as usize].page) as usize] = true;
            self.unfold_without(map, id, |page| above[page as usize]);
            self.occurrences[id as usize].expanded = true;
            at = self.child_ids(id).find(|&id| self.occurrences[id as usize].page == page);
        }
        self.unfold_all(map, |occurrence| occurrence.expanded && !occurrence.unfolded, |_| {});
        self.rebuild_rows();
        self.row_of(at?)
    }

    /// The pages from the top level down to the page being looked at; breadth first, so the shortest way.
    fn way_to_current(&self, map: &SiteMap) -> Option<Vec<NodeId>> {
        let is_current: Vec<bool> = (0..map.len() as NodeId).map(|page| self.is_current(map, page)).collect();
        if !is_current.contains(&true) {
            return None;
        }
        let root = map.root()?;
        let mut from = vec![NONE; map.len()];
        from[root as usize] = root;
        let mut queue = vec![root];
        let (mut children, mut again) = (Vec::new(), Vec::new());
        let mut gone = vec![false; map.len()];
        let mut at = 0;
        while let Some(&page) = queue.get(at) {
            at += 1;
            children.clear();
            map.children_once(page, Relation::Container, &mut gone, &mut children, &mut again);
            again.clear();
            for (child, _) in &children {
                if from[child.page as usize] != NONE {
                    continue;
                }
                from[child.page as usize] = page;
                if is_current[child.page as usize] {
                    let up = std::iter::successors(Some(child.page), |&page| Some(from[page as usize]));
                    let mut way: Vec<NodeId> = up.take_while(|&page| page != root).collect();
                    way.reverse();
                    return Some(way);
                }
                queue.push(child.page);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;

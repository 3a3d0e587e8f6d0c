//! Where the page being looked at is: pages by their addresses, the way to one, and its neighbours.

use super::sort::Sorting;
use crate::address::{hash, key, origin, spellings};
use crate::keyed::HashSet;
use crate::limits::MAX_NEIGHBOUR_STEPS;
use crate::order;
use crate::site_map::{Child, NodeId, Relation, SiteMap};
use crate::text::Span;
use crate::tree::{self, Kind};
use std::cell::{Cell, Ref, RefCell};

/// The page being looked at.
#[derive(Debug, Default)]
pub(super) struct Current {
    url: String,
    key: String,
    /// The entries that stand for it, by number, and how long the map was when they were looked for.
    found: RefCell<Vec<NodeId>>,
    looked_at: Cell<Option<usize>>,
    /// Whether a row was asked about before that, and whether it may have got a wrong answer.
    was_guessed: Cell<bool>,
    was_wrong: Cell<bool>,
}

impl Current {
    pub(super) fn new(url: &str) -> Current {
        Current { url: url.to_owned(), key: key(url), ..Current::default() }
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// More may have been read.
    pub(super) fn expire(&self) {
        self.looked_at.set(None);
    }

    /// Another tree is shown.
    pub(super) fn forget(&self) {
        self.expire();
        self.found.take();
    }

    /// The entries that stand for it.
    pub(super) fn pages(&self, map: &SiteMap, addresses: &Addresses) -> Ref<'_, Vec<NodeId>> {
        if self.looked_at.replace(Some(map.len())) != Some(map.len()) {
            let before = self.found.replace(addresses.resolve(map, &self.url));
            let found = self.found.borrow();
            let is_own = |page: &NodeId| map.url(*page).is_some_and(|url| key(&url) == self.key);
            let is_as_guessed = *found == before || (before.is_empty() && found.iter().all(is_own));
            self.was_wrong.set(self.was_guessed.take() && !is_as_guessed);
        }
        self.found.borrow()
    }

    /// Whether an entry stands for it, as far as that is known before all pages have been looked at.
    pub(super) fn guess(&self, page: NodeId, url: Option<&str>) -> bool {
        self.was_guessed.set(true);
        url.is_some_and(|url| key(url) == self.key) || self.found.borrow().binary_search(&page).is_ok()
    }

    /// Whether [`Current::guess`] may have been wrong since this was asked last.
    pub(super) fn was_wrong(&self) -> bool {
        self.was_wrong.take()
    }

    /// The address of the site's home page, if it is another page.
    pub(super) fn home(&self, map: &SiteMap, addresses: &Addresses) -> Option<String> {
        let home = origin(&self.url)? + "/";
        let pages = addresses.resolve(map, &home);
        let here = self.pages(map, addresses);
        if pages.iter().any(|page| here.binary_search(page).is_ok()) {
            return None;
        }
        let listed = pages.first().and_then(|&page| map.url(page));
        Some(listed.unwrap_or(home)).filter(|url| key(url) != self.key)
    }
}

/// Pages by the keys of their addresses. Made when it is asked for, and extended by what has been read since.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// By the first bits of the hash: hash and page in one number. A page whose address has changed has several, of which
    /// one is right. Nothing is sorted, which would take long at once.
    parts: Vec<Vec<u64>>,
    seen: Vec<Span>,
    is_complete: bool,
    /// The page to be looked at next.
    next: usize,
}

/// Parts are short enough to be gone through, and few enough to be filled quickly.
const PART_BITS: u32 = 10;

fn part_of(hash: u32) -> usize {
    (hash >> (u32::BITS - PART_BITS)) as usize
}

impl Addresses {
    /// More may have been read.
    pub(super) fn expire(&mut self) {
        self.is_complete = false;
        self.next = 0;
    }

    /// Looks at so many pages for what has been read since; whether there are more.
    pub(super) fn go_on(&mut self, map: &SiteMap, pages: usize) -> bool {
        if self.is_complete(map) {
            return false;
        }
        let mut url = String::new();
        self.parts.resize(1 << PART_BITS, Vec::new());
        self.seen.resize(map.len(), Span::default());
        let end = self.next.saturating_add(pages).min(map.len());
        for page in self.next..end {
            let (_, span) = map.stamp(page as NodeId);
            if self.seen[page] == span {
                continue;
            }
            self.seen[page] = span;
            let address = map.full_url(page as NodeId).or_else(|| {
                url.clear();
                map.write_url(page as NodeId, &mut url).then_some(&*url)
            });
            if let Some(hash) = address.map(hash) {
                self.parts[part_of(hash)].push(u64::from(hash) << 32 | page as u64);
            }
        }
        self.is_complete = end == map.len();
        self.next = if self.is_complete { 0 } else { end };
        !self.is_complete
    }

    /// Whether every page of the map has been looked at.
    pub(super) fn is_complete(&self, map: &SiteMap) -> bool {
        self.is_complete && self.seen.len() == map.len()
    }

    /// The entries that stand for the page at an address: those with the address or, where there are none, with its next
    /// best spelling; at last the folder that the page is the own page of.
    fn resolve(&self, map: &SiteMap, url: &str) -> Vec<NodeId> {
        let spellings = spellings(url);
        let listed = spellings.iter().map(|url| self.find(map, &key(url)));
        let folders = spellings.iter().filter(|url| !url.contains('?')).map(|url| map.folders_at(url));
        listed.chain(folders).find(|pages| !pages.is_empty()).unwrap_or_default()
    }

    /// The pages with this key, by number.
    pub(super) fn find(&self, map: &SiteMap, wanted: &str) -> Vec<NodeId> {
        let hash = hash(wanted);
        let is_it = |page: &NodeId| map.url(*page).is_some_and(|url| key(&url) == wanted);
        let same = self.parts.get(part_of(hash)).into_iter().flatten().filter(|number| (**number >> 32) as u32 == hash);
        let found: Vec<NodeId> = same.map(|number| *number as NodeId).filter(is_it).collect();
        let mut sorted: Vec<NodeId> = order::by_key(found.iter().copied()).map(|at| found[at]).collect();
        sorted.dedup();
        sorted
    }
}

/// Which page beside another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbour {
    /// The one before it, as if all branches were open.
    Previous,
    /// The one behind it.
    Next,
    /// The nearest above it that is a page, or else the site's home page.
    Up,
}

/// A place in the tree as if all branches were open: the entries from the top level down, each with its siblings.
pub(super) struct Walk<'a> {
    map: &'a SiteMap,
    sorting: &'a Sorting,
    levels: Vec<(Vec<Child>, usize)>,
    above: HashSet<NodeId>,
    /// Entries gone through.
    steps: usize,
}

impl<'a> Walk<'a> {
    /// At the end of a way of pages from the top level down.
    pub(super) fn new(map: &'a SiteMap, sorting: &'a Sorting, way: &[NodeId]) -> Option<Walk<'a>> {
        let root = map.root()?;
        let mut walk = Walk { map, sorting, levels: Vec::new(), above: HashSet::default(), steps: 0 };
        walk.above.insert(map.referent(root));
        let mut above = root;
        for &page in way {
            let siblings = walk.below(above);
            let at = siblings.iter().position(|sibling| sibling.page == page)?;
            walk.levels.push((siblings, at));
            walk.above.insert(map.referent(page));
            above = page;
        }
        Some(walk)
    }

    /// What is below a page at the end of the way.
    fn below(&mut self, page: NodeId) -> Vec<Child> {
        let mut children = Vec::new();
        self.map.children(page, Relation::Container, &mut children);
        self.steps += children.len() + 1;
        children.retain(|child| !self.above.contains(&self.map.referent(child.page)));
        self.sorting.sort(self.map, &mut children);
        children
    }

    fn page(&self) -> Option<NodeId> {
        self.levels.last().map(|(siblings, at)| siblings[*at].page)
    }

    fn push(&mut self, siblings: Vec<Child>, at: usize) {
        self.above.insert(self.map.referent(siblings[at].page));
        self.levels.push((siblings, at));
    }

    fn pop(&mut self) -> Option<(Vec<Child>, usize)> {
        let (siblings, at) = self.levels.pop()?;
        self.above.remove(&self.map.referent(siblings[at].page));
        Some((siblings, at))
    }

    /// Goes one entry on; `None` at the end of the tree, or where it takes too long.
    fn step(&mut self, to: Neighbour) -> Option<NodeId> {
        self.steps += 1;
        if self.steps > MAX_NEIGHBOUR_STEPS {
            return None;
        }
        match to {
            Neighbour::Up => {
                self.pop()?;
            }
            Neighbour::Next => {
                let below = self.below(self.page()?);
                if !below.is_empty() {
                    self.push(below, 0);
                    return self.page();
                }
                loop {
                    let (siblings, at) = self.pop()?;
                    if at + 1 < siblings.len() {
                        self.push(siblings, at + 1);
                        break;
                    }
                }
            }
            Neighbour::Previous => {
                let (siblings, at) = self.pop()?;
                if let Some(before) = at.checked_sub(1) {
                    self.push(siblings, before);
                    // The last entry of all that is below it.
                    while self.steps <= MAX_NEIGHBOUR_STEPS {
                        let below = self.below(self.page()?);
                        let Some(last) = below.len().checked_sub(1) else { break };
                        self.push(below, last);
                    }
                }
            }
        }
        self.page()
    }

    /// The address of the nearest entry that is a page, and not one of these, which are sorted.
    pub(super) fn address(&mut self, to: Neighbour, current: &[NodeId]) -> Option<String> {
        while let Some(page) = self.step(to) {
            if tree::kind(self.map, page) == Kind::Document || current.binary_search(&page).is_ok() {
                continue;
            }
            if let Some(url) = self.map.url(page) {
                return Some(url);
            }
        }
        None
    }
}

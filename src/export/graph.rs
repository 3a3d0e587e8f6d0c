//! The pages to write, and the lists that several of them share.

use super::markup::Output;
use super::saved_tree::SavedTree;
use crate::collections::keyed::HashSet;
use crate::limits::MAX_EXPORTED_AGAIN;
use crate::site_map::{Child, Flag, Kind, LoadState, NodeId, Relation};

/// The page is in the content tree.
const CONTENT: u8 = 1;
/// The page is in a context menu.
const MENU: u8 = 1 << 1;
/// A page or list refers to this list.
const USED: u8 = 1 << 2;
/// Several pages or lists refer to this list.
const SHARED: u8 = 1 << 3;
/// The list has been visited.
const VISITED: u8 = 1 << 4;
/// The members of the list have been copied.
const COPIED: u8 = 1 << 5;

/// The pages to write. They are collected in steps.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) root: NodeId,
    states: Vec<u8>,
    /// The root, then the pages of the content tree from top to bottom, then those only in context menus.
    pub(super) pages: Vec<NodeId>,
    /// Number of pages of the content tree.
    content: usize,
    /// Pages that are not visited yet. The last one is next.
    next: Vec<NodeId>,
    phase: Phase,
    /// The root's own context menu is shown only if a context menu lists the root.
    has_root_menu: bool,
    /// For each relation and node, the place of its children in `children`. Zero if it has none.
    places: [Vec<u32>; 2],
    /// The children of all pages. Each group begins with its length.
    children: Vec<NodeId>,
    /// List entries that may still be copied again.
    copies: usize,
    /// Some entries of shared lists are left out.
    pub(super) is_cut: bool,
    /// Pages that are not written.
    omitted: HashSet<NodeId>,
}

/// What is collected, and the number of pages that have been processed.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Content,
    Menus(usize),
    /// The children in the content tree.
    Children(usize),
    /// The context menus of the content tree.
    Embedded(usize),
    /// The children and menus of the pages in context menus.
    InMenus(usize),
    Done,
}

impl Graph {
    /// Returns `None` if there is no tree.
    pub(super) fn new(map: &SavedTree<'_>, has_root_menu: bool, omitted: HashSet<NodeId>) -> Option<Graph> {
        let root = map.root()?;
        Some(Graph {
            root,
            states: vec![0; map.len()],
            pages: Vec::new(),
            content: 0,
            next: vec![root],
            phase: Phase::Content,
            has_root_menu,
            places: [Vec::new(), Vec::new()],
            // Place 0 means that there are no children.
            children: vec![0],
            copies: MAX_EXPORTED_AGAIN,
            is_cut: false,
            omitted,
        })
    }

    /// Collects the pages and their children, for formats without shared lists. Returns `true` if some remain.
    pub(super) fn collect(&mut self, out: &mut Output<'_>) -> bool {
        let pages_remain = matches!(self.phase, Phase::Content | Phase::Menus(_)) && self.collect_pages(out);
        pages_remain || self.collect_children(out)
    }

    /// Collects pages. Returns `true` if some remain.
    pub(super) fn collect_pages(&mut self, out: &mut Output<'_>) -> bool {
        let map = out.map;
        while out.may_continue() {
            out.visit(1);
            match self.next.pop() {
                Some(page) => self.add(map, page, out),
                None => match self.phase {
                    Phase::Content => {
                        self.content = self.pages.len();
                        self.phase = Phase::Menus(1);
                    }
                    Phase::Menus(at) => {
                        let page = match at {
                            at if at < self.content => self.pages[at],
                            at if at == self.content && self.has_root_menu => self.root,
                            _ => {
                                self.phase = Phase::Children(0);
                                return false;
                            }
                        };
                        self.phase = Phase::Menus(at + 1);
                        if !self.is_leaf(map, page) {
                            self.children_once(map, page, Relation::Embedded, out);
                            self.next.reverse();
                        }
                    }
                    _ => return false,
                },
            }
        }
        true
    }

    /// Adds a page, and its children to the pages to visit.
    fn add(&mut self, map: &SavedTree<'_>, page: NodeId, out: &mut Output<'_>) {
        let (relations, state): (&[Relation], u8) = match self.phase {
            Phase::Content => (&[Relation::Container], CONTENT),
            _ => (&[Relation::Container, Relation::Embedded], MENU),
        };
        let before = self.states[page as usize];
        self.states[page as usize] |= state;
        if before & (CONTENT | MENU) != 0 {
            return;
        }
        self.pages.push(page);
        if self.is_leaf(map, page) {
            return;
        }
        let start = self.next.len();
        for &relation in relations {
            self.children_once(map, page, relation, out);
        }
        self.next[start..].reverse();
    }

    /// Adds the children of a page that are in lists not visited before.
    fn children_once(&mut self, map: &SavedTree<'_>, page: NodeId, relation: Relation, out: &mut Output<'_>) {
        let mut members: Vec<Child> = Vec::new();
        for head in map.lists(page, relation) {
            let mut list = Some(head);
            while let Some(current) = list.take() {
                let state = &mut self.states[current as usize];
                *state |= if *state & USED != 0 { SHARED } else { USED };
                if std::mem::replace(state, *state | VISITED) & VISITED != 0 {
                    break;
                }
                members.clear();
                list = map.list(current, &mut members).filter(|&rest| map.is_list(rest));
                out.visit(members.len());
                let omitted = &self.omitted;
                let written = |&child: &NodeId| !is_left_out(map, child) && !omitted.contains(&child);
                self.next.extend(members.iter().map(|child| child.page).filter(written));
            }
        }
    }

    /// Copies the children of each page. A list is copied once for each page that has
    /// it, up to [`MAX_EXPORTED_AGAIN`] entries. So the tree has each page at least once. Returns `true` if some pages
    /// remain.
    ///
    /// Parents come before their children in this order, and the content tree before the menus. So what is left out
    /// beyond the limit is always a further place of a page.
    fn collect_children(&mut self, out: &mut Output<'_>) -> bool {
        if self.places[0].is_empty() {
            self.places = [vec![0; out.map.len()], vec![0; out.map.len()]];
        }
        while out.may_continue() {
            out.visit(1);
            self.phase = match self.phase {
                Phase::Children(at) if at < self.content => {
                    self.copy(self.pages[at], Relation::Container, out);
                    Phase::Children(at + 1)
                }
                Phase::Children(_) => Phase::Embedded(1),
                Phase::Embedded(at) if at < self.content => {
                    self.copy(self.pages[at], Relation::Embedded, out);
                    Phase::Embedded(at + 1)
                }
                Phase::Embedded(_) => Phase::InMenus(self.content),
                Phase::InMenus(at) if at < self.pages.len() => {
                    self.copy(self.pages[at], Relation::Container, out);
                    self.copy(self.pages[at], Relation::Embedded, out);
                    Phase::InMenus(at + 1)
                }
                _ => {
                    self.phase = Phase::Done;
                    return false;
                }
            };
        }
        true
    }

    /// Copies the children of a page that are written, in order.
    fn copy(&mut self, page: NodeId, relation: Relation, out: &mut Output<'_>) {
        let map = out.map;
        if self.is_leaf(map, page) {
            return;
        }
        let start = self.children.len();
        self.children.push(0);
        let mut members: Vec<Child> = Vec::new();
        for head in map.lists(page, relation) {
            // An RDF list may lead back into itself, so each of its cells counts once.
            let mut cells = HashSet::default();
            let mut next = Some(head);
            while let Some(list) = next.take() {
                let state = &mut self.states[list as usize];
                let is_copy = map.is_list(list) && std::mem::replace(state, *state | COPIED) & COPIED != 0;
                if is_copy && self.copies == 0 {
                    self.is_cut = true;
                    break;
                }
                members.clear();
                let rest = map.list(list, &mut members);
                out.visit(members.len());
                if is_copy {
                    self.is_cut |= members.len() > self.copies;
                    members.truncate(self.copies);
                    self.copies -= members.len().max(1);
                }
                let omitted = &self.omitted;
                let written = |&child: &NodeId| !is_left_out(map, child) && !omitted.contains(&child);
                self.children.extend(members.iter().map(|child| child.page).filter(written));
                next = rest.filter(|&rest| map.is_list(rest) && cells.insert(list) && !cells.contains(&rest));
            }
        }
        match self.children.len() - start - 1 {
            0 => self.children.truncate(start),
            count => {
                self.children[start] = count as NodeId;
                self.places[relation_index(relation)][page as usize] = start as u32;
            }
        }
    }

    /// Returns the children of a page that are written, in order.
    pub(super) fn children(&self, page: NodeId, relation: Relation) -> &[NodeId] {
        match self.places[relation_index(relation)][page as usize] as usize {
            0 => &[],
            start => &self.children[start + 1..][..self.children[start] as usize],
        }
    }

    /// Returns `true` if no pages are written below a page.
    pub(super) fn has_none(&self, page: NodeId) -> bool {
        self.places.iter().all(|places| places[page as usize] == 0)
    }

    /// Returns `true` if a page is not written.
    pub(super) fn leaves_out(&self, map: &SavedTree<'_>, page: NodeId) -> bool {
        is_left_out(map, page) || self.omitted.contains(&page)
    }

    /// Returns `true` if several pages or lists refer to a list.
    pub(super) fn is_shared(&self, list: NodeId) -> bool {
        self.states[list as usize] & SHARED != 0
    }

    /// Returns `true` if a page is in the content tree.
    pub(super) fn is_content(&self, page: NodeId) -> bool {
        self.states[page as usize] & CONTENT != 0
    }

    /// Returns `true` if a child repeats the root, so it is not written. The root below itself is cut, and an alias of
    /// the root is never shown in the content tree.
    pub(super) fn repeats_root(&self, map: &SavedTree<'_>, child: NodeId, is_in_menu: bool) -> bool {
        child == self.root || (!is_in_menu && map.referent(child) == self.root)
    }

    /// Returns `true` if nothing is written below a page: a separator has no children, and an alias has those of its
    /// referent.
    pub(super) fn is_leaf(&self, map: &SavedTree<'_>, page: NodeId) -> bool {
        match map.kind(page) {
            Kind::Separator => true,
            Kind::Alias => map.referent(page) != page,
            _ => false,
        }
    }

    /// Returns the referent of an alias, if the referent is written too.
    pub(super) fn referent(&self, map: &SavedTree<'_>, page: NodeId) -> Option<NodeId> {
        let referent = map.referent(page);
        let is_written = self.states[referent as usize] & (CONTENT | MENU) != 0;
        (map.is(page, Flag::ALIAS) && referent != page && is_written).then_some(referent)
    }
}

fn relation_index(relation: Relation) -> usize {
    match relation {
        Relation::Container => 0,
        Relation::Embedded => 1,
    }
}

/// Returns `true` if a page is hidden, is a child sitemap that is not loaded, or counts such sitemaps.
fn is_left_out(map: &SavedTree<'_>, page: NodeId) -> bool {
    let is_loaded = match map.documents().state(page) {
        Some(LoadState::Pending | LoadState::Loading | LoadState::Failed(_)) => false,
        Some(LoadState::Loaded) | None => true,
    };
    !is_loaded || map.is(page, Flag::HIDDEN) || map.documents().count(page).is_some()
}

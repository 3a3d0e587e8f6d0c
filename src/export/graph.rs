//! The pages to write, and the lists that several of them share.

use crate::site_map::{Child, Flag, Kind, LoadState, NodeId, Relation, SiteMap};

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

/// The pages to write.
pub(super) struct Graph<'a> {
    pub(super) map: &'a SiteMap,
    pub(super) root: NodeId,
    states: Vec<u8>,
    /// The root, then the pages of the content tree from top to bottom, then those only in context menus.
    pub(super) pages: Vec<NodeId>,
}

impl<'a> Graph<'a> {
    /// Collects the pages. Returns `None` if there is no tree. `has_root_menu` includes the root's own context menu,
    /// which is shown only if a context menu lists the root.
    pub(super) fn new(map: &'a SiteMap, has_root_menu: bool) -> Option<Graph<'a>> {
        let root = map.root()?;
        let mut graph = Graph { map, root, states: vec![0; map.len()], pages: Vec::new() };
        graph.walk(root, &[Relation::Container], CONTENT);
        let content = graph.pages.len();
        for at in 1..content {
            graph.menu(graph.pages[at]);
        }
        if has_root_menu {
            graph.menu(root);
        }
        Some(graph)
    }

    /// Adds a page and its descendants.
    fn walk(&mut self, from: NodeId, relations: &[Relation], state: u8) {
        let mut next = vec![from];
        while let Some(page) = next.pop() {
            if self.states[page as usize] & (CONTENT | MENU) != 0 {
                self.states[page as usize] |= state;
                continue;
            }
            self.states[page as usize] |= state;
            self.pages.push(page);
            if self.is_leaf(page) {
                continue;
            }
            let start = next.len();
            for &relation in relations {
                self.children_once(page, relation, &mut next);
            }
            next[start..].reverse();
        }
    }

    /// Adds the context menu of a page in the content tree.
    fn menu(&mut self, page: NodeId) {
        let mut entries = Vec::new();
        if !self.is_leaf(page) {
            self.children_once(page, Relation::Embedded, &mut entries);
        }
        for entry in entries {
            self.walk(entry, &[Relation::Container, Relation::Embedded], MENU);
        }
    }

    /// Appends the children of a page that are in lists not visited before.
    fn children_once(&mut self, page: NodeId, relation: Relation, out: &mut Vec<NodeId>) {
        let mut members: Vec<Child> = Vec::new();
        for head in self.map.lists(page, relation) {
            let mut list = Some(head);
            while let Some(current) = list.take() {
                let state = &mut self.states[current as usize];
                *state |= if *state & USED != 0 { SHARED } else { USED };
                if std::mem::replace(state, *state | VISITED) & VISITED != 0 {
                    break;
                }
                members.clear();
                list = self.map.list(current, &mut members).filter(|&rest| self.map.is_list(rest));
                out.extend(members.iter().map(|child| child.page).filter(|&child| !self.is_left_out(child)));
            }
        }
    }

    /// Returns `true` if several pages or lists refer to a list.
    pub(super) fn is_shared(&self, list: NodeId) -> bool {
        self.states[list as usize] & SHARED != 0
    }

    /// Returns `true` if a page is in the content tree.
    pub(super) fn is_content(&self, page: NodeId) -> bool {
        self.states[page as usize] & CONTENT != 0
    }

    /// Returns `true` if a page is hidden, or is a child sitemap that is not loaded.
    pub(super) fn is_left_out(&self, page: NodeId) -> bool {
        let is_loaded = match self.map.documents().state(page) {
            Some(LoadState::Pending | LoadState::Loading | LoadState::Failed(_)) => false,
            Some(LoadState::Loaded) | None => true,
        };
        !is_loaded || self.map.is(page, Flag::HIDDEN)
    }

    /// Returns `true` if a child repeats the root and so is not written. The root below itself is cut, and an alias of
    /// the root is never shown in the content tree.
    pub(super) fn repeats_root(&self, child: NodeId, is_in_menu: bool) -> bool {
        child == self.root || (!is_in_menu && self.map.referent(child) == self.root)
    }

    /// Returns `true` if nothing is written below a page: a separator has no children, and an alias has those of its
    /// referent.
    pub(super) fn is_leaf(&self, page: NodeId) -> bool {
        match self.map.kind(page) {
            Kind::Separator => true,
            Kind::Alias => self.map.referent(page) != page,
            _ => false,
        }
    }

    /// Returns the referent of an alias, if the referent is written too.
    pub(super) fn referent(&self, page: NodeId) -> Option<NodeId> {
        let referent = self.map.referent(page);
        let is_written = self.states[referent as usize] & (CONTENT | MENU) != 0;
        (self.map.is(page, Flag::ALIAS) && referent != page && is_written).then_some(referent)
    }

    /// Appends the children of a page that are written, in order.
    pub(super) fn children(&self, page: NodeId, relation: Relation, out: &mut Vec<NodeId>) {
        if self.is_leaf(page) {
            return;
        }
        let mut children = Vec::new();
        self.map.children(page, relation, &mut children);
        out.extend(children.iter().map(|child| child.page).filter(|&child| !self.is_left_out(child)));
    }
}

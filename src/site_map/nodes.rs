//! The nodes of the arena: pages, and lists of pages.

use super::node::{Flag, NONE, NodeId, Relation};
use crate::collections::blocks::Blocks;
use crate::collections::column::Column;
use crate::collections::keyed::HashMap;
use crate::text::Span;
use std::ops::Index;

/// A page or a list of pages. Its texts are in the text store, its edges and details in lists of their own. Only [`Nodes`] changes
/// it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) iri: Span,
    pub(super) title: Span,
    /// The address, with the number of its base.
    pub(super) link: (Span, u16),
    /// The newest edge to a list of children. Each edge points to the one before it.
    containers: u32,
    pub(super) members: u32,
    pub(super) details: u32,
    pub(super) offset: u32,
}

/// What few nodes have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Extra {
    icon: (Span, u16),
    /// The newest edge to a list of the context tree.
    embedded: u32,
}

impl Default for Extra {
    fn default() -> Extra {
        Extra { icon: (Span::default(), 0), embedded: NONE }
    }
}

/// All nodes of the arena, and how many of them count as pages.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    all: Blocks<Node>,
    /// The flags of each node. They are stored apart from the nodes because most passes over many nodes read only
    /// flags.
    flags: Vec<u16>,
    /// The icons and context trees.
    extras: Column<Extra>,
    pages: usize,
    /// Number of hidden nodes.
    hidden: usize,
    /// The node that each alias stands for.
    aliases: HashMap<NodeId, NodeId>,
}

impl Index<NodeId> for Nodes {
    type Output = Node;

    #[inline]
    fn index(&self, node: NodeId) -> &Node {
        &self.all[node as usize]
    }
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the approximate memory use in bytes. `notes`: what other parts store for each node.
    pub(super) fn memory(&self, notes: usize) -> usize {
        self.all.len() * (size_of::<Node>() + notes) + self.extras.memory()
    }

    /// Adds a node without texts.
    pub(super) fn push(&mut self, offset: u32) -> NodeId {
        let [iri, title] = [Span::default(); 2];
        let [containers, members, details] = [NONE; 3];
        self.all.push(Node { iri, title, link: (Span::default(), 0), containers, members, details, offset });
        self.flags.push(0);
        self.all.len() as NodeId - 1
    }

    pub(super) fn set_iri(&mut self, node: NodeId, iri: Span) {
        self.all[node as usize].iri = iri;
    }

    pub(super) fn set_title(&mut self, node: NodeId, title: Span) {
        self.all[node as usize].title = title;
    }

    pub(super) fn set_link(&mut self, node: NodeId, link: (Span, u16)) {
        self.all[node as usize].link = link;
    }

    pub(super) fn icon(&self, node: NodeId) -> (Span, u16) {
        self.extras.get(node as usize).icon
    }

    pub(super) fn set_icon(&mut self, node: NodeId, icon: (Span, u16)) {
        self.extras.get_mut(node as usize).icon = icon;
    }

    pub(super) fn set_newest_detail(&mut self, node: NodeId, detail: u32) {
        self.all[node as usize].details = detail;
    }

    /// Copies the title, address, icon, details and context tree.
    pub(super) fn copy(&mut self, from: NodeId, to: NodeId) {
        let Node { title, link, details, .. } = self.all[from as usize];
        let node = &mut self.all[to as usize];
        (node.title, node.link, node.details) = (title, link, details);
        self.extras.set(to as usize, self.extras.get(from as usize));
    }

    /// Makes a node an alias of another one.
    pub(super) fn make_alias(&mut self, node: NodeId, referent: NodeId) {
        self.copy(referent, node);
        self.set_head(node, Relation::Container, self.head(referent, Relation::Container));
        self.copy_flags(referent, node);
        // Aliases may multiply the rows of a folder, so only the user expands them.
        self.unmark(node, Flag::UNFOLDED);
        self.mark(node, Flag::ALIAS);
        self.aliases.insert(node, referent);
    }

    /// Returns the node that an alias stands for.
    #[cold]
    pub(super) fn referent(&self, alias: NodeId) -> NodeId {
        self.aliases.get(&alias).copied().unwrap_or(alias)
    }

    /// Copies the title, icon, details and context tree that a node does not have.
    pub(super) fn complete(&mut self, node: NodeId, from: NodeId) {
        let Node { title, details, .. } = self.all[from as usize];
        let (mut extra, own) = (self.extras.get(from as usize), self.extras.get(node as usize));
        let to = &mut self.all[node as usize];
        if to.title.is_empty() {
            to.title = title;
        }
        if to.details == NONE {
            to.details = details;
        }
        if !own.icon.0.is_empty() {
            extra.icon = own.icon;
        }
        if own.embedded != NONE {
            extra.embedded = own.embedded;
        }
        self.extras.set(node as usize, extra);
    }

    /// Removes the title, icon, details and context tree.
    pub(super) fn empty(&mut self, node: NodeId) {
        self.extras.set(node as usize, Extra::default());
        let node = &mut self.all[node as usize];
        (node.title, node.details) = (Span::default(), NONE);
    }
}

/// The newest edges of a node, or [`NONE`].
impl Nodes {
    pub(super) fn head(&self, page: NodeId, relation: Relation) -> u32 {
        match relation {
            Relation::Container => self.all[page as usize].containers,
            Relation::Embedded => self.extras.get(page as usize).embedded,
        }
    }

    pub(super) fn set_head(&mut self, page: NodeId, relation: Relation, edge: u32) {
        match relation {
            Relation::Container => self.all[page as usize].containers = edge,
            Relation::Embedded => self.extras.get_mut(page as usize).embedded = edge,
        }
    }

    pub(super) fn set_members(&mut self, list: NodeId, edge: u32) {
        self.all[list as usize].members = edge;
    }
}

/// The flags, and what counts as a page.
impl Nodes {
    pub(super) fn is(&self, node: NodeId, flag: Flag) -> bool {
        self.flags[node as usize] & flag.0 != 0
    }

    /// Sets a flag. Returns `true` if this hides the node.
    pub(super) fn mark(&mut self, node: NodeId, flag: Flag) -> bool {
        let is_change = flag == Flag::HIDDEN && !self.is(node, flag);
        self.hidden += usize::from(is_change);
        self.flags[node as usize] |= flag.0;
        is_change
    }

    /// Clears a flag. Returns `true` if this shows the node.
    pub(super) fn unmark(&mut self, node: NodeId, flag: Flag) -> bool {
        let is_change = flag == Flag::HIDDEN && self.is(node, flag);
        self.hidden -= usize::from(is_change);
        self.flags[node as usize] &= !flag.0;
        is_change
    }

    pub(super) fn copy_flags(&mut self, from: NodeId, to: NodeId) {
        self.flags[to as usize] = self.flags[from as usize];
    }

    /// Returns the number of hidden nodes.
    pub(super) fn hidden(&self) -> usize {
        self.hidden
    }

    /// Returns the number of nodes that count as pages.
    pub(super) fn pages(&self) -> usize {
        self.pages
    }

    /// Gives a node an address. It then counts as a page.
    pub(super) fn give_link(&mut self, node: NodeId, link: (Span, u16)) {
        self.set_link(node, link);
        self.pages += 1;
    }

    /// Removes the address of a page, which then does not count.
    pub(super) fn take_link(&mut self, page: NodeId) {
        if !std::mem::take(&mut self.all[page as usize].link.0).is_empty() {
            self.pages -= 1;
        }
    }

    /// Counts pages that are shown, or are no longer shown.
    pub(super) fn count(&mut self, more: isize) {
        self.pages = self.pages.saturating_add_signed(more);
    }
}

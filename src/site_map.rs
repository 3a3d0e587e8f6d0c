//! The pages of a site and how they relate: an arena that every format writes into.
//!
//! A page has children in the content tree (`container`) and entries in its context menu (`embedded`). Both
//! point to lists, and lists have members; a page in two lists is one page in two places. A page may be its own list.

mod blocks;
mod branch_dates;
mod documents;
mod graph;
mod kept;
mod lists;
mod paths;
mod preorder;
mod revise;
mod ways;

pub(crate) use branch_dates::BranchDates;
pub(crate) use documents::Naming;
pub use documents::{Context, Documents, State};
pub(crate) use preorder::Preorder;
pub(crate) use ways::{Marks, Ways};

use crate::diagnostics::Report;
use crate::index::Index;
use crate::iri;
use crate::keyed::{HashMap, HashSet, hash};
use crate::limits::{MAX_DETAIL_NAMES, MAX_NODES, MAX_VALUE_BYTES};
use crate::order;
use crate::text::{Span, TextStore, is_same};
use blocks::Blocks;
use std::borrow::Cow;

/// A page, or a list of pages, by its number.
pub type NodeId = u32;

/// Title of the folder of pages whose place could not be found.
pub const UNPLACED_TITLE: &str = "Unplaced pages";

/// What to do about an address that is empty.
const EMPTY_LINK: &str = "The address is empty; write one or leave the element out.";

/// No edge, no node.
const NONE: u32 = u32::MAX;

/// The order of an edge that leads to the rest of an RDF list.
const REST: u32 = u32::MAX;

/// The order of an edge that has been taken away.
const GONE: u32 = u32::MAX - 1;

/// An entry of a list, to take it away again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u32);

#[derive(Clone, Copy, Debug)]
struct Node {
    iri: Span,
    title: Span,
    url: Span,
    icon: Span,
    url_base: u16,
    icon_base: u16,
    /// Newest edge of each relation; edges lead to the ones before them.
    containers: u32,
    embedded: u32,
    members: u32,
    details: u32,
    offset: u32,
}

/// What sets a node apart from a plain page or heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag(u16);

impl Flag {
    /// A folder: a part of a path without a page of its own, a folder of bookmarks, a category.
    pub const FOLDER: Flag = Flag(1);
    /// A line between other entries.
    pub const SEPARATOR: Flag = Flag(1 << 1);
    /// Stands for another entry.
    pub const ALIAS: Flag = Flag(1 << 2);
    /// A further document; see [`Documents`].
    pub const DOCUMENT: Flag = Flag(1 << 3);
    /// The page is gone.
    pub const DELETED: Flag = Flag(1 << 4);
    /// The branch is open when it is first shown.
    pub const UNFOLDED: Flag = Flag(1 << 5);
    /// Where the document gives no title, the last segment of the address is made readable.
    pub const READABLE: Flag = Flag(1 << 6);
    /// The title is a language tag.
    pub const LANGUAGE: Flag = Flag(1 << 7);
    /// Not shown.
    pub const HIDDEN: Flag = Flag(1 << 8);
    /// The folder of pages whose place could not be found.
    pub const UNPLACED: Flag = Flag(1 << 9);
    /// The document gives the page an address that cannot be a link.
    pub const UNLINKED: Flag = Flag(1 << 10);
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    target: NodeId,
    next: u32,
    /// n of `rdf:_n`; siblings are shown in its order.
    order: u32,
    offset: u32,
}

#[derive(Clone, Copy, Debug)]
struct Detail {
    next: u32,
    /// Number of its name.
    label: u16,
    value: Span,
}

/// A name of details, and the value that came last with it: the next is often the same.
#[derive(Debug)]
struct Label {
    name: Box<str>,
    last: Span,
}

/// How a page relates to the pages below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Children in the same point of view (NNS 1.0, "container and embedded").
    Container,
    /// The first level of the page's context tree.
    Embedded,
}

/// One page below another: which one, and where the document says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// The page.
    pub page: NodeId,
    /// Byte offset of the entry.
    pub offset: u32,
}

/// All pages of one site.
#[derive(Debug, Default)]
pub struct SiteMap {
    text: TextStore,
    nodes: Blocks<Node>,
    /// By node, apart from the rest: most questions about many nodes are about these.
    flags: Vec<u16>,
    edges: Blocks<Edge>,
    details: Blocks<Detail>,
    labels: Vec<Label>,
    /// Where the names of details are in `labels`, for those behind the first few.
    label_numbers: HashMap<Box<str>, u16>,
    bases: Vec<Box<str>>,
    base_numbers: HashMap<Box<str>, u16>,
    /// Named nodes.
    index: Index,
    last_named: NodeId,
    root: Option<NodeId>,
    pages: usize,
    host: Box<str>,
    /// The folder of pages whose place could not be found.
    unplaced: Option<NodeId>,
    /// Number of nodes that are not shown.
    hidden: usize,
    /// Trees by host and path, by the node that they are below.
    paths: HashMap<NodeId, paths::Paths>,
    /// Further documents that these pages come from.
    pub(crate) documents: Documents,
    /// Aliases and metadata.
    kept: kept::Kept,
    full_reported: bool,
}

impl SiteMap {
    /// Number of nodes, lists included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Number of pages: nodes with an address.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Bytes of the text that is kept: names, titles, addresses, details.
    pub fn text_bytes(&self) -> usize {
        self.text.bytes()
    }

    /// About how many bytes of memory the pages take. What is made of each node is counted too: the index, what a reader notes,
    /// and what the view makes to find it.
    pub(crate) fn memory(&self) -> usize {
        /// As measured at several million nodes.
        const NOTES: usize = 96;
        self.text.memory()
            + self.nodes.len() * (size_of::<Node>() + NOTES)
            + self.edges.len() * (size_of::<Edge>() + size_of::<u32>())
            + self.details.len() * size_of::<Detail>()
            + self.kept.metadata_bytes()
            + self.documents.memory()
    }

    /// Whether nothing has been read yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The host that the site was read from; empty where that was a file.
    pub(crate) fn own_host(&self) -> &str {
        &self.host
    }

    pub(crate) fn set_own_host(&mut self, host: &str) {
        self.host = host.into();
    }

    /// Further documents that these pages come from.
    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// The hidden page whose children are the top level.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    pub(crate) fn set_root(&mut self, root: NodeId) {
        self.root = Some(root);
    }

    /// The node with this absolute IRI, made where there is none.
    pub(crate) fn named(&mut self, iri: &str, offset: u32, report: &mut Report) -> NodeId {
        let iri = &iri[..iri.floor_char_boundary(MAX_VALUE_BYTES)];
        // Documents mostly describe pages in the order in which they are listed: looking at the node that may come
        // next spares a search all over memory.
        let guess = self.last_named + 1;
        if self.nodes.get(guess as usize).is_some_and(|node| !iri.is_empty() && is_same(self.text.get(node.iri), iri)) {
            self.last_named = guess;
            return guess;
        }
        let hash = hash(iri);
        if let Some(known) = self.index.find(hash, |id| is_same(self.iri(id), iri)) {
            self.last_named = known;
            return known;
        }
        let id = self.unnamed(offset, report);
        if self.full_reported {
            return id;
        }
        self.nodes[id as usize].iri = self.text.push(iri);
        self.index.insert(hash, id);
        id
    }

    /// A new node without a name; the last one where there is no room for more.
    pub(crate) fn unnamed(&mut self, offset: u32, report: &mut Report) -> NodeId {
        if self.nodes.len() >= MAX_NODES || (self.text.is_full() && !self.nodes.is_empty()) {
            if !std::mem::replace(&mut self.full_reported, true) {
                report.error(
                    "limit-pages",
                    offset,
                    format!(
                        "There are more than {MAX_NODES} pages, or more text than fits; further ones are not read."
                    ),
                );
            }
            return self.nodes.len() as u32 - 1;
        }
        self.nodes.push(Node {
            iri: Span::default(),
            title: Span::default(),
            url: Span::default(),
            icon: Span::default(),
            url_base: 0,
            icon_base: 0,
            containers: NONE,
            embedded: NONE,
            members: NONE,
            details: NONE,
            offset,
        });
        self.flags.push(0);
        self.nodes.len() as u32 - 1
    }

    /// The hidden page whose children are the top level, made where there is none.
    pub(crate) fn make_root(&mut self, report: &mut Report) -> NodeId {
        match self.root {
            Some(root) => root,
            None => {
                let root = self.unnamed(0, report);
                self.root = Some(root);
                root
            }
        }
    }

    /// Sets a node apart.
    pub(crate) fn mark(&mut self, page: NodeId, flag: Flag) {
        if flag == Flag::HIDDEN && !self.is(page, flag) {
            self.hidden += 1;
        }
        self.flags[page as usize] |= flag.0;
    }

    /// Takes that back.
    pub(crate) fn unmark(&mut self, page: NodeId, flag: Flag) {
        if flag == Flag::HIDDEN && self.is(page, flag) {
            self.hidden -= 1;
        }
        self.flags[page as usize] &= !flag.0;
    }

    /// Whether a node is set apart in this way.
    pub fn is(&self, page: NodeId, flag: Flag) -> bool {
        self.flags[page as usize] & flag.0 != 0
    }

    fn edge(&mut self, target: NodeId, next: u32, order: u32, offset: u32) -> u32 {
        if self.edges.len() >= 4 * MAX_NODES {
            return next;
        }
        self.edges.push(Edge { target, next, order, offset });
        self.edges.len() as u32 - 1
    }

    /// Puts a list (or a page itself) below a page.
    pub(crate) fn relate(&mut self, page: NodeId, relation: Relation, target: NodeId, offset: u32) {
        let head = match relation {
            Relation::Container => self.nodes[page as usize].containers,
            Relation::Embedded => self.nodes[page as usize].embedded,
        };
        let edge = self.edge(target, head, 0, offset);
        match relation {
            Relation::Container => self.nodes[page as usize].containers = edge,
            Relation::Embedded => self.nodes[page as usize].embedded = edge,
        }
    }

    /// Makes `target` the `order`th member of a list.
    pub(crate) fn add_member(&mut self, list: NodeId, order: u32, target: NodeId, offset: u32) {
        let head = self.nodes[list as usize].members;
        self.nodes[list as usize].members = self.edge(target, head, order, offset);
    }

    /// Makes a page its own list, if it is none yet, and this its next member. Such members keep the order in which
    /// they come.
    pub(crate) fn append(&mut self, page: NodeId, child: NodeId, offset: u32) -> Place {
        self.insert(page, self.edges.len() as u32, child, offset)
    }

    /// Makes a page its own list, if it is none yet, and this its member with this number.
    pub(crate) fn insert(&mut self, page: NodeId, order: u32, child: NodeId, offset: u32) -> Place {
        if self.nodes[page as usize].containers == NONE {
            self.relate(page, Relation::Container, page, offset);
        }
        let before = self.nodes[page as usize].members;
        self.add_member(page, order, child, offset);
        let place = self.nodes[page as usize].members;
        // Where there is no room for more, there is nothing to take away.
        Place(if place == before { NONE } else { place })
    }

    /// Takes an entry out of its list.
    pub(crate) fn remove(&mut self, place: Place) {
        if let Some(edge) = self.edges.get_mut(place.0 as usize) {
            edge.order = GONE;
        }
    }

    /// Makes this the next entry of a page's context tree, behind those that came before.
    pub(crate) fn append_to_menu(&mut self, page: NodeId, entry: NodeId, offset: u32, report: &mut Report) {
        let list = self.menu_list(page, offset, report);
        self.append_to_list(list, entry, offset);
    }

    /// Lists a page among those whose place could not be found, at the end of the top level.
    pub(crate) fn add_unplaced(&mut self, page: NodeId, offset: u32, report: &mut Report) {
        let folder = match self.unplaced {
            Some(folder) => folder,
            None => {
                let root = self.make_root(report);
                let list = self.unnamed(offset, report);
                self.relate(root, Relation::Container, list, offset);
                let folder = self.unnamed(offset, report);
                self.nodes[folder as usize].title = self.text.push(UNPLACED_TITLE);
                self.mark(folder, Flag::FOLDER);
                self.mark(folder, Flag::UNPLACED);
                self.append_to_list(list, folder, offset);
                self.unplaced = Some(folder);
                folder
            }
        };
        self.append(folder, page, offset);
    }

    /// Takes away what a page, or a list, contains.
    pub(crate) fn clear(&mut self, page: NodeId) {
        let node = &mut self.nodes[page as usize];
        (node.containers, node.members) = (NONE, NONE);
    }

    /// Makes the members of `rest` follow those of `list` (`rdf:rest`).
    pub(crate) fn add_rest(&mut self, list: NodeId, rest: NodeId, offset: u32) {
        self.add_member(list, REST, rest, offset);
    }

    /// Sets a title; the first one counts.
    pub(crate) fn set_title(&mut self, page: NodeId, title: &str, offset: u32, report: &mut Report) {
        self.check_length(title, offset, report);
        let node = &mut self.nodes[page as usize];
        if node.title.is_empty() {
            node.title = self.text.push_collapsed(title);
        }
    }

    /// Sets a title in place of the one that is there.
    pub(crate) fn change_title(&mut self, page: NodeId, title: &str, offset: u32, report: &mut Report) {
        self.nodes[page as usize].title = Span::default();
        self.set_title(page, title, offset, report);
    }

    /// Sets the address of a page; the first one counts.
    pub(crate) fn set_url(&mut self, page: NodeId, url: &str, base: &str, offset: u32, report: &mut Report) {
        if !self.nodes[page as usize].url.is_empty() {
            return;
        }
        let Some((url, base)) = self.link(url, base, offset, report) else {
            return self.mark(page, Flag::UNLINKED);
        };
        let node = &mut self.nodes[page as usize];
        (node.url, node.url_base) = (url, base);
        self.pages += 1;
    }

    /// Sets the icon of a page; the first one counts.
    pub(crate) fn set_icon(&mut self, page: NodeId, url: &str, base: &str, offset: u32, report: &mut Report) {
        if self.nodes[page as usize].icon.is_empty()
            && let Some((url, base)) = self.link(url, base, offset, report)
        {
            let node = &mut self.nodes[page as usize];
            (node.icon, node.icon_base) = (url, base);
        }
    }

    /// Adds a detail that is shown on demand.
    pub(crate) fn add_detail(&mut self, page: NodeId, name: &str, value: &str, offset: u32, report: &mut Report) {
        self.check_length(value, offset, report);
        let Some(label) = self.label(name) else { return };
        let last = self.labels[label].last;
        let value = if self.text.get(last) == value { last } else { self.text.push_collapsed(value) };
        self.labels[label].last = value;
        if !value.is_empty() && self.details.len() < 4 * MAX_NODES {
            let next = std::mem::replace(&mut self.nodes[page as usize].details, self.details.len() as u32);
            self.details.push(Detail { next, label: label as u16, value });
        }
    }

    /// The number of a name of details; `None` if there are too many names.
    fn label(&mut self, name: &str) -> Option<usize> {
        /// Most documents have no more names than these, which are found sooner one after the other.
        const FEW: usize = 8;
        if let Some(known) = self.labels.iter().take(FEW).position(|label| *label.name == *name) {
            return Some(known);
        }
        if let Some(known) = self.label_numbers.get(name) {
            return Some(usize::from(*known));
        }
        let number = self.labels.len();
        if number >= MAX_DETAIL_NAMES {
            return None;
        }
        self.labels.push(Label { name: name.into(), last: Span::default() });
        if number >= FEW {
            self.label_numbers.insert(name.into(), number as u16);
        }
        Some(number)
    }

    fn check_length(&self, value: &str, offset: u32, report: &mut Report) {
        if value.len() > MAX_VALUE_BYTES {
            report.warning(
                "limit-value",
                offset,
                format!("A text here is longer than {MAX_VALUE_BYTES} bytes and is cut."),
            );
        }
    }

    /// Keeps a reference that may become a link, with the number of its base.
    fn link(&mut self, url: &str, base: &str, offset: u32, report: &mut Report) -> Option<(Span, u16)> {
        self.visible_link(&iri::visible(url), base, offset, report)
    }

    /// The same for a reference in which everything can be seen.
    fn visible_link(&mut self, url: &str, base: &str, offset: u32, report: &mut Report) -> Option<(Span, u16)> {
        if url.is_empty() {
            report.warning("empty-link", offset, EMPTY_LINK);
            return None;
        }
        if url.len() > MAX_VALUE_BYTES {
            report.warning(
                "limit-value",
                offset,
                format!("An address here is longer than {MAX_VALUE_BYTES} bytes; it is no link."),
            );
            return None;
        }
        let own = iri::scheme(url);
        let scheme = own.or_else(|| iri::scheme(base));
        if let Some(scheme) = scheme.filter(|scheme| !iri::is_link_scheme(scheme)) {
            // A file opened from disk has relative addresses that lead nowhere; that is nobody's mistake.
            if own.is_some() || !scheme.eq_ignore_ascii_case("file") {
                report.warning(
                    "unsafe-link",
                    offset,
                    format!(
                        "'{scheme}:' addresses do not become links; use http, https, ftp, mailto or a relative address."
                    ),
                );
            }
            return None;
        }
        if own.is_some() {
            // Whatever the base is, it makes no difference.
            return Some((self.text.push(url), 0));
        }
        // Mostly it is the base of the page before; hashing each would cost more than the comparison.
        let known = match self.bases.last() {
            Some(last) if is_same(last, base) => Some(self.bases.len() as u16 - 1),
            _ => self.base_numbers.get(base).copied(),
        };
        let number = match known {
            Some(known) => known,
            None if self.bases.len() < usize::from(u16::MAX) => {
                let number = self.bases.len() as u16;
                self.bases.push(iri::visible(base).into());
                self.base_numbers.insert(base.into(), number);
                number
            }
            None => {
                let mut absolute = String::new();
                iri::resolve(&iri::visible(base), url, &mut absolute);
                return Some((self.text.push(&absolute), 0));
            }
        };
        Some((self.text.push(url), number))
    }

    fn resolved(&self, url: Span, base: u16) -> Option<String> {
        if url.is_empty() {
            return None;
        }
        let mut absolute = String::new();
        iri::resolve(self.bases.get(base as usize).map_or("", |base| base), self.text.get(url), &mut absolute);
        // Whatever was written, nothing but these leaves this module.
        iri::scheme(&absolute).is_some_and(iri::is_link_scheme).then_some(absolute)
    }

    /// The absolute address of a page.
    pub fn url(&self, page: NodeId) -> Option<String> {
        self.resolved(self.nodes[page as usize].url, self.nodes[page as usize].url_base)
    }

    /// The absolute address of a page's icon (15x15).
    pub fn icon(&self, page: NodeId) -> Option<String> {
        self.resolved(self.nodes[page as usize].icon, self.nodes[page as usize].icon_base)
    }

    /// The IRI that names a node; empty where it has none.
    pub fn iri(&self, page: NodeId) -> &str {
        self.text.get(self.nodes[page as usize].iri)
    }

    /// Whether the document gives a title.
    pub(crate) fn has_title(&self, page: NodeId) -> bool {
        !self.nodes[page as usize].title.is_empty()
    }

    /// Whether the page has an address; without one it is a heading.
    pub fn has_url(&self, page: NodeId) -> bool {
        !self.nodes[page as usize].url.is_empty()
    }

    /// Where the document mentions a node first.
    pub(crate) fn offset(&self, page: NodeId) -> u32 {
        self.nodes[page as usize].offset
    }

    /// The title to show: the document's own, else the last segment of the address or of the name.
    pub fn title(&self, page: NodeId) -> Cow<'_, str> {
        let node = &self.nodes[page as usize];
        if !node.title.is_empty() {
            return Cow::Borrowed(self.text.get(node.title));
        }
        let address = match node.url.is_empty() {
            false => self.url(page).map_or(Cow::Borrowed(""), Cow::Owned),
            true => Cow::Borrowed(self.text.get(node.iri)),
        };
        let title = match self.is(page, Flag::READABLE) {
            true => paths::readable_title(&address),
            false => last_segment(&address),
        };
        match title.is_empty() {
            true => Cow::Borrowed("\u{2026}"),
            false => Cow::Owned(title),
        }
    }

    /// A page's details in document order: name and value.
    pub fn details(&self, page: NodeId) -> Vec<(&str, &str)> {
        let mut details: Vec<_> = self.last_details(page).collect();
        details.reverse();
        details
    }

    /// A page's details, the last one first.
    pub(crate) fn last_details(&self, page: NodeId) -> impl Iterator<Item = (&str, &str)> {
        let first = self.details.get(self.nodes[page as usize].details as usize);
        std::iter::successors(first, |detail| self.details.get(detail.next as usize))
            .map(|detail| (&*self.labels[detail.label as usize].name, self.text.get(detail.value)))
    }

    fn head(&self, page: NodeId, relation: Relation) -> u32 {
        match relation {
            Relation::Container => self.nodes[page as usize].containers,
            Relation::Embedded => self.nodes[page as usize].embedded,
        }
    }

    /// Appends the pages below a page, in order.
    pub fn children(&self, page: NodeId, relation: Relation, out: &mut Vec<Child>) {
        let start = out.len();
        if self.plain_children(page, relation, |edge| out.push(Child { page: edge.target, offset: edge.offset })) {
            out[start..].reverse();
        } else {
            out.truncate(start);
            self.all_children(page, relation, out);
        }
        if self.hidden > 0 {
            let mut shown = start;
            for at in start..out.len() {
                out[shown] = out[at];
                shown += usize::from(!self.is(out[at].page, Flag::HIDDEN));
            }
            out.truncate(shown);
        }
    }

    /// Calls back with the pages below a page, the last one first, where the document has them in plain order. Whether it
    /// does; if not, what was told does not count.
    pub(crate) fn children_backwards(&self, page: NodeId, relation: Relation, mut tell: impl FnMut(NodeId)) -> bool {
        self.plain_children(page, relation, |edge| {
            if self.hidden == 0 || !self.is(edge.target, Flag::HIDDEN) {
                tell(edge.target);
            }
        })
    }

    /// Most pages have no list below them, or one whose numbers rise in the order in which its members came and that does
    /// not go on elsewhere.
    fn plain_children(&self, page: NodeId, relation: Relation, mut tell: impl FnMut(&Edge)) -> bool {
        let Some(list) = self.edges.get(self.head(page, relation) as usize) else { return true };
        let mut at = self.nodes[list.target as usize].members;
        if list.next != NONE || at == NONE {
            return false;
        }
        let mut above = GONE;
        while let Some(edge) = self.edges.get(at as usize) {
            if edge.order >= above {
                return false;
            }
            tell(edge);
            (above, at) = (edge.order, edge.next);
        }
        true
    }

    fn all_children(&self, page: NodeId, relation: Relation, out: &mut Vec<Child>) {
        let mut lists = Vec::new();
        let mut at = self.head(page, relation);
        while let Some(edge) = self.edges.get(at as usize) {
            lists.push(Child { page: edge.target, offset: edge.offset });
            at = edge.next;
        }
        lists.reverse();
        // The same statement made twice is one statement.
        if lists.len() > 1 {
            let mut seen = HashSet::default();
            lists.retain(|list| seen.insert(list.page));
        }
        for list in lists {
            // An RDF list may lead back into itself; each of its cells counts once.
            let mut seen = HashSet::default();
            self.members(list, |here, rest| seen.insert(here) && !seen.contains(&rest), out);
        }
    }

    /// Appends the members of a list. `follows` says whether to go on from one cell of an RDF list to the next.
    fn members(&self, list: Child, mut follows: impl FnMut(NodeId, NodeId) -> bool, out: &mut Vec<Child>) {
        if self.nodes[list.page as usize].members == NONE {
            // No list at all but the page itself.
            if self.is_described(list.page) {
                out.push(list);
            }
            return;
        }
        let mut sorted: Vec<(u32, Child)> = Vec::new();
        let mut cell = Some(list.page);
        while let Some(here) = cell {
            sorted.clear();
            let mut rest = None;
            for (order, child) in self.entries(here) {
                match order {
                    REST => rest = Some(child.page),
                    _ => sorted.push((order, child)),
                }
            }
            sorted.reverse();
            if !sorted.is_sorted_by_key(|(order, _)| *order) {
                sorted = order::by_key(sorted.iter().map(|(order, _)| *order)).map(|at| sorted[at]).collect();
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
            cell = rest.filter(|&rest| follows(here, rest));
        }
    }

    /// Appends the pages below a page, each with the list that it stands in, unless that list is marked in `gone`: then
    /// the list goes to `again`. Gone through like this, all pages together cost what the document is long, however
    /// many of them share a list.
    pub(crate) fn children_once(
        &self,
        page: NodeId,
        relation: Relation,
        gone: &mut [bool],
        out: &mut Vec<(Child, Option<NodeId>)>,
        again: &mut Vec<NodeId>,
    ) {
        let mut lists = Vec::new();
        let mut at = self.head(page, relation);
        while let Some(edge) = self.edges.get(at as usize) {
            lists.push(Child { page: edge.target, offset: edge.offset });
            at = edge.next;
        }
        let mut members = Vec::new();
        for list in lists.into_iter().rev() {
            let is_list = self.nodes[list.page as usize].members != NONE;
            if is_list && std::mem::replace(&mut gone[list.page as usize], true) {
                again.push(list.page);
                continue;
            }
            members.clear();
            self.members(list, |_, rest| !std::mem::replace(&mut gone[rest as usize], true), &mut members);
            let shown = members.iter().filter(|child| !self.is(child.page, Flag::HIDDEN));
            out.extend(shown.map(|&child| (child, is_list.then_some(list.page))));
        }
    }

    /// What a list says of its members: order and member, the newest first.
    fn entries(&self, list: NodeId) -> impl Iterator<Item = (u32, Child)> + '_ {
        let edge = |at: u32| self.edges.get(at as usize);
        std::iter::successors(edge(self.nodes[list as usize].members), move |before| edge(before.next))
            .filter(|edge| edge.order != GONE)
            .map(|edge| (edge.order, Child { page: edge.target, offset: edge.offset }))
    }

    /// Whether a node says anything of itself: a title or an address.
    pub(crate) fn is_described(&self, page: NodeId) -> bool {
        self.has_title(page) || self.has_url(page)
    }

    /// Whether a page has a child that fulfils a condition. Cheaper than [`SiteMap::children`].
    pub(crate) fn any_child(&self, page: NodeId, relation: Relation, condition: impl Fn(NodeId) -> bool) -> bool {
        let condition = |child: NodeId| !self.is(child, Flag::HIDDEN) && condition(child);
        let mut at = self.head(page, relation);
        while let Some(edge) = self.edges.get(at as usize) {
            at = edge.next;
            let list = edge.target;
            if self.nodes[list as usize].members == NONE && self.is_described(list) && condition(list) {
                return true;
            }
            let mut seen = HashSet::default();
            let mut cell = Some(list);
            while let Some(here) = cell {
                let mut rest = None;
                for (order, member) in self.entries(here) {
                    match order {
                        REST => rest = Some(member.page),
                        _ if condition(member.page) => return true,
                        _ => {}
                    }
                }
                cell = rest.filter(|rest| seen.insert(here) && !seen.contains(rest));
            }
        }
        false
    }
}

/// The last segment of an address or name that is not empty, percent-decoded: `soccer` of
/// `http://host/articles/soccer/` and of `mydomain:articles:soccer`.
fn last_segment(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let segments = |c: char| matches!(c, '/' | ':');
    let segment = address.trim_end_matches(segments).rsplit(segments).next().unwrap_or_default();
    let decoded = percent_encoding::percent_decode_str(segment).decode_utf8_lossy();
    decoded.split_whitespace().collect::<Vec<_>>().join(" ")
}

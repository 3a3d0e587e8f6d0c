//! The whole tree of a site, expanded. For the command line and the tests; the sidebar never builds it.

use crate::limits::{MAX_OUTLINE_BYTES, MAX_OUTLINE_DEPTH, MAX_OUTLINE_NODES};
use crate::site::Site;
use crate::site_map::{Child, Flag, Kind, LoadState, NodeId, Relation, UNPLACED_TITLE};
use crate::tree;
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// An entry with all its descendants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Node {
    /// The kind of the entry.
    pub kind: Kind,
    /// The title.
    pub title: String,
    /// The address, if it is a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The address of the icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Pairs of name and value, in document order.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    pub details: Vec<(String, String)>,
    /// The children in the same tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Node>,
    /// The context menu.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub menu: Vec<Node>,
    /// `true` if the page was deleted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
    /// `true` if the branch is expanded at first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unfolded: bool,
    /// Why the pages of a child sitemap are missing: `pending`, or a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// Serializes details as an object. A repeated name has an array of values.
fn as_object<S: Serializer>(details: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Value<'a> {
        One(&'a str),
        Several(Vec<&'a str>),
    }
    let mut values: Vec<(&str, Value<'_>)> = Vec::new();
    for (name, value) in details {
        match values.iter_mut().find(|(known, _)| known == name) {
            None => values.push((name, Value::One(value))),
            Some((_, Value::Several(several))) => several.push(value),
            Some((_, one)) => {
                if let Value::One(first) = *one {
                    *one = Value::Several(vec![first, value]);
                }
            }
        }
    }
    serializer.collect_map(values)
}

/// The expanded tree of a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The top level.
    pub tree: Vec<Node>,
    /// Pages without a place in the tree.
    pub unplaced: Vec<Node>,
    /// `true` if [`MAX_OUTLINE_NODES`], [`MAX_OUTLINE_DEPTH`] or [`MAX_OUTLINE_BYTES`] cut the tree.
    pub is_cut: bool,
}

impl Outline {
    /// Expands the tree of a site.
    pub fn new(site: &Site) -> Outline {
        let map = site.map();
        let content_path = vec![false; map.len()];
        let mut expansion = Expansion {
            site,
            menu_path: content_path.clone(),
            content_path,
            nodes: 0,
            bytes: 0,
            unplaced: 0,
            is_cut: false,
        };
        let mut tree = map.root().map_or_else(Vec::new, |root| expansion.below(root, Tree::Content, 0));
        let is_cut = expansion.is_cut;
        let unplaced = match tree.last() {
            Some(last) if expansion.unplaced == tree.len() && last.kind == Kind::Folder => {
                tree.pop().map_or_else(Vec::new, |folder| folder.children)
            }
            _ => Vec::new(),
        };
        Outline { tree, unplaced, is_cut }
    }

    /// Returns the tree as indented text, one entry per line. `~` marks entries of context menus. With `details`, a
    /// line `= name: value` follows for each detail.
    pub fn to_text(&self, details: bool) -> String {
        let mut text = String::new();
        for node in &self.tree {
            write_node(node, 0, "", details, &mut text);
        }
        if !self.unplaced.is_empty() {
            text.push_str(UNPLACED_TITLE);
            text.push_str("/\n");
        }
        for node in &self.unplaced {
            write_node(node, 1, "", details, &mut text);
        }
        text
    }
}

/// Bytes that a list entry or a detail counts, without its text.
const EACH: usize = 16;

const PENDING: &str = "pending";

fn write_node(node: &Node, depth: usize, mark: &str, details: bool, out: &mut String) {
    let indent = "  ".repeat(depth);
    // Writing to a string cannot fail.
    let (title, slash) = match node.kind {
        Kind::Separator => ("----", ""),
        Kind::Folder => (&*node.title, "/"),
        _ => (&*node.title, ""),
    };
    let _ = write!(out, "{indent}{mark}{title}{slash}");
    if let Some(url) = &node.url {
        let _ = write!(out, " <{url}>");
    }
    if let Some(icon) = &node.icon {
        let _ = write!(out, " icon <{icon}>");
    }
    let words = [
        (node.kind == Kind::Alias, "alias"),
        (node.deleted, "deleted"),
        (node.unfolded, "open"),
        (node.missing.as_deref() == Some(PENDING), "document"),
    ];
    for (_, word) in words.iter().filter(|(is, _)| *is) {
        let _ = write!(out, " ({word})");
    }
    if let Some(why) = node.missing.as_deref().filter(|why| *why != PENDING) {
        let _ = write!(out, " (failed: {why})");
    }
    out.push('\n');
    for (name, value) in node.details.iter().filter(|_| details) {
        let _ = writeln!(out, "{indent}  = {name}: {value}");
    }
    for entry in &node.menu {
        write_node(entry, depth + 1, "~ ", details, out);
    }
    for child in &node.children {
        write_node(child, depth + 1, mark, details, out);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tree {
    Content,
    /// A context menu. `true` at its first level.
    Menu(bool),
}

struct Expansion<'a> {
    site: &'a Site,
    content_path: Vec<bool>,
    /// The ancestors in a context menu are tracked separately: it may repeat the ancestors of its page.
    menu_path: Vec<bool>,
    nodes: usize,
    /// See [`MAX_OUTLINE_BYTES`].
    bytes: usize,
    /// One-based position of the folder of unplaced pages on the top level; 0 if there is none.
    unplaced: usize,
    is_cut: bool,
}

impl Expansion<'_> {
    /// Returns the children of a page. [`MAX_OUTLINE_DEPTH`] bounds the recursion.
    fn below(&mut self, page: NodeId, tree: Tree, depth: usize) -> Vec<Node> {
        let map = self.site.map();
        if self.is_full(depth) {
            // Reading the children of every page at the limit would take longer than everything before.
            self.is_cut = self.is_cut
                || map.any_child(page, Relation::Container, &|_| true)
                || (tree != Tree::Content && map.any_child(page, Relation::Embedded, &|_| true));
            return Vec::new();
        }
        let mut children: Vec<Child> = Vec::new();
        match tree {
            Tree::Content => _ = map.children(page, Relation::Container, &mut children),
            Tree::Menu(first_level) => tree::menu_children(map, page, first_level, &mut children),
        }
        self.bytes += EACH * children.len();
        let was_on_path = std::mem::replace(&mut self.path(tree)[map.referent(page) as usize], true);
        let mut nodes = Vec::new();
        for child in children {
            if self.path(tree)[map.referent(child.page) as usize] {
                continue;
            }
            if self.is_full(depth) {
                self.is_cut = true;
                break;
            }
            self.nodes += 1;
            nodes.push(self.node(child.page, tree, depth));
            if depth == 0 && map.is(child.page, Flag::UNPLACED) {
                self.unplaced = nodes.len();
            }
        }
        self.path(tree)[map.referent(page) as usize] = was_on_path;
        nodes
    }

    fn is_full(&self, depth: usize) -> bool {
        self.nodes >= MAX_OUTLINE_NODES || depth >= MAX_OUTLINE_DEPTH || self.bytes >= MAX_OUTLINE_BYTES
    }

    fn path(&mut self, tree: Tree) -> &mut Vec<bool> {
        if tree == Tree::Content { &mut self.content_path } else { &mut self.menu_path }
    }

    fn node(&mut self, page: NodeId, tree: Tree, depth: usize) -> Node {
        let map = self.site.map();
        let details = self.site.details(page);
        let (title, url, icon) = (map.title(page).into_owned(), map.url(page), map.icon(page));
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.bytes += 2 * depth + title.len() + length(&url) + length(&icon);
        self.bytes += details.iter().map(|(name, value)| EACH + name.len() + value.len()).sum::<usize>();
        let menu = match tree {
            Tree::Content => self.below(page, Tree::Menu(true), depth + 1),
            Tree::Menu(_) => Vec::new(),
        };
        let below = if tree == Tree::Content { Tree::Content } else { Tree::Menu(false) };
        Node {
            kind: map.kind(page),
            title,
            url,
            icon,
            details: details.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            children: self.below(page, below, depth + 1),
            menu,
            deleted: map.is(page, Flag::DELETED),
            unfolded: map.is(page, Flag::UNFOLDED),
            missing: match map.documents().state(page) {
                Some(LoadState::Failed(why)) => Some(why.to_string()),
                Some(LoadState::Pending | LoadState::Loading) => Some(PENDING.to_owned()),
                Some(LoadState::Loaded) | None => None,
            },
        }
    }
}

//! The content tree and the context trees: a lazy unfolding of the page graph.
//!
//! Pages may be used in several places and may even contain themselves, so the tree can be exponentially large
//! or endless; only what is asked for is unfolded, and a page is never shown below itself.

use crate::diagnostics::Report;
use crate::limits::{MAX_MENU_DEPTH, MAX_MENU_ITEMS};
use crate::site_map::{Child, NodeId, Relation, SiteMap};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A page that can be opened.
    Page,
    /// An entry without an address; it only folds.
    Heading,
}

/// What a page is shown as.
pub fn kind(map: &SiteMap, page: NodeId) -> Kind {
    if map.has_url(page) { Kind::Page } else { Kind::Heading }
}

/// Appends the entries of a page's context tree, one level. Its first level are the embedded pages; below that
/// both relations pass through, container first (NNS 1.0, "container and embedded").
pub fn menu_children(map: &SiteMap, page: NodeId, first_level: bool, out: &mut Vec<Child>) {
    if !first_level {
        map.children(page, Relation::Container, out);
    }
    map.children(page, Relation::Embedded, out);
}

/// Whether a page of the content tree has a context tree.
pub fn has_menu(map: &SiteMap, page: NodeId) -> bool {
    map.any_child(page, Relation::Embedded, |entry| entry != page)
}

/// An entry of a context menu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MenuItem {
    /// Page or heading.
    pub kind: Kind,
    /// What it says.
    pub title: String,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Its submenu.
    pub children: Vec<MenuItem>,
}

/// A page's context tree, whole up to [`MAX_MENU_ITEMS`] and [`MAX_MENU_DEPTH`], widest levels first; the number
/// of entries that were left out because of these.
pub fn menu(map: &SiteMap, page: NodeId) -> (Vec<MenuItem>, usize) {
    struct Level {
        page: NodeId,
        parent: usize,
        depth: usize,
    }
    // Breadth first, so that a cap cuts the deep ends and not the last entries of the first level.
    let mut levels = vec![Level { page, parent: 0, depth: 0 }];
    let mut children = Vec::new();
    let (mut at, mut left_out) = (0, 0);
    while at < levels.len() {
        let (here, depth) = (levels[at].page, levels[at].depth);
        children.clear();
        menu_children(map, here, at == 0, &mut children);
        for child in &children {
            let mut ancestor = at;
            let is_above = loop {
                if levels[ancestor].page == child.page {
                    break true;
                }
                if ancestor == 0 {
                    break false;
                }
                ancestor = levels[ancestor].parent;
            };
            if is_above {
                continue;
            }
            if levels.len() > MAX_MENU_ITEMS || depth >= MAX_MENU_DEPTH {
                left_out += 1;
                continue;
            }
            levels.push(Level { page: child.page, parent: at, depth: depth + 1 });
        }
        at += 1;
    }
    let mut items: Vec<MenuItem> = levels
        .iter()
        .map(|level| MenuItem {
            kind: kind(map, level.page),
            title: map.title(level.page).into_owned(),
            url: map.url(level.page),
            icon: map.icon(level.page),
            children: Vec::new(),
        })
        .collect();
    for at in (1..levels.len()).rev() {
        if let Some(mut item) = items.pop() {
            item.children.reverse();
            items[levels[at].parent].children.push(item);
        }
    }
    let mut top = items.pop().map_or_else(Vec::new, |root| root.children);
    top.reverse();
    (top, left_out)
}

/// Reports what can be said only when the whole document is known: no root, cycles, pages that nothing
/// describes or that stand nowhere.
pub(crate) fn check(map: &SiteMap, report: &mut Report) {
    let Some(root) = map.root() else {
        let message = "There is no urn:sitemap:root, so there is no tree. Describe it and give it a map:container \
                       with the pages of the top level.";
        report.error("no-root", 0, message);
        return;
    };
    if !map.any_child(root, Relation::Container, |child| child != root) {
        let message = "urn:sitemap:root has no map:container with members, so there is no tree. List the pages of \
                       the top level there.";
        report.error("no-root", map.offset(root), message);
    }
    let mut seen = vec![false; map.len()];
    let mut cut = FxHashSet::default();
    // The content tree first: what is above what there decides which entry counts as the repeated one.
    walk(map, root, false, &mut seen, &mut cut, report);
    let content = seen.clone();
    let mut seen_in_menus = vec![false; map.len()];
    for page in 0..map.len() as NodeId {
        if content[page as usize] && has_menu(map, page) {
            walk_menu(map, page, &mut seen_in_menus, &mut cut, report);
        }
    }
    let mut nowhere = (0..map.len() as NodeId).filter(|&page| {
        page != root
            && !content[page as usize]
            && !seen_in_menus[page as usize]
            && map.has_title(page)
            && map.has_url(page)
    });
    if let Some(first) = nowhere.next() {
        let message = match nowhere.count() {
            0 => format!(
                "'{}' is described but stands nowhere in the tree; list it in a map:container.",
                map.title(first)
            ),
            more => format!(
                "'{}' and {more} more pages are described but stand nowhere in the tree; list them in a map:container.",
                map.title(first)
            ),
        };
        report.note("unlisted-page", map.offset(first), message);
    }
    for page in (0..map.len() as NodeId).filter(|&p| p != root && (content[p as usize] || seen_in_menus[p as usize])) {
        if map.has_title(page) {
            continue;
        }
        let offset = map.offset(page);
        if map.has_url(page) {
            let message = format!("This page has no dc:title; it is shown as '{}'.", map.title(page));
            report.warning("missing-title", offset, message);
        } else {
            let name = if map.iri(page).is_empty() { "without a name" } else { map.iri(page) };
            let message = format!(
                "The page '{name}' is listed, but has neither dc:title nor dc:identifier; describe it or remove it from its list."
            );
            report.warning("undescribed-page", offset, message);
        }
    }
}

fn walk_menu(
    map: &SiteMap,
    page: NodeId,
    seen: &mut [bool],
    cut: &mut FxHashSet<(NodeId, NodeId)>,
    report: &mut Report,
) {
    let mut entries = Vec::new();
    map.children(page, Relation::Embedded, &mut entries);
    for entry in entries {
        if entry.page == page {
            if cut.insert((page, page)) {
                cycle(map, page, entry, report);
            }
        } else if !seen[entry.page as usize] {
            walk(map, entry.page, true, seen, cut, report);
        }
    }
}

/// Depth first through what is not seen yet; an entry that leads to a page above it closes a cycle.
fn walk(
    map: &SiteMap,
    from: NodeId,
    in_menu: bool,
    seen: &mut [bool],
    cut: &mut FxHashSet<(NodeId, NodeId)>,
    report: &mut Report,
) {
    let mut above: FxHashSet<NodeId> = FxHashSet::default();
    let mut children: Vec<Child> = Vec::new();
    // Each page on the way down: where its children end in `children`, which shrinks as they are visited.
    let mut way: Vec<(NodeId, usize)> = Vec::new();
    let mut next = Some(from);
    loop {
        if let Some(page) = next.take() {
            seen[page as usize] = true;
            above.insert(page);
            way.push((page, children.len()));
            let start = children.len();
            map.children(page, Relation::Container, &mut children);
            if in_menu {
                map.children(page, Relation::Embedded, &mut children);
            }
            children[start..].reverse();
        }
        let Some(&(page, start)) = way.last() else { return };
        if children.len() == start {
            above.remove(&page);
            way.pop();
            continue;
        }
        let Some(child) = children.pop() else { return };
        if above.contains(&child.page) {
            if cut.insert((page, child.page)) {
                cycle(map, page, child, report);
            }
        } else if !seen[child.page as usize] {
            next = Some(child.page);
        }
    }
}

fn cycle(map: &SiteMap, below: NodeId, entry: Child, report: &mut Report) {
    let (line, column) = report.position(map.offset(entry.page));
    let message = format!(
        "'{}' (line {line}, column {column}) is listed again below itself, under '{}'; the repeated entry is left out.",
        map.title(entry.page),
        map.title(below)
    );
    report.warning("cycle", entry.offset, message);
}

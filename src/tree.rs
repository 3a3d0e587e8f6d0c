//! The content tree and the context trees: a lazy unfolding of the page graph.
//!
//! Pages may be used in several places and may even contain themselves, so the tree can be exponentially large
//! or endless; only what is asked for is unfolded, and a page is never shown below itself.

use crate::diagnostics::Report;
use crate::keyed::{HashMap, HashSet};
use crate::limits::{MAX_BRANCH_ENTRIES, MAX_MENU_DEPTH, MAX_MENU_ITEMS, MAX_MENU_STEPS, MAX_UNFOLDING};
use crate::site_map::{Child, Flag, NodeId, Relation, SiteMap};
use serde::Serialize;

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A page that can be opened.
    Page,
    /// An entry without an address; it only folds.
    Heading,
    /// A part of a path without a page of its own, a folder of bookmarks, a category.
    Folder,
    /// A line between other entries.
    Separator,
    /// Stands for another entry and behaves as that.
    Alias,
    /// A further document that pages come from.
    Document,
}

/// What a page is shown as.
pub fn kind(map: &SiteMap, page: NodeId) -> Kind {
    let is = |flag| map.is(page, flag);
    match () {
        () if is(Flag::SEPARATOR) => Kind::Separator,
        () if is(Flag::ALIAS) => Kind::Alias,
        () if is(Flag::DOCUMENT) => Kind::Document,
        () if map.has_url(page) || is(Flag::DELETED) => Kind::Page,
        () if is(Flag::FOLDER) => Kind::Folder,
        () => Kind::Heading,
    }
}

/// What a page looks like in a row. A page whose address cannot be a link is not taken for a heading, and neither is one
/// that the document names but does not describe, or not yet.
pub fn kind_of_row(map: &SiteMap, page: NodeId) -> Kind {
    match kind(map, page) {
        Kind::Heading if map.is(page, Flag::UNLINKED) || !map.has_title(page) => Kind::Page,
        kind => kind,
    }
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
    /// What it is.
    pub kind: Kind,
    /// What it says.
    pub title: String,
    /// The language whose name is its title: a language tag, or `x-default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Its submenu.
    pub children: Vec<MenuItem>,
}

/// A page's context tree, whole up to [`MAX_MENU_ITEMS`] and [`MAX_MENU_DEPTH`], widest levels first. And the number
/// of entries that were left out because of these, where [`MAX_MENU_STEPS`] are counted without looking which of them would be shown.
pub fn menu(map: &SiteMap, page: NodeId) -> (Vec<MenuItem>, usize) {
    struct Level {
        page: NodeId,
        parent: usize,
        depth: usize,
    }
    // Breadth first, so that a cap cuts the deep ends and not the last entries of the first level.
    let mut levels = vec![Level { page, parent: 0, depth: 0 }];
    let mut children = Vec::new();
    let (mut at, mut left_out, mut steps) = (0, 0, 0);
    while at < levels.len() && steps < MAX_MENU_STEPS {
        let (here, depth) = (levels[at].page, levels[at].depth);
        children.clear();
        menu_children(map, here, at == 0, &mut children);
        let looked_at = children.len().min(MAX_MENU_STEPS - steps);
        left_out += children.len() - looked_at;
        for child in &children[..looked_at] {
            let mut ancestor = at;
            let is_above = loop {
                if map.referent(levels[ancestor].page) == map.referent(child.page) {
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
        steps += children.len().max(1);
        at += 1;
    }
    let mut items: Vec<MenuItem> = levels
        .iter()
        .map(|level| MenuItem {
            kind: kind(map, level.page),
            title: map.title(level.page).into_owned(),
            language: map.is(level.page, Flag::LANGUAGE).then(|| map.title(level.page).into_owned()),
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

/// What an entry is called that is no page of the site: a name and a number, for who says it in another language. Its
/// title is the same in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Label {
    /// The folder of pages whose place could not be found.
    Unplaced,
    /// The further documents that are not loaded yet.
    More {
        /// Number of them.
        count: u32,
    },
}

/// What an entry is called, if it is no page of the site.
pub fn label(map: &SiteMap, page: NodeId) -> Option<Label> {
    match map.is(page, Flag::UNPLACED) {
        true => Some(Label::Unplaced),
        false => map.documents().left(page).map(|count| Label::More { count }),
    }
}

/// An entry of a branch that is written out as a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BranchEntry {
    /// What it is.
    pub kind: Kind,
    /// How far below the branch's own page, which is at 0.
    pub level: u32,
    /// What it says.
    pub title: String,
    /// What that is in other languages, if it is no page of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// The page that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A page and what is below it in the content tree, in the site's order; and whether there is more than `limit` entries,
/// or than [`MAX_BRANCH_ENTRIES`].
pub fn branch(map: &SiteMap, page: NodeId, limit: usize) -> (Vec<BranchEntry>, bool) {
    let limit = limit.min(MAX_BRANCH_ENTRIES);
    let mut entries = Vec::new();
    let mut above: Vec<NodeId> = Vec::new();
    let mut waiting = vec![(page, 0)];
    let mut children = Vec::new();
    let mut gone_through = 0;
    while let Some((page, level)) = waiting.pop() {
        above.truncate(level);
        if above.contains(&map.referent(page)) {
            continue;
        }
        if entries.len() >= limit || gone_through > MAX_UNFOLDING {
            return (entries, true);
        }
        above.push(map.referent(page));
        let kind = kind(map, page);
        let is_link = kind != Kind::Document && !map.is(page, Flag::DELETED);
        entries.push(BranchEntry {
            kind,
            level: level as u32,
            title: map.title(page).into_owned(),
            label: label(map, page),
            url: if is_link { map.url(page) } else { None },
        });
        children.clear();
        map.children(page, Relation::Container, &mut children);
        gone_through += children.len();
        waiting.extend(children.iter().rev().map(|child| (child.page, level + 1)));
    }
    (entries, false)
}

/// Whether the root contains anything to show.
pub(crate) fn has_rows(map: &SiteMap) -> bool {
    map.root().is_some_and(|root| map.any_child(root, Relation::Container, |child| child != root))
}

/// Whether there is anything to show but further documents that could not be merged into the tree.
pub(crate) fn has_pages(map: &SiteMap) -> bool {
    let is_page = |child| !map.is(child, Flag::DOCUMENT) || map.documents().is_branch(child);
    map.root().is_some_and(|root| map.any_child(root, Relation::Container, |child| child != root && is_page(child)))
}

/// Reports that there is nothing to show: no root, or one that contains nothing.
pub(crate) fn check_root(map: &SiteMap, report: &mut Report) {
    let Some(root) = map.root() else {
        let message = "There is no urn:sitemap:root, so there is no tree. Describe it and give it a map:container \
                       with the pages of the top level.";
        report.error("no-root", 0, message);
        return;
    };
    if !has_rows(map) {
        let message = "urn:sitemap:root has no map:container with members, so there is no tree. List the pages of \
                       the top level there.";
        report.error("no-root", map.offset(root), message);
    }
}

/// Reports what can be said only when the whole document is known: cycles, pages that nothing describes or that
/// stand nowhere. It visits every page, so it is done when findings are asked for and not while loading.
pub(crate) fn check_pages(map: &SiteMap, report: &mut Report) {
    let Some(root) = map.root() else { return };
    let (content, seen_in_menus) = check_cycles(map, root, report);
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
        if map.has_title(page) || map.is(page, Flag::SEPARATOR) {
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

/// Reports cycles. What is found on the way, by node: whether it stands in the content tree, and in a context tree.
pub(crate) fn check_cycles(map: &SiteMap, root: NodeId, report: &mut Report) -> (Vec<bool>, Vec<bool>) {
    let mut reported = HashSet::default();
    // The content tree first: what is above what there decides which entry counts as the repeated one.
    let mut walk = Walk::new(map, false, &mut reported);
    walk.run(root, report);
    let content = walk.seen;
    let mut walk = Walk::new(map, true, &mut reported);
    for page in (0..map.len() as NodeId).filter(|&page| content[page as usize]) {
        walk.run(page, report);
    }
    (content, walk.seen)
}

/// Finds what can be reached, and entries that lead back to a page above them. Each list is gone through once, so that
/// many pages which share a long list cost no more than that list.
struct Walk<'a> {
    map: &'a SiteMap,
    in_menus: bool,
    /// Pages that stand somewhere.
    seen: Vec<bool>,
    /// Lists that have been gone through.
    gone: Vec<bool>,
    /// Pages on the way down.
    above: HashSet<NodeId>,
    /// Lists on the way down, and the entry by which the way leads on.
    through: HashMap<NodeId, Child>,
    /// Pairs of pages of which the upper one is listed again below the lower one.
    reported: &'a mut HashSet<(NodeId, NodeId)>,
}

impl Walk<'_> {
    fn new<'a>(map: &'a SiteMap, in_menus: bool, reported: &'a mut HashSet<(NodeId, NodeId)>) -> Walk<'a> {
        Walk {
            map,
            in_menus,
            seen: vec![false; map.len()],
            gone: vec![false; map.len()],
            above: HashSet::default(),
            through: HashMap::default(),
            reported,
        }
    }

    /// Depth first through what has not been seen yet: the content tree below the root, or one page's context tree.
    fn run(&mut self, from: NodeId, report: &mut Report) {
        let mut children: Vec<(Child, Option<NodeId>)> = Vec::new();
        let mut again: Vec<NodeId> = Vec::new();
        // Each page on the way down: where its children begin in `children`, which shrinks as they are visited.
        let mut way: Vec<(NodeId, usize, Option<NodeId>)> = Vec::new();
        let mut next = Some((from, None));
        loop {
            if let Some((page, list)) = next.take() {
                let relations: &[Relation] = match (self.in_menus, way.is_empty()) {
                    (false, _) => &[Relation::Container],
                    (true, true) => &[Relation::Embedded],
                    (true, false) => &[Relation::Container, Relation::Embedded],
                };
                self.above.insert(self.map.referent(page));
                way.push((page, children.len(), list));
                let start = children.len();
                for &relation in relations {
                    self.map.children_once(page, relation, &mut self.gone, &mut children, &mut again);
                }
                children[start..].reverse();
                for list in again.drain(..) {
                    if let Some(&entry) = self.through.get(&list) {
                        self.cycle(page, entry, report);
                    }
                }
            }
            let Some(&(page, start, list)) = way.last() else { return };
            if children.len() == start {
                self.above.remove(&self.map.referent(page));
                if let Some(list) = list {
                    self.through.remove(&list);
                }
                way.pop();
                continue;
            }
            let Some((child, list)) = children.pop() else { return };
            if self.above.contains(&self.map.referent(child.page)) {
                self.cycle(page, child, report);
            } else if !std::mem::replace(&mut self.seen[child.page as usize], true) {
                if let Some(list) = list {
                    self.through.insert(list, child);
                }
                next = Some((child.page, list));
            }
        }
    }

    fn cycle(&mut self, below: NodeId, entry: Child, report: &mut Report) {
        if self.reported.insert((below, entry.page)) {
            cycle(self.map, below, entry, report);
        }
    }
}

fn cycle(map: &SiteMap, below: NodeId, entry: Child, report: &mut Report) {
    let (line, column) = report.position(map.offset(map.referent(entry.page)));
    let message = format!(
        "'{}' (line {line}, column {column}) is listed again below itself, under '{}'; the repeated entry is left out.",
        map.title(entry.page),
        map.title(below)
    );
    report.warning("cycle", entry.offset, message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::Site;

    fn listed(sitemap: &str, title: &str, limit: usize) -> (String, bool) {
        let mut site = Site::default();
        site.begin("https://a.example/sitemap.rdf");
        site.push(sitemap.as_bytes());
        site.finish();
        let map = site.map();
        let page = (0..map.len() as NodeId).find(|&page| map.title(page) == title).unwrap_or_default();
        let (entries, has_more) = branch(map, page, limit);
        let line = |entry: &BranchEntry| {
            let url = entry.url.as_ref().map_or_else(String::new, |url| format!(" <{url}>"));
            format!("{}{}{url}\n", "  ".repeat(entry.level as usize), entry.title)
        };
        (entries.iter().map(line).collect(), has_more)
    }

    /// Plants: Fruit (Apple), Herbs; Apple contains Plants again.
    const GARDEN: &str = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <rdf:Description rdf:about="urn:sitemap:root"><map:container rdf:resource="my:plants"/></rdf:Description>
      <rdf:Description rdf:about="my:plants" dc:title="Plants" dc:identifier="/plants/">
        <map:container><rdf:Seq><rdf:li rdf:resource="my:fruit"/><rdf:li rdf:resource="my:herbs"/></rdf:Seq></map:container>
      </rdf:Description>
      <rdf:Description rdf:about="my:fruit" dc:title="Fruit"><map:container rdf:resource="my:apple"/></rdf:Description>
      <rdf:Description rdf:about="my:apple" dc:title="Apple" dc:identifier="/apple"><map:container rdf:resource="my:plants"/></rdf:Description>
      <rdf:Description rdf:about="my:herbs" dc:title="Herbs" dc:identifier="/herbs"/>
    </rdf:RDF>"#;

    #[test]
    fn a_branch_is_listed_in_order_and_ends_at_a_cycle() {
        let whole = "Plants <https://a.example/plants/>\n  Fruit\n    Apple <https://a.example/apple>\n  \
                     Herbs <https://a.example/herbs>\n";
        assert_eq!(listed(GARDEN, "Plants", 100), (whole.to_owned(), false));
        assert_eq!(listed(GARDEN, "Plants", 4), (whole.to_owned(), false));
        assert_eq!(listed(GARDEN, "Herbs", 100), ("Herbs <https://a.example/herbs>\n".to_owned(), false));
    }

    #[test]
    fn a_branch_that_is_too_long_says_so() {
        let (listed, has_more) = listed(GARDEN, "Plants", 2);
        assert_eq!((listed.as_str(), has_more), ("Plants <https://a.example/plants/>\n  Fruit\n", true));
    }
}

//! The content tree and the context trees.
//!
//! A page may have several parents and may even contain itself, so the tree can be exponentially large or endless. Only
//! the requested part is unfolded, and a page is never shown below itself.
//!
//! ```
//! use navibar::site::Site;
//!
//! let mut site = Site::default();
//! site.begin("https://www.example.org/sitemap.txt");
//! site.push(b"https://www.exam");
//! site.push(b"ple.org/oak");
//! site.finish();
//! let root = site.map().root().ok_or("no root")?;
//! let (entries, is_cut) = navibar::tree::branch(site.map(), root, 100);
//! assert_eq!((entries[1].title.as_str(), entries[1].level, is_cut), ("Oak", 1, false));
//! # Ok::<(), &str>(())
//! ```

use crate::format::{Phrase, phrases, texts};
use crate::limits::{MAX_BRANCH_ENTRIES, MAX_MENU_DEPTH, MAX_MENU_ITEMS, MAX_MENU_STEPS, MAX_UNFOLDING};
use crate::site_map::{Child, Flag, Group, Kind, NodeId, Relation, SiteMap, TitleOrigin};
use serde::Serialize;

/// Appends one level of a page's context tree. The first level has the embedded pages. Deeper levels have the children
/// of both relations, container first (NNS 1.0, "container and embedded").
pub(crate) fn menu_children(map: &SiteMap, page: NodeId, first_level: bool, out: &mut Vec<Child>) {
    if !first_level {
        map.children(page, Relation::Container, out);
    }
    map.children(page, Relation::Embedded, out);
}

/// An entry of a context menu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MenuItem {
    /// The kind of the entry.
    pub kind: Kind,
    /// The title of the entry.
    pub title: String,
    /// The label, if the title has words of the format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// A language tag or `x-default`, if the title is the name of a language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The address of the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The address of the icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// The entries of the submenu.
    pub children: Vec<MenuItem>,
}

/// Returns a page's context tree and the number of entries left out. The tree has at most [`MAX_MENU_ITEMS`] entries
/// and [`MAX_MENU_DEPTH`] levels. The upper levels come first. The count stops at [`MAX_MENU_STEPS`] and includes
/// entries that would not be shown.
pub fn menu(map: &SiteMap, page: NodeId) -> (Vec<MenuItem>, usize) {
    struct Level {
        page: NodeId,
        parent: usize,
        depth: usize,
    }
    // Breadth first, so that the limit cuts deep levels and not the last entries of the first level.
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
            kind: map.kind(level.page),
            title: map.title(level.page).into_owned(),
            label: label(map, level.page),
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

/// The label of an entry whose title does not come from the site. The interface translates it. The entry's title is the
/// English text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Label {
    /// The folder of pages whose parent could not be found.
    Unplaced,
    /// Tags, categories, authors and archives.
    Lists,
    /// The pages in other languages.
    Languages,
    /// Errors, carts, accounts and the files of programs.
    Technical,
    /// The pages that no menu of a site places.
    Rest,
    /// The row for the child sitemaps not loaded yet.
    More {
        /// Number of these child sitemaps.
        count: u32,
    },
    /// The row for the child sitemaps that could not be loaded.
    Failed {
        /// Number of these child sitemaps.
        count: u32,
    },
    /// A title in the words of ResourceSync.
    Words {
        /// The words: relations, or the kind of a document.
        words: Vec<Phrase>,
        /// What follows the words: an address or dates.
        #[serde(skip_serializing_if = "Option::is_none")]
        rest: Option<Phrase>,
    },
}

impl Label {
    /// Returns the key and the English text of every [`Phrase`] that has a key.
    pub fn texts() -> impl Iterator<Item = (String, String)> {
        texts()
    }
}

/// Returns the label of an entry, or `None` if its title comes from the site.
pub fn label(map: &SiteMap, page: NodeId) -> Option<Label> {
    match map.is(page, Flag::UNPLACED) {
        true => Some(Label::Unplaced),
        false => match map.group(page) {
            Some(Group::Lists) => Some(Label::Lists),
            Some(Group::Languages) => Some(Label::Languages),
            Some(Group::Technical) => Some(Label::Technical),
            Some(Group::Rest) => Some(Label::Rest),
            Some(Group::Sitemap(_)) => None,
            None => match map.documents().count(page) {
                Some((count, true)) => Some(Label::Failed { count }),
                Some((count, false)) => Some(Label::More { count }),
                None => {
                    let (words, rest) = map.is(page, Flag::IN_WORDS).then(|| phrases(&map.title(page)))??;
                    Some(Label::Words { words, rest })
                }
            },
        },
    }
}

/// An entry of a branch that is exported as a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BranchEntry {
    /// The kind of the entry.
    pub kind: Kind,
    /// Depth below the branch's top page, which has level 0.
    pub level: u32,
    /// The title of the entry.
    pub title: String,
    /// The label, if the title does not come from the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// The address of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Returns a page and its descendants in the site's order. Returns `true` in the second part if entries were left out
/// because of `limit` or [`MAX_BRANCH_ENTRIES`].
pub fn branch(map: &SiteMap, page: NodeId, limit: usize) -> (Vec<BranchEntry>, bool) {
    let limit = limit.min(MAX_BRANCH_ENTRIES);
    let mut entries = Vec::new();
    let is_cut = walk(map, page, &mut |page, level| {
        if entries.len() >= limit {
            return false;
        }
        let kind = map.kind(page);
        let is_link = kind != Kind::Document && !map.is(page, Flag::DELETED);
        entries.push(BranchEntry {
            kind,
            level: level as u32,
            title: map.title(page).into_owned(),
            label: label(map, page),
            url: if is_link { map.url(page) } else { None },
        });
        true
    });
    (entries, is_cut)
}

/// Returns the addresses of the pages in a branch that have their names from their addresses, in the site's order. It has at
/// most `limit` of them, which `is_wanted` chooses, among the first [`MAX_BRANCH_ENTRIES`] entries.
pub(crate) fn pages_without_title(
    map: &SiteMap,
    page: NodeId,
    limit: usize,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let mut urls = Vec::new();
    let mut entries = 0;
    walk(map, page, &mut |page, _| {
        entries += 1;
        let is_named_by_address = map.kind(page) == Kind::Page
            && !map.is(page, Flag::DELETED)
            && map.title_origin(page) == TitleOrigin::Address;
        let url = if is_named_by_address { map.url(page).filter(|url| is_wanted(url)) } else { None };
        urls.extend(url.filter(|url| !urls.contains(url)));
        urls.len() < limit && entries < MAX_BRANCH_ENTRIES
    });
    urls
}

/// Passes a page and its descendants to `visit`, with their levels and in the site's order, until it returns `false`. Returns
/// `true` if it ended early, also because of [`MAX_UNFOLDING`].
fn walk(map: &SiteMap, page: NodeId, visit: &mut dyn FnMut(NodeId, usize) -> bool) -> bool {
    let mut above: Vec<NodeId> = Vec::new();
    let mut waiting = vec![(page, 0)];
    let mut children = Vec::new();
    let mut examined = 0;
    while let Some((page, level)) = waiting.pop() {
        above.truncate(level);
        if above.contains(&map.referent(page)) {
            continue;
        }
        if examined > MAX_UNFOLDING || !visit(page, level) {
            return true;
        }
        above.push(map.referent(page));
        children.clear();
        map.children(page, Relation::Container, &mut children);
        examined += children.len();
        waiting.extend(children.iter().rev().map(|child| (child.page, level + 1)));
    }
    false
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

    /// Plants contains Fruit (with Apple) and Herbs. Apple contains Plants again.
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
    fn a_branch_above_the_limit_reports_that_it_is_cut() {
        let (listed, has_more) = listed(GARDEN, "Plants", 2);
        assert_eq!((listed.as_str(), has_more), ("Plants <https://a.example/plants/>\n  Fruit\n", true));
    }
}

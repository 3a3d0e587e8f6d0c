//! The data of a site map about visited pages and the site's lists.

use super::origin::{PlaceOrigin, TitleOrigin};
use super::spelling::Spellings;
use crate::collections::keyed::{HashMap, HashSet};
use crate::page_facts::MenuEntry;
use crate::site_map::node::{ListEntry, NodeId};

/// Where the menu of a section lists a page that the header lists too.
#[derive(Debug)]
pub(super) struct OwnHeading {
    /// The heading above the page.
    pub(super) heading: NodeId,
    /// The index of this place in [`Guide::order`].
    pub(super) at: usize,
}

/// The name of an entry in the menu that has placed it.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: Box<str>,
    /// The place of the entry in the list of its parent.
    pub(super) entry: ListEntry,
    /// The index of the entry in [`Guide::order`].
    pub(super) at: usize,
}

/// The additions of visited pages to a tree.
#[derive(Debug, Default)]
pub(crate) struct Guide {
    /// The site has no sitemap.
    pub(in crate::site_map) is_alone: bool,
    /// The list of a page's children from menus, by page.
    pub(super) lists: HashMap<NodeId, NodeId>,
    /// The place of each entry from a menu or breadcrumb. The parent of a top-level entry is the root.
    pub(super) placed: HashMap<NodeId, Placed>,
    /// The headings of menus, by parent and text.
    pub(super) headings: HashMap<(NodeId, Box<str>), NodeId>,
    /// The headings above the pages of sections in the menus of these sections, by page. The rows of such pages are at the
    /// places that a header gives them.
    pub(super) own_headings: HashMap<NodeId, OwnHeading>,
    /// The names that menus have for the pages that they have placed, and for the sections made of such pages.
    pub(super) names: HashMap<NodeId, Name>,
    /// The sections whose menus list the page of the section, by this page. A section is a heading around its page, or the
    /// page itself.
    pub(super) sections: HashMap<NodeId, NodeId>,
    /// The folders that have the names of their languages. Logos lead to them, and their pages have the heading of the site.
    pub(in crate::site_map) languages: HashSet<NodeId>,
    /// Where titles come from, if they are not from a sitemap.
    pub(super) titles: HashMap<NodeId, TitleOrigin>,
    /// The visits whose menus were read.
    pub(super) applied: HashSet<u32>,
    /// The visits whose translations were read.
    pub(super) translated: HashSet<u32>,
    /// Entries that give only titles. They are used when the sitemaps have been read.
    pub(super) footers: Vec<MenuEntry>,
    /// The key of the home page's address.
    pub(super) home: String,
    /// The name of the site, if it is known.
    pub(super) site: Option<String>,
    /// Counts the places and titles that were changed.
    pub(super) changes: usize,
    /// The pages that no sitemap has listed so far.
    pub(super) browsed: HashSet<NodeId>,
    /// Pages and headings that menus and breadcrumbs have placed, in this order. The pages of `own_headings` are in it twice:
    /// where the header has them, and where the menu of their section has them.
    pub(super) order: Vec<NodeId>,
    /// The keys of pages that menus have placed, by their keys without version and language.
    pub(super) unversioned: HashMap<String, String>,
    /// The numbers of placed entries and of nodes when versions were arranged last.
    pub(super) arranged: (usize, usize),
    /// The entries that were placed like those of another version.
    pub(super) versions: HashMap<NodeId, ListEntry>,
    /// Pages and folders that no folder of an address contains yet.
    pub(super) detached: HashSet<NodeId>,
    /// The titles and pages of the site's lists.
    pub(super) listed: Listed,
    pub(super) spellings: Spellings,
    /// The visited pages that no sitemap had listed then.
    pub(super) visited: HashSet<NodeId>,
    /// The parents of pages that only visits have shown.
    pub(super) visited_below: HashMap<NodeId, NodeId>,
    /// Folders that got a page which a menu has placed. They may be empty.
    pub(super) left: HashSet<NodeId>,
}

/// The place of an entry, and where the place comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) parent: NodeId,
    pub(super) origin: PlaceOrigin,
}

impl Guide {
    /// Returns `true` if no page has been visited.
    pub(crate) fn is_empty(&self) -> bool {
        self.placed.is_empty() && self.titles.is_empty() && self.browsed.is_empty()
    }

    /// Returns the approximate memory use in bytes.
    pub(crate) fn memory(&self) -> usize {
        /// Bytes of an entry of a hash map, with free space.
        const ENTRY: usize = 32;
        (self.placed.len() + self.titles.len() + self.browsed.len()) * ENTRY
            + self.names.values().map(|name| name.text.len() + 2 * ENTRY).sum::<usize>()
            + self.listed.memory()
            + self.headings.keys().map(|(_, text)| text.len() + 2 * ENTRY).sum::<usize>()
    }

    /// Learns how the site writes its words. Titles from addresses may change.
    pub(super) fn learn_spelling<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) {
        for text in texts {
            self.changes += usize::from(self.spellings.learn(text));
        }
    }

    /// Writes the words of a title from an address as the site writes them.
    pub(in crate::site_map) fn spelled(&self, title: String) -> String {
        self.spellings.applied(title)
    }

    /// Returns `true` if no sitemap has listed a page so far.
    pub(in crate::site_map) fn is_browsed(&self, page: NodeId) -> bool {
        self.browsed.contains(&page)
    }

    /// Notes that a sitemap lists a page.
    pub(in crate::site_map) fn note_listed(&mut self, page: NodeId) {
        if !self.browsed.is_empty() {
            self.browsed.remove(&page);
        }
    }

    /// Notes where a title comes from.
    pub(in crate::site_map) fn note_title(&mut self, page: NodeId, origin: TitleOrigin) {
        self.titles.insert(page, origin);
    }

    /// Returns `true` if the title of a page comes from a visited page or a list of the site.
    pub(in crate::site_map) fn has_title(&self, page: NodeId) -> bool {
        self.titles.contains_key(&page)
    }

    /// Notes that a sitemap gives a title. Returns `true` if the title so far came from a visited page.
    pub(in crate::site_map) fn replaces_title(&mut self, page: NodeId) -> bool {
        !self.titles.is_empty() && self.titles.remove(&page).is_some()
    }
}

/// A title in a list of the site, and its kind, by the key of its page.
pub(crate) type ListedTitles = HashMap<Box<str>, (TitleOrigin, Box<str>)>;

/// The titles and pages of the site's lists. Titles are kept because pages may be added to the tree later.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// The best title of each page, by the key of its address.
    pub(super) titles: ListedTitles,
    /// The pages of lists, and the kind of the first list of each.
    pub(super) pages: HashMap<NodeId, TitleOrigin>,
    /// The number of nodes when the titles were last given to pages.
    pub(super) nodes: usize,
}

impl Listed {
    pub(super) fn memory(&self) -> usize {
        self.titles.iter().map(|(url, (_, title))| 64 + url.len() + title.len()).sum()
    }
}

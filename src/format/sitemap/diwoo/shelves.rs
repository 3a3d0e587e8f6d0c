//! Where the documents of a Woo site stand: below their categories, parts below their wholes.

use super::categories::{CATEGORIES, Category, UNKNOWN};
use crate::collections::keyed::HashMap;
use crate::findings::Report;
use crate::limits::MAX_WHOLES;
use crate::site_map::{Flag, NodeId, Place, Relation, SiteMap};

/// No place, no whole.
const NONE: u32 = u32::MAX;

/// Parts that say themselves what they are a part of come behind those that their whole lists.
const BEHIND: u32 = 1 << 30;

/// What a title is, the better the larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Title {
    #[default]
    None,
    /// The label of a relation that leads to the document.
    Label,
    Short,
    Official,
}

/// A document, listed or only mentioned.
#[derive(Debug)]
pub(super) struct Shelved {
    /// Whether a sitemap lists it.
    is_listed: bool,
    /// Whether it stands somewhere: it is listed, or is a part of what stands somewhere.
    is_shown: bool,
    /// Whether its metadata has been read.
    pub(super) is_described: bool,
    /// Whether it is said when it was last modified.
    pub(super) is_dated: bool,
    title: Title,
    /// Its categories, a bit each.
    categories: u32,
    /// The newest of its [`Shelf`]s.
    filed: u32,
    /// The newest of its [`Whole`]s.
    wholes: u32,
}

impl Default for Shelved {
    fn default() -> Shelved {
        Shelved {
            is_listed: false,
            is_shown: false,
            is_described: false,
            is_dated: false,
            title: Title::None,
            categories: 0,
            filed: NONE,
            wholes: NONE,
        }
    }
}

impl Shelved {
    /// Whether nothing but that its category is not known is known of its category.
    pub(super) fn is_unknown(&self) -> bool {
        self.categories == 1 << UNKNOWN
    }
}

/// A document below a category.
#[derive(Debug)]
struct Shelf {
    category: Category,
    place: Place,
    next: u32,
}

/// A part below a whole.
#[derive(Debug)]
struct Whole {
    page: NodeId,
    place: Place,
    /// Whether the whole lists the part, so that its place among the parts is known.
    is_ordered: bool,
    next: u32,
}

/// All documents of a site.
#[derive(Debug, Default)]
pub(super) struct Shelves {
    /// The row of each category, and how many documents stand below it.
    categories: [Option<(NodeId, usize)>; CATEGORIES.len()],
    documents: HashMap<NodeId, Shelved>,
    filed: Vec<Shelf>,
    wholes: Vec<Whole>,
}

impl Shelves {
    pub(super) fn document(&mut self, page: NodeId) -> &mut Shelved {
        self.documents.entry(page).or_default()
    }

    /// A sitemap lists a document, in these categories.
    pub(super) fn list(
        &mut self,
        page: NodeId,
        categories: u32,
        under: NodeId,
        map: &mut SiteMap,
        offset: u32,
        report: &mut Report,
    ) {
        let document = self.document(page);
        let before = document.categories;
        document.categories |= categories;
        // What is known in one sitemap is not unknown because of another.
        if document.categories != 1 << UNKNOWN {
            document.categories &= !(1 << UNKNOWN);
        }
        let new = document.categories & !before;
        document.is_listed = true;
        self.show(page, map);
        if before == 1 << UNKNOWN && new != 0 {
            self.take_out(page, map);
        }
        if !self.stands_below_a_whole(page) {
            for category in (0..CATEGORIES.len()).filter(|category| new & 1 << category != 0) {
                self.put(page, category, under, map, offset, report);
            }
        }
    }

    /// Puts a document below a category.
    fn put(
        &mut self,
        page: NodeId,
        category: Category,
        under: NodeId,
        map: &mut SiteMap,
        offset: u32,
        report: &mut Report,
    ) {
        let (row, count) = self.categories[category].get_or_insert_with(|| {
            let row = map.unnamed(offset, report);
            map.mark(row, Flag::FOLDER);
            map.set_title(row, CATEGORIES[category].1, offset, report);
            let list = map.front(under, report);
            map.add_member(list, category as u32, row, offset);
            (row, 0)
        });
        *count += 1;
        map.unmark(*row, Flag::HIDDEN);
        let place = map.append(*row, page, offset);
        let document = self.documents.entry(page).or_default();
        let next = std::mem::replace(&mut document.filed, self.filed.len() as u32);
        self.filed.push(Shelf { category, place, next });
    }

    /// Takes a document out of its categories. Those that become empty are not shown.
    fn take_out(&mut self, page: NodeId, map: &mut SiteMap) {
        let mut at = std::mem::replace(&mut self.document(page).filed, NONE);
        while let Some(shelf) = self.filed.get(at as usize) {
            at = shelf.next;
            map.remove(shelf.place);
            if let Some((row, count)) = &mut self.categories[shelf.category] {
                *count -= 1;
                if *count == 0 {
                    map.mark(*row, Flag::HIDDEN);
                }
            }
        }
    }

    /// A document stands somewhere, and so its parts stand below it.
    fn show(&mut self, page: NodeId, map: &mut SiteMap) {
        let mut shown = vec![page];
        let mut parts = Vec::new();
        while let Some(page) = shown.pop() {
            if std::mem::replace(&mut self.document(page).is_shown, true) {
                continue;
            }
            parts.clear();
            map.children(page, Relation::Container, &mut parts);
            for part in &parts {
                self.take_out(part.page, map);
                shown.push(part.page);
            }
        }
    }

    fn stands_below_a_whole(&self, page: NodeId) -> bool {
        self.wholes_of(page)
            .any(|whole| self.documents.get(&self.wholes[whole].page).is_some_and(|whole| whole.is_shown))
    }

    /// The places of a document's wholes in `wholes`.
    fn wholes_of(&self, page: NodeId) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.documents.get(&page).map_or(NONE, |document| document.wholes);
        std::iter::from_fn(move || {
            let here = at as usize;
            at = self.wholes.get(here)?.next;
            Some(here)
        })
    }

    /// A document is a part of another; `order` is its place among the parts where the whole says so.
    pub(super) fn add_part(
        &mut self,
        part: NodeId,
        whole: NodeId,
        order: Option<u32>,
        map: &mut SiteMap,
        offset: u32,
        report: &mut Report,
    ) {
        if part == whole {
            let message = format!("'{}' cannot be a part of itself; leave out this relation.", map.title(part));
            report.warning("cycle", offset, message);
            return;
        }
        let wholes: Vec<usize> = self.wholes_of(part).collect();
        if let Some(&known) = wholes.iter().find(|&&known| self.wholes[known].page == whole) {
            if let Some(order) = order.filter(|_| !self.wholes[known].is_ordered) {
                map.remove(self.wholes[known].place);
                self.wholes[known].place = map.insert(whole, order.min(BEHIND - 1), part, offset);
                self.wholes[known].is_ordered = true;
            }
            return;
        }
        let is_above = if wholes.len() < MAX_WHOLES { self.is_above(part, whole) } else { None };
        match is_above {
            Some(false) => {}
            Some(true) => {
                let (part, whole) = (map.title(part), map.title(whole));
                let message = format!(
                    "'{part}' cannot be a part of '{whole}', which is a part of it; leave out one of the relations."
                );
                report.warning("cycle", offset, message);
                return;
            }
            None => {
                let message = format!(
                    "There are more than {MAX_WHOLES} relations to wholes above this part; this one is left out."
                );
                report.warning("limit-wholes", offset, message);
                return;
            }
        }
        let place = map.insert(whole, order.map_or(BEHIND, |order| order.min(BEHIND - 1)), part, offset);
        let document = self.documents.entry(part).or_default();
        let next = std::mem::replace(&mut document.wholes, self.wholes.len() as u32);
        self.wholes.push(Whole { page: whole, place, is_ordered: order.is_some(), next });
        if self.documents.get(&whole).is_some_and(|whole| whole.is_shown) {
            self.take_out(part, map);
            self.show(part, map);
        }
    }

    /// Whether `page` is above another: its whole, a whole of that and so on. `None` if that takes too long to say.
    fn is_above(&self, page: NodeId, other: NodeId) -> Option<bool> {
        let mut above: Vec<NodeId> = vec![other];
        let (mut at, mut relations) = (0, 0);
        while let Some(&here) = above.get(at) {
            for whole in self.wholes_of(here).map(|whole| self.wholes[whole].page) {
                if whole == page {
                    return Some(true);
                }
                relations += 1;
                if relations > MAX_WHOLES {
                    return None;
                }
                if !above.contains(&whole) {
                    above.push(whole);
                }
            }
            at += 1;
        }
        Some(false)
    }

    /// Gives a document a title, unless it has one that is as good.
    pub(super) fn entitle(
        &mut self,
        page: NodeId,
        title: &str,
        kind: Title,
        map: &mut SiteMap,
        offset: u32,
        report: &mut Report,
    ) {
        let document = self.document(page);
        if !title.is_empty() && document.title < kind {
            document.title = kind;
            map.change_title(page, title, offset, report);
        }
    }
}

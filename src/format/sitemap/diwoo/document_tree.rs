//! The tree of a Woo site: documents below their categories, parts below their wholes.

use super::categories::{CATEGORIES, Category, UNKNOWN};
use crate::collections::keyed::HashMap;
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_WHOLES;
use crate::site_map::{Flag, ListEntry, NodeId, Relation, SiteMap};

/// The end of a linked list.
const NONE: u32 = u32::MAX;

/// Order of parts that only the part itself declares. They come after the parts that the whole lists.
const ORDER_OF_PART: u32 = 1 << 30;

/// The source of a title. A larger one is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum TitleSource {
    #[default]
    None,
    /// The label of a relation to the document.
    Label,
    Short,
    Official,
}

/// A document, listed or only mentioned.
#[derive(Debug)]
pub(super) struct WooDocument {
    /// `true` if a sitemap lists it.
    is_listed: bool,
    /// `true` if it is in the tree: it is listed, or it is a part of a document in the tree.
    is_shown: bool,
    /// `true` if its metadata has been read.
    pub(super) is_described: bool,
    /// `true` if its date has been read.
    pub(super) is_dated: bool,
    title: TitleSource,
    /// Its categories, one bit each.
    categories: u32,
    /// The newest of its [`CategoryPlace`]s.
    filed: u32,
    /// The newest of its [`Whole`]s.
    wholes: u32,
}

impl Default for WooDocument {
    fn default() -> WooDocument {
        WooDocument {
            is_listed: false,
            is_shown: false,
            is_described: false,
            is_dated: false,
            title: TitleSource::None,
            categories: 0,
            filed: NONE,
            wholes: NONE,
        }
    }
}

impl WooDocument {
    /// Returns `true` if only the unknown category is known.
    pub(super) fn is_unknown(&self) -> bool {
        self.categories == 1 << UNKNOWN
    }
}

/// The place of a document below a category.
#[derive(Debug)]
struct CategoryPlace {
    category: Category,
    place: ListEntry,
    next: u32,
}

/// The place of a part below a whole.
#[derive(Debug)]
struct Whole {
    page: NodeId,
    place: ListEntry,
    /// `true` if the whole lists the part, so that the order is known.
    is_ordered: bool,
    next: u32,
}

/// All documents of a site.
#[derive(Debug, Default)]
pub(super) struct DocumentTree {
    /// The row of each category, and the number of documents below it.
    categories: [Option<(NodeId, usize)>; CATEGORIES.len()],
    documents: HashMap<NodeId, WooDocument>,
    filed: Vec<CategoryPlace>,
    wholes: Vec<Whole>,
}

impl DocumentTree {
    /// Returns what is known about a document.
    pub(super) fn document(&mut self, page: NodeId) -> &mut WooDocument {
        self.documents.entry(page).or_default()
    }

    /// Adds a document to categories, because a sitemap lists it.
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
        // A category from one sitemap replaces the unknown category from another.
        if document.categories != 1 << UNKNOWN {
            document.categories &= !(1 << UNKNOWN);
        }
        let new = document.categories & !before;
        document.is_listed = true;
        self.show(page, map);
        if before == 1 << UNKNOWN && new != 0 {
            self.remove_from_categories(page, map);
        }
        if !self.is_below_shown_whole(page) {
            for category in (0..CATEGORIES.len()).filter(|category| new & 1 << category != 0) {
                self.add_to_category(page, category, under, map, offset, report);
            }
        }
    }

    /// Adds a document to a category.
    fn add_to_category(
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
        self.filed.push(CategoryPlace { category, place, next });
    }

    /// Removes a document from its categories. A category that becomes empty is hidden.
    fn remove_from_categories(&mut self, page: NodeId, map: &mut SiteMap) {
        let mut at = std::mem::replace(&mut self.document(page).filed, NONE);
        while let Some(filed) = self.filed.get(at as usize) {
            at = filed.next;
            map.remove(filed.place);
            if let Some((row, count)) = &mut self.categories[filed.category] {
                *count -= 1;
                if *count == 0 {
                    map.mark(*row, Flag::HIDDEN);
                }
            }
        }
    }

    /// Marks a document as shown, and its parts below it.
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
                self.remove_from_categories(part.page, map);
                shown.push(part.page);
            }
        }
    }

    fn is_below_shown_whole(&self, page: NodeId) -> bool {
        self.wholes_of(page)
            .any(|whole| self.documents.get(&self.wholes[whole].page).is_some_and(|whole| whole.is_shown))
    }

    /// Returns the indexes of a document's wholes in `wholes`.
    fn wholes_of(&self, page: NodeId) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.documents.get(&page).map_or(NONE, |document| document.wholes);
        std::iter::from_fn(move || {
            let here = at as usize;
            at = self.wholes.get(here)?.next;
            Some(here)
        })
    }

    /// Adds a document as a part of another. `order` is its number among the parts, if the whole gives it.
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
            let message = format!("'{}' cannot be a part of itself; remove this relation.", map.title(part));
            report.warning(FindingCode::Cycle, offset, message);
            return;
        }
        let wholes: Vec<usize> = self.wholes_of(part).collect();
        if let Some(&known) = wholes.iter().find(|&&known| self.wholes[known].page == whole) {
            if let Some(order) = order.filter(|_| !self.wholes[known].is_ordered) {
                map.remove(self.wholes[known].place);
                self.wholes[known].place = map.insert(whole, order.min(ORDER_OF_PART - 1), part, offset);
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
                    "'{part}' cannot be a part of '{whole}', because that is a part of it; remove one of the relations."
                );
                report.warning(FindingCode::Cycle, offset, message);
                return;
            }
            None => {
                let message = format!(
                    "There are more than {MAX_WHOLES} relations to wholes above this part; this one is ignored. Remove some."
                );
                report.warning(FindingCode::LimitWholes, offset, message);
                return;
            }
        }
        let place = map.insert(whole, order.map_or(ORDER_OF_PART, |order| order.min(ORDER_OF_PART - 1)), part, offset);
        let document = self.documents.entry(part).or_default();
        let next = std::mem::replace(&mut document.wholes, self.wholes.len() as u32);
        self.wholes.push(Whole { page: whole, place, is_ordered: order.is_some(), next });
        if self.documents.get(&whole).is_some_and(|whole| whole.is_shown) {
            self.remove_from_categories(part, map);
            self.show(part, map);
        }
    }

    /// Returns `true` if `page` is an ancestor of `other` by the relation to wholes. Returns `None` beyond the limit.
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
    pub(super) fn set_title_by_source(
        &mut self,
        page: NodeId,
        title: &str,
        kind: TitleSource,
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

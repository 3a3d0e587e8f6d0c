//! A model of the view that is obviously correct: it builds the whole tree whenever the document or the order changes, and
//! visits all of it for every question.

use super::pages::{PAGES, ROOT, Statement, day, is_heading, name, title};
use navibar::limits::MAX_JOINED;
use navibar::view::Order;
use std::cmp::Reverse;

/// The number of an entry of the whole tree. It stays the same when more is read.
pub(super) type EntryNumber = usize;

/// The entry above the top level.
pub(super) const TOP: EntryNumber = 0;

/// A set of pages, one bit for each.
type Pages = u32;

/// The expected content of a row.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct ModelRow {
    pub(super) title: String,
    pub(super) level: u32,
    pub(super) setsize: u32,
    pub(super) posinset: u32,
    pub(super) expandable: bool,
    pub(super) expanded: bool,
    pub(super) current: bool,
    pub(super) leads_on: bool,
}

/// An entry of the whole tree, and what the user did to it.
#[derive(Default)]
pub(super) struct Place {
    page: usize,
    pub(super) parent: EntryNumber,
    /// Its position among the siblings with the same page.
    nth: usize,
    depth: usize,
    /// The children in the order of the site, and in that of the view.
    pub(super) in_site_order: Vec<EntryNumber>,
    below: Vec<EntryNumber>,
    /// The filter matches a descendant.
    leads_on: bool,
    pub(super) expanded: bool,
    /// Set if the user has expanded or collapsed the entry in the filtered tree, and if all its children are shown there.
    pub(super) toggled: Option<bool>,
    whole: bool,
}

pub(super) struct Model {
    statements: Vec<Statement>,
    pub(super) places: Vec<Place>,
    /// All entries of the whole tree from top to bottom.
    pub(super) all: Vec<EntryNumber>,
    /// For each page, the pages that can be reached from it, and the page itself.
    reached: Vec<Pages>,
    /// The pages that have all words of the filter.
    found: Pages,
    /// The entries that are expanded only because the current page was revealed in them.
    pub(super) revealed: Vec<EntryNumber>,
    pub(super) current: Option<usize>,
    pub(super) order: Order,
    pub(super) filter: &'static str,
}

impl Model {
    pub(super) fn new() -> Model {
        let mut model = Model {
            statements: Vec::new(),
            places: vec![Place::default()],
            all: Vec::new(),
            reached: Vec::new(),
            found: 0,
            revealed: Vec::new(),
            current: None,
            order: Order::default(),
            filter: "",
        };
        model.build();
        model
    }

    pub(super) fn read(&mut self, statement: Statement) {
        self.statements.push(statement);
        self.build();
    }

    pub(super) fn set_order(&mut self, order: Order) {
        self.order = order;
        self.build();
    }

    /// The number of entries of the whole tree, with the one above the top level.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn page(&self, entry: EntryNumber) -> usize {
        self.places[entry].page
    }

    /// Returns `true` if a filter is set.
    pub(super) fn is_filtered(&self) -> bool {
        !self.filter.is_empty()
    }

    fn build(&mut self) {
        self.reached = (0..PAGES.end).map(|page| self.reached_from(page)).collect();
        // Children come after their parents.
        let mut entry = TOP;
        while entry < self.places.len() {
            self.add_children(entry);
            entry += 1;
        }
        self.all.clear();
        let mut due = vec![TOP];
        while let Some(entry) = due.pop() {
            due.extend(self.places[entry].below.iter().rev());
            self.all.push(entry);
        }
        self.all.remove(0);
        self.find_matches();
    }

    /// Adds the children of an entry: the members in the order of their numbers, without the pages of its ancestors.
    fn add_children(&mut self, entry: EntryNumber) {
        let page = self.page(entry);
        let mut members: Vec<(u32, usize)> = Vec::new();
        for &(list, n, member) in &self.statements {
            if list == page && !members.contains(&(n, member)) {
                members.push((n, member));
            }
        }
        members.sort_by_key(|(n, _)| *n);
        let known = std::mem::take(&mut self.places[entry].in_site_order);
        let mut children: Vec<EntryNumber> = Vec::new();
        for (_, member) in members {
            if member == ROOT || self.above(entry).any(|above| self.page(above) == member) {
                continue;
            }
            let nth = children.iter().filter(|&&before| self.page(before) == member).count();
            let same = known.iter().find(|&&known| (self.places[known].page, self.places[known].nth) == (member, nth));
            children.push(same.copied().unwrap_or(self.places.len()));
            if same.is_none() {
                let depth = self.places[entry].depth + 1;
                self.places.push(Place { page: member, parent: entry, nth, depth, ..Place::default() });
            }
        }
        let mut below = children.clone();
        match self.order {
            Order::Site => {}
            Order::Title => below.sort_by_key(|&entry| self.page(entry)),
            Order::Changed => below.sort_by_key(|&entry| Reverse(self.newest(self.page(entry)))),
        }
        (self.places[entry].in_site_order, self.places[entry].below) = (children, below);
    }

    /// Returns an entry and its ancestors, up to the top level.
    pub(super) fn above(&self, entry: EntryNumber) -> impl Iterator<Item = EntryNumber> + '_ {
        std::iter::successors(Some(entry), |&entry| Some(self.places[entry].parent)).take_while(|&entry| entry != TOP)
    }

    fn reached_from(&self, page: usize) -> Pages {
        let mut reached: Pages = 1 << page;
        loop {
            let more = self.statements.iter().filter(|&&(list, _, member)| reached >> list & 1 > 0 && member != ROOT);
            let more = more.fold(reached, |reached, &(_, _, member)| reached | 1 << member);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    fn newest(&self, page: usize) -> Option<i64> {
        (0..PAGES.end).filter(|page_below| self.reached[page] >> page_below & 1 > 0).filter_map(day).max()
    }

    /// Returns the pages that are in the tree.
    pub(super) fn pages(&self) -> impl Iterator<Item = usize> + '_ {
        (0..PAGES.end).filter(|&page| page != ROOT && self.reached[ROOT] >> page & 1 > 0)
    }

    fn has_all_words(&self, page: usize) -> bool {
        self.filter.to_lowercase().split(' ').all(|word| name(page).contains(word))
    }

    /// Finds the matches, and the entries that lead to them.
    fn find_matches(&mut self) {
        self.found = (0..PAGES.end).filter(|&page| self.has_all_words(page)).fold(0, |found, page| found | 1 << page);
        for place in &mut self.places {
            place.leads_on = false;
        }
        for entry in (TOP + 1..self.places.len()).rev() {
            if self.is_match(entry) || self.places[entry].leads_on {
                let parent = self.places[entry].parent;
                self.places[parent].leads_on = true;
            }
        }
    }

    pub(super) fn is_match(&self, entry: EntryNumber) -> bool {
        entry != TOP && self.found >> self.page(entry) & 1 > 0
    }

    /// Returns the children of an entry that are shown.
    pub(super) fn shown_below(&self, entry: EntryNumber) -> impl Iterator<Item = EntryNumber> + '_ {
        let is_all = !self.is_filtered() || self.places[entry].whole;
        let below = self.places[entry].below.iter().copied();
        below.filter(move |&child| is_all || self.is_match(child) || self.places[child].leads_on)
    }

    pub(super) fn has_shown_below(&self, entry: EntryNumber) -> bool {
        self.shown_below(entry).next().is_some()
    }

    fn is_expandable(&self, entry: EntryNumber) -> bool {
        !self.places[entry].below.is_empty()
    }

    fn is_expanded(&self, entry: EntryNumber) -> bool {
        let place = &self.places[entry];
        if self.is_filtered() { place.toggled.unwrap_or(place.leads_on) } else { place.expanded }
    }

    fn is_below_whole(&self, entry: EntryNumber) -> bool {
        self.places[self.places[entry].parent].whole
    }

    fn opens_whole(&self, entry: EntryNumber) -> bool {
        self.is_match(entry) || self.is_below_whole(entry)
    }

    /// Keeps every entry expanded from now on, because the user works with the tree, or because another page is current.
    pub(super) fn keep_revealed(&mut self) {
        self.revealed.clear();
    }

    /// Expands an entry of the tree that is shown.
    pub(super) fn expand(&mut self, entry: EntryNumber) {
        if !self.is_filtered() {
            self.places[entry].expanded |= self.is_expandable(entry);
        } else if !self.is_expanded(entry) && self.is_expandable(entry) {
            self.places[entry].whole |= self.opens_whole(entry);
            self.places[entry].toggled = Some(true);
        }
    }

    pub(super) fn collapse(&mut self, entry: EntryNumber) {
        if !self.is_filtered() {
            self.places[entry].expanded = false;
        } else if self.is_expandable(entry) && self.is_expanded(entry) {
            self.places[entry].toggled = Some(false);
        }
    }

    pub(super) fn expand_siblings(&mut self, entry: EntryNumber) {
        let siblings: Vec<EntryNumber> = self.shown_below(self.parent(entry)).collect();
        for mut sibling in siblings {
            while self.is_joined(sibling) {
                sibling = self.shown_below(sibling).next().unwrap_or(TOP);
            }
            if !self.is_filtered() {
                self.expand(sibling);
            } else if !self.is_expanded(sibling) || !self.has_shown_below(sibling) {
                self.places[sibling].whole |= self.opens_whole(sibling);
                self.places[sibling].toggled = Some(self.has_shown_below(sibling));
            }
        }
    }

    /// Returns the entries below one that are shown if every branch is expanded.
    fn everything_below(&self, entry: EntryNumber) -> Vec<EntryNumber> {
        let is_below = |&other: &EntryNumber| other != entry && self.above(other).any(|above| above == entry);
        self.everything().into_iter().filter(is_below).collect()
    }

    pub(super) fn expand_below(&mut self, entry: EntryNumber) {
        self.expand(entry);
        if !self.is_filtered() {
            self.everything_below(entry).into_iter().for_each(|below| self.expand(below));
            return;
        }
        let mut due: Vec<EntryNumber> = self.shown_below(entry).collect();
        while let Some(below) = due.pop() {
            if !self.has_shown_below(below) && self.is_expandable(below) {
                self.places[below].whole |= self.opens_whole(below);
            }
            if self.has_shown_below(below) {
                self.places[below].toggled = Some(true);
            }
            due.extend(self.shown_below(below));
        }
    }

    pub(super) fn collapse_below(&mut self, entry: EntryNumber) {
        for below in self.everything_below(entry).into_iter().chain([entry]) {
            if !self.is_filtered() {
                self.places[below].expanded = false;
            } else if self.has_shown_below(below) {
                self.places[below].toggled = Some(false);
            }
        }
    }

    pub(super) fn expand_all(&mut self) {
        for entry in self.everything() {
            if !self.is_filtered() {
                self.expand(entry);
            } else if self.has_shown_below(entry) {
                self.places[entry].toggled = Some(true);
            }
        }
    }

    pub(super) fn collapse_all(&mut self) {
        if !self.is_filtered() {
            self.places.iter_mut().for_each(|place| place.expanded = false);
            return;
        }
        for entry in self.everything() {
            if self.has_shown_below(entry) {
                self.places[entry].toggled = Some(false);
            }
        }
    }

    /// Expands the branches above the entry with the same path of pages, the first of equal siblings. Returns that entry.
    pub(super) fn open_to_first(&mut self, entry: EntryNumber) -> EntryNumber {
        let mut pages: Vec<usize> = self.above(entry).map(|entry| self.page(entry)).collect();
        let mut at = TOP;
        while let Some(page) = pages.pop() {
            self.places[at].expanded = true;
            let is_it = |entry: &EntryNumber| self.page(*entry) == page && self.places[*entry].nth == 0;
            at = self.places[at].below.iter().copied().find(is_it).unwrap_or(TOP);
        }
        at
    }

    /// Sets the filter. Returns `true` if no entry of the filtered tree is expanded or collapsed by the user.
    pub(super) fn set_filter(&mut self, filter: &'static str) -> bool {
        let before = (self.is_filtered(), self.found & self.reached[ROOT] & !1);
        self.filter = filter;
        self.find_matches();
        if before != (self.is_filtered(), self.found & self.reached[ROOT] & !1) {
            for place in &mut self.places {
                (place.toggled, place.whole) = (None, false);
            }
        }
        self.places.iter().all(|place| place.toggled.is_none() && !place.whole)
    }

    pub(super) fn matches(&self) -> usize {
        let is_found = |page: &usize| self.found >> page & 1 > 0 && !is_heading(*page);
        if self.is_filtered() { self.pages().filter(is_found).count() } else { 0 }
    }

    /// Returns the entries that are shown, each with its position among its siblings and their number. `everything`: as if
    /// every branch were expanded.
    fn walk(&self, everything: bool) -> Vec<(EntryNumber, usize, usize)> {
        let (mut out, mut due) = (Vec::new(), Vec::new());
        let push = |entry: EntryNumber, due: &mut Vec<(EntryNumber, usize, usize)>| {
            let (rest, count) = (due.len(), self.shown_below(entry).count());
            due.extend(self.shown_below(entry).enumerate().map(|(at, child)| (child, at + 1, count)));
            due[rest..].reverse();
        };
        push(TOP, &mut due);
        while let Some(next) = due.pop() {
            out.push(next);
            if everything || self.is_expanded(next.0) || self.is_joined(next.0) {
                push(next.0, &mut due);
            }
        }
        out
    }

    /// Returns the entries that are shown if every branch is expanded.
    pub(super) fn everything(&self) -> Vec<EntryNumber> {
        self.walk(true).into_iter().map(|(entry, ..)| entry).collect()
    }

    /// Returns `true` if an entry shares the row of its only child: both are headings.
    pub(super) fn is_joined(&self, entry: EntryNumber) -> bool {
        if !self.is_filtered()
            || entry == TOP
            || self.is_match(entry)
            || self.places[entry].whole
            || self.is_below_whole(entry)
            || !is_heading(self.page(entry))
        {
            return false;
        }
        let mut below = self.shown_below(entry);
        below.next().is_some_and(|child| is_heading(self.page(child))) && below.next().is_none()
    }

    /// Returns the entries in the row of this one, the lowest first.
    pub(super) fn row_of(&self, entry: EntryNumber) -> impl Iterator<Item = EntryNumber> + '_ {
        let joined = self.above(entry).skip(1).take_while(|&above| self.is_joined(above));
        std::iter::once(entry).chain(joined)
    }

    /// Returns the topmost entry in the row of this one.
    fn first_of_row(&self, entry: EntryNumber) -> EntryNumber {
        self.row_of(entry).last().unwrap_or(entry)
    }

    pub(super) fn parent(&self, entry: EntryNumber) -> EntryNumber {
        self.places[self.first_of_row(entry)].parent
    }

    pub(super) fn rows(&self) -> Vec<(EntryNumber, ModelRow)> {
        let all = self.walk(false);
        let mut places = vec![(0, 0); self.places.len()];
        all.iter().for_each(|&(entry, position, count)| places[entry] = (position, count));
        let rows = all.into_iter().filter(|&(entry, ..)| !self.is_joined(entry));
        rows.map(|(entry, ..)| (entry, self.row(entry, &places))).collect()
    }

    fn row(&self, entry: EntryNumber, places: &[(usize, usize)]) -> ModelRow {
        let expandable = self.is_expandable(entry);
        let page = self.page(entry);
        let (position, count) = places[self.first_of_row(entry)];
        let is_leading_on = self.is_filtered() && !self.is_match(entry) && self.reached[page] & self.found > 0;
        let joined = self.above(entry).skip(1).filter(|&above| self.is_joined(above)).count();
        ModelRow {
            title: self.title(entry),
            level: (self.places[entry].depth - joined) as u32,
            setsize: count as u32,
            posinset: position as u32,
            expandable,
            expanded: expandable && self.is_expanded(entry),
            current: self.current == Some(page),
            // The ancestors of this occurrence make no difference.
            leads_on: is_leading_on,
        }
    }

    fn title(&self, entry: EntryNumber) -> String {
        let mut titles: Vec<&str> = self.row_of(entry).map(|entry| title(self.page(entry))).collect();
        if titles.len() > MAX_JOINED {
            titles.truncate(MAX_JOINED - 1);
            titles.push("\u{2026}");
        }
        titles.reverse();
        titles.join(" / ")
    }
}

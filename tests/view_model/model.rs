//! A model of the view that is plainly right: it unfolds the whole tree whenever the document or the order changes, and
//! goes through all of it for every question.

use navibar::limits::MAX_JOINED;
use navibar::view::{Neighbour, Order};
use std::cmp::Reverse;
use std::sync::LazyLock;

pub(super) const ROOT: usize = 0;

/// Pages that a document has, the root among them.
pub(super) const PAGES: std::ops::Range<usize> = 3..7;

/// One triple of the document: list of a page, number, member.
pub(super) type Statement = (usize, u32, usize);

/// A row of the whole tree, by its number. It keeps the number when more is read.
pub(super) type Way = usize;

/// The row above the top level.
pub(super) const TOP: Way = 0;

/// A set of pages, one bit for each.
type Pages = u32;

/// Even pages have a `k` and every third one a `q`, in title and address.
pub(super) fn name(page: usize) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mark = |page: usize, every: usize, letter| if page.is_multiple_of(every) { letter } else { "" };
        (0..10).map(|page| format!("p{page}{}{}", mark(page, 2, "k"), mark(page, 3, "q"))).collect()
    });
    &NAMES[page]
}

/// Titles are names in capitals.
pub(super) fn title(page: usize) -> &'static str {
    static TITLES: LazyLock<Vec<String>> = LazyLock::new(|| (0..10).map(|page| name(page).to_uppercase()).collect());
    &TITLES[page]
}

pub(super) fn url(page: usize) -> String {
    format!("https://www.example.org/{}", name(page))
}

/// Some entries are headings, without an address.
pub(super) fn is_heading(page: usize) -> bool {
    page % 2 == 1
}

/// The day of January 2024 on which an entry has changed.
pub(super) fn day(page: usize) -> Option<i64> {
    (!page.is_multiple_of(4)).then_some(page as i64 * 7 % 5 + 1)
}

/// What a row has to be like.
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

/// A row of the whole tree, and what the user did to it.
#[derive(Default)]
struct Place {
    page: usize,
    parent: Way,
    /// Which of its siblings with the same page it is.
    nth: usize,
    depth: usize,
    /// Its children as the site has them, and in the order of the view.
    in_site_order: Vec<Way>,
    below: Vec<Way>,
    /// The filter finds something below it.
    leads_on: bool,
    expanded: bool,
    /// What the user has opened and closed in the filtered tree, and where all children are shown there.
    toggled: Option<bool>,
    whole: bool,
}

pub(super) struct Model {
    statements: Vec<Statement>,
    places: Vec<Place>,
    /// All rows of the whole tree from top to bottom.
    all: Vec<Way>,
    /// For each page what can be reached from it, itself included.
    reached: Vec<Pages>,
    /// The pages that have all words of the filter.
    found: Pages,
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
            current: None,
            order: Order::default(),
            filter: "",
        };
        model.unfold();
        model
    }

    pub(super) fn read(&mut self, statement: Statement) {
        self.statements.push(statement);
        self.unfold();
    }

    pub(super) fn set_order(&mut self, order: Order) {
        self.order = order;
        self.unfold();
    }

    /// Number of rows of the whole tree, and the one above the top level.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn page(&self, way: Way) -> usize {
        self.places[way].page
    }

    /// Whether any filter is set.
    pub(super) fn is_filtered(&self) -> bool {
        !self.filter.is_empty()
    }

    fn unfold(&mut self) {
        self.reached = (0..PAGES.end).map(|page| self.reached_from(page)).collect();
        // Children stand behind their parents.
        let mut way = TOP;
        while way < self.places.len() {
            self.unfold_below(way);
            way += 1;
        }
        self.all.clear();
        let mut due = vec![TOP];
        while let Some(way) = due.pop() {
            due.extend(self.places[way].below.iter().rev());
            self.all.push(way);
        }
        self.all.remove(0);
        self.look_below();
    }

    /// Makes what is below a row: members in the order of their numbers, pages from above left out.
    fn unfold_below(&mut self, way: Way) {
        let page = self.page(way);
        let mut members: Vec<(u32, usize)> = Vec::new();
        for &(list, n, member) in &self.statements {
            if list == page && !members.contains(&(n, member)) {
                members.push((n, member));
            }
        }
        members.sort_by_key(|(n, _)| *n);
        let known = std::mem::take(&mut self.places[way].in_site_order);
        let mut children: Vec<Way> = Vec::new();
        for (_, member) in members {
            if member == ROOT || self.above(way).any(|above| self.page(above) == member) {
                continue;
            }
            let nth = children.iter().filter(|&&before| self.page(before) == member).count();
            let same = known.iter().find(|&&known| (self.places[known].page, self.places[known].nth) == (member, nth));
            children.push(same.copied().unwrap_or(self.places.len()));
            if same.is_none() {
                let depth = self.places[way].depth + 1;
                self.places.push(Place { page: member, parent: way, nth, depth, ..Place::default() });
            }
        }
        let mut below = children.clone();
        match self.order {
            Order::Site => {}
            Order::Title => below.sort_by_key(|&way| self.page(way)),
            Order::Changed => below.sort_by_key(|&way| Reverse(self.newest(self.page(way)))),
        }
        (self.places[way].in_site_order, self.places[way].below) = (children, below);
    }

    /// A row and those above it, up to the top level.
    fn above(&self, way: Way) -> impl Iterator<Item = Way> + '_ {
        std::iter::successors(Some(way), |&way| Some(self.places[way].parent)).take_while(|&way| way != TOP)
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

    /// Pages that stand anywhere in the tree.
    pub(super) fn pages(&self) -> impl Iterator<Item = usize> + '_ {
        (0..PAGES.end).filter(|&page| page != ROOT && self.reached[ROOT] >> page & 1 > 0)
    }

    fn has_all_words(&self, page: usize) -> bool {
        self.filter.to_lowercase().split(' ').all(|word| name(page).contains(word))
    }

    /// Finds out which rows lead to matches.
    fn look_below(&mut self) {
        self.found = (0..PAGES.end).filter(|&page| self.has_all_words(page)).fold(0, |found, page| found | 1 << page);
        for place in &mut self.places {
            place.leads_on = false;
        }
        for way in (TOP + 1..self.places.len()).rev() {
            if self.is_match(way) || self.places[way].leads_on {
                let parent = self.places[way].parent;
                self.places[parent].leads_on = true;
            }
        }
    }

    pub(super) fn is_match(&self, way: Way) -> bool {
        way != TOP && self.found >> self.page(way) & 1 > 0
    }

    /// Below a row as it is shown.
    pub(super) fn shown_below(&self, way: Way) -> impl Iterator<Item = Way> + '_ {
        let is_all = !self.is_filtered() || self.places[way].whole;
        let below = self.places[way].below.iter().copied();
        below.filter(move |&child| is_all || self.is_match(child) || self.places[child].leads_on)
    }

    pub(super) fn has_shown_below(&self, way: Way) -> bool {
        self.shown_below(way).next().is_some()
    }

    fn is_expandable(&self, way: Way) -> bool {
        !self.places[way].below.is_empty()
    }

    fn is_expanded(&self, way: Way) -> bool {
        let place = &self.places[way];
        if self.is_filtered() { place.toggled.unwrap_or(place.leads_on) } else { place.expanded }
    }

    fn is_below_whole(&self, way: Way) -> bool {
        self.places[self.places[way].parent].whole
    }

    fn opens_whole(&self, way: Way) -> bool {
        self.is_match(way) || self.is_below_whole(way)
    }

    /// What the user opens in the tree that is shown.
    pub(super) fn expand(&mut self, way: Way) {
        if !self.is_filtered() {
            self.places[way].expanded |= self.is_expandable(way);
        } else if !self.is_expanded(way) && self.is_expandable(way) {
            self.places[way].whole |= self.opens_whole(way);
            self.places[way].toggled = Some(true);
        }
    }

    pub(super) fn collapse(&mut self, way: Way) {
        if !self.is_filtered() {
            self.places[way].expanded = false;
        } else if self.is_expandable(way) && self.is_expanded(way) {
            self.places[way].toggled = Some(false);
        }
    }

    pub(super) fn expand_siblings(&mut self, way: Way) {
        let siblings: Vec<Way> = self.shown_below(self.parent(way)).collect();
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

    pub(super) fn expand_all(&mut self) {
        for way in self.everything() {
            if !self.is_filtered() {
                self.expand(way);
            } else if self.has_shown_below(way) {
                self.places[way].toggled = Some(true);
            }
        }
    }

    pub(super) fn collapse_all(&mut self) {
        if !self.is_filtered() {
            self.places.iter_mut().for_each(|place| place.expanded = false);
            return;
        }
        for way in self.everything() {
            if self.has_shown_below(way) {
                self.places[way].toggled = Some(false);
            }
        }
    }

    /// Opens the branches above the row with these pages, of equal siblings the first. Gives that row.
    pub(super) fn open_to_first(&mut self, way: Way) -> Way {
        let mut pages: Vec<usize> = self.above(way).map(|way| self.page(way)).collect();
        let mut at = TOP;
        while let Some(page) = pages.pop() {
            self.places[at].expanded = true;
            let is_it = |way: &Way| self.page(*way) == page && self.places[*way].nth == 0;
            at = self.places[at].below.iter().copied().find(is_it).unwrap_or(TOP);
        }
        at
    }

    /// Filters. Returns `true` if what the user had done to the filtered tree is forgotten.
    pub(super) fn set_filter(&mut self, filter: &'static str) -> bool {
        let before = (self.is_filtered(), self.found & self.reached[ROOT] & !1);
        self.filter = filter;
        self.look_below();
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

    /// The rows that are shown, each with its place among its siblings and their number.
    fn walk(&self, everything: bool) -> Vec<(Way, usize, usize)> {
        let (mut out, mut due) = (Vec::new(), Vec::new());
        let push = |way: Way, due: &mut Vec<(Way, usize, usize)>| {
            let (rest, count) = (due.len(), self.shown_below(way).count());
            due.extend(self.shown_below(way).enumerate().map(|(at, child)| (child, at + 1, count)));
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

    /// All rows that there are where every branch that is shown is open.
    fn everything(&self) -> Vec<Way> {
        self.walk(true).into_iter().map(|(way, ..)| way).collect()
    }

    /// Whether an entry stands in the row of the entry below it: a heading that only leads to another one.
    pub(super) fn is_joined(&self, way: Way) -> bool {
        if !self.is_filtered()
            || way == TOP
            || self.is_match(way)
            || self.places[way].whole
            || self.is_below_whole(way)
            || !is_heading(self.page(way))
        {
            return false;
        }
        let mut below = self.shown_below(way);
        below.next().is_some_and(|child| is_heading(self.page(child))) && below.next().is_none()
    }

    /// The entries that stand in the row of this one, the lowest first.
    fn row_of(&self, way: Way) -> impl Iterator<Item = Way> + '_ {
        let joined = self.above(way).skip(1).take_while(|&above| self.is_joined(above));
        std::iter::once(way).chain(joined)
    }

    /// The uppermost entry that stands in the row of this one.
    pub(super) fn first_of_row(&self, way: Way) -> Way {
        self.row_of(way).last().unwrap_or(way)
    }

    pub(super) fn parent(&self, way: Way) -> Way {
        self.places[self.first_of_row(way)].parent
    }

    pub(super) fn rows(&self) -> Vec<(Way, ModelRow)> {
        let all = self.walk(false);
        let mut places = vec![(0, 0); self.places.len()];
        all.iter().for_each(|&(way, position, count)| places[way] = (position, count));
        let rows = all.into_iter().filter(|&(way, ..)| !self.is_joined(way));
        rows.map(|(way, ..)| (way, self.row(way, &places))).collect()
    }

    fn row(&self, way: Way, places: &[(usize, usize)]) -> ModelRow {
        let expandable = self.is_expandable(way);
        let page = self.page(way);
        let (position, count) = places[self.first_of_row(way)];
        let is_leading_on = self.is_filtered() && !self.is_match(way) && self.reached[page] & self.found > 0;
        let joined = self.above(way).skip(1).filter(|&above| self.is_joined(above)).count();
        ModelRow {
            title: self.title(way),
            level: (self.places[way].depth - joined) as u32,
            setsize: count as u32,
            posinset: position as u32,
            expandable,
            expanded: expandable && self.is_expanded(way),
            current: self.current == Some(page),
            // Whatever stands above it here.
            leads_on: is_leading_on,
        }
    }

    fn title(&self, way: Way) -> String {
        let mut titles: Vec<&str> = self.row_of(way).map(|way| title(self.page(way))).collect();
        if titles.len() > MAX_JOINED {
            titles.truncate(MAX_JOINED - 1);
            titles.push("\u{2026}");
        }
        titles.reverse();
        titles.join(" / ")
    }

    fn is_current(&self, way: Way) -> bool {
        self.current == Some(self.page(way))
    }

    pub(super) fn reveal(&mut self) -> Option<usize> {
        let is_shown = |model: &Model| model.rows().iter().position(|(way, _)| model.is_current(*way));
        if let Some(at) = is_shown(self) {
            return Some(at);
        }
        let way = match self.filter {
            "" => self.way()?,
            _ => self.everything().into_iter().find(|&way| self.is_current(way))?,
        };
        let above: Vec<Way> = self.above(way).skip(1).collect();
        for above in above {
            match self.filter {
                "" => self.places[above].expanded = true,
                _ => self.places[above].toggled = Some(true),
            }
        }
        // What had been open below what is opened now may have it before.
        is_shown(self)
    }

    /// The shortest way to the current page, of several the first in the site's order.
    pub(super) fn way(&self) -> Option<Way> {
        let mut level = vec![TOP];
        while !level.is_empty() {
            level = level.iter().flat_map(|&way| self.places[way].in_site_order.iter().copied()).collect();
            if let Some(&way) = level.iter().find(|&&way| self.is_current(way)) {
                return Some(way);
            }
        }
        None
    }

    /// The pages of that way, the current page last.
    pub(super) fn trail(&self) -> Vec<usize> {
        let mut pages: Vec<usize> =
            self.way().map_or(Vec::new(), |way| self.above(way).map(|w| self.page(w)).collect());
        pages.reverse();
        pages
    }

    pub(super) fn neighbour(&self, which: Neighbour) -> Option<String> {
        let way = self.way()?;
        let at = self.all.iter().position(|known| *known == way)?;
        let is_other = |page: &usize| Some(*page) != self.current && !is_heading(*page);
        let page_of = |way: &Way| self.page(*way);
        let page = match which {
            Neighbour::Up => match self.above(way).map(|way| self.page(way)).find(is_other) {
                None => return Some("http://www.example.org/".to_owned()),
                page => page,
            },
            Neighbour::Next => self.all[at + 1..].iter().map(page_of).find(is_other),
            Neighbour::Previous => self.all[..at].iter().rev().map(page_of).find(is_other),
        };
        page.map(url)
    }
}

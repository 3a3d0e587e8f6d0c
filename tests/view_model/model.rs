//! The view against a model that is plainly right: it unfolds the whole tree anew for every question.

#[path = "compare.rs"]
pub(super) mod compare;

use navibar::limits::MAX_JOINED;
use navibar::view::{Neighbour, Order};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

const ROOT: usize = 0;

/// A row by the pages above it; of equal siblings, the how many-eth it is.
type Way = Vec<(usize, usize)>;

/// One triple of the document: list of a page, number, member.
pub(super) type Statement = (usize, u32, usize);

#[derive(Default)]
struct Model {
    statements: Vec<Statement>,
    expanded: BTreeSet<Way>,
    current: Option<usize>,
    order: Order,
    filter: &'static str,
    /// What the user has opened and closed in the filtered tree, and where all children are shown there.
    toggled: BTreeMap<Way, bool>,
    whole: BTreeSet<Way>,
}

/// Even pages have a `k` and every third one a `q`, in title and address.
fn name(page: usize) -> String {
    let k = if page.is_multiple_of(2) { "k" } else { "" };
    let q = if page.is_multiple_of(3) { "q" } else { "" };
    format!("p{page}{k}{q}")
}

fn url(page: usize) -> String {
    format!("https://www.example.org/{}", name(page))
}

/// Some entries are headings, without an address.
fn is_heading(page: usize) -> bool {
    page % 2 == 1
}

/// Of January 2024, the day that an entry has changed on.
fn day(page: usize) -> Option<i64> {
    (!page.is_multiple_of(4)).then_some(page as i64 * 7 % 5 + 1)
}

const DAY: i64 = 24 * 60 * 60;

/// The begin of 2024-01-01.
const FIRST_DAY: i64 = 1_704_067_200;

/// The begin of a day of January 2024.
fn time(day: i64) -> i64 {
    FIRST_DAY + (day - 1) * DAY
}

const FILTERS: [&str; 9] = ["", "k", "q", "K q", "p", "p1", "p2", "zz", "Q"];

#[derive(PartialEq, Eq, Debug)]
struct ModelRow {
    title: String,
    level: u32,
    setsize: u32,
    posinset: u32,
    expandable: bool,
    expanded: bool,
    current: bool,
    leads_on: bool,
}

impl Model {
    fn page(way: &Way) -> usize {
        way.last().map_or(ROOT, |step| step.0)
    }

    /// Below a row: members in the order of their numbers, pages from above left out.
    fn below(&self, way: &Way) -> Vec<Way> {
        let page = Model::page(way);
        let mut members: Vec<(u32, usize)> = Vec::new();
        for &(list, n, member) in &self.statements {
            if list == page && !members.contains(&(n, member)) {
                members.push((n, member));
            }
        }
        members.sort_by_key(|(n, _)| *n);
        let mut ways: Vec<Way> = Vec::new();
        for (_, member) in members {
            if member == ROOT || way.iter().any(|step| step.0 == member) {
                continue;
            }
            let before = ways.iter().filter(|before| Model::page(before) == member).count();
            ways.push([&way[..], &[(member, before)]].concat());
        }
        match self.order {
            Order::Site => {}
            Order::Title => ways.sort_by_key(Model::page),
            Order::Changed => ways.sort_by_key(|way| Reverse(self.newest(Model::page(way)))),
        }
        ways
    }

    /// A page and all that can be reached from it.
    fn reached(&self, page: usize) -> Vec<usize> {
        let mut reached = vec![page];
        let mut next = 0;
        while let Some(&list) = reached.get(next) {
            let members = self.statements.iter().filter(|statement| statement.0 == list).map(|statement| statement.2);
            let new: BTreeSet<usize> = members.filter(|member| *member != ROOT && !reached.contains(member)).collect();
            reached.extend(new);
            next += 1;
        }
        reached
    }

    fn newest(&self, page: usize) -> Option<i64> {
        self.reached(page).into_iter().filter_map(day).max()
    }

    fn is_match(&self, way: &Way) -> bool {
        !way.is_empty() && self.has_all_words(Model::page(way))
    }

    fn has_all_words(&self, page: usize) -> bool {
        self.filter.to_lowercase().split(' ').all(|word| name(page).contains(word))
    }

    fn leads_on(&self, way: &Way) -> bool {
        self.below(way).iter().any(|child| self.is_match(child) || self.leads_on(child))
    }

    /// Below a row as it is shown.
    fn shown_below(&self, way: &Way) -> Vec<Way> {
        let mut below = self.below(way);
        if !self.filter.is_empty() && !self.whole.contains(way) {
            below.retain(|child| self.is_match(child) || self.leads_on(child));
        }
        below
    }

    fn is_expanded(&self, way: &Way) -> bool {
        match self.filter {
            "" => self.expanded.contains(way),
            _ => self.toggled.get(way).copied().unwrap_or_else(|| self.leads_on(way)),
        }
    }

    fn opens_whole(&self, way: &Way) -> bool {
        self.is_match(way) || self.whole.contains(&way[..way.len() - 1])
    }

    /// What the user opens in the tree that is shown.
    fn expand(&mut self, way: Way) {
        if self.filter.is_empty() {
            self.open(way);
        } else if !self.is_expanded(&way) && !self.below(&way).is_empty() {
            if self.opens_whole(&way) {
                self.whole.insert(way.clone());
            }
            self.toggled.insert(way, true);
        }
    }

    fn collapse(&mut self, way: Way) {
        match self.filter {
            "" => _ = self.expanded.remove(&way),
            _ if !self.below(&way).is_empty() && self.is_expanded(&way) => _ = self.toggled.insert(way, false),
            _ => {}
        }
    }

    fn expand_sibling(&mut self, way: Way) {
        if self.filter.is_empty() {
            return self.open(way);
        }
        if !self.is_expanded(&way) || self.shown_below(&way).is_empty() {
            if self.opens_whole(&way) {
                self.whole.insert(way.clone());
            }
            let has_children = !self.shown_below(&way).is_empty();
            self.toggled.insert(way, has_children);
        }
    }

    fn set_filter(&mut self, filter: &'static str) {
        let found = |model: &Model| {
            let all = model.all().into_iter().filter(|way| model.is_match(way));
            all.map(|way| Model::page(&way)).collect::<BTreeSet<_>>()
        };
        let before = (self.filter.is_empty(), found(self));
        self.filter = filter;
        if before != (self.filter.is_empty(), found(self)) {
            self.toggled.clear();
            self.whole.clear();
        }
    }

    fn matches(&self) -> usize {
        let pages = self.all().into_iter().filter(|way| self.is_match(way)).map(|way| Model::page(&way));
        let pages: BTreeSet<usize> = pages.filter(|&page| !is_heading(page)).collect();
        if self.filter.is_empty() { 0 } else { pages.len() }
    }

    /// All rows of the whole tree.
    fn all(&self) -> Vec<Way> {
        let (mut all, mut due) = (Vec::new(), self.below(&Way::new()));
        due.reverse();
        while let Some(way) = due.pop() {
            due.extend(self.below(&way).into_iter().rev());
            all.push(way);
        }
        all
    }

    fn walk(&self, way: &Way, everything: bool, out: &mut Vec<(Way, usize, usize)>) {
        let below = self.shown_below(way);
        let count = below.len();
        for (at, child) in below.into_iter().enumerate() {
            out.push((child.clone(), at + 1, count));
            if everything || self.is_expanded(&child) || self.is_joined(&child) {
                self.walk(&child, everything, out);
            }
        }
    }

    /// Whether an entry stands in the row of the entry below it: a heading that only leads to another one.
    fn is_joined(&self, way: &Way) -> bool {
        let is_below_whole = || self.whole.contains(&way[..way.len() - 1]);
        if self.filter.is_empty()
            || way.is_empty()
            || self.is_match(way)
            || self.whole.contains(way)
            || is_below_whole()
        {
            return false;
        }
        let below = self.shown_below(way);
        is_heading(Model::page(way)) && below.len() == 1 && is_heading(Model::page(&below[0]))
    }

    /// The entries that stand in the row of this one, the uppermost first.
    fn row_of(&self, way: &Way) -> Vec<Way> {
        let above = (1..way.len()).rev().map(|end| way[..end].to_vec()).take_while(|above| self.is_joined(above));
        let mut row: Vec<Way> = above.collect();
        row.reverse();
        row.push(way.clone());
        row
    }

    fn parent(&self, way: &Way) -> Way {
        let first = self.row_of(way).remove(0);
        first[..first.len() - 1].to_vec()
    }

    fn rows(&self) -> Vec<(Way, ModelRow)> {
        let mut all = Vec::new();
        self.walk(&Way::new(), false, &mut all);
        let places: BTreeMap<Way, (usize, usize)> =
            all.iter().map(|(way, position, count)| (way.clone(), (*position, *count))).collect();
        all.retain(|(way, ..)| !self.is_joined(way));
        let row = |(way, ..): (Way, usize, usize)| {
            let expandable = !self.below(&way).is_empty();
            let row = self.row_of(&way);
            let (position, count) = places[&row[0]];
            let mut titles: Vec<String> = row.iter().map(|way| name(Model::page(way)).to_uppercase()).collect();
            if titles.len() > MAX_JOINED {
                titles.drain(..=titles.len() - MAX_JOINED);
                titles.insert(0, "\u{2026}".to_owned());
            }
            let joined = (1..way.len()).filter(|&end| self.is_joined(&way[..end].to_vec())).count();
            let row = ModelRow {
                title: titles.join(" / "),
                level: (way.len() - joined) as u32,
                setsize: count as u32,
                posinset: position as u32,
                expandable,
                expanded: expandable && self.is_expanded(&way),
                current: self.current == Some(Model::page(&way)),
                // Whatever stands above it here.
                leads_on: !self.filter.is_empty()
                    && !self.is_match(&way)
                    && self.reached(Model::page(&way)).into_iter().any(|page| self.has_all_words(page)),
            };
            (way, row)
        };
        all.into_iter().map(row).collect()
    }

    fn open(&mut self, way: Way) {
        if !self.below(&way).is_empty() {
            self.expanded.insert(way);
        }
    }

    fn reveal(&mut self) -> Option<usize> {
        let is_current = |way: &Way| self.current == Some(Model::page(way));
        if !self.rows().iter().any(|(way, _)| is_current(way)) {
            let way = match self.filter {
                "" => self.way()?,
                _ => {
                    let mut all = Vec::new();
                    self.walk(&Way::new(), true, &mut all);
                    all.into_iter().map(|(way, ..)| way).find(is_current)?
                }
            };
            for end in 1..way.len() {
                match self.filter {
                    "" => _ = self.expanded.insert(way[..end].to_vec()),
                    _ => _ = self.toggled.insert(way[..end].to_vec(), true),
                }
            }
        }
        // What had been open below what is opened now may have it before.
        self.rows().iter().position(|(way, _)| is_current(way))
    }

    /// Of the shortest ways to the current page the first in the site's order; what is not the first of equal siblings
    /// never is on it.
    fn way(&self) -> Option<Way> {
        let unsorted = Model { statements: self.statements.clone(), ..Model::default() };
        unsorted.all().into_iter().filter(|way| self.current == Some(Model::page(way))).min_by_key(Vec::len)
    }

    fn neighbour(&self, which: Neighbour) -> Option<String> {
        let way = self.way()?;
        let all = self.all();
        let at = all.iter().position(|known| *known == way)?;
        let is_other = |page: &usize| Some(*page) != self.current && !is_heading(*page);
        let page = match which {
            Neighbour::Up => match way.iter().rev().map(|step| step.0).find(is_other) {
                None => return Some("http://www.example.org/".to_owned()),
                page => page,
            },
            Neighbour::Next => all[at + 1..].iter().map(Model::page).find(is_other),
            Neighbour::Previous => all[..at].iter().rev().map(Model::page).find(is_other),
        };
        page.map(url)
    }
}

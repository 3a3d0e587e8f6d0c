//! A simple model of the view, which is obviously right: it builds the whole tree again for every question.

#[path = "compare.rs"]
pub(super) mod compare;

use navibar::limits::MAX_JOINED;
use navibar::view::{Neighbour, Order};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

const ROOT: usize = 0;

/// A row by its path: each page, and its index among equal siblings.
type Path = Vec<(usize, usize)>;

/// One triple of the document: a page's list, a number, and a member.
pub(super) type Statement = (usize, u32, usize);

#[derive(Default)]
struct Model {
    statements: Vec<Statement>,
    expanded: BTreeSet<Path>,
    current: Option<usize>,
    order: Order,
    filter: &'static str,
    /// The branches that the user has toggled in the filtered tree, and those that show all their children there.
    toggled: BTreeMap<Path, bool>,
    whole: BTreeSet<Path>,
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

/// The day of January 2024 on which an entry has changed.
fn day(page: usize) -> Option<i64> {
    (!page.is_multiple_of(4)).then_some(page as i64 * 7 % 5 + 1)
}

const DAY: i64 = 24 * 60 * 60;

/// The start of 2024-01-01.
const FIRST_DAY: i64 = 1_704_067_200;

/// The start of a day of January 2024.
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
    fn page(path: &Path) -> usize {
        path.last().map_or(ROOT, |step| step.0)
    }

    /// The children of a row: members in the order of their numbers, without pages of the row's path.
    fn below(&self, path: &Path) -> Vec<Path> {
        let page = Model::page(path);
        let mut members: Vec<(u32, usize)> = Vec::new();
        for &(list, n, member) in &self.statements {
            if list == page && !members.contains(&(n, member)) {
                members.push((n, member));
            }
        }
        members.sort_by_key(|(n, _)| *n);
        let mut ways: Vec<Path> = Vec::new();
        for (_, member) in members {
            if member == ROOT || path.iter().any(|step| step.0 == member) {
                continue;
            }
            let before = ways.iter().filter(|before| Model::page(before) == member).count();
            ways.push([&path[..], &[(member, before)]].concat());
        }
        match self.order {
            Order::Site => {}
            Order::Title => ways.sort_by_key(Model::page),
            Order::Changed => ways.sort_by_key(|path| Reverse(self.newest(Model::page(path)))),
        }
        ways
    }

    /// A page and all its descendants.
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

    fn is_match(&self, path: &Path) -> bool {
        !path.is_empty() && self.has_all_words(Model::page(path))
    }

    fn has_all_words(&self, page: usize) -> bool {
        self.filter.to_lowercase().split(' ').all(|word| name(page).contains(word))
    }

    fn leads_on(&self, path: &Path) -> bool {
        self.below(path).iter().any(|child| self.is_match(child) || self.leads_on(child))
    }

    /// The visible children of a row.
    fn shown_below(&self, path: &Path) -> Vec<Path> {
        let mut below = self.below(path);
        if !self.filter.is_empty() && !self.whole.contains(path) {
            below.retain(|child| self.is_match(child) || self.leads_on(child));
        }
        below
    }

    fn is_expanded(&self, path: &Path) -> bool {
        match self.filter {
            "" => self.expanded.contains(path),
            _ => self.toggled.get(path).copied().unwrap_or_else(|| self.leads_on(path)),
        }
    }

    fn opens_whole(&self, path: &Path) -> bool {
        self.is_match(path) || self.whole.contains(&path[..path.len() - 1])
    }

    /// Expands a row in the visible tree.
    fn expand(&mut self, path: Path) {
        if self.filter.is_empty() {
            self.open(path);
        } else if !self.is_expanded(&path) && !self.below(&path).is_empty() {
            if self.opens_whole(&path) {
                self.whole.insert(path.clone());
            }
            self.toggled.insert(path, true);
        }
    }

    fn collapse(&mut self, path: Path) {
        match self.filter {
            "" => _ = self.expanded.remove(&path),
            _ if !self.below(&path).is_empty() && self.is_expanded(&path) => _ = self.toggled.insert(path, false),
            _ => {}
        }
    }

    fn expand_sibling(&mut self, path: Path) {
        if self.filter.is_empty() {
            return self.open(path);
        }
        if !self.is_expanded(&path) || self.shown_below(&path).is_empty() {
            if self.opens_whole(&path) {
                self.whole.insert(path.clone());
            }
            let has_children = !self.shown_below(&path).is_empty();
            self.toggled.insert(path, has_children);
        }
    }

    fn set_filter(&mut self, filter: &'static str) {
        let found = |model: &Model| {
            let all = model.all().into_iter().filter(|path| model.is_match(path));
            all.map(|path| Model::page(&path)).collect::<BTreeSet<_>>()
        };
        let before = (self.filter.is_empty(), found(self));
        self.filter = filter;
        if before != (self.filter.is_empty(), found(self)) {
            self.toggled.clear();
            self.whole.clear();
        }
    }

    fn matches(&self) -> usize {
        let pages = self.all().into_iter().filter(|path| self.is_match(path)).map(|path| Model::page(&path));
        let pages: BTreeSet<usize> = pages.filter(|&page| !is_heading(page)).collect();
        if self.filter.is_empty() { 0 } else { pages.len() }
    }

    /// All rows of the whole tree.
    fn all(&self) -> Vec<Path> {
        let (mut all, mut due) = (Vec::new(), self.below(&Path::new()));
        due.reverse();
        while let Some(path) = due.pop() {
            due.extend(self.below(&path).into_iter().rev());
            all.push(path);
        }
        all
    }

    fn walk(&self, path: &Path, everything: bool, out: &mut Vec<(Path, usize, usize)>) {
        let below = self.shown_below(path);
        let count = below.len();
        for (at, child) in below.into_iter().enumerate() {
            out.push((child.clone(), at + 1, count));
            if everything || self.is_expanded(&child) || self.is_joined(&child) {
                self.walk(&child, everything, out);
            }
        }
    }

    /// Returns `true` if an entry shares the row of its child: in a filtered tree, a heading whose only child is a heading.
    fn is_joined(&self, path: &Path) -> bool {
        let is_below_whole = || self.whole.contains(&path[..path.len() - 1]);
        if self.filter.is_empty()
            || path.is_empty()
            || self.is_match(path)
            || self.whole.contains(path)
            || is_below_whole()
        {
            return false;
        }
        let below = self.shown_below(path);
        is_heading(Model::page(path)) && below.len() == 1 && is_heading(Model::page(&below[0]))
    }

    /// The entries that share the row of this one, the topmost first.
    fn row_of(&self, path: &Path) -> Vec<Path> {
        let above = (1..path.len()).rev().map(|end| path[..end].to_vec()).take_while(|above| self.is_joined(above));
        let mut row: Vec<Path> = above.collect();
        row.reverse();
        row.push(path.clone());
        row
    }

    fn parent(&self, path: &Path) -> Path {
        let first = self.row_of(path).remove(0);
        first[..first.len() - 1].to_vec()
    }

    fn rows(&self) -> Vec<(Path, ModelRow)> {
        let mut all = Vec::new();
        self.walk(&Path::new(), false, &mut all);
        let places: BTreeMap<Path, (usize, usize)> =
            all.iter().map(|(path, position, count)| (path.clone(), (*position, *count))).collect();
        all.retain(|(path, ..)| !self.is_joined(path));
        let row = |(path, ..): (Path, usize, usize)| {
            let expandable = !self.below(&path).is_empty();
            let row = self.row_of(&path);
            let (position, count) = places[&row[0]];
            let mut titles: Vec<String> = row.iter().map(|path| name(Model::page(path)).to_uppercase()).collect();
            if titles.len() > MAX_JOINED {
                titles.drain(..=titles.len() - MAX_JOINED);
                titles.insert(0, "\u{2026}".to_owned());
            }
            let joined = (1..path.len()).filter(|&end| self.is_joined(&path[..end].to_vec())).count();
            let row = ModelRow {
                title: titles.join(" / "),
                level: (path.len() - joined) as u32,
                setsize: count as u32,
                posinset: position as u32,
                expandable,
                expanded: expandable && self.is_expanded(&path),
                current: self.current == Some(Model::page(&path)),
                // With any parents here.
                leads_on: !self.filter.is_empty()
                    && !self.is_match(&path)
                    && self.reached(Model::page(&path)).into_iter().any(|page| self.has_all_words(page)),
            };
            (path, row)
        };
        all.into_iter().map(row).collect()
    }

    fn open(&mut self, path: Path) {
        if !self.below(&path).is_empty() {
            self.expanded.insert(path);
        }
    }

    fn reveal(&mut self) -> Option<usize> {
        let is_current = |path: &Path| self.current == Some(Model::page(path));
        if !self.rows().iter().any(|(path, _)| is_current(path)) {
            let path = match self.filter {
                "" => self.path()?,
                _ => {
                    let mut all = Vec::new();
                    self.walk(&Path::new(), true, &mut all);
                    all.into_iter().map(|(path, ..)| path).find(is_current)?
                }
            };
            for end in 1..path.len() {
                match self.filter {
                    "" => _ = self.expanded.insert(path[..end].to_vec()),
                    _ => _ = self.toggled.insert(path[..end].to_vec(), true),
                }
            }
        }
        // A branch that is already expanded may show it before.
        self.rows().iter().position(|(path, _)| is_current(path))
    }

    /// The first of the shortest paths to the current page, in the site's order. It contains only the first of equal siblings.
    fn path(&self) -> Option<Path> {
        let unsorted = Model { statements: self.statements.clone(), ..Model::default() };
        unsorted.all().into_iter().filter(|path| self.current == Some(Model::page(path))).min_by_key(Vec::len)
    }

    fn neighbour(&self, which: Neighbour) -> Option<String> {
        let path = self.path()?;
        let all = self.all();
        let at = all.iter().position(|known| *known == path)?;
        let is_other = |page: &usize| Some(*page) != self.current && !is_heading(*page);
        let page = match which {
            Neighbour::Up => match path.iter().rev().map(|step| step.0).find(is_other) {
                None => return Some("http://www.example.org/".to_owned()),
                page => page,
            },
            Neighbour::Next => all[at + 1..].iter().map(Model::page).find(is_other),
            Neighbour::Previous => all[..at].iter().rev().map(Model::page).find(is_other),
        };
        page.map(url)
    }
}

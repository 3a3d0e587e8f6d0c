//! The view against a model that is plainly right: it unfolds the whole tree anew for every question.

use navibar::limits::{MAX_JOINED, MAX_TRAIL};
use navibar::site::Site;
use navibar::site_map::SiteMap;
use navibar::view::{Dated, Look, Neighbour, Order, Row, RowId, Since, TreeView};
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

struct Both {
    model: Model,
    view: TreeView,
    site: Site,
    ids: BTreeMap<Way, RowId>,
    /// In the filtered tree.
    found_ids: BTreeMap<Way, RowId>,
}

impl Both {
    fn compare(&mut self) {
        while self.view.prepare_current(self.site.map(), 3) {}
        while self.view.prepare_order(self.site.map(), self.model.order, 2) {}
        let expected = self.model.rows();
        let rows = self.view.rows(self.site.map(), 0..self.view.len());
        let actual: Vec<ModelRow> = rows
            .iter()
            .map(|row| ModelRow {
                title: row.title.clone(),
                level: row.level,
                setsize: row.setsize,
                posinset: row.posinset,
                expandable: row.expandable,
                expanded: row.expanded,
                current: row.current,
                leads_on: row.leads_on,
            })
            .collect();
        assert_eq!(actual.iter().collect::<Vec<_>>(), expected.iter().map(|(_, row)| row).collect::<Vec<_>>());
        for (at, ((way, _), row)) in expected.iter().zip(&rows).enumerate() {
            assert_eq!(self.view.row_of(row.id), Some(at));
            let ids = if self.model.filter.is_empty() { &mut self.ids } else { &mut self.found_ids };
            assert_eq!(*ids.entry(way.clone()).or_insert(row.id), row.id, "rows keep their numbers");
            let parent = self.model.parent(way);
            assert_eq!(self.view.parent(row.id), ids.get(&parent).copied());
            let is_match = !self.model.filter.is_empty() && self.model.is_match(way);
            assert_eq!(!row.highlights.is_empty(), is_match);
        }
        let distinct: BTreeSet<RowId> = self.ids.values().chain(self.found_ids.values()).copied().collect();
        assert_eq!(distinct.len(), self.ids.len() + self.found_ids.len(), "no number stands for two rows");
        assert_eq!(self.view.matches(), self.model.matches());
        let is_match = |way: &Way| !self.model.filter.is_empty() && self.model.is_match(way);
        let first = expected.iter().position(|(way, _)| is_match(way) && !is_heading(Model::page(way)));
        let first = first.or_else(|| expected.iter().position(|(way, _)| is_match(way)));
        assert_eq!(self.view.first_match(self.site.map()), first);
        assert_eq!(self.view.current_row(self.site.map()), rows.iter().position(|row| row.current));
    }

    fn act(&mut self, (operation, argument): (u8, usize), coming: &mut std::vec::IntoIter<Statement>) {
        let rows = self.model.rows();
        let way = rows.get(argument % rows.len().max(1)).map(|row| row.0.clone());
        let id = self.view.rows(self.site.map(), 0..self.view.len()).get(argument % rows.len().max(1)).map(|r| r.id);
        let map = self.site.map();
        match (operation, way, id) {
            (0..=3, Some(way), Some(id)) => {
                self.view.expand(map, id);
                self.model.expand(way);
            }
            (4..=5, Some(way), Some(id)) => {
                self.view.collapse(id);
                self.model.collapse(way);
            }
            (6, Some(way), Some(id)) => {
                self.view.expand_siblings(map, id);
                for mut sibling in self.model.shown_below(&self.model.parent(&way)) {
                    while self.model.is_joined(&sibling) {
                        sibling = self.model.shown_below(&sibling).remove(0);
                    }
                    self.model.expand_sibling(sibling);
                }
            }
            (7, ..) => {
                self.view.expand_all(map);
                let mut all = Vec::new();
                self.model.walk(&Way::new(), true, &mut all);
                for (way, ..) in all {
                    match self.model.filter {
                        "" => self.model.open(way),
                        _ if !self.model.shown_below(&way).is_empty() => _ = self.model.toggled.insert(way, true),
                        _ => {}
                    }
                }
            }
            (8, ..) => {
                self.view.collapse_all();
                let mut all = Vec::new();
                self.model.walk(&Way::new(), true, &mut all);
                match self.model.filter {
                    "" => self.model.expanded.clear(),
                    _ => {
                        all.retain(|(way, ..)| !self.model.shown_below(way).is_empty());
                        self.model.toggled.extend(all.into_iter().map(|(way, ..)| (way, false)));
                    }
                }
            }
            (9, ..) => {
                self.model.current = Some(argument % 8).filter(|&page| page != ROOT && !is_heading(page));
                let rest = ["/#x", "?x", "/index?x", "/index.html"][argument / 8 % 4];
                let url = self.model.current.map(|page| format!("http://www.example.org:80/{}{rest}", name(page)));
                self.view.set_current(url.as_deref());
            }
            (10, ..) => assert_eq!(self.view.reveal_current(map), self.model.reveal()),
            (11..=14, ..) => {
                let filter = FILTERS[argument % FILTERS.len()];
                self.view.set_filter(map, filter);
                self.model.set_filter(filter);
                if self.model.toggled.is_empty() && self.model.whole.is_empty() {
                    self.found_ids.clear();
                }
            }
            (15, ..) => {
                self.model.order = [Order::Title, Order::Site, Order::Changed][argument % 3];
                self.view.set_order(map, self.model.order);
            }
            (16, ..) => {
                // Ready or half ready, it makes no difference.
                for _ in 0..argument % 5 {
                    self.view.prepare_current(map, argument % 3 + 1);
                }
                for which in [Neighbour::Previous, Neighbour::Next, Neighbour::Up] {
                    assert_eq!(self.view.neighbour(map, which), self.model.neighbour(which), "{which:?}");
                }
                let trail: Vec<Option<String>> = self.view.trail(map).into_iter().map(|step| step.2).collect();
                let way = self.model.way().unwrap_or_default();
                let way = way.into_iter().rev().take(MAX_TRAIL).rev();
                assert_eq!(trail, way.map(|step| (!is_heading(step.0)).then(|| url(step.0))).collect::<Vec<_>>());
            }
            (17, ..) => {
                let state = self.view.state(map, id, id);
                let mut again = TreeView::default();
                again.restore(map, &state);
                again.set_order(map, self.model.order);
                again.refresh(map);
                while again.prepare_order(map, self.model.order, 1) {}
                let is_whole = self.model.filter.is_empty();
                self.clear_filter();
                let map = self.site.map();
                assert_eq!(shown(&again, map), shown(&self.view, map), "what was open is open again");
                if let Some(id) = id.filter(|_| is_whole) {
                    let row = again.restored_row().and_then(|row| again.row_of(row));
                    assert_eq!(row, self.view.row_of(id));
                    assert_eq!(again.restored_active(), again.restored_row());
                }
                // A part of it is one, too, or is passed over.
                let part: Vec<String> = state.into_iter().skip(argument % 3).step_by(1 + argument % 2).collect();
                let mut in_part = TreeView::default();
                in_part.restore(map, &part);
                in_part.refresh(map);
                assert_eq!(in_part.len(), in_part.rows(map, 0..in_part.len()).len());
            }
            (18, ..) => self.compare_news(argument),
            (19, Some(way), Some(id)) => {
                // The first of equal siblings.
                let way: Way = way.into_iter().map(|step| (step.0, 0)).collect();
                let revealed = self.view.reveal(map, id);
                for end in 1..way.len() {
                    self.model.expanded.insert(way[..end].to_vec());
                }
                self.clear_filter();
                let row = self.model.rows().iter().position(|row| row.0 == way);
                assert!(row.is_some() && revealed.and_then(|id| self.view.row_of(id)) == row);
            }
            (20, ..) => {
                let text = ["p", "P1", "p2k", "x", "P4", "p3q", ""][argument / 10 % 7];
                let from = argument % 10;
                let first = from + usize::from(text.len() < 2);
                let title = |at: usize| name(Model::page(&self.model.row_of(&rows[at].0)[0])).to_uppercase();
                let is_found = |at: &usize| !text.is_empty() && title(*at).starts_with(&text.to_uppercase());
                let found = (first..first + rows.len()).map(|at| at % rows.len()).find(is_found);
                assert_eq!(self.view.type_ahead(map, from, text), found);
            }
            _ => {
                for statement in coming.take(1 + argument % 5) {
                    self.read(statement);
                }
                self.view.refresh(self.site.map());
            }
        }
    }

    /// Shows the whole tree again.
    fn clear_filter(&mut self) {
        self.view.set_filter(self.site.map(), "");
        self.model.set_filter("");
        self.found_ids.clear();
    }

    fn compare_news(&self, argument: usize) {
        let map = self.site.map();
        let (last, now) = (argument as i64 % 9, argument as i64 / 9 % 9);
        let since = Since { last: (last > 0).then(|| time(last)), now: time(now), offset: 0 };
        let mut look = Look::new(since);
        while look.go_on(&self.view, map, 1 + argument % 7) {}
        let news = look.news();
        let shown: BTreeSet<usize> = self.model.all().iter().map(Model::page).collect();
        let pages = shown.into_iter().filter(|&page| !is_heading(page));
        let dated = pages.filter_map(|page| Some((page, day(page)?)));
        let mut dated: Vec<(usize, i64)> = dated.filter(|(_, day)| *day <= now + 1).collect();
        dated.sort_by_key(|(_, day)| Reverse(*day));
        // The day of the visit counts as a whole.
        let (changed, before): (Vec<_>, Vec<_>) = dated.into_iter().partition(|(_, day)| last > 0 && *day >= last);
        let told = |dated: &[Dated]| dated.iter().map(|d| (map.url(d.page), d.time, d.is_day)).collect::<Vec<_>>();
        let expected = |pages: &[(usize, i64)]| {
            pages.iter().map(|&(page, day)| (Some(url(page)), time(day), true)).collect::<Vec<_>>()
        };
        assert_eq!(told(&news.changed), expected(&changed));
        assert_eq!(told(&news.before), expected(&before));
        assert_eq!(news.count, changed.len());
    }

    fn read(&mut self, (list, n, member): Statement) {
        self.site.push(
            format!(
                "<rdf:Seq rdf:about='urn:l:{}'><rdf:_{n} rdf:resource='urn:p:{}'/></rdf:Seq>",
                name(list),
                name(member)
            )
            .as_bytes(),
        );
        self.model.statements.push((list, n, member));
    }
}

/// The rows as text.
fn shown(view: &TreeView, map: &SiteMap) -> Vec<String> {
    let line = |row: Row| format!("{} {} {} {}/{}", row.level, row.expanded, row.title, row.posinset, row.setsize);
    view.rows(map, 0..view.len()).into_iter().map(line).collect()
}

/// A document being read: so many pages, titled by their names in capitals, on no list so far.
fn site(pages: usize) -> Site {
    let mut document = String::from(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>",
    );
    for page in 1..pages {
        let name = name(page);
        let title = name.to_uppercase();
        let address = if is_heading(page) { String::new() } else { format!("dc:identifier='/{name}'") };
        document += &format!("<rdf:Description rdf:about='urn:p:{name}' dc:title='{title}' {address}>");
        if let Some(day) = day(page) {
            document += &format!("<dc:date>2024-01-{day:02}</dc:date>");
        }
        document += &format!("<map:container rdf:resource='urn:l:{name}'/></rdf:Description>");
    }
    document +=
        "<rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:resource='urn:l:p0kq'/></rdf:Description>";
    let mut site = Site::default();
    site.begin("https://www.example.org/sitemap.rdf");
    site.push(document.as_bytes());
    site
}

/// Pages that a document has, the root among them.
pub(super) const PAGES: std::ops::Range<usize> = 3..7;

/// Different operations.
pub(super) const OPERATIONS: u8 = 24;

/// Does the same with a view and with the model, and compares what they show after each operation. Half of the statements
/// stand in the document at once, the others come in between.
pub(super) fn compare(pages: usize, statements: Vec<Statement>, operations: Vec<(u8, usize)>) {
    let site = site(pages);
    let mut view = TreeView::default();
    view.refresh(site.map());
    let mut both = Both { model: Model::default(), view, site, ids: BTreeMap::new(), found_ids: BTreeMap::new() };
    let at_once = statements.len() / 2;
    let mut coming = statements.into_iter();
    for statement in coming.by_ref().take(at_once) {
        both.read(statement);
    }
    both.view.refresh(both.site.map());
    both.compare();
    for operation in operations {
        both.act(operation, &mut coming);
        both.compare();
    }
}

//! The view against a model that is plainly right: it unfolds the whole tree anew for every question.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::{BTreeMap, BTreeSet};

const ROOT: usize = 0;

/// A row by the pages above it; of equal siblings, the how many-eth it is.
type Way = Vec<(usize, usize)>;

/// One triple of the document: list of a page, number, member.
type Statement = (usize, u32, usize);

#[derive(Default)]
struct Model {
    statements: Vec<Statement>,
    expanded: BTreeSet<Way>,
    current: Option<usize>,
    is_sorted: bool,
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
        if self.is_sorted {
            ways.sort_by_key(Model::page);
        }
        ways
    }

    fn is_match(&self, way: &Way) -> bool {
        let name = name(Model::page(way));
        !way.is_empty() && self.filter.to_lowercase().split(' ').all(|word| name.contains(word))
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
        let pages: BTreeSet<usize> = self.all().iter().filter(|way| self.is_match(way)).map(Model::page).collect();
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
            if everything || self.is_expanded(&child) {
                self.walk(&child, everything, out);
            }
        }
    }

    fn rows(&self) -> Vec<(Way, ModelRow)> {
        let mut all = Vec::new();
        self.walk(&Way::new(), false, &mut all);
        let row = |(way, position, count): (Way, usize, usize)| {
            let expandable = !self.below(&way).is_empty();
            let row = ModelRow {
                title: name(Model::page(&way)).to_uppercase(),
                level: way.len() as u32,
                setsize: count as u32,
                posinset: position as u32,
                expandable,
                expanded: expandable && self.is_expanded(&way),
                current: self.current == Some(Model::page(&way)),
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
            return self.rows().iter().position(|row| row.0 == way);
        }
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
        let is_other = |page: &usize| Some(*page) != self.current;
        let page = match which {
            Neighbour::Up => way.iter().rev().map(|step| step.0).find(is_other),
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
            })
            .collect();
        assert_eq!(actual.iter().collect::<Vec<_>>(), expected.iter().map(|(_, row)| row).collect::<Vec<_>>());
        for (at, ((way, _), row)) in expected.iter().zip(&rows).enumerate() {
            assert_eq!(self.view.row_of(row.id), Some(at));
            let ids = if self.model.filter.is_empty() { &mut self.ids } else { &mut self.found_ids };
            assert_eq!(*ids.entry(way.clone()).or_insert(row.id), row.id, "rows keep their numbers");
            let parent = way[..way.len() - 1].to_vec();
            assert_eq!(self.view.parent(row.id), ids.get(&parent).copied());
            let is_match = !self.model.filter.is_empty() && self.model.is_match(way);
            assert_eq!(!row.highlights.is_empty(), is_match);
        }
        let distinct: BTreeSet<RowId> = self.ids.values().chain(self.found_ids.values()).copied().collect();
        assert_eq!(distinct.len(), self.ids.len() + self.found_ids.len(), "no number stands for two rows");
        assert_eq!(self.view.matches(), self.model.matches());
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
                for sibling in self.model.shown_below(&way[..way.len() - 1].to_vec()) {
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
                self.model.current = Some(argument % 8).filter(|&page| page != ROOT);
                let url = self.model.current.map(|page| format!("http://www.example.org:80/{}/#x", name(page)));
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
                self.model.is_sorted = argument % 2 == 0;
                self.view.set_order(map, if self.model.is_sorted { Order::Title } else { Order::Site });
            }
            (16, ..) => {
                for which in [Neighbour::Previous, Neighbour::Next, Neighbour::Up] {
                    assert_eq!(self.view.neighbour(map, which), self.model.neighbour(which), "{which:?}");
                }
                let trail: Vec<Option<String>> = self.view.trail(map).into_iter().map(|step| step.2).collect();
                let way = self.model.way().unwrap_or_default();
                assert_eq!(trail, way.into_iter().map(|step| Some(url(step.0))).collect::<Vec<_>>());
            }
            (17, ..) => {
                let mut again = TreeView::default();
                again.restore(map, &self.view.state(map, id, id));
                again.set_order(map, self.view.sorting.order);
                again.refresh(map);
                self.view.set_filter(map, "");
                self.model.set_filter("");
                self.found_ids.clear();
                assert_eq!(shown(&again, &self.site), shown(&self.view, &self.site), "what was open is open again");
                if let Some(id) = id.filter(|&id| id < FOUND) {
                    let row = again.restored_row().and_then(|row| again.row_of(row));
                    assert_eq!(row, self.view.row_of(id));
                    assert_eq!(again.restored_active(), again.restored_row());
                }
            }
            _ => {
                for statement in coming.take(1 + argument % 5) {
                    self.read(statement);
                }
                self.view.refresh(self.site.map());
            }
        }
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

fn run(pages: usize, statements: Vec<Statement>, operations: Vec<(u8, usize)>) {
    let text: String = (1..pages).map(|page| name(page) + "\n").collect();
    let mut site = site(&text);
    site.push(
        b"<rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:resource='urn:l:p0kq'/></rdf:Description>",
    );
    let view = view(&site);
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

#[test]
fn the_view_does_what_the_model_does() {
    let statement = |pages: usize| (0..pages, 1..6_u32, 1..pages);
    let site = (3..7_usize).prop_flat_map(move |pages| {
        (
            Just(pages),
            proptest::collection::vec(statement(pages), 1..14),
            proptest::collection::vec((0..21_u8, 0..1000_usize), 1..30),
        )
    });
    let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&site, |(pages, statements, operations)| {
        run(pages, statements, operations);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

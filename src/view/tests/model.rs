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
}

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
        ways
    }

    fn walk(&self, way: &Way, everything: bool, out: &mut Vec<(Way, usize, usize)>) {
        let below = self.below(way);
        let count = below.len();
        for (at, child) in below.into_iter().enumerate() {
            out.push((child.clone(), at + 1, count));
            if everything || self.expanded.contains(&child) {
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
                title: format!("P{}", Model::page(&way)),
                level: way.len() as u32,
                setsize: count as u32,
                posinset: position as u32,
                expandable,
                expanded: expandable && self.expanded.contains(&way),
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
            let mut all = Vec::new();
            self.walk(&Way::new(), true, &mut all);
            // Of the shortest ways the first; what is not the first of equal siblings never is on it.
            let way = all.into_iter().map(|(way, ..)| way).filter(is_current).min_by_key(Vec::len)?;
            for end in 1..way.len() {
                self.expanded.insert(way[..end].to_vec());
            }
            return self.rows().iter().position(|row| row.0 == way);
        }
        self.rows().iter().position(|(way, _)| is_current(way))
    }
}

struct Both {
    model: Model,
    view: TreeView,
    site: Site,
    ids: BTreeMap<Way, RowId>,
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
            assert_eq!(*self.ids.entry(way.clone()).or_insert(row.id), row.id, "rows keep their numbers");
            let parent = way[..way.len() - 1].to_vec();
            assert_eq!(self.view.parent(row.id), self.ids.get(&parent).copied());
        }
        let distinct: BTreeSet<RowId> = self.ids.values().copied().collect();
        assert_eq!(distinct.len(), self.ids.len(), "no number stands for two rows");
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
                self.model.open(way);
            }
            (4..=5, Some(way), Some(id)) => {
                self.view.collapse(id);
                self.model.expanded.remove(&way);
            }
            (6, Some(way), Some(id)) => {
                self.view.expand_siblings(map, id);
                for sibling in self.model.below(&way[..way.len() - 1].to_vec()) {
                    self.model.open(sibling);
                }
            }
            (7, ..) => {
                self.view.expand_all(map);
                let mut all = Vec::new();
                self.model.walk(&Way::new(), true, &mut all);
                all.into_iter().for_each(|(way, ..)| self.model.open(way));
            }
            (8, ..) => {
                self.view.collapse_all();
                self.model.expanded.clear();
            }
            (9, ..) => {
                self.model.current = Some(argument % 8).filter(|&page| page != ROOT);
                let url = self.model.current.map(|page| format!("http://www.example.org/p{page}#x"));
                self.view.set_current(url.as_deref());
            }
            (10, ..) => assert_eq!(self.view.reveal_current(map), self.model.reveal()),
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
            format!("<rdf:Seq rdf:about='urn:l:p{list}'><rdf:_{n} rdf:resource='urn:p:p{member}'/></rdf:Seq>")
                .as_bytes(),
        );
        self.model.statements.push((list, n, member));
    }
}

fn run(pages: usize, statements: Vec<Statement>, operations: Vec<(u8, usize)>) {
    let text: String = (1..pages).map(|page| format!("p{page}\n")).collect();
    let mut site = site(&text);
    site.push(
        b"<rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:resource='urn:l:p0'/></rdf:Description>",
    );
    let view = view(&site);
    let mut both = Both { model: Model::default(), view, site, ids: BTreeMap::new() };
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
            proptest::collection::vec((0..14_u8, 0..1000_usize), 1..25),
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

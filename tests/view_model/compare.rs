//! A view and the model side by side: the same operations on both, and a comparison of what they show.

use navibar::limits::MAX_TRAIL;
use navibar::site::Site;
use navibar::site_map::SiteMap;
use navibar::view::{Dated, Neighbour, NewsScan, Order, Row, RowId, Since, TreeView};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{FILTERS, Model, ModelRow, Path, ROOT, Statement, day, is_heading, name, time, url};

struct Both {
    model: Model,
    view: TreeView,
    site: Site,
    ids: BTreeMap<Path, RowId>,
    /// The ids in the filtered tree.
    found_ids: BTreeMap<Path, RowId>,
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
        for (at, ((path, _), row)) in expected.iter().zip(&rows).enumerate() {
            assert_eq!(self.view.row_of(row.id), Some(at));
            let ids = if self.model.filter.is_empty() { &mut self.ids } else { &mut self.found_ids };
            assert_eq!(*ids.entry(path.clone()).or_insert(row.id), row.id, "rows keep their ids");
            let parent = self.model.parent(path);
            assert_eq!(self.view.parent(row.id), ids.get(&parent).copied());
            let is_match = !self.model.filter.is_empty() && self.model.is_match(path);
            assert_eq!(!row.highlights.is_empty(), is_match);
        }
        let distinct: BTreeSet<RowId> = self.ids.values().chain(self.found_ids.values()).copied().collect();
        assert_eq!(distinct.len(), self.ids.len() + self.found_ids.len(), "no two rows have the same id");
        assert_eq!(self.view.matches(), self.model.matches());
        let is_match = |path: &Path| !self.model.filter.is_empty() && self.model.is_match(path);
        let first = expected.iter().position(|(path, _)| is_match(path) && !is_heading(Model::page(path)));
        let first = first.or_else(|| expected.iter().position(|(path, _)| is_match(path)));
        assert_eq!(self.view.first_match(self.site.map()), first);
        assert_eq!(self.view.current_row(self.site.map()), rows.iter().position(|row| row.current));
    }

    fn act(&mut self, (operation, argument): (u8, usize), coming: &mut std::vec::IntoIter<Statement>) {
        let rows = self.model.rows();
        let path = rows.get(argument % rows.len().max(1)).map(|row| row.0.clone());
        let id = self.view.rows(self.site.map(), 0..self.view.len()).get(argument % rows.len().max(1)).map(|r| r.id);
        let map = self.site.map();
        match (operation, path, id) {
            (0..=3, Some(path), Some(id)) => {
                self.view.expand(map, id);
                self.model.expand(path);
            }
            (4..=5, Some(path), Some(id)) => {
                self.view.collapse(id);
                self.model.collapse(path);
            }
            (6, Some(path), Some(id)) => {
                self.view.expand_siblings(map, id);
                for mut sibling in self.model.shown_below(&self.model.parent(&path)) {
                    while self.model.is_joined(&sibling) {
                        sibling = self.model.shown_below(&sibling).remove(0);
                    }
                    self.model.expand_sibling(sibling);
                }
            }
            (7, ..) => {
                self.view.expand_all(map);
                let mut all = Vec::new();
                self.model.walk(&Path::new(), true, &mut all);
                for (path, ..) in all {
                    match self.model.filter {
                        "" => self.model.open(path),
                        _ if !self.model.shown_below(&path).is_empty() => _ = self.model.toggled.insert(path, true),
                        _ => {}
                    }
                }
            }
            (8, ..) => {
                self.view.collapse_all();
                let mut all = Vec::new();
                self.model.walk(&Path::new(), true, &mut all);
                match self.model.filter {
                    "" => self.model.expanded.clear(),
                    _ => {
                        all.retain(|(path, ..)| !self.model.shown_below(path).is_empty());
                        self.model.toggled.extend(all.into_iter().map(|(path, ..)| (path, false)));
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
                // The state of the preparation makes no difference.
                for _ in 0..argument % 5 {
                    self.view.prepare_current(map, argument % 3 + 1);
                }
                for which in [Neighbour::Previous, Neighbour::Next, Neighbour::Up] {
                    assert_eq!(self.view.neighbour(map, which), self.model.neighbour(which), "{which:?}");
                }
                let trail: Vec<Option<String>> = self.view.trail(map).into_iter().map(|step| step.2).collect();
                let path = self.model.path().unwrap_or_default();
                let path = path.into_iter().rev().take(MAX_TRAIL).rev();
                assert_eq!(trail, path.map(|step| (!is_heading(step.0)).then(|| url(step.0))).collect::<Vec<_>>());
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
                assert_eq!(shown(&again, map), shown(&self.view, map), "expanded branches are expanded again");
                if let Some(id) = id.filter(|_| is_whole) {
                    let row = again.restored_row().and_then(|row| again.row_of(row));
                    assert_eq!(row, self.view.row_of(id));
                    assert_eq!(again.restored_active(), again.restored_row());
                }
                // A part of a state is also a state, or is ignored.
                let part: Vec<String> = state.into_iter().skip(argument % 3).step_by(1 + argument % 2).collect();
                let mut in_part = TreeView::default();
                in_part.restore(map, &part);
                in_part.refresh(map);
                assert_eq!(in_part.len(), in_part.rows(map, 0..in_part.len()).len());
            }
            (18, ..) => self.compare_news(argument),
            (19, Some(path), Some(id)) => {
                // The first one of equal siblings.
                let path: Path = path.into_iter().map(|step| (step.0, 0)).collect();
                let revealed = self.view.reveal(map, id);
                for end in 1..path.len() {
                    self.model.expanded.insert(path[..end].to_vec());
                }
                self.clear_filter();
                let row = self.model.rows().iter().position(|row| row.0 == path);
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
        let mut look = NewsScan::new(since);
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

/// The start of a document: pages with their names in capitals as titles, without lists.
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

/// The numbers of pages in a document, the root included.
pub(crate) const PAGES: std::ops::Range<usize> = 3..7;

/// The number of different operations.
pub(crate) const OPERATIONS: u8 = 24;

/// Does the same operations with a view and with the model, and compares them after each. Half of the statements are in the
/// document from the start. The others arrive between the operations.
pub(crate) fn compare(pages: usize, statements: Vec<Statement>, operations: Vec<(u8, usize)>) {
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

//! Compares the view with the model: both do the same operations, and after each one both must show the same rows.

use super::model::{EntryNumber, Model, ModelRow, TOP};
use super::pages::{PAGES, ROOT, Statement, day, is_heading, name, title, url};
use navibar::limits::MAX_TRAIL;
use navibar::site::Site;
use navibar::site_map::SiteMap;
use navibar::view::{Dated, Neighbour, NewsScan, Order, Row, RowId, Since, TreeView};
use std::cmp::Reverse;

const DAY: i64 = 24 * 60 * 60;

/// The start of 2024-01-01, in seconds since 1970.
const FIRST_DAY: i64 = 1_704_067_200;

/// Returns the start of a day of January 2024.
fn time(day: i64) -> i64 {
    FIRST_DAY + (day - 1) * DAY
}

const FILTERS: [&str; 9] = ["", "k", "q", "K q", "p", "p1", "p2", "zz", "Q"];

/// The number of different operations.
pub(super) const OPERATIONS: u8 = 27;

struct Both {
    model: Model,
    view: TreeView,
    site: Site,
    /// The row id of each entry that has been shown, in the whole tree and in the filtered one.
    ids: [Vec<Option<RowId>>; 2],
    /// The rows at the last comparison, and their ids.
    rows: Vec<(EntryNumber, ModelRow)>,
    row_ids: Vec<RowId>,
}

impl Both {
    fn compare(&mut self) {
        while self.view.prepare_current(self.site.map(), 3) {}
        while self.view.prepare_order(self.site.map(), self.model.order, 2) {}
        self.rows = self.model.rows();
        let rows = self.view.rows(self.site.map(), 0..self.view.len());
        self.row_ids.clear();
        self.row_ids.extend(rows.iter().map(|row| row.id));
        let titles = || rows.iter().map(|row| (row.level, &row.title, row.expanded)).collect::<Vec<_>>();
        assert_eq!(rows.len(), self.rows.len(), "{:?} {:?}", titles(), self.rows);
        let filtered = usize::from(self.model.is_filtered());
        for ids in &mut self.ids {
            ids.resize(self.model.len(), None);
        }
        for (at, ((entry, expected), row)) in self.rows.iter().zip(&rows).enumerate() {
            let is_same = row.title == expected.title
                && (row.level, row.setsize, row.posinset) == (expected.level, expected.setsize, expected.posinset)
                && (row.expandable, row.expanded) == (expected.expandable, expected.expanded)
                && (row.current, row.leads_on) == (expected.current, expected.leads_on);
            assert!(is_same, "row {at}: {row:?} {expected:?} {:?} {:?}", titles(), self.rows);
            assert_eq!(self.view.row_of(row.id), Some(at));
            if self.ids[filtered][*entry].is_none() {
                let is_known = self.ids.iter().flatten().any(|id| *id == Some(row.id));
                assert!(!is_known, "no id stands for two rows");
                self.ids[filtered][*entry] = Some(row.id);
            }
            assert_eq!(self.ids[filtered][*entry], Some(row.id), "rows keep their ids");
            let parent = Some(self.model.parent(*entry)).filter(|&parent| parent != TOP);
            assert_eq!(self.view.parent(row.id), parent.and_then(|parent| self.ids[filtered][parent]));
            assert_eq!(!row.highlights.is_empty(), self.is_match(*entry));
        }
        assert_eq!(self.view.matches(), self.model.matches());
        let first =
            self.rows.iter().position(|(entry, _)| self.is_match(*entry) && !is_heading(self.model.page(*entry)));
        let first = first.or_else(|| self.rows.iter().position(|(entry, _)| self.is_match(*entry)));
        assert_eq!(self.view.first_match(self.site.map()), first);
        assert_eq!(self.view.current_row(self.site.map()), rows.iter().position(|row| row.current));
    }

    fn is_match(&self, entry: EntryNumber) -> bool {
        self.model.is_filtered() && self.model.is_match(entry)
    }

    fn act(&mut self, (operation, argument): (u8, usize), coming: &mut std::vec::IntoIter<Statement>) {
        let at = argument % self.rows.len().max(1);
        let entry = self.rows.get(at).map(|row| row.0);
        let id = self.row_ids.get(at).copied();
        let map = self.site.map();
        if matches!((operation, entry), (0..=6 | 19 | 24..=26, Some(_)) | (7..=8, _)) {
            self.model.keep_revealed();
        }
        match (operation, entry, id) {
            (0..=3, Some(entry), Some(id)) => {
                self.view.expand(map, id);
                self.model.expand(entry);
            }
            (4..=5, Some(entry), Some(id)) => {
                self.view.collapse(id);
                self.model.collapse(entry);
            }
            (6, Some(entry), Some(id)) => {
                self.view.expand_siblings(map, id);
                self.model.expand_siblings(entry);
            }
            (7, ..) => {
                self.view.expand_all(map);
                self.model.expand_all();
            }
            (8, ..) => {
                self.view.collapse_all();
                self.model.collapse_all();
            }
            (9, ..) => {
                self.model.current = Some(argument % 8).filter(|&page| page != ROOT && !is_heading(page));
                let rest = ["/#x", "?x", "/index?x", "/index.html"][argument / 8 % 4];
                let url = self.model.current.map(|page| format!("http://www.example.org:80/{}{rest}", name(page)));
                if self.view.set_current(url.as_deref()) {
                    self.model.keep_revealed();
                }
            }
            (10, ..) => assert_eq!(self.view.reveal_current(map), self.model.reveal()),
            (11..=14, ..) => self.set_filter(FILTERS[argument % FILTERS.len()]),
            (24..=25, Some(entry), Some(id)) => {
                // The rows do not depend on the size of the steps.
                self.view.expand_below(map, id);
                while self.view.expand_more(map, 1 + argument / 64 % 7) {}
                self.model.expand_below(entry);
            }
            (26, Some(entry), Some(id)) => {
                self.view.collapse_below(id);
                self.model.collapse_below(entry);
            }
            (15, ..) => {
                let order = [Order::Title, Order::Site, Order::Changed][argument % 3];
                self.view.set_order(map, order);
                self.model.set_order(order);
            }
            (16, ..) => {
                // The answers do not depend on how much is prepared.
                for _ in 0..argument % 5 {
                    self.view.prepare_current(map, argument % 3 + 1);
                }
                for which in [Neighbour::Previous, Neighbour::Next, Neighbour::Up] {
                    assert_eq!(self.view.neighbour(map, which), self.model.neighbour(which), "{which:?}");
                }
                let shown: Vec<Option<String>> = self.view.trail(map).into_iter().map(|step| step.2).collect();
                let trail = self.model.trail();
                let trail = &trail[trail.len().saturating_sub(MAX_TRAIL)..];
                let urls = trail.iter().map(|&page| (!is_heading(page)).then(|| url(page)));
                assert_eq!(shown, urls.collect::<Vec<_>>());
            }
            (17, ..) => self.store_and_restore(id, argument),
            (18, ..) => self.compare_news(argument),
            (19, Some(entry), Some(id)) => {
                let revealed = self.view.reveal(map, id);
                let first = self.model.open_to_first(entry);
                self.set_filter("");
                let row = self.model.rows().iter().position(|row| row.0 == first);
                assert!(row.is_some() && revealed.and_then(|id| self.view.row_of(id)) == row);
            }
            (20, ..) => {
                let text = ["p", "P1", "p2k", "x", "P4", "p3q", ""][argument / 10 % 7];
                let from = argument % 10;
                let first = from + usize::from(text.len() < 2);
                let titles = |at: usize| self.model.row_of(self.rows[at].0).map(|entry| title(self.model.page(entry)));
                let is_match = |title: &str| !text.is_empty() && title.starts_with(&text.to_uppercase());
                let is_found = |at: &usize| titles(*at).any(is_match);
                let count = self.rows.len();
                let found = (first..first + count).map(|at| at % count).find(is_found);
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

    fn set_filter(&mut self, filter: &'static str) {
        self.view.set_filter(self.site.map(), filter);
        if self.model.set_filter(filter) {
            self.ids[1].clear();
        }
    }

    /// Stores the expanded branches and restores them in another view.
    fn store_and_restore(&mut self, id: Option<RowId>, argument: usize) {
        let map = self.site.map();
        let state = self.view.state(map, id, id);
        let mut restored = TreeView::default();
        restored.restore(map, &state);
        restored.set_order(map, self.model.order);
        restored.refresh(map);
        while restored.prepare_order(map, self.model.order, 1) {}
        let is_whole = !self.model.is_filtered();
        self.set_filter("");
        let map = self.site.map();
        assert_eq!(shown(&restored, map), shown(&self.view, map), "expanded branches are restored");
        if let Some(id) = id.filter(|_| is_whole) {
            let row = restored.restored_row().and_then(|row| restored.row_of(row));
            assert_eq!(row, self.view.row_of(id));
            assert_eq!(restored.restored_active(), restored.restored_row());
        }
        // A part of the stored state is valid too, or is ignored.
        let part: Vec<String> = state.into_iter().skip(argument % 3).step_by(1 + argument % 2).collect();
        let mut in_part = TreeView::default();
        in_part.restore(map, &part);
        in_part.refresh(map);
        assert_eq!(in_part.len(), in_part.rows(map, 0..in_part.len()).len());
    }

    fn compare_news(&self, argument: usize) {
        let map = self.site.map();
        let (last, now) = (argument as i64 % 9, argument as i64 / 9 % 9);
        let since = Since { last: (last > 0).then(|| time(last)), now: time(now), offset: 0 };
        let mut scan = NewsScan::new(since);
        while scan.step(&self.view, map, 1 + argument % 7) {}
        let news = scan.news();
        let pages = self.model.pages().filter(|&page| !is_heading(page));
        let dated = pages.filter_map(|page| Some((page, day(page)?)));
        let mut dated: Vec<(usize, i64)> = dated.filter(|(_, day)| *day <= now + 1).collect();
        dated.sort_by_key(|(_, day)| Reverse(*day));
        // The day of the visit counts as a whole.
        let (changed, before): (Vec<_>, Vec<_>) = dated.into_iter().partition(|(_, day)| last > 0 && *day >= last);
        let listed = |dated: &[Dated]| dated.iter().map(|d| (map.url(d.page), d.time, d.is_day)).collect::<Vec<_>>();
        let expected = |pages: &[(usize, i64)]| {
            pages.iter().map(|&(page, day)| (Some(url(page)), time(day), true)).collect::<Vec<_>>()
        };
        assert_eq!(listed(&news.changed), expected(&changed));
        assert_eq!(listed(&news.before), expected(&before));
        assert_eq!(news.count, changed.len());
    }

    fn read(&mut self, (list, n, member): Statement) {
        let (of, to) = (name(list), name(member));
        let seq = format!("<rdf:Seq rdf:about='urn:l:{of}'><rdf:_{n} rdf:resource='urn:p:{to}'/></rdf:Seq>");
        self.site.push(seq.as_bytes());
        self.model.read((list, n, member));
    }
}

/// Returns the rows as text.
fn shown(view: &TreeView, map: &SiteMap) -> Vec<String> {
    let line = |row: Row| format!("{} {} {} {}/{}", row.level, row.expanded, row.title, row.posinset, row.setsize);
    view.rows(map, 0..view.len()).into_iter().map(line).collect()
}

/// Returns a site whose document is being read. It describes the pages, and no list contains them so far.
fn site(pages: usize) -> Site {
    let mut document = String::from(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>",
    );
    for page in 1..pages {
        let (name, title) = (name(page), title(page));
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

/// Runs the same operations on a view and on the model, and compares their rows after each one. Half of the statements
/// are in the document from the start. The others arrive between the operations.
pub(super) fn compare(pages: usize, statements: Vec<Statement>, operations: Vec<(u8, usize)>) {
    debug_assert!(pages < PAGES.end);
    let site = site(pages);
    let mut view = TreeView::default();
    view.refresh(site.map());
    let (ids, rows, row_ids) = (Default::default(), Vec::new(), Vec::new());
    let mut both = Both { model: Model::new(), view, site, ids, rows, row_ids };
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

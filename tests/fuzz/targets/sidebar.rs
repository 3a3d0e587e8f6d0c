//! A sidebar that shows a document during the load, with random actions: expand, collapse, filter and so on. The rows are
//! valid at any time. At the end they equal those of a document that was read at once.

use super::formats::read;
use super::input::{Numbers, cuts};
use navibar::site::Site;
use navibar::site_map::Kind;
use navibar::site_map::{NodeId, SiteMap};
use navibar::tree;
use navibar::view::{Dated, Neighbour, NewsScan, Order, Row, RowId, Since, TreeView};

/// Trees with more entries are not expanded as a whole, because a few bytes can describe any number.
const MAX_ENTRIES: usize = 2_000;

/// Number of rows that are checked.
const WINDOW: usize = 100;

pub fn run(input: &[u8]) {
    let mut numbers = Numbers::of(input);
    let mut view = TreeView::default();
    let site = read(cuts(input), |site| {
        view.refresh(site.map());
        for _ in 0..numbers.below(4) {
            act(&mut view, site, &mut numbers);
            check(&view, site.map());
        }
    });
    let map = site.map();
    for _ in 0..20 {
        act(&mut view, &site, &mut numbers);
        check(&view, map);
    }
    if !is_small(map) {
        return;
    }
    view.set_filter(map, "");
    view.set_order(map, Order::Site);
    view.expand_all(map);
    let mut fresh = TreeView::default();
    fresh.set_current(None);
    fresh.refresh(map);
    fresh.expand_all(map);
    assert_eq!(shown(&view, map), shown(&fresh, map), "the same as read at once");
}

/// The rows without their ids and without the mark of the current page.
fn shown(view: &TreeView, map: &SiteMap) -> Vec<Row> {
    let rows = view.rows(map, 0..view.len()).into_iter();
    rows.map(|row| Row { id: RowId(0), current: false, ..row }).collect()
}

fn is_small(map: &SiteMap) -> bool {
    map.root().is_none_or(|root| !tree::branch(map, root, MAX_ENTRIES).1)
}

/// The id of a random row.
fn any_row(view: &TreeView, map: &SiteMap, numbers: &mut Numbers) -> Option<RowId> {
    let at = numbers.below(view.len());
    view.rows(map, at..at + 1).first().map(|row| row.id)
}

fn act(view: &mut TreeView, site: &Site, numbers: &mut Numbers) {
    let map = site.map();
    if map.is_empty() {
        return;
    }
    let row = any_row(view, map, numbers);
    let any_page = numbers.below(map.len()) as NodeId;
    match (numbers.below(20), row) {
        (0..=3, Some(row)) => view.expand(map, row),
        (4, Some(row)) => view.collapse(row),
        (5, Some(row)) => view.expand_siblings(map, row),
        (6, _) if is_small(map) => view.expand_all(map),
        (7, _) => view.collapse_all(),
        (8, _) => _ = view.set_current(map.url(any_page).as_deref()),
        (9, _) => {
            let revealed = view.reveal_current(map);
            assert_eq!(revealed, view.current_row(map));
        }
        (10, _) => view.set_filter(map, ["", "a", "e", "o a", "/", "1", "\u{e9}"][numbers.below(7)]),
        (11, _) => {
            let title = map.title(any_page).into_owned();
            let begin = title.char_indices().nth(numbers.below(5)).map_or(0, |(at, _)| at);
            view.set_filter(map, &title[begin..]);
        }
        (12, _) => {
            let order = [Order::Site, Order::Title, Order::Changed][numbers.below(3)];
            view.set_order(map, order);
            for _ in 0..numbers.below(9) {
                view.prepare_order(map, order, 1 + numbers.below(9));
            }
        }
        (13, _) => {
            for which in [Neighbour::Previous, Neighbour::Next, Neighbour::Up, Neighbour::Unread] {
                assert!(view.neighbour(map, which).is_none_or(|url| !url.is_empty()));
            }
            view.trail(map);
            // Any page is read, and another one has changed.
            let stored = view.mark_read(&[1.0, 2.0, 3.0], &map.url(any_page).unwrap_or_default(), 5);
            assert!(stored.len() <= 4);
            let page = numbers.below(map.len()) as NodeId;
            view.set_changed(map, &[Dated { page, time: 9, is_day: false }]);
            view.rows(map, 0..view.len().min(100));
            // A tree that is read at once has no marks.
            view.mark_read(&[], "", 0);
            view.set_changed(map, &[]);
        }
        (14, _) => {
            let state = view.state(map, row, row);
            view.restore(map, &state);
            assert_eq!(view.state(map, row, row), state, "the state of a restored state");
        }
        (15, Some(row)) => {
            view.reveal(map, row);
        }
        (16, _) => {
            let mut scan = NewsScan::new(Since { last: Some(0), now: i64::from(u32::MAX), offset: 0 });
            while scan.step(view, map, 10) {}
            let news = scan.news();
            assert!(news.changed.len() <= news.count);
        }
        (17, Some(row)) => {
            let page = view.page(row).unwrap();
            tree::menu(map, page);
            let (entries, _) = tree::branch(map, page, 50);
            assert!(!entries.is_empty() && entries.len() <= 50);
        }
        (18, _) => _ = view.type_ahead(map, numbers.below(view.len()), &map.title(any_page)),
        _ => {}
    }
}

/// Checks the rules that hold for the rows at any time.
fn check(view: &TreeView, map: &SiteMap) {
    let rows = view.rows(map, 0..WINDOW);
    assert_eq!(rows.len(), view.len().min(WINDOW));
    let mut above: Vec<RowId> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(view.row_of(row.id), Some(at), "{row:?}");
        assert!(row.level >= 1 && row.level as usize <= above.len() + 1, "{row:?}");
        above.truncate(row.level as usize - 1);
        assert_eq!(view.parent(row.id), above.last().copied(), "{row:?}");
        above.push(row.id);
        assert!(row.posinset <= row.setsize && (row.posinset > 0 || row.kind == Kind::Separator), "{row:?}");
        assert!(row.expandable || !row.expanded, "{row:?}");
        // The content of a pending document is unknown.
        let next = rows.get(at + 1).map(|next| next.level).filter(|_| row.expanded && row.state.is_none());
        assert!(next.is_none_or(|next| next == row.level + 1), "{row:?} has nothing below it");
        assert!(row.kind == Kind::Separator || !row.title.is_empty(), "{row:?}");
        let length = row.title.encode_utf16().count() as u32;
        let mut end = 0;
        for &(from, to) in &row.highlights {
            assert!(end <= from && from < to && to <= length, "{row:?}");
            end = to;
        }
    }
}

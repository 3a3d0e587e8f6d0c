//! One branch as the whole tree.

use super::*;

const TREE: &str = "root: a z\na: b c\nb: kiwi1 d\nd: kiwi2\nc: kiwi3\nkiwi1\nkiwi2\nkiwi3\nz: kiwi4\nkiwi4";

fn only(view: &mut TreeView, site: &Site, title: &str) {
    let row = view.show_only(site.map(), id(view, site, title)).expect("it is in the tree");
    assert_eq!(view.row_of(row), Some(0));
}

fn path(view: &TreeView, site: &Site) -> Vec<String> {
    view.branch_path(site.map()).into_iter().map(|(_, title, _)| title).collect()
}

/// An opened tree.
fn open(site: &Site) -> TreeView {
    let mut view = view(site);
    view.expand(site.map(), id(&view, site, "A"));
    view.expand(site.map(), id(&view, site, "B"));
    view
}

const OPEN: [&str; 6] = ["-A 1/2", " -B 1/2", "  KIWI1 1/2", "  +D 2/2", " +C 2/2", "+Z 2/2"];

#[test]
fn a_branch_becomes_the_whole_tree_and_back() {
    let site = site(TREE);
    let map = site.map();
    let mut view = open(&site);
    assert_eq!(shown(&view, &site), OPEN);
    assert_eq!((view.branch_pages(map), view.branch_path(map).len()), (None, 0));
    only(&mut view, &site, "B");
    assert_eq!(shown(&view, &site), ["-B 1/1", " KIWI1 1/2", " +D 2/2"], "open branches stay open");
    assert_eq!((view.branch_pages(map), path(&view, &site)), (Some(4), vec!["A".to_owned(), "B".to_owned()]));
    only(&mut view, &site, "D");
    assert_eq!(shown(&view, &site), ["-D 1/1", " KIWI2 1/1"], "the branch opens");
    assert_eq!(path(&view, &site), ["A", "B", "D"]);
    view.refresh(map);
    assert_eq!(shown(&view, &site), ["-D 1/1", " KIWI2 1/1"]);
    let row = view.leave_branch(map, Some(0)).and_then(|row| view.row_of(row));
    assert_eq!(shown(&view, &site), ["-A 1/1", " -B 1/2", "  KIWI1 1/2", "  +D 2/2", " +C 2/2"]);
    assert_eq!((path(&view, &site), row), (vec!["A".to_owned()], Some(3)), "the row of D");
    let row = view.leave_branch(map, None).and_then(|row| view.row_of(row));
    assert_eq!((shown(&view, &site), row), (OPEN.map(str::to_owned).to_vec(), Some(0)));
    assert_eq!(view.leave_branch(map, None), None);
}

#[test]
fn everything_else_works_within_the_branch() {
    for shared in ["", "\nd: 9=kiwi1"] {
        // In the second site, a page has two parents.
        let site = site(&format!("{TREE}{shared}"));
        let map = site.map();
        let mut view = view(&site);
        view.expand_all(map);
        only(&mut view, &site, "B");
        view.set_filter(map, "kiwi");
        assert_eq!((view.matches(), view.branch_pages(map)), (2, Some(4)));
        let both = ["-B 1/1", " KIWI1 1/2", " -D 2/2", "  KIWI2 1/2", "  KIWI1 2/2"];
        let one = ["-B 1/1", " KIWI1 1/2", " -D 2/2", "  KIWI2 1/1"];
        assert_eq!(shown(&view, &site), if shared.is_empty() { &one[..] } else { &both[..] });
        view.set_filter(map, "");
        view.set_current(Some("https://www.example.org/kiwi1"));
        assert_eq!(view.neighbour(map, Neighbour::Next).as_deref(), Some("https://www.example.org/d"));
        assert_eq!(view.neighbour(map, Neighbour::Up).as_deref(), Some("https://www.example.org/b"));
        assert_eq!(view.trail(map).len(), 2);
        if shared.is_empty() {
            view.set_current(Some("https://www.example.org/kiwi2"));
            assert_eq!(view.neighbour(map, Neighbour::Next), None, "the branch ends");
        }
        view.set_current(Some("https://www.example.org/b"));
        assert_eq!(view.reveal_current(map), Some(0));
        view.set_current(Some("https://www.example.org/kiwi3"));
        assert_eq!((view.reveal_current(map), view.trail(map).len()), (None, 0), "it is outside");
        view.leave_branch(map, None);
        assert!(view.reveal_current(map).is_some());
        // From a filtered tree, and back while it is filtered.
        view.set_filter(map, "kiwi");
        let matches = view.matches();
        only(&mut view, &site, "C");
        assert_eq!((shown(&view, &site), view.matches()), (vec!["-C 1/1".to_owned(), " KIWI3 1/1".to_owned()], 1));
        view.leave_branch(map, None);
        assert_eq!(view.matches(), matches);
        view.set_filter(map, "");
        assert_eq!(view.branch_pages(map), None);
        for order in [Order::Title, Order::Changed] {
            sort(&mut view, &site, order);
            only(&mut view, &site, "B");
            assert_eq!(shown(&view, &site)[0], "-B 1/1");
            view.leave_branch(map, None);
        }
    }
}

#[test]
fn news_are_those_of_the_branch() {
    let mut site = site(TREE);
    for (page, day) in [("kiwi1", 2), ("kiwi2", 12), ("kiwi3", 22)] {
        let about = iri(page);
        site.push(
            format!("<rdf:Description rdf:about='{about}'><dc:date>2024-01-{day:02}</dc:date></rdf:Description>")
                .as_bytes(),
        );
    }
    let mut view = open(&site);
    let count = |view: &TreeView| {
        let mut scan = NewsScan::new(Since { last: Some(1_700_000_000), now: 1_710_000_000, offset: 0 });
        while scan.step(view, site.map(), 3) {}
        scan.news().count
    };
    assert_eq!(count(&view), 3);
    only(&mut view, &site, "B");
    assert_eq!(count(&view), 2);
}

#[test]
fn a_branch_is_found_again_by_its_address() {
    let known = site(TREE);
    let mut old = open(&known);
    only(&mut old, &known, "B");
    old.expand(known.map(), id(&old, &known, "D"));
    let state = old.state(known.map(), None, None);
    let inside = ["-B 1/1", " KIWI1 1/2", " -D 2/2", "  KIWI2 1/1"];
    assert_eq!(shown(&old, &known), inside);

    // The pages arrive one after the other.
    let mut site = site("root: a z\na\nz");
    let mut view = TreeView::default();
    view.restore(site.map(), &state);
    assert_eq!(view.state(site.map(), None, None), state, "the state is kept while nothing has arrived");
    view.refresh(site.map());
    assert_eq!(shown(&view, &site), ["A 1/2", "Z 2/2"]);
    for more in ["a: b c", "b: kiwi1 d\nkiwi1\nc", "d: kiwi2\nkiwi2"] {
        push(&mut site, more);
        view.refresh(site.map());
    }
    assert_eq!(
        (shown(&view, &site), path(&view, &site)),
        (inside.map(str::to_owned).to_vec(), vec!["A".into(), "B".into()])
    );
    assert_eq!(view.state(site.map(), None, None), state);
    view.leave_branch(site.map(), None);
    assert_eq!(shown(&view, &site)[..4], OPEN[..4].iter().map(|row| (*row).to_owned()).collect::<Vec<_>>());
}

#[test]
fn a_reload_keeps_the_branch_if_it_is_still_there() {
    let (before, gone) = (site(TREE), site("root: a z\na: c\nc\nz"));
    for (site, is_there) in [(site(TREE), true), (gone, false)] {
        let mut view = open(&before);
        only(&mut view, &before, "B");
        view.renew(Some(before.map()));
        view.refresh(site.map());
        let expected: &[&str] =
            if is_there { &["-B 1/1", " KIWI1 1/2", " +D 2/2"] } else { &["-A 1/2", " C 1/1", "Z 2/2"] };
        assert_eq!(shown(&view, &site), expected);
        assert_eq!(view.branch_path(site.map()).is_empty(), !is_there);
    }
    let mut view = open(&before);
    only(&mut view, &before, "B");
    view.renew(None);
    view.refresh(before.map());
    assert_eq!(shown(&view, &before), ["+A 1/2", "+Z 2/2"], "another site");
}

#[test]
fn pages_that_arrive_show_in_the_branch_only() {
    let mut site = site(TREE);
    let mut view = open(&site);
    only(&mut view, &site, "B");
    for n in 0..2 {
        push(&mut site, &format!("root: 9{n}=x{n}\nb: 9{n}=y{n}\nx{n}\ny{n}"));
        view.refresh(site.map());
    }
    assert_eq!(shown(&view, &site), ["-B 1/1", " KIWI1 1/4", " +D 2/4", " Y0 3/4", " Y1 4/4"]);
    view.leave_branch(site.map(), None);
    assert_eq!(shown(&view, &site).last().map(String::as_str), Some("X1 4/4"));
}

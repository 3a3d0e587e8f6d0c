//! The current page, its neighbours, news and restored states.

use super::order::dated;
use super::*;

const SITE: &str = "root: a b\na: c d\nc: e\nd\ne\nb: f\nf";

fn at(site: &Site, path: &str) -> TreeView {
    let mut view = view(site);
    view.set_current(Some(&format!("https://www.example.org{path}")));
    view
}

#[test]
fn the_trail_leads_from_the_top_level_to_the_page() {
    let site = site(SITE);
    let trail = |path| -> Vec<String> { at(&site, path).trail(site.map()).into_iter().map(|step| step.1).collect() };
    assert_eq!(trail("/e/index.html#x"), ["A", "C", "E"]);
    assert_eq!(trail("/b"), ["B"]);
    assert!(trail("/nowhere").is_empty() && view(&site).trail(site.map()).is_empty());
    assert_eq!(at(&site, "/b").trail(site.map())[0].2.as_deref(), Some("https://www.example.org/b"));
}

#[test]
fn the_path_is_prepared_in_steps() {
    // A tree, and a graph in which a page has two parents.
    for (text, steps) in [(SITE, 7), ("root: a b\na: c d\nc: e\nd: e\ne\nb: f\nf", 9)] {
        let site = site(text);
        let mut view = at(&site, "/e");
        let made = (0..).take_while(|_| view.prepare_current(site.map(), 1)).count();
        assert!(made >= steps, "{made} steps");
        assert_eq!(view.trail(site.map()).len(), 3);
        assert!(!view.prepare_current(site.map(), 1), "it is cached until more is read");
        assert!(!at(&site, "/nowhere").prepare_current(site.map(), 1_000), "no page needs the parents");
        // A direct request computes the rest at once.
        let mut view = at(&site, "/e");
        view.prepare_current(site.map(), 1);
        assert_eq!(view.trail(site.map()).len(), 3);
    }
}

#[test]
fn revealing_may_show_the_page_in_an_earlier_expanded_branch() {
    let site = site("root: a\na: b x\nb: x\nx");
    let mut view = at(&site, "/x");
    for row in [0, 1] {
        let id = view.rows(site.map(), row..row + 1)[0].id;
        view.expand(site.map(), id);
    }
    view.collapse(view.rows(site.map(), 0..1)[0].id);
    assert_eq!(view.current_row(site.map()), None);
    assert_eq!(view.reveal_current(site.map()), Some(2), "b was expanded");
    assert_eq!(view.current_row(site.map()), Some(2));
}

#[test]
fn neighbours_follow_each_other_through_the_whole_tree() {
    let site = site(SITE);
    let to = |path: &str, which| {
        let url = at(&site, path).neighbour(site.map(), which)?;
        Some(url["https://www.example.org/".len()..].to_owned())
    };
    let order = ["a", "c", "e", "d", "b", "f"];
    for (current, next) in order.iter().zip(&order[1..]) {
        assert_eq!(to(&format!("/{current}"), Neighbour::Next).as_deref(), Some(*next));
        assert_eq!(to(&format!("/{next}"), Neighbour::Previous).as_deref(), Some(*current));
    }
    assert_eq!((to("/a", Neighbour::Previous), to("/f", Neighbour::Next)), (None, None));
    assert_eq!(to("/e", Neighbour::Up).as_deref(), Some("c"));
    assert_eq!(to("/nowhere", Neighbour::Next), None);
}

#[test]
fn neighbours_are_entries_with_another_address() {
    let inner = "<separator/><bookmark href='/x'><title>X</title></bookmark><bookmark href='/x/'/>";
    let mut site = bookmarks(&(folder("A", "yes", inner) + &folder("B", "no", "<bookmark href='/y'/>")));
    site.push(b"</xbel>");
    site.finish();
    let to = |path, which| at(&site, path).neighbour(site.map(), which);
    assert_eq!(to("/x", Neighbour::Next).as_deref(), Some("https://www.example.org/y"), "the same page is skipped");
    assert_eq!(to("/y", Neighbour::Previous).as_deref(), Some("https://www.example.org/x/"));
    assert_eq!(to("/x", Neighbour::Up).as_deref(), Some("https://www.example.org/"), "a folder has no address");
}

#[test]
fn up_leads_to_the_nearest_ancestor_and_then_to_the_home_page() {
    let up = |site: &Site, path| at(site, path).neighbour(site.map(), Neighbour::Up);
    let home = Some("https://www.example.org/".to_owned());
    let posts = listed(&["/index.html", "/about", "/2020/05/05/rain", "/docs", "/docs/a/b"]);
    let listed_home = Some("https://www.example.org/index.html".to_owned());
    assert_eq!(up(&posts, "/2020/05/05/rain"), listed_home);
    assert_eq!(up(&posts, "/about"), listed_home);
    assert_eq!(up(&posts, "/docs/a/b").as_deref(), Some("https://www.example.org/docs"));
    assert_eq!(up(&posts, "/2020/05/"), listed_home, "a folder without a page");
    assert_eq!((up(&posts, "/"), up(&posts, "/index?x=1"), up(&posts, "/nowhere")), (None, None, None));
    let unlisted = listed(&["/about", "/team"]);
    assert_eq!((up(&unlisted, "/about"), up(&unlisted, "/about?x")), (home.clone(), home.clone()));
    let searches = listed(&["/about", "/?page=2"]);
    assert_eq!(up(&searches, "/?page=2"), home);
    let index = listed(&["/index", "/about"]);
    assert_eq!(up(&index, "/about").as_deref(), Some("https://www.example.org/index"));
    assert_eq!((up(&index, "/"), up(&index, "/index")), (None, None));
}

#[test]
fn the_current_page_is_found_by_other_spellings_of_its_address() {
    let current = |site: &Site, path| -> Vec<String> {
        let mut view = at(site, path);
        view.expand_all(site.map());
        // Paint once before all pages are indexed, and once after.
        view.rows(site.map(), 0..view.len());
        let row = view.current_row(site.map());
        let rows = view.rows(site.map(), 0..view.len());
        let marked: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].current).collect();
        assert_eq!(marked.first().copied(), row, "{path}");
        assert_eq!(view.reveal_current(site.map()), row, "{path}");
        assert_eq!(view.trail(site.map()).is_empty(), row.is_none(), "{path}");
        marked.into_iter().map(|at| rows[at].title.clone()).collect()
    };
    let site = listed(&["/index", "/cli/", "/list", "/list?page=2", "/blog/first", "/blog/index.html?x", "/a/b/index"]);
    for (path, title) in [
        ("/cli/?utm_source=x", "Cli"),
        ("/cli/index.php?utm_source=x#top", "Cli"),
        ("/cli/index", "Cli"),
        ("/", "www.example.org"),
        ("/?utm_source=x", "www.example.org"),
        ("/index.html", "www.example.org"),
        ("/list?page=2", "page=2"),
        ("/list?page=3", "List"),
        ("/blog/", "Blog"),
        ("/blog", "Blog"),
        ("/blog/index", "Blog"),
        ("/blog/?utm_source=x", "Blog"),
        ("/a/b/", "Index"),
        ("/a/", "A"),
    ] {
        assert_eq!(current(&site, path).last().map(|title| title.to_lowercase()), Some(title.to_lowercase()), "{path}");
        assert_eq!(current(&site, path).len(), 1, "{path}");
    }
    for path in ["/nowhere", "/cli/x", "/bl", "/page", "/CLI/"] {
        assert_eq!(current(&site, path), Vec::<String>::new(), "{path}");
    }
    let endings = listed(&["/help", "/faq.html"]);
    let marked = ["/help.html?utm_source=x", "/faq/", "/help.pdf", "/faq.html/x"].map(|path| current(&endings, path));
    assert_eq!(marked.concat(), ["Help", "FAQ"]);
    let home = listed(&["/", "/a"]);
    assert_eq!((current(&home, "/index").len(), current(&home, "/index.html").len()), (1, 1));
}

#[test]
fn a_row_painted_before_indexing_is_painted_again() {
    let mut site = Site::default();
    site.begin("https://www.example.org/sitemap.txt");
    site.push(b"https://www.example.org/a\nhttps://www.example.org/b\n");
    let mut view = at(&site, "/a?x=1");
    let marked = |view: &TreeView, site: &Site| view.rows(site.map(), 0..9).iter().position(|row| row.current);
    assert_eq!(marked(&view, &site), None, "painting does not wait for the index");
    let version = view.version();
    while view.prepare_current(site.map(), 1) {}
    assert!(view.version() > version);
    assert_eq!(marked(&view, &site), Some(0));
    // It stays marked until a better entry has been read.
    site.push(b"https://www.example.org/c\nhttps://www.example.org/a?x=1\n");
    site.finish();
    view.refresh(site.map());
    assert_eq!(marked(&view, &site), Some(0));
    let version = view.version();
    while view.prepare_current(site.map(), 1) {}
    assert!(view.version() > version);
    let rows = view.rows(site.map(), 0..9);
    assert!(!rows[0].current);
    assert_eq!(view.reveal_current(site.map()), Some(1));
    let version = view.version();
    view.refresh(site.map());
    view.current_row(site.map());
    assert_eq!(view.version(), version + 1, "nothing else has changed");
}

#[test]
fn neighbours_in_an_exponential_tree_are_found() {
    let mut pages = String::from("root: p0 last\nlast\n");
    for level in 0..30 {
        pages.push_str(&format!("p{level}: {}\n", format!("p{} ", level + 1).repeat(10)));
    }
    let site = site(&(pages + "p30"));
    assert!(at(&site, "/p0").neighbour(site.map(), Neighbour::Next).is_some());
    assert!(at(&site, "/last").neighbour(site.map(), Neighbour::Previous).is_some_and(|url| url.ends_with("/p30")));
    assert_eq!(
        at(&site, "/p30").neighbour(site.map(), Neighbour::Next).as_deref(),
        Some("https://www.example.org/p29")
    );
}

#[test]
fn an_address_that_is_read_later_is_found() {
    let mut site = site("root: a\na: b");
    let mut view = at(&site, "/b");
    assert_eq!((view.reveal_current(site.map()), view.trail(site.map()).len()), (None, 0));
    push(&mut site, "b");
    assert_eq!(view.reveal_current(site.map()), Some(1));
    assert_eq!(view.trail(site.map()).len(), 2);
}

/// The titles of the pages that changed since the last visit and before. Scans in small steps.
fn news(site: &Site, since: Since) -> [Vec<String>; 2] {
    let view = view(site);
    let mut scan = NewsScan::new(since);
    while scan.step(&view, site.map(), 2) {}
    let news = scan.news();
    assert!(news.count >= news.changed.len());
    [news.changed, news.before].map(|list| list.iter().map(|dated| site.map().title(dated.page).into_owned()).collect())
}

/// Bookmarks 0, 1... that changed on these dates.
fn changed(dates: &[&str]) -> Site {
    let entry = |(n, date)| format!("<bookmark href='/{n}' modified='{date}'><title>{n}</title></bookmark>");
    let mut site = bookmarks(&dates.iter().enumerate().map(entry).collect::<String>());
    site.push(b"</xbel>");
    site.finish();
    site
}

/// 2024-05-03T00:00:00Z.
const DAY_3: i64 = 1_714_694_400;
const HOUR: i64 = 3600;

#[test]
fn news_are_split_at_the_last_visit() {
    let site = dated();
    let now = DAY_3 + 100 * HOUR;
    let since = |last| news(&site, Since { last, now, offset: 0 });
    assert_eq!(since(None), [vec![], vec!["page 2", "Page 10", "y"]], "the first visit");
    assert_eq!(since(Some(i64::MIN)), [vec!["page 2", "Page 10", "y"], vec![]]);
    let ten = DAY_3 + 10 * HOUR;
    assert_eq!(since(Some(ten - 1)), [vec!["page 2"], vec!["Page 10", "y"]]);
    assert_eq!(since(Some(ten)), [vec![], vec!["page 2", "Page 10", "y"]], "only changes after the visit count");
    let mut view = view(&site);
    assert!(view.has_dates(site.map()));
    view.set_order(site.map(), Order::Changed);
    assert!(!view.has_dates(changed(&["yesterday", ""]).map()));
}

#[test]
fn a_day_counts_until_it_ends_in_utc_and_for_the_user() {
    let site = changed(&["2024-05-03", "2024-05", "2024-05-03+02:00"]);
    let titles = |last, offset| news(&site, Since { last: Some(last), now: DAY_3 + 100 * HOUR, offset })[0].join(" ");
    assert_eq!(titles(DAY_3 + 21 * HOUR, 0), "0 2", "on the same day");
    assert_eq!(titles(DAY_3 + 22 * HOUR, 0), "0", "this day ends two hours earlier");
    assert_eq!(titles(DAY_3 + 24 * HOUR, 0), "");
    assert_eq!(titles(DAY_3 + 23 * HOUR, 14 * HOUR), "0", "the user's day has ended, but not the day in UTC");
    assert_eq!(titles(DAY_3 + 24 * HOUR, -8 * HOUR), "0 2", "the user is in California");
    assert_eq!(titles(DAY_3 + 32 * HOUR, -8 * HOUR), "");
    assert_eq!(titles(DAY_3 + 40 * HOUR, i64::MIN + 1), "0 2", "an impossible offset is limited");
    let mut scan = NewsScan::new(Since { last: None, now: DAY_3 + 100 * HOUR, offset: 0 });
    assert!(!scan.step(&view(&site), site.map(), usize::MAX));
    let midnights: Vec<_> = scan.news().before.iter().map(|dated| (dated.time - DAY_3, dated.is_day)).collect();
    assert_eq!(midnights, [(0, true), (0, true), (-48 * HOUR, true)]);
}

#[test]
fn changes_in_the_future_do_not_count() {
    let site = changed(&["2099-01-01", "2024-05-04", "2024-05-03T09:00Z", "2024-05-03T13:00", "9999-12-31T23:59Z"]);
    let since = |now, last| news(&site, Since { last: Some(last), now, offset: 0 });
    let noon = DAY_3 + 12 * HOUR;
    assert_eq!(since(noon, noon - HOUR), [vec!["1", "3"], vec!["2"]], "one day ahead is tolerated");
    assert_eq!(since(DAY_3 - 15 * HOUR, 0), [vec!["2"], vec![]]);
    assert_eq!(since(i64::MIN, 0), [Vec::<String>::new(), vec![]]);
    assert_eq!(since(i64::MAX, i64::MAX)[0], Vec::<String>::new());
}

#[test]
fn the_pages_of_a_rebuilt_site_are_not_news() {
    let scan = |site: &Site, last| {
        let view = view(site);
        let mut scan = NewsScan::new(Since { last, now: DAY_3 + 100 * HOUR, offset: 0 });
        while scan.step(&view, site.map(), 3) {}
        let news = scan.news();
        (news.count, news.changed.len(), news.before.len(), news.rebuilt.map(|(time, _)| (time - DAY_3) / HOUR))
    };
    let same = |count: usize, others: &[&str]| changed(&[&vec!["2024-05-03T10:00:00Z"; count][..], others].concat());
    assert_eq!(scan(&same(9, &[]), Some(DAY_3)), (0, 0, 0, Some(10)));
    assert_eq!(scan(&same(3, &[]), None), (0, 0, 0, Some(10)));
    assert_eq!(scan(&same(2, &[]), None), (0, 0, 2, None), "two pages are not enough");
    let times = |minutes: i64| {
        let time = |n: i64| format!("2024-05-03T{:02}:{:02}:00Z", n * minutes / 60 + 9, n * minutes % 60);
        let times: Vec<String> = (0..24).map(time).collect();
        changed(&times.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(scan(&times(2), Some(DAY_3)).3, Some(9), "a build takes some time");
    assert_eq!(scan(&times(30), Some(DAY_3)), (24, 24, 0, None), "many changes on one day are no rebuild");
    let days = changed(&["2024-05-03", "2024-05-03", "2024-05-03"]);
    assert_eq!(scan(&days, Some(DAY_3)), (0, 0, 0, Some(0)));
    // One page in ten has another date and is listed.
    let others = ["2024-05-04T09:00:00Z", "2020-01-01"];
    assert_eq!(scan(&same(18, &others), Some(DAY_3)), (1, 1, 1, Some(10)));
    assert_eq!(scan(&same(17, &others), Some(DAY_3)), (18, 18, 1, None));
    assert_eq!(scan(&same(18, &["yesterday", "2024-05-04T09:00:00Z"]), Some(DAY_3)), (1, 1, 0, Some(10)));
    assert_eq!(scan(&changed(&["2024-05-03", "2024-05-02", "2024-05-01", "2024-04-30"]), None), (0, 0, 4, None));
    assert_eq!(scan(&changed(&[]), None), (0, 0, 0, None));
}

#[test]
fn the_lists_have_the_newest_pages() {
    let dates: Vec<String> =
        (0..1000).map(|n| format!("2024-05-03T{:02}:{:02}:00Z", n * 7 % 1000 / 60, n * 7 % 1000 % 60)).collect();
    let site = changed(&dates.iter().map(String::as_str).collect::<Vec<_>>());
    let view = view(&site);
    let mut scan = NewsScan::new(Since { last: Some(DAY_3 + 499 * 60), now: DAY_3 + 100 * HOUR, offset: 0 });
    while scan.step(&view, site.map(), 7) {}
    let news = scan.news();
    assert_eq!(news.count, 500);
    let minutes = |list: &[Dated]| -> Vec<i64> { list.iter().map(|dated| (dated.time - DAY_3) / 60).collect() };
    assert_eq!(minutes(&news.changed), (900..1000).rev().collect::<Vec<_>>());
    assert_eq!(minutes(&news.before), (400..500).rev().collect::<Vec<_>>());
}

#[test]
fn a_stored_state_expands_the_same_branches_when_they_are_read() {
    let text = "root: a b a\na: c\nc: d\nd\nb: c e\ne";
    let site = site(text);
    let mut view = view(&site);
    for row in [0, 1] {
        view.expand(site.map(), id_at(&view, row));
    }
    view.expand(site.map(), id_at(&view, 3));
    view.collapse(id_at(&view, 0));
    let first = id_at(&view, 2);
    let active = id_at(&view, 4);
    let state = view.state(site.map(), Some(first), Some(active));
    assert_eq!(
        state,
        [
            "0-<https://www.example.org/a",
            "1+<https://www.example.org/c",
            "0+<https://www.example.org/b",
            "1.*<https://www.example.org/c",
            "0.@1<https://www.example.org/a"
        ]
    );
    let mut restored = TreeView::default();
    restored.restore(&SiteMap::default(), &state);
    assert_eq!(restored.state(&SiteMap::default(), None, None), state, "nothing has been read yet");
    let mut loading = Site::default();
    loading.begin(URL);
    loading.push(HEAD.as_bytes());
    for line in text.lines().rev() {
        push(&mut loading, line);
        restored.refresh(loading.map());
    }
    assert_eq!(shown(&restored, &loading), shown(&view, &site));
    assert_eq!(restored.restored_row().and_then(|id| restored.row_of(id)), Some(2));
    assert_eq!(restored.restored_active().and_then(|id| restored.row_of(id)), Some(4));
    restored.collapse_all();
    restored.refresh(loading.map());
    assert_eq!(restored.len(), 3, "a state is restored only once");
}

#[test]
fn a_stored_state_waits_for_the_tree_that_contains_it() {
    let kept = site("root: a b\na: c\nc: d\nd\nb");
    let mut view = view(&kept);
    view.expand(kept.map(), id_at(&view, 0));
    view.expand(kept.map(), id_at(&view, 1));
    let state = view.state(kept.map(), Some(id_at(&view, 2)), None);
    let open = shown(&view, &kept);

    // The first tree does not contain all of it.
    let found = site("root: a\na: e\ne");
    let mut restored = TreeView::default();
    restored.restore(&SiteMap::default(), &state);
    restored.refresh(found.map());
    assert_eq!((restored.len(), restored.restored_row()), (2, None));
    restored.renew(Some(found.map()));
    restored.refresh(kept.map());
    assert_eq!(shown(&restored, &kept), open);
    assert_eq!(restored.restored_row().and_then(|id| restored.row_of(id)), Some(2));
}

#[test]
fn an_invalid_stored_state_has_no_effect() {
    let site = site(SITE);
    let mut view = view(&site);
    let before = shown(&view, &site);
    let state: Vec<String> =
        ["", "x", "0", "0+", "0?<a", "1+<https://www.example.org/a", "99999999999999999999+<b", "0+\u{e9}", "0-7<c"]
            .map(str::to_owned)
            .to_vec();
    view.restore(site.map(), &state);
    view.refresh(site.map());
    assert_eq!(shown(&view, &site), before);
    let many: Vec<String> = (0..50_000).map(|n| format!("0+<https://www.example.org/{n}")).collect();
    view.restore(site.map(), &many);
    view.restore(site.map(), &[format!("0+<{}", "x".repeat(10_000_000))]);
}

#[test]
fn a_reloaded_site_keeps_its_expanded_branches() {
    let first = site(SITE);
    let mut view = view(&first);
    view.expand(first.map(), id_at(&view, 0));
    view.set_order(first.map(), Order::Title);
    view.set_filter(first.map(), "/e");
    let version = view.version();
    view.renew(Some(first.map()));
    assert!(view.is_empty() && view.version() > version);
    let second = site(SITE);
    view.refresh(second.map());
    assert_eq!(view.matches(), 1, "the filter stays");
    view.set_filter(second.map(), "");
    assert_eq!(shown(&view, &second), ["-A 1/2", " +C 1/2", " D 2/2", "+B 2/2"]);
}

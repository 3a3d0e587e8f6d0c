//! The order of siblings.

use super::*;

/// Bookmarks with dates.
pub(super) fn dated() -> Site {
    let bookmark = |title: &str, attributes: &str| {
        format!("<bookmark href='/{title}' {attributes}><title>{title}</title></bookmark>")
    };
    let mut entries = bookmark("Page 10", "modified='2024-05-01'") + "<separator/>";
    entries += &bookmark("page 2", "modified='2024-05-03T10:00:00Z'");
    entries += &folder("Éclair", "no", &(bookmark("z", "") + &bookmark("y", "modified='2023-01-01'")));
    entries += &bookmark("Page 1", "modified='yesterday'");
    let mut site = bookmarks(&(entries + "</xbel>"));
    site.finish();
    site
}

#[test]
fn siblings_sort_by_title_and_by_date() {
    let site = dated();
    let map = site.map();
    let mut view = view(&site);
    let before = shown(&view, &site);
    let two = id(&view, &site, "page 2");
    view.set_order(map, Order::Title);
    let titles = ["-Éclair 1/4", " y 1/2", " z 2/2", "Page 1 2/4", "page 2 3/4", "Page 10 4/4"];
    assert_eq!(shown(&view, &site), titles);
    assert_eq!(id(&view, &site, "page 2"), two, "rows keep their ids");
    sort(&mut view, &site, Order::Changed);
    let changed = ["page 2 1/4", "Page 10 2/4", "-Éclair 3/4", " y 1/2", " z 2/2", "Page 1 4/4"];
    assert_eq!(shown(&view, &site), changed);
    view.set_filter(map, "page");
    assert_eq!(shown(&view, &site), ["page 2 1/3", "Page 10 2/3", "Page 1 3/3"]);
    view.set_current(Some("https://www.example.org/page 2"));
    assert_eq!(view.neighbour(map, Neighbour::Next).as_deref(), Some("https://www.example.org/Page%2010"));
    view.set_filter(map, "");
    view.set_order(map, Order::Site);
    assert_eq!(shown(&view, &site), before, "with its separators");
}

#[test]
fn the_home_page_stays_first_in_every_order() {
    let bookmark = |path: &str, title: &str, date: &str| {
        format!("<bookmark href='{path}' modified='{date}'><title>{title}</title></bookmark>")
    };
    for (path, home) in [
        ("/index.html", "https://www.example.org"),
        ("/index", "https://www.example.org/"),
        ("/docs/index", "https://www.example.org/docs/"),
        ("/docs", "https://www.example.org/docs/index"),
    ] {
        let entries = bookmark(path, "Zoo", "2020-01-01")
            + &bookmark("/a", "Apes", "2024-01-01")
            + &bookmark("https://other.example/", "Bears", "2022-01-01");
        let mut site = bookmarks(&(entries + "</xbel>"));
        site.finish();
        let mut view = view(&site);
        view.set_home(site.map(), Some(home));
        view.set_order(site.map(), Order::Title);
        assert_eq!(shown(&view, &site), ["Zoo 1/3", "Apes 2/3", "Bears 3/3"], "{path}");
        sort(&mut view, &site, Order::Changed);
        assert_eq!(shown(&view, &site), ["Zoo 1/3", "Apes 2/3", "Bears 3/3"], "{path}");
        let homes: Vec<bool> = view.rows(site.map(), 0..3).iter().map(|row| row.home).collect();
        assert_eq!(homes, [true, false, false], "{path}");
        view.set_home(site.map(), None);
        assert_eq!(shown(&view, &site), ["Apes 1/3", "Bears 2/3", "Zoo 3/3"]);
    }
}

#[test]
fn a_branch_has_the_date_of_the_newest_page_in_it() {
    let bookmark = |title: &str, date: &str| {
        format!("<bookmark href='/{title}' modified='{date}'><title>{title}</title></bookmark>")
    };
    let entries = folder("Old", "yes", &bookmark("old", "2020-01-01"))
        + &bookmark("Page", "2022-01-01")
        + &folder("None", "yes", "<bookmark href='/none'><title>none</title></bookmark>")
        + &folder(
            "New",
            "yes",
            &(bookmark("dated", "2019-01-01") + &folder("Deep", "yes", &bookmark("new", "2024-01-01"))),
        );
    let mut site = bookmarks(&(entries + "</xbel>"));
    site.finish();
    let mut view = view(&site);
    sort(&mut view, &site, Order::Changed);
    assert_eq!(shown(&view, &site), ["+New 1/4", "Page 2/4", "+Old 3/4", "+None 4/4"]);
    view.expand(site.map(), id(&view, &site, "New"));
    assert_eq!(shown(&view, &site)[1..3], [" +Deep 1/2", " dated 2/2"]);
    view.set_filter(site.map(), "d");
    assert_eq!(shown(&view, &site)[0], "-New 1/2");
    view.set_filter(site.map(), "");

    // Pages have several parents, and there are cycles.
    let mut text = String::from("root: a b c d\na: x\nb: y a\nc: c2\nc2: c x\nd\n");
    text += "x\ny";
    let mut site = self::site(&text);
    for (name, date) in [("x", "2024-01-01"), ("y", "2024-01-02"), ("d", "2024-01-03"), ("a", "2023-01-01")] {
        let date = format!("<rdf:Description rdf:about='{}'><dc:date>{date}</dc:date></rdf:Description>", iri(name));
        site.push(date.as_bytes());
    }
    let mut view = self::view(&site);
    sort(&mut view, &site, Order::Changed);
    assert_eq!(shown(&view, &site), ["D 1/4", "+B 2/4", "+A 3/4", "+C 4/4"]);
    // New pages count after the next preparation.
    push(&mut site, "c2: z");
    site.push(format!("<rdf:Description rdf:about='{}' dc:title='Z' dc:date='2025-01-01'/>", iri("z")).as_bytes());
    view.refresh(site.map());
    assert_eq!(shown(&view, &site)[0], "D 1/4");
    let version = view.version();
    let steps = (0..).take_while(|_| view.prepare_order(site.map(), Order::Changed, 1)).count();
    assert!(steps > 20 && view.version() > version, "{steps}");
    assert_eq!(shown(&view, &site), ["+C 1/4", "D 2/4", "+B 3/4", "+A 4/4"]);
}

//! Sites whose sitemap is a text file, a feed or an XBEL file, from the open page to the tree. Beside each site is its
//! outline.

use crate::support::sites::{folder, open};
use navibar::format::Structure;
use navibar::inspect::Outline;
use navibar::site::Site;

/// Opens a page, compares the tree with the outline beside the site, and looks for the row of the page.
fn check(format: &str, page: &str, expected: (&str, &str, Structure), row: &str) {
    let mut session = open(format, page);
    let host = page.split('/').nth(2).unwrap();
    let outline = std::fs::read_to_string(folder(format).join(format!("{host}.txt"))).unwrap().replace("\r\n", "\n");
    assert_eq!(Outline::new(session.site()).to_text(true), outline, "{page}");
    assert_eq!(session.diagnostics(), [], "{page}");
    let source = session.source().unwrap();
    assert_eq!((&*source.url, source.format, source.structure), expected, "{page}");
    let (view, site) = session.view_mut();
    let map = site.map();
    let at = view.reveal_current(map).unwrap_or_else(|| panic!("{page} is not found"));
    assert_eq!(view.rows(map, at..at + 1)[0].title, row, "{page}");
}

#[test]
fn sites_with_text_sitemaps_show_the_expected_rows() {
    let named = ("https://robots.example/lists/pages.txt", "text", Structure::Derived);
    check("text", "https://robots.example/plants/ferns.html", named, "Ferns");
    check("text", "https://robots.example/about-us/", named, "About us");
    let usual = ("https://plain.example/sitemap.txt", "text", Structure::Derived);
    check("text", "https://plain.example/soups/leek_soup/", usual, "Leek soup");
}

#[test]
fn sites_with_feeds_show_the_expected_rows() {
    let rss = ("https://rss.example/feed.xml", "rss", Structure::Derived);
    check("feed", "https://rss.example/2024/rain/", rss, "Rain & wind");
    let atom = ("https://atom.example/atom.xml", "atom", Structure::Derived);
    check("feed", "https://atom.example/notes/keys/", atom, "On keys");
    check("feed", "https://atom.example/", atom, "Notebook");
    let json = ("https://json.example/feed.json", "json-feed", Structure::Derived);
    check("feed", "https://json.example/seeds/peas.html", json, "Peas");
}

#[test]
fn sites_with_bookmarks_show_the_expected_rows() {
    let named = ("https://robots.example/structure.xbel", "xbel", Structure::Declared);
    check("xbel", "https://robots.example/catalog/poems.html", named, "Poems");
    check("xbel", "https://robots.example/opening-hours.html", named, "Opening hours");
    let linked = ("https://link.example/bookmarks.xml", "xbel", Structure::Declared);
    check("xbel", "https://link.example/two/", linked, "Two");
}

#[test]
fn every_complete_entry_of_a_truncated_file_is_kept() {
    for (file, end) in [
        ("xbel/robots.example/structure.xbel", "</bookmark>"),
        ("feed/rss.example/feed.xml", "</item>"),
        ("feed/atom.example/atom.xml", "</entry>"),
    ] {
        let document = std::fs::read_to_string(folder(file)).unwrap();
        for cut in 0..document.len() {
            let mut site = Site::default();
            site.begin("https://robots.example/file");
            site.push(&document.as_bytes()[..cut]);
            site.finish();
            let closed = document.get(..cut).unwrap_or_default().matches(end).count();
            assert_eq!(site.map().pages(), closed, "{file} up to {cut}");
            let outline = Outline::new(&site);
            let shown =
                outline.to_text(false).lines().filter(|line| line.contains('<') && !line.contains("alias")).count();
            assert!(shown >= closed && outline.unplaced.is_empty(), "{file} up to {cut}");
            let end = site.diagnostics().pop().map(|finding| finding.code.name());
            let is_whole = document[cut..].trim().is_empty();
            assert!(is_whole || matches!(end, Some("truncated" | "empty")), "{file} up to {cut}: {end:?}");
        }
    }
}

//! A site with plain sitemaps and one with NEGS, from the open page to the tree: `tests/sites/sitemap` and
//! `tests/sites/negs`, with the outline beside each site.

use crate::support::sites::{folder, open};
use navibar::format::Structure;
use navibar::inspect::Outline;
use navibar::session::Session;

/// Compares the tree with the outline beside the site, and finds the row of the open page.
fn check(format: &str, host: &str, path: &str, row: &str) -> Session {
    let page = format!("https://{host}{path}");
    let mut session = open(format, &page);
    let expected = std::fs::read_to_string(folder(format).join(format!("{host}.txt"))).unwrap().replace("\r\n", "\n");
    assert_eq!(Outline::new(session.site()).to_text(false), expected, "{page}");
    let (view, site) = session.view_mut();
    let map = site.map();
    let at = view.reveal_current(map).unwrap_or_else(|| panic!("{page} is not found"));
    assert_eq!(view.rows(map, at..at + 1)[0].title, row, "{page}");
    session
}

fn codes(session: &Session) -> Vec<&'static str> {
    session.diagnostics().iter().map(|finding| finding.code.name()).collect()
}

#[test]
fn an_index_in_robots_txt_is_read_with_a_compressed_and_a_missing_sitemap() {
    for (path, row) in [
        ("/plants/shrubs/lavender.html", "Lavender in bloom"),
        ("/news/2024/frost.html", "Late frost & what to do"),
        ("/catalog?item=12&kind=seeds", "Catalog"),
        ("/de/kontakt.html", "Kontakt"),
    ] {
        let session = check("sitemap", "garden.example", path, row);
        let source = session.source().unwrap();
        assert_eq!(source.url, "https://garden.example/sitemaps/index.xml");
        assert_eq!((source.format, source.structure), ("sitemap", Structure::Derived));
        assert_eq!((source.pages, source.documents), (11, 4));
        assert_eq!(codes(&session), [""; 0]);
    }
}

#[test]
fn a_negs_site_shows_pages_in_two_places_and_without_a_place() {
    for (path, row) in [("/boats/eight.html", "The eight"), ("/members/join.html", "Join"), ("/old.html", "Old page")] {
        let session = check("negs", "club.example", path, row);
        let source = session.source().unwrap();
        assert_eq!(source.url, "https://club.example/sitemap.xml");
        assert_eq!((source.format, source.structure), ("negs", Structure::Declared));
        assert_eq!(codes(&session), ["dangling-reference"]);
    }
}

#[test]
fn every_link_of_the_trees_leads_to_a_page() {
    for (format, host) in [("sitemap", "garden.example"), ("negs", "club.example")] {
        let outline = std::fs::read_to_string(folder(format).join(format!("{host}.txt"))).unwrap();
        for line in outline.lines().filter(|line| !line.contains("failed") && !line.contains('?')) {
            let Some((url, _)) = line.split_once('<').and_then(|(_, rest)| rest.split_once('>')) else { continue };
            let file = folder(format).join(url.strip_prefix("https://").unwrap());
            assert!(file.is_file() || file.join("index.html").is_file(), "{url} leads nowhere");
        }
    }
}

//! The result does not depend on the order of the evidence, and evidence can be withdrawn.

use super::claims::About;
use crate::address::PageKey;
use crate::inspect::{Node, Outline};
use crate::page_facts::{Crumb, FactEntry, FactMenu, PageFacts, Visit};
use crate::site::Site;
use proptest::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

const HOST: &str = "https://www.example.org";

fn menu(landmark: &str, lines: &str) -> FactMenu {
    let entry = |line: &str| {
        let text = line.trim_start();
        let depth = (line.len() - text.len()) as u32 / 2;
        let (text, path) = text.split_once(" <").map_or((text, None), |(text, rest)| (text, rest.strip_suffix('>')));
        let url = path.map(|path| format!("{HOST}{path}"));
        FactEntry { depth, text: text.to_owned(), url, is_current: false }
    };
    let entries = lines.lines().filter(|line| !line.trim().is_empty()).map(entry).collect();
    FactMenu { landmark: landmark.to_owned(), entries, ..FactMenu::default() }
}

fn page(path: &str, heading: &str, menus: &[FactMenu]) -> PageFacts {
    PageFacts {
        url: format!("{HOST}{path}"),
        title: Some(format!("{heading} | Garden")),
        heading: Some(heading.to_owned()),
        menus: menus.to_vec(),
        ..PageFacts::default()
    }
}

/// The site map of these paths.
fn site(paths: &[String]) -> Site {
    let mut site = Site::default();
    site.begin(&format!("{HOST}/sitemap.txt"));
    paths.iter().for_each(|path| site.push(format!("{HOST}{path}\n").as_bytes()));
    site.finish();
    site.shape(&format!("{HOST}/"));
    site
}

/// Arranges a site by what these pages say. Each of them counts as a new visit. Returns `true` if the tree has changed.
fn arrange(site: &mut Site, pages: &[PageFacts]) -> bool {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    let visit = |page: &PageFacts| Visit::new(SERIAL.fetch_add(1, Ordering::Relaxed), page.clone());
    let visits: Vec<Visit> = pages.iter().map(visit).collect();
    let mut is_changed = site.add_visits(&visits, &format!("{HOST}/"), true);
    while !site.has_added(&visits) {
        is_changed |= site.add_visits(&visits, &format!("{HOST}/"), true);
    }
    is_changed
}

fn arranged(site: &mut Site, pages: &[PageFacts]) -> String {
    arrange(site, pages);
    Outline::new(site).to_text(false).replace(HOST, "")
}

/// Pages of a site with a header, the menus of two sections in two variants, an old version, breadcrumbs, and pages that
/// nothing lists.
fn pages_of_a_site() -> Vec<PageFacts> {
    let header =
        menu("banner", "Garden </>\nDocs </docs/intro>\nParts </parts/alert>\nBlog </blog/>\nAbout us </about>");
    let docs = "Introduction </docs/intro>\nGuides\n  Install </docs/install>\n  Use </docs/use>\nHelp </docs/help>";
    let fewer = "Introduction </docs/intro>\nGuides\n  Use </docs/use>\nHelp </docs/help>";
    let parts = "Alert </parts/alert>\nButton </parts/button>\nCard </parts/card>";
    let old = docs.replace("/docs/", "/docs/1.x/");
    let with = |lines: &str| [header.clone(), menu("navigation", lines)];
    let crumb =
        |text: &str, path: Option<&str>| Crumb { text: text.to_owned(), url: path.map(|path| format!("{HOST}{path}")) };
    let trail = |last: &str| vec![vec![crumb("Home", Some("/")), crumb("Blog", Some("/blog/")), crumb(last, None)]];
    vec![
        page("/", "Welcome", &with("Blog </blog/>\nShop </shop/>\nAbout us </about>")),
        page("/docs/intro", "Introduction", &with(docs)),
        page("/docs/use", "How to use it", &with(fewer)),
        page("/docs/install", "Install", &with(docs)),
        page("/docs/1.x/use", "How to use it", &with(&old)),
        page("/parts/alert", "Alert", &with(parts)),
        page("/parts/button", "Button", &with("Alert </parts/alert>\nCard </parts/card>")),
        PageFacts { breadcrumbs: trail("Bees"), ..page("/p/1", "Bees are back", std::slice::from_ref(&header)) },
        PageFacts { breadcrumbs: trail("Ants"), ..page("/p/2", "Ants", &[]) },
        page("/docs/hidden/page", "A page that nothing lists", &[]),
        page("/docs/hidden", "Its folder", &[]),
        page("/about", "About the garden", std::slice::from_ref(&header)),
    ]
}

fn paths() -> Vec<String> {
    let paths = [
        "/",
        "/about",
        "/blog/",
        "/blog/2024/05/moss",
        "/docs/1.x/help",
        "/docs/1.x/install",
        "/docs/1.x/intro",
        "/docs/1.x/use",
        "/docs/install",
        "/docs/intro",
        "/docs/use",
        "/p/1",
        "/p/2",
        "/p/3",
        "/parts/alert",
        "/parts/button",
        "/parts/card",
        "/parts/extra",
        "/shop/",
        "/shop/spade",
    ];
    paths.map(str::to_owned).to_vec()
}

/// Returns the texts of the claims about a page that have won: its title, and that of the row above it.
fn winners(site: &mut Site, pages: &[PageFacts], url: &str) -> [Vec<String>; 2] {
    let visits: Vec<Visit> = pages.iter().map(|page| Visit::new(0, page.clone())).collect();
    let key = PageKey::of_entry(url).expect("an address of a page");
    let mut explanation = site.begin_explanation(&visits, &format!("{HOST}/"), key.as_str()).expect("a derived tree");
    let claims = std::iter::repeat_with(|| site.continue_explanation(&mut explanation)).flatten().next();
    let claims = claims.expect("the last step has the claims");
    [About::Title, About::Place].map(|about| {
        claims.iter().filter(|claim| claim.about == about && claim.has_won).map(|claim| claim.text.clone()).collect()
    })
}

#[test]
fn the_claims_that_have_won_are_the_title_and_the_place_of_each_page() {
    let pages = pages_of_a_site();
    let mut site = site(&paths());
    let before = arranged(&mut site, &pages);
    let outline = Outline::new(&site);
    let mut level: Vec<(&Node, &str)> = outline.tree.iter().map(|node| (node, "")).collect();
    let mut pages_seen = 0;
    while let Some((node, above)) = level.pop() {
        level.extend(node.children.iter().map(|child| (child, &*node.title)));
        let Some(url) = node.url.as_deref().filter(|url| *url != format!("{HOST}/")) else { continue };
        let above = if above == "More pages" { "" } else { above };
        assert_eq!(
            winners(&mut site, &pages, url),
            [vec![node.title.clone()], vec![above.to_owned()]],
            "{url}\n{before}"
        );
        pages_seen += 1;
    }
    assert!(pages_seen >= 20, "{pages_seen}");
    assert_eq!(Outline::new(&site).to_text(false).replace(HOST, ""), before, "an explanation changes nothing");
}

#[test]
fn an_explanation_names_the_sources_that_have_lost() {
    let pages = pages_of_a_site();
    let mut site = site(&paths());
    arrange(&mut site, &pages);
    let visits: Vec<Visit> = pages.iter().map(|page| Visit::new(0, page.clone())).collect();
    let mut explanation =
        site.begin_explanation(&visits, &format!("{HOST}/"), "example.org/p/1").expect("a derived tree");
    let claims = std::iter::repeat_with(|| site.continue_explanation(&mut explanation)).flatten().next();
    let said: Vec<_> = claims.iter().flatten().map(|it| (it.about, &*it.text, it.source, it.has_won)).collect();
    let expected = [
        (About::Title, "Bees", "breadcrumb", false),
        (About::Place, "Blog", "breadcrumb", true),
        (About::Title, "Bees are back", "page", true),
        (About::Title, "1", "address", false),
        (About::Place, "P", "address", false),
    ];
    assert_eq!(said, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_the_visits_does_not_matter(
        pages in Just(pages_of_a_site()).prop_shuffle(),
        count in 1..=12_usize,
        cuts in prop::collection::vec(0..12_usize, 0..4),
    ) {
        let pages = &pages[..count.min(pages.len())];
        let at_once = arranged(&mut site(&paths()), pages);
        let mut sorted = pages.to_vec();
        sorted.sort_by(|a, b| a.url.cmp(&b.url));
        prop_assert_eq!(&arranged(&mut site(&paths()), &sorted), &at_once);
        // The tree is computed again after some of the visits.
        let mut in_parts = site(&paths());
        for cut in cuts {
            arranged(&mut in_parts, &pages[..cut.min(pages.len())]);
        }
        prop_assert_eq!(&arranged(&mut in_parts, pages), &at_once);
        // A page that is read again and says the same changes nothing.
        prop_assert!(!arrange(&mut in_parts, pages));
        // Nothing of the visits stays if they are withdrawn.
        prop_assert_eq!(arranged(&mut in_parts, &[]), arranged(&mut site(&paths()), &[]));
    }
}

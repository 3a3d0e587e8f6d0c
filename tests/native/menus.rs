//! Which lists of links are menus, and which of their entries are headings.

use crate::support::visits::{MENU, menu, page, tree, url};
use navibar::page_facts::{PageFacts, Relation};

#[test]
fn tabs_that_repeat_a_larger_menu_make_no_second_level() {
    let tabs = "Install </guide/install>\nNews </news/>";
    let visits = [page("/", "Welcome", &[menu("navigation", tabs), menu("navigation", MENU)])];
    let tree = tree(&[], &visits);
    assert_eq!(tree.matches("Install").count(), 1, "{tree}");
    assert!(tree.contains("Guide/\n  Install"), "{tree}");
}

#[test]
fn an_entry_with_an_empty_fragment_is_the_heading_of_the_entries_below_it() {
    // WordPress writes such links. The one at the end has no entries and is the home page again.
    let lines = "Home </>\nNews </news/>\nAbout us </#>\n  Team </team/>\n  Rules </rules/>\nTop </#>";
    let visits = ["/", "/team/"].map(|path| page(path, path, &[menu("navigation", lines)]));
    let below_home = "\nNews </news/>\nAbout us/\n  Team </team/>\n  Rules </rules/>\n";
    assert_eq!(tree(&["/"], &visits[1..]), format!("Home </>{below_home}"));
    assert_eq!(tree(&["/"], &visits), format!("Garden </>{below_home}"));
}

#[test]
fn a_heading_above_the_home_page_is_the_name_of_the_menu() {
    let lines = "Menu\n  Home </>\n  Guide </guide/>\n    Install </guide/install>\n  News </news/>";
    let visits = [page("/", "Welcome", &[menu("navigation", lines)])];
    let expected = "Garden </>\nGuide </guide/>\n  Install </guide/install>\nNews </news/>\n";
    assert_eq!(tree(&["/"], &visits), expected);
    // A heading above the pages of a section is this section.
    let lines = "Guide\n  Overview </guide/>\n  Install </guide/install>";
    let visits = [page("/guide/", "Guide", &[menu("navigation", lines)])];
    assert!(tree(&["/"], &visits).contains("\n  Install </guide/install>\n"));
}

#[test]
fn of_two_menus_of_the_whole_site_the_first_places_their_pages() {
    let screen = "Home </>\nServices\n  Health </health/>\n  Energy </energy/>\n  Ships </ships/>\nContact </contact/>";
    let phone = "Home </>\nServices\n  Health </health/>\n  Claims </claims/>\nEnergy </energy/>\nContact </contact/>\n\
                 Profile </profile/>";
    let visits = [page("/", "Welcome", &[menu("navigation", screen), menu("navigation", phone)])];
    assert_eq!(
        tree(&["/"], &visits),
        "Garden </>\nServices/\n  Health </health/>\n  Energy </energy/>\n  Ships </ships/>\n  Claims </claims/>\n\
         Contact </contact/>\nProfile </profile/>\n"
    );
}

#[test]
fn lists_that_are_no_menus_place_nothing() {
    let lists = [
        ("footer", "Terms </legal/terms>\nPrivacy </legal/privacy>"),
        ("complementary", "Related </guide/use>\nMore </guide/install>"),
        ("navigation", "1 </news/>\n2 </news/2>\n3 </news/3>"),
        ("navigation", "v1.2 </guide/install>\nv1.1 </guide/use>"),
        ("navigation", "Contents </#a>\nSecond </#b>"),
        ("navigation", "Other </https://other.example/a>\nThing <https://other.example/b>"),
    ];
    for (landmark, lines) in lists {
        let visits = [page("/", "Welcome", &[menu(landmark, lines)])];
        let sitemap = ["/", "/guide/install", "/guide/use", "/news/"];
        let tree = tree(&sitemap, &visits);
        let lines: Vec<&str> = tree.lines().map(|line| line.split(" <").next().unwrap()).collect();
        assert_eq!(lines.len(), 5, "{landmark} {tree}");
        assert_eq!(lines[1], "Guide/", "{landmark} {tree}");
        assert!(lines[2].starts_with("  "), "{landmark} {tree}");
    }
    let neighbours = menu("navigation", "Before </guide/install>\nAfter </news/>");
    let relation = Relation { rel: "next".to_owned(), url: url("/news/"), ..Relation::default() };
    let visit = PageFacts { relations: vec![relation], ..page("/guide/use", "Use", &[neighbours]) };
    assert!(tree(&["/guide/install", "/news/"], &[visit]).starts_with("Guide/\n"));
    let neighbours = menu("navigation", "\u{ab} Before </guide/install>\nAfter \u{bb} </news/>");
    assert!(tree(&["/guide/install", "/news/"], &[page("/guide/use", "Use", &[neighbours])]).starts_with("Guide/\n"));
}

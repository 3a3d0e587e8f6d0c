//! Sections: a header calls a section by its name and leads to its first page, which has a title of its own.

use crate::support::visits::{any_order, menu, page};
use navibar::page_facts::FactMenu;

const HEADER: &str = "Docs </docs/intro>\nParts </parts/alert>\nBlog </blog/>";

const DOCS: &str = "
Introduction </docs/intro>
Guides
  Install </docs/install>
";

const PARTS: &str = "
Alert </parts/alert>
Button </parts/button>
";

fn menus(section: &str) -> [FactMenu; 2] {
    [menu("banner", HEADER), menu("navigation", section)]
}

#[test]
fn a_section_keeps_the_name_that_the_header_gives_it() {
    let expected = "Garden </>\n\
                    Docs/\n  Introduction </docs/intro>\n  Guides/\n    Install </docs/install>\n\
                    Parts/\n  Alert </parts/alert>\n  Button </parts/button>\n  Card </parts/card>\n\
                    Blog </blog/>\n";
    let home = page("/", "Garden", &[menu("banner", HEADER)]);
    let intro = page("/docs/intro", "Introduction", &menus(DOCS));
    let install = page("/docs/install", "Install", &menus(DOCS));
    let alert = page("/parts/alert", "Alert", &menus(PARTS));
    let button = page("/parts/button", "Button", &menus(PARTS));
    let sitemap = ["/", "/blog/", "/docs/install", "/docs/intro", "/parts/alert", "/parts/button", "/parts/card"];
    for visits in [
        [&home, &intro, &install, &alert, &button],
        [&home, &button, &alert, &install, &intro],
        [&alert, &home, &intro, &button, &install],
        [&install, &button, &home, &alert, &intro],
    ] {
        assert_eq!(any_order(&sitemap, &visits.map(Clone::clone)), expected);
    }
}

#[test]
fn a_section_gets_its_name_back_when_its_menu_is_known() {
    // The menu of the section is not on the first page.
    let intro = page("/docs/intro", "Introduction", &[menu("banner", HEADER)]);
    let install = page("/docs/install", "Install", &menus(DOCS));
    let expected = "Docs/\n  Introduction </docs/intro>\n  Guides/\n    Install </docs/install>\n\
                    Parts </parts/alert>\nBlog </blog/>\n";
    assert_eq!(any_order(&[], &[intro, install]), expected);
}

#[test]
fn the_page_of_a_folder_has_the_name_of_its_section() {
    let menus = [
        menu("banner", "Docs </docs/>\nBlog </blog/>"),
        menu("navigation", "Background </docs/>\nTutorial </docs/tutorial>\nHistory </docs/history>"),
    ];
    let visits = [
        page("/", "Garden", &menus[..1]),
        page("/docs/", "Background", &menus),
        page("/docs/history", "History", &menus),
    ];
    let expected = "Garden </>\nDocs </docs/>\n  Tutorial </docs/tutorial>\n  History </docs/history>\n  More </docs/more>\n\
                    Blog </blog/>\n";
    assert_eq!(any_order(&["/", "/docs/", "/docs/more", "/docs/tutorial"], &visits), expected);
}

#[test]
fn a_section_with_pages_in_the_header_keeps_them_and_its_name() {
    let header = "Docs </docs/intro>\n  Start </start>\nBlog </blog/>";
    let menus = [menu("banner", header), menu("navigation", DOCS)];
    let visits = [page("/", "Garden", &menus[..1]), page("/docs/intro", "Introduction", &menus)];
    let expected =
        "Garden </>\nDocs </docs/intro>\n  Start </start>\n  Guides/\n    Install </docs/install>\nBlog </blog/>\n";
    assert_eq!(any_order(&[], &visits), expected);
}

#[test]
fn a_page_that_both_menus_give_one_name_is_the_row_of_its_section() {
    let menus = [menu("banner", HEADER), menu("navigation", &DOCS.replace("Introduction", "Docs"))];
    let visits = [page("/", "Garden", &menus[..1]), page("/docs/intro", "All about it", &menus)];
    let tree = any_order(&[], &visits);
    assert!(
        tree.starts_with("Garden </>\nDocs </docs/intro>\n  Guides/\n    Install </docs/install>\nParts "),
        "{tree}"
    );
}

#[test]
fn a_heading_with_the_name_of_a_section_is_the_section() {
    let whole = "
All
  Guides
    Install </docs/install>
  Parts
    Alert </parts/alert>
    Button </parts/button>
";
    let header = menu("banner", "Parts </parts/alert>\nBlog </blog/>");
    let visits = [
        page("/", "Garden", std::slice::from_ref(&header)),
        page("/parts/alert", "Alert", &[header.clone(), menu("navigation", whole)]),
        page("/parts/button", "Button", &[header, menu("navigation", whole)]),
    ];
    let expected = "Garden </>\nParts/\n  Alert </parts/alert>\n  Button </parts/button>\n  Card </parts/card>\n\
                    Blog </blog/>\nAll/\n  Guides/\n    Install </docs/install>\n";
    assert_eq!(any_order(&["/", "/parts/alert", "/parts/button", "/parts/card"], &visits), expected);
}

/// Docusaurus writes the address of the first page into the names of groups. A script removes it.
#[test]
fn a_group_with_the_address_of_its_first_page_is_no_page() {
    let group = |name: &str, path: &str| if path.is_empty() { name.to_owned() } else { format!("{name} <{path}>") };
    let whole = |guides: &str, parts: &str| {
        let (guides, parts) = (group("Guides", guides), group("Parts", parts));
        let lines = format!(
            "{guides}\n  Install </docs/install>\n  Use </docs/use>\n\
             {parts}\n  Alert </parts/alert>\n  Button </parts/button>\nLicense </license>"
        );
        [menu("banner", "Parts </parts/alert>\nBlog </blog/>"), menu("navigation", &lines)]
    };
    let home = page("/", "Garden", &whole("", "")[..1]);
    let before = page("/parts/alert", "Alert", &whole("/docs/install", "/parts/alert"));
    let after = page("/parts/alert", "Alert", &whole("", ""));
    let expected = "Garden </>\nParts/\n  Alert </parts/alert>\n  Button </parts/button>\nBlog </blog/>\n\
                    Guides/\n  Install </docs/install>\n  Use </docs/use>\nLicense </license>\n";
    assert_eq!(any_order(&[], &[home.clone(), before.clone(), after.clone()]), expected);
    assert_eq!(any_order(&[], &[home.clone(), after]), expected);
    assert_eq!(any_order(&[], &[home.clone(), before.clone()]), expected);
    // The script has not run yet on any of the pages.
    let button = page("/parts/button", "Button", &whole("/docs/install", "/parts/alert"));
    assert_eq!(any_order(&[], &[home, before, button]), expected);
}

#[test]
fn a_section_gets_the_pages_of_the_folder_with_its_name() {
    let menus = [
        menu("banner", "Docs </docs/start/intro>\nBlog </blog/>"),
        menu("navigation", "Start\n  Introduction </docs/start/intro>\n  Install </docs/start/install>"),
    ];
    let visits = [page("/", "Garden", &menus[..1]), page("/docs/start/intro", "Introduction", &menus)];
    let sitemap = ["/", "/docs/start/intro", "/docs/start/more", "/docs/tools/rake", "/docs/tools/spade"];
    let home = "Garden </>\nDocs </docs/start/intro>\n  Start/\n    More </docs/start/more>\n  \
                  Tools/\n    Rake </docs/tools/rake>\n    Spade </docs/tools/spade>\nBlog </blog/>\n";
    assert_eq!(any_order(&sitemap, &visits[..1]), home);
    let expected = "Garden </>\nDocs/\n  Start/\n    Introduction </docs/start/intro>\n    Install </docs/start/install>\n    \
                      More </docs/start/more>\n  Tools/\n    Rake </docs/tools/rake>\n    Spade </docs/tools/spade>\n\
                    Blog </blog/>\n";
    assert_eq!(any_order(&sitemap, &visits), expected);
}

#[test]
fn a_group_with_an_address_gets_the_folder_of_its_pages() {
    let header = "Team </team/help>\n  Help </team/help>\n  Rules </team/rules>\nBlog </blog/>";
    let expected =
        "Garden </>\nTeam/\n  Help </team/help>\n  Rules </team/rules>\n  Join </team/join>\nBlog </blog/>\n";
    let visits = [page("/", "Garden", &[menu("banner", header)])];
    assert_eq!(any_order(&["/", "/team/join", "/team/help"], &visits), expected);
}

#[test]
fn a_menu_goes_below_the_section_that_it_begins_with() {
    let menus = [
        menu("banner", "Team </team/>\nSafety </team/safety>\nBlog </blog/>"),
        menu("navigation", "Team </team/>\nJoin </team/join>\nRules </team/rules>\nSafety </team/safety>"),
    ];
    let visits = [page("/", "Garden", &menus[..1]), page("/team/", "Team", &menus)];
    let expected = "Garden </>\nTeam </team/>\n  Join </team/join>\n  Rules </team/rules>\n\
                    Safety </team/safety>\nBlog </blog/>\n";
    assert_eq!(any_order(&["/"], &visits), expected);
}

/// Docusaurus links the name of a closed group to its first page.
#[test]
fn a_group_that_was_closed_keeps_its_row() {
    let closed = "Install </docs/install>\nTeam </docs/team/help>";
    let opened = "Install </docs/install>\nTeam\n  Help </docs/team/help>\n  Rules </docs/team/rules>";
    let header = || menu("banner", "Docs </docs/>\nBlog </blog/>");
    let home = page("/", "Garden", &[header()]);
    let install = page("/docs/install", "Install", &[header(), menu("navigation", closed)]);
    let help = page("/docs/team/help", "Helping", &[header(), menu("navigation", opened)]);
    let sitemap = ["/", "/docs/install", "/docs/team/help", "/docs/team/rules", "/docs/team/join"];
    let before = any_order(&sitemap, &[home.clone(), install.clone()]);
    let team = "  Team </docs/team/help>\n    Rules </docs/team/rules>\n    Join </docs/team/join>\nBlog";
    assert!(before.contains(team), "{before}");
    let after = any_order(&sitemap, &[home, install, help]);
    let team = "  Team/\n    Help </docs/team/help>\n    Rules </docs/team/rules>\n    Join </docs/team/join>\nBlog";
    assert!(after.contains(team), "{after}");
}

#[test]
fn a_list_of_links_about_a_page_is_not_a_part_of_the_main_menu() {
    let header = menu("navigation", "Docs </docs/start>\nAPI </docs/api>\nHelp </help>");
    let links = menu("navigation", "get started </docs/start>\nTroubleshoot </docs/trouble>\nAPI pages </docs/api>");
    let docs = "Basics\n  Start </docs/start>\n  Setup </docs/setup>\n  Troubleshooting </docs/trouble>";
    let visits = [
        page("/", "Garden", std::slice::from_ref(&header)),
        page("/help", "Help", &[header.clone(), links]),
        page("/docs/setup", "Setup", &[header, menu("navigation", docs)]),
    ];
    let rows =
        "Docs/\n  Basics/\n    Start </docs/start>\n    Setup </docs/setup>\n    Troubleshooting </docs/trouble>\n";
    assert_eq!(any_order(&["/"], &visits), format!("Garden </>\n{rows}API </docs/api>\nHelp </help>\n"));
    // Until a menu lists it, it is where its address is.
    let tree = any_order(&["/"], &visits[..2]);
    assert!(tree.ends_with("Help </help>\nDocs/\n  Troubleshoot </docs/trouble>\n"), "{tree}");
}

#[test]
fn a_menu_has_better_names_than_a_list_beside_the_content() {
    let header = menu("navigation", "Docs </docs/soil>\nBlog </blog/>");
    let widget = menu("complementary", "Read more\n  All about moss </docs/moss>\n  All about ferns </docs/fern>");
    let docs = "Soil </docs/soil>\nPlants\n  Moss </docs/moss>";
    let visits = [
        page("/", "Garden", &[header.clone(), widget]),
        page("/docs/soil", "Soil", &[header, menu("navigation", docs)]),
    ];
    let rows = "Docs/\n  Soil </docs/soil>\n  Plants/\n    Moss </docs/moss>\n  All about ferns </docs/fern>\n";
    let sitemap = ["/", "/docs/fern", "/docs/moss", "/docs/soil"];
    assert_eq!(any_order(&sitemap, &visits), format!("Garden </>\n{rows}Blog </blog/>\n"));
}

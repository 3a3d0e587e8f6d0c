//! The shape of trees that are made from addresses and menus.

use crate::support::visits::{self, any_order, menu, page, tree};
use navibar::page_facts::{Alternate, Crumb};
use navibar::session::Session;
use navibar::site_map::Flag;
use navibar::tree;
use std::cell::RefCell;

const DOCS: &str = "
Basics
  Soil </docs/soil>
  Water </docs/water>
Plants
  Moss </docs/moss>
  Fern </docs/fern>
  Tall ferns </docs/tall>
";

#[test]
fn versions_are_arranged_like_the_version_with_the_menu() {
    let sitemap = [
        "/",
        "/docs/fern",
        "/docs/moss",
        "/docs/soil",
        "/docs/tall",
        "/docs/water",
        "/docs/1.x/fern",
        "/docs/1.x/moss",
        "/docs/1.x/old",
        "/docs/1.x/soil",
        "/docs/1.x/water",
    ];
    let menus = [menu("navigation", DOCS)];
    let expected = "Garden </>\n\
        Basics/\n  Soil </docs/soil>\n  Water </docs/water>\n\
        Plants/\n  Moss </docs/moss>\n  Fern </docs/fern>\n  Tall ferns </docs/tall>\n\
        Docs/\n  1.x/\n    Basics/\n      Soil </docs/1.x/soil>\n      Water </docs/1.x/water>\n    \
        Plants/\n      Moss </docs/1.x/moss>\n      Fern </docs/1.x/fern>\n    Old </docs/1.x/old>\n";
    assert_eq!(any_order(&sitemap, &[page("/", "Garden", &menus)]), expected);

    // The menu of the other version does not mix with the first one.
    let old = [menu("navigation", &DOCS.replace("/docs/", "/docs/1.x/"))];
    let visits = [page("/", "Garden", &menus), page("/docs/1.x/soil", "Soil", &old)];
    let both = any_order(&sitemap, &visits);
    assert_eq!(both.replace("\n      Tall ferns </docs/1.x/tall>", ""), expected, "{both}");
}

#[test]
fn a_translation_with_its_own_menu_has_the_groups_of_that_menu() {
    let german = "
Grundlagen
  Boden </de/docs/soil>
  Wasser </de/docs/water>
Pflanzen
  Moos </de/docs/moss>
  Farn </de/docs/fern>
";
    let header = menu("navigation", "Anleitung </de/docs/soil>\nSuche </de/docs/search>");
    let next = menu("navigation", "Wasser </de/docs/water>");
    let visits = [
        page("/docs/soil", "Soil", &[menu("navigation", DOCS)]),
        page("/de/docs/soil", "Boden", &[header, menu("navigation", german), next]),
    ];
    assert_eq!(
        any_order(&[], &visits),
        "Basics/\n  Soil </docs/soil>\n  Water </docs/water>\n\
         Plants/\n  Moss </docs/moss>\n  Fern </docs/fern>\n  Tall ferns </docs/tall>\n\
         Deutsch/\n  Anleitung/\n    Grundlagen/\n      Boden </de/docs/soil>\n      Wasser </de/docs/water>\n    \
           Pflanzen/\n      Moos </de/docs/moss>\n      Farn </de/docs/fern>\n  Suche </de/docs/search>\n"
    );

    let sitemap =
        ["/", "/docs/soil", "/docs/moss", "/de/docs/soil", "/de/docs/water", "/de/docs/moss", "/de/docs/fern"];
    let translations =
        |visits: &[_]| any_order(&sitemap, visits).split_once("Other languages/\n").unwrap().1.to_owned();
    // Until a page of the translation has been visited, it is arranged like the rest of the site.
    assert_eq!(
        translations(&visits[..1]),
        "  Deutsch/\n    Basics/\n      Soil </de/docs/soil>\n      Water </de/docs/water>\n    \
           Plants/\n      Moss </de/docs/moss>\n      Fern </de/docs/fern>\n"
    );
    assert_eq!(
        translations(&visits),
        "  Deutsch/\n    Anleitung/\n      Grundlagen/\n        Boden </de/docs/soil>\n        Wasser </de/docs/water>\n      \
             Pflanzen/\n        Moos </de/docs/moss>\n        Farn </de/docs/fern>\n    Suche </de/docs/search>\n"
    );
}

#[test]
fn groups_of_different_sections_do_not_mix() {
    let section = |name: &str| {
        let docs = format!("Docs\n  Start </{name}/start>\n  Use </{name}/use>");
        menu("navigation", &format!("{docs}\nCommunity\n  News </news>\n  Chat </{name}/chat>"))
    };
    let visits =
        [page("/engine/use", "Use it", &[section("engine")]), page("/tools/use", "Use them", &[section("tools")])];
    assert_eq!(
        any_order(&[], &visits),
        "Docs/\n  Start </engine/start>\n  Use </engine/use>\n\
         Community/\n  News </news>\n  Chat </engine/chat>\n\
         Tools/\n  Docs/\n    Start </tools/start>\n    Use </tools/use>\n  Community/\n    Chat </tools/chat>\n"
    );
}

#[test]
fn a_version_lists_the_page_of_a_section_where_the_menu_of_the_section_does() {
    let sitemap = ["/docs/1.x/fern", "/docs/1.x/moss", "/docs/1.x/old", "/docs/1.x/soil", "/docs/1.x/water"];
    // The header has the name of the section, and the address of its first page.
    let header = menu("navigation", "Docs </docs/soil>\nBlog </blog/>");
    let visits = [
        page("/", "Garden", std::slice::from_ref(&header)),
        page("/docs/soil", "Soil", &[header, menu("navigation", DOCS)]),
    ];
    assert_eq!(
        any_order(&sitemap, &visits),
        "Garden </>\nDocs/\n  Basics/\n    Soil </docs/soil>\n    Water </docs/water>\n  \
           Plants/\n    Moss </docs/moss>\n    Fern </docs/fern>\n    Tall ferns </docs/tall>\n  \
           1.x/\n    Basics/\n      Soil </docs/1.x/soil>\n      Water </docs/1.x/water>\n    \
             Plants/\n      Moss </docs/1.x/moss>\n      Fern </docs/1.x/fern>\n    Old </docs/1.x/old>\n\
         Blog </blog/>\n"
    );
}

#[test]
fn a_version_has_the_order_of_the_menu_of_the_section() {
    let sitemap = ["/docs/1.x/fern", "/docs/1.x/moss", "/docs/1.x/soil", "/docs/1.x/water"];
    let header = menu("navigation", "Ferns </docs/fern>\nDocs </docs/soil>");
    let visits = [
        page("/", "Garden", std::slice::from_ref(&header)),
        page("/docs/soil", "Soil", &[header, menu("navigation", DOCS)]),
    ];
    let tree = any_order(&sitemap, &visits);
    let version = "1.x/\n    Basics/\n      Soil </docs/1.x/soil>\n      Water </docs/1.x/water>\n    \
                       Plants/\n      Moss </docs/1.x/moss>\n      Fern </docs/1.x/fern>\n";
    assert!(tree.contains(version), "{tree}");
}

#[test]
fn the_home_page_and_the_sections_of_a_translation_keep_their_rows() {
    let header = |base: &str| {
        let lines = ["Our logo <", base, "/>\nDocs <", base, "/docs/>\nBlog </blog/>\nHelp </help>\nTeam </team>"];
        menu("header", &lines.concat())
    };
    let docs = |base: &str| {
        let lines =
            "Basics\n  Start <@/>\n  Soil <@/soil>\n  Water <@/water>\nPlants\n  Moss <@/moss>\n  Fern <@/fern>";
        menu("navigation", &lines.replace('@', &[base, "/docs"].concat()))
    };
    let home = |base: &str, heading: &str| {
        page(&format!("{base}/"), heading, &[header(base), menu("footer", &format!("Garden <{base}/>"))])
    };
    let manual = |base: &str| page(&format!("{base}/docs/"), "Docs", &[header(base), docs(base)]);
    let sitemap = ["/", "/de/", "/de/docs/", "/de/docs/soil", "/docs/", "/docs/soil"];
    let [english, german] = [home("", "Garden"), home("/de", "Alles blüht")];
    let all = [english.clone(), manual(""), german, manual("/de")];
    for visits in [&all[..], &[english.clone(), manual(""), manual("/de")], &[english, manual("/de")]] {
        let tree = any_order(&sitemap, visits);
        let german = "Other languages/\n  Deutsch </de/>\n    Docs </de/docs/>\n      \
                      Basics/\n        Soil </de/docs/soil>\n";
        assert!(tree.contains(german), "{tree}");
    }
}

/// The rows at the top of a tree.
fn tops(tree: &str) -> String {
    tree.lines().filter(|line| !line.starts_with(' ')).collect::<Vec<&str>>().join("|")
}

#[test]
fn the_header_of_a_translation_adds_nothing_at_the_top() {
    let page_of = |path: &str, language: &str| {
        let header = "Docs </docs/en/soil>\nHelp </en/help>\nBlog </blog/>".replace("en/", &format!("{language}/"));
        page(path, "Garden", &[menu("navigation", &header)])
    };
    let visits = [page_of("/", "en"), page_of("/ja/", "ja"), page_of("/docs/ja/soil", "ja")];
    let tree = any_order(&["/", "/docs/en/soil", "/docs/ja/soil", "/en/help", "/ja/help", "/ja/"], &visits);
    let expected = "Garden </>|Docs </docs/en/soil>|Help </en/help>|Blog </blog/>|Other languages/";
    assert_eq!(tops(&tree), expected, "{tree}");
}

#[test]
fn the_header_of_a_version_adds_nothing_at_the_top() {
    let sitemap = ["/docs/1.x/fern", "/docs/1.x/moss", "/docs/1.x/soil", "/docs/1.x/water"];
    let header = "Ferns </docs/fern>\nDocs </docs/soil>\nBlog </blog/>\nHelp </help>\nTeam </team>";
    let page_of = |docs: &str| {
        let menus = [header, DOCS].map(|lines| menu("navigation", &lines.replace("/docs/", docs)));
        page(&format!("{docs}soil"), "Soil", &menus)
    };
    let visits = [page_of("/docs/"), page_of("/docs/1.x/"), page_of("/docs/2.x/")];
    let tree = any_order(&sitemap, &visits);
    assert_eq!(tops(&tree), "Ferns </docs/fern>|Docs/|Blog </blog/>|Help </help>|Team </team>", "{tree}");
    for version in ["1.x", "2.x"] {
        let rows = "  1.x/\n    Basics/\n      Soil </docs/1.x/soil>\n      Water </docs/1.x/water>\n    \
                      Plants/\n      Moss </docs/1.x/moss>\n      Fern </docs/1.x/fern>\n";
        assert!(tree.contains(&rows.replace("1.x", version)), "{tree}");
    }
}

#[test]
fn folders_with_other_pages_are_no_versions() {
    let sitemap = ["/docs/soil", "/docs/1.x/soil", "/docs/1.x/a", "/docs/1.x/b", "/docs/team/soil", "/docs/team/moss"];
    let tree = any_order(&sitemap, &[page("/", "Garden", &[menu("navigation", DOCS)])]);
    assert!(tree.ends_with("Docs/\n  1.x/\n    Soil </docs/1.x/soil>\n    A </docs/1.x/a>\n    B </docs/1.x/b>\n  Team/\n    Soil </docs/team/soil>\n    Moss </docs/team/moss>\n"), "{tree}");
}

#[test]
fn a_page_with_and_without_html_is_one_page() {
    let entries = "Soil </docs/soil.html>\nWater </docs/water>\nNews </news.html>";
    let sitemap = ["/docs/soil", "/docs/water.html", "/docs/moss", "/news/today"];
    assert_eq!(
        any_order(&sitemap, &[page("/", "Garden", &[menu("navigation", entries)])]),
        "Garden </>\nSoil </docs/soil>\nWater </docs/water.html>\nNews </news.html>\n  Today </news/today>\nDocs/\n  Moss </docs/moss>\n"
    );
}

#[test]
fn a_menu_that_chooses_a_language_is_no_part_of_the_tree() {
    let entries =
        "Soil </en/soil>\nMoss </en/moss>\nEnglish\n  Deutsch </de/soil>\n  \u{65e5}\u{672c}\u{8a9e} </ja/soil.html>";
    let tree = any_order(&["/en/soil", "/en/moss"], &[page("/en/soil", "Soil", &[menu("navigation", entries)])]);
    assert_eq!(tree, "Soil </en/soil>\nMoss </en/moss>\n");
    let entries = "Soil </en/soil>\nMoss </en/moss>\nEnglish\n  English </en/fern>\n  Deutsch </de/fern>";
    let tree = any_order(&["/en/soil", "/en/moss"], &[page("/en/fern", "Fern", &[menu("navigation", entries)])]);
    assert_eq!(tree, "Soil </en/soil>\nMoss </en/moss>\nFern </en/fern>\n");
    let languages = menu("navigation", "English </fern>\nDeutsch </de/fern>");
    let header = menu("banner", "Plants </fern>\nBlog </blog/>");
    let tree = any_order(&[], &[page("/fern", "Fern", &[header, languages])]);
    assert_eq!(tree, "Plants </fern>\nBlog </blog/>\n");
}

#[test]
fn a_page_and_its_folder_are_one_row() {
    let sitemap =
        ["/manual/start.html", "/manual.html", "/about.html", "/lib/README.md", "/lib/api", "/w/index.php/Moss"];
    assert_eq!(
        any_order(&sitemap, &[]),
        "Manual </manual.html>\n  Start </manual/start.html>\nAbout </about.html>\n\
         Lib </lib/README.md>\n  API </lib/api>\nW/\n  Moss </w/index.php/Moss>\n"
    );
    // The same with a menu.
    let menus = [menu("navigation", "About </about.html>\nHandbook </manual.html>\nLibrary </lib/README.md>")];
    assert_eq!(
        any_order(&sitemap, &[page("/about.html", "About", &menus)]),
        "About </about.html>\nHandbook </manual.html>\n  Start </manual/start.html>\n\
         Library </lib/README.md>\n  API </lib/api>\nW/\n  Moss </w/index.php/Moss>\n"
    );
}

#[test]
fn a_heading_with_the_name_of_a_page_takes_no_folder_of_that_page() {
    let listed = ["/docs.html", "/docs/start.html", "/docs/tools.html", "/plugins/spade.html"];
    let lines =
        "Docs\n  Overview </docs.html>\n  Start </docs/start.html>\n  Plugins </plugins/>\nInfo\n  News </news.html>";
    let visit = |lines: &str| [page("/news.html", "News", &[menu("navigation", lines)])];
    let below = "  Start </docs/start.html>\n  Plugins </plugins/>\n    Spade </plugins/spade.html>\n";
    let rest = "Info/\n  News </news.html>\n";
    let overview = "  Overview </docs.html>\n    Tools </docs/tools.html>\n";
    assert_eq!(any_order(&listed, &visit(lines)), format!("Docs/\n{overview}{below}{rest}"));
    // The heading is the page if the menu does not list the page.
    let lines = lines.replace("  Overview </docs.html>\n", "");
    let expected = format!("Docs </docs.html>\n{below}  Tools </docs/tools.html>\n{rest}");
    assert_eq!(any_order(&listed, &visit(&lines)), expected);
}

#[test]
fn a_heading_that_was_a_link_is_the_page_of_the_link() {
    let home = "Guide\n  Tools </guide/tools/>\n  Soil </guide/soil/>";
    let open = "Guide\n  Tools\n    Spade </guide/tools/spade/>\n  Soil </guide/soil/>";
    let visits = [home, open].map(|lines| menu("navigation", lines));
    let visits = [page("/", "Garden", &visits[..1]), page("/guide/tools/spade/", "Spade", &visits[1..])];
    let expected =
        "Garden </>\nGuide/\n  Tools </guide/tools/>\n    Spade </guide/tools/spade/>\n  Soil </guide/soil/>\n";
    assert_eq!(any_order(&[], &visits), expected);
    assert_eq!(any_order(&["/guide/tools/spade/"], &visits), expected);
}

#[test]
fn a_visited_page_goes_below_the_page_of_its_folder() {
    let lines = "Docs </docs.html>\nNews </news.html>";
    let visits = ["/docs.html", "/docs/tools"].map(|path| page(path, path, &[menu("navigation", lines)]));
    assert_eq!(tree(&[], &visits), "Docs </docs.html>\n  /docs/tools </docs/tools>\nNews </news.html>\n");
}

#[test]
fn lists_and_technical_pages_come_last() {
    let sitemap =
        ["/404.html", "/tags/moss", "/category/plants", "/cart/", "/google1e9cd41199607633.html", "/shop/", "/about"];
    let expected = "Shop </shop/>\nAbout </about>\nTags and archives/\n  Tags/\n    Moss </tags/moss>\n  \
         Category/\n    Plants </category/plants>\nTechnical pages/\n  404 </404.html>\n  Cart </cart/>\n  \
         Google1e9cd41199607633 </google1e9cd41199607633.html>\n";
    assert_eq!(any_order(&sitemap, &[]), expected);
    // One list needs no folder. A menu names its cart, which is not part of the site's structure.
    let menus = [menu("navigation", "About </about>\nBasket </cart/>")];
    assert_eq!(
        any_order(&["/tags/moss", "/shop/", "/cart/", "/about"], &[page("/about", "About", &menus)]),
        "About </about>\nMore pages/\n  Shop </shop/>\n  Tags/\n    Moss </tags/moss>\n  Technical pages/\n    \
         Basket </cart/>\n"
    );
}

#[test]
fn other_languages_are_in_one_folder() {
    let sitemap = ["/de/moss", "/de/fern", "/en/moss", "/en/fern", "/ja/moss", "/it/laptops", "/it/phones"];
    assert_eq!(
        any_order(&sitemap, &[]),
        "English/\n  Moss </en/moss>\n    ~ de </de/moss>\n    ~ ja </ja/moss>\n  Fern </en/fern>\n    ~ de </de/fern>\nIt/\n  Laptops </it/laptops>\n  Phones </it/phones>\n\
         Other languages/\n  Deutsch/\n    Moss </de/moss>\n    Fern </de/fern>\n  \u{65e5}\u{672c}\u{8a9e}/\n    Moss </ja/moss>\n"
    );
    assert_eq!(
        any_order(&["/moss", "/fern", "/de/moss", "/de/fern"], &[]),
        "Moss </moss>\n  ~ de </de/moss>\nFern </fern>\n  ~ de </de/fern>\nOther languages/\n  Deutsch/\n    Moss </de/moss>\n    Fern </de/fern>\n"
    );
    // A folder without translations is not a language.
    assert!(any_order(&sitemap, &[page("/it/laptops", "Laptops", &[])]).starts_with("English/\n"));
    // The tree keeps the language of the first page when a translation is reloaded.
    let visits = [page("/moss", "Moss", &[]), page("/de/fern", "Farn", &[])];
    assert_eq!(
        any_order(&["/moss", "/fern", "/de/moss", "/de/fern"], &visits),
        "Moss </moss>\n  ~ de </de/moss>\nFern </fern>\n  ~ de </de/fern>\nOther languages/\n  Deutsch/\n    Moss </de/moss>\n    Farn </de/fern>\n"
    );
}

/// The languages and addresses in the context menu of a page.
fn translations(session: &RefCell<Session>, path: &str) -> Vec<(String, String)> {
    let session = session.borrow();
    let map = session.site().map();
    let url = visits::url(path);
    let is_page = |&node: &u32| map.url(node).as_ref() == Some(&url) && !map.is(node, Flag::LANGUAGE);
    let page = (0..map.len() as u32).find(is_page).unwrap();
    let (items, _) = tree::menu(map, page);
    items.into_iter().filter_map(|item| Some((item.language?, item.url?.replace(visits::HOST, "")))).collect()
}

#[test]
fn translations_with_the_same_path_are_in_the_context_menu() {
    let own = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|&(language, path)| (language.to_owned(), path.to_owned())).collect()
    };
    let session = visits::load(&[
        "/de/moss",
        "/de/fern",
        "/de/a/bee",
        "/en/moss",
        "/en/fern",
        "/en/a/bee",
        "/pt_BR/moss",
        "/it/phones",
    ]);
    assert_eq!(translations(&session, "/en/moss"), own(&[("de", "/de/moss"), ("pt-BR", "/pt_BR/moss")]));
    assert_eq!(translations(&session, "/en/a/bee"), own(&[("de", "/de/a/bee")]));
    assert_eq!(translations(&session, "/it/phones"), []);
    // The pages without a language are the main ones.
    let session = visits::load(&["/", "/moss", "/fern", "/de/", "/de/moss", "/de/fern", "/ja/moss", "/ja/fern"]);
    assert_eq!(translations(&session, "/fern"), own(&[("de", "/de/fern"), ("ja", "/ja/fern")]));
    assert_eq!(translations(&session, "/de/fern"), []);
}

#[test]
fn translations_that_a_visited_page_names_are_in_its_context_menu() {
    let mut moss = page("/moss", "Moss", &[]);
    let names = |language: &str, path: &str| Alternate { language: language.to_owned(), url: visits::url(path) };
    moss.alternates =
        vec![names("en", "/moss"), names("de", "/moos"), names("x-default", "/moss-all"), names("fr", "/mousse")];
    let session = visits::load(&["/moss", "/fern"]);
    // The same facts come again when the page has settled.
    for _ in 0..2 {
        session.borrow_mut().add_facts(moss.clone());
    }
    let expected = [("de", "/moos"), ("fr", "/mousse")].map(|(language, path)| (language.to_owned(), path.to_owned()));
    assert_eq!(translations(&session, "/moss"), expected);
    assert_eq!(visits::outline(&session), "Moss </moss>\n  ~ de </moos>\n  ~ fr </mousse>\nFern </fern>\n");
}

#[test]
fn numbers_are_sorted_by_value_if_the_sitemap_is_sorted_by_letter() {
    assert_eq!(
        any_order(&["/part-1", "/part-10", "/part-2"], &[]),
        "Part 1 </part-1>\nPart 2 </part-2>\nPart 10 </part-10>\n"
    );
    // Any other order is the order of the site.
    assert_eq!(
        any_order(&["/part-2", "/part-10", "/part-1"], &[]),
        "Part 2 </part-2>\nPart 10 </part-10>\nPart 1 </part-1>\n"
    );
}

#[test]
fn years_without_an_order_begin_with_the_newest() {
    let tops_of = |years: [&str; 3]| {
        let posts: Vec<String> =
            years.iter().flat_map(|year| ["a", "b"].map(|post| format!("/{year}/{post}"))).collect();
        tops(&any_order(&posts.iter().map(|path| &**path).collect::<Vec<_>>(), &[]))
    };
    assert_eq!(tops_of(["2015", "2016", "2014"]), "2016/|2015/|2014/");
    for years in [["2014", "2015", "2016"], ["2016", "2015", "2014"], ["2015", "v2016", "2014"]] {
        assert!(tops_of(years).eq_ignore_ascii_case(&years.map(|year| format!("{year}/")).join("|")), "{years:?}");
    }
}

#[test]
fn a_breadcrumb_to_a_part_of_a_page_is_a_group_below_the_page() {
    let crumb = |text: &str, path: &str| Crumb { text: text.to_owned(), url: Some(visits::url(path)) };
    let mut soil = page("/manual/soil.html", "Soil", &[]);
    soil.breadcrumbs = vec![vec![crumb("Home", "/"), crumb("Basics", "/manual.html#basics")]];
    let menus = [menu("navigation", "Manual </manual.html>\nNews </news>")];
    let expected =
        "Manual </manual.html>\n  Basics/\n    Soil </manual/soil.html>\n  Moss </manual/moss.html>\nNews </news>\n";
    assert_eq!(
        any_order(&["/manual.html", "/manual/moss.html", "/manual/soil.html"], &[page("/news", "News", &menus), soil]),
        expected
    );
}

#[test]
fn a_heading_whose_pages_stand_elsewhere_has_no_row() {
    let bar = "\nSoil </docs/soil>\nWater </docs/water>\n";
    let visits =
        [page("/", "Garden", &[menu("navigation", bar)]), page("/docs/moss", "Moss", &[menu("navigation", DOCS)])];
    let expected = "Garden </>\nSoil </docs/soil>\nWater </docs/water>\n\
        Plants/\n  Moss </docs/moss>\n  Fern </docs/fern>\n  Tall ferns </docs/tall>\n";
    assert_eq!(any_order(&["/", "/docs/moss"], &visits), expected);
}

/// The titles of the rows, with two spaces for each level and `+` for a collapsed branch.
fn rows(session: &RefCell<Session>) -> String {
    let mut session = session.borrow_mut();
    let (view, site) = session.view_mut();
    let row = |row: &navibar::view::Row| {
        let mark = if row.expandable && !row.expanded { " +" } else { "" };
        format!("{}{}{mark}\n", "  ".repeat(row.level as usize - 1), row.title)
    };
    view.rows(site.map(), 0..view.len()).iter().map(row).collect()
}

#[test]
fn a_folder_that_only_leads_to_a_folder_shares_its_row() {
    let sitemap = ["/", "/en/docs/soil", "/en/docs/moss", "/cases/fern", "/blog/a", "/blog/x/y/z"];
    let session = visits::load(&sitemap);
    assert_eq!(rows(&session), "www.example.org\nEn / Docs +\nCases +\nBlog +\n");
    let expand = |row: usize| {
        let mut session = session.borrow_mut();
        let (view, site) = session.view_mut();
        let id = view.rows(site.map(), row..row + 1)[0].id;
        view.expand(site.map(), id);
    };
    expand(3);
    expand(1);
    let blog = "Cases +\nBlog\n  A\n  X / Y +\n";
    assert_eq!(rows(&session), format!("www.example.org\nEn / Docs\n  Soil\n  Moss\n{blog}"));
    // A visit adds a second entry. Nothing that was shown disappears.
    session.borrow_mut().add_facts(page("/en/news", "News", &[]));
    assert_eq!(rows(&session), format!("www.example.org\nEn\n  Docs\n    Soil\n    Moss\n  News\n{blog}"));
}

#[test]
fn a_branch_with_shared_rows_opens_in_steps_of_any_size() {
    let session = visits::load(&["/", "/en/docs/soil", "/en/docs/moss", "/cases/fern", "/blog/a", "/blog/x/y/z"]);
    for entries in 1..12 {
        let mut session = session.borrow_mut();
        let (view, site) = session.view_mut();
        view.collapse_all();
        for row in (0..view.len()).rev() {
            view.expand_below(site.map(), view.rows(site.map(), row..row + 1)[0].id);
            while view.expand_more(site.map(), entries) {}
        }
        let titles = |view: &navibar::view::TreeView| {
            let rows = view.rows(site.map(), 0..view.len()).into_iter();
            rows.map(|row| (row.level, row.title, row.expanded)).collect::<Vec<_>>()
        };
        let in_steps = titles(view);
        view.expand_all(site.map());
        assert_eq!(in_steps, titles(view), "in steps of {entries}");
        view.collapse_all();
    }
}

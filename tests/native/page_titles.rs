//! The titles of pages and the name of the site, from what visited pages say.

use crate::support::network::{Answer, Network};
use crate::support::visits::{MENU, any_order, continue_load, menu, outline, page, tree, url};
use navibar::page_facts::{Heading, PageFacts};
use navibar::session::Session;
use std::cell::RefCell;

#[test]
fn titles_come_from_the_best_source() {
    let visits = [
        page("/", "Welcome", &[menu("navigation", MENU)]),
        page("/guide/use", "How to use a spade", &[]),
        PageFacts { heading: None, ..page("/guide/rake", "How to use a rake", &[]) },
    ];
    let tree = tree(&["/", "/guide/use", "/guide/rake", "/guide/json-api"], &visits);
    assert!(tree.starts_with("Garden </>\n"), "{tree}");
    assert!(tree.contains("Use it </guide/use>"), "the label of the menu: {tree}");
    assert!(tree.contains("How to use a rake </guide/rake>"), "no menu lists it: {tree}");
    assert!(tree.contains("JSON API </guide/json-api>"), "nothing names it: {tree}");
}

/// The caption of a picture is only better than the address.
#[test]
fn a_visited_page_and_a_menu_have_better_titles_than_captions() {
    let entry = |path: &str, caption: &str| {
        format!("<url><loc>{}</loc><i:image><i:title>{caption}</i:title></i:image></url>", url(path))
    };
    let sitemap = [
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:i='urn:i'>",
        &entry("/guide/spade", "We use a spade"),
        &entry("/guide/install", "Install it here"),
        &entry("/guide/4711", "A spade in the snow"),
        "</urlset>",
    ]
    .concat();
    let network = Network::ready().serve(&url("/sitemap.xml"), Answer::ok(&sitemap));
    let visit = page("/guide/spade", "How to use a spade", &[menu("navigation", MENU)]);
    for is_visited_first in [false, true] {
        let session = RefCell::new(Session::default());
        let load = session.borrow_mut().begin(&visit.url);
        if is_visited_first {
            session.borrow_mut().add_facts(visit.clone());
        }
        continue_load(&session, load, &network);
        if !is_visited_first {
            assert!(outline(&session).contains("We use a spade </guide/spade>"), "{}", outline(&session));
            session.borrow_mut().add_facts(visit.clone());
        }
        let tree = outline(&session);
        assert!(tree.contains("How to use a spade </guide/spade>"), "{tree}");
        assert!(tree.contains("Install </guide/install>"), "{tree}");
        assert!(tree.contains("A spade in the snow </guide/4711>"), "{tree}");
    }
}

#[test]
fn a_visited_page_keeps_its_label_if_its_heading_only_adds_the_name_of_the_site() {
    let menus = [menu("footer", "Oak </oak>\nBeech </beech>\nPine </pine>\nGarden tools </tools>")];
    let visits = [
        page("/oak", "Oak Garden", &menus),
        page("/beech", "Garden: Beech", &menus),
        page("/pine", "Pine of the Garden", &menus),
        page("/elm", "Elm Garden", &[]),
    ];
    let rows = "Oak </oak>\nBeech </beech>\nPine of the Garden </pine>\nElm Garden </elm>\nGarden tools </tools>\n";
    let tree = tree(&["/oak", "/beech", "/pine", "/elm", "/tools"], &visits);
    assert!(tree.ends_with(rows), "{tree}");
}

#[test]
fn a_visited_chapter_keeps_the_number_that_a_list_gives_it() {
    let entries = "1. Lists </lists>\n2.1 Loops </loops>\n3. Files </files>\n2024 in review </review>";
    let menus = [menu("footer", entries)];
    let visits = [
        page("/lists", "Lists", &menus),
        page("/loops", "Loops", &menus),
        page("/files", "Reading files", &menus),
        page("/review", "Our year", &menus),
    ];
    let rows = "1. Lists </lists>\n2.1 Loops </loops>\nReading files </files>\nOur year </review>\n";
    let tree = tree(&["/lists", "/loops", "/files", "/review"], &visits);
    assert!(tree.ends_with(rows), "{tree}");
}

#[test]
fn a_page_without_headings_has_the_title_of_its_document() {
    for title in ["\u{5ead}\u{306e}\u{624b}\u{5165}\u{308c}", "Tulips", "Redirects"] {
        let visit = PageFacts { title: Some(title.to_owned()), heading: None, ..page("/guide/use", "", &[]) };
        let tree = tree(&["/guide/use"], &[visit]);
        let expected = if title == "Redirects" { "Use" } else { title };
        assert!(tree.contains(&format!("{expected} </guide/use>")), "{tree}");
    }
}

#[test]
fn a_title_that_several_pages_share_is_the_title_of_none() {
    let shared = |path, menus| PageFacts {
        title: Some("Garden \u{b7} Grow with joy".to_owned()),
        heading: None,
        headings: vec![Heading { level: 2, text: "Need help?".to_owned(), id: None }],
        ..page(path, "", menus)
    };
    let visits = [shared("/", &[menu("navigation", MENU)]), shared("/guide/use", &[])];
    let tree = tree(&["/", "/guide/use"], &visits);
    assert!(tree.contains("Use it </guide/use>"), "{tree}");
}

#[test]
fn versions_of_a_page_may_share_its_title() {
    let visits = ["/use", "/1.x/use", "/2.x/use"].map(|path| page(path, "How to use a spade", &[]));
    let tree = tree(&["/use", "/1.x/use", "/2.x/use"], &visits);
    assert_eq!(tree.matches("How to use a spade <").count(), 3, "{tree}");
}

#[test]
fn a_page_is_called_by_the_part_of_its_title_that_its_menu_has() {
    let menus = [menu("navigation", "Guide\n  Pruning </guide/prune>\n  Watering </guide/water>")];
    let visit = PageFacts {
        title: Some("Garden Tools - Watering".to_owned()),
        heading: None,
        ..page("/guide/water", "", &menus)
    };
    let titles = |visit: &PageFacts| tree(&["/guide/prune", "/guide/water"], std::slice::from_ref(visit));
    assert!(titles(&visit).contains("\n  Watering </guide/water>"), "{}", titles(&visit));

    // The document's title and the menu agree, and the heading is that of the first section.
    let section = PageFacts { heading: Some("Features".to_owned()), ..visit };
    assert!(titles(&section).contains("\n  Watering </guide/water>"), "{}", titles(&section));
    let chapter = PageFacts { title: Some("Garden Tools - The Manual: Watering".to_owned()), ..section };
    assert!(titles(&chapter).contains("\n  Watering </guide/water>"), "{}", titles(&chapter));
}

#[test]
fn a_listed_page_that_is_missing_keeps_its_title() {
    let visit = page("/guide/water-plants", "Page Not Found", &[menu("navigation", "Home </>\nGuide </guide/>")]);
    let tree = tree(&["/guide/", "/guide/water-plants"], &[visit]);
    assert_eq!(tree, "Home </>\nGuide </guide/>\n  Water plants </guide/water-plants>\n");
}

#[test]
fn the_missing_value_of_r_is_no_title() {
    let header = [menu("navigation", "Garden </>\nContributing </CONTRIBUTING>\nNews </news/>")];
    let visits = [page("/", "Garden", &header), page("/CONTRIBUTING", "NA", &header)];
    assert_eq!(tree(&[], &visits), "Garden </>\nContributing </CONTRIBUTING>\nNews </news/>\n");
}

#[test]
fn a_heading_with_a_formula_of_tex_is_no_title() {
    let header = [menu("navigation", "Garden </>\n$\\LaTeX$ Syntax </latex>\nNews </news/>")];
    let latex =
        PageFacts { title: Some("LaTeX Syntax | Garden".to_owned()), ..page("/latex", "$\\LaTeX$ Syntax", &header) };
    let visits = [page("/", "Garden", &header), latex];
    assert_eq!(tree(&[], &visits), "Garden </>\nLaTeX Syntax </latex>\nNews </news/>\n");
}

#[test]
fn a_version_is_not_the_name_of_the_site() {
    let titled = |path, heading: &str| PageFacts {
        title: Some(format!("{heading} \u{2014} Version 0.14.2")),
        ..page(path, heading, &[])
    };
    let visits = [titled("/", "Garden documentation"), titled("/use", "Use it"), titled("/tools", "Tools")];
    for count in 1..=3 {
        let tree = tree(&["/", "/use", "/tools"], &visits[..count]);
        assert!(tree.starts_with("Garden documentation </>\n"), "{count}: {tree}");
    }
}

#[test]
fn the_name_of_the_site_is_the_title_of_no_other_page() {
    let named = |path: &str| PageFacts { title: Some("Garden".to_owned()), ..page(path, "Garden", &[]) };
    for heading in [None, Some("GARDEN".to_owned())] {
        let visits = [named("/"), PageFacts { heading, ..named("/print.html") }, page("/use", "Use it", &[])];
        assert_eq!(tree(&["/", "/print.html", "/use"], &visits), "Garden </>\nPrint </print.html>\nUse it </use>\n");
    }
    // The end that titles have in common may be the name of a section.
    let titled = |path: &str, heading: &str, title: &str| PageFacts {
        title: Some(title.to_owned()),
        ..page(path, heading, &[])
    };
    let visits = [titled("/ug/", "User guide", "User guide"), titled("/ug/a", "A", "A | User guide")];
    let visits = [&visits[..], &[titled("/ug/b", "B", "B | User guide")]].concat();
    let tree = tree(&["/", "/ug/", "/ug/a", "/ug/b"], &visits);
    assert!(tree.contains("User guide </ug/>"), "{tree}");
}

#[test]
fn a_heading_that_leads_to_another_page_is_no_title() {
    let linked = |path: &str, heading: &str, to: &str| PageFacts {
        heading_url: Some(url(to)),
        title: Some(format!("Garden {} | Garden", path.trim_matches('/'))),
        ..page(path, heading, &[])
    };
    let visits = [
        page("/", "Welcome", &[]),
        linked("/blog/", "New bees", "/2024/bees"),
        linked("/wasps/", "Old wasps", "/wasps"),
    ];
    let tree = tree(&["/", "/blog/", "/wasps/"], &visits);
    assert_eq!(tree, "Garden </>\nGarden blog </blog/>\nOld wasps </wasps/>\n");
}

#[test]
fn the_heading_after_the_name_of_the_site_is_the_title() {
    let heading = |text: &str| Heading { level: 1, text: text.to_owned(), id: None };
    let visit = PageFacts {
        title: Some("Using a spade / Garden handbook".to_owned()),
        heading_url: Some(url("/guide/index.html")),
        headings: vec![heading("Garden handbook"), Heading { level: 2, ..heading("Menu") }, heading("Using a spade")],
        ..page("/guide/tools/spade", "Garden handbook", &[])
    };
    let tree = tree(&["/guide/", "/guide/tools/spade"], &[visit]);
    assert!(tree.contains("Using a spade </guide/tools/spade>"), "{tree}");
}

#[test]
fn the_name_of_a_book_above_its_page_is_not_the_title() {
    let heading = |text: &str| Heading { level: 1, text: text.to_owned(), id: None };
    let chapter = |title: &str, first: &str, headings: &[&str]| PageFacts {
        title: Some(title.to_owned()),
        headings: headings.iter().map(|text| heading(text)).collect(),
        ..page("/ch1", first, &[])
    };
    let book = chapter("What is soil? - The Garden", "The Garden", &["The Garden", "What Is Soil?", "Sand"]);
    assert!(tree(&["/", "/ch1"], &[book]).contains("What Is Soil? </ch1>"));
    // Here the title begins with the name of the site.
    let other = chapter("The Garden - What is soil?", "What is soil?", &["The Garden", "What is soil?", "Sand"]);
    assert!(tree(&["/", "/ch1"], &[other]).contains("What is soil? </ch1>"));
}

#[test]
fn the_description_of_a_logo_is_not_the_title_of_the_home_page() {
    let menus = [menu("navigation", "Garden logo. A green leaf in a circle. </>\nAbout us </about>\nNews </news/>")];
    let visit = |title: &str| PageFacts { title: Some(title.to_owned()), ..page("/about", "About", &menus) };
    for title in ["Garden", "About | GARDEN", "Garden \u{2013} about us"] {
        let tree = tree(&["/", "/about", "/news/"], &[visit(title)]);
        assert!(tree.to_lowercase().starts_with("garden </>\n"), "{title}: {tree}");
    }
    for title in ["Gard", "Garden logo. A green leaf in a circle. And more", "Home"] {
        let tree = tree(&["/", "/about", "/news/"], &[visit(title)]);
        assert!(tree.starts_with("Garden logo. A green leaf in a circle. </>\n"), "{title}: {tree}");
    }
}

#[test]
fn the_home_page_has_the_name_in_its_title_that_its_logo_has() {
    let menus = [menu("header", "Garden Garden logo </>"), menu("navigation", "About us </about>\nNews </news/>")];
    for title in ["Garden \u{2022} Plants for everyone", "Plants for everyone | Garden"] {
        let home = PageFacts { title: Some(title.to_owned()), ..page("/", "Garden", &menus) };
        let tree = tree(&["/", "/about", "/news/"], &[home]);
        assert!(tree.starts_with("Garden </>\n"), "{title}: {tree}");
    }
}

#[test]
fn the_home_page_has_the_name_in_its_title_that_its_address_has() {
    for title in ["EXAMPLE - plants for everyone", "Plants for everyone | EXAMPLE"] {
        let home = PageFacts { title: Some(title.to_owned()), ..page("/", "Example", &[]) };
        assert!(tree(&["/", "/about"], &[home]).starts_with("EXAMPLE </>\n"), "{title}");
    }
}

#[test]
fn a_name_with_separators_begins_as_on_the_home_page_whatever_was_visited() {
    let titled = |path: &str, heading: &str, title: &str| PageFacts {
        title: Some(title.to_owned()),
        ..page(path, heading, &[menu("navigation", "About us </about>\nNews </news/>")])
    };
    let home = titled("/", "Welcome", "Spotted dogs - Nela - Bonny");
    let about = titled("/about", "About us", "About us | Spotted dogs - Nela - Bonny");
    let news = titled("/news/", "News", "News | Spotted dogs - Nela - Bonny");
    for visits in [vec![home.clone()], vec![home.clone(), about.clone()], vec![news, about, home]] {
        let tree = tree(&["/", "/about", "/news/"], &visits);
        assert!(tree.starts_with("Spotted dogs </>\n"), "{tree}");
    }
    // The whole site may have the title of its home page.
    let all: Vec<PageFacts> = ["/", "/about", "/news/"].map(|path| titled(path, "", "Home - Bank")).into();
    assert!(tree(&["/", "/about", "/news/"], &all).starts_with("Bank </>\n"), "{}", tree(&["/", "/about"], &all));
}

#[test]
fn a_slogan_after_the_declared_name_of_the_site_is_left_out() {
    let menus = [menu("header", "Garden </>"), menu("navigation", "About us </about>\nNews </news/>")];
    let declared = |name: &str| PageFacts { site_name: Some(name.to_owned()), ..page("/", "Grow", &menus) };
    for name in ["Garden \u{2022} Plants for everyone", "Plants for everyone | Garden", "Garden"] {
        assert!(tree(&["/", "/about"], &[declared(name)]).starts_with("Garden </>\n"), "{name}");
    }
    assert!(tree(&["/", "/about"], &[declared("Plants | Flowers")]).starts_with("Plants | Flowers </>\n"));
}

#[test]
fn the_logo_names_the_home_page_before_it_is_visited() {
    let menus = [menu("header", "Garden </>"), menu("navigation", "Home </>\nAbout us </about>\nNews </news/>")];
    let about = PageFacts { title: Some("About us".to_owned()), ..page("/about", "About us", &menus) };
    for listed in [&["/", "/about"][..], &["/about"]] {
        assert!(tree(listed, std::slice::from_ref(&about)).starts_with("Garden </>\nAbout us </about>\n"));
    }
    // The text of a picture is its description.
    let menus = [menu("header", "Garden Logo </>"), menu("navigation", "About us </about>\nNews </news/>")];
    assert!(tree(&["/", "/about"], &[PageFacts { menus: menus.to_vec(), ..about }]).starts_with("Garden </>\n"));
}

#[test]
fn the_first_page_of_a_javadoc_has_the_name_of_the_javadoc() {
    let title = Some("Overview (Garden Tools 2.1 API)".to_owned());
    let visit = PageFacts { title, heading: None, ..page("/api/index.html", "", &[]) };
    let listed = ["/news", "/api/index.html"];
    assert_eq!(tree(&listed, &[visit]), "News </news>\nGarden Tools 2.1 API </api/index.html>\n");
}

#[test]
fn a_page_of_doxygen_has_the_title_of_its_document() {
    let visit = |generator: &str| PageFacts {
        title: Some("Garden: Soil::Sand Class Reference".to_owned()),
        generator: Some(generator.to_owned()),
        ..page("/sand.html", "First steps", &[])
    };
    let titled =
        |title: &str, visit| assert!(tree(&["/", "/sand.html"], &[visit]).contains(&format!("{title} </sand.html>")));
    titled("Soil::Sand Class Reference", visit("Doxygen 1.8.16"));
    titled("First steps", visit("Other"));
}

#[test]
fn the_name_of_a_section_is_not_that_of_the_site() {
    let titled = |path: &str, title: &str| PageFacts { title: Some(title.to_owned()), ..page(path, "", &[]) };
    let home = titled("/", "The Garden");
    let soil = titled("/manual/soil", "Soil \u{2014} Garden manual");
    let sun = titled("/manual/sun", "Sun \u{2014} Garden manual");
    let tree = tree(&["/", "/manual/soil", "/manual/sun"], &[soil, sun, home]);
    assert!(tree.starts_with("The Garden </>\n") && tree.contains("Soil </manual/soil>"), "{tree}");
}

#[test]
fn a_greeting_is_not_the_name_of_the_home_page() {
    for greeting in ["Welcome!", "Home"] {
        let title = Some(format!("{greeting} - The Garden"));
        let home = PageFacts { title, ..page("/", "Grow", &[menu("navigation", "About </about>\nNews </news/>")]) };
        assert!(tree(&["/", "/about"], &[home]).starts_with("The Garden </>\n"), "{greeting}");
    }
}

#[test]
fn the_first_page_of_a_section_keeps_the_name_of_the_section() {
    let menus = [menu("navigation", "Developers </dev/>\nNews </news/>")];
    let dev = |heading: &str| page("/dev/", heading, &menus);
    for heading in ["Index Page", "Overview", "For developers"] {
        assert!(tree(&["/"], &[dev(heading)]).contains("Developers </dev/>"), "{heading}");
    }
    assert!(tree(&["/dev/"], &[page("/dev/", "Overview", &[])]).contains("Overview </dev/>"), "nothing else names it");
}

#[test]
fn a_page_that_leads_to_the_home_page_has_no_logo() {
    for heading in [None, Some("Redirecting\u{2026}".to_owned())] {
        let moved = PageFacts {
            title: Some("Redirecting...".to_owned()),
            heading,
            ..page("/old", "", &[menu("header", "Click here </>")])
        };
        assert_eq!(tree(&["/", "/about"], &[moved]), "www.example.org </>\nAbout </about>\n");
    }
}

#[test]
fn the_home_page_of_a_book_does_not_have_the_title_of_its_first_chapter() {
    let menus = [menu("navigation", "About </about.html>\nTools </tools.html>\nSoil </soil.html>")];
    let home = PageFacts { title: Some("About - The Garden".to_owned()), ..page("/", "The Garden", &menus) };
    assert!(tree(&["/", "/about.html"], &[home]).starts_with("The Garden </>\nAbout </about.html>\n"));
}

#[test]
fn the_contents_of_an_index_page_name_its_pages_beside_a_sitemap() {
    let terms = "Oak </terms/quercus>\nElm </terms/ulmus>\nAsh </terms/fraxinus>\nYew </terms/taxus>\n";
    let visits = [
        page("/", "Garden", &[menu("navigation", "Start </>\nTerms </terms/>\n")]),
        page("/terms/", "All terms", &[menu("navigation", "Start </>\nTerms </terms/>\n"), menu("main", terms)]),
    ];
    assert_eq!(
        any_order(&["/terms/", "/terms/quercus", "/terms/ulmus", "/terms/fraxinus", "/terms/taxus"], &visits),
        "Garden </>\nTerms </terms/>\n  Oak </terms/quercus>\n  Elm </terms/ulmus>\n  Ash </terms/fraxinus>\n  Yew </terms/taxus>\n"
    );
}

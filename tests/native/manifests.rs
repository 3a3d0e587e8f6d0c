//! Manifests: files in which a generator writes the whole tree of its pages. The files are in `tests/manifests`.

use crate::support::network::{Answer, Network};
use crate::support::visits::{load, menu, outline, page, url};
use navibar::inspect::block_on;
use navibar::page_facts::{PageFacts, Relation};
use navibar::session::{self, Session};
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the fixtures.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifests")
}

/// The files of a folder, with their paths in it.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut open = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            files.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    files
}

/// Visits a page that names a manifest, and reads the lists. Returns the requests.
fn read(session: &RefCell<Session>, visit: PageFacts, named: &[(&str, &str)], network: &Network) -> Vec<String> {
    let relation =
        |(rel, path): &(&str, &str)| Relation { rel: (*rel).to_owned(), url: url(path), ..Relation::default() };
    session.borrow_mut().add_facts(PageFacts { relations: named.iter().map(relation).collect(), ..visit });
    block_on(session::read_lists(session, network, &RefCell::default()));
    network.take_asked()
}

/// A network that has the files of a fixture below a path.
fn network_of(fixture: &str, path: &str) -> Network {
    let files = files(&fixtures().join(fixture));
    files.into_iter().fold(Network::ready(), |network, (name, text)| {
        network.answer(&url(&format!("{path}{}", name.trim_start_matches("index.html"))), Ok(Answer::ok(&text)))
    })
}

/// The network of a fixture with another answer for the last file that is read.
fn network_with(fixture: &str, named: &[(&str, &str)], answer: Answer) -> Network {
    let list = list_of(fixture, named);
    let network = Network::ready().answer(&url(list), Ok(answer));
    let others = files(&fixtures().join(fixture)).into_iter().map(|(name, text)| (format!("/{name}"), text));
    let others = others.filter(|(name, _)| fixture == "docusaurus" && name != list);
    others.fold(network, |network, (name, text)| network.answer(&url(&name), Ok(Answer::ok(&text))))
}

/// Each fixture, and how its home page names the manifest.
const NAMED: [(&str, &[(&str, &str)]); 7] = [
    ("mdbook", &[("script", "/toc-5f2c1a9e.js")]),
    ("docfx", &[("manifest", "/toc.html")]),
    ("learn", &[("manifest", "/garden/toc.json")]),
    ("doxygen", &[("script", "/navtreedata.js")]),
    ("exdoc", &[("script", "/dist/sidebar_items-4A1B2C3D.js")]),
    ("vitepress", &[("script", "/docs/assets/app.iJBmXhCK.js")]),
    ("docusaurus", &[("script", "/assets/js/runtime~main.4e9f45c1.js"), ("script", "/assets/js/main.54a3a741.js")]),
];

/// The last file that is read of a fixture's manifest.
fn list_of<'a>(fixture: &str, named: &[(&str, &'a str)]) -> &'a str {
    match fixture {
        "vitepress" => "/docs/",
        "docusaurus" => "/assets/js/0058b4c6.d58dadbc.js",
        _ => named[0].1,
    }
}

/// The path of the home page of a fixture.
fn home_of(fixture: &str) -> &'static str {
    match fixture {
        "learn" => "/garden/",
        "vitepress" => "/docs/",
        _ => "/",
    }
}

/// The pages in the sitemap of a fixture. Docusaurus writes one.
fn listed_in(fixture: &str) -> &'static [&'static str] {
    match fixture {
        "docusaurus" => &[
            "/blog",
            "/docs/category/tutorial---basics",
            "/docs/category/tutorial---extras",
            "/docs/tutorial-basics/congratulations",
            "/docs/tutorial-basics/create-a-page",
            "/docs/tutorial-extras/translate-your-site",
            "/docs/intro",
            "/",
        ],
        _ => &[],
    }
}

/// The home page of a fixture.
fn home(fixture: &str) -> PageFacts {
    let menus = match fixture {
        "vitepress" => {
            vec![menu("navigation", "Guide </docs/guide/start.html>\nReference </docs/reference/tools.html>")]
        }
        "docusaurus" => vec![menu("navigation", "Tutorial </docs/intro>\nBlog </blog>")],
        _ => vec![],
    };
    let generator = match fixture {
        "vitepress" => Some("VitePress v1.6.4".to_owned()),
        "docusaurus" => Some("Docusaurus v3.10.2".to_owned()),
        _ => None,
    };
    PageFacts { generator, ..page(home_of(fixture), "Garden", &menus) }
}

#[test]
fn the_whole_tree_is_there_after_the_home_page() {
    let all = NAMED.iter().map(|named| (named, listed_in(named.0)));
    // Without a sitemap, all pages of the folder "docs" are elsewhere.
    let unlisted = NAMED.iter().filter(|(fixture, _)| *fixture == "docusaurus").map(|named| (named, &[][..]));
    for (&(fixture, named), listed) in all.chain(unlisted) {
        let session = load(listed);
        read(&session, home(fixture), named, &network_of(fixture, home_of(fixture)));
        let expected = fixtures().join(fixture).with_extension("txt");
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            fs::write(&expected, outline(&session)).unwrap();
        }
        assert_eq!(outline(&session), fs::read_to_string(&expected).unwrap_or_default(), "{fixture}");
    }
}

const BOOK: &str = r#"this.innerHTML = '<ol class="chapter"><li><a href="index.html">Start</a></li><li><a href="b.html">Second</a><ol>
    <li><a href="a.html">First</a></li></ol></li><li><a href="c.html">Third</a></li></ol>';"#;

/// The tree after a visit to a page that names the table of contents of a book.
fn book(sitemap: &[&str], visits: &[PageFacts], text: &str) -> (String, Vec<String>) {
    let session = load(sitemap);
    for visit in visits {
        session.borrow_mut().add_facts(visit.clone());
    }
    let network = Network::ready().answer(&url("/book/toc.js"), Ok(Answer::ok(text)));
    let asked = read(&session, page("/book/", "Book", &[]), &[("script", "/book/toc.js")], &network);
    (outline(&session), asked)
}

#[test]
fn a_manifest_is_better_than_the_menus_of_pages_and_keeps_what_it_does_not_name() {
    let menus =
        [menu("navigation", "Third </book/c.html>\n  Deep </book/a.html>\nOther </book/d.html>\nTwo </book/b.html>")];
    let (tree, asked) = book(&[], &[page("/book/c.html", "The heading", &menus)], BOOK);
    assert_eq!(asked, [url("/book/toc.js")]);
    let expected = "Garden </book/index.html>\nSecond </book/b.html>\n  First </book/a.html>\nThird </book/c.html>\nOther </book/d.html>\n";
    assert_eq!(tree, expected);
}

#[test]
fn the_manifest_of_a_part_of_a_site_is_below_the_page_of_this_part() {
    let header = [menu("navigation", "Shop </shop/>\nThe book </book/>\nNews </news/>")];
    let inside = "  Second </book/b.html>\n    First </book/a.html>\n  Third </book/c.html>\n";
    let (tree, _) = book(&["/", "/shop/", "/book/", "/news/"], &[page("/", "Garden", &header)], BOOK);
    assert_eq!(tree, format!("Garden </>\nShop </shop/>\nThe book </book/>\n{inside}News </news/>\n"));
    // Without the home page, it does not become the tree of the site either.
    let (tree, _) = book(&["/", "/shop/", "/book/", "/news/"], &[], BOOK);
    assert!(tree.contains(&format!("Start </book/>\n{inside}")), "{tree}");
}

#[test]
fn a_sitemap_and_the_manifest_of_its_site_are_one_tree() {
    let (tree, _) =
        book(&["/book/a.html", "/book/b.html", "/book/c.html", "/book/more.html", "/book/last.html"], &[], BOOK);
    assert!(tree.contains("Second </book/b.html>\n    First </book/a.html>\n  Third </book/c.html>\n"), "{tree}");
    assert!(tree.contains("More </book/more.html>"), "{tree}");
}

#[test]
fn manifests_of_other_sites_are_not_requested_and_their_entries_are_left_out() {
    let session = load(&[]);
    let other = "https://other.example/toc.js";
    assert_eq!(read(&session, page("/", "Home", &[]), &[("script", other)], &Network::ready()), [url("/llms.txt")]);
    let foreign = r#"<ol><li><a href="https://other.example/x">X</a></li><li><a href="javascript:alert(1)">Y</a></li>
        <li><a href="//evil.example/">Z</a></li><li><a href="b.html#part">Part</a></li><li><a href="b.html">B</a></li></ol>"#;
    let (tree, _) = book(&[], &[], foreign);
    assert_eq!(tree, "Book </book/>\n  B </book/b.html>\n");
    // A part of a manifest on another host is not requested.
    let session = load(&[]);
    let text = r#"<ul><li><a href="a.html" name="https://other.example/toc.html">A</a></li></ul>"#;
    let network = Network::ready().answer(&url("/toc.html"), Ok(Answer::ok(text)));
    let asked = read(&session, page("/", "Home", &[]), &[("manifest", "/toc.html")], &network);
    assert_eq!(asked, [url("/toc.html")]);
}

#[test]
fn a_manifest_has_at_most_eight_parts() {
    let session = load(&[]);
    let entry = |n| format!(r#"["Part {n}", "{n}.html", "part_{n}"]"#);
    let text = format!("var NAVTREE = [{}];", (0..20).map(entry).collect::<Vec<_>>().join(","));
    let network = Network::ready().answer(&url("/navtreedata.js"), Ok(Answer::ok(&text)));
    // The first part is missing. The others name themselves.
    let network = (1..20).fold(network, |network, n| {
        let text =
            format!(r#"var part_{n} = [["Inside {n}", "inside{n}.html", "part_{n}"], ["More", "more{n}.html", null]]"#);
        network.answer(&url(&format!("/part_{n}.js")), Ok(Answer::ok(&text)))
    });
    let asked = read(&session, page("/", "Home", &[]), &[("script", "/navtreedata.js")], &network);
    let parts = (0..8).map(|n| url(&format!("/part_{n}.js")));
    assert_eq!(asked, [url("/navtreedata.js")].into_iter().chain(parts).collect::<Vec<_>>());
    let tree = outline(&session);
    assert!(
        tree.contains("Part 0 </0.html>\nPart 1 </1.html>\n  Inside 1 </inside1.html>\n  More </more1.html>\nPart 2"),
        "{tree}"
    );
    assert!(tree.contains("Part 7 </7.html>\n  Inside 7 </inside7.html>\n") && !tree.contains("Inside 8"), "{tree}");
}

/// Manifests that a hostile site could write.
fn hostile() -> Vec<(&'static str, String)> {
    let deep = 100_000;
    vec![
        ("empty", String::new()),
        ("an error page", "<!DOCTYPE html><title>Not found</title><p>No".to_owned()),
        ("wrong JSON", "var NAVTREE = [[\"A\", {\"x\": [}]], \"b.html\"".to_owned()),
        ("deep lists", format!("{}<a href=\"deep.html\">Deep</a>", "<ol><li>".repeat(deep))),
        ("deep arrays", format!("{}\"x\"", "[[\"A\",\"a.html\",".repeat(deep))),
        ("deep objects", "{\"items\":[{\"toc_title\":\"A\",\"children\":[".repeat(deep)),
        ("a long text", format!("<ol><li><a href=\"a.html\">{}</a></li></ol>", "A".repeat(3_000_000))),
        ("a long address", format!("[[\"A\",\"{}.html\"]]", "a".repeat(3_000_000))),
        ("a long tag", format!("<ol><li><a href=\"{}", "a".repeat(9_000_000))),
        ("only backslashes", format!("__VP_SITE_DATA__=JSON.parse(\"{}", "\\".repeat(100_000))),
        ("a string of another kind", "JSON.parse(x),JSON.parse('{\"docsSidebars\":[[[{\"items\":{}}]".to_owned()),
        ("broken escapes", "__VP_SITE_DATA__=JSON.parse(\"{\\\"themeConfig\\\":{\\\"nav\\\":\\ud800[\\uzz".to_owned()),
    ]
}

#[test]
fn hostile_manifests_lose_nothing_and_end() {
    for (fixture, named) in NAMED {
        for (name, text) in hostile() {
            let session = load(&["/garden/known", "/docs/known", "/known"]);
            let network = network_with(fixture, named, Answer::ok(&text));
            read(&session, home(fixture), named, &network);
            let tree = outline(&session);
            assert!(tree.contains(&format!("Known <{}known>", home_of(fixture))), "{fixture}, {name}: {tree}");
            assert!(tree.len() < 3_000, "{fixture}, {name}: {}", tree.len());
        }
    }
}

#[test]
fn endless_manifests_end_at_5000_entries() {
    let entries = [
        ("mdbook", "<ol>", "<li><a href=\"{}.html\">Page</a></li>"),
        ("docfx", "<ol>", "<li><a href=\"{}.html\">Page</a></li>"),
        ("learn", "{\"items\":[", "{\"href\":\"{}\",\"toc_title\":\"Page\"},"),
        ("doxygen", "[", "[\"Page\",\"{}.html\",null],"),
        ("exdoc", "{\"modules\":[", "{\"id\":\"{}\",\"title\":\"Page\"},"),
        (
            "vitepress",
            "__VP_SITE_DATA__=JSON.parse(\"{\\\"themeConfig\\\":{\\\"nav\\\":[",
            "{\\\"text\\\":\\\"Page\\\",\\\"link\\\":\\\"/{}\\\"},",
        ),
        ("docusaurus", "JSON.parse('{\"docsSidebars\":{\"a\":[", "{\"label\":\"Page\",\"href\":\"/{}\"},"),
    ];
    for ((fixture, named), (name, start, entry)) in NAMED.into_iter().zip(entries) {
        assert_eq!(fixture, name);
        let mut text = start.to_owned();
        (0..20_000).for_each(|n| text.push_str(&entry.replace("{}", &format!("p{n}"))));
        let session = load(&[]);
        let network = network_with(fixture, named, Answer::ok(&text).endless());
        read(&session, home(fixture), named, &network);
        let rows = outline(&session).lines().filter(|line| line.trim_start().starts_with("Page <")).count();
        assert!((4_900..=5_000).contains(&rows), "{fixture}: {rows}");
    }
}

#[test]
fn only_the_right_generator_is_read_as_vitepress() {
    let session = load(&[]);
    let visit = PageFacts { generator: Some("Other 1".to_owned()), ..home("vitepress") };
    assert_eq!(read(&session, visit, &[("script", "/docs/assets/app.1.js")], &Network::ready()), [""; 0]);
}

/// What a site of Docusaurus with these two scripts requests, and its tree.
fn docusaurus(main: &str, runtime: &str) -> (Vec<String>, String) {
    let session = load(&["/known"]);
    let named = [("script", "/assets/js/main.1.js"), ("script", "/assets/js/runtime~main.2.js")];
    let sidebar = |label: &str| {
        format!("JSON.parse('{{\"docsSidebars\":{{\"a\":[{{\"label\":\"{label}\",\"href\":\"/{label}\"}}]}}}}')")
    };
    let network = Network::ready()
        .answer(&url("/assets/js/main.1.js"), Ok(Answer::ok(main)))
        .answer(&url("/assets/js/runtime~main.2.js"), Ok(Answer::ok(runtime)))
        .answer(&url("/assets/js/abc.x1.js"), Ok(Answer::ok(&sidebar("One"))))
        .answer(&url("/assets/js/20.x2.js"), Ok(Answer::ok(&sidebar("Two"))));
    let asked = read(&session, home("docusaurus"), &named, &network);
    let scripts = asked.iter().filter_map(|url| Some(url.split_once("/assets/js/")?.1.to_owned())).collect();
    (scripts, outline(&session))
}

const RUNTIME: &str = r#"n.u=e=>"assets/js/"+({10:"abc"}[e]||e)+"."+{10:"x1","20":"x2",30:"../x3"}[e]+".js""#;

#[test]
fn each_manual_of_docusaurus_is_read_in_its_last_version() {
    let module = |number: &str, path: &str| format!("a:[()=>n.e({number}).then(n.t.bind(n,1,19)),\"{path}.json\",1],");
    let plugin = |name: &str| format!("@generated/docusaurus-plugin-content-docs/{name}");
    let main = [
        module("30", &plugin("default/p/docs-next-1a2")),
        module("\"10\"", &plugin("default/p/docs-1a3")),
        module("30", &plugin("default/p/docs-category-start-1a4")),
        module("30", &plugin("default/p/docs-1-0-0-1a5")),
        module("20", "~docs/api/version-current-metadata-prop-751"),
        module("30", &plugin("old/version-1-metadata-prop-751")),
        module("30", &plugin("old/version-2-metadata-prop-752")),
        module("30", "@generated/docusaurus-plugin-content-blog/default/p/b-1"),
    ];
    let (scripts, tree) = docusaurus(&main.concat(), RUNTIME);
    assert_eq!(scripts, ["main.1.js", "runtime~main.2.js", "abc.x1.js", "20.x2.js"]);
    assert!(
        tree.contains("One </One>\n") && tree.contains("Two </Two>\n") && tree.contains("Known </known>"),
        "{tree}"
    );
    // The shortest path is the right one, wherever it stands. `index` is the path of a manual at the top.
    let main = [module("30", &plugin("default/p/a-1")), module("10", &plugin("default/p/index-466"))].concat();
    assert_eq!(docusaurus(&main, RUNTIME).0, ["main.1.js", "runtime~main.2.js", "abc.x1.js"]);
}

#[test]
fn hostile_scripts_of_docusaurus_lose_nothing_and_end() {
    let module = |number: &str, plugin: usize| format!("n.e({number}),\"~docs/p{plugin}/p/docs.json\"");
    let many: String = (0..50_000).map(|n| module("10", n)).collect();
    for (main, runtime, count) in [
        (".json\".json\"\".json\"~docs/.json\"~docs/a.json\"~docs/a/p/.json\"", RUNTIME, 1),
        (&*module("30", 1), RUNTIME, 2),
        (&module("99999999999999999999", 1), RUNTIME, 2),
        (&module("10", 1), "\"assets/js/\"", 2),
        (&module("10", 1), "\"assets/js/\"{10:\"a}10:\"", 2),
        (&module("10", 1), "", 2),
        (&many, RUNTIME, 3),
    ] {
        let (scripts, tree) = docusaurus(main, runtime);
        assert_eq!(scripts.len(), count, "{scripts:?}");
        assert!(tree.contains("Known </known>") && tree.len() < 3_000, "{tree}");
    }
}

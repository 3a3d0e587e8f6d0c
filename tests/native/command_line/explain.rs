//! `navibar explain`.

use super::{File, err, json, navibar, out};
use serde_json::{Value, json};

const SITEMAP: &str =
    "https://www.example.org/install\nhttps://www.example.org/guide/\nhttps://www.example.org/old/post\n";

/// A home page with a menu, and a page with a breadcrumb.
fn facts() -> File {
    let entries = json!([
        { "text": "Guide", "url": "https://www.example.org/guide/", "depth": 0 },
        { "text": "Setup", "depth": 1 },
        { "text": "Install", "url": "https://www.example.org/install", "depth": 2 },
    ]);
    let page = |path: &str, heading: &str, menus: Value| {
        json!({ "url": format!("https://www.example.org/{path}"), "heading": heading, "menus": menus,
            "alternates": [], "breadcrumbs": [], "relations": [], "headings": [] })
    };
    let home = page("", "", json!([{ "landmark": "navigation", "entries": entries }]));
    let page = page("install", "Installing\u{1b} things", json!([]));
    File::new("explained-facts", &format!("{home}\n{page}\n"))
}

#[test]
fn the_winner_comes_first_and_then_what_has_lost() {
    let (sitemap, facts) = (File::new("explained-map", SITEMAP), facts());
    let run = |page: &str, more: &[&str]| {
        let url = "https://www.example.org/sitemap.txt";
        navibar(&[&["explain", page, sitemap.path(), "--url", url, "--facts", facts.path()], more].concat())
    };
    let output = run("https://www.example.org/install", &[]);
    let expected = "title  Install (menu of https://www.example.org/)\n  \
                    not  Installing␛ things (heading of https://www.example.org/install)\n\
                    place  below Setup (menu of https://www.example.org/)\n  not  at the top (address)\n";
    assert_eq!((out(&output).as_str(), err(&output).as_str(), output.status.code()), (expected, "", Some(0)));
    let output = run("https://www.example.org/old/post", &["--json"]);
    let expected = json!({ "url": "https://www.example.org/old/post", "claims": [
        { "about": "title", "text": "Post", "source": "address", "hasWon": true },
        { "about": "place", "text": "Old", "source": "address", "hasWon": true },
    ] });
    assert_eq!(json(&output), expected);
    let output = run("https://www.example.org/nowhere", &[]);
    assert!(err(&output).ends_with("has no page https://www.example.org/nowhere\n"), "{}", err(&output));
    assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(1)));
}

#[test]
fn a_declared_tree_has_the_titles_and_places_of_its_document() {
    let output = navibar(&[
        "explain",
        "http://h.example/map/A",
        "tests/fixtures/nns/worked-example.rdf",
        "--url",
        "http://h.example/map/s",
    ]);
    assert!(err(&output).contains("declares its tree"), "{}", err(&output));
    assert_eq!(output.status.code(), Some(0));
}

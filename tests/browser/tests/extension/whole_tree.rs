//! The whole tree as JSON, for `cargo xtask run --json` and `cargo xtask sites`.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Reply, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, urlset};
use crate::site::{Site, heading, page};

#[test]
fn the_whole_tree_is_read_with_collapsed_branches_and_menus() -> Result<()> {
    browser_test("the_whole_tree_is_read_with_collapsed_branches_and_menus", async |firefox| {
        let branch = heading("Plants")
            .with([page("Moss", "/moss/").with([page("Peat", "/peat/")]).menu([page("Care", "/care/")])]);
        let site = Site::start(&[page("Home", "/"), branch])?;
        firefox.goto(&site.url("/")).await?;
        firefox.open_sidebar().await?;
        firefox.settle().await?;
        let tree = firefox.tree().await?;
        ensure!(tree.diagnostics.is_empty(), "{:?}", tree.diagnostics);
        let url = |path: &str| site.url(path);
        let moss = json!({ "kind": "page", "title": "Moss", "url": url("/moss/"),
            "children": [{ "kind": "page", "title": "Peat", "url": url("/peat/") }],
            "menu": [{ "kind": "page", "title": "Care", "url": url("/care/") }] });
        let expected = json!({ "format": "NNS", "structure": "declared", "url": url("/sitemap.rdf"), "diagnostics": [], "tree": [
            { "kind": "page", "title": "Home", "url": url("/"), "current": true },
            { "kind": "heading", "title": "Plants", "children": [moss] },
        ]});
        let mut found = serde_json::to_value(&tree)?;
        // Each page has its address as a detail.
        remove_details(&mut found["tree"]);
        found["format"] = json!(found["format"].as_str().map(str::to_uppercase));
        assert_eq!(found, expected);
        Ok(())
    })
}

fn remove_details(entries: &mut serde_json::Value) {
    for entry in entries.as_array_mut().into_iter().flatten() {
        if let Some(entry) = entry.as_object_mut() {
            entry.remove("details");
            if let Some(children) = entry.get_mut("children") {
                remove_details(children);
            }
        }
    }
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium does not tell which requests are the extension's")]
fn only_the_extensions_own_requests_are_recorded() -> Result<()> {
    browser_test("only_the_extensions_own_requests_are_recorded", async |firefox| {
        let site = NamedSite::new(firefox, "recorded.example").await?;
        site.has("/sitemap.xml", Reply::new(200, "application/xml", urlset(&[&site.url("/moss/")])));
        site.has("/", Reply::html("<!doctype html><title>Home</title><script>fetch('/data')</script>"));
        firefox.record_extension_requests().await?;
        site.open().await?;
        firefox.settle().await?;
        let recorded = firefox.extension_requests().await?;
        let has = |path: &str| recorded.contains(&site.url(path));
        ensure!(has("/sitemap.xml") && !has("/data"), "{recorded:?}");
        Ok(())
    })
}

//! The modes for a new current page: the tree reveals it, only marks it, or does neither.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Reply, Row, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, urlset};
use crate::options::{set, with_settings};
use crate::site::{Site, garden, names, visit};
use crate::sitemaps::xml;

/// Opens a page and waits until the sidebar has reacted to it.
async fn go(firefox: &Browser, site: &Site, path: &str, title: &str) -> Result<Vec<Row>> {
    firefox.goto(&site.url(path)).await?;
    firefox
        .wait_in_sidebar(
            "the path to the page",
            "const bar = one('navi-bar'); await new Promise(requestAnimationFrame); return bar.session.trail().at(-1)?.title == args[0]",
            &[json!(title)],
        )
        .await?;
    firefox.rows().await
}

fn current(rows: &[Row]) -> Vec<&str> {
    rows.iter().filter(|row| row.current).map(|row| row.name.as_str()).collect()
}

const CLOSED: [&str; 4] = ["Welcome", "Plants", "Tools", "Contact"];

#[test]
fn the_page_is_revealed_or_marked_or_neither() -> Result<()> {
    browser_test("the_page_is_revealed_or_marked_or_neither", async |firefox| {
        with_settings(firefox, async || {
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            let rows = go(firefox, &site, "/contact.html", "Contact").await?;
            assert_eq!(current(&rows), ["Contact"]);

            set(firefox, json!({ "reveal": "highlight" })).await?;
            firefox.wait_in_sidebar("the change", "return one('navi-bar').revealMode == 'highlight'", &[]).await?;
            let rows = go(firefox, &site, "/tools/rake.html", "Rake").await?;
            assert_eq!((names(&rows), current(&rows)), (CLOSED.to_vec(), vec![]), "no branch expands");
            let rows = go(firefox, &site, "/plants.html", "Plants").await?;
            assert_eq!((names(&rows), current(&rows)), (CLOSED.to_vec(), vec!["Plants"]), "the page is marked");
            go(firefox, &site, "/tools/rake.html", "Rake").await?;
            firefox.click(At::Css("#locate")).await?;
            firefox.wait_for_rows("the page, on demand", |rows| current(rows) == ["Rake"] && rows.len() == 6).await?;

            set(firefox, json!({ "reveal": "off" })).await?;
            firefox.wait_for_rows("no mark, at once", |rows| current(rows).is_empty() && rows.len() == 6).await?;
            let rows = go(firefox, &site, "/plants/pear.html", "Pear").await?;
            assert_eq!((rows.len(), current(&rows)), (6, vec![]), "neither opened nor marked");
            firefox.click(At::Css("#locate")).await?;
            firefox.wait_for_rows("the page, on demand", |rows| current(rows) == ["Pear"] && rows.len() == 9).await?;
            let rows = go(firefox, &site, "/plants/plum.html", "Plum").await?;
            assert_eq!(current(&rows), Vec::<&str>::new(), "until the next page");
            firefox.click(At::Css("#reload")).await?;
            firefox
                .wait_until(
                    "another request",
                    async || Ok((site.requests_for("/sitemap.rdf").len() == 2).then_some(())),
                )
                .await?;
            firefox.wait_in_sidebar("the tree", "return one('navi-bar').state == 'loaded'", &[]).await?;
            assert_eq!(current(&firefox.rows().await?), Vec::<&str>::new());

            set(firefox, json!({ "reveal": "reveal" })).await?;
            firefox.wait_for_rows("the page, at once", |rows| current(rows) == ["Plum"]).await?;
            assert_eq!(site.requests_for("/sitemap.rdf").len(), 2, "no change loads anything");
            Ok(())
        })
        .await
    })
}

#[test]
fn no_branch_expands_when_a_tree_loads() -> Result<()> {
    browser_test("no_branch_expands_when_a_tree_loads", async |firefox| {
        with_settings(firefox, async || {
            firefox.open_sidebar().await?;
            let site = Site::start(&garden())?;
            for mode in ["highlight", "off"] {
                set(firefox, json!({ "reveal": mode })).await?;
                firefox.goto("about:license").await?;
                firefox.wait_for_rows("no tree", |rows| rows.is_empty()).await?;
                let rows = go(firefox, &site, "/plants/pear.html", "Pear").await?;
                assert_eq!((names(&rows), current(&rows)), (CLOSED.to_vec(), vec![]), "{mode}");
            }
            Ok(())
        })
        .await
    })
}

#[test]
fn a_page_that_is_only_marked_is_the_tab_stop_of_a_new_tree() -> Result<()> {
    browser_test("a_page_that_is_only_marked_is_the_tab_stop_of_a_new_tree", async |firefox| {
        with_settings(firefox, async || {
            firefox.open_sidebar().await?;
            set(firefox, json!({ "reveal": "highlight" })).await?;
            let site = Site::start(&garden())?;
            go(firefox, &site, "/plants.html", "Plants").await?;
            let is_stop = "return all('[role=treeitem][tabindex=\"0\"]').map(nameOf).join() === 'Plants'";
            firefox.wait_in_sidebar("the tab stop on the current page", is_stop, &[]).await?;
            Ok(())
        })
        .await
    })
}

#[test]
fn the_attribute_does_the_same_in_a_web_page() -> Result<()> {
    browser_test("the_attribute_does_the_same_in_a_web_page", async |firefox| {
        // The same element as in the sidebar, used by a web page.
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        go(firefox, &site, "/contact.html", "Contact").await?;
        for (attribute, property, marked) in
            [("off", "off", 0), ("highlight", "highlight", 1), ("nonsense", "reveal", 1)]
        {
            firefox.in_sidebar("one('navi-bar').setAttribute('reveal', args[0])", &[json!(attribute)]).await?;
            assert_eq!(firefox.in_sidebar("return one('navi-bar').revealMode", &[]).await?, property);
            assert_eq!(firefox.in_sidebar("return all('[role=treeitem][aria-current]').length", &[]).await?, marked);
        }
        firefox.in_sidebar("const bar = one('navi-bar'); bar.revealMode = null;", &[]).await?;
        assert_eq!(firefox.in_sidebar("return one('navi-bar').hasAttribute('reveal')", &[]).await?, false);
        Ok(())
    })
}

#[test]
fn a_page_that_its_menu_moves_to_a_collapsed_branch_is_revealed() -> Result<()> {
    browser_test("a_page_that_its_menu_moves_to_a_collapsed_branch_is_revealed", async |browser| {
        let site = NamedSite::new(browser, "regrouped.example").await?;
        let urls = ["/", "/docs/moss", "/docs/fern", "/docs/peat", "/docs/turf"].map(|path| site.url(path));
        site.has("/sitemap.xml", xml(urlset(&urls.each_ref().map(|url| &**url))));
        let page = |title: &str, menu: &str| {
            Reply::html(format!("<!doctype html><title>{title}</title><nav><ul>{menu}</ul></nav><h1>{title}</h1>"))
        };
        site.has("/", page("Start", "<li><a href=/>Home</a><li><a href=/news>News</a>"));
        let entry = |name: &str| format!("<li><a href=/docs/{name}>All about {name}</a>");
        let group =
            |title: &str, names: [&str; 2]| format!("<li><span>{title}</span><ul>{}</ul>", names.map(entry).concat());
        let groups = [group("Plants", ["moss", "fern"]), group("Soil", ["peat", "turf"])];
        site.has("/docs/peat", page("All about peat", &groups.concat()));
        browser.goto(&site.url("/")).await?;
        browser.open_sidebar().await?;
        browser.wait_for_rows("the first menu", |rows| rows.iter().any(|row| row.name == "News")).await?;
        browser.goto(&site.url("/docs/peat")).await?;
        let is_current = |rows: &[Row]| rows.iter().any(|row| row.name == "All about peat" && row.current);
        browser.wait_for_rows("the page in its group", is_current).await?;
        Ok(())
    })
}

#[test]
fn a_page_that_moves_to_a_collapsed_branch_during_a_load_is_revealed() -> Result<()> {
    browser_test("a_page_that_moves_to_a_collapsed_branch_during_a_load_is_revealed", async |firefox| {
        let site = NamedSite::new(firefox, "moved-during-load.example").await?;
        let menu = "<nav><ul><li>Tools<ul><li><a href=/tools/>All tools</a><ul><li><a href=/spade>Spade</a></ul>
            <li><a href=/rake>Rake</a></ul><li><a href=/news>News</a></ul></nav>";
        site.has("/spade", Reply::html("<!doctype html><title>Spade</title><h1>Spade</h1>"));
        let list =
            urlset(&["/spade", "/rake", "/news", "/tools/"].map(|path| site.url(path)).each_ref().map(|url| &**url));
        let (reply, gate) = xml(&*list).held(list.find("/tools/").unwrap_or_default());
        site.has("/sitemap.xml", reply);
        firefox.goto(&site.url("/spade")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the first rows", |rows| rows.iter().any(|row| row.current)).await?;
        // The menu arrives after the row of the page.
        firefox.in_page("document.body.insertAdjacentHTML('beforeend', args[0])", &[json!(menu)]).await?;
        firefox.wait_for_rows("the menu", |rows| rows.iter().any(|row| row.name == "Tools")).await?;
        gate.open();
        firefox.wait_for_rows("the page at its place", |rows| current(rows) == ["Spade"]).await?;
        Ok(())
    })
}

//! Titles from the site's own lists: when a list is requested, and what the rows then say.

use anyhow::{Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{At, Browser, Reply, Row, Server, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, urlset};
use crate::options::{set, with_settings};
use crate::privacy::{open_private_window, with_private_windows};

const INDEX: &str = "/docs/search/search_index.json";
const TITLES: &str = r#"{"docs":[{"location":"moss/","title":"All about &amp; under moss"},
    {"location":"peat/","title":"Peat in <code>bags</code>"}]}"#;

/// A site with a plain sitemap, whose pages load the search of MkDocs.
async fn site<'a>(browser: &'a Browser, host: &'static str) -> Result<NamedSite<'a>> {
    let site = NamedSite::new(browser, host).await?;
    for (path, title) in [("/docs/turf/", "Turf"), ("/docs/moss/", "Moss")] {
        let page =
            format!("<!doctype html><title>{title}</title><h1>{title}</h1><script src=/docs/search/main.js></script>");
        site.has(path, Reply::html(page));
    }
    site.has("/docs/search/main.js", Reply::new(200, "text/javascript", "document.cookie = 'a=b'"));
    let sitemap =
        urlset(&["/docs/moss/", "/docs/peat/", "/docs/turf/"].map(|path| site.url(path)).each_ref().map(|url| &**url));
    site.has("/sitemap.xml", Reply::new(200, "application/xml", sitemap));
    site.has(INDEX, Reply::new(200, "application/json", TITLES));
    Ok(site)
}

async fn open(browser: &Browser, site: &NamedSite<'_>) -> Result<()> {
    browser.goto(&site.url("/docs/turf/")).await?;
    browser.open_sidebar().await
}

#[test]
fn rows_have_the_titles_of_the_search_index() -> Result<()> {
    browser_test("rows_have_the_titles_of_the_search_index", async |browser| {
        let site = site(browser, "search-index.example").await?;
        open(browser, &site).await?;
        site.shows(&["Docs", "All about & under moss", "Peat in bags", "Turf"]).await?;
        // Another page of the site does not request it again. The page's own heading is better than the list.
        browser.goto(&site.url("/docs/moss/")).await?;
        site.shows(&["Docs", "Moss", "Peat in bags", "Turf"]).await?;
        assert_eq!(site.request_count(INDEX), 1);
        let list = site.sidebar_requests().into_iter().find(|request| request.path == INDEX);
        ensure!(list.is_some_and(|request| request.header("cookie").is_none()), "the request has a cookie");
        Ok(())
    })
}

#[test]
fn the_details_name_the_title_that_has_lost() -> Result<()> {
    browser_test("the_details_name_the_title_that_has_lost", async |browser| {
        let site = site(browser, "lost-title.example").await?;
        open(browser, &site).await?;
        browser.goto(&site.url("/docs/moss/")).await?;
        site.shows(&["Docs", "Moss", "Peat in bags", "Turf"]).await?;
        browser.open_menu(At::Row("Moss")).await?;
        browser.choose(&["Details…"]).await?;
        let text = "const text = one('[role=dialog]')?.innerText ?? ''; return text.includes('Another') && text";
        let shown = browser.wait_in_sidebar("the details", text, &[]).await?;
        let address = site.url("/docs/moss/");
        let expected = format!(
            "Moss\n\nAddress\n{address}\nCopy Link\nTitle from\nthe page itself\nPlace from\nthe address\nListed in\n\
             the sitemap\nAnother title\nthe site’s search index: All about & under moss"
        );
        assert_eq!(shown, json!(expected));
        Ok(())
    })
}

#[test]
fn a_reload_keeps_the_order_of_menus_that_disagree() -> Result<()> {
    browser_test("a_reload_keeps_the_order_of_menus_that_disagree", async |browser| {
        let site = NamedSite::new(browser, "first-visit.example").await?;
        let page = |title: &str, entries: [&str; 3]| {
            let item = |name: &&str| format!("<li><a href=/{name}>{name}</a>");
            let menu: String = entries.iter().map(item).collect();
            Reply::html(format!("<!doctype html><title>{title}</title><h1>{title}</h1><nav><ul>{menu}</ul></nav>"))
        };
        site.has("/moss", page("moss", ["moss", "fern", "peat"]));
        site.has("/fern", page("fern", ["peat", "fern", "moss"]));
        site.has("/sitemap.xml", Reply::new(404, "text/plain", ""));
        browser.goto(&site.url("/moss")).await?;
        browser.open_sidebar().await?;
        site.shows(&["moss", "fern", "peat"]).await?;
        browser.goto(&site.url("/fern")).await?;
        site.shows(&["peat", "fern", "moss"]).await?;
        // The order of the visits does not count.
        browser.goto(&site.url("/moss")).await?;
        browser
            .wait_for_rows("the visited page", |rows| rows.iter().any(|row| row.current && row.name == "moss"))
            .await?;
        site.shows(&["peat", "fern", "moss"]).await?;
        // The new page shows that the site has been loaded again.
        let sitemap = urlset(&[&*site.url("/turf")]);
        site.has("/sitemap.xml", Reply::new(200, "application/xml", sitemap));
        browser.in_sidebar("one('navi-bar').reload()", &[]).await?;
        site.shows(&["peat", "fern", "moss", "Turf"]).await
    })
}

#[test]
fn no_list_is_requested_if_titles_come_from_the_page_only() -> Result<()> {
    browser_test("no_list_is_requested_if_titles_come_from_the_page_only", async |browser| {
        with_settings(browser, async || {
            let site = site(browser, "quiet.example").await?;
            browser.open_sidebar().await?;
            set(browser, json!({ "titles": "page" })).await?;
            open(browser, &site).await?;
            browser.goto(&site.url("/docs/moss/")).await?;
            let is_current = |rows: &[Row]| rows.iter().any(|row| row.current && row.name == "Moss");
            browser.wait_for_rows("the page's heading", is_current).await?;
            assert_eq!(site.request_count(INDEX), 0);
            // The other choice works at once.
            set(browser, json!({ "titles": "lists" })).await?;
            site.shows(&["Docs", "Moss", "Peat in bags", "Turf"]).await?;
            assert_eq!(site.request_count(INDEX), 1);
            Ok(())
        })
        .await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn a_private_window_requests_no_list() -> Result<()> {
    browser_test("a_private_window_requests_no_list", async |firefox| {
        with_private_windows(firefox, async |firefox| {
            let site = site(firefox, "private-lists.example").await?;
            open_private_window(firefox).await?;
            open(firefox, &site).await?;
            site.shows(&["Docs", "Moss", "Peat", "Turf"]).await?;
            firefox.goto(&site.url("/docs/moss/")).await?;
            let is_current = |rows: &[Row]| rows.iter().any(|row| row.current && row.name == "Moss");
            firefox.wait_for_rows("the page", is_current).await?;
            assert_eq!(site.request_count(INDEX), 0);
            Ok(())
        })
        .await
    })
}

#[test]
fn an_endless_list_is_not_read_to_its_end_and_the_tree_stays_usable() -> Result<()> {
    let name = "an_endless_list_is_not_read_to_its_end_and_the_tree_stays_usable";
    browser_test(name, async |browser| {
        let site = site(browser, "endless-list.example").await?;
        let text = format!("{{\"text\":\"{}\"}},", "x".repeat(1_000));
        let index = format!("{{\"docs\":[{}{}", &TITLES[9..TITLES.len() - 2], ",");
        site.has(INDEX, Reply::new(200, "application/json", index + text.repeat(20_000).as_str()));
        open(browser, &site).await?;
        site.shows(&["Docs", "All about & under moss", "Peat in bags", "Turf"]).await?;
        Ok(())
    })
}

#[test]
fn the_element_requests_lists_only_if_its_page_wants_them() -> Result<()> {
    browser_test("the_element_requests_lists_only_if_its_page_wants_them", async |browser| {
        let server = Server::start()?;
        let package = project_root().join("target/embed");
        ensure!(package.join("navi-bar-define.js").is_file(), "the package is not built: run `cargo xtask build`");
        server.folder(&package);
        let page = "<!doctype html><title>Embedded</title><style>navi-bar { height: 400px }</style>
            <navi-bar page='/' current='/docs/peat/'></navi-bar>
            <script src=/docs/search/main.js></script><script type=module src=/navi-bar-define.js></script>";
        server.route("/embedded", Reply::html(page));
        server.route("/docs/search/main.js", Reply::new(200, "text/javascript", ""));
        server.route(INDEX, Reply::new(200, "application/json", TITLES));
        let urls = ["/docs/moss/", "/docs/peat/"].map(|path| server.url(path));
        server.route("/sitemap.xml", Reply::new(200, "application/xml", urlset(&urls.each_ref().map(|url| &**url))));
        browser.goto(&server.url("/embedded")).await?;
        let titles = "return all('[role=treeitem] [part~=title]').map((title) => title.textContent).join() === args[0]";
        browser.wait_in_page("the tree", titles, &[json!("Docs,Moss,Peat,Embedded")]).await?;
        browser.in_page("one('navi-bar').titles = 'lists'", &[]).await?;
        browser
            .wait_in_page("the titles", titles, &[json!("Docs,All about & under moss,Peat in bags,Embedded")])
            .await?;
        assert_eq!(server.requests().iter().filter(|request| request.path == INDEX).count(), 1);
        Ok(())
    })
}

//! The sidebar's requests: a site's sitemap, once, while the sidebar is open, without cookies and referrer.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Gate, Recorded, Reply, browser_test};
use serde_json::json;

use crate::options::{set, with_settings};
use crate::site::{Site, garden, names, page, sitemap, visit};
use crate::sitemaps::{index, urlset};

#[test]
fn only_the_sitemap_is_requested_and_no_cookie_is_sent() -> Result<()> {
    browser_test("only_the_sitemap_is_requested_and_no_cookie_is_sent", async |firefox| {
        let site = Site::start(&garden())?;
        // The site's cookie is set before the sidebar opens.
        firefox.goto(&site.url("/")).await?;
        firefox.goto(&site.url("/contact.html")).await?;
        let visits = site.requests();
        assert!(visits.iter().any(|request| request.header("cookie").is_some()), "Firefox itself sends the cookie");
        assert_eq!(site.requests_for("/sitemap.rdf"), [], "nothing is loaded while the sidebar is closed");

        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() == 4).await?;
        firefox.click(At::Css("#reload")).await?;
        firefox
            .wait_until("a second request", async || Ok((site.requests_for("/sitemap.rdf").len() == 2).then_some(())))
            .await?;
        // Chromium requests a page's icon at any time.
        let is_own = |request: &Recorded| request.path != "/favicon.ico";
        let before = visits.iter().filter(|request| is_own(request)).count();
        let new: Vec<_> = site.requests().into_iter().filter(is_own).skip(before).collect();
        let paths: Vec<_> = new.iter().map(|request| (request.method.as_str(), request.path.as_str())).collect();
        assert_eq!(paths, [("GET", "/sitemap.rdf"); 2]);
        for request in new {
            assert_eq!(request.header("cookie"), None);
            assert_eq!(request.header("referer"), None);
            assert_eq!(request.header("host"), Some(format!("127.0.0.1:{}", site.port()).as_str()));
        }
        Ok(())
    })
}

#[test]
fn nothing_is_requested_after_the_sidebar_is_closed() -> Result<()> {
    browser_test("nothing_is_requested_after_the_sidebar_is_closed", async |firefox| {
        let first = Site::start(&garden())?;
        let second = Site::start(&garden())?;
        visit(firefox, &first).await?;
        firefox.close_sidebar().await?;
        firefox.goto(&second.url("/")).await?;
        firefox.goto(&second.url("/contact.html")).await?;
        firefox.open_tab(&second.url("/plants.html")).await?;
        assert_eq!(second.requests_for("/sitemap.rdf"), []);
        // An earlier request would have arrived before this one.
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| !rows.is_empty()).await?;
        assert_eq!(second.requests_for("/sitemap.rdf").len(), 1);
        Ok(())
    })
}

#[test]
fn icons_are_loaded_without_cookies() -> Result<()> {
    browser_test("icons_are_loaded_without_cookies", async |firefox| {
        let pages = [page("Welcome", "/").icon("/icon.svg"), page("News", "/news.html").icon("/missing.svg")];
        let site = Site::start(&pages)?;
        let picture = r##"<svg xmlns="http://www.w3.org/2000/svg" width="15" height="15"><rect width="15" height="15" fill="#0a0"/></svg>"##;
        site.route("/icon.svg", Reply::new(200, "image/svg+xml", picture));
        firefox.goto(&site.url("/news.html")).await?;
        visit(firefox, &site).await?;
        firefox
            .wait_in_sidebar(
                "the picture",
                "return all('[role=treeitem] img').some((img) => img.complete && img.naturalWidth > 0)",
                &[],
            )
            .await?;
        firefox
            .wait_until("the request for the other icon", async || {
                Ok((!site.requests_for("/missing.svg").is_empty()).then_some(()))
            })
            .await?;
        for path in ["/icon.svg", "/missing.svg"] {
            for request in site.requests_for(path) {
                assert_eq!(request.header("cookie"), None, "{path}");
                assert_eq!(request.header("referer"), None, "{path}");
            }
        }
        Ok(())
    })
}

#[test]
fn unsafe_addresses_are_not_links() -> Result<()> {
    browser_test("unsafe_addresses_are_not_links", async |firefox| {
        let site = Site::without_sitemap()?;
        let pages = [
            page("Script", "javascript:document.title='owned'"),
            page("Data", "data:text/html,owned"),
            page("Own", "moz-extension://6e617669-6261-4720-8070-616765747265/sidebar.html"),
            page("<b>Markup</b> &amp;", "/markup.html"),
        ];
        site.route("/sitemap.rdf", Reply::rdf(sitemap(&pages)));
        let rows = visit(firefox, &site).await?;
        assert_eq!(names(&rows), ["Script", "Data", "Own", "<b>Markup</b> &amp;"], "titles are text");
        let links: Vec<_> = rows.iter().map(|row| row.href.clone()).collect();
        assert_eq!(links, [None, None, None, Some(site.url("/markup.html"))]);
        firefox.click(At::Row("Script")).await?;
        firefox.click(At::Row("Own")).await?;
        site.has("/markup.html", "Markup");
        firefox.click(At::Row("<b>Markup</b> &amp;")).await?;
        firefox.wait_for_url(&site.url("/markup.html")).await?;
        assert_eq!(firefox.tabs().await?.len(), 1);
        Ok(())
    })
}

#[test]
fn browser_addresses_are_neither_links_nor_icons() -> Result<()> {
    browser_test("browser_addresses_are_neither_links_nor_icons", async |firefox| {
        let site = Site::without_sitemap()?;
        firefox.open_sidebar().await?;
        let own: String = firefox.in_sidebar_as("return location.origin", &[]).await?;
        let addresses = [
            format!("{own}/icons/navibar-16.png"),
            "moz-extension://6e617669-6261-4720-8070-616765747265/icons/navibar.svg".to_owned(),
            "chrome-extension://abcdefghijklmnopabcdefghijklmnop/icons/navibar-16.png".to_owned(),
            format!("blob:{}", site.url("/6e617669-6261-4720-8070-616765747265")),
            "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>".to_owned(),
            "javascript:document.title='owned'".to_owned(),
        ];
        let pages: Vec<_> = addresses.iter().map(|url| page(url, url).icon(url)).collect();
        site.route("/sitemap.rdf", Reply::rdf(sitemap(&pages)));
        let rows = visit(firefox, &site).await?;
        assert_eq!(names(&rows), addresses, "each is a row");
        ensure!(rows.iter().all(|row| row.href.is_none()), "{rows:?}");
        for row in &addresses {
            firefox.click(At::Row(row)).await?;
        }
        let pictures = "return all('[role=treeitem] img, [role=treeitem] [src]').length";
        assert_eq!(firefox.in_sidebar(pictures, &[]).await?, 0);
        // There is one finding for the link and one for the icon.
        let findings = "return one('navi-bar').session.diagnostics().map(({ code }) => code)";
        let codes: Vec<String> = firefox.in_sidebar_as(findings, &[]).await?;
        assert_eq!(codes, vec!["unsafe-link"; 2 * addresses.len()]);
        assert_eq!(firefox.url().await?, site.url("/"));
        assert_eq!(firefox.tabs().await?.len(), 1);
        Ok(())
    })
}

#[test]
fn nothing_is_printed_to_the_console() -> Result<()> {
    browser_test("nothing_is_printed_to_the_console", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.click(At::Twisty("Plants")).await?;
        firefox.wait_for_rows("the expanded branch", |rows| rows.len() == 7).await?;
        firefox.open_menu(At::Row("Apple")).await?;
        firefox.choose(&["Recipes", "Pies", "Pies"]).await?;
        firefox.wait_for_url(&site.url("/recipes/pies.html")).await?;
        firefox.goto(firefox.own_page()).await?;
        firefox.wait_for_rows("no tree", |rows| rows.is_empty()).await?;
        firefox.close_sidebar().await?;
        // Firefox's advice about scrolling is not an error.
        let complaints = firefox.take_console().await?;
        let complaints: Vec<_> = complaints.iter().filter(|text| !text.contains("scroll-linked")).collect();
        assert_eq!(complaints, Vec::<&String>::new());
        Ok(())
    })
}

#[test]
fn turning_a_site_off_ends_its_requests() -> Result<()> {
    browser_test("turning_a_site_off_ends_its_requests", async |firefox| {
        with_settings(firefox, async || {
            let site = Site::without_sitemap()?;
            let files: Vec<String> = (0..12).map(|n| format!("/map-{n}.xml")).collect();
            let names: Vec<&str> = files.iter().map(String::as_str).collect();
            site.route("/sitemap.xml", index(&site, &names));
            let mut gates = Vec::new();
            for path in &files {
                let (held, gate) = urlset(&site, &[&format!("{path}/page")]).held(0);
                site.route(path, held);
                gates.push(gate);
            }
            firefox.goto(&site.url("/")).await?;
            firefox.open_sidebar().await?;
            let asked = || files.iter().filter(|path| !site.requests_for(path).is_empty()).count();
            firefox.wait_until("four files", async || Ok((asked() == 4).then_some(()))).await?;
            set(firefox, json!({ "offAt": ["127.0.0.1"] })).await?;
            firefox.wait_in_sidebar("no tree", "return one('navi-bar').hidden", &[]).await?;
            gates.iter().for_each(Gate::open);
            set(firefox, json!({})).await?;
            firefox.wait_in_sidebar("the tree", "return one('navi-bar').state == 'loaded'", &[]).await?;
            let counts: Vec<usize> = files.iter().map(|path| site.requests_for(path).len()).collect();
            assert_eq!(counts, [2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1], "only the first four were requested before");
            Ok(())
        })
        .await
    })
}

//! Sites without a sitemap, with a broken or slow sitemap, and sites that fail.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Reply, browser_test};
use serde_json::json;

use crate::site::{Site, garden, names, page, sitemap, visit};
use crate::sitemaps::wait_for_words;

/// Opens the site's home page and the sidebar, and waits for these words in it.
async fn expect_words(firefox: &Browser, site: &Site, words: &str) -> Result<()> {
    firefox.goto(&site.url("/")).await?;
    firefox.open_sidebar().await?;
    wait_for_words(firefox, words).await
}

/// Waits for the badge in the header that reports an error to the author of the sitemap.
async fn wait_for_badge(firefox: &Browser) -> Result<()> {
    let badge = "const badge = one('#problems'); return badge.checkVisibility() && badge.ariaLabel == '1 problem: 1 error' && badge.textContent.trim() == '1'";
    firefox.wait_in_sidebar("the badge", badge, &[]).await?;
    Ok(())
}

async fn state(firefox: &Browser) -> Result<String> {
    firefox.in_sidebar_as("return one('navi-bar').dataset.state;", &[]).await
}

#[test]
fn a_site_without_a_sitemap_says_so() -> Result<()> {
    browser_test("a_site_without_a_sitemap_says_so", async |firefox| {
        let missing = Site::without_sitemap()?;
        let page_for_everything = Site::without_sitemap()?;
        page_for_everything
            .route("/sitemap.rdf", Reply::html("<!doctype html><title>Oops</title><p>No such page, but 200."));
        for site in [&missing, &page_for_everything] {
            expect_words(firefox, site, "No pages found yet").await?;
            assert_eq!(firefox.rows().await?, []);
            assert_eq!(state(firefox).await?, "empty");
            assert!(!firefox.sidebar_text().await?.contains("Try again"), "a retry would not help");
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium may drop the last bytes before a connection breaks off")]
fn the_rows_of_a_truncated_sitemap_are_kept() -> Result<()> {
    browser_test("the_rows_of_a_truncated_sitemap_are_kept", async |firefox| {
        let whole = sitemap(&garden());
        let half = whole.split("<rdf:li><rdf:Description><dc:title>Contact").next().unwrap_or_default();

        // The file itself is truncated.
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(half.to_owned()));
        let rows = visit(firefox, &site).await?;
        assert_eq!(names(&rows), ["Welcome", "Plants", "Tools"]);
        wait_for_badge(firefox).await?;

        // The connection breaks off. A retry over a working connection loads the rest.
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(whole.clone()).truncated(half.len()));
        expect_words(firefox, &site, "The connection was interrupted").await?;
        firefox.wait_for_rows("the received rows", |rows| names(rows) == ["Welcome", "Plants", "Tools"]).await?;
        site.declare(&garden());
        firefox.click(At::Css("[part~=retry]")).await?;
        firefox.wait_for_rows("all of it", |rows| names(rows) == ["Welcome", "Plants", "Tools", "Contact"]).await?;
        assert!(!firefox.sidebar_text().await?.contains("interrupted"));
        Ok(())
    })
}

#[test]
fn the_rows_before_an_error_are_kept() -> Result<()> {
    browser_test("the_rows_before_an_error_are_kept", async |firefox| {
        let broken =
            sitemap(&garden()).replacen("<rdf:li><rdf:Description><dc:title>Contact", "<!-- <rdf:li><dc:title", 1);
        let line = broken.split("<!--").next().unwrap_or_default().split('\n').count();
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(broken));
        let rows = visit(firefox, &site).await?;
        assert_eq!(names(&rows), ["Welcome", "Plants", "Tools"]);
        wait_for_badge(firefox).await?;
        firefox.click(At::Css("#problems")).await?;
        wait_for_words(firefox, &format!("Error · line {line},")).await?;

        // The problems belong to that site and disappear with it.
        let sound = Site::start(&garden())?;
        firefox.goto(&sound.url("/")).await?;
        firefox.wait_for_rows("the next site", |rows| names(rows).contains(&"Contact")).await?;
        assert!(!firefox.sidebar_text().await?.contains("rror"));
        Ok(())
    })
}

#[test]
fn a_sitemap_without_a_root_says_so() -> Result<()> {
    browser_test("a_sitemap_without_a_root_says_so", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(sitemap(&garden()).replace("urn:sitemap:root", "urn:something:else")));
        expect_words(firefox, &site, "urn:sitemap:root").await?;
        assert_eq!(firefox.rows().await?, []);
        assert_eq!(state(firefox).await?, "failed");
        Ok(())
    })
}

#[test]
fn an_error_of_the_site_can_be_retried() -> Result<()> {
    browser_test("an_error_of_the_site_can_be_retried", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::status(503));
        expect_words(firefox, &site, "status 503").await?;
        assert_eq!(firefox.rows().await?, []);
        firefox.click(At::Css("[part~=retry]")).await?;
        firefox
            .wait_until("a second request", async || Ok((site.requests_for("/sitemap.rdf").len() == 2).then_some(())))
            .await?;
        wait_for_words(firefox, "status 503").await?;
        site.declare(&garden());
        firefox.click(At::Css("[part~=retry]")).await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() == 4).await?;
        assert!(!firefox.sidebar_text().await?.contains("status 503"));
        Ok(())
    })
}

#[test]
fn an_unreachable_site_keeps_its_tree() -> Result<()> {
    browser_test("an_unreachable_site_keeps_its_tree", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        drop(site);
        firefox.click(At::Css("#reload")).await?;
        wait_for_words(firefox, "The site could not be reached").await?;
        assert_eq!(names(&firefox.rows().await?), ["Welcome", "Plants", "Tools", "Contact"]);
        Ok(())
    })
}

#[test]
fn a_reload_shows_the_new_sitemap() -> Result<()> {
    browser_test("a_reload_shows_the_new_sitemap", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        site.declare(&[page("Welcome", "/"), page("News", "/news.html")]);
        firefox.click(At::Css("#reload")).await?;
        firefox.wait_for_rows("the new tree", |rows| names(rows) == ["Welcome", "News"]).await?;
        wait_for_words(firefox, "2 pages").await
    })
}

/// A list with enough bytes that no buffer holds back the start of a slow answer.
pub(crate) fn long_list() -> String {
    sitemap(&(0..3000).map(|n| page(&format!("Entry {n}"), &format!("/{n}.html"))).collect::<Vec<_>>())
}

#[test]
fn rows_show_while_a_slow_sitemap_loads() -> Result<()> {
    browser_test("rows_show_while_a_slow_sitemap_loads", async |firefox| {
        let site = Site::without_sitemap()?;
        let list = long_list();
        let (held, gate) = Reply::rdf(list.clone()).held(list.len() / 2);
        site.route("/sitemap.rdf", held);
        let rows = visit(firefox, &site).await?;
        assert_eq!(state(firefox).await?, "loading");
        assert_eq!(rows[0].name, "Entry 0");
        firefox.wait_in_sidebar("the progress", "return one('[part~=progress]').checkVisibility()", &[]).await?;
        gate.open();
        wait_for_words(firefox, "3,000 pages, arranged as in sitemap.rdf").await?;
        assert_eq!(state(firefox).await?, "loaded");
        assert_eq!(firefox.in_sidebar("return one('[part~=progress]').checkVisibility();", &[]).await?, json!(false));
        Ok(())
    })
}

#[test]
fn the_tree_can_be_used_during_a_reload() -> Result<()> {
    browser_test("the_tree_can_be_used_during_a_reload", async |firefox| {
        let site = Site::without_sitemap()?;
        let list = long_list();
        let (held, _gate) = Reply::rdf(list.clone()).held(list.len() / 2);
        site.route("/sitemap.rdf", held);
        visit(firefox, &site).await?;
        let (held, gate) = Reply::rdf(list).held(0);
        site.route("/sitemap.rdf", held);
        firefox.click(At::Css("#reload")).await?;
        // A browser may send a request again if the connection has failed.
        let asked = async || Ok((site.requests_for("/sitemap.rdf").len() >= 2).then_some(()));
        firefox.wait_until("the second request", asked).await?;
        firefox.in_sidebar("one('navi-bar').order = 'title'", &[]).await?;
        let rows = firefox.rows().await?;
        assert_eq!(rows.get(1).map(|row| row.name.as_str()), Some("Entry 1"));
        gate.open();
        wait_for_words(firefox, "3,000 pages, arranged as in sitemap.rdf").await?;
        assert_eq!(state(firefox).await?, "loaded");
        Ok(())
    })
}

#[test]
fn loading_can_be_stopped() -> Result<()> {
    browser_test("loading_can_be_stopped", async |firefox| {
        let site = Site::without_sitemap()?;
        let list = long_list();
        site.route("/sitemap.rdf", Reply::rdf(list.clone()).stalled(list.len() / 2));
        visit(firefox, &site).await?;
        firefox.wait_in_sidebar("the button", "return one('[part~=stop]').checkVisibility()", &[]).await?;
        firefox.click(At::Css("[part~=stop]")).await?;
        wait_for_words(firefox, "Loading was stopped").await?;
        let rows = firefox.rows().await?;
        assert_eq!(rows.first().map(|row| row.name.as_str()), Some("Entry 0"), "the received rows stay");
        assert!(!firefox.sidebar_text().await?.contains("error"), "a stop by the user is not an error of the site");
        site.route("/sitemap.rdf", Reply::rdf(list));
        firefox.click(At::Css("[part~=retry]")).await?;
        wait_for_words(firefox, "3,000 pages, arranged as in sitemap.rdf").await
    })
}

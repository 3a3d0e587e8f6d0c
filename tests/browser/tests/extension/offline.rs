//! What the sidebar shows of a site that cannot be reached.

use anyhow::Result;
use navibar_browser_tests::{At, Reply, Server, browser_test};

use crate::kept::{has_row, request_count, shelves, view};
use crate::lies::NamedSite;
use crate::site::{names, page, sitemap};
use crate::sitemaps::wait_for_words;

/// The sentence above a tree from the browser's cache.
const SENTENCE: &str = "The site could not be reached. This is its tree as it was last.";

/// Serves these shelves with an answer that the browser may cache.
pub(crate) fn lasting(server: &Server) {
    server.route("/", Reply::html("<!doctype html><title>Home</title>"));
    server.route("/sitemap.rdf", Reply::rdf(sitemap(&shelves("Book"))).with_header("etag", "\"1\""));
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox's driver can go offline")]
fn an_unreachable_site_shows_its_cached_tree() -> Result<()> {
    browser_test("an_unreachable_site_shows_its_cached_tree", async |firefox| {
        let server = Server::start()?;
        let port = server.port();
        lasting(&server);
        firefox.goto(&server.url("/")).await?;
        firefox.open_sidebar().await?;
        let rows = has_row(firefox, "Book home").await?;
        wait_for_words(firefox, "1,861 pages").await?;
        firefox.close_sidebar().await?;
        drop(server);

        firefox.open_sidebar().await?;
        wait_for_words(firefox, SENTENCE).await?;
        wait_for_words(firefox, "1,861 pages").await?;
        assert_eq!(names(&firefox.rows().await?)[..10], names(&rows)[..10]);
        assert_eq!(view(firefox).await?.state, "loaded");
        firefox.click(At::Css("[part~=retry]")).await?;
        firefox.wait_in_sidebar("the answer", "return one('navi-bar').dataset.state == 'loaded'", &[]).await?;
        wait_for_words(firefox, SENTENCE).await?;

        // The network and the site are back.
        let server = Server::start_on(port)?;
        lasting(&server);
        firefox
            .chrome("Services.io.offline = true; await until('offline', () => evaluate(panel(), 'return !navigator.onLine')); Services.io.offline = false;", &[])
            .await?;
        firefox
            .wait_in_sidebar(
                "the end of the note",
                "return one('[part~=note]').hidden && one('navi-bar').dataset.state == 'loaded'",
                &[],
            )
            .await?;
        assert_eq!(request_count(&server, "/sitemap.rdf"), 1);
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox's driver can go offline")]
fn an_offline_tree_says_that_it_is_old() -> Result<()> {
    browser_test("an_offline_tree_says_that_it_is_old", async |firefox| {
        let site = NamedSite::new(firefox, "public-offline.example").await?;
        site.has("/sitemap.rdf", Reply::rdf(sitemap(&[page("Home", "/")])));
        site.open().await?;
        has_row(firefox, "Home").await?;
        firefox
            .chrome("Services.io.offline = true; await until('offline', () => evaluate(panel(), 'return !navigator.onLine'));", &[])
            .await?;
        firefox.click(At::Css("#reload")).await?;
        wait_for_words(firefox, SENTENCE).await?;
        assert_eq!(names(&firefox.rows().await?), ["Home"]);
        firefox.click(At::Css("[part~=retry]")).await?;
        firefox.chrome("Services.io.offline = false;", &[]).await?;
        firefox.wait_in_sidebar("the end of the note", "return one('[part~=note]').hidden", &[]).await?;
        assert_eq!(names(&firefox.rows().await?), ["Home"]);
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox's driver can go offline")]
fn an_unknown_site_loads_when_the_network_is_back() -> Result<()> {
    browser_test("an_unknown_site_loads_when_the_network_is_back", async |firefox| {
        let server = Server::start()?;
        let port = server.port();
        firefox.goto(&server.url("/")).await?;
        drop(server);
        firefox.open_sidebar().await?;
        wait_for_words(firefox, "could not be reached").await?;
        assert_eq!(firefox.rows().await?, []);
        let server = Server::start_on(port)?;
        lasting(&server);
        firefox
            .chrome("Services.io.offline = true; await until('offline', () => evaluate(panel(), 'return !navigator.onLine')); Services.io.offline = false;", &[])
            .await?;
        has_row(firefox, "Book home").await?;
        Ok(())
    })
}

#[test]
fn a_site_loads_again_when_one_of_its_pages_does() -> Result<()> {
    browser_test("a_site_loads_again_when_one_of_its_pages_does", async |browser| {
        let server = Server::start()?;
        let port = server.port();
        lasting(&server);
        browser.goto(&server.url("/")).await?;
        drop(server);
        browser.open_sidebar().await?;
        wait_for_words(browser, "could not be reached").await?;
        let server = Server::start_on(port)?;
        lasting(&server);
        browser.in_page("setTimeout(() => location.reload())", &[]).await?;
        has_row(browser, "Book home").await?;
        browser.wait_in_sidebar("the end of the load", "return one('navi-bar').dataset.state == 'loaded'", &[]).await?;
        assert_eq!(request_count(&server, "/sitemap.rdf"), 1);
        Ok(())
    })
}

//! The part of the engine that the first view of a tree does not need.

use std::fs;

use anyhow::Result;
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Reply, Server, browser_test};
use serde_json::json;

use crate::site::{garden, sitemap};

/// The module that has it.
const DEFERRED: &str = "/parts/navibar_deferred.wasm";

const FEED: &str = "<rss version='2.0'><channel><title>Garden</title><link>/</link>
    <item><title>Frost</title><link>/frost.html</link></item></channel></rss>";

/// Opens a page with an element whose `src` is this document.
async fn open(browser: &Browser, document: Reply) -> Result<Server> {
    let server = Server::start()?;
    server.folder(&project_root().join("target/embed"));
    server.route("/document", document);
    let page = "<!doctype html><title>Page</title><script type=module src=/navi-bar-define.js></script>
        <p>Text</p><navi-bar src=/document style='display: block; height: 300px'></navi-bar>";
    server.route("/page.html", Reply::html(page));
    browser.goto(&server.url("/page.html")).await?;
    Ok(server)
}

async fn wait_for_row(browser: &Browser, title: &str) -> Result<()> {
    let has_row = "return all('[role=treeitem]').some((row) => row.textContent == args[0])";
    let is_there = async || Ok(browser.in_page(has_row, &[json!(title)]).await?.as_bool().filter(|is| *is));
    browser.wait_until(title, is_there).await.map(drop)
}

/// Shows a tree without the deferred module.
async fn open_garden(browser: &Browser) -> Result<Server> {
    let server = open(browser, Reply::rdf(sitemap(&garden()))).await?;
    wait_for_row(browser, "Contact").await?;
    browser.in_page("one('[role=treeitem][aria-expanded] [part~=twisty]').click()", &[]).await?;
    wait_for_row(browser, "Apple").await?;
    assert_eq!(server.requests_for(DEFERRED), [], "the first view loads it");
    Ok(server)
}

#[test]
fn the_first_view_does_not_load_the_deferred_module() -> Result<()> {
    browser_test("the_first_view_does_not_load_the_deferred_module", async |browser| {
        let server = open_garden(browser).await?;
        browser.in_page("one('navi-bar').dispatchEvent(new PointerEvent('pointerenter'))", &[]).await?;
        let is_loaded = async || Ok((!server.requests_for(DEFERRED).is_empty()).then_some(()));
        browser.wait_until("the deferred module", is_loaded).await?;

        let plain = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>
            <url><loc>/plants/roses.html</loc></url><url><loc>/plants/ferns.html</loc></url></urlset>";
        let server = open(browser, Reply::new(200, "application/xml", plain)).await?;
        wait_for_row(browser, "Plants").await?;
        assert_eq!(server.requests_for(DEFERRED), [], "a plain sitemap loads it");
        Ok(())
    })
}

/// The page works while the module arrives.
#[test]
fn a_document_of_a_rare_format_waits_for_the_deferred_module() -> Result<()> {
    browser_test("a_document_of_a_rare_format_waits_for_the_deferred_module", async |browser| {
        let (feed, arrives) = Reply::new(200, "application/rss+xml", FEED).held(0);
        let server = open(browser, feed).await?;
        let module = fs::read(project_root().join("target/embed").join(&DEFERRED[1..]))?;
        let (held, gate) = Reply::new(200, "application/wasm", module).held(0);
        server.route(DEFERRED, held);
        arrives.open();
        let is_requested = async || Ok((!server.requests_for(DEFERRED).is_empty()).then_some(()));
        browser.wait_until("the request", is_requested).await?;
        assert_eq!(browser.in_page("return one('navi-bar').state", &[]).await?, json!("loading"));
        gate.open();
        wait_for_row(browser, "Frost").await?;
        assert_eq!(server.requests_for(DEFERRED).len(), 1);
        Ok(())
    })
}

#[test]
fn a_call_that_needs_the_deferred_module_loads_it() -> Result<()> {
    browser_test("a_call_that_needs_the_deferred_module_loads_it", async |browser| {
        let server = open_garden(browser).await?;
        let errors = "return one('navi-bar').session.diagnostics().length";
        assert_eq!(browser.in_page(errors, &[]).await?, json!(0));
        assert_eq!(server.requests_for(DEFERRED).len(), 1);

        // The engine cannot go on without it, and says so.
        let server = open_garden(browser).await?;
        server.route(DEFERRED, Reply::status(404));
        let call = "
            const call = document.createElement('script');
            call.textContent = `document.querySelector('navi-bar').session.diagnostics()`;
            document.body.append(call);";
        browser.in_page(call, &[]).await?;
        let words = "return one('navi-bar').shadowRoot.textContent.includes('has stopped working')";
        let is_shown = async || Ok(browser.in_page(words, &[]).await?.as_bool().filter(|is| *is));
        browser.wait_until("the message", is_shown).await?;
        Ok(())
    })
}

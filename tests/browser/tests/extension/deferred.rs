//! The part of the engine that the first view of a tree does not need.

use std::fs;

use anyhow::Result;
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Gate, Reply, Server, browser_test};
use serde_json::{Value, json};

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
    // The pointer of the browser may be anywhere. Pointing at the tree would load the module.
    let page = "<!doctype html><title>Page</title><script type=module src=/navi-bar-define.js></script>
        <p>Text</p><navi-bar src=/document style='display: block; height: 300px; pointer-events: none'></navi-bar>";
    server.route("/page.html", Reply::html(page));
    browser.goto(&server.url("/page.html")).await?;
    Ok(server)
}

/// Waits until a script returns `true`.
async fn wait_in_page(browser: &Browser, what: &str, script: &str, args: &[Value]) -> Result<()> {
    let is_true = async || Ok(browser.in_page(script, args).await?.as_bool().filter(|is| *is));
    browser.wait_until(what, is_true).await.map(drop)
}

async fn wait_for_row(browser: &Browser, title: &str) -> Result<()> {
    let has_row = "return all('[role=treeitem]').some((row) => row.textContent == args[0])";
    wait_in_page(browser, title, has_row, &[json!(title)]).await
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
        wait_for_request(browser, &server).await?;

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
        let gate = hold(&server)?;
        arrives.open();
        wait_for_request(browser, &server).await?;
        assert_eq!(browser.in_page("return one('navi-bar').state", &[]).await?, json!("loading"));
        gate.open();
        wait_for_row(browser, "Frost").await?;
        assert_eq!(server.requests_for(DEFERRED).len(), 1);
        Ok(())
    })
}

/// Holds the module until the gate opens.
fn hold(server: &Server) -> Result<Gate> {
    let module = fs::read(project_root().join("target/embed").join(&DEFERRED[1..]))?;
    let (held, gate) = Reply::new(200, "application/wasm", module).held(0);
    server.route(DEFERRED, held);
    Ok(gate)
}

async fn wait_for_request(browser: &Browser, server: &Server) -> Result<()> {
    let is_requested = async || Ok((!server.requests_for(DEFERRED).is_empty()).then_some(()));
    browser.wait_until("the request for the deferred module", is_requested).await
}

/// Saves the tree, in the page's own world. The text of the file, or of the error, goes to `data-saved`.
const SAVE: &str = "
    const script = document.createElement('script');
    script.textContent = `document.querySelector('navi-bar').exportAs('nns').then((file) => file.text(), String)
        .then((text) => (document.body.dataset.saved = [document.body.dataset.saved, text].join(' ')))`;
    document.body.append(script);";

const SAVED: &str = "return document.body.dataset.saved?.includes(args[0]) === true";

#[test]
fn a_tree_is_saved_as_soon_as_the_deferred_module_is_there() -> Result<()> {
    browser_test("a_tree_is_saved_as_soon_as_the_deferred_module_is_there", async |browser| {
        let server = open_garden(browser).await?;
        let gate = hold(&server)?;
        browser.in_page(SAVE, &[]).await?;
        wait_for_request(browser, &server).await?;
        // The tree works meanwhile.
        browser.in_page("one('[role=treeitem][aria-expanded] [part~=twisty]').click()", &[]).await?;
        assert_eq!(browser.in_page(SAVED, &[json!("")]).await?, json!(false));
        gate.open();
        wait_in_page(browser, "the file", SAVED, &[json!("rdf:RDF")]).await?;
        assert_eq!(server.requests_for(DEFERRED).len(), 1);
        Ok(())
    })
}

#[test]
fn a_deferred_module_that_does_not_load_is_requested_again() -> Result<()> {
    browser_test("a_deferred_module_that_does_not_load_is_requested_again", async |browser| {
        let server = open_garden(browser).await?;
        server.route(DEFERRED, Reply::status(503));
        browser.in_page(SAVE, &[]).await?;
        wait_in_page(browser, "the error", SAVED, &[json!("503")]).await?;
        wait_for_row(browser, "Apple").await?;
        hold(&server)?.open();
        browser.in_page(SAVE, &[]).await?;
        wait_in_page(browser, "the file", SAVED, &[json!("rdf:RDF")]).await?;
        assert_eq!(server.requests_for(DEFERRED).len(), 2);

        let (feed, arrives) = Reply::new(200, "application/rss+xml", FEED).held(0);
        let server = open(browser, feed).await?;
        server.route(DEFERRED, Reply::status(503));
        arrives.open();
        wait_in_page(browser, "the failure", "return one('navi-bar').state === 'failed'", &[]).await?;
        hold(&server)?.open();
        server.route("/document", Reply::new(200, "application/rss+xml", FEED));
        browser.in_page("one('navi-bar').shadowRoot.querySelector('[part~=retry]').click()", &[]).await?;
        wait_for_row(browser, "Frost").await?;
        Ok(())
    })
}

/// A site without a sitemap gets its tree from the menus of the page, and the pane of headings from its headings.
#[test]
fn the_facts_of_a_page_load_the_deferred_module() -> Result<()> {
    browser_test("the_facts_of_a_page_load_the_deferred_module", async |browser| {
        let server = Server::start()?;
        server.folder(&project_root().join("target/embed"));
        let page = "<!doctype html><title>Home</title><script type=module src=/navi-bar-define.js></script>
            <nav><ul><li><a href=/frost.html>Frost</a><li><a href=/hail.html>Hail</a></ul></nav>
            <navi-bar page=/page.html style='display: block; height: 300px'></navi-bar>";
        server.route("/page.html", Reply::html(page));
        let gate = hold(&server)?;
        browser.goto(&server.url("/page.html")).await?;
        wait_for_request(browser, &server).await?;
        gate.open();
        wait_for_row(browser, "Frost").await?;

        let page = "<!doctype html><title>Page</title><script type=module src=/navi-bar-define.js></script>
            <h1>Roots</h1><h2>Leaves</h2><navi-bar src=/document outline=open style='height: 400px'></navi-bar>";
        server.route("/outline.html", Reply::html(page));
        server.route("/document", Reply::rdf(sitemap(&garden())));
        let gate = hold(&server)?;
        browser.goto(&server.url("/outline.html")).await?;
        wait_for_row(browser, "Contact").await?;
        gate.open();
        wait_for_row(browser, "Leaves").await?;
        Ok(())
    })
}

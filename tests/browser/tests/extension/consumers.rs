//! The npm package in web pages: from another origin, with a strict content security policy, and in pages that bundlers and
//! frameworks have built.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Reply, Server, browser_test};
use serde_json::json;

use crate::site::{garden, sitemap};

const PAGES: [&str; 7] = ["plain", "webpack", "esbuild", "vite", "react", "vue", "svelte"];

/// A folder that `cargo xtask test --only npm` writes.
fn built(name: &str, file: &str) -> Result<PathBuf> {
    let folder = project_root().join("target").join(name);
    ensure!(folder.join(file).is_file(), "there is no {name}/{file}: run `cargo xtask test --only npm`");
    Ok(folder)
}

/// Starts a server with the garden's sitemap and a policy that allows only what the guide lists. The browser reports
/// everything that the policy refuses.
fn strict_server(scripts: &str, connections: &str) -> Result<Server> {
    let server = Server::start()?;
    let policy = format!(
        "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; connect-src {connections}; img-src data:; \
         require-trusted-types-for 'script'; report-uri /refused"
    );
    server.header("content-security-policy", &policy)?;
    server.route("/sitemap.rdf", Reply::rdf(sitemap(&garden())));
    Ok(server)
}

const SHOWN: &str = "return [
    one('navi-bar')?.dataset.state,
    all('[role=treeitem]').map((row) => row.textContent).join(),
    one('[role=tree]')?.getAttribute('aria-label'),
    getComputedStyle(one('navi-bar') ?? document.body).display != 'inline',
]";

async fn shows_the_tree(browser: &Browser, label: &str) -> Result<()> {
    let expected = json!(["loaded", "Welcome,Plants,Tools,Contact", label, true]);
    let shown = async || browser.in_page(SHOWN, &[]).await;
    let result = browser.wait_until("the tree", async || Ok((shown().await? == expected).then_some(()))).await;
    match result {
        Ok(()) => Ok(()),
        Err(error) => Err(error.context(format!("the page shows {}", shown().await?))),
    }
}

/// Saving needs the second module of the engine.
async fn saves_the_tree(browser: &Browser) -> Result<()> {
    let saved = browser.in_page("return (await one('navi-bar').exportAs('nns')).text()", &[]).await?;
    ensure!(saved.as_str().is_some_and(|text| text.contains("/contact.html")), "the saved file is {saved}");
    Ok(())
}

#[test]
fn pages_of_bundlers_and_frameworks_show_the_tree() -> Result<()> {
    browser_test("pages_of_bundlers_and_frameworks_show_the_tree", async |browser| {
        for name in PAGES {
            let server = strict_server("'self'", "'self'")?;
            // Built pages work in any folder of a site.
            server.folder(&built("consumers", &format!("{name}/index.html"))?);
            browser.goto(&server.url(&format!("/{name}/index.html"))).await?;
            // The texts are a property, and come from the package.
            shows_the_tree(browser, "Seiten dieser Website").await.with_context(|| name.to_owned())?;
            saves_the_tree(browser).await.with_context(|| name.to_owned())?;
            browser.in_page("all('[role=treeitem]').find((row) => row.textContent == 'Contact').click()", &[]).await?;
            let address = "return one('output').textContent";
            let chosen = async || Ok((browser.in_page(address, &[]).await? == "/contact.html").then_some(()));
            browser.wait_until("the event", chosen).await.with_context(|| name.to_owned())?;
            assert_eq!(browser.url().await?, server.url(&format!("/{name}/index.html")), "{name} handles the event");
            assert_eq!(server.requests_for("/refused"), [], "{name}");
        }
        Ok(())
    })
}

#[test]
fn the_package_works_from_another_origin() -> Result<()> {
    browser_test("the_package_works_from_another_origin", async |browser| {
        let network = Server::start()?;
        network.folder(&built("npm/navibar", "navi-bar-define.js")?);
        network.header("access-control-allow-origin", "*")?;
        let origin = network.url("");
        let server = strict_server(&origin, &format!("'self' {origin}"))?;
        let page = "<!doctype html><title>Other origin</title><link rel=icon href=data:,>
            <script type=module src=ORIGIN/navi-bar-define.js></script><navi-bar src=/sitemap.rdf filter></navi-bar>";
        server.route("/", Reply::html(page.replace("ORIGIN", &origin)));
        browser.goto(&server.url("/")).await?;
        shows_the_tree(browser, "Site navigation").await?;
        saves_the_tree(browser).await?;
        assert_eq!(server.requests_for("/refused"), []);
        let own: Vec<String> = server.requests().into_iter().map(|request| request.path).collect();
        assert!(own.iter().all(|path| path == "/" || path == "/sitemap.rdf"), "{own:?}");
        Ok(())
    })
}

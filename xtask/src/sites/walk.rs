//! Opens the pages of a site in a real Firefox and reads the tree of the sidebar.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::options::EXTENSION_ID;
use navibar_browser_tests::{Browser, Options, Pref, Server, SiteFolder, Tree};

use super::reference::Reference;
use crate::step::say;
use crate::tools::{GECKODRIVER, firefox};

/// Pages that are visited after the home page.
const VISITS: usize = 4;

/// What a walk has found.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) tree: Tree,
    /// the addresses of the visited pages
    pub(super) visited: Vec<String>,
    /// the addresses that the extension has requested
    pub(super) requests: Vec<String>,
}

/// Walks a site in its own Firefox, with this package of the extension.
pub(super) async fn walk(site: &SiteFolder, reference: &Reference, extension: &Path) -> Result<Walk> {
    say(&format!("  .. walking {}", site.host));
    let server = Server::start()?;
    server.sites(std::slice::from_ref(site));
    let browser = launch(extension, &server).await?;
    let walked = visit(&browser, &server, site, reference).await;
    if walked.is_err() {
        say(&browser.report(&format!("sites-{}", site.host)).await);
    }
    let ended = browser.quit().await;
    let walk = walked?;
    ended.map(|()| walk)
}

async fn launch(extension: &Path, server: &Server) -> Result<Browser> {
    let proxy = |name: &str| format!("network.proxy.{name}");
    let options = Options {
        geckodriver: GECKODRIVER.ensure()?,
        firefox: Some(firefox::ensure()?),
        headless: true,
        extension: Some(extension.to_owned()),
        extension_id: EXTENSION_ID.to_owned(),
        window: (1280, 860),
        // The server also refuses other hosts with HTTPS, so that nothing leaves this computer.
        prefs: vec![
            (proxy("ssl"), Pref::Text("127.0.0.1".to_owned())),
            (proxy("ssl_port"), Pref::Int(server.port().into())),
            // Firefox has a list of sites that it opens only with HTTPS.
            ("network.stricttransportsecurity.preloadlist".to_owned(), Pref::Bool(false)),
        ],
        profile: None,
    };
    Browser::launch(&options).await
}

async fn visit(browser: &Browser, server: &Server, site: &SiteFolder, reference: &Reference) -> Result<Walk> {
    browser.use_proxy(server).await?;
    browser.record_extension_requests().await?;
    let mut visited = vec![site.home()];
    visited.extend(reference.visits(VISITS));
    for (number, page) in visited.iter().enumerate() {
        browser.goto(page).await?;
        let shown = browser.in_page("return document.documentURI", &[]).await?;
        ensure!(shown.as_str().is_some_and(|url| url.starts_with("http:")), "{page} shows {shown}");
        if number == 0 {
            browser.open_sidebar().await?;
        }
        browser.settle().await.with_context(|| format!("at {page}"))?;
    }
    let tree = browser.tree().await?;
    Ok(Walk { tree, visited, requests: browser.extension_requests().await? })
}

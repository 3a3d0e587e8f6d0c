//! Opens the pages of a site in a real Firefox and reads the tree of the sidebar.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::options::EXTENSION_ID;
use navibar_browser_tests::{Browser, Options, Pref, Server, SiteFolder, Tree};
use navibar_judge::Reference;

use super::{VISITS, Walk};

/// The programs and the package that a walk needs. `cargo xtask sites --firefox` sets the variables.
#[derive(Debug)]
pub(crate) struct Firefox {
    firefox: PathBuf,
    geckodriver: PathBuf,
    extension: PathBuf,
}

impl Firefox {
    pub(crate) fn from_env() -> Result<Self> {
        let named = |name: &str| env::var_os(name).map(PathBuf::from).with_context(|| format!("{name} is not set"));
        let (firefox, geckodriver) = (named("FIREFOX")?, named("GECKODRIVER")?);
        Ok(Self { firefox, geckodriver, extension: named("NAVIBAR_EXTENSION")? })
    }
}

/// Walks a site in its own Firefox.
pub(crate) async fn walk(site: &SiteFolder, reference: &Reference, programs: &Firefox) -> Result<Walk> {
    let server = Server::start()?;
    server.sites(std::slice::from_ref(site));
    let browser = launch(programs, &server).await?;
    let walked = visit(&browser, &server, site, reference).await;
    if walked.is_err() {
        eprintln!("{}", browser.report(&format!("sites-{}", site.host)).await);
    }
    let ended = browser.quit().await;
    let walk = walked?;
    ended.map(|()| walk)
}

async fn launch(programs: &Firefox, server: &Server) -> Result<Browser> {
    let proxy = |name: &str| format!("network.proxy.{name}");
    let options = Options {
        geckodriver: programs.geckodriver.clone(),
        firefox: Some(programs.firefox.clone()),
        headless: true,
        extension: Some(programs.extension.clone()),
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
    let mut first = Tree::default();
    for (number, page) in visited.iter().enumerate() {
        browser.goto(page).await?;
        let shown = browser.in_page("return document.documentURI", &[]).await?;
        ensure!(shown.as_str().is_some_and(|url| url.starts_with("http:")), "{page} shows {shown}");
        if number == 0 {
            browser.open_sidebar().await?;
        }
        browser.settle().await.with_context(|| format!("at {page}"))?;
        if number == 0 {
            first = browser.tree().await?;
        }
    }
    let (five, requests) = (browser.tree().await?, browser.extension_requests().await?);
    Ok(Walk { first, five, entered: Vec::new(), glances: Vec::new(), visited, requests })
}

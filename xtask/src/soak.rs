//! `cargo xtask soak`: more than an hour of browsing in some minutes, in a real browser with the sidebar open. At the
//! end, the memory may be only a little larger than after the first round over all sites.

mod sites;

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::{Browser, Memory, Server};
use serde_json::json;

use crate::build;
use crate::interrupt;
use crate::paths::Browser as BrowserName;
use crate::step::{say, seconds};
use crate::tools::{chromium, firefox};
use sites::Site;

/// Pages that are visited in a row on each site.
const PAGES: usize = 5;

/// Tabs that are open side by side.
const TABS: usize = 6;

/// Maximum ratio of the memory at the end to that after the first round.
const MAX_RATIO: f64 = 1.2;

/// Maximum time until a site shows. The largest site needs it on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The options of the command.
#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) browser: BrowserName,
    /// page loads in total
    pub(crate) loads: usize,
    pub(crate) sites: usize,
}

impl Default for Args {
    fn default() -> Self {
        Self { browser: BrowserName::Firefox, loads: 2_000, sites: 50 }
    }
}

/// Installs what is missing, builds, and browses.
///
/// # Errors
/// If the memory at the end is too large, or if the console has a line.
pub(crate) fn soak(args: &Args) -> Result<()> {
    ensure!(args.sites >= 2, "--sites must be at least 2");
    let rounds = args.loads.div_ceil(args.sites * PAGES);
    ensure!(rounds >= 2, "--loads must be more than {}: one round has nothing to compare with", args.sites * PAGES);
    match args.browser {
        BrowserName::Firefox => firefox::ask_for_password()?,
        BrowserName::Chromium => chromium::ask_for_password()?,
    }
    build::packages()?;
    let server = Server::start()?;
    let sites = sites::serve(&server, args.sites, PAGES)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let done = runtime.block_on(interrupt::unless_interrupted(async {
        let browser = launch(args.browser).await?;
        let soaked = all_rounds(&browser, &server, &sites, rounds).await;
        if soaked.is_err() {
            say(&browser.report("soak").await);
        }
        let ended = browser.quit().await;
        soaked.and_then(|soaked| ended.map(|()| soaked))
    }));
    judge(&done.context("interrupted")??)
}

async fn launch(name: BrowserName) -> Result<Browser> {
    let window = (1200, 800);
    match name {
        BrowserName::Firefox => firefox::launch(window).await,
        BrowserName::Chromium => chromium::launch(window).await,
    }
}

/// Runs all rounds. Returns the memory after each round.
async fn all_rounds(browser: &Browser, server: &Server, sites: &[Site], rounds: usize) -> Result<Vec<Memory>> {
    browser.use_proxy(server).await?;
    browser.goto(&sites[0].url(0)).await?;
    browser.open_sidebar().await?;
    let mut measured = Vec::new();
    let begun = Instant::now();
    for round in 1..=rounds {
        for (number, site) in sites.iter().enumerate() {
            visit(browser, number, site).await.with_context(|| format!("at {} in round {round}", site.host))?;
        }
        // Every round ends in the same state.
        browser.goto(&sites[0].url(0)).await?;
        settle(browser, &sites[0]).await?;
        let memory = browser.memory().await?;
        let complaints = browser.take_console().await?;
        // Firefox's advice about scrolling is not an error.
        let complaints: Vec<_> = complaints.iter().filter(|line| !line.contains("scroll-linked")).collect();
        ensure!(complaints.is_empty(), "the console has\n{complaints:#?}");
        let loads = round * sites.len() * PAGES;
        say(&format!(
            "  ok round {round} of {rounds}, {loads} page loads ({}): {}",
            seconds(begun.elapsed()),
            described(&memory)
        ));
        measured.push(memory);
    }
    Ok(measured)
}

/// Visits a site as a user does.
async fn visit(browser: &Browser, number: usize, site: &Site) -> Result<()> {
    match browser.tabs().await?.len() {
        0..TABS => browser.open_tab(&site.url(0)).await?,
        _ => {
            browser.select_tab(number % TABS).await?;
            browser.goto(&site.url(0)).await?;
        }
    }
    // Some sites are left before they are loaded.
    if site.ends && number % 4 != 3 {
        settle(browser, site).await?;
        browser.in_sidebar(ACTIONS, &[json!(number)]).await?;
    }
    for page in 1..PAGES {
        browser.goto(&site.url(page)).await?;
    }
    if number % 7 == 6 {
        close_a_tab(browser).await?;
    }
    if number % 10 == 9 {
        use_another_window(browser, site).await?;
    }
    Ok(())
}

/// Waits until the tree of a site shows, or the reason why there is none.
async fn settle(browser: &Browser, site: &Site) -> Result<()> {
    let js = "return one('#site').textContent == args[0] && !['idle', 'loading'].includes(one('navi-bar').state)";
    let begun = Instant::now();
    while browser.in_sidebar(js, &[json!(site.host)]).await? != json!(true) {
        ensure!(begun.elapsed() < TIMEOUT, "nothing shows after {TIMEOUT:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Uses branches, scrolling, the filter, other orders, menus and panels.
const ACTIONS: &str = r##"
    const tree = one("navi-bar");
    const painted = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    if (tree.session?.rowCount) {
        for (let at = 0; at < 3; at++) {
            all("[role=treeitem][aria-expanded=false] [part~=twisty]").at(at)?.click();
            await painted();
        }
        if (args[0] % 5 == 0) {
            tree.session.expandAll();
            tree.refresh();
            await painted();
        }
        const box = one("[part~=scroller]");
        for (let at = 0; at < 6; at++) {
            box.scrollTop += (at % 2 ? 1 : 40) * box.clientHeight;
            await painted();
        }
        box.scrollTop = 0;
        const input = one("input[type=search]");
        for (const text of ["b", "br", "b 1", "page 17", ""]) {
            input.value = text;
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
            await painted();
        }
        for (const order of ["title", "changed", "site"]) {
            tree.order = order;
            await painted();
        }
        const [first] = tree.session.rows(0, 1);
        tree.session.menu(first.id);
        if (args[0] % 6 == 0) tree.exportAs("nns");
    }
    for (const title of ["What", "Problems"]) {
        one("#more").click();
        const entry = all("[role=menuitem]").find(({ textContent }) => textContent.startsWith(title));
        if (entry?.ariaDisabled == "true") one("#more").click();
        else entry?.click();
        await painted();
        all(".panel-close").find((close) => close.checkVisibility())?.click();
    }
"##;

async fn close_a_tab(browser: &Browser) -> Result<()> {
    let tabs = browser.tabs().await?.len();
    let js = "const tabs = await browser.tabs.query({ currentWindow: true, active: false });
        if (tabs.length) await browser.tabs.remove(tabs[0].id);";
    browser.in_sidebar(js, &[]).await?;
    browser.wait_until("the tab to close", async || Ok((browser.tabs().await?.len() < tabs).then_some(()))).await
}

/// Opens and closes a second window with its own sidebar.
async fn use_another_window(browser: &Browser, site: &Site) -> Result<()> {
    browser.in_sidebar("await browser.windows.create({ url: args[0] });", &[json!(site.url(1))]).await?;
    browser.wait_until("another window", async || Ok((browser.windows().await?.len() == 2).then_some(()))).await?;
    browser.open_sidebar().await?;
    if site.ends {
        settle(browser, site).await?;
    }
    // The sidebar closes with the window, so the window closes after the answer.
    let js = "const { id } = await browser.windows.getCurrent(); setTimeout(() => browser.windows.remove(id), 50);";
    browser.in_sidebar(js, &[]).await?;
    browser.wait_until("the window to close", async || Ok((browser.windows().await?.len() == 1).then_some(()))).await
}

fn described(memory: &Memory) -> String {
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    format!(
        "{:.1} MB of WebAssembly, {:.1} MB of script, {:.1} MB in the process; nodes {}, listeners {}",
        megabytes(memory.wasm),
        megabytes(memory.script),
        megabytes(memory.process),
        memory.nodes,
        memory.listeners
    )
}

/// Compares the memory at the end with that after the first round.
fn judge(measured: &[Memory]) -> Result<()> {
    let (Some(first), Some(last)) = (measured.first(), measured.last()) else { bail!("nothing was measured") };
    let parts = |memory: &Memory| {
        [
            ("WebAssembly", memory.wasm),
            ("script", memory.script),
            ("process", memory.process),
            ("nodes", memory.nodes),
            ("listeners", memory.listeners),
        ]
    };
    let ratio = |((name, first), (_, last)): ((_, u64), (_, u64))| (name, last as f64 / first.max(1) as f64);
    let ratios: Vec<(&str, f64)> = parts(first).into_iter().zip(parts(last)).map(ratio).collect();
    let list: Vec<String> = ratios.iter().map(|(name, ratio)| format!("{name} {ratio:.2}")).collect();
    say(&format!("     ratios to the first round: {}", list.join(", ")));
    let over: Vec<_> = ratios.iter().filter(|(_, ratio)| *ratio > MAX_RATIO).map(|(name, _)| *name).collect();
    ensure!(over.is_empty(), "more than {MAX_RATIO} times the memory of the first round: {}", over.join(", "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(process: u64) -> Memory {
        Memory { process, wasm: 10, script: 10, nodes: 10, listeners: 10 }
    }

    #[test]
    fn a_fifth_more_memory_is_allowed_at_the_end() {
        assert!(judge(&[memory(100), memory(300), memory(120)]).is_ok(), "rounds between do not count");
        let error = judge(&[memory(100), memory(121)]).map_err(|error| error.to_string());
        assert_eq!(error, Err("more than 1.2 times the memory of the first round: process".to_owned()));
    }
}

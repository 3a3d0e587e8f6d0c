//! The page that opens after the extension has been installed.

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{Browser, Options, Pref, browser_test};
use serde_json::json;

use crate::options::{inspect_page, page_of_extension};

async fn welcome_tabs(firefox: &Browser) -> Result<usize> {
    Ok(firefox.tabs().await?.iter().filter(|tab| tab.url.ends_with("/welcome.html")).count())
}

/// Waits until the background page has got the event of the installation.
async fn wait_for_background(firefox: &Browser) -> Result<()> {
    let host = "return WebExtensionPolicy.getByID('navibar@navibar.org').mozExtensionHostname";
    let host: String = firefox.chrome_as(host, &[]).await?;
    firefox.open_tab(&format!("moz-extension://{host}/options.html")).await?;
    firefox.in_page("await browser.runtime.getBackgroundPage()", &[]).await?;
    Ok(())
}

/// Runs in its own Firefox, in which the extension can be installed permanently.
#[test]
#[cfg_attr(feature = "chromium", ignore = "tested in Firefox's own pages")]
fn the_page_opens_once_after_a_permanent_installation() -> Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let mut options = Options::from_env()?;
        let extension = options.extension.take().context("no extension")?;
        options.prefs.push(("xpinstall.signatures.required".to_owned(), Pref::Bool(false)));
        let firefox = Browser::launch(&options).await?;
        let result = install_twice(&firefox, &extension).await;
        if result.is_err() {
            eprintln!("{}", firefox.report("the_page_opens_once_after_a_permanent_installation").await);
        }
        firefox.quit().await?;
        result
    })
}

async fn install_twice(firefox: &Browser, extension: &std::path::Path) -> Result<()> {
    // A temporary extension is installed at each start, so its page would open each time.
    firefox.install(extension, true).await?;
    wait_for_background(firefox).await?;
    assert_eq!(welcome_tabs(firefox).await?, 0);
    firefox
        .chrome(
            "const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
             await (await AddonManager.getAddonByID('navibar@navibar.org')).uninstall();
             await until('the extension to go', () => !WebExtensionPolicy.getByID('navibar@navibar.org'));",
            &[],
        )
        .await?;

    firefox.install(extension, false).await?;
    // The UUID differs from the one before.
    firefox.wait_until("the page", async || Ok(firefox.url().await?.ends_with("/welcome.html").then_some(()))).await?;
    firefox.wait_in_page("its texts", "return one('#shortcut').textContent == 'or press Ctrl+Shift+L'", &[]).await?;
    ensure!(!firefox.sidebar_is_open().await?, "nothing is loaded before the user says so");
    firefox.click_in_page("#open").await?;
    firefox.wait_until("the sidebar", async || Ok(firefox.sidebar_is_open().await?.then_some(()))).await?;

    // The same version again, as an update: Firefox closes the old pages, and no page opens.
    assert_eq!(welcome_tabs(firefox).await?, 1);
    firefox.install(extension, false).await?;
    wait_for_background(firefox).await?;
    assert_eq!(welcome_tabs(firefox).await?, 0);
    Ok(())
}

async fn open_welcome(firefox: &Browser, shortcut: &str) -> Result<()> {
    firefox.goto(&page_of_extension("welcome.html")).await?;
    firefox.wait_in_page("the shortcut", "return one('#shortcut').textContent == args[0]", &[json!(shortcut)]).await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "tested in Firefox's own pages")]
fn the_page_names_the_current_shortcut() -> Result<()> {
    browser_test("the_page_names_the_current_shortcut", async |firefox| {
        open_welcome(firefox, "or press Ctrl+Shift+L").await?;
        let command = "await browser.commands.update({ name: '_execute_sidebar_action', shortcut: args[0] })";
        firefox.in_page(command, &[json!("Alt+Shift+K")]).await?;
        open_welcome(firefox, "or press Alt+Shift+K").await?;
        firefox.in_page(command, &[json!("")]).await?;
        open_welcome(firefox, "").await?;
        firefox.in_page("await browser.commands.reset('_execute_sidebar_action')", &[]).await?;
        open_welcome(firefox, "or press Ctrl+Shift+L").await?;
        firefox.click_in_page("#options").await?;
        firefox.wait_for_url("about:addons").await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "tested in Firefox's own pages")]
fn the_page_fits_every_width() -> Result<()> {
    browser_test("the_page_fits_every_width", async |firefox| {
        open_welcome(firefox, "or press Ctrl+Shift+L").await?;
        inspect_page(firefox).await?;
        // A page gets the event of a new window size some time later.
        let fits = "const { scrollWidth, scrollHeight } = document.documentElement;
            const fits = [scrollWidth <= innerWidth, scrollHeight <= innerHeight, one('#open').getBoundingClientRect().bottom < innerHeight];
            return Math.abs(innerWidth - args[0]) < 12 && fits.join() == args[1];";
        // Firefox's windows are wider than 400 pixels. The sidebar takes the rest.
        firefox.open_sidebar().await?;
        firefox.set_sidebar_width(300).await?;
        firefox.resize(700, 800).await?;
        firefox.wait_in_page("a narrow page that scrolls", fits, &[json!(400), json!("true,false,true")]).await?;
        firefox.close_sidebar().await?;
        for width in [1000, 1600] {
            firefox.resize(width, 800).await?;
            let what = format!("all on one screen of {width} pixels");
            firefox.wait_in_page(&what, fits, &[json!(width), json!("true,true,true")]).await?;
        }
        Ok(())
    })
}

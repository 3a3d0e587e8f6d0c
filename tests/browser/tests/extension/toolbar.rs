//! The toolbar button's state for a tab's site.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Browser, Reply, browser_test};
use serde_json::json;

use crate::privacy::{open_private_window, with_private_windows};
use crate::site::{Site, garden, visit};

/// The icon file and the tooltip of the button in the front window.
const BUTTON: &str = "
    const { ExtensionCommon } = ChromeUtils.importESModule('resource://gre/modules/ExtensionCommon.sys.mjs');
    const id = ExtensionCommon.makeWidgetId('navibar@navibar.org') + '-BAP';
    const button = front().document.getElementById(id);
    const icon = /toolbar-image: url\\(.*?icons\\/(\\w+)/.exec(button.getAttribute('style'))?.[1];
    return [icon, button.getAttribute('tooltiptext')];";

const PLAIN: [&str; 2] = ["toolbar", "Toggle the Navibar sidebar"];
const DECLARED: [&str; 2] = ["declared", "Navibar: this site declares its structure"];
const DERIVED: [&str; 2] = ["toolbar", "Navibar: this site’s structure comes from its pages’ addresses"];

async fn wait_for_button(firefox: &Browser, expected: [&str; 2]) -> Result<()> {
    firefox
        .wait_until(&format!("the button {expected:?}"), async || {
            let found = firefox.chrome(BUTTON, &[]).await?;
            ensure!(found == json!(expected), "it is {found}");
            Ok(Some(()))
        })
        .await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the test the test reads Firefox's toolbar")]
fn the_button_shows_declared_structures() -> Result<()> {
    browser_test("the_button_shows_declared_structures", async |firefox| {
        let declared = Site::start(&garden())?;
        let derived = Site::without_sitemap()?;
        derived.route(
            "/sitemap.xml",
            Reply::new(
                200,
                "application/xml",
                format!(
                    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{}</loc></url></urlset>",
                    derived.url("/")
                ),
            ),
        );
        firefox.goto(&declared.url("/contact.html")).await?;
        wait_for_button(firefox, PLAIN).await?;
        assert_eq!(declared.requests_for("/sitemap.rdf").len(), 0, "no search without a sidebar");
        firefox.open_tab(&declared.url("/")).await?;
        visit(firefox, &declared).await?;
        wait_for_button(firefox, DECLARED).await?;
        // The state is also in other tabs of the site, and on all its pages.
        firefox.select_tab(0).await?;
        wait_for_button(firefox, DECLARED).await?;
        firefox.close_sidebar().await?;
        firefox.goto(&declared.url("/plants.html")).await?;
        wait_for_button(firefox, DECLARED).await?;
        firefox.goto("about:blank").await?;
        wait_for_button(firefox, PLAIN).await?;
        visit(firefox, &derived).await?;
        wait_for_button(firefox, DERIVED).await?;
        firefox.select_tab(1).await?;
        wait_for_button(firefox, DECLARED).await?;
        // Also without a sidebar, in another window, and after a restart of the background page.
        firefox
            .chrome(
                "front().SidebarController.hide();
                 await WebExtensionPolicy.getByID('navibar@navibar.org').extension.terminateBackground();
                 const w = front().OpenBrowserWindow();
                 await until('a window', () => w.gBrowserInit?.delayedStartupFinished && front() == w);
                 await load(w.gBrowser.selectedTab, A[0]);",
                &[json!(declared.url("/"))],
            )
            .await?;
        wait_for_button(firefox, DECLARED).await
    })
}

#[test]
fn only_the_newest_structures_are_stored() -> Result<()> {
    browser_test("only_the_newest_structures_are_stored", async |browser| {
        let site = Site::start(&garden())?;
        browser.open_sidebar().await?;
        // Stores entries of many sites.
        let many = "await browser.storage.session.clear();
            const entry = (at) => ['structure https://' + at + '.example', { structure: 'derived', keptAt: at }];
            await browser.storage.session.set(Object.fromEntries(Array.from({ length: 600 }, (_, at) => entry(at))));";
        browser.in_sidebar(many, &[]).await?;
        visit(browser, &site).await?;
        let left = "const all = Object.keys(await browser.storage.session.get(null)).filter((key) => key.startsWith('structure '));
            return [all.length, ...[args[0], 'https://599.example', 'https://101.example', 'https://100.example']
                .map((origin) => all.includes('structure ' + origin))];";
        let expected = json!([500, true, true, true, false]);
        browser
            .wait_until("the removal of old entries", async || {
                let found = browser.in_sidebar(left, &[json!(site.url(""))]).await?;
                ensure!(found == expected, "it is {found}");
                Ok(Some(()))
            })
            .await?;
        browser.in_sidebar("await browser.storage.session.clear();", &[]).await?;
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "reads Firefox's toolbar")]
fn the_state_of_a_private_window_stays_in_it() -> Result<()> {
    browser_test("the_state_of_a_private_window_stays_in_it", async |firefox| {
        with_private_windows(firefox, in_private_window).await
    })
}

async fn in_private_window(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    open_private_window(firefox).await?;
    visit(firefox, &site).await?;
    wait_for_button(firefox, DECLARED).await?;
    firefox.goto(&site.url("/contact.html")).await?;
    wait_for_button(firefox, DECLARED).await?;
    let kept = "return Object.keys(await browser.storage.session.get()).filter((key) => key.includes(args[0]))";
    let origin = site.url("");
    assert_eq!(firefox.in_sidebar(kept, &[json!(origin.trim_end_matches('/'))]).await?, json!([]));
    firefox.chrome("front().close(); await until('one window', () => windows().length == 1);", &[]).await?;
    firefox.goto(&site.url("/")).await?;
    wait_for_button(firefox, PLAIN).await
}

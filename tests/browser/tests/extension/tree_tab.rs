//! The tree as a page in a tab.

use anyhow::{Result, bail};
use navibar_browser_tests::{At, Browser, Pref, browser_test};
use serde_json::json;

use crate::site::{Site, garden, visit};

/// Waits until the page in the active tab is a tree with a row of this name as the current page.
async fn wait_for_current(browser: &Browser, name: &str) -> Result<()> {
    let js = "return document.querySelector('navi-bar')?.shadowRoot.querySelector('[aria-current]')?.textContent.includes(args[0])";
    browser.wait_in_page(&format!("{name} as the current page"), js, &[json!(name)]).await.map(drop)
}

/// Opens the tree in a tab in front.
async fn open_tree_tab(browser: &Browser) -> Result<()> {
    browser.click(At::Css("#more")).await?;
    let entry = "all('[role=menuitem]').find((e) => e.textContent.includes('Open the Tree in a Tab'))";
    browser.wait_in_sidebar("the entry", &format!("const e = {entry}; e?.click(); return Boolean(e)"), &[]).await?;
    let shown = async || Ok(browser.url().await?.ends_with("/sidebar.html").then_some(()));
    browser.wait_until("the tree's tab", shown).await?;
    wait_for_current(browser, "Welcome").await
}

#[test]
fn a_wide_tab_shows_the_details_of_the_focused_row() -> Result<()> {
    browser_test("a_wide_tab_shows_the_details_of_the_focused_row", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        open_tree_tab(browser).await?;
        let details =
            "const shown = one('#beside'); return shown.checkVisibility() && shown.textContent.includes(args[0])";
        browser.in_page("one('navi-bar').reveal(); one('navi-bar').focusCurrent()", &[]).await?;
        browser.wait_in_page("the address", details, &[json!(site.url("/"))]).await?;
        let next = "one('navi-bar').shadowRoot.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, composed: true, cancelable: true }))";
        browser.in_page(next, &[]).await?;
        browser.wait_in_page("the next row's details", details, &[json!("Plants")]).await?;
        browser.picture("beside-1200").await?;
        browser.resize(500, 800).await?;
        browser.wait_in_page("the tree alone", "return !one('#beside').checkVisibility()", &[]).await.map(drop)
    })
}

#[test]
fn the_tree_opens_in_a_tab() -> Result<()> {
    browser_test("the_tree_opens_in_a_tab", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        open_tree_tab(browser).await?;
        let has_entry = "document.querySelector('#more').click(); return all('[role=menuitem]').some((e) => e.textContent.includes('in a Tab'))";
        assert_eq!(browser.in_page(has_entry, &[]).await?, json!(false), "the tree is in a tab already");
        browser.in_page("document.querySelector('#more').click()", &[]).await?;
        // It follows the tab that the user leaves, never itself.
        browser.select_tab(0).await?;
        browser.goto(&site.url("/contact.html")).await?;
        browser.select_tab(1).await?;
        wait_for_current(browser, "Contact").await?;
        // A click opens the page here.
        browser
            .in_page("const row = all('a.row').find((e) => e.textContent.includes('Plants')); row.click();", &[])
            .await
            .ok();
        browser.wait_for_url(&site.url("/plants.html")).await?;
        browser.in_page("history.back()", &[]).await.ok();
        let shown = async || Ok(browser.url().await?.ends_with("/sidebar.html").then_some(()));
        browser.wait_until("the tree again", shown).await?;
        wait_for_current(browser, "Contact").await
    })
}

/// Two tabs that are in sight beside each other: a click in the tree opens the page in the other one.
#[test]
#[cfg_attr(feature = "chromium", ignore = "the test makes Firefox's split view")]
fn in_a_split_view_a_click_opens_the_page_beside_the_tree() -> Result<()> {
    browser_test("in_a_split_view_a_click_opens_the_page_beside_the_tree", async |firefox| {
        firefox.set_pref("browser.tabs.splitView.enabled", &Pref::Bool(true)).await?;
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        open_tree_tab(firefox).await?;
        firefox.chrome("gBrowser.addTabSplitView([gBrowser.tabs[0], gBrowser.tabs[1]]);", &[]).await?;
        let in_sight = "return [0, 1].every((at) => gBrowser.tabs[at].linkedBrowser.docShellIsActive)";
        firefox
            .wait_until("both in sight", async || {
                Ok((firefox.chrome(in_sight, &[]).await? == json!(true)).then_some(()))
            })
            .await?;
        wait_for_current(firefox, "Welcome").await?;
        firefox
            .in_page("const row = all('a.row').find((e) => e.textContent.includes('Plants')); row.click();", &[])
            .await?;
        wait_for_current(firefox, "Plants").await?;
        let tabs = firefox.tabs().await?;
        let urls: Vec<&str> = tabs.iter().map(|tab| &*tab.url).collect();
        assert_eq!(urls[0], site.url("/plants.html"));
        assert!(urls[1].ends_with("/sidebar.html"), "{urls:?}");
        firefox.picture("split-view").await?;
        firefox.clear_pref("browser.tabs.splitView.enabled").await
    })
}

/// The middle of a row in the tree's tab, and its height, in CSS pixels.
const ROW: &str = "const row = document.querySelector('navi-bar').shadowRoot.querySelectorAll('a.row').values()
        .find((e) => e.textContent.includes(args[0]));
    const { x, y, width, height } = row.getBoundingClientRect();
    return [x + width / 2, y + height / 2, height]";

#[test]
#[cfg_attr(not(feature = "chromium"), ignore = "Firefox's window has no touch screen, and is wider than a phone")]
fn on_a_phone_a_tap_opens_the_page_and_back_returns_to_the_tree() -> Result<()> {
    browser_test("on_a_phone_a_tap_opens_the_page_and_back_returns_to_the_tree", async |browser| {
        let Browser::Chromium(chromium) = browser else { bail!("this test needs a touch screen") };
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        open_tree_tab(browser).await?;
        chromium.touch_screen(390, 844).await?;
        let high = format!("const [, , height] = (() => {{ {ROW} }})(); return height >= 44");
        browser.wait_in_page("rows for fingers", &high, &[json!("Contact")]).await?;
        browser.wait_in_page("no details", "return !one('#beside').checkVisibility()", &[]).await?;
        let small = "const inside = document.querySelector('navi-bar').shadowRoot.querySelector('input');
            return [inside, ...document.querySelectorAll('header button')].filter((e) => e.checkVisibility())
                .map((e) => e.getBoundingClientRect().height).filter((height) => height < 42)";
        assert_eq!(browser.in_page(small, &[]).await?, json!([]), "the box and the buttons are for fingers");
        let is_inside = "return document.documentElement.scrollWidth <= 390";
        assert_eq!(browser.in_page(is_inside, &[]).await?, json!(true), "nothing scrolls sideways");
        let (x, y, _) = serde_json::from_value::<(f64, f64, f64)>(browser.in_page(ROW, &[json!("Contact")]).await?)?;
        chromium.tap((x, y)).await?;
        browser.wait_for_url(&site.url("/contact.html")).await?;
        browser.in_page("history.back()", &[]).await.ok();
        let shown = async || Ok(browser.url().await?.ends_with("/sidebar.html").then_some(()));
        browser.wait_until("the tree again", shown).await?;
        let same = format!("const [, middle] = (() => {{ {ROW} }})(); return middle === args[1]");
        browser.wait_in_page("the row at the same place", &same, &[json!("Contact"), json!(y)]).await.map(drop)
    })
}

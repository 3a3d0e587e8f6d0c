//! The tree as a page in a tab.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, browser_test};
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

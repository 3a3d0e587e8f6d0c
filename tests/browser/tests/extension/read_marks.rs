//! Marks of the pages that the user has read, and of those that have changed since the last visit.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Key, browser_test};
use serde_json::json;

use crate::files::choose_in_header_menu;
use crate::news::{DAY, age, arrive, come_back, dated};
use crate::options::{page_of_extension, with_settings};
use crate::site::{Site, garden, visit};

/// Waits until the rows with a mark are these: `Title: mark`.
async fn wait_for_marks(browser: &Browser, expected: &[&str]) -> Result<()> {
    let js = "return all('a.row[data-mark]').map((row) => row.querySelector('.title').textContent + ': ' + row.dataset.mark)";
    let marks = async || Ok((browser.in_sidebar(js, &[]).await? == json!(expected)).then_some(()));
    browser.wait_until(&format!("the marks {expected:?}"), marks).await
}

/// Opens the page of a row with the keyboard.
async fn open(browser: &Browser, site: &Site, title: &str, path: &str) -> Result<()> {
    browser.focus(At::Row(title)).await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_url(&site.url(path)).await
}

/// Waits until this number of read pages of the site is stored.
async fn wait_for_stored(browser: &Browser, site: &Site, pages: usize) -> Result<()> {
    let js = "const key = `read ${new URL(args[0]).origin}`;
        const kept = (await (globalThis.browser ?? chrome).storage.local.get(key))[key];
        return args[1] == (kept?.pages.length ?? 0) / 2 && Boolean(kept) == args[1] > 0";
    let what = format!("{pages} stored pages");
    browser.wait_in_sidebar(&what, js, &[json!(site.url("/")), json!(pages)]).await.map(drop)
}

#[test]
fn pages_that_were_read_have_a_tick_until_they_are_forgotten() -> Result<()> {
    browser_test("pages_that_were_read_have_a_tick_until_they_are_forgotten", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        wait_for_stored(browser, &site, 1).await?;
        wait_for_marks(browser, &[]).await?;
        open(browser, &site, "Plants", "/plants.html").await?;
        wait_for_marks(browser, &["Welcome: read"]).await?;
        open(browser, &site, "Contact", "/contact.html").await?;
        wait_for_marks(browser, &["Welcome: read", "Plants: read"]).await?;
        wait_for_stored(browser, &site, 3).await?;
        let text = browser
            .in_sidebar("return JSON.stringify(await (globalThis.browser ?? chrome).storage.local.get(null))", &[])
            .await?;
        assert!(!text.as_str().unwrap_or_default().contains("plants.html"), "no address is stored: {text}");
        let described =
            "return all('a.row').find((row) => row.textContent.includes('Plants')).getAttribute('aria-description')";
        assert_eq!(browser.in_sidebar(described, &[]).await?, json!("You have read this page."));
        // The store outlives the sidebar.
        browser.close_sidebar().await?;
        browser.open_sidebar().await?;
        wait_for_marks(browser, &["Welcome: read", "Plants: read"]).await?;
        choose_in_header_menu(browser, "Forget What I Have Read Here").await?;
        wait_for_marks(browser, &[]).await?;
        wait_for_stored(browser, &site, 0).await
    })
}

#[test]
fn the_menu_leads_to_the_next_unread_page() -> Result<()> {
    browser_test("the_menu_leads_to_the_next_unread_page", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        open(browser, &site, "Contact", "/contact.html").await?;
        wait_for_marks(browser, &["Welcome: read"]).await?;
        // Contact is the last page of the tree.
        browser.focus(At::Css("#more")).await?;
        browser.press(Key::Enter).await?;
        let is_focused = "return one('[role^=menuitem]:focus')?.textContent == args[0]";
        browser.wait_in_sidebar("the menu", "return Boolean(one('[role^=menuitem]:focus'))", &[]).await?;
        browser.type_text("Go").await?;
        browser.wait_in_sidebar("the submenu's entry", is_focused, &[json!("Go To")]).await?;
        browser.press(Key::Right).await?;
        browser.wait_in_sidebar("the submenu", "return all('[role=menu]').length == 2", &[]).await?;
        browser.press(Key::End).await?;
        browser.wait_in_sidebar("the last entry", is_focused, &[json!("Next unread page in the tree")]).await?;
        browser.press(Key::Enter).await?;
        browser.wait_for_url(&site.url("/plants.html")).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the address of the options is Firefox's")]
fn the_switch_in_the_options_forgets_what_was_read() -> Result<()> {
    browser_test("the_switch_in_the_options_forgets_what_was_read", async |browser| {
        with_settings(browser, async || {
            let site = Site::start(&garden())?;
            visit(browser, &site).await?;
            open(browser, &site, "Plants", "/plants.html").await?;
            wait_for_marks(browser, &["Welcome: read"]).await?;
            browser.goto(&page_of_extension("options.html")).await?;
            browser.wait_in_page("the switch", "return one('#mark-read').checked", &[]).await?;
            browser.click_in_page("#mark-read").await?;
            wait_for_stored(browser, &site, 0).await?;
            visit(browser, &site).await?;
            open(browser, &site, "Contact", "/contact.html").await?;
            browser.settle().await?;
            wait_for_marks(browser, &[]).await?;
            wait_for_stored(browser, &site, 0).await
        })
        .await
    })
}

#[test]
fn pages_that_changed_since_the_last_visit_have_a_dot_until_they_are_read() -> Result<()> {
    browser_test("pages_that_changed_since_the_last_visit_have_a_dot_until_they_are_read", async |browser| {
        let site = dated(&[("trees/oak", 3600), ("trees/ash", 9 * DAY), ("yew", 3600), ("elm", 400 * DAY)])?;
        arrive(browser, &site).await?;
        wait_for_marks(browser, &[]).await?;
        age(browser, &site, 5 * DAY).await?;
        come_back(browser, &site).await?;
        wait_for_marks(browser, &["Trees: changedBelow", "Yew: changed"]).await?;
        browser.focus(At::Row("Trees")).await?;
        browser.press(Key::Right).await?;
        wait_for_marks(browser, &["Oak: changed", "Yew: changed"]).await?;
        browser.picture("read-marks").await?;
        open(browser, &site, "Yew", "/yew.html").await?;
        open(browser, &site, "Elm", "/elm.html").await?;
        let home = format!("{}: read", site.url("").trim_start_matches("http://").trim_end_matches('/'));
        wait_for_marks(browser, &[&home, "Oak: changed", "Yew: read"]).await?;
        browser.focus(At::Row("Trees")).await?;
        browser.press(Key::Left).await?;
        wait_for_marks(browser, &[&home, "Trees: changedBelow", "Yew: read"]).await
    })
}

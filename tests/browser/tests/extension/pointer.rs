//! Clicks with every button and modifier key that has a meaning for a link in Firefox.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Button, Key, browser_test};

use crate::site::{Site, garden, names, visit};

/// Waits until the tabs of the front window show these paths, the active one marked by `*`.
async fn wait_for_tabs(firefox: &Browser, site: &Site, expected: &[&str]) -> Result<()> {
    firefox
        .wait_until(&format!("the tabs {expected:?}"), async || {
            let tabs = firefox.tabs().await?;
            let found: Vec<_> = tabs
                .iter()
                .map(|tab| format!("{}{}", if tab.active { "*" } else { "" }, tab.url.replace(&site.url(""), "")))
                .collect();
            Ok((found == expected).then_some(()))
        })
        .await
}

#[test]
fn a_click_opens_the_page_in_this_tab() -> Result<()> {
    browser_test("a_click_opens_the_page_in_this_tab", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.click(At::Twisty("Plants")).await?;
        let rows = firefox.wait_for_rows("the expanded branch", |rows| rows.len() == 7).await?;
        assert_eq!(rows[1].expanded, Some(true));
        wait_for_tabs(firefox, &site, &["*/"]).await?;
        firefox.click(At::Row("Pear")).await?;
        wait_for_tabs(firefox, &site, &["*/plants/pear.html"]).await?;
        let rows =
            firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Pear")).await?;
        assert_eq!(names(&rows), ["Welcome", "Plants", "Apple", "Pear", "Plum", "Tools", "Contact"]);
        firefox.click(At::Twisty("Plants")).await?;
        firefox.wait_for_rows("the collapsed branch", |rows| rows.len() == 4).await?;
        Ok(())
    })
}

#[test]
fn a_click_on_a_heading_toggles_it() -> Result<()> {
    browser_test("a_click_on_a_heading_toggles_it", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.click(At::Row("Tools")).await?;
        firefox.wait_for_rows("the expanded branch", |rows| names(rows).contains(&"Spade")).await?;
        firefox.click(At::Row("Tools")).await?;
        firefox.wait_for_rows("the collapsed branch", |rows| rows.len() == 4).await?;
        assert_eq!(firefox.url().await?, site.url("/"));
        Ok(())
    })
}

#[test]
fn middle_and_control_clicks_open_background_tabs() -> Result<()> {
    browser_test("middle_and_control_clicks_open_background_tabs", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.open_tab(&site.url("/growing.html")).await?;
        firefox.select_tab(0).await?;
        firefox
            .wait_for_rows("the first tab's page", |rows| rows.iter().any(|row| row.current && row.name == "Welcome"))
            .await?;
        firefox.click_with(&[], Button::Middle, At::Row("Plants")).await?;
        wait_for_tabs(firefox, &site, &["*/", "/plants.html", "/growing.html"]).await?;
        // The second tab opens after the first, as with links in a page.
        firefox.click_with(&[Key::Control], Button::Left, At::Row("Contact")).await?;
        wait_for_tabs(firefox, &site, &["*/", "/plants.html", "/contact.html", "/growing.html"]).await?;
        let rows = firefox.rows().await?;
        assert!(rows.iter().any(|row| row.current && row.name == "Welcome"), "the active tab stays");
        Ok(())
    })
}

#[test]
fn shift_opens_in_the_foreground() -> Result<()> {
    browser_test("shift_opens_in_the_foreground", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.click_with(&[Key::Control, Key::Shift], Button::Left, At::Row("Contact")).await?;
        wait_for_tabs(firefox, &site, &["/", "*/contact.html"]).await?;
        firefox.click_with(&[Key::Shift], Button::Middle, At::Row("Plants")).await?;
        wait_for_tabs(firefox, &site, &["/", "/contact.html", "*/plants.html"]).await?;
        firefox.click_with(&[Key::Shift], Button::Left, At::Row("Welcome")).await?;
        firefox
            .wait_until("a new window", async || {
                let windows = firefox.windows().await?;
                let alone = windows.iter().any(|tabs| tabs.len() == 1 && tabs[0].url == site.url("/"));
                Ok((windows.len() == 2 && alone).then_some(()))
            })
            .await
    })
}

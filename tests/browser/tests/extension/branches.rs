//! A branch opens and closes with everything in it: by keys, by the twisty, and by the menu.

use anyhow::Result;
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::{At, Browser, Button, Key, browser_test};

use crate::site::{Site, names, page, visit};

const CLOSED: &[&str] = &["Orchard", "Meadow"];
const ORCHARD: &[&str] = &["Orchard", "Stone fruit", "Cherry", "Morello", "Plum", "Pome fruit", "Quince", "Meadow"];

async fn open_orchard(firefox: &Browser) -> Result<Site> {
    let cherry = page("Cherry", "/cherry").with([page("Morello", "/morello")]);
    let stone = page("Stone fruit", "/stone").with([cherry, page("Plum", "/plum")]);
    let pome = page("Pome fruit", "/pome").with([page("Quince", "/quince")]);
    let meadow = page("Meadow", "/meadow").with([page("Daisy", "/daisy")]);
    let site = Site::start(&[page("Orchard", "/").with([stone, pome]), meadow])?;
    visit(firefox, &site).await?;
    Ok(site)
}

async fn wait_for(firefox: &Browser, expected: &[&str]) -> Result<()> {
    firefox.wait_for_rows(&format!("{expected:?}"), |rows| names(rows) == expected).await?;
    Ok(())
}

#[test]
fn keys_open_and_close_a_whole_branch() -> Result<()> {
    browser_test("keys_open_and_close_a_whole_branch", async |firefox| {
        let site = open_orchard(firefox).await?;
        firefox.focus(At::Row("Orchard")).await?;
        firefox.press_with(&[Key::Shift], Key::Right).await?;
        wait_for(firefox, ORCHARD).await?;
        firefox.press_with(&[Key::Shift], Key::Left).await?;
        wait_for(firefox, CLOSED).await?;
        // The branches inside are closed too.
        firefox.press(Key::Right).await?;
        wait_for(firefox, &["Orchard", "Stone fruit", "Pome fruit", "Meadow"]).await?;
        let rows = firefox.rows().await?;
        assert!(rows[0].focused, "the focus stays");
        assert_eq!(firefox.url().await?, site.url("/"));
        Ok(())
    })
}

#[test]
fn the_twisty_opens_and_closes_a_whole_branch() -> Result<()> {
    browser_test("the_twisty_opens_and_closes_a_whole_branch", async |firefox| {
        let site = open_orchard(firefox).await?;
        for held in [Key::Alt, Key::Shift] {
            firefox.click_with(&[held.clone()], Button::Left, At::Twisty("Orchard")).await?;
            wait_for(firefox, ORCHARD).await?;
            firefox.click_with(&[held], Button::Left, At::Twisty("Orchard")).await?;
            wait_for(firefox, CLOSED).await?;
        }
        firefox.click(At::Twisty("Orchard")).await?;
        wait_for(firefox, &["Orchard", "Stone fruit", "Pome fruit", "Meadow"]).await?;
        assert_eq!((firefox.url().await?, firefox.tabs().await?.len()), (site.url("/"), 1), "no page opens");
        Ok(())
    })
}

#[test]
fn the_menu_opens_and_closes_a_whole_branch() -> Result<()> {
    browser_test("the_menu_opens_and_closes_a_whole_branch", async |firefox| {
        let _site = open_orchard(firefox).await?;
        let menu = menu_outline(&firefox.open_menu(At::Row("Orchard")).await?);
        assert!(menu.contains("---\nExpand All Below\n---\n"), "{menu}");
        firefox.choose(&["Expand All Below"]).await?;
        wait_for(firefox, ORCHARD).await?;
        let menu = menu_outline(&firefox.open_menu(At::Row("Stone fruit")).await?);
        assert!(menu.contains("---\nExpand All Below\nCollapse All Below\n---\n"), "{menu}");
        firefox.choose(&["Collapse All Below"]).await?;
        wait_for(firefox, &["Orchard", "Stone fruit", "Pome fruit", "Quince", "Meadow"]).await?;
        let menu = menu_outline(&firefox.open_menu(At::Row("Quince")).await?);
        assert!(!menu.contains("Below"), "a page without children: {menu}");
        firefox.close_menu().await
    })
}

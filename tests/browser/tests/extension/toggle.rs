//! Opening and closing the sidebar by the toolbar button and by the keyboard.

use anyhow::Result;
use navibar_browser_tests::{Browser, Key, browser_test};

use crate::site::{Site, garden};

pub(crate) async fn wait_for_sidebar(firefox: &Browser, open: bool) -> Result<()> {
    let what = if open { "the sidebar to open" } else { "the sidebar to close" };
    firefox.wait_until(what, async || Ok((firefox.sidebar_is_open().await? == open).then_some(()))).await
}

#[test]
fn the_toolbar_button_opens_and_closes() -> Result<()> {
    browser_test("the_toolbar_button_opens_and_closes", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/")).await?;
        firefox.press_toolbar_button().await?;
        wait_for_sidebar(firefox, true).await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() == 4).await?;
        firefox.press_toolbar_button().await?;
        wait_for_sidebar(firefox, false).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium's button does not need the extension's worker")]
fn the_toolbar_button_wakes_the_background_page() -> Result<()> {
    browser_test("the_toolbar_button_wakes_the_background_page", async |firefox| {
        let stop = "const { extension } = WebExtensionPolicy.getByID('navibar@navibar.org');
            await extension.terminateBackground();
            return extension.backgroundState;";
        assert_eq!(firefox.chrome(stop, &[]).await?, "stopped");
        firefox.press_toolbar_button().await?;
        wait_for_sidebar(firefox, true).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn the_shortcut_opens_and_closes() -> Result<()> {
    browser_test("the_shortcut_opens_and_closes", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/")).await?;
        firefox.focus_page().await?;
        firefox.press_with(&[Key::Control, Key::Shift], 'L').await?;
        wait_for_sidebar(firefox, true).await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() == 4).await?;
        firefox.press_with(&[Key::Control, Key::Shift], 'L').await?;
        wait_for_sidebar(firefox, false).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn the_shortcut_is_not_used_by_the_browser() -> Result<()> {
    browser_test("the_shortcut_is_not_used_by_the_browser", async |firefox| {
        let others = "
            const own = [...front().document.querySelectorAll('key')].filter((key) => !key.id.startsWith('ext-key-'));
            const shift = own.filter((key) => /accel|control/.test(key.getAttribute('modifiers') ?? '') && /shift/.test(key.getAttribute('modifiers')));
            if (shift.length < 5) throw new Error('these are not all of the shortcuts of Firefox');
            return shift.filter((key) => key.getAttribute('key')?.toUpperCase() == 'L').map((key) => key.id);";
        assert_eq!(firefox.chrome(others, &[]).await?, serde_json::json!([]));
        Ok(())
    })
}

//! The native context menu without a mouse.

use anyhow::Result;
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::{At, Browser, Key, browser_test};
use serde_json::json;

use crate::site::{Site, garden, visit};

/// The label of the active entry in the innermost open menu.
const ACTIVE: &str = "
    let popup = menu();
    for (;;) {
        const open = [...popup.children].find((entry) => entry.menupopup?.state == 'open');
        if (!open) break;
        popup = open.menupopup;
    }
    return popup.querySelector(':scope > [_moz-menuactive]')?.label ?? null;";

async fn press_to(firefox: &Browser, key: Key, label: &str) -> Result<()> {
    firefox.press(key).await?;
    firefox
        .wait_until(&format!("the keyboard at {label}"), async || {
            Ok((firefox.chrome(ACTIVE, &[]).await? == label).then_some(()))
        })
        .await
}

async fn focus_apple(firefox: &Browser) -> Result<Site> {
    let site = Site::start(&garden())?;
    visit(firefox, &site).await?;
    firefox.click(At::Twisty("Plants")).await?;
    firefox.wait_for_rows("the expanded branch", |rows| rows.len() == 7).await?;
    firefox.focus(At::Row("Apple")).await?;
    Ok(site)
}

/// Presses a key that opens the menu. WebDriver's keys lack an event of the window system: between key down and key up, it
/// tells the window to open the menu of the focused element.
const MENU_KEY: &str = "
    const { KeyboardEvent, MouseEvent } = window;
    const processor = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
    if (!processor.beginInputTransactionForTests(window)) throw new Error('no keyboard');
    const shift = new KeyboardEvent('', { key: 'Shift', code: 'ShiftLeft', keyCode: KeyboardEvent.DOM_VK_SHIFT });
    const key = A[0] == 'Menu'
        ? new KeyboardEvent('', { key: 'ContextMenu', code: 'ContextMenu', keyCode: KeyboardEvent.DOM_VK_CONTEXT_MENU })
        : new KeyboardEvent('', { key: 'F10', code: 'F10', keyCode: KeyboardEvent.DOM_VK_F10 });
    if (A[0] == 'Shift+F10') processor.keydown(shift);
    processor.keydown(key);
    window.synthesizeMouseEvent('contextmenu', 0, 0, { button: 0, inputSource: MouseEvent.MOZ_SOURCE_KEYBOARD }, {});
    processor.keyup(key);
    if (A[0] == 'Shift+F10') processor.keyup(shift);";

async fn menu_by_key(firefox: &Browser, key: &str) -> Result<String> {
    firefox.chrome(MENU_KEY, &[json!(key)]).await?;
    Ok(menu_outline(&firefox.native_menu().await?))
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn the_keyboard_opens_the_menu_and_chooses_entries() -> Result<()> {
    browser_test("the_keyboard_opens_the_menu_and_chooses_entries", async |firefox| {
        let site = focus_apple(firefox).await?;
        let menu = menu_by_key(firefox, "Shift+F10").await?;
        assert!(menu.starts_with("Recipes\n"), "{menu}");
        press_to(firefox, Key::Down, "Recipes").await?;
        press_to(firefox, Key::Right, "Recipes").await?; // the first entry is the page itself
        press_to(firefox, Key::Down, "Pies").await?;
        press_to(firefox, Key::Right, "Pies").await?;
        press_to(firefox, Key::Down, "Deep pie").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/recipes/pies/deep.html")).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn escape_closes_the_menu_and_returns_the_focus_to_the_row() -> Result<()> {
    browser_test("escape_closes_the_menu_and_returns_the_focus_to_the_row", async |firefox| {
        let site = focus_apple(firefox).await?;
        menu_by_key(firefox, "Shift+F10").await?;
        firefox.press(Key::Escape).await?;
        firefox.wait_until("the menu to close", async || Ok((!firefox.menu_is_open().await?).then_some(()))).await?;
        firefox
            .wait_for_rows("the focus on the row", |rows| rows.iter().any(|row| row.focused && row.name == "Apple"))
            .await?;
        assert_eq!(firefox.url().await?, site.url("/"));
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn the_menu_key_opens_the_menu_of_the_focused_row() -> Result<()> {
    browser_test("the_menu_key_opens_the_menu_of_the_focused_row", async |firefox| {
        let _site = focus_apple(firefox).await?;
        // The pointer is at another row.
        firefox.hover(At::Row("Contact")).await?;
        let menu = menu_by_key(firefox, "Menu").await?;
        assert!(menu.starts_with("Recipes\n"), "{menu}");
        let below: bool = firefox
            .chrome_as(
                "const box = menu().getBoundingClientRect();
                 const row = await evaluate(panel(), \"const box = one('navi-bar').shadowRoot.activeElement.getBoundingClientRect(); return [box.top, box.bottom]\");
                 const top = menu().screenY - panel().screenY;
                 return box.height > 0 && top > row[0] - 4 && top < row[1] + 40;",
                &[],
            )
            .await?;
        assert!(below, "the menu opens at its row");
        firefox.close_menu().await
    })
}

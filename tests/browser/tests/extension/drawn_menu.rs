//! The keyboard in the menus that Navibar draws: a row's menu where Firefox offers none, and the header's menu.
//!
//! Every key of the ARIA Authoring Practices' tables, and the test that presses it:
//!
//! | key on the menu button | test |
//! |---|---|
//! | Enter, Space, Down: opens, at the first entry | `the_menu_button_opens_at_either_end` |
//! | Up: opens, at the last entry | `the_menu_button_opens_at_either_end` |
//!
//! | key in a menu | test |
//! |---|---|
//! | Down, Up: next, previous entry, around the ends | `keys_move_in_the_menu` |
//! | Home, End: first, last entry | `keys_move_in_the_menu` |
//! | a character: the next entry that begins with it | `letters_find_entries` |
//! | Enter: opens a submenu, activates an entry | `enter_and_space_choose` |
//! | Space: opens a submenu, activates an entry | `enter_and_space_choose` |
//! | Right: opens a submenu | `right_opens_a_submenu_and_left_closes_it` |
//! | Left: closes the submenu | `right_opens_a_submenu_and_left_closes_it` |
//! | Right and Left in languages from right to left | `right_to_left` in `conditions.rs` |
//! | Escape: closes one menu, the focus returns to the element that opened it | `escape_closes_one_menu_after_the_other` |
//! | Tab, Shift+Tab: closes all, the focus moves to the next stop | `tab_leaves_the_menu` |
//! | Shift+F10: opens a row's menu | all of these; Firefox's native menu: `menu_keys.rs` |
//! | Menu key: opens a row's menu | `the_menu_key_opens_the_menu_of_the_focused_row` in `menu_keys.rs` |

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Key, browser_test};
use serde_json::json;

use crate::menu::CONTAINERS;
use crate::site::{Site, garden, visit};

/// The number of open menus and the text of the focused element.
const WHERE: &str = "
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const name = active.querySelector('.title')?.textContent || active.id || active.textContent.trim();
    return `${all('[role=menu]').length} ${name}`;";

/// Waits until this number of menus is open and the element of this name has the focus.
pub(crate) async fn wait_for_place(firefox: &Browser, menus: usize, name: &str) -> Result<()> {
    let expected = format!("{menus} {name}");
    firefox
        .wait_until(&format!("{menus} menus and the focus on {name}"), async || {
            let place = firefox.in_sidebar(WHERE, &[]).await?;
            anyhow::ensure!(place == json!(expected), "it is {place}");
            Ok(Some(()))
        })
        .await
}

async fn press_to(firefox: &Browser, key: impl Into<char>, menus: usize, name: &str) -> Result<()> {
    firefox.press(key).await?;
    wait_for_place(firefox, menus, name).await
}

/// Opens the drawn menu of the row Apple. The driver's Shift+F10 does not open Firefox's native menu.
pub(crate) async fn open_apple_menu(firefox: &Browser) -> Result<Site> {
    let site = Site::start(&garden())?;
    visit(firefox, &site).await?;
    firefox.click(At::Twisty("Plants")).await?;
    firefox.wait_for_rows("the expanded branch", |rows| rows.len() == 7).await?;
    firefox.focus(At::Row("Apple")).await?;
    menu_by_key(firefox).await?;
    Ok(site)
}

async fn menu_by_key(firefox: &Browser) -> Result<()> {
    firefox.press_with(&[Key::Shift], Key::F10).await?;
    wait_for_place(firefox, 1, "Recipes").await
}

#[test]
fn the_menu_button_opens_at_either_end() -> Result<()> {
    browser_test("the_menu_button_opens_at_either_end", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Css("#more")).await?;
        for (key, entry) in [
            (Key::Enter.value(), "What’s New…"),
            (' ', "What’s New…"),
            (Key::Down.value(), "What’s New…"),
            (Key::Up.value(), "13 pages, arranged as in sitemap.rdf"),
        ] {
            press_to(firefox, key, 1, entry).await?;
            assert_eq!(firefox.in_sidebar("return one('#more').ariaExpanded", &[]).await?, json!("true"));
            press_to(firefox, Key::Escape, 0, "more").await?;
            assert_eq!(firefox.in_sidebar("return one('#more').ariaExpanded", &[]).await?, json!("false"));
        }
        Ok(())
    })
}

#[test]
fn keys_move_in_the_menu() -> Result<()> {
    browser_test("keys_move_in_the_menu", async |firefox| {
        let _site = open_apple_menu(firefox).await?;
        press_to(firefox, Key::Down, 1, "Growing").await?;
        press_to(firefox, Key::Up, 1, "Recipes").await?;
        press_to(firefox, Key::Up, 1, "Details…").await?;
        press_to(firefox, Key::Down, 1, "Recipes").await?;
        press_to(firefox, Key::End, 1, "Details…").await?;
        press_to(firefox, Key::Home, 1, "Recipes").await
    })
}

#[test]
fn letters_find_entries() -> Result<()> {
    browser_test("letters_find_entries", async |firefox| {
        let _site = open_apple_menu(firefox).await?;
        press_to(firefox, 'c', 1, "Copy Link").await?;
        press_to(firefox, Key::Home, 1, "Recipes").await?;
        // The same letter again moves to the next match, and from the last match to the first.
        firefox.wait_in_sidebar("a pause in the typing", PAUSE, &[]).await?;
        press_to(firefox, 'O', 1, "Open in New Tab").await?;
        press_to(firefox, 'o', 1, "Open in New Background Tab").await?;
        if !CONTAINERS.is_empty() {
            press_to(firefox, 'o', 1, "Open in New Container Tab").await?;
        }
        press_to(firefox, 'o', 1, "Open in New Window").await?;
        press_to(firefox, 'o', 1, "Open in New Tab").await?;
        // Several letters match a longer prefix. The second letter alone would move back to the recipes.
        firefox.wait_in_sidebar("a pause in the typing", PAUSE, &[]).await?;
        firefox.type_text("gr").await?;
        wait_for_place(firefox, 1, "Growing").await
    })
}

/// True when enough time has passed since the last key, so that the next letter starts a new word.
const PAUSE: &str = "
    if (!window.lastKey) { window.lastKey = performance.now(); addEventListener('keydown', () => (window.lastKey = performance.now()), true); }
    return performance.now() - window.lastKey > 1100;";

#[test]
fn enter_and_space_choose() -> Result<()> {
    browser_test("enter_and_space_choose", async |firefox| {
        let site = open_apple_menu(firefox).await?;
        press_to(firefox, Key::Enter, 2, "Recipes").await?; // the first entry is the page itself
        press_to(firefox, Key::Down, 2, "Pies").await?;
        press_to(firefox, ' ', 3, "Pies").await?;
        press_to(firefox, Key::Down, 3, "Deep pie").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/recipes/pies/deep.html")).await?;
        firefox.wait_in_sidebar("the menus to close", "return all('[role=menu]').length == 0", &[]).await?;

        firefox.focus(At::Row("Apple")).await?;
        menu_by_key(firefox).await?;
        press_to(firefox, Key::Down, 1, "Growing").await?;
        firefox.press(' ').await?;
        firefox.wait_for_url(&site.url("/growing.html")).await?;

        // Entries that are not pages: one of several orders is chosen.
        let order = "return one('navi-bar').order";
        for (key, chosen) in [(Key::Enter.value(), "title"), (' ', "site")] {
            firefox.focus(At::Css("#more")).await?;
            press_to(firefox, Key::Down, 1, "What’s New…").await?;
            press_to(firefox, Key::Down, 1, "Find Page…").await?;
            press_to(firefox, Key::Down, 1, "Collapse All").await?;
            press_to(firefox, Key::Down, 1, "Reload Sitemap").await?;
            press_to(firefox, Key::Down, 1, "Go To").await?;
            press_to(firefox, Key::Down, 1, "In the Site’s Order").await?;
            if chosen == "title" {
                press_to(firefox, Key::Down, 1, "By Title").await?;
            }
            press_to(firefox, key, 0, "more").await?;
            assert_eq!(firefox.in_sidebar(order, &[]).await?, json!(chosen));
        }
        Ok(())
    })
}

#[test]
fn right_opens_a_submenu_and_left_closes_it() -> Result<()> {
    browser_test("right_opens_a_submenu_and_left_closes_it", async |firefox| {
        let _site = open_apple_menu(firefox).await?;
        press_to(firefox, Key::Left, 1, "Recipes").await?; // the first menu has no parent
        press_to(firefox, Key::Right, 2, "Recipes").await?;
        press_to(firefox, Key::Right, 2, "Recipes").await?; // an entry without a submenu
        press_to(firefox, Key::Down, 2, "Pies").await?;
        press_to(firefox, Key::Right, 3, "Pies").await?;
        press_to(firefox, Key::Left, 2, "Pies").await?;
        press_to(firefox, Key::Left, 1, "Recipes").await?;
        press_to(firefox, Key::Down, 1, "Growing").await?;
        press_to(firefox, Key::Right, 1, "Growing").await
    })
}

#[test]
fn escape_closes_one_menu_after_the_other() -> Result<()> {
    browser_test("escape_closes_one_menu_after_the_other", async |firefox| {
        let site = open_apple_menu(firefox).await?;
        press_to(firefox, Key::Right, 2, "Recipes").await?;
        press_to(firefox, Key::Escape, 1, "Recipes").await?;
        press_to(firefox, Key::Escape, 0, "Apple").await?;
        assert_eq!(firefox.url().await?, site.url("/"));
        Ok(())
    })
}

#[test]
fn tab_leaves_the_menu() -> Result<()> {
    browser_test("tab_leaves_the_menu", async |firefox| {
        let _site = open_apple_menu(firefox).await?;
        press_to(firefox, Key::Right, 2, "Recipes").await?;
        firefox.press_with(&[Key::Shift], Key::Tab).await?;
        wait_for_place(firefox, 0, "filter").await?; // the filter is the stop before the tree
        firefox.focus(At::Css("#more")).await?;
        press_to(firefox, Key::Enter, 1, "What’s New…").await?;
        press_to(firefox, Key::Tab, 0, "filter").await?;
        firefox.focus(At::Css("#more")).await?;
        press_to(firefox, Key::Enter, 1, "What’s New…").await?;
        firefox.press_with(&[Key::Shift], Key::Tab).await?;
        wait_for_place(firefox, 0, "reload").await
    })
}

#[test]
fn entries_on_several_lines_are_apart_from_each_other() -> Result<()> {
    browser_test("entries_on_several_lines_are_apart_from_each_other", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.set_sidebar_width(180).await?;
        firefox.focus(At::Row("Plants")).await?;
        firefox.press_with(&[Key::Shift], Key::F10).await?;
        firefox.wait_in_sidebar("the menu", "return all('[role=menu]').length == 1", &[]).await?;
        // The space that each wrapped entry has above and below its lines.
        let spaces = "
            const range = document.createRange();
            return all('.item').flatMap((item) => {
                const title = item.querySelector('.title');
                range.selectNodeContents(title);
                const { height } = range.getBoundingClientRect();
                const line = Number.parseFloat(getComputedStyle(title).fontSize);
                return height > 1.9 * line ? [item.getBoundingClientRect().height - height] : [];
            });";
        let spaces: Vec<f64> = firefox.in_sidebar_as(spaces, &[]).await?;
        assert!(!spaces.is_empty() && spaces.iter().all(|space| *space >= 5.0), "{spaces:?}");
        Ok(())
    })
}

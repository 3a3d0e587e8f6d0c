//! The keys of the tree.
//!
//! Every key of the ARIA Authoring Practices' navigation treeview, and the test that presses it:
//!
//! | key | test |
//! |---|---|
//! | Enter: follows the link | `enter_opens_pages_and_toggles_headings` |
//! | Space: follows the link | `enter_opens_pages_and_toggles_headings` |
//! | Down, Up: next, previous row, not around the ends | `arrows_home_and_end_move_expand_and_collapse` |
//! | Right: expands; moves to the first child; nothing on a leaf | `arrows_home_and_end_move_expand_and_collapse` |
//! | Left: collapses; moves to the parent; nothing on the top level | `arrows_home_and_end_move_expand_and_collapse` |
//! | Left on a collapsed branch inside another | `left_on_a_collapsed_branch_moves_to_the_parent` |
//! | Right and Left in languages from right to left | `right_to_left` in `conditions.rs` |
//! | Home, End: first, last row, expands none | `arrows_home_and_end_move_expand_and_collapse` |
//! | a to z, A to Z: next row that begins with the letter | `letters_find_titles` |
//! | `*`: expands the siblings | `star_expands_all_siblings` |
//! | Tab, Shift+Tab: one stop in the tree | `tab_stops_once_in_the_tree` |
//!
//! Page Up, Page Down and Enter with modifiers are also below. The keys of menus are in `drawn_menu.rs` and `menu_keys.rs`,
//! those of the filter in `filter.rs`.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Key, browser_test};

use crate::site::{Site, garden, names, page, visit};

/// The row with the focus.
async fn focused(firefox: &Browser) -> Result<Option<String>> {
    Ok(firefox.rows().await?.into_iter().find(|row| row.focused).map(|row| row.name))
}

async fn press_to(firefox: &Browser, key: impl Into<char>, name: &str) -> Result<()> {
    firefox.press(key).await?;
    let what = format!("the focus on {name}");
    firefox.wait_until(&what, async || Ok((focused(firefox).await?.as_deref() == Some(name)).then_some(()))).await
}

/// Presses a key that expands or collapses a row, and checks that the focus stays.
async fn press_for_rows(firefox: &Browser, key: impl Into<char>, expected: &[&str]) -> Result<()> {
    let before = focused(firefox).await?;
    firefox.press(key).await?;
    firefox.wait_for_rows(&format!("{expected:?}"), |rows| names(rows) == expected).await?;
    assert_eq!(focused(firefox).await?, before, "the focus stays on its row");
    Ok(())
}

const CLOSED: &[&str] = &["Welcome", "Plants", "Tools", "Contact"];
const PLANTS: &[&str] = &["Welcome", "Plants", "Apple", "Pear", "Plum", "Tools", "Contact"];
const BOTH: &[&str] = &["Welcome", "Plants", "Apple", "Pear", "Plum", "Tools", "Spade", "Rake", "Contact"];

#[test]
fn arrows_home_and_end_move_expand_and_collapse() -> Result<()> {
    browser_test("arrows_home_and_end_move_expand_and_collapse", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Welcome")).await?;
        press_to(firefox, Key::Up, "Welcome").await?;
        press_to(firefox, Key::Down, "Plants").await?;
        press_for_rows(firefox, Key::Right, PLANTS).await?;
        press_to(firefox, Key::Right, "Apple").await?;
        press_for_rows(firefox, Key::Right, PLANTS).await?;
        press_to(firefox, Key::Down, "Pear").await?;
        press_to(firefox, Key::Left, "Plants").await?;
        press_for_rows(firefox, Key::Left, CLOSED).await?;
        press_for_rows(firefox, Key::Left, CLOSED).await?;
        press_to(firefox, Key::End, "Contact").await?;
        press_to(firefox, Key::Down, "Contact").await?;
        press_to(firefox, Key::Home, "Welcome").await?;
        assert_eq!(firefox.url().await?, site.url("/"), "none of these opens a page");
        Ok(())
    })
}

#[test]
fn left_on_a_collapsed_branch_moves_to_the_parent() -> Result<()> {
    browser_test("left_on_a_collapsed_branch_moves_to_the_parent", async |firefox| {
        let inner = page("Fruit", "/fruit.html").with([page("Quince", "/quince.html")]);
        let site = Site::start(&[page("Plants", "/plants.html").with([page("Herbs", "/herbs.html"), inner])])?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Plants")).await?;
        press_for_rows(firefox, Key::Right, &["Plants", "Herbs", "Fruit"]).await?;
        press_to(firefox, Key::End, "Fruit").await?;
        press_to(firefox, Key::Left, "Plants").await?;
        assert_eq!(names(&firefox.rows().await?), ["Plants", "Herbs", "Fruit"]);
        Ok(())
    })
}

#[test]
fn star_expands_all_siblings() -> Result<()> {
    browser_test("star_expands_all_siblings", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Welcome")).await?;
        press_for_rows(firefox, '*', BOTH).await
    })
}

#[test]
fn letters_find_titles() -> Result<()> {
    browser_test("letters_find_titles", async |firefox| {
        let trees = ["Aspen", "Birch", "Elm", "Élan", "Elder", "Zelkova"];
        let site = Site::start(&trees.map(|tree| page(tree, &format!("/{}.html", tree.to_lowercase()))))?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Birch")).await?;
        press_to(firefox, 'z', "Zelkova").await?;
        firefox.focus(At::Row("Zelkova")).await?;
        // A pause starts a new search. A key that is not a letter starts one at once.
        press_to(firefox, Key::Home, "Aspen").await?;
        press_to(firefox, 'e', "Elm").await?;
        press_to(firefox, 'l', "Elm").await?;
        press_to(firefox, 'a', "Élan").await?;
        press_to(firefox, Key::End, "Zelkova").await?;
        press_to(firefox, 'B', "Birch").await?; // wraps around the end, in any case
        press_to(firefox, Key::Home, "Aspen").await?;
        firefox.type_text("elde").await?;
        firefox
            .wait_until("the focus on Elder", async || {
                Ok((focused(firefox).await?.as_deref() == Some("Elder")).then_some(()))
            })
            .await
    })
}

#[test]
fn page_keys_move_by_one_view() -> Result<()> {
    browser_test("page_keys_move_by_one_view", async |firefox| {
        let pages: Vec<_> = (1..=200).map(|n| page(&format!("Page {n}"), &format!("/{n}.html"))).collect();
        let site = Site::start(&pages)?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Page 1")).await?;
        let number = async || -> Result<u32> {
            let name = focused(firefox).await?.unwrap_or_default();
            Ok(name.strip_prefix("Page ").and_then(|n| n.parse().ok()).unwrap_or(0))
        };
        firefox.press(Key::PageDown).await?;
        let once =
            firefox.wait_until("the next page of rows", async || Ok(Some(number().await?).filter(|n| *n > 1))).await?;
        let fit: u32 = firefox
            .in_sidebar_as(
                "return Math.floor(one('[part~=scroller]').clientHeight / one('[role=treeitem]').offsetHeight);",
                &[],
            )
            .await?;
        assert!(once.abs_diff(fit) <= 1, "one page is {fit} rows, and the key went to {once}");
        firefox.press(Key::PageDown).await?;
        firefox.wait_until("another page", async || Ok((number().await? == 2 * once - 1).then_some(()))).await?;
        let seen: bool = firefox
            .in_sidebar_as(
                "const row = one('navi-bar').shadowRoot.activeElement.getBoundingClientRect();
                 const box = one('[part~=scroller]').getBoundingClientRect();
                 return row.top >= box.top - 1 && row.bottom <= box.bottom + 1;",
                &[],
            )
            .await?;
        assert!(seen, "the focused row is in view");
        press_to(firefox, Key::End, "Page 200").await?;
        press_to(firefox, Key::PageUp, &format!("Page {}", 200 - once + 1)).await?;
        press_to(firefox, Key::Home, "Page 1").await
    })
}

#[test]
fn enter_opens_pages_and_toggles_headings() -> Result<()> {
    browser_test("enter_opens_pages_and_toggles_headings", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Tools")).await?;
        press_for_rows(firefox, Key::Enter, &["Welcome", "Plants", "Tools", "Spade", "Rake", "Contact"]).await?;
        press_for_rows(firefox, Key::Enter, CLOSED).await?;
        press_to(firefox, Key::Down, "Contact").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/contact.html")).await?;
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Contact")).await?;
        // The focus is still in the tree.
        assert_eq!(focused(firefox).await?.as_deref(), Some("Contact"));
        press_to(firefox, Key::Up, "Tools").await?;
        press_to(firefox, Key::Up, "Plants").await?;
        firefox.press(' ').await?;
        firefox.wait_for_url(&site.url("/plants.html")).await
    })
}

#[test]
fn enter_with_control_or_shift_opens_a_tab_or_window() -> Result<()> {
    browser_test("enter_with_control_or_shift_opens_a_tab_or_window", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Contact")).await?;
        firefox.press_with(&[Key::Control], Key::Enter).await?;
        firefox
            .wait_until("a background tab", async || {
                let tabs = firefox.tabs().await?;
                Ok((tabs.len() == 2 && tabs[0].active && tabs[1].url == site.url("/contact.html")).then_some(()))
            })
            .await?;
        firefox.press_with(&[Key::Shift], Key::Enter).await?;
        firefox
            .wait_until("a window", async || {
                let windows = firefox.windows().await?;
                Ok((windows.len() == 2
                    && windows.iter().any(|tabs| tabs.len() == 1 && tabs[0].url == site.url("/contact.html")))
                .then_some(()))
            })
            .await
    })
}

#[test]
fn tab_stops_once_in_the_tree() -> Result<()> {
    browser_test("tab_stops_once_in_the_tree", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let at = "let active = document.activeElement;
            while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
            return active?.id || active?.textContent.trim();";
        let stop = async |expected: &str| {
            firefox
                .wait_until(&format!("Tab to stop at {expected}"), async || {
                    Ok((firefox.in_sidebar(at, &[]).await? == expected).then_some(()))
                })
                .await
        };
        firefox.focus(At::Css("#locate")).await?;
        firefox.press(Key::Tab).await?;
        stop("reload").await?;
        firefox.press(Key::Tab).await?;
        stop("more").await?;
        firefox.press(Key::Tab).await?;
        stop("filter").await?;
        firefox.press(Key::Tab).await?;
        stop("Welcome").await?; // the current page
        press_to(firefox, Key::Down, "Plants").await?;
        firefox.press_with(&[Key::Shift], Key::Tab).await?;
        stop("filter").await?;
        firefox.press(Key::Tab).await?;
        stop("Plants").await?; // the row that had the focus
        Ok(())
    })
}

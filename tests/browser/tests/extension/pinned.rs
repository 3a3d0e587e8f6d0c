//! The parents of the first row in sight stay at the top while the tree scrolls.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Button, Key, browser_test};
use serde::Deserialize;

use crate::axe::inspect;
use crate::site::{Page, Site, page, visit};

/// Three levels: "Shelf 1" to "Shelf 3", each with "Box n.1" to "Box n.4", each with 30 pages.
fn shelves() -> Vec<Page> {
    let sheet = |shelf, box_, n| page(&format!("Sheet {shelf}.{box_}.{n}"), &format!("/{shelf}/{box_}/{n}"));
    let boxes = |shelf| {
        let boxed = |box_| {
            page(&format!("Box {shelf}.{box_}"), &format!("/{shelf}/{box_}/"))
                .with((1..=30).map(|n| sheet(shelf, box_, n)).collect::<Vec<_>>())
        };
        (1..=4).map(boxed).collect::<Vec<_>>()
    };
    let shelf = |shelf| page(&format!("Shelf {shelf}"), &format!("/{shelf}/")).with(boxes(shelf));
    [page("Store", "/")].into_iter().chain((1..=3).map(shelf)).collect()
}

async fn open_shelves(browser: &Browser) -> Result<Site> {
    let site = Site::start(&shelves())?;
    visit(browser, &site).await?;
    browser.in_sidebar("const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh();", &[]).await?;
    browser.wait_for_rows("all branches", |rows| rows.len() > 10 && rows[3].level == 3).await?;
    Ok(site)
}

/// What the user sees.
#[derive(Deserialize, Debug, PartialEq)]
struct Seen {
    /// The rows that stay at the top, from top to bottom.
    pinned: Vec<String>,
    /// The first row below them.
    first: String,
}

/// The names of the rows at the middle of each line, as far as they are at the top of a pointer.
const SEEN: &str = "
    for (let n = 0; n < 12; n++) await new Promise((next) => requestAnimationFrame(next));
    const box = one('[part~=scroller]').getBoundingClientRect();
    const { shadowRoot } = one('navi-bar');
    const pinned = [];
    for (let y = box.top + 12; y < box.bottom; y += 24) {
        const row = shadowRoot.elementFromPoint(box.left + box.width / 2, y)?.closest('[role=treeitem]');
        if (!row) throw new Error(`no row at ${y}`);
        const name = row.querySelector('[part~=title]').textContent;
        if (getComputedStyle(row).position != 'sticky') return { pinned, first: name };
        if (Math.abs(row.getBoundingClientRect().top - (y - 12)) > 1) throw new Error(`${name} is not at its place`);
        pinned.push(name);
    }";

async fn seen(browser: &Browser) -> Result<Seen> {
    browser.in_sidebar_as(SEEN, &[]).await
}

/// Scrolls until this row is the first one, by a script.
async fn scroll_to(browser: &Browser, row: u32) -> Result<()> {
    browser.in_sidebar("one('[part~=scroller]').scrollTop = args[0] * 24;", &[row.into()]).await?;
    Ok(())
}

/// The index of the row of "Sheet 1.3.10".
const SHEET_1_3_10: u32 = 1 + 1 + 2 * 31 + 10;

fn at_sheet() -> Seen {
    Seen { pinned: vec!["Shelf 1".into(), "Box 1.3".into()], first: "Sheet 1.3.12".into() }
}

#[test]
fn parents_stay_at_the_top() -> Result<()> {
    browser_test("parents_stay_at_the_top", async |browser| {
        let _site = open_shelves(browser).await?;
        let top = seen(browser).await?;
        ensure!(top == Seen { pinned: vec![], first: "Store".into() }, "{top:?}");
        scroll_to(browser, SHEET_1_3_10).await?;
        let deep = seen(browser).await?;
        ensure!(deep == at_sheet(), "{deep:?}");
        inspect(browser, "Box 1.3").await?;
        // They are the only rows of their pages, and come first, as in the tree.
        let order: Vec<(String, String, u32)> = browser
            .in_sidebar_as(
                "return all('[role=treeitem]').map((row) => [row.dataset.id, row.textContent, Number(row.getAttribute('aria-level'))]);",
                &[],
            )
            .await?;
        let place = |name: &str| order.iter().position(|(_, title, _)| title == name);
        ensure!(place("Shelf 1") < place("Box 1.3") && place("Box 1.3") < place("Sheet 1.3.12"), "{order:?}");
        for (id, ..) in &order {
            ensure!(order.iter().filter(|(other, ..)| other == id).count() == 1, "two rows have the id {id}");
        }
        browser.wheel(At::Css("[part~=scroller]"), 2400).await?;
        let on = seen(browser).await?;
        ensure!(on.pinned.first().is_some_and(|name| name.starts_with("Shelf ")), "{on:?}");
        browser.resize(1200, 300).await?;
        scroll_to(browser, SHEET_1_3_10).await?;
        let height: f64 = browser.in_sidebar_as("return one('[part~=scroller]').clientHeight;", &[]).await?;
        let low = seen(browser).await?;
        ensure!(low.pinned.len() as f64 * 24.0 <= height / 3.0, "{low:?} in {height} pixels");
        Ok(())
    })
}

#[test]
fn a_parent_at_the_top_is_a_row_like_others() -> Result<()> {
    browser_test("a_parent_at_the_top_is_a_row_like_others", async |browser| {
        let site = open_shelves(browser).await?;
        scroll_to(browser, SHEET_1_3_10).await?;
        ensure!(seen(browser).await? == at_sheet());
        browser.open_menu(At::Row("Shelf 1")).await?;
        browser.close_menu().await?;
        ensure!(seen(browser).await? == at_sheet(), "the menu moves nothing");
        browser.click(At::Row("Box 1.3")).await?;
        browser.wait_for_url(&site.url("/1/3/")).await?;
        browser
            .wait_for_rows("the mark", |rows| {
                rows.iter().any(|row| row.current && row.focused && row.name == "Box 1.3")
            })
            .await?;
        ensure!(seen(browser).await? == at_sheet(), "a click on a row in sight moves nothing");
        // Its twisty closes the branch, and the row is where it was.
        browser.click(At::Twisty("Box 1.3")).await?;
        browser.wait_for_rows("the closed branch", |rows| rows.iter().any(|row| row.name == "Box 1.4")).await?;
        let closed = seen(browser).await?;
        ensure!(closed == Seen { pinned: vec!["Shelf 1".into()], first: "Box 1.3".into() }, "{closed:?}");
        browser.click(At::Twisty("Box 1.3")).await?;
        browser.wait_for_rows("the open branch", |rows| rows.iter().any(|row| row.name == "Sheet 1.3.1")).await?;
        let open = seen(browser).await?;
        ensure!(open == closed, "{open:?}");
        scroll_to(browser, SHEET_1_3_10).await?;
        browser.click_with(&[Key::Control], Button::Left, At::Row("Shelf 1")).await?;
        browser.wait_until("a tab", async || Ok((browser.tabs().await?.len() == 2).then_some(()))).await
    })
}

#[test]
fn keys_that_lead_to_a_parent_at_the_top_scroll_to_its_place() -> Result<()> {
    browser_test("keys_that_lead_to_a_parent_at_the_top_scroll_to_its_place", async |browser| {
        let mut shelves = shelves();
        shelves.remove(0);
        let site = Site::start(&shelves)?;
        visit(browser, &site).await?;
        browser.in_sidebar("const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh();", &[]).await?;
        browser.wait_for_rows("all branches", |rows| rows.len() > 10 && rows[2].level == 3).await?;
        for (key, name, expected) in [
            (Key::Left, "Box 1.3", Seen { pinned: vec!["Shelf 1".into()], first: "Box 1.3".into() }),
            (Key::Home, "Shelf 1", Seen { pinned: vec![], first: "Shelf 1".into() }),
        ] {
            scroll_to(browser, SHEET_1_3_10 - 1).await?;
            ensure!(seen(browser).await? == at_sheet());
            browser.focus(At::Row("Sheet 1.3.12")).await?;
            browser.press(key).await?;
            browser.wait_for_rows(name, |rows| rows.iter().any(|row| row.focused && row.name == name)).await?;
            assert_eq!(seen(browser).await?, expected);
        }
        Ok(())
    })
}

#[test]
fn no_focused_row_is_behind_the_parents() -> Result<()> {
    browser_test("no_focused_row_is_behind_the_parents", async |browser| {
        let _site = open_shelves(browser).await?;
        let focused = "
            for (let n = 0; n < 3; n++) await new Promise((next) => requestAnimationFrame(next));
            const { shadowRoot } = one('navi-bar');
            const row = shadowRoot.activeElement;
            const { left, top, width, height } = row.getBoundingClientRect();
            const hits = [top + 2, top + height - 2].map((y) => shadowRoot.elementFromPoint(left + width / 2, y));
            return [row.textContent, hits.every((hit) => row.contains(hit))];";
        browser.focus(At::Row("Store")).await?;
        browser.press(Key::End).await?;
        let mut names = Vec::new();
        let keys = [(Key::Up, 40), (Key::PageUp, 4), (Key::Down, 3), (Key::PageDown, 3), (Key::Left, 1), (Key::Up, 40)];
        for (key, count) in keys {
            for _ in 0..count {
                browser.press(key.clone()).await?;
                let (name, is_seen): (String, bool) = browser.in_sidebar_as(focused, &[]).await?;
                ensure!(is_seen, "{name} is covered after {key:?}");
                names.push(name);
            }
        }
        ensure!(names.contains(&"Box 3.4".to_owned()), "{names:?}");
        // A step down from a parent goes to its first child.
        scroll_to(browser, SHEET_1_3_10).await?;
        ensure!(seen(browser).await? == at_sheet());
        browser
            .in_sidebar("one('navi-bar').shadowRoot.querySelector('[data-pinned] ~ [data-pinned]').focus();", &[])
            .await?;
        browser.press(Key::Down).await?;
        browser
            .wait_for_rows("the first child", |rows| rows.iter().any(|row| row.focused && row.name == "Sheet 1.3.1"))
            .await?;
        let below = seen(browser).await?;
        ensure!(below == Seen { pinned: vec!["Shelf 1".into()], first: "Box 1.3".into() }, "{below:?}");
        Ok(())
    })
}

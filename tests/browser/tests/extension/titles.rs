//! Long titles: the visible part distinguishes them.

use anyhow::Result;
use navibar_browser_tests::{Browser, browser_test};
use serde_json::json;

use crate::site::{Page, Site, page, visit};

const NAMES: [&str; 4] = ["naming", "layout", "comments", "errors"];

fn pages() -> Vec<Page> {
    let mut pages: Vec<Page> =
        NAMES.iter().map(|name| page(&format!("The code style guidelines and {name}"), &format!("/{name}"))).collect();
    pages.push(page("Another page with a title that is much too long", "/long"));
    pages
}

/// For each row, the part of its title that is never cut, and whether the title is cut.
const SHOWN: &str = "
    return all('[role=treeitem]').map((row) => {
        const title = row.querySelector('[part~=title]');
        const end = title.querySelector('.key') ?? title;
        // An overflow of a hundredth of a pixel is enough for an ellipsis. `scrollWidth` does not show it.
        const fits = (part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            const box = part.getBoundingClientRect();
            return range.getBoundingClientRect().width < box.width + 0.001 && box.right <= innerWidth;
        };
        return [row.textContent, fits(end) ? end.textContent : null, ![title, ...title.children].every(fits)];
    });";

async fn wait_for_shown(browser: &Browser, what: &str, expected: serde_json::Value) -> Result<()> {
    browser.wait_until(what, async || Ok((browser.in_sidebar(SHOWN, &[]).await? == expected).then_some(()))).await
}

#[test]
fn titles_with_the_same_start_show_their_ends() -> Result<()> {
    browser_test("titles_with_the_same_start_show_their_ends", async |browser| {
        let site = Site::start(&pages())?;
        visit(browser, &site).await?;
        browser.set_sidebar_width(180).await?;
        let mut rows: Vec<_> =
            NAMES.iter().map(|name| json!([format!("The code style guidelines and {name}"), name, true])).collect();
        rows.push(json!(["Another page with a title that is much too long", null, true]));
        wait_for_shown(browser, "the ends of the titles", json!(rows)).await?;
        // The current page has bold letters.
        for name in NAMES {
            browser.goto(&site.url(&format!("/{name}"))).await?;
            browser
                .wait_for_rows("the page", |rows| rows.iter().any(|row| row.current && row.name.ends_with(name)))
                .await?;
            wait_for_shown(browser, "the ends beside a bold title", json!(rows)).await?;
        }
        browser.set_sidebar_width(480).await?;
        let is_cut = "return all('[role=treeitem]').some((row) => {
            const title = row.querySelector('[part~=title]');
            return [title, ...title.children].some((part) => part.scrollWidth > part.clientWidth);
        })";
        browser
            .wait_until("whole titles", async || Ok((browser.in_sidebar(is_cut, &[]).await? == false).then_some(())))
            .await
    })
}

#[test]
fn a_match_at_the_end_of_a_long_title_shows() -> Result<()> {
    browser_test("a_match_at_the_end_of_a_long_title_shows", async |browser| {
        let site = Site::start(&pages())?;
        visit(browser, &site).await?;
        browser.set_sidebar_width(180).await?;
        browser.in_sidebar("one('navi-bar').focusFilter();", &[]).await?;
        browser.focus_sidebar().await?;
        browser.type_text("long").await?;
        let shown = "const mark = one('mark'), title = mark.closest('[part~=title]').getBoundingClientRect();
            const { left, right } = mark.getBoundingClientRect();
            return all('[role=treeitem]').length == 1 && left >= title.left && right <= title.right + 0.5";
        browser.wait_in_sidebar("the match", shown, &[]).await?;
        Ok(())
    })
}

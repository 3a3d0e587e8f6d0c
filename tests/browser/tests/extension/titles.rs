//! Long titles: the visible part distinguishes them.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Browser, browser_test};
use serde_json::json;

use crate::filter::filter_by;
use crate::site::{Page, Site, heading, page, visit};

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

/// Titles with a common start, in two scripts and with long words, at two levels.
const GROUPS: [[&str; 4]; 3] = [
    [
        "Deploy non-emergency government applications",
        "Deploy non-emergency frontend",
        "Deploy nonstandard configuration changes to production",
        "Deploy",
    ],
    [
        "How to deploy the database server in production",
        "How to deploy the mail server in production",
        "How to deploy the telecommunications gateway",
        "How to deploy",
    ],
    [
        "دليل المستخدم لبرنامج إدارة الحدائق الجديد في المدينة",
        "دليل المستخدم لبرنامج إدارة الحدائق القديم في القرية",
        "دليل المستخدم لبرنامج إدارة المستشفيات والمؤسسات",
        "دليل المستخدم",
    ],
];

/// For each row: its title, whether each of its matches is hidden, and what is wrong with its end. A title ends with its
/// last letter or with the ellipsis of its last part, which needs room.
const ENDS: &str = "
    const inside = (range, part) => {
        const [{ left, right, top }, box] = [range.getBoundingClientRect(), part.getBoundingClientRect()];
        return left >= box.left - 1 && right <= box.right + 1 && top < box.bottom - 1;
    };
    const shows = (node, at, title) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const part = node.parentElement.closest('.title > span') ?? title;
        return inside(range, part) && inside(range, title);
    };
    const nodes = (part) => {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), found = [];
        while (walker.nextNode()) found.push(walker.currentNode);
        return found.filter((node) => node.length > 0);
    };
    return all('[role=treeitem]').map((row) => {
        const title = row.querySelector('.title');
        const ellipsis = document.createElement('span');
        ellipsis.textContent = '…';
        title.parentElement.append(ellipsis);
        const room = ellipsis.getBoundingClientRect().width;
        ellipsis.remove();
        const last = nodes(title).at(-1), part = last.parentElement.closest('.title > span') ?? title;
        const isWhole = shows(last, last.length - 1, title);
        const marks = [...title.querySelectorAll('mark')];
        const isHidden = marks.length > 0 && !marks.some((mark) => nodes(mark).every((node) => [...node.data].every((_, at) => shows(node, at, title))));
        const { width, right, left } = part.getBoundingClientRect(), box = title.getBoundingClientRect();
        const isInTitle = left >= box.left - 1 && right <= box.right + 1;
        const hasEnd = isWhole || (width >= room && isInTitle && getComputedStyle(part).textOverflow == 'ellipsis');
        return [title.textContent, isHidden ? 'no match shows' : '', hasEnd ? '' : 'no ellipsis'];
    });";

async fn check_ends(browser: &Browser, what: &str) -> Result<()> {
    let rows: Vec<[String; 3]> = browser.in_sidebar_as(ENDS, &[]).await?;
    ensure!(rows.len() > 3, "{what}: only {} rows show", rows.len());
    let wrong: Vec<_> = rows.iter().filter(|[_, hidden, end]| !hidden.is_empty() || !end.is_empty()).collect();
    ensure!(wrong.is_empty(), "{what}: {wrong:#?}");
    Ok(())
}

#[test]
fn a_cut_title_ends_with_an_ellipsis_and_shows_a_match() -> Result<()> {
    browser_test("a_cut_title_ends_with_an_ellipsis_and_shows_a_match", async |browser| {
        let group = |at: usize, titles: [&str; 4]| {
            let pages = |below: &str| {
                let number = |each: usize| format!("/{at}{below}/{each}");
                titles.iter().enumerate().map(|(each, title)| page(title, &number(each))).collect::<Vec<_>>()
            };
            let below = heading(&format!("Below {at}")).with(pages("/below"));
            heading(&format!("Group {at}")).with(pages("").into_iter().chain([below]).collect::<Vec<_>>())
        };
        let site = Site::start(&GROUPS.iter().enumerate().map(|(at, titles)| group(at, *titles)).collect::<Vec<_>>())?;
        browser.resize(1200, 1000).await?;
        visit(browser, &site).await?;
        browser.in_sidebar("one('#tree').session.expandAll(); one('#tree').refresh();", &[]).await?;
        browser.wait_for_rows("all rows", |rows| rows.len() == 30).await?;
        for direction in ["ltr", "rtl"] {
            browser.in_sidebar("document.dir = args[0]", &[json!(direction)]).await?;
            for text in ["", "deploy", "how to deploy", "ation", "المستخدم", "e"] {
                filter_by(browser, text).await?;
                for width in [180, 200, 240, 300, 480] {
                    browser.set_sidebar_width(width).await?;
                    check_ends(browser, &format!("{direction}, {width} px, {text:?}")).await?;
                }
            }
        }
        Ok(())
    })
}

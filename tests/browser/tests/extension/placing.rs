//! The element in different places of a page: moved, in a dialog, hidden at first, without a height, in a page that scrolls,
//! printed.

use std::fmt::Write as _;

use anyhow::Result;
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Part, Reply, Server, browser_test};
use serde_json::{Value, json};

fn plain_sitemap(pages: usize) -> String {
    let mut xml = String::from(r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#);
    for page in 0..pages {
        let _ = writeln!(xml, "<url><loc>/page-{page:03}</loc></url>");
    }
    xml.push_str("</urlset>");
    xml
}

/// A page with the element in it and a sitemap of `pages` pages.
async fn open(browser: &Browser, pages: usize, body: &str) -> Result<Server> {
    let server = Server::start()?;
    server.folder(&project_root().join("target/embed"));
    server.route("/tree.xml", Reply::rdf(plain_sitemap(pages)));
    let html = format!(
        "<!doctype html><meta charset=utf-8><title>Page</title><style>html, body {{ margin: 0 }}</style>{body}
         <script type=module src=/navi-bar-define.js></script>"
    );
    server.route("/page.html", Reply::html(html));
    browser.resize(1000, 800).await?;
    browser.goto(&server.url("/page.html")).await?;
    browser.wait_in_page("the tree", "return one('navi-bar').state == 'loaded'", &[]).await?;
    Ok(server)
}

/// The number of rows between the tree's upper edge and the current row, and the number of visible rows.
const PLACE: &str = "
    const view = one('[part~=scroller]').getBoundingClientRect();
    const row = one('[aria-current]')?.getBoundingClientRect();
    if (!row || row.top < view.top - 1 || row.bottom > view.bottom + 1) return null;
    return [(row.top - view.top) / row.height, view.height / row.height];";

/// Waits until the current row is in the middle of the tree.
async fn wait_for_middle(browser: &Browser, what: &str) -> Result<()> {
    let js = format!(
        "const place = (() => {{ {PLACE} }})();
         return place !== null && place[1] > 5 && Math.abs(place[0] + 0.5 - place[1] / 2) < 1.5;"
    );
    browser.wait_in_page(what, &js, &[]).await?;
    Ok(())
}

/// The titles of the rows whose middle is visible.
const TITLES: &str = "
    const view = one('[part~=scroller]').getBoundingClientRect();
    return all('[role=treeitem]').map((row) => [row.textContent, row.getBoundingClientRect()])
        .filter(([, { top, bottom }]) => (top + bottom) / 2 > view.top && (top + bottom) / 2 < view.bottom)
        .sort((a, b) => a[1].top - b[1].top).map(([title]) => title);";

async fn titles(browser: &Browser) -> Result<Value> {
    browser.in_page(TITLES, &[]).await
}

async fn wait_for_titles(browser: &Browser, what: &str, expected: &Value) -> Result<()> {
    browser.wait_until(what, async || Ok((titles(browser).await? == *expected).then_some(()))).await
}

const COLUMN: &str = "<div id=column style='height: 500px; width: 300px'>
    <navi-bar src=/tree.xml current=/page-150 filter></navi-bar></div><div id=other style='height: 500px'></div>";

#[test]
fn a_moved_element_shows_the_same_rows() -> Result<()> {
    browser_test("a_moved_element_shows_the_same_rows", async |browser| {
        let _server = open(browser, 300, COLUMN).await?;
        wait_for_middle(browser, "the current row").await?;
        let before = titles(browser).await?;
        for js in [
            "const bar = one('navi-bar'); bar.remove(); one('#other').append(bar);",
            "const dialog = document.body.appendChild(document.createElement('dialog'));
             dialog.append(one('#other')); dialog.showModal();",
        ] {
            browser.in_page(js, &[]).await?;
            wait_for_titles(browser, "the rows at the new place", &before).await?;
            // The rows must stay for some time.
            browser.in_page("for (let n = 0; n < 15; n++) await new Promise(requestAnimationFrame);", &[]).await?;
            wait_for_titles(browser, "the rows to stay", &before).await?;
        }
        Ok(())
    })
}

#[test]
fn the_wheel_over_a_short_tree_scrolls_the_page() -> Result<()> {
    browser_test("the_wheel_over_a_short_tree_scrolls_the_page", async |browser| {
        let body = "<div style='height: 400px; width: 300px'><navi-bar src=/tree.xml></navi-bar></div><p style='height: 3000px'>";
        let _server = open(browser, 4, body).await?;
        browser.wheel_at(Part::Page, (100.0, 200.0), 120).await?;
        browser.wait_in_page("the page to scroll", "return scrollY > 20", &[]).await?;
        Ok(())
    })
}

#[test]
#[cfg_attr(not(feature = "chromium"), ignore = "the wheel of Firefox's driver bypasses the compositor")]
fn the_wheel_at_the_end_of_a_long_tree_stays_in_it() -> Result<()> {
    browser_test("the_wheel_at_the_end_of_a_long_tree_stays_in_it", async |browser| {
        let _server = open(browser, 300, &format!("{COLUMN}<p style='height: 3000px'>")).await?;
        let ready = "one('[part~=scroller]').scrollTop = 1e6;
            addEventListener('wheel', () => (window.turned = true), { passive: true });";
        browser.in_page(ready, &[]).await?;
        browser.wheel_at(Part::Page, (100.0, 200.0), 120).await?;
        browser.wait_in_page("the wheel", "return window.turned", &[]).await?;
        browser.in_page("for (let n = 0; n < 15; n++) await new Promise(requestAnimationFrame);", &[]).await?;
        assert_eq!(browser.in_page("return scrollY", &[]).await?, json!(0));
        Ok(())
    })
}

#[test]
fn an_element_shown_later_has_the_current_row_in_the_middle() -> Result<()> {
    browser_test("an_element_shown_later_has_the_current_row_in_the_middle", async |browser| {
        let drawers = [
            ("display: none", "one('#drawer').style.display = 'block'"),
            ("height: 0", "one('#drawer').style.height = '500px'"),
        ];
        for (hidden, show) in drawers {
            let body = format!(
                "<div id=drawer style='height: 500px; width: 300px; overflow: hidden; {hidden}'>
                 <navi-bar src=/tree.xml current=/page-150 filter style='min-height: 0'></navi-bar></div>"
            );
            let _server = open(browser, 300, &body).await?;
            browser.in_page(show, &[]).await?;
            wait_for_middle(browser, &format!("the current row after {hidden}")).await?;
        }
        Ok(())
    })
}

#[test]
fn without_a_height_the_current_row_is_in_the_middle() -> Result<()> {
    browser_test("without_a_height_the_current_row_is_in_the_middle", async |browser| {
        let body = "<div style='width: 300px'><navi-bar src=/tree.xml current=/page-150 filter></navi-bar></div>";
        let _server = open(browser, 300, body).await?;
        wait_for_middle(browser, "the current row").await
    })
}

/// A printed tree is as high as the paper, and the browser may print another part of it.
#[test]
#[cfg_attr(not(feature = "chromium"), ignore = "Firefox prints a copy that scripts cannot see")]
fn a_printed_tree_shows_the_rows_around_the_current_one() -> Result<()> {
    browser_test("a_printed_tree_shows_the_rows_around_the_current_one", async |browser| {
        let _server = open(browser, 300, COLUMN).await?;
        wait_for_middle(browser, "the current row").await?;
        browser
            .in_page(
                "addEventListener('beforeprint', () => {
                     window.printed = all('[role=treeitem]').map((row) => row.textContent).sort();
                 });",
                &[],
            )
            .await?;
        browser.print().await?;
        let printed = browser
            .in_page("const { printed } = window; return [printed.length, printed[0], printed.at(-1)]", &[])
            .await?;
        assert_eq!(printed, json!([300, "Page 000", "Page 299"]));
        let left = browser.in_page("return all('[role=treeitem]').length", &[]).await?;
        assert!(left.as_u64().is_some_and(|rows| rows < 60), "{left} rows are left after printing");
        Ok(())
    })
}

/// Records all layout shifts of a page as pairs of a value and what has moved.
const RECORD_SHIFTS: &str = "
    window.shifts = [];
    const moved = ({ node, previousRect, currentRect }) =>
        `${node?.nodeName ?? 'in the element'} from ${previousRect.y} to ${currentRect.y}`;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) shifts.push([value, sources.map(moved).join(', ')]);
    }).observe({ type: 'layout-shift', buffered: true });";

/// Waits until the page has painted everything and reported its layout shifts.
const PAINTED: &str = "
    if (performance.getEntriesByName('first-paint').length == 0) return false;
    for (let n = 0; n < 15; n++) await new Promise(requestAnimationFrame);
    await new Promise(requestIdleCallback);
    return true;";

/// A shift that no user notices.
const SMALL_SHIFT: f64 = 0.02;

/// Opens a page that gives the element no height. The scripts arrive after the first paint, and the end of the sitemap after
/// the first rows. Returns the layout shifts since the scripts have arrived, or all with the style from docs/embedding.md.
async fn shifts(browser: &Browser, body: &str, is_styled: bool) -> Result<Vec<(f64, String)>> {
    let server = Server::start()?;
    server.folder(&project_root().join("target/embed"));
    let (sitemap, rest_of_sitemap) = Reply::rdf(plain_sitemap(500)).held(4000);
    server.route("/tree.xml", sitemap);
    let style = if is_styled { "navi-bar:not(:defined) { display: block; height: 100vh }" } else { "" };
    server.route(
        "/page.html",
        Reply::html(format!(
            "<!doctype html><meta charset=utf-8><title>Page</title>
             <style>body {{ margin: 0 }} p {{ margin: 10px 0 }} {style}
                 .columns {{ display: grid; grid-template-columns: 300px 1fr }}</style>
             <script>{RECORD_SHIFTS}</script>{body}"
        )),
    );
    browser.goto(&server.url("/page.html")).await?;
    browser.wait_in_page("the first paint", PAINTED, &[]).await?;
    let define = "await import('/navi-bar-define.js');
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        if (!args[0]) shifts.length = 0;";
    browser.in_page(define, &[json!(is_styled)]).await?;
    browser.wait_in_page("the first rows", "return all('[role=treeitem]').length > 10", &[]).await?;
    browser.wait_in_page("their painting", PAINTED, &[]).await?;
    rest_of_sitemap.open();
    browser.wait_in_page("the tree", "return one('navi-bar').state == 'loaded'", &[]).await?;
    wait_for_middle(browser, "the current row").await?;
    browser.wait_in_page("its painting", PAINTED, &[]).await?;
    Ok(serde_json::from_value(browser.in_page("return shifts", &[]).await?)?)
}

#[test]
#[cfg_attr(not(feature = "chromium"), ignore = "Firefox does not measure layout shifts")]
fn a_page_without_a_height_does_not_move_while_the_tree_loads() -> Result<()> {
    browser_test("a_page_without_a_height_does_not_move_while_the_tree_loads", async |browser| {
        browser.resize(1280, 800).await?;
        let bars = browser.in_page("return outerHeight - innerHeight", &[]).await?.as_u64().unwrap_or(0);
        browser.resize(1280, 800 + u32::try_from(bars)?).await?;
        let bar = "<navi-bar src=/tree.xml current=/page-250 filter></navi-bar>";
        let text = "<p>Some text".repeat(5);
        let pages = [
            format!("<h1>In the flow</h1>{bar}<main>{text}</main>"),
            format!(
                "<h1>In a column</h1><div class=columns><nav>{bar}</nav><main>{text}</main></div><footer>{text}</footer>"
            ),
        ];
        for page in &pages {
            for is_styled in [true, false] {
                let shifts = shifts(browser, page, is_styled).await?;
                let sum: f64 = shifts.iter().map(|(value, _)| value).sum();
                assert!(sum < SMALL_SHIFT, "{sum} in {page}, style: {is_styled}: {shifts:?}");
            }
        }
        Ok(())
    })
}

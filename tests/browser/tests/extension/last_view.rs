//! A picture of the last view shows when the sidebar opens again, until the tree can replace it.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Gate, Pixels, Reply, Row, browser_test};
use serde_json::json;

use crate::kept::shelves;
use crate::privacy::{open_private_window, with_private_windows};
use crate::site::{Site, garden, sitemap, visit};
use crate::sitemaps::wait_for_words;

/// The row of the picture with this title.
const PICTURED: &str = "all('#last-view').flatMap((e) => [...e.shadowRoot.querySelectorAll('.row')]).find((e) => e.textContent == args[0])";

/// Shows a site, waits for its picture and closes the sidebar. The site does not answer any more until the gate opens.
async fn close_and_hold(browser: &Browser, site: &Site, document: String) -> Result<Gate> {
    // A picture of the moment between a scroll and its event has the rows from before.
    let is_kept = "const { lastView } = await browser.storage.session.get('lastView');
         if (lastView?.url != args[0]) return false;
         const scroller = one('[part~=scroller]');
         const { top, bottom } = scroller.getBoundingClientRect();
         const isInSight = (box) => box.top >= top && box.bottom <= bottom;
         const names = all('#tree [role=treeitem]').filter((row) => isInSight(row.getBoundingClientRect())).map(nameOf);
         const pictured = JSON.stringify(lastView.parts);
         return names.length > 0 && names.every((name) => pictured.includes(JSON.stringify(name))) &&
             scroller.scrollTop == lastView.parts.find((e) => e.attributes.class == 'scroller').scrollTop";
    browser.wait_in_sidebar("the picture", is_kept, &[json!(browser.url().await?)]).await?;
    browser.close_sidebar().await?;
    let (held, gate) = Reply::rdf(document).held(0);
    site.route("/sitemap.rdf", held);
    Ok(gate)
}

async fn has_picture(browser: &Browser, title: &str) -> Result<()> {
    browser
        .wait_in_sidebar(&format!("{title} in the picture"), &format!("return Boolean({PICTURED})"), &[json!(title)])
        .await?;
    Ok(())
}

async fn has_no_picture(browser: &Browser) -> Result<()> {
    browser
        .wait_in_sidebar(
            "no picture",
            "return one('#last-view').hidden && one('#last-view').shadowRoot.childElementCount == 0",
            &[],
        )
        .await?;
    Ok(())
}

/// The pixels of the header and the rows in Firefox, without the scroll bar, which appears and disappears.
async fn rows_on_screen(browser: &Browser) -> Result<Vec<u8>> {
    if !matches!(browser, Browser::Firefox(_)) {
        return Ok(Vec::new());
    }
    let Pixels { width, rgba, .. } = Pixels::read(&browser.sidebar_picture(1.0, 500).await?)?;
    Ok(rgba.chunks(4 * width).flat_map(|line| &line[..4 * (width - 12)]).copied().collect())
}

#[test]
fn the_last_rows_show_at_the_same_place_before_the_site_answers() -> Result<()> {
    browser_test("the_last_rows_show_at_the_same_place_before_the_site_answers", async |browser| {
        let pages = shelves("Rack");
        let site = Site::start(&pages)?;
        visit(browser, &site).await?;
        browser.click(At::Twisty("Rack 12")).await?;
        // A row below the pointer has another colour.
        browser.hover(At::Css("header")).await?;
        browser.in_sidebar("one('[part~=scroller]').scrollTop = 205", &[]).await?;
        let gate = close_and_hold(browser, &site, sitemap(&pages)).await?;

        browser.open_sidebar().await?;
        has_picture(browser, "Rack 12.3").await?;
        browser.wait_in_sidebar("the progress", "return one('[part~=progress]').checkVisibility()", &[]).await?;
        ensure!(browser.rows().await?.is_empty(), "the tree has rows");
        wait_for_words(browser, "1,861 pages").await?;
        let before = rows_on_screen(browser).await?;
        gate.open();
        has_no_picture(browser).await?;
        browser.wait_in_sidebar("the tree", "return one('navi-bar').state == 'loaded'", &[]).await?;
        ensure!(before == rows_on_screen(browser).await?, "the tree does not look like its picture");
        Ok(())
    })
}

#[test]
fn a_link_in_the_picture_opens() -> Result<()> {
    browser_test("a_link_in_the_picture_opens", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        let gate = close_and_hold(browser, &site, sitemap(&garden())).await?;
        browser.open_sidebar().await?;
        has_picture(browser, "Contact").await?;
        browser.in_sidebar(&format!("{PICTURED}.querySelector('.title').click()"), &[json!("Contact")]).await?;
        let contact = site.url("/contact.html");
        browser.wait_until("the page", async || Ok((browser.url().await? == contact).then_some(()))).await?;
        has_no_picture(browser).await?;
        gate.open();
        Ok(())
    })
}

#[test]
fn a_click_on_a_branch_of_the_picture_opens_it_in_the_tree() -> Result<()> {
    browser_test("a_click_on_a_branch_of_the_picture_opens_it_in_the_tree", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        let gate = close_and_hold(browser, &site, sitemap(&garden())).await?;
        browser.open_sidebar().await?;
        has_picture(browser, "Plants").await?;
        let press = format!(
            "const twisty = {PICTURED}.querySelector('.twisty');
             const {{ x, y, width, height }} = twisty.getBoundingClientRect();
             twisty.dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2 }}));"
        );
        browser.in_sidebar(&press, &[json!("Plants")]).await?;
        gate.open();
        let is_open = |rows: &[Row]| rows.iter().any(|row| row.name == "Plants" && row.expanded == Some(true));
        browser.wait_for_rows("the open branch", is_open).await?;
        Ok(())
    })
}

#[test]
fn a_right_click_in_the_picture_opens_nothing() -> Result<()> {
    browser_test("a_right_click_in_the_picture_opens_nothing", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        let gate = close_and_hold(browser, &site, sitemap(&garden())).await?;
        browser.open_sidebar().await?;
        has_picture(browser, "Contact").await?;
        let press = format!(
            "window.opened = []; one('navi-bar').addEventListener('navigate', (event) => opened.push(event.detail.url));
             const {{ x, y }} = {PICTURED}.querySelector('.title').getBoundingClientRect();
             {PICTURED}.dispatchEvent(new MouseEvent('auxclick', {{ bubbles: true, button: 2, clientX: x + 5, clientY: y + 5 }}));"
        );
        browser.in_sidebar(&press, &[json!("Contact")]).await?;
        gate.open();
        has_no_picture(browser).await?;
        ensure!(browser.in_sidebar("return window.opened", &[]).await? == json!([]), "a page opens");
        Ok(())
    })
}

#[test]
fn the_button_for_the_current_page_does_not_change_while_the_sidebar_opens() -> Result<()> {
    browser_test("the_button_for_the_current_page_does_not_change_while_the_sidebar_opens", async |browser| {
        let pages = shelves("Case");
        let site = Site::start(&pages)?;
        visit(browser, &site).await?;
        // The first rows are too few to scroll so far.
        browser.wait_in_sidebar("the tree", "return one('navi-bar').state == 'loaded'", &[]).await?;
        browser.in_sidebar("one('[part~=scroller]').scrollTop = 2000", &[]).await?;
        let gate = close_and_hold(browser, &site, sitemap(&pages)).await?;
        browser.open_sidebar().await?;
        has_picture(browser, "Case 40").await?;
        browser.wait_in_sidebar("the progress", "return one('[part~=progress]').checkVisibility()", &[]).await?;
        browser.click(At::Css("#locate")).await?;
        gate.open();
        has_no_picture(browser).await?;
        let is_in_sight = "return one('#tree [role=treeitem][aria-current=page]').getBoundingClientRect().top >= one('[part~=scroller]').getBoundingClientRect().top";
        browser.wait_in_sidebar("the current page", is_in_sight, &[]).await?;
        Ok(())
    })
}

#[test]
fn the_filter_takes_a_text_while_the_picture_shows() -> Result<()> {
    browser_test("the_filter_takes_a_text_while_the_picture_shows", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        let gate = close_and_hold(browser, &site, sitemap(&garden())).await?;
        browser.open_sidebar().await?;
        has_picture(browser, "Contact").await?;
        browser.wait_in_sidebar("the progress", "return one('[part~=progress]').checkVisibility()", &[]).await?;
        browser.click(At::Css("#filter")).await?;
        browser.type_text("contact").await?;
        gate.open();
        browser.wait_for_rows("the match", |rows| rows.len() == 1 && rows[0].name == "Contact").await?;
        has_no_picture(browser).await
    })
}

#[test]
fn another_page_shows_no_picture() -> Result<()> {
    browser_test("another_page_shows_no_picture", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        let gate = close_and_hold(browser, &site, sitemap(&garden())).await?;
        browser.goto(&site.url("/contact.html")).await?;
        browser.open_sidebar().await?;
        browser.wait_in_sidebar("the load", "return one('navi-bar').state == 'loading'", &[]).await?;
        has_no_picture(browser).await?;
        gate.open();
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn a_private_window_keeps_no_picture() -> Result<()> {
    browser_test("a_private_window_keeps_no_picture", async |browser| {
        with_private_windows(browser, async |browser| {
            let site = Site::start(&garden())?;
            open_private_window(browser).await?;
            visit(browser, &site).await?;
            let watch = "const { places } = one('navi-bar'), { keep } = places;
                 places.keep = (...given) => { keep(...given); requestIdleCallback(() => requestIdleCallback(() => (window.hasKept = true))); };
                 row('Plants').querySelector('[part~=twisty]').click();";
            browser.in_sidebar(watch, &[]).await?;
            browser.wait_in_sidebar("the end of saving", "return window.hasKept", &[]).await?;
            let kept = "return Object.keys(await browser.storage.session.get('lastView')).length";
            ensure!(browser.in_sidebar(kept, &[]).await? == json!(0), "a picture is kept");
            Ok(())
        })
        .await
    })
}

//! The sidebar shows the structure of the site in the active tab of its window, and nothing of other sites.

use std::collections::BTreeSet;

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::site::{Site, garden, heading, names, page, sitemap, visit};
use crate::sitemaps::{focus_row, source, urlset, wait_for_focus};

#[test]
fn the_sidebar_shows_the_structure_of_the_site() -> Result<()> {
    browser_test("the_sidebar_shows_the_structure_of_the_site", async |firefox| {
        let site = Site::start(&garden())?;
        let rows = visit(firefox, &site).await?;
        assert_eq!(names(&rows), ["Welcome", "Plants", "Tools", "Contact"]);
        for (place, row) in rows.iter().enumerate() {
            assert_eq!((row.level, row.setsize, row.posinset), (1, 4, place as u32 + 1), "{}", row.name);
        }
        assert_eq!(rows[1].expanded, Some(false));
        assert_eq!(rows[1].href, Some(site.url("/plants.html")));
        assert_eq!((rows[2].expanded, &rows[2].href), (Some(false), &None), "a heading has no link");
        assert_eq!(rows[3].expanded, None);
        let text = firefox.sidebar_text().await?;
        assert!(text.contains(&format!("127.0.0.1:{}", site.port())), "whose structure it is: {text}");
        let source = source(firefox).await?;
        assert!(source.contains("13 pages, arranged as in sitemap.rdf"), "where it is from: {source}");
        Ok(())
    })
}

#[test]
fn the_current_page_is_marked_and_revealed() -> Result<()> {
    browser_test("the_current_page_is_marked_and_revealed", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        firefox.open_sidebar().await?;
        let rows = firefox
            .wait_for_rows("the branch of the current page", |rows| rows.iter().any(|row| row.name == "Pear"))
            .await?;
        assert_eq!(names(&rows), ["Welcome", "Plants", "Apple", "Pear", "Plum", "Tools", "Contact"]);
        let marked: Vec<_> = rows.iter().filter(|row| row.current).map(|row| row.name.as_str()).collect();
        assert_eq!(marked, ["Pear"]);
        Ok(())
    })
}

#[test]
fn the_tree_stays_between_pages_of_a_site() -> Result<()> {
    browser_test("the_tree_stays_between_pages_of_a_site", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.click(At::Twisty("Tools")).await?;
        firefox.wait_for_rows("the expanded branch", |rows| rows.iter().any(|row| row.name == "Rake")).await?;
        firefox.goto(&site.url("/contact.html")).await?;
        let rows = firefox
            .wait_for_rows("the mark on the new page", |rows| {
                rows.iter().any(|row| row.current && row.name == "Contact")
            })
            .await?;
        assert_eq!(names(&rows), ["Welcome", "Plants", "Tools", "Spade", "Rake", "Contact"]);
        assert_eq!(rows.iter().filter(|row| row.current).count(), 1);
        assert_eq!(site.requests_for("/sitemap.rdf").len(), 1, "the same site is not asked again");
        Ok(())
    })
}

#[test]
fn the_cursor_follows_the_page() -> Result<()> {
    browser_test("the_cursor_follows_the_page", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Contact")).await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/contact.html")).await?;
        wait_for_current(firefox, "Contact").await?;
        // A navigation outside the sidebar, such as the Back button.
        firefox.in_page("location.href = args[0];", &[json!(site.url("/plants.html"))]).await?;
        wait_for_current(firefox, "Plants").await?;
        firefox
            .wait_for_rows("the tab stop on the current page", |rows| {
                rows.iter().all(|row| row.focused == row.current) && rows.iter().any(|row| row.focused)
            })
            .await?;
        Ok(())
    })
}

#[test]
fn a_late_page_does_not_take_the_cursor_from_the_user() -> Result<()> {
    browser_test("a_late_page_does_not_take_the_cursor_from_the_user", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", urlset(&site, &["/apples/", "/pears/", "/plums/"]));
        visit(firefox, &site).await?;
        // Nothing lists this page, so its row appears when the rest of its document arrives.
        let text = format!("<!doctype html><title>Cherries</title><h1>Cherries</h1>{:4000}", "");
        let (held, gate) = Reply::html(text).held(2000);
        site.route("/cherries/", held);
        firefox.in_page("setTimeout(() => { location.href = args[0]; })", &[json!("/cherries/")]).await?;
        firefox.wait_for_url(&site.url("/cherries/")).await?;
        focus_row(firefox, "Plums").await?;
        gate.open();
        wait_for_current(firefox, "Cherries").await?;
        firefox.settle().await?;
        wait_for_focus(firefox, "Plums").await
    })
}

#[test]
fn a_click_is_for_the_row_that_was_pressed() -> Result<()> {
    browser_test("a_click_is_for_the_row_that_was_pressed", async |browser| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", urlset(&site, &["/beds/apples", "/beds/pears", "/tools/rake", "/tools/spade"]));
        // Nothing lists the home page, so its row appears above the others when the rest of its document arrives.
        let (held, gate) = Reply::html(format!("<!doctype html><title>Garden</title>{:4000}", "")).held(2000);
        site.route("/", held);
        let other = Site::start(&garden())?;
        visit(browser, &other).await?;
        browser.in_page("setTimeout(() => { location.href = args[0]; })", &[json!(site.url("/"))]).await?;
        let before = browser.wait_for_rows("the folders", |rows| rows.len() == 2).await?;
        let place = browser.hold(At::Row("Tools")).await?;
        gate.open();
        browser.wait_in_sidebar("the home page", "return one('navi-bar').session.rowCount == 3", &[]).await?;
        browser.settle().await?;
        assert_eq!(names(&browser.rows().await?), names(&before), "nothing moves under the pressed pointer");
        browser.release(place).await?;
        let rows = browser.wait_for_rows("the pages of the folder", |rows| rows.len() == 5).await?;
        assert_eq!(names(&rows), ["Garden", "Beds", "Tools", "Rake", "Spade"]);
        Ok(())
    })
}

#[test]
fn the_focus_stays_on_a_row_when_the_site_changes() -> Result<()> {
    browser_test("the_focus_stays_on_a_row_when_the_site_changes", async |browser| {
        let (first, second) =
            (Site::start(&garden())?, Site::start(&[page("Shore", "/"), page("Dune", "/dune.html")])?);
        visit(browser, &first).await?;
        focus_row(browser, "Tools").await?;
        browser.goto(&second.url("/")).await?;
        wait_for_focus(browser, "Shore").await?;
        focus_row(browser, "Dune").await?;
        // The kept tree is as the user left it.
        browser.goto(&first.url("/")).await?;
        wait_for_focus(browser, "Tools").await
    })
}

#[test]
fn the_current_page_stays_in_sight_when_the_tree_gets_lower() -> Result<()> {
    browser_test("the_current_page_stays_in_sight_when_the_tree_gets_lower", async |browser| {
        let pages: Vec<_> = (0..40).map(|at| page(&format!("Bed {at}"), &format!("/{at}"))).collect();
        let site = Site::start(&pages)?;
        browser.goto(&site.url("/18")).await?;
        browser.open_sidebar().await?;
        let in_sight = "const row = all('[role=treeitem][aria-current=page]')[0]?.getBoundingClientRect();
            const view = one('[part~=scroller]').getBoundingClientRect();
            return row?.top >= view.top && row.bottom <= view.bottom + 1 && innerHeight < args[0]";
        browser.wait_in_sidebar("the current page", in_sight, &[json!(800)]).await?;
        browser.resize(1200, 500).await?;
        browser.wait_in_sidebar("the current page in the lower tree", in_sight, &[json!(500)]).await.map(drop)
    })
}

#[test]
fn a_late_scroll_event_does_not_lose_the_position_of_a_hidden_tree() -> Result<()> {
    browser_test("a_late_scroll_event_does_not_lose_the_position_of_a_hidden_tree", async |browser| {
        let pages: Vec<_> = (0..60).map(|at| page(&format!("Bed {at}"), &format!("/beds/{at}"))).collect();
        let site = Site::start(&pages)?;
        visit(browser, &site).await?;
        let hide = "const scroller = one('[part~=scroller]'), bar = one('navi-bar');
            const frames = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
            scroller.scrollTop = 333;
            await frames();
            bar.style.display = 'none';
            scroller.dispatchEvent(new Event('scroll'));
            await frames();
            bar.style.display = '';
            await frames();
            return scroller.scrollTop";
        assert_eq!(browser.in_sidebar(hide, &[]).await?, json!(333));
        Ok(())
    })
}

#[test]
fn rows_above_a_revealed_page_stay_in_place() -> Result<()> {
    browser_test("rows_above_a_revealed_page_stay_in_place", async |browser| {
        let mut pages: Vec<_> = (0..60).map(|at| page(&format!("Bed {at}"), &format!("/beds/{at}"))).collect();
        pages.splice(6..6, garden());
        let site = Site::start(&pages)?;
        visit(browser, &site).await?;
        focus_row(browser, "Contact").await?;
        browser.goto(&site.url("/plants/pear.html")).await?;
        wait_for_focus(browser, "Pear").await?;
        let top = browser.in_sidebar("return one('[part~=scroller]').scrollTop", &[]).await?;
        assert_eq!(top, json!(0), "the rows above have moved");
        Ok(())
    })
}

#[test]
fn the_tree_follows_pages_that_change_their_own_address() -> Result<()> {
    browser_test("the_tree_follows_pages_that_change_their_own_address", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        for (path, name) in [("/contact.html", "Contact"), ("/", "Welcome")] {
            firefox.in_page("history.pushState(null, '', args[0]);", &[json!(path)]).await?;
            wait_for_current(firefox, name).await?;
        }
        firefox.in_page("history.back();", &[]).await?;
        wait_for_current(firefox, "Contact").await
    })
}

/// Collects the name of every visible row from now on, until [`seen`] returns them.
async fn start_watching(firefox: &Browser) -> Result<()> {
    let watch = "
        const seen = (window.seenByTest = new Set());
        const root = document.querySelector('navi-bar').shadowRoot;
        const look = () => {
            for (const row of root.querySelectorAll('[role=treeitem]')) if (row.checkVisibility()) seen.add(row.textContent.trim());
        };
        new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
        const everyFrame = () => { look(); requestAnimationFrame(everyFrame); };
        everyFrame();";
    firefox.in_sidebar(watch, &[]).await?;
    Ok(())
}

async fn seen(firefox: &Browser) -> Result<BTreeSet<String>> {
    firefox.in_sidebar_as("return [...window.seenByTest];", &[]).await
}

async fn wait_for_current(firefox: &Browser, name: &str) -> Result<()> {
    let what = format!("the mark on {name}");
    firefox.wait_for_rows(&what, |rows| rows.iter().any(|row| row.current && row.name == name)).await?;
    Ok(())
}

#[test]
fn one_site_is_never_shown_for_another() -> Result<()> {
    browser_test("one_site_is_never_shown_for_another", async |firefox| {
        let fruit = Site::start(&[page("Apple", "/"), page("Pear", "/pear.html")])?;
        let fish = Site::start(&[page("Cod", "/"), page("Eel", "/eel.html")])?;
        visit(firefox, &fruit).await?;
        firefox.open_tab(&fish.url("/")).await?;
        firefox.wait_for_rows("the second site", |rows| names(rows) == ["Cod", "Eel"]).await?;
        start_watching(firefox).await?;
        firefox.goto(&fish.url("/eel.html")).await?;
        wait_for_current(firefox, "Eel").await?;
        assert_eq!(seen(firefox).await?, BTreeSet::from(["Cod", "Eel"].map(String::from)));

        // Switches by tab, and by address in one tab.
        firefox.select_tab(0).await?;
        firefox.wait_for_rows("the first site", |rows| names(rows) == ["Apple", "Pear"]).await?;
        firefox.goto(&fish.url("/")).await?;
        firefox.wait_for_rows("the second site in the first tab", |rows| names(rows) == ["Cod", "Eel"]).await?;
        Ok(())
    })
}

#[test]
fn the_old_tree_disappears_before_the_new_one_shows() -> Result<()> {
    browser_test("the_old_tree_disappears_before_the_new_one_shows", async |firefox| {
        let old = Site::start(&garden())?;
        let new = Site::without_sitemap()?;
        let (held, gate) = Reply::rdf(sitemap(&[page("New", "/")])).held(0);
        new.route("/sitemap.rdf", held);
        visit(firefox, &old).await?;
        firefox.goto(&new.url("/")).await?;
        firefox.wait_for_rows("no rows before the first bytes", |rows| rows.is_empty()).await?;
        let text = firefox.sidebar_text().await?;
        assert!(text.contains(&format!(":{}", new.port())) && !text.contains("13 pages"), "{text}");
        gate.open();
        firefox.wait_for_rows("the new tree", |rows| names(rows) == ["New"]).await?;
        Ok(())
    })
}

#[test]
fn a_late_sitemap_does_not_replace_a_newer_site() -> Result<()> {
    browser_test("a_late_sitemap_does_not_replace_a_newer_site", async |firefox| {
        let slow = Site::without_sitemap()?;
        let pages: Vec<_> = (0..2000).map(|n| page(&format!("Slow {n}"), &format!("/{n}.html"))).collect();
        let (held, gate) = Reply::rdf(sitemap(&pages)).held(20_000);
        slow.route("/sitemap.rdf", held);
        let quick = Site::start(&garden())?;
        firefox.goto(&quick.url("/")).await?;
        firefox.open_tab(&slow.url("/")).await?;
        firefox.open_sidebar().await?;
        firefox
            .wait_for_rows("the beginning of the slow site", |rows| rows.iter().any(|row| row.name == "Slow 0"))
            .await?;

        firefox.select_tab(0).await?;
        firefox.wait_for_rows("the quick site", |rows| names(rows).first() == Some(&"Welcome")).await?;
        start_watching(firefox).await?;
        gate.open();
        // When a later load of the same site has ended, the first load can report nothing more.
        firefox.click(At::Css("#reload")).await?;
        firefox
            .wait_until("the quick site to be loaded again", async || {
                let again = quick.requests_for("/sitemap.rdf").len() == 2;
                let state = firefox.in_sidebar("return one('navi-bar').dataset.state;", &[]).await?;
                Ok((again && state == "loaded").then_some(()))
            })
            .await?;
        let expected = ["Welcome", "Plants", "Tools", "Contact"].map(String::from);
        assert_eq!(seen(firefox).await?, BTreeSet::from(expected));

        firefox.select_tab(1).await?;
        firefox.wait_for_rows("the slow site", |rows| rows.iter().any(|row| row.name == "Slow 5")).await?;
        firefox.wait_in_sidebar("all of it", "return one('#count').textContent.includes('2,000 pages')", &[]).await?;
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox's driver can switch tabs within one turn of the event loop")]
fn fast_switching_ends_at_the_active_tab() -> Result<()> {
    browser_test("fast_switching_ends_at_the_active_tab", async |firefox| {
        let sites: Vec<_> =
            ["Ash", "Beech", "Cedar"].map(|tree| Site::start(&[page(tree, "/")])).into_iter().collect::<Result<_>>()?;
        firefox.open_sidebar().await?;
        for site in &sites {
            firefox.open_tab(&site.url("/")).await?;
        }
        firefox.wait_for_rows("the last site", |rows| names(rows) == ["Cedar"]).await?;
        // All switches are within one turn of Firefox's event loop. The last one is to the tab in the middle.
        firefox
            .chrome(
                "for (let i = 0; i < 30; i++) tabs().selectedTab = tabAt(1 + i % 3); tabs().selectedTab = tabAt(2);",
                &[],
            )
            .await?;
        firefox.wait_for_rows("the site in front", |rows| names(rows) == ["Beech"]).await?;
        firefox
            .wait_in_sidebar(
                "its name",
                "return one('#site').textContent == args[0]",
                &[json!(format!("127.0.0.1:{}", sites[1].port()))],
            )
            .await?;
        Ok(())
    })
}

#[test]
fn pages_without_a_site_have_no_tree() -> Result<()> {
    browser_test("pages_without_a_site_have_no_tree", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let own = firefox.in_sidebar("return location.href;", &[]).await?;
        let own = own.as_str().unwrap_or_default().to_owned();
        let file = format!("file://{}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
        for address in [firefox.own_page(), &own, &file, "data:text/html,<title>none</title>"] {
            if cfg!(feature = "chromium") && address == file {
                continue; // its protocol does not navigate a tab from a site to a file
            }
            firefox.goto(address).await?;
            firefox
                .wait_in_sidebar(
                    &format!("a plain sentence for {address}"),
                    "return one('#notice').checkVisibility() && one('#notice-text').textContent.includes('does not show one')",
                    &[],
                )
                .await?;
            assert_eq!(firefox.rows().await?, [], "{address}");
            assert_eq!(firefox.in_sidebar("return one('#reload').checkVisibility();", &[]).await?, false);
            firefox.goto(&site.url("/")).await?;
            firefox.wait_for_rows("the site again", |rows| rows.len() == 4).await?;
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the window behind keeps its page")]
fn each_window_has_its_own_site() -> Result<()> {
    browser_test("each_window_has_its_own_site", async |firefox| {
        let first = Site::start(&[page("First", "/"), heading("Of the first")])?;
        let second = Site::start(&[page("Second", "/")])?;
        visit(firefox, &first).await?;
        firefox
            .chrome(
                "const w = front().OpenBrowserWindow();
                 await until('a second window', () => w.gBrowserInit?.delayedStartupFinished && front() == w);
                 await load(w.gBrowser.selectedTab, A[0]);",
                &[json!(second.url("/"))],
            )
            .await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the second site", |rows| names(rows) == ["Second"]).await?;
        // The rows of the window behind.
        let behind = "const other = windows().find((w) => w != front());
            const browser = other.SidebarController.browser.contentDocument.getElementById('webext-panels-browser');
            return evaluate(browser, \"return all('[role=treeitem]').map((row) => row.textContent)\");";
        assert_eq!(firefox.chrome(behind, &[]).await?, json!(["First", "Of the first"]));
        firefox.goto(&first.url("/")).await?;
        firefox
            .wait_for_rows("the first site in the second window", |rows| names(rows) == ["First", "Of the first"])
            .await?;
        assert_eq!(firefox.chrome(behind, &[]).await?, json!(["First", "Of the first"]));
        assert_eq!(first.requests_for("/sitemap.rdf").len(), 2, "once for each window");
        Ok(())
    })
}

#[test]
fn the_locate_button_scrolls_the_current_page_into_view() -> Result<()> {
    browser_test("the_locate_button_scrolls_the_current_page_into_view", async |firefox| {
        let site = Site::start(&garden())?;
        site.has("/elsewhere.html", "Elsewhere");
        firefox.goto(&site.url("/plants/plum.html")).await?;
        firefox.open_sidebar().await?;
        wait_for_current(firefox, "Plum").await?;
        firefox.click(At::Twisty("Plants")).await?;
        firefox.wait_for_rows("the collapsed branch", |rows| rows.len() == 4).await?;
        firefox.click(At::Css("#locate")).await?;
        wait_for_current(firefox, "Plum").await?;

        firefox.goto(&site.url("/elsewhere.html")).await?;
        firefox.wait_for_rows("the mark to go", |rows| rows.iter().all(|row| !row.current)).await?;
        firefox.click(At::Css("#locate")).await?;
        firefox
            .wait_in_sidebar(
                "an explanation",
                "return one('#trail').innerText.trim() == 'This page is not in the tree.'",
                &[],
            )
            .await?;
        Ok(())
    })
}

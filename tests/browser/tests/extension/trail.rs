//! The trail (the path to the current page while its row is out of sight), and the pages beside the current one.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Button, Key, Row, browser_test};
use serde_json::json;

use crate::files::{choose_in_header_menu, choose_in_submenu};
use crate::site::{Page, Site, garden, listed, page, visit};
use crate::sitemaps::source;

/// The visible titles of the trail. The current page's title is in brackets.
const SHOWN: &str = "return all('#trail li').filter((item) => item.checkVisibility())
    .map((item) => item.querySelector('[aria-current=page]') ? `[${item.textContent}]` : item.textContent).join(' > ')";

async fn wait_for_trail(firefox: &Browser, expected: &str) -> Result<()> {
    firefox
        .wait_until(&format!("the trail {expected:?}"), async || {
            Ok((firefox.in_sidebar(SHOWN, &[]).await? == expected).then_some(()))
        })
        .await
}

/// Filters the tree, which shows the trail.
async fn filter(firefox: &Browser) -> Result<()> {
    firefox.focus(At::Css("input[type=search]")).await?;
    firefox.type_text("e").await
}

/// A page at this depth, below pages with long titles.
pub(crate) fn deep(depth: usize) -> Page {
    (1..depth).rev().fold(page("The page itself", "/deep.html"), |below, n| {
        page(&format!("A long title on level {n}"), &format!("/{n}/")).with([below])
    })
}

#[test]
fn the_trail_shows_the_path_to_the_page() -> Result<()> {
    browser_test("the_trail_shows_the_path_to_the_page", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        // A visible row needs no trail. A filtered tree does.
        assert_eq!(firefox.in_sidebar(SHOWN, &[]).await?, "");
        filter(firefox).await?;
        wait_for_trail(firefox, "[Welcome]").await?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        wait_for_trail(firefox, "Plants > [Pear]").await?;
        // A heading is not a link.
        firefox.goto(&site.url("/tools/rake.html")).await?;
        wait_for_trail(firefox, "Tools > [Rake]").await?;
        assert_eq!(firefox.in_sidebar("return all('#trail a').length", &[]).await?, json!(0));
        site.has("/elsewhere.html", "Elsewhere");
        firefox.goto(&site.url("/elsewhere.html")).await?;
        firefox
            .wait_in_sidebar(
                "a sentence",
                "return one('#trail').innerText.trim() == 'This page is not in the tree.'",
                &[],
            )
            .await?;
        // Links open in the same ways as those of the tree.
        firefox.goto(&site.url("/plants/pear.html")).await?;
        wait_for_trail(firefox, "Plants > [Pear]").await?;
        firefox.click_with(&[], Button::Middle, At::Css("#trail a")).await?;
        firefox
            .wait_until("a background tab", async || {
                let tabs = firefox.tabs().await?;
                Ok((tabs.len() == 2 && tabs[0].active && tabs[1].url == site.url("/plants.html")).then_some(()))
            })
            .await?;
        firefox.focus(At::Css("#trail a")).await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/plants.html")).await?;
        wait_for_trail(firefox, "[Plants]").await?;
        // Without a tree there is no trail.
        let empty = Site::without_sitemap()?;
        firefox.goto(&empty.url("/")).await?;
        firefox.wait_in_sidebar("no line", "return !one('#here').checkVisibility()", &[]).await?;
        Ok(())
    })
}

#[test]
fn a_long_path_is_cut_at_its_start() -> Result<()> {
    browser_test("a_long_path_is_cut_at_its_start", async |firefox| {
        let site = Site::start(&[page("Welcome", "/"), deep(5)])?;
        visit(firefox, &site).await?;
        filter(firefox).await?;
        firefox.goto(&site.url("/deep.html")).await?;
        firefox.set_sidebar_width(200).await?;
        wait_for_trail(firefox, "… > [The page itself]").await?;
        let fits = "const list = one('#trail ol'); return list.scrollWidth <= list.clientWidth && document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(firefox.in_sidebar(fits, &[]).await?, json!(true));
        firefox.set_sidebar_width(480).await?;
        firefox
            .wait_until("more of the trail", async || {
                let shown: String = firefox.in_sidebar_as(SHOWN, &[]).await?;
                let is_cut = shown.starts_with("… > ") && !shown.contains("level 1");
                Ok((is_cut && shown.ends_with("> A long title on level 4 > [The page itself]")).then_some(()))
            })
            .await?;
        assert_eq!(firefox.in_sidebar(fits, &[]).await?, json!(true));
        firefox.set_sidebar_width(200).await?;
        wait_for_trail(firefox, "… > [The page itself]").await?;
        firefox.focus(At::Css("#trail button")).await?;
        firefox.press(Key::Enter).await?;
        let long = |n| format!("A long title on level {n}");
        let whole = format!("… > {} > {} > {} > {} > [The page itself]", long(1), long(2), long(3), long(4));
        wait_for_trail(firefox, &whole).await?;
        assert_eq!(firefox.in_sidebar(fits, &[]).await?, json!(true));
        firefox.press(Key::Enter).await?;
        wait_for_trail(firefox, "… > [The page itself]").await?;
        firefox.goto(&site.url("/")).await?;
        wait_for_trail(firefox, "[Welcome]").await?;
        Ok(())
    })
}

#[test]
fn up_leads_from_the_top_level_and_from_dated_posts_to_the_home_page() -> Result<()> {
    browser_test("up_leads_from_the_top_level_and_from_dated_posts_to_the_home_page", async |firefox| {
        let site = listed(&["/", "/about.html", "/2020/05/05/rain.html", "/notes/2020/wind.html"])?;
        firefox.goto(&site.url("/2020/05/05/rain.html?utm_source=x")).await?;
        firefox.open_sidebar().await?;
        firefox.set_sidebar_width(480).await?;
        // The page is found without its query.
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Rain")).await?;
        filter(firefox).await?;
        wait_for_trail(firefox, "2020 > [Rain]").await?;
        for path in ["/2020/05/05/rain.html?utm_source=x", "/about.html"] {
            firefox.goto(&site.url(path)).await?;
            firefox
                .wait_in_sidebar("the command Up is available", "return one('#up').ariaDisabled == 'false'", &[])
                .await?;
            go(firefox, Key::Up).await?;
            firefox.wait_for_url(&site.url("/")).await?;
            firefox
                .wait_in_sidebar("the command Up is not available", "return one('#up').ariaDisabled == 'true'", &[])
                .await?;
        }
        // A folder without a page leads to its address.
        site.has("/notes/2020/", "2020");
        firefox.goto(&site.url("/notes/2020/")).await?;
        wait_for_trail(firefox, "Notes > [2020]").await?;
        Ok(())
    })
}

/// Uses the shortcut, or the menu if tests cannot press shortcuts.
async fn go(firefox: &Browser, key: Key) -> Result<()> {
    if firefox.has_shortcuts() {
        return firefox.press_with(&[Key::Alt, Key::Shift], key).await;
    }
    let entry = match key {
        Key::Up => "Parent page in the tree",
        Key::Left => "Previous page in the tree",
        _ => "Next page in the tree",
    };
    choose_in_submenu(firefox, "Go To", entry).await
}

async fn wait_for_current(firefox: &Browser, name: &str) -> Result<()> {
    let accept = |rows: &[Row]| rows.iter().any(|row| row.current && row.name == name);
    firefox.wait_for_rows(&format!("the page {name}"), accept).await?;
    Ok(())
}

#[test]
fn commands_open_the_previous_next_and_parent_page() -> Result<()> {
    browser_test("commands_open_the_previous_next_and_parent_page", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/plum.html")).await?;
        firefox.open_sidebar().await?;
        wait_for_current(firefox, "Plum").await?;
        // Tools is a heading and is skipped.
        choose_in_submenu(firefox, "Go To", "Next page in the tree").await?;
        firefox.wait_for_url(&site.url("/tools/spade.html")).await?;
        wait_for_current(firefox, "Spade").await?;
        // The keyboard works with any focus, also while the line with the buttons is hidden.
        let steps = [
            (Key::Left, "/plants/plum.html", "Plum"),
            (Key::Up, "/plants.html", "Plants"),
            (Key::Right, "/plants/apple.html", "Apple"),
            (Key::Left, "/plants.html", "Plants"),
            (Key::Left, "/", "Welcome"),
        ];
        for (key, path, title) in steps {
            go(firefox, key).await?;
            firefox.wait_for_url(&site.url(path)).await?;
            wait_for_current(firefox, title).await?;
            assert_eq!(firefox.in_sidebar(SHOWN, &[]).await?, "");
        }
        // At the end, the button is disabled and keeps the focus.
        filter(firefox).await?;
        wait_for_trail(firefox, "[Welcome]").await?;
        let ends = "return ['previous', 'next'].map((id) => one(`#${id}`).ariaDisabled)";
        assert_eq!(firefox.in_sidebar(ends, &[]).await?, json!(["true", "false"]));
        firefox.focus(At::Css("#previous")).await?;
        firefox.press(Key::Enter).await?;
        if firefox.has_shortcuts() {
            go(firefox, Key::Left).await?;
            let answer = "return one('#answer').textContent == 'There is no such page in the tree.'";
            firefox.wait_in_sidebar("an answer", answer, &[]).await?;
        }
        assert_eq!(firefox.url().await?, site.url("/"));
        let label = "const button = one('#next'); return [button.ariaLabel, button.title]";
        let (label, title): (String, String) = firefox.in_sidebar_as(label, &[]).await?;
        assert_eq!(label, "Next page in the tree");
        // Each browser names keys differently.
        ensure!(title.starts_with("Next page in the tree (Alt+Shift+Right"), "{title}");
        firefox.click(At::Css("#next")).await?;
        firefox.wait_for_url(&site.url("/plants.html")).await
    })
}

/// The positions of the visible rows in pixels from the top, and the end of the tree.
const PLACES: &str = "
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const { top, bottom } = one('[part~=scroller]').getBoundingClientRect();
    const rows = all('[role=treeitem]').map((row) => [nameOf(row), row.getBoundingClientRect()]);
    return [Object.fromEntries(rows.filter(([, box]) => box.top >= top - 1 && box.bottom <= bottom + 1).map(([name, box]) => [name, box.top])), bottom];";

async fn places(firefox: &Browser) -> Result<(BTreeMap<String, f64>, f64)> {
    firefox.in_sidebar_as(PLACES, &[]).await
}

/// Checks that no row moves that is visible before and after.
fn stay(what: &str, before: &BTreeMap<String, f64>, after: &BTreeMap<String, f64>) -> Result<()> {
    let moved: Vec<_> = before.iter().filter(|(name, top)| after.get(*name).is_some_and(|now| now != *top)).collect();
    let both = before.keys().filter(|name| after.contains_key(*name)).count();
    ensure!(
        moved.is_empty() && both > 10,
        "{what}: {both} rows are visible before and after, and these move: {moved:?}"
    );
    Ok(())
}

async fn scroll(firefox: &Browser, top: u32) -> Result<()> {
    firefox.in_sidebar("one('[part~=scroller]').scrollTop = args[0]", &[json!(top)]).await?;
    Ok(())
}

/// Opens the page with this number on a site of 300 pages on one level.
async fn open_flat(firefox: &Browser, number: u32) -> Result<Site> {
    let site = Site::start(&(0..300).map(|n| page(&format!("Page {n}"), &format!("/{n}.html"))).collect::<Vec<_>>())?;
    firefox.goto(&site.url(&format!("/{number}.html"))).await?;
    firefox.open_sidebar().await?;
    wait_for_current(firefox, &format!("Page {number}")).await?;
    // The tree scrolls to the page at the end of the load.
    let is_there = "return one('navi-bar').dataset.state != 'loading' && one('[part~=scroller]').scrollTop > 0";
    firefox.wait_in_sidebar("its row in view", is_there, &[]).await?;
    // The line below the tree stays while the pointer is over it, and the test before may have left the pointer there.
    firefox.hover(At::Css("input[type=search]")).await?;
    Ok(site)
}

#[test]
fn the_trail_shows_while_the_page_is_out_of_view_and_moves_no_row() -> Result<()> {
    browser_test("the_trail_shows_while_the_page_is_out_of_view_and_moves_no_row", async |firefox| {
        let _site = open_flat(firefox, 150).await?;
        wait_for_trail(firefox, "").await?;
        let (_, end) = places(firefox).await?;
        let middle: u32 = firefox.in_sidebar_as("return Math.round(one('[part~=scroller]').scrollTop)", &[]).await?;
        // The page is scrolled away in both directions. The line shows when the scrolling ends.
        for top in [2000, 6000] {
            scroll(firefox, top).await?;
            let (before, _) = places(firefox).await?;
            wait_for_trail(firefox, "[Page 150]").await?;
            let (after, shorter) = places(firefox).await?;
            ensure!(shorter < end, "the line has its own place: {shorter} < {end}");
            stay("the line comes", &before, &after)?;
            scroll(firefox, middle).await?;
            let (before, _) = places(firefox).await?;
            wait_for_trail(firefox, "").await?;
            stay("the line goes", &before, &places(firefox).await?.0)?;
        }
        // The line does not cover a focused row.
        scroll(firefox, 2000).await?;
        wait_for_trail(firefox, "[Page 150]").await?;
        scroll(firefox, middle).await?;
        wait_for_trail(firefox, "").await?;
        firefox.focus(At::Row("Page 150")).await?;
        for _ in 0..50 {
            firefox.press(Key::Down).await?;
        }
        wait_for_trail(firefox, "[Page 150]").await?;
        firefox.wait_for_rows("the focus", |rows| rows.iter().any(|row| row.focused && row.name == "Page 200")).await?;
        let (places, _) = places(firefox).await?;
        ensure!(places.contains_key("Page 200"), "the focused row is out of sight: {places:?}");
        Ok(())
    })
}

#[test]
fn the_trail_stays_if_rows_would_move_without_it() -> Result<()> {
    browser_test("the_trail_stays_if_rows_would_move_without_it", async |firefox| {
        let _site = open_flat(firefox, 299).await?;
        scroll(firefox, 0).await?;
        wait_for_trail(firefox, "[Page 299]").await?;
        // At the end of the tree there are no more rows for the line's place.
        let ended = "window.ended = new Promise((ended) => one('navi-bar').addEventListener('viewchange', ended, { once: true }))";
        firefox.in_sidebar(&format!("{ended}; one('[part~=scroller]').scrollTop = 100000"), &[]).await?;
        let (before, _) = places(firefox).await?;
        ensure!(before.contains_key("Page 299"), "the page is out of sight: {before:?}");
        firefox.in_sidebar("await window.ended", &[]).await?;
        stay("at the end", &before, &places(firefox).await?.0)?;
        wait_for_trail(firefox, "[Page 299]").await
    })
}

#[test]
fn collapsing_everything_keeps_the_focus_and_shows_the_trail() -> Result<()> {
    browser_test("collapsing_everything_keeps_the_focus_and_shows_the_trail", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        firefox.open_sidebar().await?;
        wait_for_current(firefox, "Pear").await?;
        firefox.focus(At::Row("Plum")).await?;
        choose_in_header_menu(firefox, "Collapse All").await?;
        let rows = firefox.wait_for_rows("four rows", |rows| rows.len() == 4).await?;
        ensure!(rows.iter().all(|row| row.expanded != Some(true)), "{rows:?}");
        wait_for_trail(firefox, "Plants > [Pear]").await?;
        // The menu returns the focus. Tab moves to the branch of the row that had the focus.
        firefox.wait_in_sidebar("the focus", "return document.activeElement == one('#more')", &[]).await?;
        firefox.focus(At::Css("input[type=search]")).await?;
        firefox.press(Key::Tab).await?;
        firefox.wait_for_rows("the branch", |rows| rows.iter().any(|row| row.focused && row.name == "Plants")).await?;
        Ok(())
    })
}

#[test]
fn an_unlisted_page_is_reported_once() -> Result<()> {
    browser_test("an_unlisted_page_is_reported_once", async |firefox| {
        const SENTENCE: &str = "This page is not in the tree.";
        let site = Site::start(&garden())?;
        site.has("/elsewhere.html", "Elsewhere");
        visit(firefox, &site).await?;
        firefox.goto(&site.url("/elsewhere.html")).await?;
        let shown = "return one('#trail').checkVisibility() && one('#trail').innerText.trim() == args[0]";
        firefox.wait_in_sidebar("the sentence", shown, &[json!(SENTENCE)]).await?;
        let source = source(firefox).await?;
        firefox.click(At::Css("#locate")).await?;
        // Screen readers get the sentence once, as an announcement.
        firefox
            .wait_in_sidebar("an answer", "return one('#announcement').textContent == args[0]", &[json!(SENTENCE)])
            .await?;
        let in_sight = "return all('p').filter((p) => p.textContent == args[0] && p.checkVisibility() && !p.matches('.spoken')).length";
        assert_eq!(firefox.in_sidebar(in_sight, &[json!(SENTENCE)]).await?, json!(1));
        firefox.wait_in_sidebar("nothing more", "return one('#announcement').textContent == ''", &[]).await?;
        ensure!(source == crate::sitemaps::source(firefox).await?, "the description of the tree stays");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox's driver reads these pixels")]
fn separators_point_in_the_direction_of_reading() -> Result<()> {
    browser_test("separators_point_in_the_direction_of_reading", async |firefox| {
        let site = Site::start(&garden())?;
        for (language, expected) in [("en", "right"), ("ar", "left")] {
            firefox.speak(language).await?;
            firefox.goto(&site.url("/plants/pear.html")).await?;
            firefox.open_sidebar().await?;
            wait_for_current(firefox, "Pear").await?;
            filter(firefox).await?;
            wait_for_trail(firefox, "Plants > [Pear]").await?;
            // The tip of an angle has fewer painted pixels than its open side.
            let place = "const items = all('#trail li').filter((item) => item.checkVisibility());
                const [a, b] = [items[0].getBoundingClientRect(), items[1].firstElementChild.getBoundingClientRect()];
                const [left, right] = a.left < b.left ? [a.right, b.left] : [b.right, a.left];
                return [left, a.top, right - left, a.height];";
            let place = firefox.in_sidebar(place, &[]).await?;
            let tip = crate::conditions::tip(firefox, place).await?;
            ensure!(tip == expected, "{language}: it points to the {tip}");
            firefox.close_sidebar().await?;
        }
        Ok(())
    })
}

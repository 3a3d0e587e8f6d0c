//! Where the current page is in the tree: the way to it, and the pages beside it.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Button, Key, browser_test};
use serde_json::json;

use crate::site::{Page, Site, garden, listed, page, visit};

/// The titles that show in the line, the current page's in brackets.
const SHOWN: &str = "return all('#trail li').filter((item) => item.checkVisibility())
    .map((item) => item.querySelector('[aria-current=page]') ? `[${item.textContent}]` : item.textContent).join(' > ')";

async fn wait_for_trail(firefox: &Browser, expected: &str) -> Result<()> {
    firefox
        .wait_until(&format!("the trail {expected:?}"), async || {
            Ok((firefox.in_sidebar(SHOWN, &[]).await? == expected).then_some(()))
        })
        .await
}

/// A page of this depth, below pages that all have long titles.
pub(crate) fn deep(depth: usize) -> Page {
    (1..depth).rev().fold(page("The page itself", "/deep.html"), |below, n| {
        page(&format!("A long title on level {n}"), &format!("/{n}/")).with([below])
    })
}

#[test]
fn shows_the_way_to_the_page() -> Result<()> {
    browser_test("shows_the_way_to_the_page", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        wait_for_trail(firefox, "[Welcome]").await?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        wait_for_trail(firefox, "Plants > [Pear]").await?;
        // A heading is no link.
        firefox.goto(&site.url("/tools/rake.html")).await?;
        wait_for_trail(firefox, "Tools > [Rake]").await?;
        assert_eq!(firefox.in_sidebar("return all('#trail a').length", &[]).await?, json!(0));
        site.has("/elsewhere.html", "Elsewhere");
        firefox.goto(&site.url("/elsewhere.html")).await?;
        firefox
            .wait_in_sidebar(
                "a sentence",
                "return one('#trail').innerText.trim() == 'This page is not in the sitemap.'",
                &[],
            )
            .await?;
        // Links open as those of the tree do.
        firefox.goto(&site.url("/plants/pear.html")).await?;
        wait_for_trail(firefox, "Plants > [Pear]").await?;
        firefox.click_with(&[], Button::Middle, At::Css("#trail a")).await?;
        firefox
            .wait_until("a tab in the background", async || {
                let tabs = firefox.tabs().await?;
                Ok((tabs.len() == 2 && tabs[0].active && tabs[1].url == site.url("/plants.html")).then_some(()))
            })
            .await?;
        firefox.focus(At::Css("#trail a")).await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/plants.html")).await?;
        wait_for_trail(firefox, "[Plants]").await?;
        // Without a tree there is no place in it.
        let empty = Site::without_sitemap()?;
        firefox.goto(&empty.url("/")).await?;
        firefox.wait_in_sidebar("no line", "return !one('#here').checkVisibility()", &[]).await?;
        Ok(())
    })
}

#[test]
fn a_long_way_is_cut_at_its_begin() -> Result<()> {
    browser_test("a_long_way_is_cut_at_its_begin", async |firefox| {
        let site = Site::start(&[page("Welcome", "/"), deep(5)])?;
        visit(firefox, &site).await?;
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
fn up_leads_from_the_top_level_and_from_dated_posts_home() -> Result<()> {
    browser_test("up_leads_from_the_top_level_and_from_dated_posts_home", async |firefox| {
        let site = listed(&["/", "/about.html", "/2020/05/05/rain.html"])?;
        firefox.goto(&site.url("/2020/05/05/rain.html?utm_source=x")).await?;
        firefox.open_sidebar().await?;
        firefox.set_sidebar_width(480).await?;
        // Found without its query.
        wait_for_trail(firefox, "2020 > 05 > 05 > [Rain]").await?;
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Rain")).await?;
        for path in ["/2020/05/05/rain.html?utm_source=x", "/about.html"] {
            firefox.goto(&site.url(path)).await?;
            firefox.wait_in_sidebar("a way up", "return one('#up').ariaDisabled == 'false'", &[]).await?;
            go(firefox, Key::Up).await?;
            firefox.wait_for_url(&site.url("/")).await?;
            firefox.wait_in_sidebar("no way up", "return one('#up').ariaDisabled == 'true'", &[]).await?;
        }
        // The folder without a page of its own is where its address leads.
        site.has("/2020/05/", "May");
        firefox.goto(&site.url("/2020/05/")).await?;
        wait_for_trail(firefox, "2020 > [05]").await?;
        Ok(())
    })
}

/// By the shortcut, or where that cannot be pressed by the button of the same name.
async fn go(firefox: &Browser, key: Key) -> Result<()> {
    if firefox.has_shortcuts() {
        return firefox.press_with(&[Key::Alt, Key::Shift], key).await;
    }
    let button = match key {
        Key::Up => "#up",
        Key::Left => "#previous",
        _ => "#next",
    };
    firefox.click(At::Css(button)).await
}

#[test]
fn goes_to_the_previous_next_and_upper_page() -> Result<()> {
    browser_test("goes_to_the_previous_next_and_upper_page", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/plum.html")).await?;
        firefox.open_sidebar().await?;
        wait_for_trail(firefox, "Plants > [Plum]").await?;
        // Tools is a heading, which is passed over.
        firefox.click(At::Css("#next")).await?;
        firefox.wait_for_url(&site.url("/tools/spade.html")).await?;
        wait_for_trail(firefox, "Tools > [Spade]").await?;
        // By the keyboard, wherever the focus is.
        let steps = [
            (Key::Left, "/plants/plum.html", "Plants > [Plum]"),
            (Key::Up, "/plants.html", "[Plants]"),
            (Key::Right, "/plants/apple.html", "Plants > [Apple]"),
            (Key::Left, "/plants.html", "[Plants]"),
            (Key::Left, "/", "[Welcome]"),
        ];
        for (key, path, trail) in steps {
            go(firefox, key).await?;
            firefox.wait_for_url(&site.url(path)).await?;
            wait_for_trail(firefox, trail).await?;
        }
        // At an end, the button says so and keeps the focus.
        let ends = "return ['previous', 'next', 'up'].map((id) => one(`#${id}`).ariaDisabled)";
        assert_eq!(firefox.in_sidebar(ends, &[]).await?, json!(["true", "false", "true"]));
        firefox.focus(At::Css("#previous")).await?;
        firefox.press(Key::Enter).await?;
        if firefox.has_shortcuts() {
            go(firefox, Key::Up).await?;
            firefox
                .wait_in_sidebar(
                    "an answer",
                    "return one('#state').textContent == 'There is no such page in the tree.'",
                    &[],
                )
                .await?;
        }
        assert_eq!(firefox.url().await?, site.url("/"));
        let label = "const button = one('#next'); return [button.ariaLabel, button.title]";
        let (label, title): (String, String) = firefox.in_sidebar_as(label, &[]).await?;
        assert_eq!(label, "Next page in the tree");
        // Each browser has its own names for keys.
        ensure!(title.starts_with("Next page in the tree (Alt+Shift+Right"), "{title}");
        Ok(())
    })
}

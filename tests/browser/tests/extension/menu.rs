//! The native context menu of a row: the page's context tree, then the actions for the page.

use anyhow::Result;
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::{At, Browser, Button, Reply, browser_test};
use serde_json::{Value, json};

use crate::site::{Page, Site, garden, heading, page, sitemap, visit};

/// Firefox's default containers. Chromium has none.
pub(crate) const CONTAINERS: &str = if cfg!(feature = "chromium") {
    ""
} else {
    "Open in New Container Tab\n  Personal\n  Work\n  Banking\n  Shopping\n"
};

/// The actions for any page.
fn own() -> String {
    let opening = format!("Open in New Tab\nOpen in New Background Tab\n{CONTAINERS}Open in New Window\n");
    format!("{opening}---\nCopy Link\n---\nBookmark Page\n---\nDetails…\n")
}

async fn open_garden(firefox: &Browser) -> Result<Site> {
    let site = Site::start(&garden())?;
    visit(firefox, &site).await?;
    firefox.click(At::Twisty("Plants")).await?;
    firefox.wait_for_rows("the expanded branch", |rows| rows.len() == 7).await?;
    Ok(site)
}

#[test]
fn the_menu_shows_the_context_tree_and_opens_pages() -> Result<()> {
    browser_test("the_menu_shows_the_context_tree_and_opens_pages", async |firefox| {
        let site = open_garden(firefox).await?;
        let menu = firefox.open_menu(At::Row("Apple")).await?;
        let expected =
            "Recipes\n  Recipes\n  ---\n  Pies\n    Pies\n    ---\n    Deep pie\n  Juice & cider\nGrowing\n---\n";
        assert_eq!(menu_outline(&menu), format!("{expected}{}", own()));
        assert!(menu.iter().all(|entry| !entry.disabled));
        firefox.choose(&["Recipes", "Pies", "Deep pie"]).await?;
        firefox.wait_for_url(&site.url("/recipes/pies/deep.html")).await?;
        assert_eq!(firefox.tabs().await?.len(), 1);

        firefox.open_menu(At::Row("Apple")).await?;
        firefox.choose(&["Recipes", "Recipes"]).await?;
        firefox.wait_for_url(&site.url("/recipes.html")).await?;
        firefox.open_menu(At::Row("Apple")).await?;
        firefox.choose(&["Recipes", "Juice & cider"]).await?;
        firefox.wait_for_url(&site.url("/recipes/juice.html")).await
    })
}

#[test]
fn the_menu_opens_tabs_and_windows_and_copies_links() -> Result<()> {
    browser_test("the_menu_opens_tabs_and_windows_and_copies_links", async |firefox| {
        let site = open_garden(firefox).await?;
        let menu = firefox.open_menu(At::Row("Pear")).await?;
        assert_eq!(menu_outline(&menu), own(), "a page without a context tree");
        firefox.choose(&["Open in New Tab"]).await?;
        firefox.wait_for_url(&site.url("/plants/pear.html")).await?;
        let tabs = firefox.tabs().await?;
        assert_eq!(tabs.len(), 2);
        assert!(tabs[1].active);

        // The menu can stay open for a long time.
        firefox.forget_clicks_after(500).await?;
        firefox.open_menu(At::Row("Plum")).await?;
        firefox
            .wait_in_sidebar("the user activation to expire", "return !navigator.userActivation.isActive", &[])
            .await?;
        firefox.choose(&["Copy Link"]).await?;
        firefox
            .wait_until("the link in the clipboard", async || {
                let text = firefox.clipboard("text/plain").await?;
                Ok((text == Some(site.url("/plants/plum.html"))).then_some(()))
            })
            .await?;

        firefox.open_menu(At::Row("Plum")).await?;
        firefox.choose(&["Open in New Window"]).await?;
        firefox
            .wait_until("a new window", async || {
                let windows = firefox.windows().await?;
                let alone = windows.iter().any(|tabs| tabs.len() == 1 && tabs[0].url == site.url("/plants/plum.html"));
                Ok((windows.len() == 2 && alone).then_some(()))
            })
            .await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn a_choice_with_control_or_the_middle_button_opens_a_background_tab() -> Result<()> {
    browser_test("a_choice_with_control_or_the_middle_button_opens_a_background_tab", async |firefox| {
        let site = open_garden(firefox).await?;
        for (count, options) in [(2, json!({ "ctrlKey": true })), (3, json!({ "button": 1 }))] {
            firefox.open_menu(At::Row("Apple")).await?;
            firefox
                .chrome("const entry = [...menu().children].find((e) => e.label == 'Growing'); menu().activateItem(entry, A[0]);", &[options])
                .await?;
            firefox
                .wait_until("a background tab", async || {
                    let tabs = firefox.tabs().await?;
                    Ok((tabs.len() == count && tabs[0].active && tabs[1].url == site.url("/growing.html"))
                        .then_some(()))
                })
                .await?;
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn headings_and_empty_space_have_no_dead_entries() -> Result<()> {
    browser_test("headings_and_empty_space_have_no_dead_entries", async |firefox| {
        let site = Site::start(&[
            page("Welcome", "/"),
            heading("Plain heading"),
            heading("Heading with a menu").menu([page("Related", "/related.html"), heading("Only a word")]),
        ])?;
        visit(firefox, &site).await?;
        let menu = firefox.open_menu(At::Row("Heading with a menu")).await?;
        assert_eq!(menu_outline(&menu), "Related\nOnly a word\n");
        assert_eq!(menu.iter().map(|entry| entry.disabled).collect::<Vec<_>>(), [false, true]);
        firefox.choose(&["Related"]).await?;
        firefox.wait_for_url(&site.url("/related.html")).await?;

        for at in [At::Row("Plain heading"), At::Css("[part~=scroller]"), At::Css("#site"), At::Css("#reload")] {
            // This listener gets the event last, so it sees the decision.
            firefox
                .in_sidebar("window.asked = new Promise((tell) => addEventListener('contextmenu', (e) => tell(e.defaultPrevented), { once: true }));", &[])
                .await?;
            firefox.click_with(&[], Button::Right, at).await?;
            assert_eq!(firefox.in_sidebar("return window.asked;", &[]).await?, true, "no menu at {at:?}");
            assert!(!firefox.menu_is_open().await?);
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn titles_are_shown_unchanged() -> Result<()> {
    browser_test("titles_are_shown_unchanged", async |firefox| {
        let long = "word ".repeat(60);
        let titles = ["R&D && more &x", "100%s of %s", "<b>bold</b>", "שלום עולם", "👩‍👩‍👧‍👦 family", long.trim()];
        let menu: Vec<Page> = titles.iter().enumerate().map(|(n, title)| page(title, &format!("/{n}.html"))).collect();
        let site = Site::start(&[page("Welcome", "/").menu(menu)])?;
        visit(firefox, &site).await?;
        // Firefox replaces %s with the selected text.
        firefox.in_sidebar("getSelection().selectAllChildren(one('#site'));", &[]).await?;
        let menu = firefox.open_menu(At::Row("Welcome")).await?;
        let labels: Vec<_> = menu.iter().map(|entry| entry.label.replace('\u{2060}', "")).take(titles.len()).collect();
        assert_eq!(labels[..5], titles[..5]);
        assert!(
            labels[5].starts_with("word word") && labels[5].ends_with('…') && labels[5].chars().count() <= 60,
            "{}",
            labels[5]
        );
        firefox.choose(&["R&D && more &x"]).await?;
        firefox.wait_for_url(&site.url("/0.html")).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn a_long_menu_says_how_many_entries_are_left_out() -> Result<()> {
    browser_test("a_long_menu_says_how_many_entries_are_left_out", async |firefox| {
        let menu: Vec<_> = (0..50)
            .map(|n| {
                page(&format!("Group {n}"), &format!("/{n}.html"))
                    .with((0..12).map(|m| page(&format!("Entry {n}.{m}"), "/x.html")).collect::<Vec<_>>())
            })
            .collect();
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(sitemap(&[page("Welcome", "/").menu(menu)])));
        visit(firefox, &site).await?;
        let menu = firefox.open_menu(At::Row("Welcome")).await?;
        assert_eq!(menu.len(), 50 + 1 + 1 + 10, "all groups, the note, a line, the actions");
        let remark = &menu[50];
        assert_eq!((remark.label.as_str(), remark.disabled), ("150 more entries are not shown", true));
        firefox.close_menu().await
    })
}

/// The extension's entries that Firefox holds, in memory and for the disk.
async fn held_entries(firefox: &Browser) -> Result<Value> {
    firefox
        .chrome(
            "const { ExtensionMenus } = ChromeUtils.importESModule('resource://gre/modules/ExtensionMenus.sys.mjs');
             const { extension } = WebExtensionPolicy.getByID('navibar@navibar.org');
             return [...ExtensionMenus.getMenus(extension).keys()];",
            &[],
        )
        .await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn the_menu_is_right_every_time_it_opens() -> Result<()> {
    browser_test("the_menu_is_right_every_time_it_opens", async |firefox| {
        let pages: Vec<_> = (0..50)
            .map(|n| {
                let related = (0..=n % 7).map(|m| {
                    page(&format!("{n} to {m}"), &format!("/{n}/{m}.html"))
                        .with([page(&format!("{n} below {m}"), "/b.html")])
                });
                page(&format!("Page {n}"), &format!("/{n}.html")).menu(related.collect::<Vec<_>>())
            })
            .collect();
        let site = Site::start(&pages)?;
        visit(firefox, &site).await?;
        firefox.resize(1200, 1500).await?; // all rows are visible
        let mut wrong = Vec::new();
        for step in 0..50_usize {
            let n = step * 23 % 50;
            // Every second menu is requested while the one before it closes.
            let menu = if step % 2 == 0 {
                firefox.open_menu(At::Row(&format!("Page {n}"))).await?
            } else {
                reopen(firefox, n).await?
            };
            let expected: String =
                (0..=n % 7).map(|m| format!("{n} to {m}\n  {n} to {m}\n  ---\n  {n} below {m}\n")).collect();
            if menu_outline(&menu) != format!("{expected}---\n{}", own()) {
                wrong.push(format!("{n}:\n{}", menu_outline(&menu)));
            }
            if step % 2 == 1 {
                firefox.close_menu().await?;
            }
        }
        assert_eq!(wrong, Vec::<String>::new(), "menus with wrong entries when they opened");
        firefox
            .wait_until(
                "the entries to be gone",
                async || Ok((held_entries(firefox).await? == json!([])).then_some(())),
            )
            .await
    })
}

/// Right-clicks on another row while the open menu closes, without waiting for the event of closing.
async fn reopen(firefox: &Browser, n: usize) -> Result<Vec<navibar_browser_tests::MenuEntry>> {
    firefox.chrome("menu().hidePopup();", &[]).await?;
    firefox.open_menu(At::Row(&format!("Page {n}"))).await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "about Firefox's native menu")]
fn menus_of_web_pages_do_not_change() -> Result<()> {
    browser_test("menus_of_web_pages_do_not_change", async |firefox| {
        let site = open_garden(firefox).await?;
        firefox.open_menu(At::Row("Apple")).await?;
        firefox.close_menu().await?;
        let in_page = "
            const popup = front().document.getElementById('contentAreaContextMenu');
            const shown = new Promise((tell) => popup.addEventListener('popupshown', tell, { once: true }));
            const box = tabs().selectedBrowser.getBoundingClientRect();
            window.synthesizeMouseEvent('contextmenu', box.x + 100, box.y + 200, { button: 2, clickCount: 1 }, {});
            await shown;
            const entries = [...popup.children].filter((entry) => !entry.hidden);
            if (entries.length == 0) throw new Error('this is not the menu of a page');
            const own = entries.filter((entry) => entry.id.includes('navibar')).map((entry) => entry.label);
            popup.hidePopup();
            return own;";
        assert_eq!(firefox.chrome(in_page, &[]).await?, json!([]));
        drop(site);
        Ok(())
    })
}

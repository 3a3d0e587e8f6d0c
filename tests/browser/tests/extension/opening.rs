//! Actions on rows and whole branches: open in tabs, windows and containers, copy, bookmark.

use anyhow::{Result, ensure};
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::{At, Browser, Key, browser_test};
use serde_json::{Value, json};

use crate::menu::CONTAINERS;
use crate::options::{set, with_settings};
use crate::privacy::with_private_windows;
use crate::site::{Page, Site, garden, heading, page, visit};
use crate::sitemaps::wait_for_words;

/// The bookmarks in Other Bookmarks: title and address, or title and children.
const BOOKMARKS: &str = "
    const { PlacesUtils } = ChromeUtils.importESModule('resource://gre/modules/PlacesUtils.sys.mjs');
    const plain = ({ title, uri, children }) => uri ? [title, uri] : [title ?? '---', (children ?? []).map(plain)];
    return ((await PlacesUtils.promiseBookmarksTree(PlacesUtils.bookmarks.unfiledGuid)).children ?? []).map(plain);";

/// Waits until the bookmarks are these.
async fn wait_for_bookmarks(firefox: &Browser, expected: &Value) -> Result<()> {
    firefox
        .wait_until(&format!("the bookmarks {expected}"), async || {
            let found = firefox.chrome(BOOKMARKS, &[]).await?;
            ensure!(found == *expected, "there are {found}");
            Ok(Some(()))
        })
        .await
}

async fn erase_bookmarks(firefox: &Browser) -> Result<()> {
    firefox
        .chrome(
            "const { PlacesUtils } = ChromeUtils.importESModule('resource://gre/modules/PlacesUtils.sys.mjs');
             await PlacesUtils.bookmarks.eraseEverything();",
            &[],
        )
        .await?;
    Ok(())
}

async fn urls(firefox: &Browser) -> Result<Vec<String>> {
    Ok(firefox.tabs().await?.into_iter().map(|tab| tab.url).collect())
}

async fn wait_for_tabs(firefox: &Browser, expected: &[String]) -> Result<()> {
    firefox
        .wait_until(&format!("the tabs {expected:?}"), async || {
            let found = urls(firefox).await?;
            ensure!(found == expected, "there are {found:?}");
            Ok(Some(()))
        })
        .await
}

pub(crate) fn large_branch(count: usize) -> Vec<Page> {
    let pages: Vec<_> = (1..=count).map(|n| page(&format!("Page {n}"), &format!("/{n}.html"))).collect();
    vec![page("Welcome", "/"), heading("All").with(pages)]
}

#[test]
fn the_menu_offers_all_actions() -> Result<()> {
    browser_test("the_menu_offers_all_actions", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let page = firefox.open_menu(At::Row("Contact")).await?;
        assert_eq!(
            menu_outline(&page),
            format!(
                "Open in New Tab\nOpen in New Background Tab\n{CONTAINERS}Open in New Window\n---\nCopy Link\n---\nBookmark Page\n---\nDetails…\n"
            )
        );
        firefox.choose(&["Open in New Background Tab"]).await?;
        wait_for_tabs(firefox, &[site.url("/"), site.url("/contact.html")]).await?;
        ensure!(firefox.tabs().await?[0].active);

        let branch = firefox.open_menu(At::Row("Plants")).await?;
        assert_eq!(
            menu_outline(&branch),
            format!(
                "Open in New Tab\nOpen in New Background Tab\n{CONTAINERS}Open in New Window\nOpen Branch in Tabs\n---\nExpand All Below\nShow Only This Branch\n---\n\
                 Copy Link\nCopy Branch as List\n---\nBookmark Page\nBookmark Branch as Folder\n---\nDetails…\n"
            )
        );
        firefox.close_menu().await?;
        let heading = firefox.open_menu(At::Row("Tools")).await?;
        assert_eq!(
            menu_outline(&heading),
            "Open Branch in Tabs\n---\nExpand All Below\nShow Only This Branch\n---\nCopy Branch as List\n---\nBookmark Branch as Folder\n"
        );
        firefox.close_menu().await
    })
}

#[test]
fn a_branch_is_copied_as_a_list() -> Result<()> {
    browser_test("a_branch_is_copied_as_a_list", async |firefox| {
        let site = Site::start(&[
            page("Welcome", "/"),
            heading("Plants & more").with([
                page("Fruit", "/fruit.html")
                    .with([page("<b>Apple</b>", "/apple.html"), page("Pear", "/pear.html?a=1&b=2")]),
                page("Herbs", "/herbs.html"),
            ]),
        ])?;
        visit(firefox, &site).await?;
        // The menu can stay open for a long time.
        firefox.forget_clicks_after(400).await?;
        firefox.open_menu(At::Row("Plants & more")).await?;
        if matches!(firefox, Browser::Firefox(_)) {
            let is_forgotten = "return !navigator.userActivation.isActive";
            firefox.wait_in_sidebar("the user activation to expire", is_forgotten, &[]).await?;
        }
        firefox.choose(&["Copy Branch as List"]).await?;
        wait_for_words(firefox, "5 entries copied.").await?;
        let url = |path| site.url(path);
        let (fruit, apple) = (url("/fruit.html"), url("/apple.html"));
        let (pear, herbs) = (url("/pear.html?a=1&b=2"), url("/herbs.html"));
        assert_eq!(
            firefox.clipboard("text/plain").await?.unwrap_or_default(),
            format!(
                "- Plants & more\n  - Fruit <{fruit}>\n    - <b>Apple</b> <{apple}>\n    - Pear <{pear}>\n  - Herbs <{herbs}>\n"
            )
        );
        let html = firefox.clipboard("text/html").await?.unwrap_or_default();
        let expected = format!(
            "<li>Plants &amp; more<ul><li><a href=\"{fruit}\">Fruit</a><ul><li><a href=\"{apple}\">&lt;b&gt;Apple&lt;/b&gt;</a></li>\
             <li><a href=\"{}\">Pear</a></li></ul></li><li><a href=\"{herbs}\">Herbs</a></li></ul></li>",
            pear.replace('&', "&amp;")
        );
        ensure!(html.contains(&expected), "{html}\n{expected}");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the permission dialog differs in Chromium")]
fn pages_and_branches_are_bookmarked_after_the_user_agrees() -> Result<()> {
    browser_test("pages_and_branches_are_bookmarked_after_the_user_agrees", async |firefox| {
        erase_bookmarks(firefox).await?;
        let result = bookmarks(firefox).await;
        erase_bookmarks(firefox).await?;
        result
    })
}

async fn bookmarks(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    visit(firefox, &site).await?;
    // Firefox asks the user. The first answer is no.
    firefox.open_menu(At::Row("Contact")).await?;
    firefox.choose(&["Bookmark Page"]).await?;
    let question = "
        const { PopupNotifications } = front();
        const asked = await until('the question', () => PopupNotifications.panel.state == 'open'
            && PopupNotifications.panel.querySelector('popupnotification#addon-webext-permissions-notification'));
        asked[A[0]].click();
        await until('the question to close', () => PopupNotifications.panel.state == 'closed');";
    firefox.chrome(question, &[json!("secondaryButton")]).await?;
    assert_eq!(firefox.chrome(BOOKMARKS, &[]).await?, json!([]));

    firefox.open_menu(At::Row("Contact")).await?;
    firefox.choose(&["Bookmark Page"]).await?;
    firefox.chrome(question, &[json!("button")]).await?;
    wait_for_words(firefox, "Bookmarked, in Other Bookmarks.").await?;
    let contact = json!(["Contact", site.url("/contact.html")]);
    wait_for_bookmarks(firefox, &json!([contact])).await?;

    // Firefox does not ask again.
    firefox.open_menu(At::Row("Plants")).await?;
    firefox.choose(&["Bookmark Branch as Folder"]).await?;
    wait_for_words(firefox, "4 pages bookmarked, in Other Bookmarks.").await?;
    let plants = json!([
        "Plants",
        [
            ["Plants", site.url("/plants.html")],
            ["Apple", site.url("/plants/apple.html")],
            ["Pear", site.url("/plants/pear.html")],
            ["Plum", site.url("/plants/plum.html")],
        ]
    ]);
    wait_for_bookmarks(firefox, &json!([contact, plants])).await
}

#[test]
fn a_branch_opens_in_tabs_and_a_large_one_asks_first() -> Result<()> {
    browser_test("a_branch_opens_in_tabs_and_a_large_one_asks_first", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.open_menu(At::Row("Plants")).await?;
        firefox.choose(&["Open Branch in Tabs"]).await?;
        let all = ["/", "/plants.html", "/plants/apple.html", "/plants/pear.html", "/plants/plum.html"];
        wait_for_tabs(firefox, &all.map(|path| site.url(path))).await?;
        ensure!(firefox.tabs().await?[0].active, "the current page stays open");
        firefox.reset().await?;

        let site = Site::start(&large_branch(11))?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("All")).await?;
        firefox.open_menu(At::Row("All")).await?;
        firefox.choose(&["Open Branch in Tabs"]).await?;
        wait_for_words(firefox, "Open 11 tabs?").await?;
        firefox.press(Key::Escape).await?;
        firefox
            .wait_for_rows("the focus on the row", |rows| rows.iter().any(|row| row.focused && row.name == "All"))
            .await?;
        assert_eq!(urls(firefox).await?, [site.url("/")]);

        firefox.open_menu(At::Row("All")).await?;
        firefox.choose(&["Open Branch in Tabs"]).await?;
        wait_for_words(firefox, "Open 11 Tabs").await?;
        firefox.press(Key::Enter).await?;
        let mut all = vec![site.url("/")];
        all.extend((1..=11).map(|n| site.url(&format!("/{n}.html"))));
        wait_for_tabs(firefox, &all).await
    })
}

#[test]
fn at_most_a_hundred_tabs_open_at_once() -> Result<()> {
    browser_test("at_most_a_hundred_tabs_open_at_once", async |firefox| {
        let site = Site::start(&large_branch(1205))?;
        visit(firefox, &site).await?;
        firefox.open_menu(At::Row("All")).await?;
        firefox.choose(&["Open Branch in Tabs"]).await?;
        wait_for_words(firefox, "The branch has 1,205 pages. Open the first 100 in tabs?").await?;
        wait_for_words(firefox, "Open 100 Tabs").await?;
        firefox.press(Key::Escape).await?;
        assert_eq!(urls(firefox).await?, [site.url("/")]);
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the permission dialog differs in Chromium")]
fn a_page_opens_in_a_private_window_if_allowed() -> Result<()> {
    browser_test("a_page_opens_in_a_private_window_if_allowed", async |firefox| {
        with_private_windows(firefox, open_privately).await
    })
}

async fn open_privately(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    visit(firefox, &site).await?;
    firefox.open_menu(At::Row("Contact")).await?;
    firefox.choose(&["Open in New Private Window"]).await?;
    let private = "
        const { PrivateBrowsingUtils } = ChromeUtils.importESModule('resource://gre/modules/PrivateBrowsingUtils.sys.mjs');
        const found = windows().filter((w) => w.gBrowser?.currentURI.spec == A[0]);
        return found.length == 1 && PrivateBrowsingUtils.isWindowPrivate(found[0]);";
    firefox
        .wait_until("a private window", async || {
            let is_there = firefox.chrome(private, &[json!(site.url("/contact.html"))]).await?;
            Ok((is_there == true).then_some(()))
        })
        .await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox has containers")]
fn a_page_opens_in_a_container() -> Result<()> {
    browser_test("a_page_opens_in_a_container", async |firefox| {
        with_settings(firefox, async || open_in_containers(firefox).await).await
    })
}

async fn open_in_containers(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    visit(firefox, &site).await?;
    set(firefox, json!({ "containers": true })).await?;
    firefox.open_menu(At::Row("Contact")).await?;
    firefox.choose(&["Open in New Container Tab", "Work"]).await?;
    wait_for_tabs(firefox, &[site.url("/"), site.url("/contact.html")]).await?;
    // The second default container.
    let container = firefox.chrome("return front().gBrowser.selectedTab.userContextId;", &[]).await?;
    assert_eq!(container, json!(2));

    // A new container of the user is in the menu at once, with its exact name.
    let make = "
            const { ContextualIdentityService } = ChromeUtils.importESModule('resource://gre/modules/ContextualIdentityService.sys.mjs');
            return ContextualIdentityService.create(A[0], 'fingerprint', 'blue').userContextId;";
    let made = firefox.chrome(make, &[json!("R&D %s")]).await?;
    let result = open_in_own_container(firefox, &site, &made).await;
    let remove = "
            const { ContextualIdentityService } = ChromeUtils.importESModule('resource://gre/modules/ContextualIdentityService.sys.mjs');
            ContextualIdentityService.remove(A[0]);";
    firefox.chrome(remove, &[made]).await?;
    result
}

async fn open_in_own_container(firefox: &Browser, site: &Site, container: &Value) -> Result<()> {
    firefox
        .wait_until("the new container in the menu", async || {
            let menu = menu_outline(&firefox.open_menu(At::Row("Plants")).await?);
            firefox.press(Key::Escape).await?;
            Ok(menu.contains("  R&D %\u{2060}s\n").then_some(()))
        })
        .await?;
    firefox.open_menu(At::Row("Plants")).await?;
    firefox.choose(&["Open in New Container Tab", "R&D %\u{2060}s"]).await?;
    firefox.wait_for_url(&site.url("/plants.html")).await?;
    let opened = firefox.chrome("return front().gBrowser.selectedTab.userContextId;", &[]).await?;
    assert_eq!(opened, *container);
    Ok(())
}

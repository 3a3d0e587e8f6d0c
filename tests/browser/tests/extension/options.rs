//! The options page and its options. `reveal_modes.rs` tests the options for the current page.

use anyhow::{Result, ensure};
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::options::{EXTENSION_UUID, project_root};
use navibar_browser_tests::{At, Browser, Button, Key, Pref, Reply, Server, browser_test};
use serde_json::{Value, json};

use crate::axe;
use crate::site::{Site, garden, names, visit};
use crate::sitemaps::{index, urlset, wait_for_words};

/// The address of one of the extension's pages.
pub(crate) fn page_of_extension(name: &str) -> String {
    format!("moz-extension://{EXTENSION_UUID}/{name}")
}

/// Runs a test that changes settings, and resets them afterwards.
pub(crate) async fn with_settings(firefox: &Browser, body: impl AsyncFnOnce() -> Result<()>) -> Result<()> {
    let result = body().await;
    firefox.open_sidebar().await?;
    firefox.in_sidebar("await (globalThis.browser ?? chrome).storage.local.remove('settings')", &[]).await?;
    result
}

/// Stores these settings, as another page of the extension does.
pub(crate) async fn set(firefox: &Browser, settings: Value) -> Result<()> {
    firefox
        .in_sidebar("await (globalThis.browser ?? chrome).storage.local.set({ settings: args[0] })", &[settings])
        .await?;
    Ok(())
}

/// A web page with the extension's separate modules and a simulated browser API. The shipped extension has packed modules.
pub(crate) async fn modules(firefox: &Browser) -> Result<Server> {
    const PAGE: &str = "<!doctype html><script>
        const kept = {};
        globalThis.browser = {
            extension: {},
            i18n: { getMessage: () => 'en' },
            storage: { local: {
                get: async (key) => structuredClone(key in kept ? { [key]: kept[key] } : {}),
                set: async (values) => void Object.assign(kept, structuredClone(values)),
            } },
        };
    </script>";
    let server = Server::start()?;
    server.folder(&project_root().join("www"));
    server.route("/modules.html", Reply::html(PAGE));
    firefox.goto(&server.url("/modules.html")).await?;
    Ok(server)
}

/// Waits until the options page has stored these settings.
async fn wait_for_settings(firefox: &Browser, expected: Value) -> Result<()> {
    let same = "const { settings } = await browser.storage.local.get('settings');
        return Object.entries(args[0]).every(([key, value]) => JSON.stringify(settings?.[key]) == JSON.stringify(value));";
    firefox.wait_in_page(&format!("the settings {expected}"), same, std::slice::from_ref(&expected)).await?;
    Ok(())
}

/// Presses a key until the element with this id has the focus.
async fn tab_to(firefox: &Browser, selector: &str) -> Result<()> {
    for _ in 0..60 {
        if firefox.in_page("return document.activeElement.matches(args[0])", &[json!(selector)]).await? == true {
            return Ok(());
        }
        firefox.press(Key::Tab).await?;
    }
    anyhow::bail!("the Tab key does not lead to {selector}")
}

async fn open_options(firefox: &Browser) -> Result<()> {
    firefox.goto(&page_of_extension("options.html")).await?;
    firefox.wait_in_page("the settings to show", "return one('input[name=reveal]:checked').value", &[]).await?;
    firefox.focus_page().await?;
    firefox.wait_in_page("the focus", "return document.hasFocus()", &[]).await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "tested in Firefox's own pages")]
fn options_are_stored_at_once_and_work_by_keyboard() -> Result<()> {
    browser_test("options_are_stored_at_once_and_work_by_keyboard", async |firefox| {
        with_settings(firefox, async || {
            open_options(firefox).await?;
            tab_to(firefox, "input[name=reveal]").await?;
            firefox.press(Key::Down).await?;
            wait_for_settings(firefox, json!({ "reveal": "highlight" })).await?;
            firefox.press(Key::Down).await?;
            wait_for_settings(firefox, json!({ "reveal": "off", "commonEntries": true })).await?;
            tab_to(firefox, "#common").await?;
            firefox.press(' ').await?;
            wait_for_settings(firefox, json!({ "commonEntries": false, "markRead": true, "searchTexts": false, "containers": false })).await?;
            tab_to(firefox, "#in-containers").await?;
            firefox.press(' ').await?;
            wait_for_settings(firefox, json!({ "containers": true })).await?;

            tab_to(firefox, "#at-once").await?;
            firefox.press_with(&[Key::Control], 'a').await?;
            firefox.type_text("120").await?;
            wait_for_settings(firefox, json!({ "sitemapsAtOnce": 120 })).await?;
            firefox.type_text("0").await?; // 1,200
            let fault = "return one('#at-once-fault').textContent == args[0] && one('#at-once').ariaInvalid == 'true'";
            firefox.wait_in_page("a complaint", fault, &[json!("Enter a whole number from 1 to 500.")]).await?;
            wait_for_settings(firefox, json!({ "sitemapsAtOnce": 120 })).await?;
            firefox.press(Key::Backspace).await?;
            let fine = "return one('#at-once-fault').textContent == '' && one('#at-once').ariaInvalid == 'false'";
            firefox.wait_in_page("no complaint", fine, &[]).await?;

            tab_to(firefox, "#host").await?;
            for host in ["shop.example", "https://WWW.Bücher.example:8080/books?x"] {
                firefox.type_text(host).await?;
                firefox.press(Key::Enter).await?;
                firefox.wait_in_page("the field to be empty", "return one('#host').value == ''", &[]).await?;
            }
            wait_for_settings(firefox, json!({ "offAt": ["shop.example", "www.xn--bcher-kva.example"] })).await?;
            let listed = "return all('#off bdi').map((e) => e.textContent).join()";
            let both = json!("shop.example,www.xn--bcher-kva.example");
            firefox.wait_in_page("both", &format!("return (() => {{ {listed} }})() == args[0]"), &[both]).await?;
            for mistake in ["two words", "*.example.org", "about:config", ""] {
                firefox.in_page("one('#host').value = ''", &[]).await?;
                firefox.type_text(mistake).await?;
                firefox.press(Key::Enter).await?;
                let fault = "return one('#host-fault').textContent.startsWith('Enter the name of a site')";
                firefox.wait_in_page("a complaint", fault, &[]).await?;
                firefox.type_text("x").await?;
                firefox.wait_in_page("no complaint", "return one('#host-fault').textContent == ''", &[]).await?;
            }

            // Everything is stored for the next time.
            open_options(firefox).await?;
            let shown = "return [one('input[name=reveal]:checked').value, one('#common').checked, one('#at-once').value, all('#off li').length]";
            assert_eq!(firefox.in_page(shown, &[]).await?, json!(["off", false, "120", 2]));
            assert_eq!(
                firefox.in_page("return all('#off button').map((e) => e.ariaLabel)", &[]).await?,
                json!(["Remove shop.example", "Remove www.xn--bcher-kva.example"])
            );
            tab_to(firefox, "#off button").await?;
            firefox.press(' ').await?;
            firefox.wait_in_page("one of them", "return all('#off li').length == 1 && document.activeElement.matches('#off button')", &[]).await?;
            firefox.press(' ').await?;
            let none = "return !one('#off').checkVisibility() && one('#none-off').checkVisibility() && document.activeElement.id == 'host'";
            firefox.wait_in_page("none of them", none, &[]).await?;
            assert_eq!(firefox.in_page("return one('[role=status]').textContent", &[]).await?, "www.xn--bcher-kva.example is removed.");

            tab_to(firefox, "#restore").await?;
            firefox.press(Key::Enter).await?;
            let defaults = format!("return JSON.stringify((() => {{ {shown} }})()) == JSON.stringify(args[0])");
            firefox.wait_in_page("the defaults", &defaults, &[json!(["reveal", true, "50", 0])]).await?;
            Ok(())
        })
        .await
    })
}

#[test]
fn settings_are_checked_when_they_are_read() -> Result<()> {
    browser_test("settings_are_checked_when_they_are_read", async |firefox| {
        let _server = modules(firefox).await?;
        let strange = json!({ "reveal": 5, "titles": ["page"], "commonEntries": "yes", "containers": 1, "offAt": ["B.example", 7, null, "two words", "a.example", "b.example:80"], "sitemapsAtOnce": 1e9, "more": {} });
        let shown = "await (await import('/extension/browser.js')).api.storage.local.set({ settings: args[0] });
            return (await import('/extension/settings.js')).settings();";
        assert_eq!(
            firefox.in_page(shown, &[strange]).await?,
            json!({ "reveal": "reveal", "titles": "lists", "commonEntries": true, "markRead": true, "searchTexts": false, "containers": false, "offAt": ["a.example", "b.example"], "sitemapsAtOnce": 500 })
        );
        for nothing in [json!(null), json!([]), json!("x"), json!({ "offAt": "a.example", "sitemapsAtOnce": "7" })] {
            assert_eq!(
                firefox.in_page(shown, &[nothing]).await?,
                json!({ "reveal": "reveal", "titles": "lists", "commonEntries": true, "markRead": true, "searchTexts": false, "containers": false, "offAt": [], "sitemapsAtOnce": 50 })
            );
        }
        // Two pages change settings at the same time.
        let both = "const { change, settings } = await import('/extension/settings.js');
            await Promise.all([change({ reveal: 'off' }), change({ commonEntries: false }), change({ sitemapsAtOnce: 9 })]);
            return settings();";
        assert_eq!(
            firefox.in_page(both, &[]).await?,
            json!({ "reveal": "off", "titles": "lists", "commonEntries": false, "markRead": true, "searchTexts": false, "containers": false, "offAt": [], "sitemapsAtOnce": 9 })
        );
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium has only drawn menus")]
fn without_common_entries_menus_have_only_the_sites_entries() -> Result<()> {
    browser_test("without_common_entries_menus_have_only_the_sites_entries", async |firefox| {
        with_settings(firefox, async || {
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            firefox.click(At::Twisty("Plants")).await?;
            firefox.wait_for_rows("the expanded branch", |rows| rows.len() == 7).await?;
            set(firefox, json!({ "commonEntries": false })).await?;
            let menu = firefox.open_menu(At::Row("Apple")).await?;
            let own = "Recipes\n  Recipes\n  ---\n  Pies\n    Pies\n    ---\n    Deep pie\n  Juice & cider\nGrowing\n";
            assert_eq!(menu_outline(&menu), own);
            firefox.close_menu().await?;
            firefox
                .in_sidebar("window.asked = new Promise((tell) => addEventListener('contextmenu', (e) => tell(e.defaultPrevented), { once: true }));", &[])
                .await?;
            firefox.click_with(&[], Button::Right, At::Row("Pear")).await?;
            assert_eq!(firefox.in_sidebar("return window.asked;", &[]).await?, true, "no menu opens");
            ensure!(!firefox.menu_is_open().await? && firefox.in_sidebar("return all('[role=menu]').length", &[]).await? == 0);
            set(firefox, json!({ "commonEntries": true })).await?;
            let menu = firefox.open_menu(At::Row("Apple")).await?;
            assert!(menu_outline(&menu).starts_with(&format!("{own}---\nOpen in New Tab\n")), "{}", menu_outline(&menu));
            firefox.close_menu().await
        })
        .await
    })
}

#[test]
fn the_number_of_sitemaps_loaded_at_once_is_an_option() -> Result<()> {
    browser_test("the_number_of_sitemaps_loaded_at_once_is_an_option", async |firefox| {
        with_settings(firefox, async || {
            let site = Site::without_sitemap()?;
            let paths: Vec<String> = (1..=7).map(|n| format!("/sitemap-{n}.xml")).collect();
            site.route("/sitemap.xml", index(&site, &paths.iter().map(String::as_str).collect::<Vec<_>>()));
            for (n, path) in paths.iter().enumerate() {
                site.route(path, urlset(&site, &[&format!("/page-{}.html", n + 1)]));
            }
            firefox.open_sidebar().await?;
            set(firefox, json!({ "sitemapsAtOnce": 2 })).await?;
            visit(firefox, &site).await?;
            wait_for_words(firefox, "3 pages in 3 sitemaps").await?;
            // A new number takes effect at the next click, without a reload.
            set(firefox, json!({ "sitemapsAtOnce": 3 })).await?;
            firefox.click(At::Row("5 more sitemaps")).await?;
            wait_for_words(firefox, "6 pages in 6 sitemaps").await?;
            assert_eq!(site.requests_for("/sitemap-6.xml").len(), 0);
            Ok(())
        })
        .await
    })
}

/// Opens the header's menu and chooses the entry that begins with `letters`, by the keyboard.
async fn choose_in_header(firefox: &Browser, letters: &str) -> Result<()> {
    firefox.focus(At::Css("#more")).await?;
    firefox.press(Key::Enter).await?;
    firefox.wait_in_sidebar("the menu", "return all('#more[aria-expanded=true]').length", &[]).await?;
    firefox.type_text(letters).await?;
    firefox.press(Key::Enter).await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "tested in Firefox's own pages")]
fn a_site_that_is_turned_off_gets_no_requests() -> Result<()> {
    browser_test("a_site_that_is_turned_off_gets_no_requests", async |firefox| {
        with_settings(firefox, async || {
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            choose_in_header(firefox, "turn").await?;
            wait_for_words(firefox, "Navibar is turned off on 127.0.0.1.").await?;
            assert_eq!(firefox.rows().await?, []);
            firefox.wait_in_sidebar("the focus", "return document.activeElement.id == 'turn-on'", &[]).await?;

            // The site is also off at another port, and in a sidebar that opens there.
            let same_host = Site::start(&garden())?;
            let before = site.requests().len();
            firefox.goto(&site.url("/contact.html")).await?;
            firefox.goto(&same_host.url("/contact.html")).await?;
            firefox.close_sidebar().await?;
            firefox.open_sidebar().await?;
            wait_for_words(firefox, "Navibar is turned off").await?;
            firefox.goto(&same_host.url("/plants.html")).await?;
            // Another host of the same machine still has a tree. Earlier requests would have arrived by then.
            let other = Site::start(&garden())?;
            firefox.goto(&other.url("/").replace("127.0.0.1", "localhost")).await?;
            firefox.wait_for_rows("the tree of another site", |rows| rows.len() == 4).await?;
            let asked = |requests: Vec<navibar_browser_tests::Recorded>| -> Vec<String> {
                requests.into_iter().map(|request| request.path).filter(|path| path != "/favicon.ico").collect()
            };
            assert_eq!(asked(site.requests().split_off(before)), ["/contact.html"]);
            assert_eq!(asked(same_host.requests()), ["/contact.html", "/plants.html"]);

            // The options page lists the site. After its removal there, the tree shows in every sidebar.
            firefox.goto(&site.url("/contact.html")).await?;
            wait_for_words(firefox, "Navibar is turned off").await?;
            firefox.open_tab(&page_of_extension("options.html")).await?;
            firefox
                .wait_in_page("the site", "return all('#off bdi').map((e) => e.textContent).join() == '127.0.0.1'", &[])
                .await?;
            firefox.click_in_page("#off button").await?;
            firefox.wait_in_page("the site to go", "return all('#off bdi').length == 0", &[]).await?;
            firefox.select_tab(0).await?;
            firefox
                .wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current && row.name == "Contact"))
                .await?;

            choose_in_header(firefox, "turn").await?;
            firefox.wait_in_sidebar("the focus", "return document.activeElement.id == 'turn-on'", &[]).await?;
            firefox.press(Key::Enter).await?;
            let rows = firefox.wait_for_rows("the tree again", |rows| rows.len() == 4).await?;
            assert_eq!(names(&rows)[0], "Welcome");
            firefox.wait_in_sidebar("the focus in the tree", "return document.activeElement.id == 'tree'", &[]).await?;
            Ok(())
        })
        .await
    })
}

/// The embedded browser in about:addons that shows the options.
const INLINE: &str = "
    const inline = () => tabs().selectedBrowser.contentDocument?.getElementById('addon-inline-options')
        ?? tabs().selectedBrowser.contentDocument?.querySelector('inline-options-browser browser');";

#[test]
#[cfg_attr(feature = "chromium", ignore = "tested in Firefox's own pages")]
fn the_options_show_in_the_add_ons_manager() -> Result<()> {
    browser_test("the_options_show_in_the_add_ons_manager", async |firefox| {
        with_settings(firefox, async || {
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            choose_in_header(firefox, "opt").await?;
            firefox
                .wait_until("the options in about:addons", async || {
                    let there = "return Boolean(await evaluate(inline(), \"return one('input[name=reveal]:checked').value\"));";
                    Ok((firefox.chrome(&format!("{INLINE}{there}"), &[]).await? == true).then_some(()))
                })
                .await?;
            assert_eq!(firefox.url().await?, "about:addons");
            let click = "const [x, y] = await evaluate(inline(), \"const box = one('input[value=highlight]').getBoundingClientRect(); return [box.x + 8, box.y + 8]\");
                const page = tabs().selectedBrowser.getBoundingClientRect(), own = inline().getBoundingClientRect();
                for (const type of ['mousedown', 'mouseup']) front().synthesizeMouseEvent(type, page.x + own.x + x, page.y + own.y + y, { button: 0, clickCount: 1 }, {});";
            firefox.chrome(&format!("{INLINE}{click}"), &[]).await?;
            firefox
                .wait_in_sidebar("the sidebar to hear of it", "return one('navi-bar').revealMode == 'highlight'", &[])
                .await?;
            Ok(())
        })
        .await
    })
}

/// Runs axe in the page of the active tab, light and dark.
pub(crate) async fn inspect_page(firefox: &Browser) -> Result<()> {
    for dark in [0, 1] {
        firefox.set_pref("ui.systemUsesDarkTheme", &Pref::Int(dark)).await?;
        let colours = "return matchMedia('(prefers-color-scheme: dark)').matches == (args[0] == 1)";
        firefox.wait_in_page("the colours", colours, &[json!(dark)]).await?;
        assert_eq!(firefox.in_page(&axe::script()?, &[]).await?, json!([]), "dark: {dark}");
    }
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "tested in Firefox's own pages")]
fn axe_finds_nothing_in_the_options() -> Result<()> {
    browser_test("axe_finds_nothing_in_the_options", async |firefox| {
        with_settings(firefox, async || {
            open_options(firefox).await?;
            inspect_page(firefox).await?;
            let many: Vec<String> = (0..40).map(|n| format!("{n}.example.org")).collect();
            firefox
                .in_page("await browser.storage.local.set({ settings: { offAt: args[0] } })", &[json!(many)])
                .await?;
            firefox.wait_in_page("the sites", "return all('#off li').length == 40", &[]).await?;
            tab_to(firefox, "#host").await?;
            firefox.press(Key::Enter).await?;
            firefox.wait_in_page("a complaint", "return one('#host-fault').textContent", &[]).await?;
            inspect_page(firefox).await
        })
        .await
    })
}

//! Private windows, and sites without the user's permission.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Pref, Reply, Server, browser_test};
use serde_json::json;

use crate::axe::inspect;
use crate::lies::index;
use crate::site::{Site, garden, page, sitemap, visit};
use crate::sitemaps::{wait_for_words, xml};
use crate::toggle::wait_for_sidebar;

const ID: &str = "navibar@navibar.org";

/// Allows or forbids the extension in private windows. Firefox restarts it.
pub(crate) async fn allow_private(firefox: &Browser, allowed: bool) -> Result<()> {
    firefox
        .chrome(
            "const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
             const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
             const change = { permissions: ['internal:privateBrowsingAllowed'], origins: [] };
             await ExtensionPermissions[A[1] ? 'add' : 'remove'](A[0], change);
             await (await AddonManager.getAddonByID(A[0])).reload();
             await extensionStarted(A[0]);
             await until('the change', () => WebExtensionPolicy.getByID(A[0]).privateBrowsingAllowed == A[1]);
             await sidebarId(A[0]);",
            &[json!(ID), json!(allowed)],
        )
        .await?;
    Ok(())
}

/// Runs a test while the extension is allowed in private windows.
pub(crate) async fn with_private_windows(
    firefox: &Browser,
    body: impl AsyncFnOnce(&Browser) -> Result<()>,
) -> Result<()> {
    allow_private(firefox, true).await?;
    let result = body(firefox).await;
    firefox.reset().await?;
    allow_private(firefox, false).await?;
    result
}

/// Opens a private window in front.
pub(crate) async fn open_private_window(firefox: &Browser) -> Result<()> {
    firefox
        .chrome(
            "const w = front().OpenBrowserWindow({ private: true });
             await until('a private window', () => w.gBrowserInit?.delayedStartupFinished && front() == w);",
            &[],
        )
        .await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn a_private_window_stores_nothing() -> Result<()> {
    browser_test("a_private_window_stores_nothing", async |firefox| {
        with_private_windows(firefox, in_private_window).await
    })
}

async fn in_private_window(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    open_private_window(firefox).await?;
    visit(firefox, &site).await?;
    let background = "const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number); return red + green + blue < 200;";
    ensure!(firefox.in_sidebar(background, &[]).await? == true, "not as dark as the window");

    // Collects everything that Firefox's menu gets from the first right click on, because Firefox may write it to the disk.
    firefox
        .chrome(
            "const { ExtensionMenus } = ChromeUtils.importESModule('resource://gre/modules/ExtensionMenus.sys.mjs');
             const original = ExtensionMenus.addMenu;
             Services.ppmm.navibarGiven = [];
             ExtensionMenus.addMenu = (extension, entry) => {
                 Services.ppmm.navibarGiven.push(entry.title);
                 return original.call(ExtensionMenus, extension, entry);
             };
             Services.ppmm.navibarRestore = () => (ExtensionMenus.addMenu = original);",
            &[],
        )
        .await?;
    // The driver's commands go to its own window, not to this one.
    firefox
        .chrome(
            "const [x, y] = await evaluate(panel(), \"const box = all('[role=treeitem]').find((row) => row.textContent == 'Contact').getBoundingClientRect(); return [box.x + 60, box.y + 8]\");
             const frame = sidebarFrame().getBoundingClientRect(), inner = panel().getBoundingClientRect();
             const at = [frame.x + inner.x + x, frame.y + inner.y + y];
             for (const type of ['mousedown', 'contextmenu', 'mouseup']) front().synthesizeMouseEvent(type, ...at, { button: 2, clickCount: 1 }, {});",
            &[],
        )
        .await?;
    firefox
        .wait_in_sidebar("the drawn menu", "return all('[role=menuitem]').map((entry) => entry.textContent).join() == 'Open in New Tab,Open in New Background Tab,Open in New Window,Copy Link,Bookmark Page,Details…'", &[])
        .await?;
    ensure!(!firefox.menu_is_open().await?, "two menus");
    let given = firefox
        .chrome("const given = Services.ppmm.navibarGiven; Services.ppmm.navibarRestore(); return given;", &[])
        .await?;
    ensure!(given == json!([]), "Firefox was given {given}");
    let kept = "return JSON.stringify([await browser.storage.local.get(), await browser.storage.session.get()]);";
    let kept: String = firefox.in_sidebar_as(kept, &[]).await?;
    ensure!(!kept.contains(&site.url("")), "the site is remembered: {kept}");

    firefox
        .in_sidebar("all('[role=menuitem]').find((entry) => entry.textContent == 'Open in New Window').click();", &[])
        .await?;
    firefox
        .wait_until("another private window", async || {
            let private = firefox
                .chrome(
                    "const { PrivateBrowsingUtils } = ChromeUtils.importESModule('resource://gre/modules/PrivateBrowsingUtils.sys.mjs');
                     const all = windows().filter((w) => w.gBrowser?.currentURI.spec == A[0]);
                     return all.length == 1 && all.every((w) => PrivateBrowsingUtils.isWindowPrivate(w));",
                    &[json!(site.url("/contact.html"))],
                )
                .await?;
            Ok((private == true).then_some(()))
        })
        .await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn missing_access_is_reported_and_can_be_granted() -> Result<()> {
    browser_test("missing_access_is_reported_and_can_be_granted", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox
            .chrome(
                "const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
                 await ExtensionPermissions.remove(A[0], { permissions: [], origins: ['*://*/*'] }, WebExtensionPolicy.getByID(A[0]).extension);",
                &[json!(ID)],
            )
            .await?;
        firefox
            .wait_until("an explanation", async || {
                Ok(firefox.sidebar_text().await?.contains("Navibar may not access web sites").then_some(()))
            })
            .await?;
        assert_eq!(firefox.rows().await?, []);
        inspect(firefox, "may not access web sites").await?;
        firefox.goto(&site.url("/contact.html")).await?;
        assert_eq!(site.requests_for("/sitemap.rdf").len(), 1, "no request without the user's permission");

        // The answer to Firefox's question is yes.
        firefox.set_pref("extensions.webextOptionalPermissionPrompts", &Pref::Bool(false)).await?;
        firefox.click(At::Css("#allow")).await?;
        firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current && row.name == "Contact")).await?;
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn access_to_one_site_is_requested_and_sufficient() -> Result<()> {
    browser_test("access_to_one_site_is_requested_and_sufficient", async |firefox| {
        let change = "
            const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
            const { extension } = WebExtensionPolicy.getByID(A[0]);
            await ExtensionPermissions[A[1] ? 'add' : 'remove'](A[0], { permissions: [], origins: ['*://*/*'] }, extension);
            if (A[1]) await ExtensionPermissions.remove(A[0], { permissions: [], origins: ['*://127.0.0.1/*'] }, extension);";
        firefox.chrome(change, &[json!(ID), json!(false)]).await?;
        let result = one_site(firefox).await;
        firefox.chrome(change, &[json!(ID), json!(true)]).await?;
        result
    })
}

async fn one_site(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    firefox.goto(&site.url("/contact.html")).await?;
    // A click on the button tells the extension the site, but it is not a permission to load anything.
    firefox.press_toolbar_button().await?;
    wait_for_sidebar(firefox, true).await?;
    inspect(firefox, "Navibar may not access 127.0.0.1.").await?;
    ensure!(site.requests_for("/sitemap.rdf").is_empty(), "no request without the user's permission");

    // The answer to Firefox's question is no, then yes. Each click asks once.
    let question = "
        const { PopupNotifications } = front();
        const asked = await until('the question', () => PopupNotifications.panel.state == 'open'
            && PopupNotifications.panel.querySelector('popupnotification#addon-webext-permissions-notification'));
        asked[A[0]].click();
        await until('the question to close', () => PopupNotifications.panel.state == 'closed');";
    firefox.click(At::Css("#allow-site")).await?;
    firefox.chrome(question, &[json!("secondaryButton")]).await?;
    wait_for_words(firefox, "Navibar may not access 127.0.0.1.").await?;
    ensure!(site.requests_for("/sitemap.rdf").is_empty(), "no request without the user's permission");
    firefox.click(At::Css("#allow-site")).await?;
    firefox.chrome(question, &[json!("button")]).await?;
    firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current && row.name == "Contact")).await?;

    // Files of other hosts are not requested, because such a request would reveal this Firefox.
    let other = Server::start()?;
    let elsewhere = other.url("/leaf.svg").replace("127.0.0.1", "localhost");
    let leaf = [page("Leaf", "/leaf").icon(&elsewhere), page("Own", "/own").icon("/own.svg")];
    site.route("/own.svg", Reply::new(200, "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"));
    site.route("/sitemap.rdf", Reply::rdf(sitemap(&leaf)));
    firefox.click(At::Css("#reload")).await?;
    firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.name == "Leaf")).await?;
    firefox
        .wait_until("its own picture", async || Ok((!site.requests_for("/own.svg").is_empty()).then_some(())))
        .await?;
    let map = elsewhere.replace("leaf.svg", "map.xml");
    site.route("/sitemap.rdf", xml(index(&[&map])));
    firefox.click(At::Css("#reload")).await?;
    firefox.wait_for_rows("the row", |rows| rows.iter().any(|row| row.name == "map.xml")).await?;
    let why = "return all('[role=treeitem]').at(-1).getAttribute('aria-description')";
    let why: String = firefox.in_sidebar_as(why, &[]).await?;
    ensure!(why.contains("Navibar has no access to http://localhost"), "{why}");
    assert_eq!(other.requests(), []);
    site.declare(&garden());
    firefox.click(At::Css("#reload")).await?;
    firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.name == "Contact")).await?;

    // The permission is only for that site.
    firefox.goto(&site.url("/").replace("127.0.0.1", "localhost")).await?;
    wait_for_words(firefox, "Navibar may not access web sites.").await?;
    assert_eq!(firefox.rows().await?, []);
    firefox.goto(&site.url("/plants.html")).await?;
    firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current && row.name == "Plants")).await?;
    Ok(())
}

/// Chooses "Turn Off on This Site" in the header's menu.
async fn turn_off(firefox: &Browser) -> Result<()> {
    firefox.in_sidebar("one('#more').click()", &[]).await?;
    firefox
        .wait_in_sidebar(
            "the entry",
            "const entry = all('[role=menuitem]').find((each) => each.textContent == 'Turn Off on This Site');
             entry?.click();
             return Boolean(entry);",
            &[],
        )
        .await?;
    wait_for_words(firefox, "Navibar is turned off on 127.0.0.1.").await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn a_private_window_turns_a_site_off_only_there() -> Result<()> {
    browser_test("a_private_window_turns_a_site_off_only_there", async |firefox| {
        with_private_windows(firefox, turned_off_in_private).await
    })
}

async fn turned_off_in_private(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    open_private_window(firefox).await?;
    visit(firefox, &site).await?;
    let stored = "return [await browser.storage.local.get(), await browser.storage.session.get()]";
    let before = firefox.in_sidebar(stored, &[]).await?;
    turn_off(firefox).await?;
    // Other tests may have stored something.
    assert_eq!(firefox.in_sidebar(stored, &[]).await?, before);
    // It is off as long as the window is open.
    firefox.close_sidebar().await?;
    firefox.open_sidebar().await?;
    wait_for_words(firefox, "Navibar is turned off on 127.0.0.1.").await?;

    // It is on in another private window and in a normal window.
    open_private_window(firefox).await?;
    visit(firefox, &site).await?;
    firefox.reset().await?;
    visit(firefox, &site).await?;
    turn_off(firefox).await?;

    // A site that is off everywhere can be turned on in a private window. It stays off elsewhere.
    open_private_window(firefox).await?;
    firefox.goto(&site.url("/")).await?;
    firefox.open_sidebar().await?;
    wait_for_words(firefox, "Navibar is turned off on 127.0.0.1.").await?;
    firefox.in_sidebar("one('#turn-on').click()", &[]).await?;
    firefox.wait_for_rows("the tree", |rows| rows.len() == 4).await?;
    firefox.reset().await?;
    firefox.goto(&site.url("/")).await?;
    firefox.open_sidebar().await?;
    wait_for_words(firefox, "Navibar is turned off on 127.0.0.1.").await?;
    firefox.in_sidebar("await browser.storage.local.remove('settings')", &[]).await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn the_button_for_access_shows_the_host_in_punycode() -> Result<()> {
    browser_test("the_button_for_access_shows_the_host_in_punycode", async |firefox| {
        // Latin letters with a Cyrillic one among them. Firefox also shows such a name in Punycode.
        let host = "xn--pple-43d.example";
        let proxy = navibar_browser_tests::Server::start()?;
        proxy.route(
            &format!("http://{host}/"),
            navibar_browser_tests::Reply::html("<!doctype html><title>Fruit</title>"),
        );
        firefox.use_proxy(&proxy).await?;
        let change = "
            const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
            const { extension } = WebExtensionPolicy.getByID(A[0]);
            await ExtensionPermissions[A[1] ? 'add' : 'remove'](A[0], { permissions: [], origins: ['*://*/*'] }, extension);";
        firefox.chrome(change, &[json!(ID), json!(false)]).await?;
        let result = async {
            firefox.goto(&format!("http://{host}/")).await?;
            firefox.press_toolbar_button().await?;
            wait_for_sidebar(firefox, true).await?;
            wait_for_words(firefox, &format!("Navibar may not access {host}.")).await?;
            let button = firefox.in_sidebar("return one('#allow-site').textContent", &[]).await?;
            ensure!(button.as_str().is_some_and(|text| text.contains(host)), "{button}");
            Ok(())
        }
        .await;
        firefox.chrome(change, &[json!(ID), json!(true)]).await?;
        result
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "permissions are the browser's own")]
fn the_tree_goes_when_the_tab_loads_a_site_without_access() -> Result<()> {
    browser_test("the_tree_goes_when_the_tab_loads_a_site_without_access", async |firefox| {
        let change = "
            const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
            const { extension } = WebExtensionPolicy.getByID(A[0]);
            await ExtensionPermissions[A[1]](A[0], { permissions: [], origins: [A[2]] }, extension);";
        let permit =
            async |what: &str, site: &str| firefox.chrome(change, &[json!(ID), json!(what), json!(site)]).await;
        permit("remove", "*://*/*").await?;
        permit("add", "*://127.0.0.1/*").await?;
        let result = async {
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            // The page of the other site has begun, and never ends.
            let other = Server::start()?;
            other.route("/", Reply::html("<!doctype html><title>Other</title><h1>Other</h1>").stalled(40));
            let url = other.url("/").replace("127.0.0.1", "localhost");
            firefox.in_page("location.href = args[0]", &[json!(url)]).await?;
            firefox.wait_for_url(&url).await?;
            let is_gone = "return one('navi-bar').hidden && one('#site').textContent == 'Navibar'";
            firefox.wait_in_sidebar("the tree to go while the page loads", is_gone, &[]).await?;
            firefox.chrome("tabs().selectedBrowser.stop()", &[]).await?;
            Ok(())
        }
        .await;
        permit("add", "*://*/*").await?;
        permit("remove", "*://127.0.0.1/*").await?;
        result
    })
}

//! For the browser, a click on a row is like a click on a link of the page: Back, cookies, headers.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Button, Key, Recorded, Reply, Server, Tab, browser_test};
use serde_json::json;

use crate::site::{Page, Site, garden, page, visit};

/// A cookie that the browser does not send with requests from another site.
const STRICT: &str = "strict=1";

/// A web page that sets the cookie.
fn with_strict_cookie(title: &str) -> Reply {
    Reply::html(format!("<!doctype html><title>{title}</title><h1>{title}</h1>"))
        .with_header("set-cookie", &format!("{STRICT}; SameSite=Strict; Path=/"))
}

/// The address of a page on a server under another host name. The browser has this server's cookie.
async fn elsewhere(browser: &Browser, server: &Server) -> Result<String> {
    let url = server.url("/elsewhere.html").replace("127.0.0.1", "localhost");
    server.route("/elsewhere.html", with_strict_cookie("Elsewhere"));
    browser.goto(&url).await?;
    Ok(url)
}

/// A sitemap with the site's own page `/contact.html` and a page of another site.
fn pages(elsewhere: &str) -> Vec<Page> {
    let mut pages = garden();
    pages.push(page("Elsewhere", elsewhere));
    pages
}

/// Goes back as a user does. In Firefox it uses the keyboard with the focus in the tree, because the toolbar's button skips
/// pages without a click. In Chromium it goes to the page of the toolbar's button.
pub(crate) async fn go_back(browser: &Browser) -> Result<()> {
    match browser {
        Browser::Firefox(_) => browser.press_with(&[Key::Alt], Key::Left).await,
        Browser::Chromium(_) => {
            let back = "const [{ id }] = await chrome.tabs.query({ active: true, currentWindow: true }); await chrome.tabs.goBack(id);";
            browser.in_sidebar(back, &[]).await.map(|_| ())
        }
    }
}

#[test]
fn back_stops_at_every_page_that_was_opened_from_the_tree() -> Result<()> {
    browser_test("back_stops_at_every_page_that_was_opened_from_the_tree", async |browser| {
        let site = Site::start(&garden())?;
        site.route("/", Reply::html("<!doctype html><title>Home</title><a href='/start.html'>Start</a>"));
        site.route("/start.html", Reply::html("<!doctype html><title>Start</title>"));
        visit(browser, &site).await?;
        let mut seen = vec![site.url("/start.html")];
        if matches!(browser, Browser::Firefox(_)) {
            browser.click_in_page("a").await?;
            seen.insert(0, site.url("/"));
        } else {
            // There was no click of a user, so Back skips the page with the link.
            browser.in_page("one('a').click()", &[]).await?;
        }
        browser.wait_for_url(&site.url("/start.html")).await?;
        for (row, path) in [("Contact", "/contact.html"), ("Plants", "/plants.html"), ("Welcome", "/")] {
            browser.click(At::Row(row)).await?;
            browser.wait_for_url(&site.url(path)).await?;
            seen.push(site.url(path));
        }
        browser.focus(At::Row("Plants")).await?;
        for url in seen.iter().rev().skip(1) {
            go_back(browser).await?;
            browser.wait_for_url(url).await?;
        }
        if matches!(browser, Browser::Firefox(_)) {
            for url in seen.iter().skip(1) {
                browser.press_with(&[Key::Alt], Key::Right).await?;
                browser.wait_for_url(url).await?;
            }
        }
        Ok(())
    })
}

/// The last request of a tab for a page, when there are more requests than `before`.
async fn request(browser: &Browser, server: &Server, path: &str, before: usize) -> Result<Recorded> {
    browser
        .wait_until(&format!("a request for {path}"), async || {
            let mut requests = server.requests_for(path);
            requests.retain(|request| request.header("sec-fetch-mode") == Some("navigate"));
            Ok((requests.len() > before).then(|| requests.last().cloned()).flatten())
        })
        .await
}

/// Checks that a request came from another site and does not name it.
fn check_foreign(request: &Recorded, how: &str) -> Result<()> {
    ensure!(request.header("sec-fetch-site") == Some("cross-site"), "{how}: {request:?}");
    ensure!(!request.header("cookie").is_some_and(|cookies| cookies.contains(STRICT)), "{how}: {request:?}");
    ensure!(request.header("referer").is_none(), "{how}: {request:?}");
    Ok(())
}

const WAYS: [(&str, &[Key]); 4] = [
    ("in the tab", &[]),
    ("in a tab behind", &[Key::Control]),
    ("in a new tab", &[Key::Control, Key::Shift]),
    ("in a window", &[Key::Shift]),
];

#[test]
fn a_link_to_another_site_is_a_cross_site_request() -> Result<()> {
    browser_test("a_link_to_another_site_is_a_cross_site_request", async |browser| {
        for (way, keys) in WAYS {
            let other = Server::start()?;
            let url = elsewhere(browser, &other).await?;
            let site = Site::start(&pages(&url))?;
            visit(browser, &site).await?;
            browser.click_with(keys, Button::Left, At::Row("Elsewhere")).await?;
            check_foreign(&request(browser, &other, "/elsewhere.html", 1).await?, way)?;
            let opened = async || {
                let windows = browser.windows().await?;
                let mut tabs = windows.iter().flatten();
                let is_open = tabs.any(|tab| tab.url == url);
                // The helper page of the redirect is gone.
                Ok((is_open && windows.iter().flatten().all(|tab| tab.url.starts_with("http"))).then_some(windows))
            };
            let windows = browser.wait_until(&format!("the page {way}"), opened).await?;
            let is_there = |tabs: &Vec<Tab>| tabs.iter().map(|tab| tab.url == url).collect();
            let mut shape: Vec<Vec<bool>> = windows.iter().map(is_there).collect();
            shape.sort(); // the system decides which window is in front
            let expected: &[&[bool]] = match way {
                "in the tab" => &[&[true]],
                "in a window" => &[&[false], &[true]],
                _ => &[&[false, true]],
            };
            assert_eq!(shape, expected, "{way}");
            let is_active = windows[0].last().is_some_and(|tab| tab.active);
            assert_eq!(is_active, way != "in a tab behind", "{way}");
            browser.reset().await?;
        }
        Ok(())
    })
}

#[test]
fn a_redirect_to_another_site_is_a_cross_site_request() -> Result<()> {
    browser_test("a_redirect_to_another_site_is_a_cross_site_request", async |browser| {
        for (way, keys) in WAYS {
            let other = Server::start()?;
            let url = elsewhere(browser, &other).await?;
            let site = Site::start(&garden())?;
            site.route("/contact.html", Reply::redirect(&url));
            visit(browser, &site).await?;
            browser.click_with(keys, Button::Left, At::Row("Contact")).await?;
            check_foreign(&request(browser, &other, "/elsewhere.html", 1).await?, way)?;
            browser.reset().await?;
        }
        Ok(())
    })
}

#[test]
fn a_link_within_the_site_sends_its_cookies() -> Result<()> {
    browser_test("a_link_within_the_site_sends_its_cookies", async |browser| {
        let site = Site::start(&garden())?;
        site.route("/", with_strict_cookie("Welcome"));
        visit(browser, &site).await?;
        browser.click(At::Row("Contact")).await?;
        let request = request(browser, &site, "/contact.html", 0).await?;
        assert_eq!(request.header("sec-fetch-site"), Some("same-origin"));
        ensure!(request.header("cookie").is_some_and(|cookies| cookies.contains(STRICT)), "{request:?}");
        assert_eq!(request.header("referer"), None);
        Ok(())
    })
}

#[test]
fn rows_work_on_pages_that_forbid_scripts() -> Result<()> {
    browser_test("rows_work_on_pages_that_forbid_scripts", async |browser| {
        let other = Server::start()?;
        let url = elsewhere(browser, &other).await?;
        let site = Site::start(&pages(&url))?;
        site.route("/paper.pdf", Reply::new(200, "application/pdf", "%PDF-1.4\n%%EOF\n"));
        visit(browser, &site).await?;
        for (row, to) in [("Contact", site.url("/contact.html")), ("Elsewhere", url)] {
            browser.goto(&site.url("/paper.pdf")).await?;
            browser.wait_for_rows("the tree", |rows| rows.len() == 5).await?;
            browser.click(At::Row(row)).await?;
            browser.wait_for_url(&to).await?;
        }
        check_foreign(&request(browser, &other, "/elsewhere.html", 1).await?, "from a PDF file")
    })
}

#[test]
fn a_page_cannot_see_or_change_the_link() -> Result<()> {
    browser_test("a_page_cannot_see_or_change_the_link", async |browser| {
        let site = Site::start(&garden())?;
        site.route(
            "/",
            Reply::html(
                "<!doctype html><title>Trap</title><base href='/wrong/' target='_blank'><script>
                 const report = (what) => fetch('/seen?' + what, { method: 'POST', keepalive: true });
                 for (const type of ['click', 'auxclick', 'mousedown']) {
                     addEventListener(type, () => report(type), true);
                     document.addEventListener(type, () => report(type), true);
                 }
                 new MutationObserver(() => report('mutation')).observe(document, { childList: true, subtree: true });
                 HTMLElement.prototype.click = HTMLAnchorElement.prototype.click = () => report('method');
                 document.createElementNS = document.createElement = () => report('element');
                 Object.defineProperty(HTMLAnchorElement.prototype, 'href', { set: () => report('href') });
                 </script>",
            ),
        );
        visit(browser, &site).await?;
        // The page also saw nothing before the click.
        browser.in_page("await new Promise((done) => setTimeout(done))", &[json!(null)]).await?;
        let seen = || site.requests().iter().filter(|request| request.path.starts_with("/seen")).count();
        let before = seen();
        browser.click(At::Row("Contact")).await?;
        browser.wait_for_url(&site.url("/contact.html")).await?;
        assert_eq!(browser.tabs().await?.len(), 1);
        assert_eq!(seen(), before, "{:?}", site.requests());
        Ok(())
    })
}

/// Reports every navigation that the page sees, and prevents it if it can.
const WATCH: &str = "<!doctype html><title>Trap</title><h1>Trap</h1><script>
    const report = (what) => fetch('/seen?' + encodeURIComponent(what), { method: 'POST', keepalive: true });
    navigation.addEventListener('navigate', (event) => {
        report(event.destination.url);
        if (event.cancelable) event.preventDefault();
    });
    </script>";

#[test]
fn a_page_sees_no_link_to_another_site() -> Result<()> {
    browser_test("a_page_sees_no_link_to_another_site", async |browser| {
        let other = Server::start()?;
        let url = elsewhere(browser, &other).await?;
        let site = Site::start(&pages(&url))?;
        site.route("/", Reply::html(WATCH));
        visit(browser, &site).await?;
        browser.click(At::Row("Elsewhere")).await?;
        browser.wait_for_url(&url).await?;
        check_foreign(&request(browser, &other, "/elsewhere.html", 1).await?, "in the tab")?;
        assert_eq!(site.requests().iter().filter(|request| request.path.starts_with("/seen")).count(), 0);
        // One step leads back. The page sees a link within its site, as on any page.
        browser.wait_for_rows("the other site", |rows| !rows.iter().any(|row| row.name == "Contact")).await?;
        browser.focus_sidebar().await?;
        go_back(browser).await?;
        browser.wait_for_url(&site.url("/")).await?;
        browser.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.name == "Contact")).await?;
        browser.click(At::Row("Contact")).await?;
        request_by_page(browser, &site, "/contact.html").await
    })
}

/// Waits until the page has reported a navigation to this path.
async fn request_by_page(browser: &Browser, site: &Site, path: &str) -> Result<()> {
    let seen = || {
        site.requests().iter().any(|request| request.path.starts_with("/seen") && request.path.ends_with(&path[1..]))
    };
    browser.wait_until("the page's report", async || Ok(seen().then_some(()))).await
}

#[test]
fn a_row_of_a_file_is_not_followed_in_the_page() -> Result<()> {
    browser_test("a_row_of_a_file_is_not_followed_in_the_page", async |browser| {
        let bank = Site::start(&garden())?;
        bank.route("/", with_strict_cookie("Bank").with_header("x-trap", "1"));
        bank.route("/transfer", Reply::html("<!doctype html><title>Sent</title>"));
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("links.rdf");
        std::fs::write(&path, crate::site::sitemap(&[page("Transfer", &bank.url("/transfer"))]))?;
        visit(browser, &bank).await?;
        browser.choose_files(&[&path]).await?;
        browser.wait_for_rows("the file", |rows| rows.iter().any(|row| row.name == "Transfer")).await?;
        browser.click(At::Row("Transfer")).await?;
        check_foreign(&request(browser, &bank, "/transfer", 0).await?, "from a file")
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "a menu that Navibar draws closes with its rows")]
fn a_menu_of_a_site_that_was_left_does_nothing() -> Result<()> {
    browser_test("a_menu_of_a_site_that_was_left_does_nothing", async |firefox| {
        let bank = Server::start()?;
        bank.route("/", with_strict_cookie("Bank"));
        let home = bank.url("/").replace("127.0.0.1", "localhost");
        let transfer = bank.url("/transfer").replace("127.0.0.1", "localhost");
        bank.route("/transfer", Reply::html("<!doctype html><title>Sent</title>"));
        firefox.goto(&home).await?;
        let site = Site::start(&[page("Page", "/page.html").menu([page("Read more", &transfer)])])?;
        visit(firefox, &site).await?;
        firefox.open_menu(At::Row("Page")).await?;
        firefox.in_page("location.href = args[0]", &[json!(home)]).await?;
        firefox.wait_for_url(&home).await?;
        let is_left = "return all('[role=treeitem]').every((row) => nameOf(row) != 'Page')";
        firefox.wait_in_sidebar("the site to be left", is_left, &[]).await?;
        // Firefox shows the entries until the menu closes, but they do nothing.
        firefox.choose(&["Read more"]).await?;
        visit(firefox, &site).await?;
        assert_eq!(bank.requests_for("/transfer").len(), 0);
        Ok(())
    })
}

//! A click on a row is to the browser what a click on a link of the page would be: Back, cookies, headers.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Button, Key, Recorded, Reply, Server, Tab, browser_test};
use serde_json::json;

use crate::site::{Page, Site, garden, page, visit};

/// A cookie that no request from another site has.
const STRICT: &str = "strict=1";

/// A web page that sets the cookie.
fn with_strict_cookie(title: &str) -> Reply {
    Reply::html(format!("<!doctype html><title>{title}</title><h1>{title}</h1>"))
        .with_header("set-cookie", &format!("{STRICT}; SameSite=Strict; Path=/"))
}

/// The address of a page on a server that goes by another host name here, whose cookie the browser has got.
async fn elsewhere(browser: &Browser, server: &Server) -> Result<String> {
    let url = server.url("/elsewhere.html").replace("127.0.0.1", "localhost");
    server.route("/elsewhere.html", with_strict_cookie("Elsewhere"));
    browser.goto(&url).await?;
    Ok(url)
}

/// A site whose own page `/contact.html`, and a page of another site.
fn pages(elsewhere: &str) -> Vec<Page> {
    let mut pages = garden();
    pages.push(page("Elsewhere", elsewhere));
    pages
}

/// Goes back as a user does: in Firefox by the keyboard with the focus in the tree, where the toolbar's button leaves out
/// pages that were not clicked on; in Chromium to the page that the toolbar's button leads to.
async fn go_back(browser: &Browser) -> Result<()> {
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
            // No click of a user's, so Back leaves out the page that the link was on.
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

/// How a tab asked for a page the last time, once tabs have asked for it more often than `before`.
async fn request(browser: &Browser, server: &Server, path: &str, before: usize) -> Result<Recorded> {
    browser
        .wait_until(&format!("a request for {path}"), async || {
            let mut requests = server.requests_for(path);
            requests.retain(|request| request.header("sec-fetch-mode") == Some("navigate"));
            Ok((requests.len() > before).then(|| requests.last().cloned()).flatten())
        })
        .await
}

/// A request that came from another site and does not say from which.
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
fn a_link_to_another_site_has_no_rights_there() -> Result<()> {
    browser_test("a_link_to_another_site_has_no_rights_there", async |browser| {
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
                // Nothing is left of the way there.
                Ok((is_open && windows.iter().flatten().all(|tab| tab.url.starts_with("http"))).then_some(windows))
            };
            let windows = browser.wait_until(&format!("the page {way}"), opened).await?;
            let is_there = |tabs: &Vec<Tab>| tabs.iter().map(|tab| tab.url == url).collect();
            let mut shape: Vec<Vec<bool>> = windows.iter().map(is_there).collect();
            shape.sort(); // which window is in front is the system's business
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
fn a_redirect_to_another_site_has_no_rights_there() -> Result<()> {
    browser_test("a_redirect_to_another_site_has_no_rights_there", async |browser| {
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
fn a_link_of_the_sites_own_has_the_sites_cookies() -> Result<()> {
    browser_test("a_link_of_the_sites_own_has_the_sites_cookies", async |browser| {
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
fn rows_lead_on_from_pages_where_no_script_may_run() -> Result<()> {
    browser_test("rows_lead_on_from_pages_where_no_script_may_run", async |browser| {
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
fn a_page_sees_nothing_of_the_link_and_cannot_turn_it_elsewhere() -> Result<()> {
    browser_test("a_page_sees_nothing_of_the_link_and_cannot_turn_it_elsewhere", async |browser| {
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
        // Nothing before the click, either.
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

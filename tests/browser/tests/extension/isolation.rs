//! All requests of a session on sites of every kind. Every request is one that the documentation describes.

use std::cell::RefCell;
use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Recorded, Reply, Server, browser_test};
use serde_json::json;

use crate::documents::{ONE_FAILURE, open_failures};
use crate::files::{choose_in_header_menu, choose_in_submenu};
use crate::lies::{index, urlset};
use crate::options::page_of_extension;
use crate::problems::faulty;
use crate::site::{garden, page, sitemap};
use crate::sitemaps::{wait_for_words, xbel, xml};

/// The places that are still searched for a declared structure after a derived tree: those after robots.txt.
const FURTHER: &[&str] =
    &["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/wp-sitemap.xml", "/sitemap.xml.gz", "/sitemap.txt"];

const NOTHING: &[&str] = &[];

/// Collects every request in Firefox, from every origin, also those that do not leave the browser.
const LISTEN: &str = "
    const seen = (Services.ppmm.navibarRequests = []);
    const isOurs = (principal) => principal?.addonPolicy?.id == A[0];
    const observer = { observe(subject) {
        const channel = subject.QueryInterface(Ci.nsIHttpChannel);
        const { externalContentPolicyType: type, loadingPrincipal, triggeringPrincipal } = channel.loadInfo;
        // A tab that follows a link of the tree.
        if (type == Ci.nsIContentPolicy.TYPE_DOCUMENT) return;
        if (![loadingPrincipal, triggeringPrincipal].some(isOurs)) return;
        seen.push(`${channel.requestMethod} ${channel.URI.specIgnoringRef}`);
    } };
    Services.obs.addObserver(observer, 'http-on-modify-request');
    Services.ppmm.navibarStop = () => Services.obs.removeObserver(observer, 'http-on-modify-request');";

/// Sites with their own host names, and their requests.
struct Session<'a> {
    browser: &'a Browser,
    proxy: Server,
    /// number of requests that are already checked
    seen: RefCell<usize>,
    /// all requests that the sidebar was allowed to make so far
    described: RefCell<BTreeSet<String>>,
    /// the addresses that tabs have opened
    visited: RefCell<BTreeSet<String>>,
}

/// An answer with a cookie. A request with the cookie shows that the sidebar sends cookies.
fn with_cookie(reply: Reply) -> Reply {
    reply.with_header("set-cookie", "visitor=42; Path=/; Max-Age=3600").with_header("etag", "\"1\"")
}

impl<'a> Session<'a> {
    async fn begin(browser: &'a Browser) -> Result<Self> {
        let proxy = Server::start()?;
        browser.use_proxy(&proxy).await?;
        if matches!(browser, Browser::Firefox(_)) {
            browser.chrome(LISTEN, &[json!("navibar@navibar.org")]).await?;
        }
        Ok(Self {
            browser,
            proxy,
            seen: RefCell::default(),
            described: RefCell::default(),
            visited: RefCell::default(),
        })
    }

    fn has(&self, url: &str, reply: Reply) {
        self.proxy.route(url, with_cookie(reply));
    }

    fn has_page(&self, url: &str) {
        self.has(url, Reply::html("<!doctype html><title>Page</title><h1>Page</h1>"));
    }

    async fn goto(&self, url: &str) -> Result<()> {
        self.visited.borrow_mut().insert(url.to_owned());
        self.browser.goto(url).await
    }

    /// Waits until the first rows are these and no load is running.
    async fn shows(&self, titles: &[&str]) -> Result<()> {
        self.browser
            .wait_for_rows(&format!("{titles:?}"), |rows| {
                titles.len() <= rows.len() && rows.iter().zip(titles).all(|(row, title)| row.name == *title)
            })
            .await?;
        self.rests().await
    }

    /// Waits until an address has this number of requests.
    async fn wait_for(&self, url: &str, times: usize) -> Result<()> {
        let is_so = async || Ok((self.proxy.requests_for(url).len() == times).then_some(()));
        self.browser.wait_until(url, is_so).await
    }

    async fn rests(&self) -> Result<()> {
        self.browser.wait_in_sidebar("the load to end", "return one('navi-bar').state != 'loading'", &[]).await?;
        Ok(())
    }

    /// Waits until these requests have arrived, and checks that since the last check only the tabs have made others.
    async fn check_requests(&self, step: &str, expected: &[impl AsRef<str>]) -> Result<()> {
        let mut expected: Vec<String> = expected.iter().map(|url| url.as_ref().to_owned()).collect();
        expected.sort();
        let mut all = Vec::new();
        let all_arrived = async || {
            all = self.proxy.requests();
            Ok((self.partition(&all).1.len() >= expected.len()).then_some(()))
        };
        let arrived = self.browser.wait_until("the requests", all_arrived).await;
        let (tab, ours) = self.partition(&all);
        *self.seen.borrow_mut() = all.len();
        let mut asked: Vec<String> = ours.iter().map(Recorded::url).collect();
        asked.sort();
        assert_eq!(asked, expected, "{step}: {arrived:?}");
        for request in &ours {
            assert_eq!(request.method, "GET", "{step}: {request:?}");
            for header in ["cookie", "referer", "origin", "authorization"] {
                assert_eq!(request.header(header), None, "{step}: {request:?}");
            }
        }
        ensure!(tab.iter().all(|request| request.method == "GET"), "{step}: {tab:#?}");
        if !matches!(self.browser, Browser::Firefox(_)) {
            return Ok(());
        }
        // Also requests that did not reach the proxy, because of a failure or the cache.
        let requests: Vec<String> =
            self.browser.chrome_as("return Services.ppmm.navibarRequests.splice(0)", &[]).await?;
        let mut described = self.described.borrow_mut();
        described.extend(expected);
        for line in requests {
            let url = line.strip_prefix("GET ").unwrap_or(&line);
            ensure!(described.contains(url), "{step}: {line}");
        }
        Ok(())
    }

    /// The requests since the last check: those of the tabs and those of the sidebar.
    fn partition(&self, all: &[Recorded]) -> (Vec<Recorded>, Vec<Recorded>) {
        // Chromium also makes requests of its own.
        let is_own = |request: &&Recorded| request.method != "CONNECT" || !request.host.ends_with(".google.com:443");
        let new = all[*self.seen.borrow()..].iter().filter(is_own).cloned();
        new.partition(|request| self.is_of_tab(request))
    }

    /// Returns `true` for a request of a tab: a page, or the icon that browsers request from every site.
    fn is_of_tab(&self, request: &Recorded) -> bool {
        let wants = |begin: &str| request.header("accept").is_some_and(|accept| accept.starts_with(begin));
        let is_page = wants("text/html") && self.visited.borrow().contains(&request.url());
        is_page || (wants("image/") && request.path == "/favicon.ico")
    }
}

#[test]
fn a_session_makes_only_the_documented_requests() -> Result<()> {
    browser_test("a_session_makes_only_the_documented_requests", async |browser| {
        let session = Session::begin(browser).await?;
        let result = all_of_it(&session).await;
        if matches!(browser, Browser::Firefox(_)) {
            browser.chrome("Services.ppmm.navibarStop();", &[]).await?;
        }
        result?;
        // The pages' content security policy refused nothing either.
        let messages = browser.take_console().await?;
        // Firefox refuses a script for the page of a tab that has already opened a page of the extension.
        let is_expected =
            |line: &&String| !line.contains("scroll-linked") && !line.contains("Content Script execution");
        let messages: Vec<_> = messages.iter().filter(is_expected).collect();
        assert_eq!(messages, Vec::<&String>::new());
        Ok(())
    })
}

async fn all_of_it(session: &Session<'_>) -> Result<()> {
    declared_site(session).await?;
    site_with_robots_txt(session).await?;
    site_with_dates(session).await?;
    site_with_problems(session).await?;
    site_without_sitemap(session).await?;
    if matches!(session.browser, Browser::Firefox(_)) {
        // Chromium keeps using its open connections.
        unreachable(session).await?;
        for name in ["options.html", "welcome.html"] {
            session.browser.goto(&page_of_extension(name)).await?;
        }
    }
    // The background page makes no requests either.
    session.browser.close_sidebar().await?;
    session.goto("http://orchard.example/").await?;
    session.goto("http://market.example/").await?;
    session.check_requests("without a sidebar", NOTHING).await
}

/// A site with a declared structure and icons, one of them on another host. Does all actions on its tree.
async fn declared_site(session: &Session<'_>) -> Result<()> {
    let browser = session.browser;
    let mut pages = vec![
        page("Ours", "/").icon("/own.svg"),
        page("Theirs", "/there").icon("http://pictures.example/leaf.svg"),
        page("Missing", "/missing").icon("/missing.svg"),
    ];
    pages.extend(garden());
    let picture =
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="15" height="15"><rect width="15" height="15"/></svg>"##;
    session.has("http://orchard.example/sitemap.rdf", Reply::rdf(sitemap(&pages)));
    for url in ["http://orchard.example/own.svg", "http://pictures.example/leaf.svg"] {
        session.has(url, Reply::new(200, "image/svg+xml", picture));
    }
    for path in ["/", "/plants.html", "/contact.html", "/plants/apple.html", "/growing.html"] {
        session.has_page(&format!("http://orchard.example{path}"));
    }
    // The cookie is set before the sidebar opens.
    session.goto("http://orchard.example/").await?;
    session.goto("http://orchard.example/contact.html").await?;
    let cookie = |request: Recorded| request.header("cookie").is_some();
    ensure!(session.proxy.requests().into_iter().any(cookie), "the browser itself sends the cookie");
    session.check_requests("before the sidebar is open", NOTHING).await?;
    browser.open_sidebar().await?;
    session.shows(&["Ours", "Theirs", "Missing", "Welcome"]).await?;
    let both = "return all('[role=treeitem] img').filter((img) => img.naturalWidth > 0).length == 2";
    browser.wait_in_sidebar("the pictures", both, &[]).await?;
    browser.wait_in_sidebar("the third one to fail", "return all('[role=treeitem] img').length == 2", &[]).await?;
    let [own, theirs, missing] =
        ["http://orchard.example/own.svg", "http://pictures.example/leaf.svg", "http://orchard.example/missing.svg"];
    session.check_requests("a declared site", &["http://orchard.example/sitemap.rdf", own, theirs, missing]).await?;

    browser.click(At::Twisty("Plants")).await?;
    browser.wait_for_rows("the branch", |rows| rows.iter().any(|row| row.name == "Apple")).await?;
    browser.open_menu(At::Row("Apple")).await?;
    browser.close_menu().await?;
    browser.focus(At::Css("#filter, input[type=search]")).await?;
    browser.type_text("pl").await?;
    browser.wait_for_rows("what matches", |rows| rows.iter().all(|row| !row.name.contains("Contact"))).await?;
    browser.press(Key::Escape).await?;
    session.shows(&["Ours", "Theirs"]).await?;
    let folder = tempfile::tempdir()?;
    browser.download_to(folder.path()).await?;
    choose_in_submenu(browser, "Save As", "NNS (.rdf)").await?;
    let saved = folder.path().join("orchard.example.rdf");
    browser
        .wait_until("the saved file", async || {
            Ok(std::fs::read_to_string(&saved).is_ok_and(|text| text.trim_end().ends_with('>')).then_some(()))
        })
        .await?;
    browser.choose_files(&[&saved]).await?;
    wait_for_words(browser, "arranged as in orchard.example.rdf").await?;
    browser.click(At::Css("#back")).await?;
    session.shows(&["Ours", "Theirs"]).await?;
    choose_in_header_menu(browser, "By Title").await?;
    session.shows(&["Ours", "Welcome", "Contact", "Missing"]).await?;
    choose_in_header_menu(browser, "In the Site’s Order").await?;
    session.shows(&["Ours", "Theirs"]).await?;
    let bookmarks = folder.path().join("bookmarks.xbel");
    std::fs::write(&bookmarks, xbel())?;
    browser.choose_files(&[&bookmarks]).await?;
    session.shows(&["Seeds"]).await?;
    browser.open_menu(At::Row("Seeds")).await?;
    browser.choose(&["Details…"]).await?;
    wait_for_words(browser, "All kinds of seeds, by post.").await?;
    browser.press(Key::Escape).await?;
    browser.click(At::Css("#back")).await?;
    session.shows(&["Ours", "Theirs"]).await?;
    session.goto("http://orchard.example/plants.html").await?;
    browser.wait_for_rows("the page", |rows| rows.iter().any(|row| row.current && row.name == "Plants")).await?;
    session.visited.borrow_mut().insert("http://orchard.example/plants/apple.html".to_owned());
    choose_in_submenu(browser, "Go To", "Next page in the tree").await?;
    browser.wait_for_url("http://orchard.example/plants/apple.html").await?;
    browser.wait_for_rows("the page", |rows| rows.iter().any(|row| row.current && row.name == "Apple")).await?;
    // The saved file is a new source, so its icons are requested again.
    session.check_requests("all that can be done with a tree", &[own, theirs, missing]).await?;
    browser.click(At::Css("#reload")).await?;
    session.wait_for("http://orchard.example/sitemap.rdf", 2).await?;
    session.rests().await?;
    session.check_requests("a reload", &["http://orchard.example/sitemap.rdf"]).await
}

/// A site whose robots.txt names a sitemap of its own and an index on another host.
async fn site_with_robots_txt(session: &Session<'_>) -> Result<()> {
    let robots = "Sitemap: http://market.example/deep/map.xml\nSitemap: http://files.example/index.xml\n";
    session.has("http://market.example/robots.txt", Reply::new(200, "text/plain", robots));
    session.has("http://market.example/deep/map.xml", xml(urlset(&["http://market.example/bread/"])));
    // Addresses that another host names on a third host are not requested.
    let other = index(&["http://files.example/more.xml", "http://stranger.example/trap.xml"]);
    session.has("http://files.example/index.xml", xml(other));
    session.has("http://files.example/more.xml", xml(urlset(&["http://market.example/cheese/"])));
    session.has("http://stranger.example/trap.xml", xml(urlset(&["http://market.example/trap/"])));
    // Addresses that a page names on another host are not requested either.
    let page = "<!doctype html><title>Market</title><link rel=sitemap href=http://tracker.example/sitemap.xml>";
    session.has("http://market.example/", Reply::html(page));
    session.goto("http://market.example/").await?;
    session.shows(&["Market", "Bread", "Cheese", ONE_FAILURE]).await?;
    let mut expected = vec!["http://files.example/index.xml".to_owned(), "http://files.example/more.xml".to_owned()];
    let own = ["/sitemap.rdf", "/robots.txt", "/deep/map.xml"];
    expected.extend(own.iter().chain(FURTHER).map(|path| format!("http://market.example{path}")));
    session.check_requests("a site with a robots.txt", &expected).await?;

    // The row of a pending file requests that file, if it is allowed at all.
    open_failures(session.browser, ONE_FAILURE).await?;
    session.shows(&["Market", "Bread", "Cheese", ONE_FAILURE, "trap.xml"]).await?;
    session.browser.click(At::Row("trap.xml")).await?;
    session.rests().await?;
    session.check_requests("a file of a stranger", NOTHING).await
}

/// A site with dates: the list of new pages.
async fn site_with_dates(session: &Session<'_>) -> Result<()> {
    let browser = session.browser;
    let entry = |name: &str, date: &str| {
        format!("<url><loc>http://almanac.example/{name}/</loc><lastmod>{date}</lastmod></url>")
    };
    let entries = [entry("spring", "2026-03-01"), entry("summer", "2026-06-01")].concat();
    session.has(
        "http://almanac.example/sitemap.xml",
        xml(format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</urlset>")),
    );
    // The page names a search index.
    let page = "<!doctype html><title>Page</title><h1>Page</h1><i data-search-index=/titles.json></i>";
    session.has("http://almanac.example/", Reply::html(page));
    let titles = r#"[{"url":"/spring/","title":"Early spring"}]"#;
    session.has("http://almanac.example/titles.json", Reply::new(200, "application/json", titles));
    session.goto("http://almanac.example/").await?;
    session.shows(&["Page", "Early spring", "Summer"]).await?;
    choose_in_header_menu(browser, "What’s New…").await?;
    wait_for_words(browser, "Newest").await?;
    browser.press(Key::Escape).await?;
    let own = ["/sitemap.rdf", "/robots.txt"];
    let expected: Vec<String> = own
        .iter()
        .chain(FURTHER)
        .chain(&["/titles.json"])
        .map(|path| format!("http://almanac.example{path}"))
        .collect();
    session.check_requests("a site with dates", &expected).await
}

/// A site with errors. Their lines are read from the browser's cache.
async fn site_with_problems(session: &Session<'_>) -> Result<()> {
    let browser = session.browser;
    session.has("http://broken.example/sitemap.rdf", Reply::rdf(faulty()));
    session.has_page("http://broken.example/");
    session.goto("http://broken.example/").await?;
    session.shows(&["Welcome"]).await?;
    browser.click(At::Css("#problems")).await?;
    browser.wait_in_sidebar("the lines", "return all('.problem-line').length > 0", &[]).await?;
    browser.click(At::Css("#problems-close")).await?;
    session.check_requests("a site with problems", &["http://broken.example/sitemap.rdf"]).await
}

/// A site without a sitemap is searched once, also after several visits.
async fn site_without_sitemap(session: &Session<'_>) -> Result<()> {
    session.has_page("http://meadow.example/");
    session.has_page("http://meadow.example/more.html");
    session.goto("http://meadow.example/").await?;
    wait_for_words(session.browser, "No pages found yet").await?;
    let asked = async || Ok(session.proxy.requests().iter().any(|request| request.path == "/llms.txt").then_some(()));
    session.browser.wait_until("the request for llms.txt", asked).await?;
    let own = ["/sitemap.rdf", "/robots.txt"];
    let places = own.iter().chain(FURTHER).chain(&["/.well-known/resourcesync", "/llms.txt"]);
    let expected: Vec<String> = places.map(|path| format!("http://meadow.example{path}")).collect();
    session.check_requests("a site without a sitemap", &expected).await?;
    session.goto("http://meadow.example/more.html").await?;
    session.goto("http://orchard.example/").await?;
    session.shows(&["Ours"]).await?;
    session.goto("http://meadow.example/").await?;
    wait_for_words(session.browser, "No pages found yet").await?;
    session.check_requests("the same sites again", NOTHING).await
}

/// Offline, the sidebar uses the cache. Online, it requests the site again.
async fn unreachable(session: &Session<'_>) -> Result<()> {
    let browser = session.browser;
    browser.close_sidebar().await?;
    session.goto("http://orchard.example/").await?;
    let gone = Server::start()?;
    browser.use_proxy(&gone).await?;
    drop(gone);
    browser.open_sidebar().await?;
    wait_for_words(browser, "This is its tree as it was last.").await?;
    session.shows(&["Ours"]).await?;
    browser.use_proxy(&session.proxy).await?;
    let nothing = session.proxy.requests()[*session.seen.borrow()..].iter().all(|request| session.is_of_tab(request));
    ensure!(nothing, "something reached a site that cannot be reached");
    browser.click(At::Css("[part~=retry]")).await?;
    browser.wait_in_sidebar("the end of the note", "return one('[part~=note]').hidden", &[]).await?;
    session.rests().await?;
    session.check_requests("what could not be reached", &["http://orchard.example/sitemap.rdf"]).await
}

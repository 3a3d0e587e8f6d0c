//! Faults of sites, of the network and of the browser: what the user sees, which requests are repeated and how often, and
//! that the tree on the screen stays.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{At, Browser, Options, Reply, Server, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, index, urlset};
use crate::site::{Site, garden, names, page, sitemap, visit};
use crate::sitemaps::wait_for_words;
use crate::states::long_list;

const TREE: [&str; 4] = ["Welcome", "Plants", "Tools", "Contact"];

/// A fault of a sitemap. The site answers 404 for everything else.
struct Fault {
    what: &'static str,
    reply: fn() -> Reply,
    /// The sentence if nothing was shown before.
    words: &'static str,
    /// The sentence if a tree was shown before. The tree stays.
    note: &'static str,
    /// Maximum number of requests for the sitemap.
    requests: usize,
}

const FAULTS: &[Fault] = &[
    Fault {
        what: "401",
        reply: || Reply::status(401),
        words: "The site does not allow access to its sitemap (status 401).",
        note: "The site does not allow access to its sitemap (status 401).",
        requests: 1,
    },
    Fault {
        what: "403",
        reply: || Reply::status(403),
        words: "The site does not allow access to its sitemap (status 403).",
        note: "The site does not allow access to its sitemap (status 403).",
        requests: 1,
    },
    Fault {
        what: "429",
        reply: || Reply::status(429),
        words: "The site asks Navibar to wait (status 429).",
        note: "The site asks Navibar to wait (status 429).",
        requests: 1,
    },
    Fault {
        what: "500",
        reply: || Reply::status(500),
        words: "The server has an error and did not send the sitemap (status 500).",
        note: "The server has an error and did not send the sitemap (status 500).",
        requests: 1,
    },
    Fault {
        what: "503 with Retry-After",
        reply: || Reply::status(503).with_header("retry-after", "3600"),
        words: "The server has an error and did not send the sitemap (status 503).",
        note: "The server has an error and did not send the sitemap (status 503).",
        requests: 1,
    },
    Fault {
        what: "a circle of redirects",
        reply: || Reply::redirect("/sitemap.rdf"),
        words: "The site could not be reached.",
        note: "The site could not be reached.",
        // Five redirects are followed.
        requests: 6,
    },
    Fault {
        what: "an end in the middle, before the first row",
        reply: || Reply::rdf(sitemap(&garden())).truncated(150),
        words: "The connection was interrupted while the sitemap was loading. Nothing can be shown yet.",
        note: "The connection was interrupted while the sitemap was loading. Nothing can be shown yet.",
        requests: 1,
    },
    Fault {
        what: "no XML",
        reply: || Reply::rdf("<rdf:RDF></b>"),
        words: "The sitemap cannot be shown: line 1, column ",
        note: "The sitemap cannot be shown: line 1, column ",
        requests: 1,
    },
];

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium may drop the last bytes before a connection breaks off")]
fn every_fault_shows_one_sentence_and_keeps_the_tree() -> Result<()> {
    browser_test("every_fault_shows_one_sentence_and_keeps_the_tree", async |firefox| {
        firefox.open_sidebar().await?;
        for fault in FAULTS {
            let failing = Site::without_sitemap()?;
            failing.route("/sitemap.rdf", (fault.reply)());
            firefox.goto(&failing.url("/")).await?;
            wait_for_words(firefox, fault.words).await.context(fault.what)?;
            assert_eq!(names(&firefox.rows().await?), Vec::<&str>::new(), "{}", fault.what);
            let asked = failing.requests_for("/sitemap.rdf").len();
            ensure!((1..=fault.requests).contains(&asked), "{}: {asked} requests", fault.what);

            let site = Site::start(&garden())?;
            firefox.goto(&site.url("/")).await?;
            firefox.wait_for_rows("the tree", |rows| names(rows) == TREE).await?;
            site.route("/sitemap.rdf", (fault.reply)());
            firefox.click(At::Css("#reload")).await?;
            wait_for_words(firefox, fault.note).await.context(fault.what)?;
            assert_eq!(names(&firefox.rows().await?), TREE, "{}", fault.what);
            // After the site has recovered, the tree loads.
            site.declare(&[page("Well again", "/")]);
            firefox.click(At::Css("[part~=retry]")).await?;
            firefox.wait_for_rows("the new tree", |rows| names(rows) == ["Well again"]).await.context(fault.what)?;
            ensure!(!firefox.sidebar_text().await?.contains(fault.note), "{}: the sentence is gone", fault.what);
        }
        Ok(())
    })
}

#[test]
fn a_missing_sitemap_is_not_a_fault() -> Result<()> {
    browser_test("a_missing_sitemap_is_not_a_fault", async |firefox| {
        for status in [404, 410] {
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            site.route("/sitemap.rdf", Reply::status(status));
            firefox.click(At::Css("#reload")).await?;
            wait_for_words(firefox, "No pages found yet").await?;
            assert_eq!(firefox.rows().await?, []);
        }
        Ok(())
    })
}

/// Sets the milliseconds after which the sidebar gives up a request. An answer on a busy machine needs more than a few
/// hundred.
async fn give_up_after(firefox: &Browser, milliseconds: u32) -> Result<()> {
    let script = "window.realTimeout ??= (window.wrappedJSObject ?? window).setTimeout;
         window.setTimeout = (then, time, ...rest) => window.realTimeout(then, time === 30_000 ? args[0] : time, ...rest);";
    firefox.in_sidebar(script, &[json!(milliseconds)]).await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the clock of the panel's own world cannot be reached there")]
fn a_site_that_stops_answering_times_out() -> Result<()> {
    browser_test("a_site_that_stops_answering_times_out", async |firefox| {
        firefox.open_sidebar().await?;
        give_up_after(firefox, 1_000).await?;
        // It never answers. Two of ten places are requested, each at most twice because of the cache.
        let site = Site::without_sitemap()?;
        for path in ["/sitemap.rdf", "/robots.txt", "/sitemap.xml"] {
            site.route(path, Reply::silence());
        }
        firefox.goto(&site.url("/")).await?;
        wait_for_words(firefox, "The site could not be reached.").await?;
        ensure!(site.requests().len() < 10, "{:#?}", site.requests());

        // It stops in the middle. The received rows stay, and the user can retry.
        let site = Site::without_sitemap()?;
        let list = long_list();
        site.route("/sitemap.rdf", Reply::rdf(list.clone()).stalled(list.len() / 2));
        firefox.goto(&site.url("/")).await?;
        wait_for_words(
            firefox,
            "The connection was interrupted while the sitemap was loading. The part that arrived is shown.",
        )
        .await?;
        assert_eq!(firefox.rows().await?.first().map(|row| &*row.name), Some("Entry 0"));
        site.route("/sitemap.rdf", Reply::rdf(list));
        give_up_after(firefox, 30_000).await?;
        firefox.click(At::Css("[part~=retry]")).await?;
        wait_for_words(firefox, "3,000 pages, arranged as in sitemap.rdf").await?;

        // A reload without an answer shows the old tree.
        give_up_after(firefox, 1_000).await?;
        site.route("/sitemap.rdf", Reply::silence());
        firefox.click(At::Css("#reload")).await?;
        wait_for_words(firefox, "The site could not be reached.").await?;
        assert_eq!(firefox.rows().await?.first().map(|row| &*row.name), Some("Entry 0"));
        Ok(())
    })
}

#[test]
fn a_site_gets_no_requests_until_its_retry_time() -> Result<()> {
    browser_test("a_site_gets_no_requests_until_its_retry_time", async |firefox| {
        let site = Site::without_sitemap()?;
        for path in ["/one.html", "/two.html"] {
            site.has(path, path);
        }
        site.route("/sitemap.rdf", Reply::status(429).with_header("retry-after", "3600"));
        let alone = "The site asks Navibar to wait (status 429).";
        firefox.goto(&site.url("/")).await?;
        firefox.open_sidebar().await?;
        wait_for_words(firefox, alone).await?;
        for path in ["/one.html", "/two.html"] {
            firefox.goto(&site.url(path)).await?;
            wait_for_words(firefox, alone).await?;
        }
        // A new sidebar knows only what the old one has stored.
        firefox.close_sidebar().await?;
        firefox.open_sidebar().await?;
        wait_for_words(firefox, alone).await?;
        let asked: Vec<_> =
            site.requests().into_iter().filter(|it| it.header("sec-fetch-mode") == Some("cors")).collect();
        assert_eq!(asked.len(), 1, "{asked:#?}");
        // The user can still request a reload.
        site.declare(&garden());
        firefox.click(At::Css("[part~=retry]")).await?;
        firefox.wait_for_rows("the tree", |rows| names(rows) == TREE).await?;
        Ok(())
    })
}

#[test]
fn a_site_on_the_internet_causes_no_request_to_the_users_network() -> Result<()> {
    browser_test("a_site_on_the_internet_causes_no_request_to_the_users_network", async |firefox| {
        let inner = Server::start()?;
        let port = inner.port();
        inner.otherwise(Reply::new(200, "application/xml", sitemap(&[page("Inner", "/")])));
        let site = NamedSite::new(firefox, "public.example").await?;
        let hosts =
            ["127.0.0.1", "localhost", "127.1", "0x7f.0.0.1", "2130706433", "１２７．０．０．１", "loca\u{200b}lhost"];
        let urls: Vec<String> = hosts.iter().map(|host| format!("http://{host}:{port}/inner.xml")).collect();
        site.names(&urls.iter().map(String::as_str).collect::<Vec<_>>());
        let icons = urls.iter().map(|url| page("Page", "/").icon(&url.replace(".xml", ".png"))).collect::<Vec<_>>();
        site.open().await?;
        site.has_no_sitemap().await?;
        site.has("/sitemap.rdf", Reply::rdf(sitemap(&icons)));
        firefox.click(At::Css("[part~=retry], #reload")).await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() == hosts.len()).await?;
        // A request for a picture would arrive with the rows or soon after them.
        site.has("/icon.png", Reply::status(404));
        let own = [page("Own", "/").icon("/icon.png")];
        site.has("/sitemap.rdf", Reply::rdf(sitemap(&own)));
        firefox.click(At::Css("#reload")).await?;
        firefox.wait_until("its own picture", async || Ok((site.request_count("/icon.png") > 0).then_some(()))).await?;
        assert_eq!(inner.requests(), []);
        Ok(())
    })
}

#[test]
fn a_file_from_the_disk_causes_no_request_to_the_users_network() -> Result<()> {
    browser_test("a_file_from_the_disk_causes_no_request_to_the_users_network", async |firefox| {
        let inner = Server::start()?;
        let site = NamedSite::new(firefox, "letterbox.example").await?;
        site.has("/icon.png", Reply::status(404));
        let icons =
            [inner.url("/icon.png"), inner.url("/icon.png").replace("127.0.0.1", "localhost"), site.url("/icon.png")];
        let pages: Vec<_> = icons.iter().map(|icon| page("Page", "http://letterbox.example/").icon(icon)).collect();
        let folder = tempfile::tempdir()?;
        let (tree, list) = (folder.path().join("tree.rdf"), folder.path().join("index.xml"));
        fs::write(&tree, sitemap(&pages))?;
        fs::write(&list, index(&[&inner.url("/map.xml"), &site.url("/map.xml")]))?;
        site.open().await?;
        site.has_no_sitemap().await?;
        firefox.choose_files(&[&tree]).await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() == icons.len()).await?;
        firefox
            .wait_until("a public picture", async || Ok((site.request_count("/icon.png") > 0).then_some(())))
            .await?;
        firefox.choose_files(&[&list]).await?;
        firefox.wait_until("a public file", async || Ok((site.request_count("/map.xml") > 0).then_some(()))).await?;
        assert_eq!(inner.requests(), []);
        Ok(())
    })
}

#[test]
fn rows_show_although_the_content_length_is_too_small() -> Result<()> {
    browser_test("rows_show_although_the_content_length_is_too_small", async |firefox| {
        let site = NamedSite::new(firefox, "short.example").await?;
        let whole = urlset(&[&site.url("/moss/"), &site.url("/ferns/"), &site.url("/reeds/")]);
        let length = whole.find("/reeds/").context("the last page")?.to_string();
        let parts = move || std::iter::once(whole.clone().into());
        site.has("/sitemap.xml", Reply::made("application/xml", parts).with_header("content-length", &length));
        site.open().await?;
        site.shows(&["Moss", "Ferns"]).await?;
        let badge = "return one('#problems').checkVisibility() && one('#problems').title";
        let counted = async || Ok((firefox.in_sidebar(badge, &[]).await? == "1 problem: 1 error").then_some(()));
        firefox.wait_until("the number of errors in the header", counted).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "extensions are reloaded in another way there")]
fn the_sidebar_works_after_an_update() -> Result<()> {
    browser_test("the_sidebar_works_after_an_update", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let extension = Options::from_env()?.extension.context("no extension")?;
        firefox.install(&extension, true).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| names(rows) == TREE).await?;
        firefox.in_sidebar("setTimeout(() => browser.runtime.reload());", &[]).await?;
        firefox
            .wait_until("the sidebar to open again", async || {
                firefox.open_sidebar().await?;
                Ok((names(&firefox.rows().await?) == TREE).then_some(()))
            })
            .await
    })
}

#[test]
fn the_sidebar_works_without_storage() -> Result<()> {
    browser_test("the_sidebar_works_without_storage", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let refuse = "const api = globalThis.browser ?? chrome;
             for (const area of [api.storage.session, api.storage.local])
               for (const name of ['get', 'set', 'remove'])
                 Object.defineProperty(area, name, { value: () => Promise.reject(new Error('QuotaExceededError')) });";
        firefox.in_sidebar(refuse, &[]).await?;
        let other = Site::start(&[page("Other", "/").with([page("Leaf", "/leaf")])])?;
        firefox.goto(&other.url("/")).await?;
        firefox.wait_for_rows("the other tree", |rows| rows.first().is_some_and(|row| row.name == "Other")).await?;
        firefox.click(At::Twisty("Other")).await?;
        firefox.wait_for_rows("the branch", |rows| names(rows) == ["Other", "Leaf"]).await?;
        firefox.goto(&site.url("/")).await?;
        firefox.wait_for_rows("the first tree", |rows| names(rows) == TREE).await?;
        firefox.click(At::Css("#reload")).await?;
        wait_for_words(firefox, "arranged as in sitemap.rdf").await?;
        // The console reports the storage error, but no unexpected exception.
        let console = firefox.take_console().await?;
        ensure!(console.iter().all(|line| line.contains("Navibar cannot")), "{console:#?}");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "tabs are closed in another way there")]
fn closing_a_tab_during_a_load_shows_the_next_tabs_tree() -> Result<()> {
    browser_test("closing_a_tab_during_a_load_shows_the_next_tabs_tree", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let slow = Site::without_sitemap()?;
        let list = long_list();
        slow.route("/sitemap.rdf", Reply::rdf(list.clone()).stalled(list.len() / 2));
        firefox.open_tab(&slow.url("/")).await?;
        firefox.wait_for_rows("the slow tree", |rows| rows.first().is_some_and(|row| row.name == "Entry 0")).await?;
        firefox.chrome("front().gBrowser.removeCurrentTab();", &[]).await?;
        firefox.wait_for_rows("the first tree", |rows| names(rows) == TREE).await?;
        ensure!(!firefox.sidebar_text().await?.contains("Loading"), "nothing is loading");
        Ok(())
    })
}

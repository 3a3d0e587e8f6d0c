//! Sites that lie in their robots.txt, sitemaps, pages or answers: what the user sees, and what is requested. Each site has
//! its own host name, behind a proxy.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::iter::{once, repeat};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use navibar_browser_tests::{At, Browser, Recorded, Reply, Row, Server, browser_test};

use crate::documents::{ONE_FAILURE, open_failures};
use crate::site::names;
use crate::sitemaps::{wait_for_words, xml};
use crate::sites;

/// A site with its own host name.
pub(crate) struct NamedSite<'a> {
    firefox: &'a Browser,
    pub(crate) proxy: Server,
    host: &'static str,
}

impl<'a> NamedSite<'a> {
    /// Starts a site that has only a home page. The sidebar remembers hosts as long as the browser runs, so each test needs
    /// hosts of its own.
    pub(crate) async fn new(firefox: &'a Browser, host: &'static str) -> Result<Self> {
        static HOSTS: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
        let is_new = HOSTS.lock().is_ok_and(|mut hosts| hosts.insert(host));
        ensure!(is_new && !sites::has_site(host), "another test has the host {host}");
        let proxy = Server::start()?;
        firefox.use_proxy(&proxy).await?;
        let site = Self { firefox, proxy, host };
        site.has("/", Reply::html("<!doctype html><title>Home</title><h1>Home</h1>"));
        Ok(site)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    pub(crate) fn has(&self, path: &str, reply: Reply) {
        self.proxy.route(&self.url(path), reply);
    }

    /// Serves a robots.txt that names these sitemaps.
    pub(crate) fn names(&self, sitemaps: &[&str]) {
        let lines: String = sitemaps.iter().map(|url| format!("Sitemap: {url}\n")).collect();
        self.has("/robots.txt", Reply::new(200, "text/plain", lines));
    }

    pub(crate) async fn open(&self) -> Result<()> {
        self.firefox.goto(&self.url("/")).await?;
        self.firefox.open_sidebar().await
    }

    pub(crate) async fn says(&self, words: &str) -> Result<()> {
        wait_for_words(self.firefox, words).await
    }

    /// The rows without that of the visited home page, which the sidebar adds if no sitemap lists it.
    fn listed<'r>(&self, rows: &'r [Row]) -> &'r [Row] {
        let is_home = |row: &Row| row.name == self.host && row.href == Some(self.url("/"));
        rows.split_first().filter(|(first, _)| is_home(first)).map_or(rows, |(_, rest)| rest)
    }

    /// Waits until the rows are these, with or without that of the visited home page, and no load is running.
    pub(crate) async fn shows(&self, titles: &[&str]) -> Result<()> {
        let is_it = |rows: &[Row]| names(rows) == titles || names(self.listed(rows)) == titles;
        self.firefox.wait_for_rows(&format!("the rows {titles:?}"), is_it).await?;
        self.firefox
            .wait_in_sidebar("the load to end", "return one('navi-bar').dataset.state != 'loading'", &[])
            .await?;
        Ok(())
    }

    pub(crate) async fn has_no_sitemap(&self) -> Result<()> {
        self.says("No pages found yet").await?;
        assert_eq!(self.firefox.rows().await?, []);
        Ok(())
    }

    /// The requests of the sidebar, without those of the tab.
    pub(crate) fn sidebar_requests(&self) -> Vec<Recorded> {
        self.proxy.requests().into_iter().filter(|request| request.header("accept") == Some("*/*")).collect()
    }

    pub(crate) fn request_count(&self, path: &str) -> usize {
        let url = if path.starts_with('/') { self.url(path) } else { path.to_owned() };
        self.sidebar_requests().iter().filter(|request| request.url() == url).count()
    }

    /// The hosts to which the sidebar has sent requests.
    pub(crate) fn requested_hosts(&self) -> Vec<String> {
        let mut hosts: Vec<_> = self.sidebar_requests().into_iter().map(|request| request.host).collect();
        hosts.sort();
        hosts.dedup();
        hosts
    }
}

const SITEMAPS: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A plain sitemap of these addresses.
pub(crate) fn urlset(urls: &[&str]) -> String {
    let entries: String = urls.iter().map(|url| format!("<url><loc>{url}</loc></url>\n")).collect();
    format!("<urlset xmlns=\"{SITEMAPS}\">\n{entries}</urlset>")
}

/// A sitemap index of these addresses.
pub(crate) fn index(urls: &[&str]) -> String {
    let entries: String = urls.iter().map(|url| format!("<sitemap><loc>{url}</loc></sitemap>\n")).collect();
    format!("<sitemapindex xmlns=\"{SITEMAPS}\">\n{entries}</sitemapindex>")
}

fn gzip(text: &str) -> Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::none());
    packed.write_all(text.as_bytes())?;
    Ok(packed.finish()?)
}

#[test]
fn the_content_type_is_ignored() -> Result<()> {
    browser_test("the_content_type_is_ignored", async |firefox| {
        for (host, media_type) in [
            ("html.example", "text/html"),
            ("bytes.example", "application/octet-stream"),
            ("image.example", "image/png"),
        ] {
            let site = NamedSite::new(firefox, host).await?;
            site.has("/sitemap.xml", Reply::new(200, media_type, urlset(&[&site.url("/moss/"), &site.url("/ferns/")])));
            site.open().await?;
            site.shows(&["Moss", "Ferns"]).await?;
        }
        // A web page in place of robots.txt is ignored. A real robots.txt with a wrong type is read.
        let site = NamedSite::new(firefox, "robots-page.example").await?;
        let names = format!("Sitemap: {}\n", site.url("/trap.xml"));
        site.has(
            "/robots.txt",
            Reply::html(format!("<!doctype html><title>Robots</title><body><p>{names}</p></body>")),
        );
        site.has("/sitemap.xml", xml(urlset(&[&site.url("/moss/")])));
        site.open().await?;
        site.shows(&["Moss"]).await?;
        let site = NamedSite::new(firefox, "robots-type.example").await?;
        site.has(
            "/robots.txt",
            Reply::html(format!(
                "User-agent: *\n{}",
                names.replace("robots-page", site.host.trim_end_matches(".example"))
            )),
        );
        site.has("/trap.xml", xml(urlset(&[&site.url("/ferns/")])));
        site.open().await?;
        site.shows(&["Ferns"]).await
    })
}

#[test]
fn answers_of_another_site_are_not_shown() -> Result<()> {
    browser_test("answers_of_another_site_are_not_shown", async |firefox| {
        let site = NamedSite::new(firefox, "moved.example").await?;
        let elsewhere = "http://elsewhere.example/sitemap.xml";
        site.has("/sitemap.xml", Reply::redirect(elsewhere));
        site.proxy.route(elsewhere, xml(urlset(&["http://elsewhere.example/trap/", &site.url("/trap/")])));
        site.open().await?;
        site.has_no_sitemap().await?;

        // Redirects within the site are followed.
        let site = NamedSite::new(firefox, "tidied.example").await?;
        site.has("/sitemap.xml", Reply::redirect("/maps/all.xml"));
        site.has("/maps/all.xml", xml(urlset(&["/moss/"])));
        site.open().await?;
        site.shows(&["Moss"]).await?;
        let rows = firefox.rows().await?;
        let links: Vec<_> = site.listed(&rows).iter().map(|row| row.href.clone()).collect();
        assert_eq!(links, [Some(site.url("/moss/"))]);
        Ok(())
    })
}

#[test]
fn a_redirect_loop_does_not_end_the_search() -> Result<()> {
    browser_test("a_redirect_loop_does_not_end_the_search", async |firefox| {
        let site = NamedSite::new(firefox, "circle.example").await?;
        site.has("/sitemap.rdf", Reply::redirect("/round.rdf"));
        site.has("/round.rdf", Reply::redirect("/sitemap.rdf"));
        site.has("/sitemap.xml", xml(urlset(&[&site.url("/moss/")])));
        site.open().await?;
        site.shows(&["Moss"]).await?;

        // If nothing else is found, the sidebar reports the error, not a missing sitemap.
        let site = NamedSite::new(firefox, "whirl.example").await?;
        site.has("/sitemap.xml", Reply::redirect("/sitemap.xml"));
        site.open().await?;
        site.says("The site could not be reached").await?;
        ensure!(firefox.sidebar_text().await?.contains("Try again"), "the author may fix it");
        site.has("/sitemap.xml", xml(urlset(&[&site.url("/moss/")])));
        firefox.click(At::Css("[part~=retry]")).await?;
        site.shows(&["Moss"]).await
    })
}

/// A text that is repeated without end.
fn endless(media_type: &str, first: &str, again: &str) -> Reply {
    let (first, again) = (first.to_owned(), again.repeat(1 + 4096 / again.len()));
    Reply::made(media_type, move || once(first.clone().into()).chain(repeat(again.clone().into())))
}

#[test]
fn endless_files_do_not_end_the_search() -> Result<()> {
    browser_test("endless_files_do_not_end_the_search", async |firefox| {
        let site = NamedSite::new(firefox, "talkative.example").await?;
        site.has(
            "/sitemap.rdf",
            endless("text/html", "<!doctype html><title>Oops</title>", "<p>And on it goes.</p>\n"),
        );
        site.has(
            "/robots.txt",
            endless("text/plain", &format!("Sitemap: {}\n", site.url("/map.xml")), "# and on it goes\n"),
        );
        site.has("/map.xml", xml(urlset(&[&site.url("/moss/")])));
        site.open().await?;
        site.shows(&["Moss"]).await
    })
}

#[test]
fn an_endless_sitemap_can_be_stopped() -> Result<()> {
    browser_test("an_endless_sitemap_can_be_stopped", async |firefox| {
        let site = NamedSite::new(firefox, "endless.example").await?;
        let begin = format!("<urlset xmlns=\"{SITEMAPS}\">");
        let part = |n: u32| {
            let entry = |n| format!("<url><loc>/page-{n}/</loc></url>\n");
            (n * 100..n * 100 + 100).map(entry).collect::<String>().into()
        };
        let parts = move || once(begin.clone().into()).chain((0..).map(part));
        // The server sends slowly, because Firefox buffers everything that arrives.
        site.has("/sitemap.xml", Reply::made("application/xml", parts).paced(Duration::from_millis(1)));
        site.open().await?;
        firefox.wait_for_rows("the first pages", |rows| rows.iter().any(|row| row.name == "Page 0")).await?;
        firefox.wait_in_sidebar("the button", "return one('[part~=stop]').checkVisibility()", &[]).await?;
        firefox.click(At::Css("[part~=stop]")).await?;
        site.says("Loading was stopped. Only the pages that had arrived are shown.").await?;
        let rows = firefox.rows().await?;
        // The visited home page may have a row before them.
        let first = rows.iter().find(|row| !row.current);
        ensure!(first.is_some_and(|row| row.name == "Page 0"), "the received rows stay: {rows:?}");

        // A load without any byte can also be stopped.
        let site = NamedSite::new(firefox, "silent.example").await?;
        site.has("/sitemap.xml", xml(urlset(&[])).stalled(0));
        site.open().await?;
        firefox.wait_in_sidebar("the button", "return one('[part~=stop]').checkVisibility()", &[]).await?;
        firefox.click(At::Css("[part~=stop]")).await?;
        site.says("Loading was stopped").await?;
        site.says("Nothing had arrived yet.").await
    })
}

#[test]
fn compression_is_detected_by_the_bytes() -> Result<()> {
    browser_test("compression_is_detected_by_the_bytes", async |firefox| {
        // First a compressed file whose name and type do not say so, then a plain file whose name and type say that it is
        // compressed.
        let site = NamedSite::new(firefox, "packed.example").await?;
        site.has("/sitemap.xml", xml(String::new()));
        site.has("/sitemap.txt", Reply::new(200, "text/plain", gzip(&urlset(&[&site.url("/moss/")]))?));
        site.open().await?;
        site.shows(&["Moss"]).await?;
        let site = NamedSite::new(firefox, "unpacked.example").await?;
        site.has("/sitemap.xml.gz", Reply::new(200, "application/gzip", urlset(&[&site.url("/ferns/")])));
        site.open().await?;
        site.shows(&["Ferns"]).await?;

        // The file only begins like a compressed one.
        let site = NamedSite::new(firefox, "garbled.example").await?;
        site.has(
            "/sitemap.xml.gz",
            Reply::new(200, "application/gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03 no such thing".to_vec()),
        );
        site.open().await?;
        site.says("The sitemap could not be shown").await?;
        site.says("The compressed file of the sitemap is damaged").await?;
        assert_eq!(firefox.rows().await?, []);

        // If a compressed file ends in the middle, the received rows stay.
        let site = NamedSite::new(firefox, "cut.example").await?;
        let pages: Vec<_> = (0..2000).map(|n| site.url(&format!("/page-{n}/"))).collect();
        let whole = gzip(&urlset(&pages.iter().map(String::as_str).collect::<Vec<_>>()))?;
        site.has("/sitemap.xml.gz", Reply::new(200, "application/gzip", whole[..whole.len() / 2].to_vec()));
        site.open().await?;
        site.says("The compressed file of the sitemap is damaged").await?;
        let rows = firefox.wait_for_rows("the received rows", |rows| !site.listed(rows).is_empty()).await?;
        assert_eq!(site.listed(&rows)[0].name, "Page 0");
        site.has("/sitemap.xml.gz", Reply::new(200, "application/gzip", whole));
        firefox.click(At::Css("[part~=retry]")).await?;
        site.says("2,001 pages").await // with the visited home page
    })
}

#[test]
fn a_site_without_a_sitemap_is_searched_once() -> Result<()> {
    browser_test("a_site_without_a_sitemap_is_searched_once", async |firefox| {
        let site = NamedSite::new(firefox, "bare.example").await?;
        for path in ["/a.html", "/b.html", "/c.html"] {
            site.has(path, Reply::html(format!("<!doctype html><title>{path}</title>")));
        }
        site.open().await?;
        site.has_no_sitemap().await?;
        let places = [
            "/sitemap.rdf",
            "/robots.txt",
            "/sitemap.xml",
            "/sitemap_index.xml",
            "/sitemap-index.xml",
            "/wp-sitemap.xml",
            "/sitemap.xml.gz",
            "/sitemap.txt",
            "/.well-known/resourcesync",
            "/llms.txt",
        ];
        let asked = || -> Vec<_> { site.sidebar_requests().into_iter().map(|request| request.path).collect() };
        firefox
            .wait_until("the request for llms.txt", async || Ok((asked().len() >= places.len()).then_some(())))
            .await
            .with_context(|| format!("only these were requested: {:?}", asked()))?;
        assert_eq!(asked(), places);

        // The next page, another tab, another site between, the sidebar closed and opened again.
        firefox.goto(&site.url("/a.html")).await?;
        site.has_no_sitemap().await?;
        firefox.open_tab(&site.url("/b.html")).await?;
        site.has_no_sitemap().await?;
        firefox.goto("http://between.example/").await?;
        firefox
            .wait_until("the other site's search", async || {
                Ok((site.request_count("http://between.example/llms.txt") == 1).then_some(()))
            })
            .await?;
        firefox.close_sidebar().await?;
        firefox.goto(&site.url("/c.html")).await?;
        firefox.open_sidebar().await?;
        site.has_no_sitemap().await?;
        let own: Vec<_> = site.sidebar_requests().into_iter().filter(|request| request.host == site.host).collect();
        assert_eq!(own.len(), places.len(), "{:?}", own.iter().map(|request| &request.path).collect::<Vec<_>>());

        // A new search starts only when the user requests it.
        firefox.click(At::Css("#reload")).await?;
        firefox.wait_until("another search", async || Ok((site.request_count("/sitemap.rdf") == 2).then_some(()))).await
    })
}

#[test]
fn other_hosts_get_requests_only_if_the_site_names_them() -> Result<()> {
    browser_test("other_hosts_get_requests_only_if_the_site_names_them", async |firefox| {
        // A page cannot name another host, because other people may write on the page.
        let site = NamedSite::new(firefox, "guestbook.example").await?;
        site.has(
            "/",
            Reply::html("<!doctype html><title>Home</title><link rel=sitemap href=http://tracker.example/sitemap.xml>"),
        );
        site.proxy.route("http://tracker.example/sitemap.xml", xml(urlset(&[&site.url("/trap/")])));
        site.open().await?;
        site.has_no_sitemap().await?;
        assert_eq!(site.requested_hosts(), ["guestbook.example"]);

        // robots.txt and an index of the site can name another host. An index on the other host cannot.
        let site = NamedSite::new(firefox, "company.example").await?;
        site.names(&[&site.url("/index.xml"), "http://files.example/index.xml"]);
        site.has("/index.xml", xml(index(&["http://cdn.example/pages.xml"])));
        site.proxy.route("http://cdn.example/pages.xml", xml(urlset(&[&site.url("/moss/")])));
        let other = index(&["http://files.example/more.xml", "http://stranger.example/trap.xml"]);
        site.proxy.route("http://files.example/index.xml", xml(other));
        site.proxy.route("http://files.example/more.xml", xml(urlset(&[&site.url("/ferns/")])));
        site.proxy.route("http://stranger.example/trap.xml", xml(urlset(&[&site.url("/trap/")])));
        site.open().await?;
        site.shows(&["Moss", "Ferns", ONE_FAILURE]).await?;
        open_failures(firefox, ONE_FAILURE).await?;
        site.shows(&["Moss", "Ferns", ONE_FAILURE, "trap.xml"]).await?;
        assert_eq!(site.requested_hosts(), ["cdn.example", "company.example", "files.example"]);
        let row = "const it = all('[role=treeitem]').at(-1); return it.getAttribute('aria-description');";
        let why: String =
            firefox.in_sidebar_as(row, &[]).await.context("the row of the sitemap that is not requested")?;
        ensure!(why.contains("only another site names http://stranger.example, not this one"), "{why}");
        Ok(())
    })
}

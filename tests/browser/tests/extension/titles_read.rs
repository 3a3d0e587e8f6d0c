//! *Read the Titles of These Pages* in the menu of a branch: what it requests, and when this ends.

use anyhow::{Result, ensure};
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::{At, Browser, Gate, Reply, Row, browser_test};

use crate::lies::{NamedSite, urlset};

const COMMAND: &str = "Read the Titles of These Pages";

/// The names that the addresses give.
const NUMBERS: [&str; 8] = ["48201", "48202", "48203", "48204", "48205", "48206", "48207", "48208"];

/// The pages of a site with a plain sitemap. Each page waits until its gate opens. The last one does not exist.
struct Held<'a> {
    site: NamedSite<'a>,
    gates: Vec<Gate>,
}

impl<'a> Held<'a> {
    async fn open(browser: &'a Browser, host: &'static str) -> Result<Self> {
        let site = NamedSite::new(browser, host).await?;
        let urls = NUMBERS.map(|number| site.url(&format!("/entity/{number}")));
        let sitemap = urlset(&urls.each_ref().map(|url| &**url));
        site.has("/sitemap.xml", Reply::new(200, "application/xml", sitemap));
        let home = "<!doctype html><title>Museum</title><h1>Museum</h1>";
        site.has("/", Reply::html(home).with_header("set-cookie", "visitor=1; Path=/"));
        let mut gates = Vec::new();
        for (at, number) in NUMBERS.iter().enumerate() {
            let head = format!("<!doctype html><title>Vase &amp; bowl {at} | Museum</title>");
            let status = if at == 7 { 404 } else { 200 };
            let page = format!("{head}<body>{}", "x".repeat(100_000));
            let (held, gate) = Reply::new(status, "text/html; charset=utf-8", page).held(0);
            site.has(&format!("/entity/{number}"), held);
            gates.push(gate);
        }
        site.open().await?;
        // The visited page adds the home page.
        let expand =
            "const bar = one('navi-bar'); if (bar.session?.visitedPages != 1 || bar.state != 'loaded') return false;
            bar.session.expandAll(); bar.refresh(); return bar.session.rowCount == 10";
        browser.wait_in_sidebar("the open branch", expand, &[]).await?;
        let is_named_by_address = |rows: &[Row]| rows.iter().any(|row| row.name == NUMBERS[0]);
        browser.wait_for_rows("the names of addresses", is_named_by_address).await?;
        Ok(Self { site, gates })
    }

    /// Chooses the command in the menu of the branch.
    async fn read(&self, browser: &Browser) -> Result<()> {
        let menu = browser.open_menu(At::Row("Entity")).await?;
        let menu = menu_outline(&menu);
        ensure!(menu.contains(&format!("Show Only This Branch\n{COMMAND}\n")), "{menu}");
        browser.choose(&[COMMAND]).await
    }

    /// The number of requests for pages.
    fn asked(&self) -> usize {
        NUMBERS.iter().map(|number| self.site.request_count(&format!("/entity/{number}"))).sum()
    }

    async fn has_asked(&self, browser: &Browser, count: usize) -> Result<()> {
        browser.wait_until("the requests", async || Ok((self.asked() == count).then_some(()))).await
    }

    async fn says(&self, browser: &Browser, text: &str) -> Result<()> {
        let shown = format!("return one('navi-bar').shadowRoot.textContent.includes({text:?})");
        browser.wait_in_sidebar(text, &shown, &[]).await?;
        Ok(())
    }
}

#[test]
fn the_titles_of_a_branch_are_read_two_at_a_time_without_cookies() -> Result<()> {
    browser_test("the_titles_of_a_branch_are_read_two_at_a_time_without_cookies", async |browser| {
        let held = Held::open(browser, "museum.example").await?;
        assert_eq!(held.asked(), 0, "nothing is requested before the click");
        held.read(browser).await?;
        held.has_asked(browser, 2).await?;
        held.says(browser, "Titles: 0 of 8 pages").await?;
        for (at, gate) in held.gates.iter().enumerate() {
            assert_eq!(held.asked(), (at + 2).min(8), "two at a time");
            gate.open();
            held.has_asked(browser, (at + 3).min(8)).await?;
        }
        let titles: Vec<String> = (0..7).map(|at| format!("Vase & bowl {at}")).collect();
        let is_named = |rows: &[Row]| {
            let has = |name: &str| rows.iter().any(|row| row.name == name);
            titles.iter().all(|title| has(title)) && !has(NUMBERS[0])
        };
        browser.wait_for_rows("the titles", is_named).await?;
        held.says(browser, "Could not be read: 1 page.").await?;
        for request in held.site.sidebar_requests().iter().filter(|request| request.path.starts_with("/entity/")) {
            let sent = ["cookie", "referer"].map(|name| request.header(name).is_some());
            assert_eq!(sent, [false, false], "{}", request.path);
        }
        // Only the page that could not be read is requested again. Then the sentence goes.
        let last = format!("/entity/{}", NUMBERS[7]);
        held.site.has(&last, Reply::html("<title>Vase &amp; bowl 7 | Museum</title>"));
        held.read(browser).await?;
        browser.wait_for_rows("the last title", |rows| rows.iter().any(|row| row.name == "Vase & bowl 7")).await?;
        browser.wait_in_sidebar("no sentence", "return one('[part=note]').hidden", &[]).await?;
        let menu = menu_outline(&browser.open_menu(At::Row("Entity")).await?);
        ensure!(!menu.contains(COMMAND), "no title is missing: {menu}");
        browser.close_menu().await?;
        // A reload keeps the titles and requests no page again.
        let reload = "const bar = one('navi-bar'); const ends = new Promise((end) => bar.addEventListener('load', end, { once: true }));
            bar.reload(); await ends; return true";
        browser.in_sidebar(reload, &[]).await?;
        browser.wait_for_rows("the titles after the reload", is_named).await?;
        assert_eq!(held.asked(), 9);
        Ok(())
    })
}

#[test]
fn stop_ends_the_requests() -> Result<()> {
    browser_test("stop_ends_the_requests", async |browser| {
        let held = Held::open(browser, "stopped-museum.example").await?;
        held.read(browser).await?;
        held.has_asked(browser, 2).await?;
        held.gates[0].open();
        held.has_asked(browser, 3).await?;
        browser.wait_in_sidebar("the button", "return one('[part~=stop]').checkVisibility()", &[]).await?;
        browser.click(At::Css("[part~=stop]")).await?;
        browser
            .wait_for_rows("the title that was read", |rows| rows.iter().any(|row| row.name == "Vase & bowl 0"))
            .await?;
        browser.wait_in_sidebar("the end", "return !one('[part~=stop]').checkVisibility()", &[]).await?;
        held.gates.iter().for_each(Gate::open);
        // Another command reads the others. The first page is not requested again.
        held.read(browser).await?;
        browser.wait_for_rows("the other titles", |rows| rows.iter().any(|row| row.name == "Vase & bowl 6")).await?;
        assert_eq!(held.asked(), 3 + 7);
        Ok(())
    })
}

#[test]
fn leaving_the_site_ends_the_requests() -> Result<()> {
    browser_test("leaving_the_site_ends_the_requests", async |browser| {
        let held = Held::open(browser, "left-museum.example").await?;
        held.read(browser).await?;
        held.has_asked(browser, 2).await?;
        browser.goto("about:blank").await?;
        browser.wait_in_sidebar("no tree", "return one('navi-bar').hidden", &[]).await?;
        held.gates.iter().for_each(Gate::open);
        browser.goto(&held.site.url("/")).await?;
        let is_back = |rows: &[Row]| rows.iter().any(|row| row.name == NUMBERS[7]);
        browser.wait_for_rows("the tree, as it was", is_back).await?;
        assert_eq!(held.asked(), 2);
        Ok(())
    })
}

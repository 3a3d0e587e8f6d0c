//! What the extension stores: its limits, and the button that deletes all of it.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Reply, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, urlset};
use crate::news::{DAY, dated};
use crate::options::page_of_extension;
use crate::sitemaps::xml;

/// The bytes of what is remembered about each host. Runs in the sidebar and in pages of the extension.
const HOSTS: &str = "const all = Object.entries(await browser.storage.session.get());
    const hosts = all.filter(([key]) => key.startsWith('sitemaps '));
    return Object.fromEntries(hosts.map(([key, value]) => [key.slice(9), JSON.stringify(value).length]));";

/// Everything that is stored.
const ALL: &str = "const area = (globalThis.browser ?? chrome).storage;
    return Object.keys({ ...await area.local.get(), ...await area.session.get() });";

#[test]
#[cfg_attr(feature = "chromium", ignore = "the proxy names the hosts in Firefox only")]
fn a_chain_of_hosts_does_not_fill_the_storage() -> Result<()> {
    browser_test("a_chain_of_hosts_does_not_fill_the_storage", async |firefox| {
        let site = NamedSite::new(firefox, "honest.stored.test").await?;
        let hosts: Vec<String> = (0..4).map(|at| format!("http://h{at}.evil-stored.test")).collect();
        let long = |host: &str, at: usize| format!("{host}/{at}/{}.xml", "x".repeat(7_900));
        for host in &hosts {
            let robots: String = (0..60).map(|at| format!("Sitemap: {}\n", long(host, at))).collect();
            site.proxy.route(&format!("{host}/robots.txt"), Reply::new(200, "text/plain", robots));
            for at in 0..60 {
                site.proxy.route(&long(host, at), xml(urlset(&[&format!("{host}/page-{at}")])));
            }
            site.proxy.route(&format!("{host}/"), Reply::html("<title>Evil</title>"));
        }
        firefox.goto(&format!("{}/", hosts[0])).await?;
        firefox.open_sidebar().await?;
        for host in &hosts {
            firefox.goto(&format!("{host}/")).await?;
            firefox
                .wait_for_rows("the pages of the site", |rows| {
                    rows.iter().any(|row| row.href.as_ref().is_some_and(|url| url.starts_with(host)))
                })
                .await?;
        }
        site.has("/sitemap.xml", xml(urlset(&[&site.url("/a")])));
        site.open().await?;
        let is_remembered = HOSTS.replace("return ", "const found = ")
            + "return 'http://honest.stored.test' in found ? found : undefined";
        let found = firefox.wait_in_sidebar("the honest site to be remembered", &is_remembered, &[]).await?;
        let sizes = found.as_object().into_iter().flatten().filter(|(host, _)| host.contains("evil"));
        for (host, size) in sizes {
            ensure!(size.as_u64().is_some_and(|size| size < 17_000), "{host}: {size} bytes");
        }
        Ok(())
    })
}

#[test]
fn everything_stored_can_be_deleted() -> Result<()> {
    browser_test("everything_stored_can_be_deleted", async |browser| {
        let site = dated(&[("oak", DAY), ("elm", 9 * DAY)])?;
        browser.goto(&site.url("/oak.html")).await?;
        browser.open_sidebar().await?;
        let is_stored = ALL.replace("return ", "const keys = ")
            + "return ['visits', 'sitemaps ', 'place '].every((start) => keys.some((key) => key.startsWith(start)))";
        browser.wait_in_sidebar("the visit to be stored", &is_stored, &[]).await?;
        browser.in_sidebar("document.documentElement.dataset.old = 'yes'", &[]).await?;
        browser.goto(&page_of_extension("options.html")).await?;
        browser.wait_in_page("the options", "return one('input[name=reveal]:checked').value", &[]).await?;
        browser.in_page("one('#delete').click()", &[]).await?;
        browser
            .wait_in_page(
                "the announcement",
                "return one('#announcement').textContent == 'Everything stored is deleted.'",
                &[],
            )
            .await?;
        let is_new = "return document.documentElement.dataset.old != 'yes' && document.readyState == 'complete'";
        browser.wait_in_sidebar("the sidebar to start again", is_new, &[]).await?;
        let left = browser.in_page(ALL, &[]).await?;
        ensure!(left == json!([]), "still stored: {left}");
        let asked = site.requests_for("/robots.txt").len();
        browser.goto(&site.url("/elm.html")).await?;
        browser.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.name == "Elm")).await?;
        ensure!(site.requests_for("/robots.txt").len() > asked, "the sidebar still knows where the sitemap is");
        Ok(())
    })
}

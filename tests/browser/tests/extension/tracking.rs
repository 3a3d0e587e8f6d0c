//! Sites that try to recognise the user on another site or in another container, by stored data that the browser sends back
//! or by missing requests.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Recorded, Reply, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, urlset};
use crate::options::{set, with_settings};
use crate::site::{page, sitemap};
use crate::sitemaps::xml;

const PICTURE: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" width="15" height="15"><rect width="15" height="15"/></svg>"#;

/// An answer that identifies its reader and may be cached for a year.
fn marked(reply: Reply) -> Reply {
    reply
        .with_header("etag", "\"visitor-7\"")
        .with_header("last-modified", "Fri, 07 Nov 1997 00:00:07 GMT")
        .with_header("cache-control", "max-age=31536000")
}

fn is_recognised(request: &Recorded) -> bool {
    ["if-none-match", "if-modified-since", "cookie", "authorization"].iter().any(|name| request.header(name).is_some())
}

/// Reloads the site in the tab.
async fn reload(browser: &Browser, site: &NamedSite<'_>, path: &str) -> Result<()> {
    let before = site.request_count(path);
    browser.click(At::Css("#reload")).await?;
    browser.wait_until("another load", async || Ok((site.request_count(path) > before).then_some(()))).await
}

#[test]
fn a_host_cannot_tell_that_two_sites_name_it() -> Result<()> {
    browser_test("a_host_cannot_tell_that_two_sites_name_it", async |browser| {
        let third = "http://tracker.example/map.xml";
        let picture = "http://tracker.example/dot.svg";
        for (at, host) in ["morning.example", "evening.example"].into_iter().enumerate() {
            let site = NamedSite::new(browser, host).await?;
            site.names(&[third]);
            site.proxy.route(third, marked(xml(urlset(&[&site.url("/moss/")]))));
            site.open().await?;
            site.shows(&["Moss"]).await?;
            reload(browser, &site, third).await?;
            site.shows(&["Moss"]).await?;
            // Another site shows the same picture, and requests it as for the first time.
            site.proxy.route(picture, marked(Reply::new(200, "image/svg+xml", PICTURE)));
            site.has("/sitemap.rdf", Reply::rdf(sitemap(&[page("Moss", "/moss/").icon(picture)])));
            browser.click(At::Css("#reload")).await?;
            let shown = "return all('[role=treeitem] img').some((img) => img.naturalWidth > 0)";
            browser.wait_in_sidebar("the picture", shown, &[]).await?;
            let requests = site.proxy.requests();
            let tracked: Vec<_> = requests.iter().filter(|request| request.host == "tracker.example").collect();
            ensure!(tracked.iter().any(|request| request.path == "/map.xml"), "{at}: {requests:#?}");
            assert_eq!(tracked.iter().filter(|request| request.path == "/dot.svg").count(), 1, "{host}");
            ensure!(!tracked.iter().any(|request| is_recognised(request)), "{tracked:#?}");
        }
        Ok(())
    })
}

/// Opens a tab in a container of Firefox in front.
async fn open_in_container(firefox: &Browser, url: &str, container: u32) -> Result<()> {
    firefox
        .chrome(
            "const tab = tabs().addTrustedTab('about:blank', { userContextId: A[1] });
             tabs().selectedTab = tab;
             await load(tab, A[0]);",
            &[json!(url), json!(container)],
        )
        .await?;
    Ok(())
}

/// The requests of an extension belong to no container, so those for all containers share a connection.
#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox has containers")]
fn no_connection_links_containers_before_the_user_allows_it() -> Result<()> {
    browser_test("no_connection_links_containers_before_the_user_allows_it", async |firefox| {
        with_settings(firefox, async || {
            let site = NamedSite::new(firefox, "harbour.example").await?;
            site.has("/sitemap.rdf", Reply::rdf(sitemap(&[page("Moss", "/moss/")])));
            site.open().await?;
            site.shows(&["Moss"]).await?;
            let of_sidebar = site.sidebar_requests();
            let is_linked = |request: &Recorded| of_sidebar.iter().any(|own| own.client_port == request.client_port);
            for container in [1, 2] {
                let seen = site.proxy.requests().len();
                open_in_container(firefox, &site.url("/"), container).await?;
                let asks =
                    "return one('#notice-text').textContent.startsWith('In container tabs') && !one('#turn-on').hidden";
                firefox.wait_in_sidebar("the question", asks, &[]).await?;
                let requests = site.proxy.requests().split_off(seen);
                ensure!(requests.iter().any(|request| request.path == "/"), "{requests:#?}");
                ensure!(!requests.iter().any(is_linked), "{requests:#?}\n{of_sidebar:#?}");
                assert_eq!(site.sidebar_requests().len(), of_sidebar.len(), "nothing is requested");
            }
            firefox.click(At::Css("#turn-on")).await?;
            site.shows(&["Moss"]).await?;
            ensure!(site.sidebar_requests().len() > of_sidebar.len());
            Ok(())
        })
        .await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox has containers")]
fn a_site_cannot_recognise_the_user_in_another_container() -> Result<()> {
    browser_test("a_site_cannot_recognise_the_user_in_another_container", async |firefox| {
        with_settings(firefox, async || recognise_in_another_container(firefox).await).await
    })
}

async fn recognise_in_another_container(firefox: &Browser) -> Result<()> {
    let site = NamedSite::new(firefox, "diary.example").await?;
    let tree = [page("Moss", "/moss/").icon("/dot.svg")];
    let answer = || marked(Reply::rdf(sitemap(&tree)));
    site.has("/dot.svg", marked(Reply::new(200, "image/svg+xml", PICTURE)));
    // The sitemap has a different address for each visitor. The other files have one address and a mark.
    let names = |path: &str| {
        let line = format!("Sitemap: {}\n", site.url(path));
        site.has("/robots.txt", marked(Reply::new(200, "text/plain", line)));
    };
    names("/map-of-visitor-7.rdf");
    site.has("/map-of-visitor-7.rdf", answer());
    site.open().await?;
    set(firefox, json!({ "containers": true })).await?;
    site.shows(&["Moss"]).await?;
    firefox.wait_until("the picture", async || Ok((site.request_count("/dot.svg") == 1).then_some(()))).await?;
    // A site may recognise the user within one container, as with all its cached data.
    reload(firefox, &site, "/map-of-visitor-7.rdf").await?;
    site.shows(&["Moss"]).await?;

    names("/map-of-visitor-8.rdf");
    site.has("/map-of-visitor-8.rdf", answer());
    let seen = site.proxy.requests().len();
    for container in [1, 2] {
        let path = format!("/map-of-visitor-{}.rdf", container + 7);
        names(&path);
        site.has(&path, answer());
        open_in_container(firefox, &site.url("/"), container).await?;
        firefox.wait_until("its sitemap", async || Ok((site.request_count(&path) == 1).then_some(()))).await?;
        site.shows(&["Moss"]).await?;
        let pictures = container as usize + 1;
        let is_asked = async || Ok((site.request_count("/dot.svg") == pictures).then_some(()));
        firefox.wait_until("its picture", is_asked).await?;
    }
    let requests = site.proxy.requests().split_off(seen);
    ensure!(!requests.iter().any(is_recognised), "{requests:#?}");
    assert_eq!(site.request_count("/map-of-visitor-7.rdf"), 2);
    // The first tab shows its tree again without a request.
    let all = site.sidebar_requests().len();
    firefox.select_tab(0).await?;
    site.shows(&["Moss"]).await?;
    assert_eq!(site.sidebar_requests().len(), all);
    Ok(())
}

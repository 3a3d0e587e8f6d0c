//! Sites that redirect Navibar: which redirects it follows, and that no other host gets a request.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Reply, Server, browser_test};

use crate::lies::{NamedSite, index, urlset};
use crate::site::{page, sitemap};
use crate::sitemaps::xml;

const STATUSES: [u16; 5] = [301, 302, 303, 307, 308];

/// A picture that is visible when it is loaded.
const PICTURE: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" width="15" height="15"><rect width="15" height="15"/></svg>"#;

fn redirect(status: u16, to: &str) -> Reply {
    Reply::status(status).with_header("location", to)
}

/// A server in the user's own network. It answers every request with a sitemap.
fn inner() -> Result<Server> {
    let inner = Server::start()?;
    inner.otherwise(Reply::new(200, "application/xml", sitemap(&[page("Inner", "/")])));
    Ok(inner)
}

#[test]
fn no_redirect_to_the_users_network_is_followed() -> Result<()> {
    browser_test("no_redirect_to_the_users_network_is_followed", async |firefox| {
        let inner = inner()?;
        let target = |name: &str| inner.url(&format!("/{name}"));
        let hosts = [
            "inward-301.example",
            "inward-302.example",
            "inward-303.example",
            "inward-307.example",
            "inward-308.example",
        ];
        for (status, host) in STATUSES.into_iter().zip(hosts) {
            let site = NamedSite::new(firefox, host).await?;
            site.has("/sitemap.rdf", redirect(status, &target("native")));
            site.has("/robots.txt", redirect(status, &target("robots")));
            // Through an address of the site, and one of another host that may be requested.
            site.has("/sitemap.xml", redirect(status, "/step"));
            site.has("/step", redirect(status, &target("chain")));
            site.has("/sitemap_index.xml", xml(index(&["/child.xml", "http://files.example/child.xml"])));
            site.has("/child.xml", redirect(status, &target("child")));
            site.proxy.route("http://files.example/child.xml", redirect(status, &target("third")));
            site.open().await?;
            site.shows(&["2 lists not loaded"]).await?;
            assert_eq!(inner.requests(), [], "{status}");
            for path in ["/sitemap.rdf", "/robots.txt", "/step", "/child.xml", "http://files.example/child.xml"] {
                assert_eq!(site.request_count(path), 1, "{status} {path}");
            }
        }
        Ok(())
    })
}

#[test]
fn a_picture_that_is_redirected_is_not_loaded() -> Result<()> {
    browser_test("a_picture_that_is_redirected_is_not_loaded", async |firefox| {
        let inner = inner()?;
        let site = NamedSite::new(firefox, "gallery.example").await?;
        let picture = || Reply::new(200, "image/svg+xml", PICTURE);
        site.proxy.route("http://elsewhere.example/picture.svg", picture());
        site.has("/own.svg", picture());
        site.has("/plain.svg", picture());
        let targets = ["/own.svg", "http://elsewhere.example/picture.svg", &inner.url("/picture.svg")];
        let mut pages = Vec::new();
        for (at, (status, target)) in STATUSES.into_iter().zip(targets.into_iter().cycle()).enumerate() {
            let path = format!("/{at}.svg");
            site.has(&path, redirect(status, target));
            pages.push(page(&format!("Page {at}"), &format!("/{at}")).icon(&path));
        }
        pages.push(page("Plain", "/plain").icon("/plain.svg"));
        site.has("/sitemap.rdf", Reply::rdf(sitemap(&pages)));
        site.open().await?;
        firefox
            .wait_in_sidebar(
                "one picture, and the others to be given up",
                "return all('[role=treeitem] img').map((img) => img.naturalWidth > 0).join() == 'true'",
                &[],
            )
            .await?;
        assert_eq!(inner.requests(), []);
        for target in ["/own.svg", "http://elsewhere.example/picture.svg"] {
            assert_eq!(site.request_count(target), 0, "{target}");
        }
        Ok(())
    })
}

/// The requests to a site whose sitemaps redirect to an address.
async fn asked_when_redirected_to(firefox: &Browser, host: &'static str, target: &str) -> Result<Vec<String>> {
    let site = NamedSite::new(firefox, host).await?;
    for path in ["/sitemap.rdf", "/robots.txt", "/sitemap.xml"] {
        site.has(path, Reply::redirect(target));
    }
    site.has("/wp-sitemap.xml", xml(urlset(&["/moss/"])));
    site.open().await?;
    site.shows(&["Moss"]).await?;
    Ok(site.sidebar_requests().into_iter().map(|request| request.path).collect())
}

#[test]
fn a_site_cannot_tell_what_is_behind_a_redirect() -> Result<()> {
    browser_test("a_site_cannot_tell_what_is_behind_a_redirect", async |firefox| {
        let inner = inner()?;
        let closed = Server::start()?;
        let nobody = closed.url("/x");
        drop(closed);
        let open = asked_when_redirected_to(firefox, "behind-open.example", &inner.url("/x")).await?;
        assert_eq!(open.iter().filter(|path| *path == "/sitemap.rdf").count(), 1);
        let others = [
            ("behind-closed.example", &*nobody),
            ("behind-unknown.example", "http://no-such-host.invalid/x"),
            ("behind-public.example", "http://elsewhere.example/x"),
            ("behind-other-port.example", "http://behind-other-port.example:8080/x"),
        ];
        for (host, target) in others {
            assert_eq!(asked_when_redirected_to(firefox, host, target).await?, open, "{target}");
        }
        assert_eq!(inner.requests(), []);
        Ok(())
    })
}

#[test]
fn redirects_within_a_site_are_followed() -> Result<()> {
    browser_test("redirects_within_a_site_are_followed", async |firefox| {
        for (status, host) in STATUSES.into_iter().zip([
            "tidy-a.example",
            "tidy-b.example",
            "tidy-c.example",
            "tidy-d.example",
            "tidy-e.example",
        ]) {
            let site = NamedSite::new(firefox, host).await?;
            site.has("/sitemap.rdf", redirect(status, "/maps/one?a=b"));
            site.has("/maps/one?a=b", redirect(status, "two"));
            site.has("/maps/two", redirect(status, &site.url("/maps/three.rdf#part")));
            site.has("/maps/three.rdf", Reply::rdf(sitemap(&[page("Moss", "moss")])));
            site.open().await?;
            site.shows(&["Moss"]).await?;
            // Relative addresses refer to the target of the redirect.
            let links: Vec<_> = firefox.rows().await?.into_iter().map(|row| row.href).collect();
            assert_eq!(links, [Some(site.url("/maps/moss"))], "{status}");
            let asked: Vec<_> = site.sidebar_requests().into_iter().map(|request| request.path).collect();
            assert_eq!(asked, ["/sitemap.rdf", "/maps/one?a=b", "/maps/two", "/maps/three.rdf"], "{status}");
            // The same again, because the browser may have cached a redirect.
            firefox.click(At::Css("#reload")).await?;
            let is_so = async || Ok((site.request_count("/maps/three.rdf") == 2).then_some(()));
            firefox.wait_until("another load", is_so).await?;
            site.shows(&["Moss"]).await?;
        }
        Ok(())
    })
}

#[test]
fn a_redirect_loop_ends_after_five_redirects() -> Result<()> {
    browser_test("a_redirect_loop_ends_after_five_redirects", async |firefox| {
        let site = NamedSite::new(firefox, "ring.example").await?;
        site.has("/sitemap.rdf", Reply::redirect("/round"));
        site.has("/round", Reply::redirect("/sitemap.rdf"));
        site.has("/sitemap.xml", xml(urlset(&["/moss/"])));
        site.open().await?;
        site.shows(&["Moss"]).await?;
        let asked = site.request_count("/sitemap.rdf") + site.request_count("/round");
        assert_eq!(asked, 6, "five redirects are followed");
        Ok(())
    })
}

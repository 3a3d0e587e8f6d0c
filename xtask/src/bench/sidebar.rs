//! Measures the real sidebar: the time from opening it to the tree of a known site on the screen.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Browser, Reply, Server};

use super::data::{Data, Shape};
use super::measured::Measured;
use crate::paths;
use crate::tools::firefox;

/// The name of this measurement in the results.
pub(crate) const OPEN: &str = "sidebar-open";

/// Returns `true` if the sidebar is measured with this data: a declared and a plain site of usual size.
pub(crate) fn has_sidebar(data: &Data) -> bool {
    ["nns-5-5", "sitemap-10k"].contains(&data.name)
}

/// Opens and closes the sidebar in its own Firefox. The first round finds the sitemap and does not count. After the sidebar
/// has closed, the browser keeps only the answers of the site and the address of its sitemap.
pub(crate) async fn measure(data: &'static Data, written_for: &str, rounds: usize) -> Result<Measured> {
    let server = Server::start()?;
    serve(&server, data, written_for)?;
    let browser = firefox::launch((1200, 1000)).await?;
    let times = open(&browser, &server, data, rounds).await;
    browser.quit().await?;
    Ok(Measured { times: times?, ..Measured::new(data, OPEN) })
}

async fn open(browser: &Browser, server: &Server, data: &Data, rounds: usize) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    browser.goto(&server.url("/")).await?;
    for round in 0..=rounds {
        data.say_round("sidebar", round, rounds);
        let time = browser.time_sidebar().await?;
        let pages = "return one('navi-bar').state == 'loaded' && one('navi-bar').session.source.pages";
        let pages = browser.wait_in_sidebar("the whole tree", pages, &[]).await?;
        ensure!(pages.as_u64() == Some(data.pages()), "the sidebar shows {pages} pages of {}", data.name);
        browser.close_sidebar().await?;
        if round > 0 {
            times.push(time);
        }
    }
    Ok(times)
}

/// Serves the site, with the sitemap at its usual place.
fn serve(server: &Server, data: &Data, written_for: &str) -> Result<()> {
    let [name] = &data.files()[..] else { anyhow::bail!("{} is more than one file", data.name) };
    let mut sitemap = std::fs::read_to_string(paths::root().join(data.path(name)))?;
    let mut media_type = "application/rdf+xml";
    if let Shape::Sitemaps { .. } = data.shape {
        // A sitemap names only pages of its own site.
        sitemap = sitemap.replace(written_for, server.url("").trim_end_matches('/'));
        media_type = "application/xml";
    }
    server.route("/", Reply::html("<!doctype html><title>A site</title>"));
    // Web servers send this header by default. It lets the browser cache the answer for a while.
    let changed = ("Last-Modified", "Sun, 01 Nov 2026 00:00:00 GMT");
    server.route(&format!("/{name}"), Reply::new(200, media_type, sitemap).with_header(changed.0, changed.1));
    Ok(())
}

//! The real sidebar: how long after it has been opened the tree of a site is on the screen that it has shown before.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Browser, Reply, Server};

use super::data::{Data, Shape};
use super::measured::Measured;
use crate::paths;
use crate::tools::firefox;

/// Its name in the results.
pub(crate) const OPEN: &str = "sidebar-open";

/// Whether the sidebar is opened at a site with this data: a declared one and a plain one, not larger than usual.
pub(crate) fn has_sidebar(data: &Data) -> bool {
    ["nns-5-5", "sitemap-10k"].contains(&data.name)
}

/// Opens and closes it in a Firefox of its own; once more than that before, for the sitemap to be found. What is left of
/// a sidebar that was closed is what the browser keeps: the answers of the site, and where its sitemap is.
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

/// A site with the sitemap at its usual place.
fn serve(server: &Server, data: &Data, written_for: &str) -> Result<()> {
    let [name] = &data.files()[..] else { anyhow::bail!("{} is more than one file", data.name) };
    let mut sitemap = std::fs::read_to_string(paths::root().join(data.path(name)))?;
    let mut media_type = "application/rdf+xml";
    if let Shape::Sitemaps { .. } = data.shape {
        // It names pages of its own site alone.
        sitemap = sitemap.replace(written_for, server.url("").trim_end_matches('/'));
        media_type = "application/xml";
    }
    server.route("/", Reply::html("<!doctype html><title>A site</title>"));
    // As a web server has it by itself: the browser may keep it for a while.
    let changed = ("Last-Modified", "Sun, 01 Nov 2026 00:00:00 GMT");
    server.route(&format!("/{name}"), Reply::new(200, media_type, sitemap).with_header(changed.0, changed.1));
    Ok(())
}

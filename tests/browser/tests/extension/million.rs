//! A site with a million pages in an index of twenty sitemaps. The server makes them while it sends them.

use std::iter::once;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Reply, browser_test};

use crate::site::{Site, names};
use crate::sitemaps::{index, urlset, wait_for_words};

const FILES: u32 = 20;

/// Pages in each file: the maximum of the protocol.
const PAGES: u32 = 50_000;

/// Maximum time of the whole load.
const LOAD: Duration = Duration::from_secs(120);

/// Maximum time in milliseconds in which the sidebar does not react. Other programs may be busy too.
const LONGEST_GAP: f64 = 2000.0;

/// Measures the longest time between two frames, and between two timers, in the sidebar.
pub(crate) const WATCH: &str = "
    const gaps = (window.navibarGaps = { frame: 0, timer: 0, frames: 0, timers: 0 });
    const watch = (next, name) => {
        let last = performance.now();
        const tick = () => {
            const now = performance.now();
            gaps[name] = Math.max(gaps[name], now - last);
            gaps[name + 's']++;
            last = now;
            next(tick);
        };
        next(tick);
    };
    watch(requestAnimationFrame, 'frame');
    watch((tick) => setTimeout(tick, 10), 'timer');";

/// A site with an index of [`FILES`] sitemaps, with this number of pages each.
fn site(pages: u32) -> Result<Site> {
    let site = Site::without_sitemap()?;
    let paths: Vec<_> = (0..FILES).map(path).collect();
    site.route("/sitemap.xml", index(&site, &paths.iter().map(String::as_str).collect::<Vec<_>>()));
    for file in 0..FILES {
        site.route(&path(file), sitemap(site.url(""), file, pages));
    }
    Ok(site)
}

fn path(file: u32) -> String {
    format!("/sitemap-{file}.xml")
}

/// The pages of a file, a hundred in each folder.
fn sitemap(site: String, file: u32, pages: u32) -> Reply {
    Reply::made("application/xml", move || {
        let site = site.clone();
        let part = move |folder: u32| {
            let entry =
                |page| format!("<url><loc>{site}/section-{file}/folder-{folder}/page-{page}.html</loc></url>\n");
            (0..100).map(entry).collect::<String>().into()
        };
        let begin = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
        once(begin.into()).chain((0..pages / 100).map(part)).chain(once("</urlset>".into()))
    })
}

/// Opens the site's home page beside an empty sidebar with the measurement running.
async fn visit_watched(firefox: &Browser, site: &Site) -> Result<()> {
    firefox.goto("about:blank").await?;
    firefox.open_sidebar().await?;
    firefox.in_sidebar(WATCH, &[]).await?;
    firefox.goto(&site.url("/")).await
}

/// Waits for the end of the load. Returns the longest time between two frames and between two timers, and the progress
/// texts.
async fn load(firefox: &Browser) -> Result<([f64; 2], Vec<String>)> {
    let state = "
        const { frame, timer, frames, timers } = navibarGaps;
        const text = one('[part~=progress-text]').textContent;
        return [one('navi-bar').dataset.state, text, [frame, timer], [frames, timers]];";
    let begun = Instant::now();
    let mut seen = Vec::new();
    loop {
        let (state, text, gaps, ticks): (String, String, [f64; 2], [u32; 2]) =
            firefox.in_sidebar_as(state, &[]).await?;
        seen.push(text);
        if state == "loaded" {
            println!("loaded after {:.1?}, longest gaps {gaps:?} ms of {ticks:?}", begun.elapsed());
            ensure!(ticks.iter().all(|ticks| *ticks > 5), "nothing was measured: {ticks:?}");
            return Ok((gaps, seen));
        }
        ensure!(begun.elapsed() < LOAD, "after {LOAD:?}: {seen:?}");
    }
}

#[test]
fn a_million_pages_load_without_blocking() -> Result<()> {
    browser_test("a_million_pages_load_without_blocking", async |firefox| {
        let site = site(PAGES)?;
        visit_watched(firefox, &site).await?;
        let (gaps, seen) = load(firefox).await?;
        ensure!(seen.iter().any(|text| text.contains(" of 20 sitemaps · ")), "no progress: {seen:?}");
        ensure!(gaps.iter().all(|gap| *gap < LONGEST_GAP), "the sidebar was blocked: {gaps:?}");
        wait_for_words(firefox, "1,000,000 pages in 21 sitemaps from sitemap.xml, arranged by address").await?;
        let rows = firefox.rows().await?;
        let expected: Vec<_> = (0..FILES).map(|file| format!("Section {file}")).collect();
        assert_eq!(names(&rows), expected);
        firefox.click(At::Row("Section 19")).await?;
        firefox.wait_for_rows("its folders", |rows| rows.iter().any(|row| row.name == "Folder 0")).await?;
        firefox.click(At::Row("Folder 0")).await?;
        firefox.wait_for_rows("its pages", |rows| rows.iter().any(|row| row.name == "Page 0")).await?;
        Ok(())
    })
}

#[test]
fn a_million_pages_can_be_stopped_in_the_middle() -> Result<()> {
    browser_test("a_million_pages_can_be_stopped_in_the_middle", async |firefox| {
        let site = site(2_000)?;
        let (held, gate) = urlset(&site, &["/late.html"]).held(0);
        site.route(&path(7), held);
        visit_watched(firefox, &site).await?;
        wait_for_words(firefox, "7 of 20 sitemaps · 14,000 pages").await?;
        firefox.click(At::Css("[part~=stop]")).await?;
        wait_for_words(firefox, "Loading was stopped").await?;
        wait_for_words(firefox, "14,000 pages in 8 sitemaps").await?;
        let rows = firefox.rows().await?;
        let sections = (0..7).map(|file| format!("Section {file}"));
        let expected: Vec<_> = sections.chain(["13 more sitemaps".to_owned()]).collect();
        assert_eq!(names(&rows), expected);
        assert_eq!(site.requests_for(&path(12)).len(), 0, "the last sitemaps are not requested");

        // The other sitemaps load on demand. Their pages are added to the tree.
        gate.open();
        firefox.click(At::Row("13 more sitemaps")).await?;
        firefox.wait_for_rows("the rest", |rows| names(rows).contains(&"Section 19")).await?;
        wait_for_words(firefox, "38,001 pages in 21 sitemaps").await?;
        let rows = firefox.rows().await?;
        ensure!(names(&rows).contains(&"Late") && !names(&rows).contains(&"13 more sitemaps"), "{:?}", names(&rows));
        assert_eq!(site.requests_for(&path(3)).len(), 1, "loaded sitemaps are not requested again");
        Ok(())
    })
}

/// Bytes that arrive faster than they are read must not block everything else.
#[test]
fn one_sitemap_with_a_million_pages_loads_without_blocking() -> Result<()> {
    browser_test("one_sitemap_with_a_million_pages_loads_without_blocking", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", sitemap(site.url(""), 0, PAGES * FILES));
        visit_watched(firefox, &site).await?;
        let (gaps, _) = load(firefox).await?;
        ensure!(gaps.iter().all(|gap| *gap < LONGEST_GAP), "the sidebar was blocked: {gaps:?}");
        wait_for_words(firefox, "1,000,000 pages from sitemap.xml, arranged by address").await
    })
}

//! Measures the real sidebar: the time from opening it to the tree of a known site on the screen.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{Browser, Reply, Server};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::data::{Data, Shape};
use super::measured::Measured;
use crate::paths;
use crate::tools::{chromium, firefox};

/// The names of the measurements in the results: the first rows, the rows of the tree, and the first rows of the floor.
pub(crate) const NAMES: [&str; 3] = ["sidebar-rows", "sidebar-tree", "sidebar-floor"];

/// The script of the floor: a page that only adds rows.
const FLOOR: &str = r#"
const root = document.querySelector("navi-bar").attachShadow({ mode: "open" });
for (let at = 0; at < 40; at++) {
  const row = document.createElement("a");
  row.setAttribute("part", "row");
  row.style.cssText = "display: block; block-size: 24px";
  row.textContent = `Page ${at}`;
  root.append(row);
}
"#;

/// Returns `true` if the sidebar is measured with this data: a declared and a plain site of usual size.
pub(crate) fn has_sidebar(data: &Data) -> bool {
    ["nns-5-5", "sitemap-10k"].contains(&data.name)
}

/// Opens and closes the sidebar in its own browser, and in turn the floor in another one: an extension whose sidebar is the
/// same page with plain rows and without an engine. The first round finds the sitemap and does not count. After the sidebar
/// has closed, the browser keeps only the answers of the site, the address of its sitemap and the last view.
pub(crate) async fn measure(
    kind: paths::Browser,
    data: &'static Data,
    written_for: &str,
    rounds: usize,
) -> Result<Vec<Measured>> {
    let server = Server::start()?;
    serve(&server, data, written_for)?;
    let window = (1200, 1000);
    let floor = floor_extension(kind)?;
    let (browser, floor) = match kind {
        paths::Browser::Firefox => (firefox::launch(window).await?, firefox::launch_with(window, floor).await?),
        paths::Browser::Chromium => {
            (chromium::launch(window).await?, chromium::launch_with(window, unpacked(&floor)?).await?)
        }
    };
    let times = open(&browser, &floor, &server, data, rounds).await;
    browser.quit().await?;
    floor.quit().await?;
    let times = NAMES.into_iter().zip(times?);
    Ok(times.map(|(what, times)| Measured { times, ..Measured::new(data, what) }).collect())
}

async fn open(
    browser: &Browser,
    floor: &Browser,
    server: &Server,
    data: &Data,
    rounds: usize,
) -> Result<[Vec<f64>; NAMES.len()]> {
    let mut times = NAMES.map(|_| Vec::new());
    browser.goto(&server.url("/")).await?;
    floor.goto(&server.url("/")).await?;
    for round in 0..=rounds {
        data.say_round("sidebar", round, rounds);
        let (rows, tree) = browser.time_sidebar().await?;
        let pages = "return one('navi-bar').state == 'loaded' && one('navi-bar').session.source.pages";
        let pages = browser.wait_in_sidebar("the whole tree", pages, &[]).await?;
        // The home page gets a row when its menus have been read.
        let expected = data.pages()..=data.pages() + 1;
        ensure!(
            pages.as_u64().is_some_and(|pages| expected.contains(&pages)),
            "the sidebar shows {pages} pages of {}",
            data.name
        );
        let is_kept = "const { storage } = globalThis.browser ?? chrome;
            return Boolean((await storage.session.get('lastView')).lastView)";
        browser.wait_in_sidebar("the kept view", is_kept, &[]).await?;
        browser.close_sidebar().await?;
        let (plain, _) = floor.time_sidebar().await?;
        floor.close_sidebar().await?;
        if round > 0 {
            for (times, time) in times.iter_mut().zip([rows, tree, plain]) {
                times.push(time);
            }
        }
    }
    Ok(times)
}

/// Writes the extension with a sidebar that has the same page and styles, but plain rows and no other script.
fn floor_extension(kind: paths::Browser) -> Result<PathBuf> {
    let path = paths::target().join("bench-floor.zip");
    let mut archive = ZipArchive::new(File::open(kind.extension_zip())?)?;
    let mut page = String::new();
    archive.by_name("sidebar.html")?.read_to_string(&mut page)?;
    let mut floor = ZipWriter::new(File::create(&path)?);
    for at in 0..archive.len() {
        let file = archive.by_index_raw(at)?;
        if file.name()? != "sidebar.html" {
            floor.raw_copy_file(file)?;
        }
    }
    let without_scripts = page.lines().filter(|line| !line.contains("<script")).collect::<Vec<_>>().join("\n");
    let (start, rest) = without_scripts.split_once("<navi-bar").context("the sidebar has no tree")?;
    let (_, end) = rest.split_once("</navi-bar>").context("the tree has no end")?;
    floor.start_file("sidebar.html", SimpleFileOptions::default())?;
    let end = end.replace("</body>", "<script src=\"floor.js\"></script></body>");
    write!(floor, "{start}<navi-bar></navi-bar>{end}")?;
    floor.start_file("floor.js", SimpleFileOptions::default())?;
    floor.write_all(FLOOR.as_bytes())?;
    floor.finish()?;
    Ok(path)
}

/// Unpacks the extension for Chromium. The packed manifest has no key, so this is the one that gives the extension its id.
fn unpacked(archive: &Path) -> Result<PathBuf> {
    let folder = paths::target().join("bench-floor");
    ZipArchive::new(File::open(archive)?)?.extract(&folder)?;
    let manifest = paths::Browser::Chromium.extension_folder().join("manifest.json");
    fs::copy(manifest, folder.join("manifest.json"))?;
    Ok(folder)
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

//! The site of the documentation, as `cargo xtask site` builds it. It is served below a path, as on many hosts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Reply, Server, browser_test};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::axe;

/// The path that the site is below.
const BELOW: &str = "/project/";

/// The folder with the built site.
fn built() -> Result<PathBuf> {
    let folder = project_root().join("target/site");
    ensure!(folder.join("index.html").is_file(), "there is no site: run `cargo xtask test --only site`");
    Ok(folder)
}

/// A server with the site, and the folder that it serves.
pub(crate) fn serve() -> Result<(Server, TempDir)> {
    let folder = tempfile::tempdir()?;
    symlink(built()?, folder.path().join(BELOW.trim_matches('/')))?;
    let server = Server::start()?;
    server.folder(folder.path());
    Ok((server, folder))
}

/// The addresses of all pages below that of the site.
fn pages() -> Result<BTreeSet<String>> {
    let folder = built()?;
    let mut pages = BTreeSet::from([String::new()]);
    for entry in fs::read_dir(&folder)?.flatten() {
        if entry.path().join("index.html").is_file() {
            pages.insert(format!("{}/", entry.file_name().to_string_lossy()));
        }
    }
    ensure!(pages.len() > 15, "only the pages {pages:?} are found");
    Ok(pages)
}

/// What a page has when its tree has been loaded.
#[derive(Debug, Deserialize)]
struct Seen {
    /// the address of the row that is marked as the current page
    current: Option<String>,
    /// the titles of the groups and pages in the tree, and in the list for browsers without scripts
    tree: Vec<String>,
    list: Vec<String>,
    /// the addresses of all links, in the page and in the tree
    links: Vec<String>,
    ids: BTreeSet<String>,
    broken_pictures: Vec<String>,
}

const SEE: &str = "
    const bar = document.querySelector('.pages navi-bar');
    if (bar?.dataset.state != 'loaded' || document.readyState != 'complete') return null;
    const current = bar.session.trail().at(-1)?.url;
    if (!bar.shadowRoot.querySelector('[part~=current]')) return null;
    bar.session.expandAll();
    const rows = bar.session.rows(0, bar.session.rowCount);
    const links = [...document.querySelectorAll('a, link, img, script, source')].flatMap((e) => {
        const named = e.href || e.src || e.srcset;
        return named ? [new URL(named, location).href] : [];
    });
    return {
        current,
        tree: rows.filter(({ url = '' }) => !url.includes('#')).map(({ title }) => title),
        list: [...document.querySelectorAll('.plain :is(a, span)')].map((e) => e.textContent),
        links: [...links, ...rows.flatMap(({ url }) => url ?? [])],
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        broken_pictures: [...document.images].filter((e) => e.complete && e.naturalWidth == 0).map(({ src }) => src),
    };";

#[test]
fn every_link_of_the_site_works_and_the_tree_marks_the_page() -> Result<()> {
    browser_test("every_link_of_the_site_works_and_the_tree_marks_the_page", async |browser| {
        let (server, _folder) = serve()?;
        let home = server.url(BELOW);
        let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
        for page in pages()? {
            let url = format!("{home}{page}");
            browser.goto(&url).await?;
            let found = browser.wait_in_page(&format!("the tree of {url}"), SEE, &[]).await?;
            seen.insert(url, serde_json::from_value(found)?);
        }
        for (url, page) in &seen {
            assert_eq!(page.current.as_deref(), Some(url.as_str()));
            assert!(page.tree.len() > 20 && page.tree == page.list, "{url}: {:?} and {:?}", page.tree, page.list);
            assert_eq!(page.broken_pictures, [""; 0], "{url}");
            assert!(page.links.len() > 100, "{url}: {:?}", page.links);
            for link in &page.links {
                check(link, &home, &seen).with_context(|| format!("a link of {url}"))?;
            }
        }
        Ok(())
    })
}

/// Checks that a link leads to a page and an anchor, to another file of the site, or away by a secure address.
fn check(link: &str, home: &str, seen: &BTreeMap<String, Seen>) -> Result<()> {
    let Some(path) = link.strip_prefix(home) else {
        ensure!(link.starts_with("https://") || link.starts_with("mailto:"), "{link} leads away");
        return Ok(());
    };
    let (path, anchor) = path.split_once('#').unwrap_or((path, ""));
    match seen.get(&format!("{home}{path}")) {
        Some(page) => ensure!(anchor.is_empty() || page.ids.contains(anchor), "{link} has no such anchor"),
        None => ensure!(anchor.is_empty() && built()?.join(path).is_file(), "{link} leads nowhere"),
    }
    Ok(())
}

#[test]
fn the_sidebar_shows_the_tree_of_the_site_below_a_path() -> Result<()> {
    browser_test("the_sidebar_shows_the_tree_of_the_site_below_a_path", async |browser| {
        let (server, _folder) = serve()?;
        browser.goto(&server.url(&format!("{BELOW}usage/"))).await?;
        browser.open_sidebar().await?;
        let is_there = |title: &str, rows: &[navibar_browser_tests::Row]| rows.iter().any(|row| row.name == title);
        browser
            .wait_for_rows("the site's own tree", |rows| {
                is_there("Playground", rows) && rows.iter().any(|row| row.current && row.name == "Using the sidebar")
            })
            .await?;
        Ok(())
    })
}

#[test]
fn the_list_of_pages_shows_without_scripts() -> Result<()> {
    browser_test("the_list_of_pages_shows_without_scripts", async |browser| {
        let (_server, _folder) = frame(browser).await?;
        let forbid = "one('iframe').sandbox = 'allow-same-origin';";
        browser.in_page(&format!("{forbid} {SHOW_IN_FRAME}"), &[json!("/formats/"), json!(1280)]).await?;
        let shown = "
            const { document } = one('iframe').contentWindow;
            if (document.querySelector('navi-bar').shadowRoot) throw new Error('a script has run');
            const current = document.querySelector('.plain [aria-current=page]');
            return current.checkVisibility({ visibilityProperty: true }) && current.textContent";
        assert_eq!(browser.wait_in_page("the list", shown, &[]).await?, json!("Formats"));
        Ok(())
    })
}

#[test]
fn the_list_of_pages_shows_without_a_tree() -> Result<()> {
    browser_test("the_list_of_pages_shows_without_a_tree", async |browser| {
        let (server, _folder) = serve()?;
        server.route(&format!("{BELOW}sitemap.rdf"), Reply::status(404));
        browser.goto(&server.url(&format!("{BELOW}formats/"))).await?;
        let shown = "
            const state = document.querySelector('.pages navi-bar').dataset.state;
            const current = document.querySelector('.plain [aria-current=page]');
            return (state == 'failed' || state == 'empty') && current.checkVisibility({ visibilityProperty: true }) && current.textContent";
        assert_eq!(browser.wait_in_page("the list", shown, &[]).await?, json!("Formats"));
        browser.click_in_page(".plain a[href='../security/']").await?;
        browser.wait_for_url(&server.url(&format!("{BELOW}security/"))).await
    })
}

/// A page with the site in a frame, because a window cannot be so narrow. The copies of the pages have no policy, which would
/// forbid axe.
async fn frame(browser: &Browser) -> Result<(Server, TempDir)> {
    let folder = tempfile::tempdir()?;
    copy_without_policy(&built()?, folder.path())?;
    let server = Server::start()?;
    server.folder(folder.path());
    let page = "<!doctype html><html lang=en><meta name=color-scheme content='light dark'><title>Frame</title>
        <link rel=icon href=data:,><style>body { margin: 0 } iframe { border: 0; height: 900px }</style>
        <iframe title=Site></iframe>";
    server.route("/frame", Reply::html(page));
    browser.goto(&server.url("/frame")).await?;
    Ok((server, folder))
}

fn copy_without_policy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)?.flatten() {
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_without_policy(&path, &copy)?;
        } else if path.extension().is_some_and(|end| end == "html") {
            let text = fs::read_to_string(&path)?;
            ensure!(text.contains("http-equiv=\"Content-Security-Policy\""), "{} has no policy", path.display());
            fs::write(copy, text.replace("http-equiv=\"Content-Security-Policy\"", "name=policy"))?;
        } else {
            symlink(&path, copy)?;
        }
    }
    Ok(())
}

const SHOW_IN_FRAME: &str = "
    const frame = one('iframe');
    frame.style.width = `${args[1]}px`;
    await new Promise((loaded) => { frame.onload = loaded; frame.src = args[0]; });";

const FRAME_IS_READY: &str = "
    const { document } = one('iframe').contentWindow;
    const bars = [...document.querySelectorAll('navi-bar')];
    const findings = document.getElementById('findings');
    return bars.every((bar) => bar.dataset.state == 'loaded') && (!findings || findings.querySelectorAll('mark').length > 3);";

/// Runs axe in the frame, in this theme. Also says if the page scrolls sideways.
const INSPECT_FRAME: &str = "
    const frame = one('iframe').contentWindow;
    if (frame.matchMedia('(prefers-color-scheme: dark)').matches != args[1]) throw new Error('not this theme');
    if (!frame.axe) frame.eval(args[0]);
    const { violations } = await frame.axe.run(frame.document, { resultTypes: ['violations'] });
    const found = violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => `${node.target.flat().join(' ')}: ${node.failureSummary}`)]);
    const { scrollWidth, clientWidth } = frame.document.scrollingElement;
    if (scrollWidth > clientWidth) found.push([`${scrollWidth} pixels in ${clientWidth}`]);
    return found;";

#[test]
fn axe_finds_nothing_in_the_site_in_any_theme_and_width() -> Result<()> {
    browser_test("axe_finds_nothing_in_the_site_in_any_theme_and_width", async |browser| {
        let axe = axe::source()?;
        let (_server, _folder) = frame(browser).await?;
        for (page, width) in [
            ("", 320),
            ("", 1280),
            ("playground/", 320),
            ("playground/", 1280),
            ("recipes/", 320),
            ("embedding/", 1280),
        ] {
            let what = format!("{page:?} at {width} pixels");
            browser.in_page(SHOW_IN_FRAME, &[json!(format!("/{page}")), json!(width)]).await?;
            browser.wait_in_page(&what, FRAME_IS_READY, &[]).await?;
            for dark in [false, true] {
                browser.set_page_dark(dark).await?;
                if width == 320 && !dark {
                    open_pages(browser).await?;
                }
                let found = browser.in_page(INSPECT_FRAME, &[json!(axe), json!(dark)]).await?;
                ensure!(found == json!([]), "axe finds in {what}, dark: {dark}: {found:#}");
                if width == 320 && !dark {
                    close_pages(browser).await?;
                }
            }
        }
        Ok(())
    })
}

/// Opens the tree of a narrow page. It lies above the page.
async fn open_pages(browser: &Browser) -> Result<()> {
    let open = "
        const { document } = one('iframe').contentWindow;
        const isHidden = !document.getElementById('pages').checkVisibility();
        document.querySelector('.bar button').click();
        return isHidden && document.getElementById('pages').matches(':popover-open') && document.querySelector('.pages navi-bar').checkVisibility();";
    ensure!(browser.in_page(open, &[]).await? == json!(true), "the button does not open the pages");
    Ok(())
}

async fn close_pages(browser: &Browser) -> Result<Value> {
    browser.in_page("one('iframe').contentWindow.document.getElementById('pages').hidePopover()", &[]).await
}

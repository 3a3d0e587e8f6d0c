//! The traces on the disk after Firefox has ended: none of a private window, and only the documented ones of other windows.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use memchr::memmem;
use navibar_browser_tests::{At, Browser, Key, Options, Reply, Server};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::files::choose_in_header_menu;
use crate::privacy::{allow_private, open_private_window};
use crate::sitemaps::{wait_for_words, xml};

const ID: &str = "navibar@navibar.org";

/// Words that appear nowhere else in a profile: the site's host, a path, a title, and the filter's text.
const HOST: &str = "quagmirezephyr";
const PATH: &str = "wombatparasol";
const TITLE: &str = "Kaleidoscopic turnip";
const TYPED: &str = "turnipmongering";

/// A profile that stays after Firefox has ended.
struct Profile(TempDir);

impl Profile {
    /// Runs Firefox in a new profile with the extension until it ends.
    async fn after(body: impl AsyncFnOnce(&Browser) -> Result<()>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut options = Options::from_env()?;
        options.profile = Some(folder.path().to_owned());
        let firefox = Browser::launch(&options).await?;
        let result = body(&firefox).await;
        if result.is_err() {
            eprintln!("{}", firefox.report("traces").await);
        }
        firefox.quit().await?;
        result.map(|()| Self(folder))
    }

    /// The files with a word, in any encoding or compression of Firefox, by their paths in the profile.
    fn files_with(&self, word: &str) -> Result<Vec<PathBuf>> {
        let needles = needles(word);
        let mut found = Vec::new();
        let mut folders = vec![self.0.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let inner = path.strip_prefix(self.0.path())?.to_owned();
                let has = |bytes: &[u8]| needles.iter().any(|needle| memmem::find(bytes, needle).is_some());
                if has(inner.to_string_lossy().to_lowercase().as_bytes()) {
                    found.push(inner.clone());
                }
                if path.is_dir() {
                    folders.push(path);
                } else if path.is_file() {
                    let bytes = fs::read(&path).with_context(|| path.display().to_string())?.to_ascii_lowercase();
                    if has(&bytes) || unpacked(&path)?.is_some_and(|bytes| has(&bytes.to_ascii_lowercase())) {
                        found.push(inner);
                    }
                }
            }
        }
        found.sort();
        Ok(found)
    }
}

/// A word as UTF-8 and in both byte orders of UTF-16.
fn needles(word: &str) -> [Vec<u8>; 3] {
    let word = word.to_lowercase();
    let wide = |bytes: fn(u16) -> [u8; 2]| word.encode_utf16().flat_map(bytes).collect();
    [word.clone().into_bytes(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)]
}

/// The content of a file that Firefox has compressed, such as sessions and add-ons.
fn unpacked(path: &Path) -> Result<Option<Vec<u8>>> {
    const MAGIC: &[u8] = b"mozLz40\0";
    let bytes = fs::read(path)?;
    let Some(packed) = bytes.strip_prefix(MAGIC) else { return Ok(None) };
    Ok(Some(lz4_flex::block::decompress_size_prepended(packed).with_context(|| path.display().to_string())?))
}

/// Returns `true` for a file of the extension's storage.
fn is_of_extension(path: &Path) -> bool {
    let path = path.to_string_lossy();
    path.contains("moz-extension") || path.contains(ID) || path.starts_with("extension")
}

/// A site with dates, so that the extension stores the visit.
fn site() -> Result<Server> {
    let site = Server::start()?;
    let entry = |id: &str, parent: &str, path: &str, title: &str| {
        format!(
            r#"<url xml:id="{id}" negs:childOf="{parent}"><loc>http://{HOST}.example/{path}</loc><dc:title>{title}</dc:title>
<lastmod>2026-01-02</lastmod></url>"#
        )
    };
    let entries = [
        entry("a", "urn:sitemap:root", "", "Home"),
        entry("b", "urn:sitemap:root", PATH, TITLE),
        entry("c", "b", &format!("{PATH}/below"), &format!("Below the {TITLE}")),
    ];
    let sitemap = format!(
        r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:negs="http://navibar.oaklett.org/negs/1.0#"
 xmlns:dc="http://purl.org/dc/elements/1.1/">{}</urlset>"#,
        entries.concat()
    );
    let url = |path: &str| format!("http://{HOST}.example/{path}");
    site.route(&url("sitemap.xml"), xml(sitemap).with_header("cache-control", "max-age=3600"));
    for path in ["", PATH] {
        site.route(&url(path), Reply::html(format!("<!doctype html><title>{TITLE}</title><h1>{TITLE}</h1>")));
    }
    Ok(site)
}

/// The extension's stored data.
async fn stored(browser: &Browser) -> Result<Value> {
    browser
        .in_sidebar("return [await browser.storage.local.get(null), await browser.storage.session.get(null)]", &[])
        .await
}

/// Does all actions of a user on a site, in the front window.
async fn browse(browser: &Browser, site: &Server) -> Result<()> {
    browser.use_proxy(site).await?;
    browser.goto(&format!("http://{HOST}.example/")).await?;
    browser.open_sidebar().await?;
    browser.wait_for_rows("the site", |rows| rows.iter().any(|row| row.name == TITLE)).await?;
    browser.wait_in_sidebar("all of it", "return one('navi-bar').state == 'loaded'", &[]).await?;
    browser.in_sidebar("row(args[0]).querySelector('[part~=twisty]').click()", &[json!(TITLE)]).await?;
    browser.wait_for_rows("the branch", |rows| rows.len() == 3).await?;
    // The driver sends keys to its own window, which may be another one.
    browser
        .in_sidebar(
            "const input = one('input[type=search]');
             input.value = args[0];
             input.dispatchEvent(new InputEvent('input', { bubbles: true }));",
            &[json!(TYPED)],
        )
        .await?;
    browser.wait_in_sidebar("nothing to be found", "return one('[part~=filter-empty]').checkVisibility()", &[]).await?;
    browser.in_sidebar("one('[part~=filter-clear]').click()", &[]).await?;
    browser.wait_for_rows("the tree", |rows| rows.len() == 3).await?;
    browser.goto(&format!("http://{HOST}.example/{PATH}")).await?;
    browser.wait_for_rows("the page", |rows| rows.iter().any(|row| row.current && row.name == TITLE)).await?;
    Ok(())
}

/// Collapses a branch and waits until the sidebar has passed the user's place to its store.
async fn keep_place(browser: &Browser) -> Result<()> {
    browser
        .in_sidebar(
            "const bar = one('navi-bar'), { places } = bar;
             const keep = async (...place) => {
                 await places.keep(...place);
                 window.navibarHasKept = true;
             };
             bar.places = { recall: places.recall, keep };
             row(args[0]).querySelector('[part~=twisty]').click();",
            &[json!(TITLE)],
        )
        .await?;
    browser.wait_in_sidebar("the place", "return window.navibarHasKept === true", &[]).await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the test reads Firefox's profile")]
fn a_private_window_leaves_nothing_on_the_disk() -> Result<()> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let site = site()?;
        let profile = Profile::after(async |browser| {
            allow_private(browser, true).await?;
            browser.open_sidebar().await?;
            let before = stored(browser).await?;
            open_private_window(browser).await?;
            browse(browser, &site).await?;
            keep_place(browser).await?;
            assert_eq!(stored(browser).await?, before);
            Ok(())
        })
        .await?;
        for word in [HOST, PATH, TITLE, TYPED] {
            assert_eq!(profile.files_with(word)?, Vec::<PathBuf>::new(), "{word}");
        }
        // Proves that the search covers Firefox's whole profile.
        ensure!(profile.files_with("moz_places")?.contains(&"places.sqlite".into()), "no history");
        ensure!(profile.files_with(ID)?.len() > 1, "no extension");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the test reads Firefox's profile")]
fn normal_windows_store_no_addresses_of_pages() -> Result<()> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let site = site()?;
        let profile = Profile::after(async |browser| {
            browse(browser, &site).await?;
            // Firefox stores the menu entries of extensions. The extension removes them.
            browser.open_menu(At::Row(TITLE)).await?;
            browser.close_menu().await?;
            choose_in_header_menu(browser, "What’s New…").await?;
            wait_for_words(browser, "Nearly all pages have the same date").await?;
            browser.press(Key::Escape).await?;
            let [local, _]: [Value; 2] = serde_json::from_value(stored(browser).await?)?;
            let keys: Vec<_> = local.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
            let read = format!("read http://{HOST}.example");
            assert_eq!(keys, [&read, "visits"]);
            let pages = local[&read]["pages"].as_array().map(Vec::as_slice).unwrap_or_default();
            ensure!(!pages.is_empty() && pages.iter().all(Value::is_number), "{local}");
            let sites: Vec<_> = local["visits"].as_object().into_iter().flatten().collect();
            ensure!(
                sites.len() == 1
                    && *sites[0].0 == format!("http://{HOST}.example")
                    && sites[0].1.as_array().is_some_and(|times| times.len() == 2),
                "{local}"
            );
            Ok(())
        })
        .await?;
        let of_extension = |word: &str| -> Result<Vec<PathBuf>> {
            Ok(profile.files_with(word)?.into_iter().filter(|path| is_of_extension(path)).collect())
        };
        // The visit is in the extension's storage.
        let visit = of_extension(HOST)?;
        ensure!(visit.len() == 1 && visit[0].to_string_lossy().contains("/idb/"), "{visit:?}");
        for word in [PATH, TITLE, TYPED] {
            assert_eq!(of_extension(word)?, Vec::<PathBuf>::new(), "{word}");
        }
        // Firefox itself stores more, also compressed. So the search would find such files.
        let history = profile.files_with(PATH)?;
        for file in ["places.sqlite", "sessionstore.jsonlz4"] {
            ensure!(history.contains(&file.into()), "{file} is not in {history:?}");
        }
        assert_eq!(profile.files_with(TYPED)?, Vec::<PathBuf>::new());
        Ok(())
    })
}

//! Words inside the pages: the search in the texts of a site's search index, below the filtered tree.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, urlset};
use crate::options::{set, with_settings};

const BOX: At<'_> = At::Css("input[type=search]");
const INDEX: &str = "/docs/search/search_index.json";
const TEXTS: &str = r#"{"docs":[{"location":"moss/","title":"Moss","text":"A soft plant without roots."},
    {"location":"moss/#water","title":"Water","text":"<p>It drinks the dew in the <em>early</em> morning.</p>"},
    {"location":"peat/","title":"Peat","text":"Old moss, and the dew of a thousand years."},
    {"location":"turf/","title":"Turf","text":"Grass."}]}"#;

/// A site with a plain sitemap, whose pages load the search of MkDocs.
async fn site<'a>(browser: &'a Browser, host: &'static str) -> Result<NamedSite<'a>> {
    site_with_index(browser, host, Reply::new(200, "application/json", TEXTS)).await
}

async fn site_with_index<'a>(browser: &'a Browser, host: &'static str, index: Reply) -> Result<NamedSite<'a>> {
    let site = NamedSite::new(browser, host).await?;
    for (path, title) in [("/docs/turf/", "Turf"), ("/docs/moss/", "Moss"), ("/docs/peat/", "Peat")] {
        let page =
            format!("<!doctype html><title>{title}</title><h1>{title}</h1><script src=/docs/search/main.js></script>");
        site.has(path, Reply::html(page));
    }
    site.has("/docs/search/main.js", Reply::new(200, "text/javascript", ""));
    let sitemap =
        urlset(&["/docs/moss/", "/docs/peat/", "/docs/turf/"].map(|path| site.url(path)).each_ref().map(|url| &**url));
    site.has("/sitemap.xml", Reply::new(200, "application/xml", sitemap));
    site.has(INDEX, index);
    browser.goto(&site.url("/docs/turf/")).await?;
    browser.open_sidebar().await?;
    site.shows(&["Docs", "Moss", "Peat", "Turf"]).await?;
    browser.wait_in_sidebar("the index", "return one('navi-bar').session.hasTexts", &[]).await?;
    Ok(site)
}

/// Waits until the part below the tree has these lines: what it says, then the title and text of each page.
async fn wait_for_texts(browser: &Browser, expected: &[&str]) -> Result<()> {
    let js = "const place = one('#inside');
        if (!place.checkVisibility()) return [];
        const shown = [...place.querySelectorAll('button, p, li')].filter((e) => e.checkVisibility() && e.innerText !== '');
        return shown.map((e) => e.innerText.replaceAll('\\n', ': '))";
    let texts = async || Ok((browser.in_sidebar(js, &[]).await? == json!(expected)).then_some(()));
    browser.wait_until(&format!("the texts {expected:?}"), texts).await
}

async fn wait_for_focus(browser: &Browser, selector: &str) -> Result<()> {
    let js = "let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.matches(args[0]) === true";
    browser.wait_in_sidebar(&format!("the focus on {selector}"), js, &[json!(selector)]).await.map(drop)
}

const SEARCH: &str = "Search in the texts of the pages";
const WATER: &str = "Water: It drinks the dew in the early morning.";
const PEAT: &str = "Peat: Old moss, and the dew of a thousand years.";

#[test]
fn a_second_enter_searches_in_the_texts() -> Result<()> {
    browser_test("a_second_enter_searches_in_the_texts", async |browser| {
        let site = site(browser, "second-enter.example").await?;
        wait_for_texts(browser, &[]).await?;
        browser.focus(BOX).await?;
        browser.type_text("moss").await?;
        wait_for_texts(browser, &[SEARCH]).await?;
        browser.press(Key::Enter).await?;
        browser.wait_for_url(&site.url("/docs/moss/")).await?;
        // The focus is still in the box.
        browser.press(Key::Enter).await?;
        wait_for_texts(browser, &["In the texts (1)", PEAT]).await?;
        wait_for_focus(browser, "#inside li:first-child a").await?;
        browser.press(Key::Escape).await?;
        wait_for_focus(browser, "input").await?;

        // No title has the word, so the first Enter searches.
        browser.press_with(&[Key::Control], 'a').await?;
        browser.type_text("dew").await?;
        wait_for_texts(browser, &[SEARCH]).await?;
        browser.press(Key::Enter).await?;
        wait_for_texts(browser, &["In the texts (2)", WATER, PEAT]).await?;
        wait_for_focus(browser, "#inside li:first-child a").await?;
        let marks = browser.in_sidebar("return all('#inside mark').map((mark) => mark.textContent)", &[]).await?;
        assert_eq!(marks, json!(["dew", "dew"]));
        browser.press(Key::Down).await?;
        wait_for_focus(browser, "#inside li:last-child a").await?;
        browser.press(Key::Up).await?;
        wait_for_focus(browser, "#inside li:first-child a").await?;
        browser.press(Key::Enter).await?;
        browser.wait_for_url(&site.url("/docs/moss/#water")).await?;
        browser.focus(At::Css("#inside li:last-child a")).await?;
        browser.press_with(&[Key::Control], Key::Enter).await?;
        let peat = site.url("/docs/peat/");
        let opened = async || Ok(browser.tabs().await?.iter().any(|tab| tab.url == peat).then_some(()));
        browser.wait_until("the page in a tab", opened).await?;
        assert_eq!(browser.tabs().await?.len(), 2, "it opens once");
        // The index was requested for its titles. The searches read it from the browser's cache.
        assert_eq!(site.request_count(INDEX), 1);

        browser.focus(BOX).await?;
        browser.press(Key::Escape).await?;
        wait_for_texts(browser, &[]).await
    })
}

#[test]
fn the_button_and_the_setting_search_in_the_texts() -> Result<()> {
    browser_test("the_button_and_the_setting_search_in_the_texts", async |browser| {
        with_settings(browser, async || {
            let site = site(browser, "search-texts.example").await?;
            browser.focus(BOX).await?;
            browser.type_text("dew old").await?;
            wait_for_texts(browser, &[SEARCH]).await?;
            browser.click(At::Css("#inside button")).await?;
            wait_for_texts(browser, &["In the texts (1)", PEAT]).await?;
            browser.focus(BOX).await?;
            browser.type_text("x").await?;
            wait_for_texts(browser, &[SEARCH]).await?;
            browser.click(At::Css("#inside button")).await?;
            wait_for_texts(browser, &["No text has all of these words."]).await?;

            set(browser, json!({ "searchTexts": true })).await?;
            browser.focus(BOX).await?;
            browser.press_with(&[Key::Control], 'a').await?;
            browser.type_text("thousand").await?;
            wait_for_texts(browser, &["In the texts (1)", PEAT]).await?;
            wait_for_focus(browser, "input").await?;
            browser.press(Key::Enter).await?;
            wait_for_focus(browser, "#inside a").await?;
            // Another site has other texts.
            browser.goto("about:blank").await?;
            wait_for_texts(browser, &[]).await?;
            assert_eq!(site.request_count(INDEX), 1);
            Ok(())
        })
        .await
    })
}

#[test]
fn texts_that_cannot_be_read_again_are_not_missing() -> Result<()> {
    browser_test("texts_that_cannot_be_read_again_are_not_missing", async |browser| {
        let index = || Reply::new(200, "application/json", TEXTS).with_header("Cache-Control", "no-store");
        let site = site_with_index(browser, "lost-texts.example", index()).await?;
        site.has(INDEX, Reply::status(500));
        browser.focus(BOX).await?;
        browser.type_text("dew").await?;
        wait_for_texts(browser, &[SEARCH]).await?;
        browser.press(Key::Enter).await?;
        // The button is there for another try.
        wait_for_texts(browser, &[SEARCH, "The texts could not be read."]).await?;
        site.has(INDEX, index());
        browser.press(Key::Enter).await?;
        wait_for_texts(browser, &["In the texts (2)", WATER, PEAT]).await
    })
}

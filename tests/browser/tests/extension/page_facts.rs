//! What a page says about itself and its site: the fixtures in `tests/fixtures/pages`, and pages that scripts change.
//!
//! A fixture is a page and the facts that must be read from it. The page is served at the address in its facts.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Reply, browser_test};
use serde_json::{Value, json};

use crate::lies::NamedSite;

/// The limits of the fixtures. The time is long, because the machine may be busy.
fn limits() -> Value {
    json!({
        "elements": 200_000, "menus": 50, "entries": 5000, "textLength": 200, "depth": 12, "breadcrumbs": 10,
        "relations": 100, "headings": 300, "jsonBytes": 100_000, "sliceMs": 4, "totalMs": 100_000,
    })
}

/// Reads the facts in the page's own world. `args[0]` has the limits.
const READ: &str = "
    const answer = document.createElement('output');
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = `
        import { pageFacts } from '/page-facts.js';
        const answer = Document.prototype.getElementById.call(document, 'answer of the test');
        pageFacts(${JSON.stringify(args[0])}).then(
            (facts) => answer.setAttribute('value', JSON.stringify(facts)),
            (error) => answer.setAttribute('value', JSON.stringify(String(error))),
        );`;
    answer.id = 'answer of the test';
    answer.append(script);
    Document.prototype.querySelector.call(document, 'html').append(answer);
    while (!answer.hasAttribute('value')) await new Promise((resolve) => setTimeout(resolve, 5));
    answer.remove();
    return JSON.parse(answer.getAttribute('value'));";

/// The fixtures by name: the page, and its expected facts.
fn fixtures() -> Result<BTreeMap<String, (String, Value)>> {
    let mut fixtures = BTreeMap::new();
    for file in fs::read_dir(project_root().join("tests/fixtures/pages"))? {
        let path = file?.path();
        if path.extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        let name = path.file_stem().context("no name")?.to_string_lossy().into_owned();
        let facts = fs::read_to_string(path.with_extension("json")).with_context(|| format!("{name} has no facts"))?;
        fixtures.insert(name, (fs::read_to_string(&path)?, serde_json::from_str(&facts)?));
    }
    ensure!(fixtures.len() >= 60, "only {} fixtures", fixtures.len());
    Ok(fixtures)
}

/// A site with the fixtures and the module.
async fn serve<'a>(browser: &'a Browser, fixtures: &BTreeMap<String, (String, Value)>) -> Result<NamedSite<'a>> {
    let site = NamedSite::new(browser, "facts.example").await?;
    let module = fs::read(project_root().join("www/element/page-facts.js"))?;
    site.has("/page-facts.js", Reply::new(200, "text/javascript", module));
    for (page, facts) in fixtures.values() {
        site.proxy.route(address(facts)?, Reply::html(page.clone()));
    }
    Ok(site)
}

fn address(facts: &Value) -> Result<&str> {
    facts["url"].as_str().context("the facts have no address")
}

/// The places where two values differ.
fn differences(place: &str, expected: &Value, found: &Value, into: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for key in expected.keys().chain(found.keys().filter(|key| !expected.contains_key(*key))) {
                let part = |object: &serde_json::Map<String, Value>| object.get(key).cloned().unwrap_or_default();
                differences(&format!("{place}.{key}"), &part(expected), &part(found), into);
            }
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            for (at, (expected, found)) in expected.iter().zip(found).enumerate() {
                differences(&format!("{place}[{at}]"), expected, found, into);
            }
        }
        _ if expected != found => into.push(format!("{place}: expected {expected}, found {found}")),
        _ => {}
    }
}

#[test]
fn the_facts_of_every_fixture_are_read_in_a_page() -> Result<()> {
    browser_test("the_facts_of_every_fixture_are_read_in_a_page", async |browser| {
        let fixtures = fixtures()?;
        let _site = serve(browser, &fixtures).await?;
        let mut found = Vec::new();
        for (name, (_, expected)) in &fixtures {
            browser.goto(address(expected)?).await?;
            let facts = browser.in_page(READ, &[limits()]).await.with_context(|| name.clone())?;
            differences(name, expected, &facts, &mut found);
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
        Ok(())
    })
}

/// Collects the facts that the sidebar reads from now on.
async fn collect(browser: &Browser) -> Result<()> {
    let collect = "
        window.factsOfTest = [];
        document.addEventListener('pagefacts', ({ detail }) => window.factsOfTest.push(detail));";
    browser.in_sidebar(collect, &[]).await?;
    Ok(())
}

/// Waits until the sidebar has read these facts, and returns all facts since [`collect`].
async fn wait_for_facts(browser: &Browser, what: &str, js: &str, args: &[Value]) -> Result<Vec<Value>> {
    let is_there = format!("return window.factsOfTest.some((facts) => {js}) && window.factsOfTest");
    let facts = browser.wait_in_sidebar(what, &is_there, args).await?;
    Ok(facts.as_array().cloned().unwrap_or_default())
}

#[test]
fn the_sidebar_reads_the_same_facts_in_its_isolated_world() -> Result<()> {
    browser_test("the_sidebar_reads_the_same_facts_in_its_isolated_world", async |browser| {
        let fixtures = fixtures()?;
        let site = serve(browser, &fixtures).await?;
        site.open().await?;
        collect(browser).await?;
        let names = ["hostile-clobbered", "hostile-overridden", "shadow-roots", "docusaurus", "vitepress", "wordpress"];
        let mut found = Vec::new();
        for name in names {
            let (_, expected) = fixtures.get(name).context(name)?;
            browser.goto(address(expected)?).await?;
            let read = wait_for_facts(browser, name, "facts.url === args[0]", &[expected["url"].clone()]).await?;
            let facts = read.into_iter().find(|facts| facts["url"] == expected["url"]).unwrap_or_default();
            differences(name, expected, &facts, &mut found);
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
        Ok(())
    })
}

#[test]
fn a_page_of_ten_thousand_links_is_read_up_to_the_limit() -> Result<()> {
    browser_test("a_page_of_ten_thousand_links_is_read_up_to_the_limit", async |browser| {
        let site = serve(browser, &BTreeMap::new()).await?;
        let links: String = (0..10_000).map(|at| format!("<li><a href=/page/{at}>Page {at}</a>")).collect();
        site.has("/links", Reply::html(format!("<!doctype html><title>Links</title><nav><ul>{links}</ul></nav>")));
        browser.goto(&site.url("/links")).await?;
        let facts = browser.in_page(READ, &[limits()]).await?;
        let entries = facts["menus"][0]["entries"].as_array().context("no menu")?;
        assert_eq!((entries.len(), &facts["isCut"]), (5000, &json!(true)));
        assert_eq!(entries[4999], json!({ "depth": 0, "text": "Page 4999", "url": site.url("/page/4999") }));
        // With less time, there is less of it.
        let mut short = limits();
        short["totalMs"] = json!(1);
        short["sliceMs"] = json!(1);
        let facts = browser.in_page(READ, &[short]).await?;
        assert_eq!((&facts["title"], &facts["isCut"]), (&json!("Links"), &json!(true)));
        Ok(())
    })
}

#[test]
fn a_menu_that_scripts_build_is_read() -> Result<()> {
    browser_test("a_menu_that_scripts_build_is_read", async |browser| {
        let site = NamedSite::new(browser, "scripts.example").await?;
        let page = "<!doctype html><title>Scripts</title><body><script>
            setTimeout(() => {
                const nav = document.body.appendChild(document.createElement('nav'));
                const link = nav.appendChild(document.createElement('a'));
                [link.href, link.textContent] = ['/late', 'Late'];
            }, 200);
            </script>";
        site.has("/built", Reply::html(page));
        site.open().await?;
        collect(browser).await?;
        browser.goto(&site.url("/built")).await?;
        let has_menu = "facts.menus[0]?.entries[0]?.text === 'Late'";
        wait_for_facts(browser, "the menu", has_menu, &[]).await?;
        Ok(())
    })
}

#[test]
fn a_change_of_the_address_within_the_document_is_read_after_the_content_has_changed() -> Result<()> {
    let name = "a_change_of_the_address_within_the_document_is_read_after_the_content_has_changed";
    browser_test(name, async |browser| {
        let site = NamedSite::new(browser, "app.example").await?;
        site.has("/one", Reply::html("<!doctype html><title>One</title><body><h1>One</h1>"));
        site.open().await?;
        collect(browser).await?;
        browser.goto(&site.url("/one")).await?;
        let is_read = "facts.url === args[0] && facts.heading === args[1]";
        wait_for_facts(browser, "the first page", is_read, &[json!(site.url("/one")), json!("One")]).await?;
        for (path, title) in [("/two", "Two"), ("/three", "Three")] {
            let go = "
                history.pushState(null, '', args[0]);
                setTimeout(() => { document.querySelector('h1').textContent = args[1]; }, 100);";
            browser.in_page(go, &[json!(path), json!(title)]).await?;
            let expected = [json!(site.url(path)), json!(title)];
            let all = wait_for_facts(browser, title, is_read, &expected).await?;
            let [url, heading] = expected;
            assert!(all.iter().all(|facts| facts["url"] != url || facts["heading"] == heading), "{all:?}");
        }
        // A reload of the same address is a new document.
        collect(browser).await?;
        browser.goto(&site.url("/one")).await?;
        wait_for_facts(browser, "the page again", is_read, &[json!(site.url("/one")), json!("One")]).await?;
        Ok(())
    })
}

#[test]
fn nothing_is_read_while_a_file_is_open() -> Result<()> {
    let name = "nothing_is_read_while_a_file_is_open";
    browser_test(name, async |browser| {
        let site = NamedSite::new(browser, "off.example").await?;
        for path in ["/one", "/two"] {
            site.has(path, Reply::html("<!doctype html><title>Page</title><h1>Page</h1>"));
        }
        site.open().await?;
        let open = "
            one('navi-bar').openFile(new File(['http://off.example/one\\nhttp://off.example/two'], 'list.txt'));";
        browser.in_sidebar(open, &[]).await?;
        browser.wait_for_rows("the file", |rows| !rows.is_empty()).await?;
        collect(browser).await?;
        browser.goto(&site.url("/one")).await?;
        browser.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current)).await?;
        let is_read = "return window.factsOfTest.some((facts) => facts.url === args[0])";
        assert_eq!(browser.in_sidebar(is_read, &[json!(site.url("/one"))]).await?, json!(false));
        browser.in_sidebar("one('#back').click();", &[]).await?;
        wait_for_facts(browser, "the page", "facts.url === args[0]", &[json!(site.url("/one"))]).await?;
        Ok(())
    })
}

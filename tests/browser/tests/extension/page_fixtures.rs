//! The fixtures in `tests/fixtures/pages`: a page, and the facts that must be read from it. The page is served at the address in
//! its facts.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Reply};
use serde_json::{Value, json};

use crate::lies::NamedSite;

/// The limits of the fixtures. The time is long, because the machine may be busy.
pub(crate) fn limits() -> Value {
    json!({
        "elements": 200_000, "menus": 50, "entries": 5000, "textLength": 200, "urlLength": 2000, "allUrlsLength": 262_144, "depth": 12,
        "breadcrumbs": 10, "relations": 100, "headings": 300, "jsonBytes": 100_000, "sliceMs": 4, "totalMs": 100_000,
    })
}

/// Reads the facts in the page's own world. `args[0]` has the limits.
pub(crate) const READ: &str = "
    const answer = document.createElement('output');
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = `
        import { pageFacts } from '/page-facts/page-facts.js';
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

/// Opens the page `args[1]` in a frame, which is faster than in the tab. What follows reads its document.
pub(crate) const IN_FRAME: &str = "
    window.document.querySelector('iframe')?.remove();
    const frame = window.document.createElement('iframe');
    frame.style = 'width: 1200px; height: 800px';
    await new Promise((loaded) => { frame.onload = loaded; frame.src = args[1]; window.document.body.append(frame); });
    const { document, Document } = frame.contentWindow;";

/// The host of the fixtures in their files.
pub(crate) const HOST: &str = "facts.example";

/// The fixtures by name: the page, and its expected facts. Their host becomes `host`, which should have as many letters,
/// because some limits count bytes.
pub(crate) fn fixtures(host: &str) -> Result<BTreeMap<String, (String, Value)>> {
    let mut fixtures = BTreeMap::new();
    for file in fs::read_dir(project_root().join("tests/fixtures/pages"))? {
        let path = file?.path();
        if path.extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        let name = path.file_stem().context("no name")?.to_string_lossy().into_owned();
        let facts = fs::read_to_string(path.with_extension("json")).with_context(|| format!("{name} has no facts"))?;
        let page = fs::read_to_string(&path)?.replace(HOST, host);
        fixtures.insert(name, (page, serde_json::from_str(&facts.replace(HOST, host))?));
    }
    ensure!(fixtures.len() >= 60, "only {} fixtures", fixtures.len());
    Ok(fixtures)
}

/// A site with the fixtures and the modules.
pub(crate) async fn serve<'a>(
    browser: &'a Browser,
    host: &'static str,
    fixtures: &BTreeMap<String, (String, Value)>,
) -> Result<NamedSite<'a>> {
    let site = NamedSite::new(browser, host).await?;
    for file in fs::read_dir(project_root().join("www/element/page-facts"))? {
        let path = file?.path();
        let name = path.file_name().context("no name")?.to_string_lossy().into_owned();
        site.has(&format!("/page-facts/{name}"), Reply::new(200, "text/javascript", fs::read(&path)?));
    }
    for (page, facts) in fixtures.values() {
        site.proxy.route(address(facts)?, Reply::html(page.clone()));
    }
    Ok(site)
}

pub(crate) fn address(facts: &Value) -> Result<&str> {
    facts["url"].as_str().context("the facts have no address")
}

/// The places where two values differ.
pub(crate) fn differences(place: &str, expected: &Value, found: &Value, into: &mut Vec<String>) {
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

//! What a page says about itself and its site: the fixtures, and pages that scripts change.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{Browser, Reply, browser_test};
use serde_json::{Value, json};

use crate::lies::{self, NamedSite};
use crate::page_fixtures::{HOST, IN_FRAME, READ, address, differences, fixtures, limits, serve};
use crate::sitemaps::xml;

#[test]
#[cfg_attr(feature = "chromium", ignore = "other tests here read pages in Chromium")]
fn the_facts_of_every_fixture_are_read_in_a_page() -> Result<()> {
    browser_test("the_facts_of_every_fixture_are_read_in_a_page", async |browser| {
        let fixtures = fixtures(HOST)?;
        let site = serve(browser, HOST, &fixtures).await?;
        site.has("/frame-of-the-test", Reply::html("<!doctype html><title>Frame</title><body>"));
        browser.goto(&site.url("/frame-of-the-test")).await?;
        let read = [IN_FRAME, READ].concat();
        let mut found = Vec::new();
        for (name, (_, expected)) in &fixtures {
            let facts = browser.in_page(&read, &[limits(), json!(address(expected)?)]).await;
            let facts = facts.with_context(|| name.clone())?;
            differences(name, expected, &facts, &mut found);
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
        Ok(())
    })
}

/// Follows the scripts that the sidebar runs in pages from now on. Three lists get the address of the tab: `runOfTest` at the
/// start of each script, `readOfTest` at the end of each reading, `settlesOfTest` at each wait for the end of the changes. Such
/// a wait begins when `settleOfTest` is over. A reading of the page `/held` stops at its first pause and never ends; then the
/// page has the attribute `data-held`.
const FOLLOW: &str = "
    const { scripting, tabs } = globalThis.browser ?? globalThis.chrome;
    const { executeScript } = scripting;
    const hold = () => {
        if (location.pathname !== '/held') return;
        globalThis.MessageChannel = class {
            port1 = { close() {} };
            port2 = { postMessage() { document.documentElement.dataset.held = ''; } };
        };
    };
    Object.assign(window, { runOfTest: [], readOfTest: [], settlesOfTest: [] });
    scripting.executeScript = async (script) => {
        const [limits, , needsChange] = script.args ?? [];
        const address = async () => (await tabs.get(script.target.tabId)).url;
        window.runOfTest.push(await address());
        if (needsChange === false) {
            window.settlesOfTest.push(await address());
            await window.settleOfTest;
        }
        if (!limits?.sliceMs) return executeScript.call(scripting, script);
        await executeScript.call(scripting, { target: script.target, func: hold });
        const answer = await executeScript.call(scripting, script);
        window.readOfTest.push(await address());
        return answer;
    };";

/// Collects the facts that the sidebar reads from now on.
async fn collect(browser: &Browser) -> Result<()> {
    let collect = "
        window.factsOfTest = [];
        document.addEventListener('pagefacts', ({ detail }) => detail && window.factsOfTest.push(detail));";
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
        const OTHER_HOST: &str = "world.example";
        let fixtures = fixtures(OTHER_HOST)?;
        let site = serve(browser, OTHER_HOST, &fixtures).await?;
        site.open().await?;
        collect(browser).await?;
        let names = ["hostile-clobbered", "hostile-overridden", "shadow-roots", "docusaurus", "vitepress", "wordpress"];
        let mut found = Vec::new();
        for name in names {
            let (_, expected) = fixtures.get(name).context(name)?;
            browser.goto(address(expected)?).await?;
            // On a busy machine, the time for the first reading may not be enough. A page is read again when it has settled.
            let is_read = "facts.url === args[0] && !facts.isCut";
            let read = wait_for_facts(browser, name, is_read, &[expected["url"].clone()]).await?;
            let is_whole = |facts: &Value| facts["url"] == expected["url"] && facts["isCut"].is_null();
            let facts = read.into_iter().find(is_whole).unwrap_or_default();
            differences(name, expected, &facts, &mut found);
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
        Ok(())
    })
}

#[test]
fn a_page_of_ten_thousand_links_is_read_up_to_the_limit() -> Result<()> {
    browser_test("a_page_of_ten_thousand_links_is_read_up_to_the_limit", async |browser| {
        let site = serve(browser, "links.example", &BTreeMap::new()).await?;
        let links: String = (0..10_000).map(|at| format!("<li><a href=/page/{at}>Page {at}</a>")).collect();
        site.has("/links", Reply::html(format!("<!doctype html><title>Links</title><nav><ul>{links}</ul></nav>")));
        browser.goto(&site.url("/links")).await?;
        let facts = browser.in_page(READ, &[limits()]).await?;
        let entries = facts["menus"][0]["entries"].as_array().context("no menu")?;
        assert_eq!((entries.len(), &facts["isCut"]), (5000, &json!(true)));
        assert_eq!(entries[4999], json!({ "depth": 0, "text": "Page 4999", "url": site.url("/page/4999") }));
        // With a shorter time limit, fewer facts are read.
        let mut short = limits();
        short["totalMs"] = json!(1);
        short["sliceMs"] = json!(1);
        let facts = browser.in_page(READ, &[short]).await?;
        assert_eq!((&facts["title"], &facts["isCut"]), (&json!("Links"), &json!(true)));
        Ok(())
    })
}

#[test]
fn links_to_sections_leave_room_for_pages() -> Result<()> {
    browser_test("links_to_sections_leave_room_for_pages", async |browser| {
        let site = serve(browser, "contents.example", &BTreeMap::new()).await?;
        let sections =
            |page: u32| (0..9).map(|at| format!("<li><a href=/{page}#{at}>Part {at}</a>")).collect::<String>();
        let contents = |pages: u32, sections: &dyn Fn(u32) -> String| {
            let pages = (0..pages).map(|at| format!("<li><a href=/{at}>Page {at}</a><ul>{}</ul>", sections(at)));
            format!("<!doctype html><title>Contents</title><main><ul>{}</ul></main>", pages.collect::<String>())
        };
        site.has("/sections", Reply::html(contents(1500, &sections)));
        browser.goto(&site.url("/sections")).await?;
        let facts = browser.in_page(READ, &[limits()]).await?;
        let entries = facts["menus"][0]["entries"].as_array().context("no menu")?;
        let pages = entries.iter().filter(|entry| entry["depth"] == 0).count();
        assert_eq!((pages, &facts["isCut"]), (1500, &Value::Null));
        // Other links leave no room. The list is still a list of links.
        site.has("/pages", Reply::html(contents(1500, &|page| sections(page).replace('#', "/"))));
        browser.goto(&site.url("/pages")).await?;
        let facts = browser.in_page(READ, &[limits()]).await?;
        assert_eq!(facts["menus"][0]["entries"].as_array().map(Vec::len), Some(5000));
        assert_eq!(facts["isCut"], json!(true));
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
fn a_page_that_redirects_at_once_is_not_in_the_tree() -> Result<()> {
    browser_test("a_page_that_redirects_at_once_is_not_in_the_tree", async |browser| {
        let site = NamedSite::new(browser, "forwarded.example").await?;
        site.has("/sitemap.xml", xml(lies::urlset(&[&site.url("/"), &site.url("/guide/start")])));
        let moved = "<!doctype html><title>Moved</title><meta http-equiv=Refresh content='0; URL=/guide/start'>";
        site.has("/start", Reply::html(moved));
        let start = Reply::html("<!doctype html><title>Start</title><h1>Start</h1>");
        let (start, arrives) = start.held(0);
        site.has("/guide/start", start);
        site.open().await?;
        browser.in_sidebar(FOLLOW, &[]).await?;
        browser.in_page("setTimeout(() => { location.href = '/start'; })", &[]).await?;
        // The document is still there while the other one loads.
        let start = site.url("/guide/start");
        let is_requested = async || Ok((!site.proxy.requests_for(&start).is_empty()).then_some(()));
        browser.wait_until("the redirect", is_requested).await?;
        // The first reading finds that the page has no script yet. Chromium may show the next address first.
        let is_ignored = "return readOfTest.filter((url) => url === args[0]).length > 1 || runOfTest.includes(args[1])";
        browser.wait_in_sidebar("the readings", is_ignored, &[json!(site.url("/start")), json!(start)]).await?;
        arrives.open();
        browser.wait_for_url(&site.url("/guide/start")).await?;
        browser.wait_for_rows("the page", |rows| rows.iter().any(|row| row.name == "Start" && row.current)).await?;
        browser.settle().await?;
        let rows = browser.all_rows().await?;
        ensure!(rows.iter().all(|row| row.name != "Moved"), "{rows:?}");
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
        browser.in_sidebar(FOLLOW, &[]).await?;
        for (path, title) in [("/two", "Two"), ("/three", "Three")] {
            let hold = "window.settleOfTest = new Promise((settle) => (window.endOfTest = settle));";
            browser.in_sidebar(hold, &[]).await?;
            browser.in_page("history.pushState(null, '', args[0]);", &[json!(path)]).await?;
            let waits = "return window.settlesOfTest.includes(args[0])";
            browser.wait_in_sidebar("the wait for the content", waits, &[json!(site.url(path))]).await?;
            browser.in_page("document.querySelector('h1').textContent = args[0];", &[json!(title)]).await?;
            browser.in_sidebar("window.endOfTest();", &[]).await?;
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
fn a_page_that_is_left_while_it_is_read_does_not_delay_the_next_page() -> Result<()> {
    let name = "a_page_that_is_left_while_it_is_read_does_not_delay_the_next_page";
    browser_test(name, async |browser| {
        let site = NamedSite::new(browser, "left.example").await?;
        site.has("/held", Reply::html("<!doctype html><title>Held</title><h1>Held</h1>"));
        site.has("/next", Reply::html("<!doctype html><title>Next</title><h1>Next</h1>"));
        site.open().await?;
        collect(browser).await?;
        browser.in_sidebar(FOLLOW, &[]).await?;
        browser.goto(&site.url("/held")).await?;
        let is_held = "return 'held' in document.documentElement.dataset";
        browser.wait_in_page("the pause of the reading", is_held, &[]).await?;
        browser.goto(&site.url("/next")).await?;
        let all = wait_for_facts(browser, "the next page", "facts.heading === 'Next'", &[]).await?;
        assert!(all.iter().all(|facts| facts["title"] != "Held"), "{all:?}");
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

#[test]
fn a_page_in_a_sandbox_does_not_speak_for_its_site() -> Result<()> {
    browser_test("a_page_in_a_sandbox_does_not_speak_for_its_site", async |browser| {
        let site = NamedSite::new(browser, "uploads.example").await?;
        site.has("/sitemap.xml", xml(lies::urlset(&[&site.url("/pay"), &site.url("/help")])));
        let menu = |pay: &str| {
            format!("<nav><ul><li><a href=/>Home</a><li><a href=/in>Enter</a><li><a href=/pay>{pay}</a></ul></nav>")
        };
        let sandbox = ("content-security-policy", "sandbox");
        site.has("/upload/x.html", Reply::html(menu("Pay to 666")).with_header(sandbox.0, sandbox.1));
        site.has("/", Reply::html(menu("Pay a bill")));
        browser.open_sidebar().await?;
        let note = "document.body.dataset.read = '';
            document.addEventListener('pagefacts', ({ detail }) => (document.body.dataset.read += ` ${detail.url}`));";
        browser.in_sidebar(note, &[]).await?;
        for path in ["/upload/x.html", "/"] {
            browser.goto(&site.url(path)).await?;
            browser.wait_in_sidebar("the tree", "return one('navi-bar').state == 'loaded'", &[]).await?;
        }
        browser.wait_for_rows("the site's own menu", |rows| rows.iter().any(|row| row.name == "Pay a bill")).await?;
        let read = browser.in_sidebar("return document.body.dataset.read.trim()", &[]).await?;
        ensure!(!read.to_string().contains("/upload/"), "{read}");
        Ok(())
    })
}

//! The playground of the site: a pasted or dropped sitemap, its tree, its findings and a corrected file.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Browser, Reply, Server, browser_test};
use serde_json::{Value, json};

use crate::website::serve;

const BROKEN: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>
  <url><loc>https://garden.example/beds/?a=1&b=2</loc></url>
  <url><loc>https://garden.example/tools/</loc><lastmod>ümlaut & soon</lastmod></url>
</urlset>";

const SHOWN: &str = "
    const tree = document.getElementById('tree');
    return {
        state: tree.dataset.state,
        rows: [...tree.shadowRoot.querySelectorAll('[role=treeitem]')].map((row) => row.querySelector('[part~=title]').textContent),
        codes: [...document.querySelectorAll('#findings a')].map((e) => e.textContent),
        summary: document.getElementById('summary').textContent,
        address: document.getElementById('address').value,
        saved: document.getElementById('saved').value,
        large: !document.getElementById('large').hidden,
    };";

async fn open(browser: &Browser) -> Result<(Server, tempfile::TempDir)> {
    let (server, folder) = serve()?;
    browser.goto(&server.url("/project/playground/")).await?;
    shows(browser, "the example", |shown| shown["codes"].as_array().is_some_and(|codes| codes.len() == 4)).await?;
    Ok((server, folder))
}

async fn shows(browser: &Browser, what: &str, check: impl Fn(&Value) -> bool) -> Result<Value> {
    let shown = async || Ok(Some(browser.in_page(SHOWN, &[]).await?).filter(&check));
    match browser.wait_until(what, shown).await {
        Ok(shown) => Ok(shown),
        Err(error) => Err(error.context(format!("the playground shows {:#}", browser.in_page(SHOWN, &[]).await?))),
    }
}

/// Pastes as the browser does, so that the page can refuse the text.
const PASTE: &str = "
    const field = document.getElementById('text');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', args[0]);
    field.select();
    if (!field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))) return;
    field.value = args[0];
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));";

#[test]
fn the_playground_shows_the_tree_the_findings_and_a_corrected_file() -> Result<()> {
    browser_test("the_playground_shows_the_tree_the_findings_and_a_corrected_file", async |browser| {
        let (_server, _folder) = open(browser).await?;
        browser.in_page(PASTE, &[json!(BROKEN)]).await?;
        let codes = json!(["raw-ampersand", "bad-lastmod", "raw-ampersand"]);
        let is_read =
            |shown: &Value| shown["codes"] == codes && shown["saved"].as_str().is_some_and(|it| it.contains("tools"));
        let shown = shows(browser, "the findings", is_read).await?;
        assert_eq!(shown["rows"], json!(["Beds", "Tools"]));
        assert_eq!(shown["summary"], json!("3 warnings."));
        assert_eq!(shown["address"], json!("https://garden.example/"));
        assert!(shown["saved"].as_str().is_some_and(|text| text.contains("?a=1&amp;b=2")), "{shown:#}");

        // The place of a finding is selected. The characters before it have two bytes.
        let selected = "
            const place = document.querySelectorAll('#findings .place')[args[0]];
            place.click();
            const { value, selectionStart, selectionEnd } = document.getElementById('text');
            return [place.textContent, document.activeElement.id, value.slice(selectionStart, selectionEnd)];";
        let line = "Line 3, column 65";
        assert_eq!(browser.in_page(selected, &[json!(2)]).await?, json!([line, "text", "&"]));
        let target = "return document.querySelector('#findings a').getAttribute('href')";
        assert_eq!(browser.in_page(target, &[]).await?, json!("../site-authors/#finding-raw-ampersand"));

        // Another format of the corrected file.
        let choose = "
            const format = document.getElementById('format');
            format.value = 'opml';
            format.dispatchEvent(new Event('change'));";
        browser.in_page(choose, &[]).await?;
        shows(browser, "OPML", |shown| shown["saved"].as_str().is_some_and(|text| text.contains("<opml"))).await?;

        // The corrected file has no findings.
        browser.in_page(PASTE, &[shows(browser, "OPML", |_| true).await?["saved"].clone()]).await?;
        let is_clean = |shown: &Value| shown["summary"] == json!("No findings: nothing is wrong.");
        let shown = shows(browser, "no findings", is_clean).await?;
        assert_eq!(shown["rows"], json!(["Beds", "Tools"]));
        Ok(())
    })
}

#[test]
fn the_playground_resolves_addresses_and_sends_nothing() -> Result<()> {
    browser_test("the_playground_resolves_addresses_and_sends_nothing", async |browser| {
        let (server, _folder) = open(browser).await?;
        let other = Server::start()?;
        other.otherwise(Reply::html("<title>Other</title>"));
        let index = format!(
            "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>{}</loc></sitemap></sitemapindex>",
            other.url("/child.xml")
        );
        browser.in_page(PASTE, &[json!(index)]).await?;
        // This page requests no other sitemap, so that of the index has not been loaded.
        let rows = json!(["1 list not loaded", "child.xml"]);
        let summary = "No findings: nothing is wrong. The other sitemaps that it names are not read.";
        shows(browser, "the index", |shown| {
            shown["address"] == json!(other.url("/")) && shown["rows"] == rows && shown["summary"] == json!(summary)
        })
        .await?;

        // Relative addresses begin with the address in the field.
        let nns = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:map='http://www.oaklett.org/map/1.0#'
            xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>
            <rdf:li><rdf:Description dc:title='Bed' dc:identifier='bed/'/></rdf:li></rdf:Seq></map:container></rdf:Description></rdf:RDF>";
        browser.in_page(PASTE, &[json!(nns)]).await?;
        shows(browser, "the page", |shown| {
            shown["rows"] == json!(["Bed"]) && shown["address"] == json!("https://www.example.org/")
        })
        .await?;
        let set = "
            const address = document.getElementById('address');
            address.value = args[0];
            address.dispatchEvent(new InputEvent('input'));";
        let base = other.url("/garden/sitemap.rdf");
        browser.in_page(set, &[json!(base)]).await?;
        let url = "return document.getElementById('tree').session?.rows(0, 1)[0]?.url == args[0]";
        browser.wait_in_page("the address", url, &[json!(other.url("/garden/bed/"))]).await?;

        // A page is named and not opened.
        browser
            .in_page("document.getElementById('tree').shadowRoot.querySelector('[role=treeitem]').click()", &[])
            .await?;
        let named = "return document.getElementById('chosen-page').textContent == args[0]";
        let name = format!("Bed: {}", other.url("/garden/bed/"));
        browser.wait_in_page("the name of the page", named, &[json!(name)]).await?;
        assert_eq!(browser.url().await?, server.url("/project/playground/"));
        assert_eq!(other.requests(), []);
        assert!(server.requests().iter().all(|request| request.method == "GET" && !request.path.contains('?')));
        Ok(())
    })
}

#[test]
fn the_playground_reads_dropped_and_huge_files() -> Result<()> {
    browser_test("the_playground_reads_dropped_and_huge_files", async |browser| {
        let (_server, _folder) = open(browser).await?;
        let drop = "
            const dataTransfer = new DataTransfer();
            const pages = Array.from({ length: args[0] }, (_, at) => `<url><loc>https://garden.example/bed-${at % 500}/plant-${at}?a&b</loc></url>`);
            const text = `<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>${pages.join('\\n')}</urlset>`;
            dataTransfer.items.add(new File([text], 'garden.xml'));
            window.turns = 0;
            const turn = () => { window.turns += 1; setTimeout(turn, 0); };
            turn();
            for (const type of ['dragover', 'drop']) {
                const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
                if (document.body.dispatchEvent(event)) throw new Error(`the browser handles ${type}`);
            }
            return text.length;";
        browser.in_page(drop, &[json!(3)]).await?;
        let is_small = |shown: &Value| shown["summary"] == json!("3 warnings.") && shown["large"] == json!(false);
        shows(browser, "the dropped file", is_small).await?;

        let length = browser.in_page(drop, &[json!(120_000)]).await?;
        ensure!(length.as_u64() > Some(7_000_000), "{length}");
        let is_read = |shown: &Value| {
            let summary = shown["summary"].as_str().unwrap_or_default();
            shown["large"] == json!(true)
                && summary.ends_with("The list has the first 200.")
                && shown["saved"] != json!("")
        };
        let shown = shows(browser, "the huge file", is_read).await?;
        assert_eq!(shown["address"], json!("https://garden.example/"));
        let turns = browser.in_page("return window.turns", &[]).await?;
        ensure!(turns.as_u64() > Some(20), "the page did nothing else meanwhile: {turns} turns");

        // A huge text is not put into the field.
        browser.in_page("document.getElementById('close').click()", &[]).await?;
        shows(browser, "nothing", |shown| shown["state"] == json!("idle") && shown["large"] == json!(false)).await?;
        browser.in_page(PASTE, &[json!("https://garden.example/a\n".repeat(30_000))]).await?;
        shows(browser, "the pasted file", |shown| shown["large"] == json!(true) && shown["rows"] == json!(["A"]))
            .await?;
        Ok(())
    })
}

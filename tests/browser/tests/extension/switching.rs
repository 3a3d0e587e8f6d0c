//! The sidebar never shows content of one site for another, also during fast switches of tabs.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Reply, Server, browser_test};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::news::{DAY, age, arrive, come_back, dated, wait_for_count};
use crate::problems::faulty;
use crate::site::{Page, Site, page, sitemap};
use crate::sitemaps::{urlset, wait_for_words};

/// The number of switches. The schedule runs this test ten times every night.
const SWITCHES: u32 = 250;

/// Maximum time of all switches on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// Checks every frame after its work and before it is painted. Collects the mistakes in `wrong`.
///
/// The name in the header identifies a site. Each site has a word in all its titles and paths. The other texts of the sidebar
/// are compared with those of other sites in their final state (`said`).
const WATCH: &str = r##"
    const words = args[0];
    const places = ["#count", "#answer", "#announcement", "#notice-text", "#news-count", "#problems", "#trail", "#problems-panel",
        "#news-panel", "[part~=note]", "[part~=message]", "[part~=progress-text]", "[part~=filter-count]", "[aria-live]"];
    const stress = (window.stress = { words, frames: 0, withRows: 0, switches: 0, settled: 0, wrong: [], said: {}, isDone: false });
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const textOf = (place) => all(place).filter(shown).map((each) => `${each.textContent} ${each.title}`.trim()).join(" ");
    stress.site = () => one("#site").textContent;
    stress.texts = () => Object.fromEntries(places.map((place) => [place, textOf(place)]));
    stress.rows = () => all("[role=treeitem]").filter(shown);
    /** Stores the current texts as those of this site. */
    stress.learn = () => {
        const said = (stress.said[stress.site()] ??= {});
        for (const [place, text] of Object.entries(stress.texts())) (said[place] ??= []).push(text);
    };
    /** Texts of any site during a load. */
    const ofAny = /^(…|Loading the sitemap…|This page is not in the tree.|\s)*$/;
    const isOfAnother = (site, place, text) => !ofAny.test(text) && !stress.said[site]?.[place].includes(text)
        && Object.keys(stress.said).some((other) => other !== site && stress.said[other][place].includes(text));
    stress.check = () => {
        const site = stress.site();
        const complain = (what) => stress.wrong.length < 20 && stress.wrong.push(`${site} (${words[site]}) shows ${what}`);
        const others = Object.entries(words).filter(([other]) => other !== site).map(([, word]) => word);
        const alien = new RegExp(others.join("|"), "i");
        stress.frames++;
        const rows = stress.rows();
        if (rows.length > 0) stress.withRows++;
        for (const row of rows) {
            const name = nameOf(row);
            if (alien.test(name) || !(site in words)) complain(`the row ${name}`);
            if (row.href && new URL(row.href).host !== site) complain(`a row that leads to ${row.href}`);
        }
        for (const [place, text] of Object.entries(stress.texts())) {
            if (alien.test(text) || isOfAnother(site, place, text)) complain(`in ${place}: ${text}`);
        }
    };
    // The probe's size changes in every frame. Its observer runs after the frame's work and layout.
    const probe = document.createElement("div");
    for (const [name, value] of Object.entries({ position: "fixed", visibility: "hidden", height: "1px" })) probe.style[name] = value;
    document.body.append(probe);
    new ResizeObserver(stress.check).observe(probe);
    const frame = () => {
        probe.style.width = `${1 + stress.frames % 2}px`;
        requestAnimationFrame(frame);
    };
    frame();
"##;

/// Switches tabs at random. Sometimes waits until the sidebar is stable, or acts in it.
const SWITCH: &str = r##"
    const { stress } = window;
    let seed = args[1];
    const random = (below) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return Math.floor((seed / 2 ** 32) * below);
    };
    const pause = (ms) => new Promise((later) => setTimeout(later, ms));
    const tree = one("navi-bar");
    const hostOf = (url) => (/^http/.test(url ?? "") ? new URL(url).host : "Navibar");
    const acts = {
        reload: () => one("#reload").click(),
        open: () => tree.shadowRoot.querySelector("[aria-expanded=false]")?.click(),
        filter: () => {
            const input = one("input[type=search]");
            input.value = input.value ? "" : "1";
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        },
        problems: () => one("#problems").checkVisibility() && one("#problems").click(),
        order: () => (tree.order = ["site", "title", "changed"][random(3)]),
    };
    const run = async () => {
        const tabs = await browser.tabs.query({ currentWindow: true });
        for (; stress.switches < args[0]; stress.switches++) {
            const tab = tabs[random(tabs.length)];
            const changed = browser.tabs.update(tab.id, { active: true });
            const what = random(20);
            if (what < 11) await pause(random(10));
            else if (what < 15) await changed;
            else if (what < 16) await changed.then(() => pause(random(60)));
            else if (what < 19) {
                await changed;
                const names = Object.keys(acts);
                if (!tree.hidden) acts[names[random(names.length)]]();
                await pause(random(40));
            } else {
                await changed;
                const [active] = await browser.tabs.query({ currentWindow: true, active: true });
                const deadline = performance.now() + 5000;
                while (stress.site() !== hostOf(active.url) && performance.now() < deadline) await pause(5);
                if (stress.site() !== hostOf(active.url)) stress.wrong.push(`${stress.site()} shows while ${active.url} is in the tab`);
                stress.settled++;
            }
        }
    };
    run().catch((error) => stress.wrong.push(String(error))).then(() => (stress.isDone = true));
"##;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stress {
    with_rows: u32,
    switches: u32,
    settled: u32,
    wrong: Vec<String>,
    is_done: bool,
}

/// Pages with this word in all titles and paths.
fn pages(word: &str, count: usize) -> Vec<Page> {
    (1..=count).map(|n| page(&format!("{word} {n}"), &format!("/{}/{n}", word.to_lowercase()))).collect()
}

#[test]
fn fast_switches_between_tabs_show_nothing_of_another_site() -> Result<()> {
    browser_test("fast_switches_between_tabs_show_nothing_of_another_site", async |browser| {
        // A site with a declared structure, and a large one.
        let quick = Site::start(&pages("Alpha", 240))?;
        let large = Site::start(&pages("Hotel", 20_000))?;
        // A slow site, and one whose load never ends.
        let slow = Site::without_sitemap()?;
        let paths: Vec<String> = (1..=400).map(|n| format!("/charlie-{n}/")).collect();
        let list = urlset(&slow, &paths.iter().map(String::as_str).collect::<Vec<_>>());
        slow.route("/robots.txt", Reply::new(200, "text/plain", format!("Sitemap: {}", slow.url("/charlie.xml"))));
        slow.route("/charlie.xml", list.dripping(2048, Duration::from_millis(20)));
        let stalled = Site::without_sitemap()?;
        let list = sitemap(&pages("Golf", 60));
        stalled.route("/sitemap.rdf", Reply::rdf(list.clone()).stalled(list.len() / 2));
        // A site that fails, one without a sitemap, and one with errors.
        let failing = Server::start()?;
        failing.otherwise(Reply::status(500));
        failing.route("/", Reply::html("<!doctype html><title>Delta</title>"));
        let bare = Site::without_sitemap()?;
        let broken = Site::without_sitemap()?;
        let list =
            faulty().replace("Welcome", "Foxtrot").replace("Contact", "Foxtrot contact").replace(".html", "-foxtrot");
        broken.route("/sitemap.rdf", Reply::rdf(list));
        // A site with two changed pages since the last visit.
        let dated = dated(&[("bravo-1", 60), ("bravo-2", 120), ("bravo-3", 400 * DAY), ("bravo-4", 500 * DAY)])?;
        dated.has("/", "Bravo start");
        arrive(browser, &dated).await?;
        age(browser, &dated, DAY).await?;
        come_back(browser, &dated).await?;
        wait_for_count(browser, "2").await?;

        let host = |url: String| url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let sites: [(&str, &Server, &str); 8] = [
            ("Bravo", &dated, "/bravo-1.html"),
            ("Alpha", &quick, "/alpha/1"),
            ("Charlie", &slow, "/charlie-1/"),
            ("Delta", &failing, "/"),
            ("Echo", &bare, "/"),
            ("Foxtrot", &broken, "/"),
            ("Golf", &stalled, "/golf/1"),
            ("Hotel", &large, "/hotel/1"),
        ];
        slow.has("/charlie-1/", "Charlie");
        stalled.has("/golf/1", "Golf");
        let words: serde_json::Map<String, Value> =
            sites.iter().map(|(word, server, _)| (host(server.url("/")), json!(word))).collect();
        browser.in_sidebar(WATCH, &[Value::Object(words)]).await?;
        for (word, server, path) in &sites {
            match *word {
                "Bravo" => browser.goto(&server.url(path)).await?,
                _ => browser.open_tab(&server.url(path)).await?,
            }
            at_rest(browser, word).await?;
        }
        browser.open_tab(browser.own_page()).await?;
        browser.wait_for_rows("no tree", |rows| rows.is_empty()).await?;
        browser.in_sidebar("window.stress.learn();", &[]).await?;

        let begun = Instant::now();
        browser.in_sidebar(SWITCH, &[json!(SWITCHES), json!(1)]).await?;
        let stress = loop {
            let stress: Stress = browser.in_sidebar_as("return window.stress;", &[]).await?;
            if stress.is_done || !stress.wrong.is_empty() {
                break stress;
            }
            ensure!(begun.elapsed() < 3 * PATIENCE, "{stress:?}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        assert_eq!(stress.wrong, Vec::<String>::new(), "after {} changes", stress.switches);
        // Enough frames were checked.
        ensure!(stress.switches == SWITCHES && stress.settled > 7 && stress.with_rows > 75, "{stress:?}");

        // At the end the sidebar shows the site in the tab.
        browser.select_tab(1).await?;
        browser.wait_for_rows("its tree", |rows| rows.first().is_some_and(|row| row.name.starts_with("Alpha"))).await?;
        Ok(())
    })
}

/// Waits for a site's final state: its tree, or the reason why there is none.
async fn at_rest(browser: &Browser, word: &str) -> Result<()> {
    match word {
        "Delta" => wait_for_words(browser, "status 500").await?,
        "Echo" => wait_for_words(browser, "No pages found yet").await?,
        _ => {
            let is_first =
                |rows: &[navibar_browser_tests::Row]| rows.first().is_some_and(|row| row.name.starts_with(word));
            browser.wait_for_rows(word, is_first).await?;
        }
    }
    if word != "Golf" {
        browser.wait_in_sidebar("the end of the load", "return one('navi-bar').state != 'loading'", &[]).await?;
    }
    browser.in_sidebar("window.stress.learn();", &[]).await?;
    if word == "Foxtrot" {
        browser.click(At::Css("#problems")).await?;
        browser.wait_in_sidebar("the problems", "return all('.problem-line').length > 0", &[]).await?;
        browser.in_sidebar("window.stress.learn();", &[]).await?;
        browser.click(At::Css("#problems-close")).await?;
        browser.in_sidebar("window.stress.learn();", &[]).await?;
    }
    Ok(())
}

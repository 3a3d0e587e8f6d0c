//! Sites with several sitemaps: progress, rows for failures, and sitemaps that load on demand.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Button, Key, Reply, Row, browser_test};
use serde_json::{Value, json};

use crate::site::{Site, names, visit};
use crate::sitemaps::{focus_row, index, resource_sync, urlset, wait_for_focus, wait_for_words};

/// A site with an index of three sitemaps. The server fails for the second one.
fn shop() -> Result<Site> {
    let site = Site::without_sitemap()?;
    site.route("/sitemap.xml", index(&site, &["/sitemap-a.xml", "/sitemap-b.xml", "/sitemap-c.xml"]));
    site.route("/sitemap-a.xml", urlset(&site, &["/apples.html"]));
    site.route("/sitemap-b.xml", Reply::status(503));
    site.route("/sitemap-c.xml", urlset(&site, &["/cherries.html"]));
    Ok(site)
}

/// The title of the failed sitemap's row, and that of the row above it.
const FAILED: &str = "sitemap-b.xml";
pub(crate) const ONE_FAILURE: &str = "1 list not loaded";

fn find<'a>(rows: &'a [Row], name: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.name == name)
}

async fn attributes(firefox: &Browser, row: &str) -> Result<Value> {
    firefox
        .in_sidebar(
            "const it = row(args[0]); return [it.dataset.state ?? null, it.ariaBusy, it.getAttribute('aria-description'), it.href];",
            &[json!(row)],
        )
        .await
}

/// Waits for the row of the visited home page. No sitemap lists this page, so its row comes at the end of the load.
async fn wait_for_home(firefox: &Browser) -> Result<()> {
    firefox.wait_for_rows("the home page", |rows| rows.first().is_some_and(|row| row.current)).await?;
    Ok(())
}

/// Opens the row that counts the sitemaps that have failed.
pub(crate) async fn open_failures(firefox: &Browser, title: &str) -> Result<()> {
    // The row of the page, which may come last, moves the others.
    let is_there = |rows: &[Row]| find(rows, title).is_some() && rows.iter().any(|row| row.current);
    firefox.wait_for_rows("the row of the failures", is_there).await?;
    firefox.click(At::Row(title)).await
}

/// The announcements for screen readers.
async fn announced(firefox: &Browser) -> Result<String> {
    firefox.in_sidebar_as("return one('[aria-live]').textContent;", &[]).await
}

#[test]
fn a_failed_sitemap_has_a_row_with_the_reason_and_a_retry() -> Result<()> {
    browser_test("a_failed_sitemap_has_a_row_with_the_reason_and_a_retry", async |firefox| {
        let site = shop()?;
        visit(firefox, &site).await?;
        firefox.wait_for_rows("the other rows", |rows| find(rows, "Cherries").is_some()).await?;
        wait_for_home(firefox).await?;
        ensure!(find(&firefox.rows().await?, FAILED).is_none(), "one row counts the failures");
        open_failures(firefox, ONE_FAILURE).await?;
        let rows = firefox.wait_for_rows("the failure", |rows| find(rows, FAILED).is_some()).await?;
        ensure!(find(&rows, "Apples").is_some(), "the rest stays: {:?}", names(&rows));
        let Value::Array(seen) = attributes(firefox, FAILED).await? else { unreachable!() };
        assert_eq!((&seen[0], &seen[1], &seen[3]), (&json!("failed"), &Value::Null, &json!("")));
        ensure!(seen[2].to_string().contains("status 503"), "the description has no reason: {seen:?}");
        wait_for_words(firefox, "status 503").await?; // it is also visible

        // A click requests the sitemap again and opens no page. A click with the wheel does the same.
        firefox.click(At::Row(FAILED)).await?;
        firefox
            .wait_until("a second request", async || Ok((site.requests_for("/sitemap-b.xml").len() == 2).then_some(())))
            .await?;
        firefox
            .wait_until("the announcement of its failure", async || {
                Ok(announced(firefox).await?.contains("status 503").then_some(()))
            })
            .await?;
        firefox.click_with(&[], Button::Middle, At::Row(FAILED)).await?;
        ensure!(find(&firefox.rows().await?, "Apples").is_some(), "the tree stays");
        assert_eq!(firefox.url().await?, site.url("/"));
        assert_eq!(firefox.tabs().await?.len(), 1);

        // After the server has recovered, Enter loads the pages and removes the row. The focus stays at its position.
        site.route("/sitemap-b.xml", urlset(&site, &["/bananas.html"]));
        focus_row(firefox, FAILED).await?;
        firefox.press(Key::Enter).await?;
        // The row of the sitemap goes away at the end of its load.
        let is_loaded =
            |rows: &[Row]| find(rows, "Bananas").is_some() && find(rows, FAILED).or(find(rows, ONE_FAILURE)).is_none();
        let rows = firefox.wait_for_rows("its pages instead of the failure", is_loaded).await?;
        ensure!(rows.iter().any(|row| row.focused), "the focus is lost");
        wait_for_words(firefox, "4 pages in 4 sitemaps").await
    })
}

#[test]
fn sitemaps_that_are_opened_together_load_in_turn() -> Result<()> {
    browser_test("sitemaps_that_are_opened_together_load_in_turn", async |firefox| {
        let site = shop()?;
        site.route("/sitemap-c.xml", Reply::status(500));
        visit(firefox, &site).await?;
        wait_for_home(firefox).await?;
        open_failures(firefox, "2 lists not loaded").await?;
        firefox.wait_for_rows("both failures", |rows| find(rows, "sitemap-c.xml").is_some()).await?;
        let (held, gate) = urlset(&site, &["/bananas.html"]).held(10);
        site.route("/sitemap-b.xml", held);
        site.route("/sitemap-c.xml", urlset(&site, &["/cherries.html"]));
        firefox.click(At::Row(FAILED)).await?;
        firefox.click(At::Row("sitemap-c.xml")).await?;
        for row in [FAILED, "sitemap-c.xml"] {
            firefox
                .wait_until(&format!("{row} to load"), async || {
                    let seen = attributes(firefox, row).await?;
                    Ok((seen[0] == json!("loading") && seen[1] == json!("true")).then_some(()))
                })
                .await?;
        }
        gate.open();
        // The row of a sitemap goes away at the end of its load.
        let both = |rows: &[Row]| names(rows).get(1..) == Some(&["Apples", "Bananas", "Cherries"][..]);
        firefox.wait_for_rows("the pages of both without the rows of the sitemaps", both).await?;
        Ok(())
    })
}

#[test]
fn the_menu_of_a_failed_sitemap_opens_it_in_a_tab() -> Result<()> {
    browser_test("the_menu_of_a_failed_sitemap_opens_it_in_a_tab", async |firefox| {
        let site = shop()?;
        visit(firefox, &site).await?;
        wait_for_home(firefox).await?;
        open_failures(firefox, ONE_FAILURE).await?;
        firefox.wait_for_rows("the failure", |rows| find(rows, FAILED).is_some()).await?;
        firefox.open_menu(At::Row(FAILED)).await?;
        firefox.choose(&["Open in New Tab"]).await?;
        firefox.wait_for_url(&site.url("/sitemap-b.xml")).await
    })
}

#[test]
fn progress_counts_the_sitemaps() -> Result<()> {
    browser_test("progress_counts_the_sitemaps", async |firefox| {
        let site = shop()?;
        let (held, gate) = urlset(&site, &["/cherries.html"]).held(0);
        site.route("/sitemap-c.xml", held);
        visit(firefox, &site).await?;
        wait_for_words(firefox, "2 of 3 sitemaps · 1 page · ").await?;
        let bar = firefox.in_sidebar("const bar = one('progress'); return [bar.value, bar.max];", &[]).await?;
        assert_eq!(bar, json!([2, 3]));
        gate.open();
        firefox.wait_for_rows("the rest", |rows| find(rows, "Cherries").is_some()).await?;
        firefox.wait_in_sidebar("the strip to go", "return !one('[part~=progress]').checkVisibility()", &[]).await?;
        Ok(())
    })
}

#[test]
fn sitemaps_beyond_the_limit_load_on_demand() -> Result<()> {
    browser_test("sitemaps_beyond_the_limit_load_on_demand", async |firefox| {
        let site = Site::without_sitemap()?;
        let paths: Vec<String> = (1..=53).map(|n| format!("/sitemap-{n}.xml")).collect();
        site.route("/sitemap.xml", index(&site, &paths.iter().map(String::as_str).collect::<Vec<_>>()));
        for (n, path) in paths.iter().enumerate() {
            site.route(path, urlset(&site, &[&format!("/page-{}.html", n + 1)]));
        }
        visit(firefox, &site).await?;
        wait_for_words(firefox, "51 pages in 51 sitemaps").await?;
        focus_row(firefox, "Page 1").await?;
        firefox.press(Key::End).await?;
        wait_for_focus(firefox, "3 more sitemaps").await?;
        assert_eq!(site.requests_for("/sitemap-51.xml").len(), 0, "it is not requested");
        let Value::Array(seen) = attributes(firefox, "3 more sitemaps").await? else { unreachable!() };
        assert_eq!((&seen[0], &seen[2]), (&json!("pending"), &json!("Not loaded yet")));
        firefox.press(Key::Enter).await?;
        wait_for_words(firefox, "54 pages in 54 sitemaps").await?;
        let rows = firefox.all_rows().await?;
        ensure!(find(&rows, "Page 53").is_some() && find(&rows, "3 more sitemaps").is_none(), "{:?}", names(&rows));
        Ok(())
    })
}

/// A ResourceSync document with these entries: a path, and the capability of the list there, or nothing for a page.
fn list(site: &Site, capability: &str, entries: &[(&str, &str)]) -> Reply {
    let entry = |(path, capability): &(&str, &str)| {
        let md = if capability.is_empty() { String::new() } else { format!(r#"<rs:md capability="{capability}"/>"#) };
        format!("<url><loc>{}</loc>{md}</url>", site.url(path))
    };
    let entries: String = entries.iter().map(entry).collect();
    resource_sync(&format!(r#"capability="{capability}""#), &entries)
}

/// A ResourceSync source: a description, its capability list, and that one's resource list.
fn source() -> Result<Site> {
    let site = Site::without_sitemap()?;
    site.route(
        "/.well-known/resourcesync",
        list(&site, "description", &[("/set/capabilitylist.xml", "capabilitylist")]),
    );
    site.route("/set/capabilitylist.xml", list(&site, "capabilitylist", &[("/set/resourcelist.xml", "resourcelist")]));
    site.route("/set/resourcelist.xml", list(&site, "resourcelist", &[("/seeds.html", ""), ("/bulbs.html", "")]));
    Ok(site)
}

#[test]
fn a_branch_that_is_a_sitemap_loads_when_it_is_expanded() -> Result<()> {
    browser_test("a_branch_that_is_a_sitemap_loads_when_it_is_expanded", async |firefox| {
        let site = source()?;
        let rows = visit(firefox, &site).await?;
        let branch = rows.iter().find(|row| row.expanded == Some(false)).map(|row| row.name.clone());
        let Some(branch) = branch else { anyhow::bail!("there is no branch: {:?}", names(&rows)) };
        assert_eq!(site.requests_for("/set/capabilitylist.xml").len(), 0, "it is not opened");
        let Value::Array(seen) = attributes(firefox, &branch).await? else { unreachable!() };
        assert_eq!(seen[0], json!("pending"));

        // The first Right loads and expands it, the second Right moves to its first row. Its list is a branch of the same
        // kind.
        focus_row(firefox, &branch).await?;
        firefox.press(Key::Right).await?;
        let rows = firefox.wait_for_rows("what is in it", |rows| rows.iter().any(|row| row.level == 2)).await?;
        ensure!(find(&rows, &branch).is_some_and(|row| row.focused && row.expanded == Some(true)), "{rows:?}");
        firefox.press(Key::Right).await?;
        let rows = firefox
            .wait_for_rows("the focus inside", |rows| rows.iter().any(|row| row.level == 2 && row.focused))
            .await?;
        let inner = rows.iter().find(|row| row.focused).map(|row| row.name.clone()).unwrap_or_default();

        // During the load, the row and the strip below say so, and the load can be stopped.
        let (held, gate) = Reply::status(200).held(0);
        site.route("/set/resourcelist.xml", held);
        firefox.click(At::Twisty(&inner)).await?;
        firefox.wait_in_sidebar("the strip", "return one('[part~=progress]').checkVisibility()", &[]).await?;
        let Value::Array(seen) = attributes(firefox, &inner).await? else { unreachable!() };
        assert_eq!((&seen[0], &seen[1]), (&json!("loading"), &json!("true")));
        assert_eq!(announced(firefox).await?, format!("Loading {inner}…"));
        firefox.click(At::Css("[part~=stop]")).await?;
        firefox
            .wait_until("the pending row", async || {
                let Value::Array(seen) = attributes(firefox, &inner).await? else { unreachable!() };
                Ok((seen[0] == json!("pending")).then_some(()))
            })
            .await?;
        gate.open();
        assert_eq!(firefox.in_sidebar("return one('[part~=progress]').checkVisibility()", &[]).await?, json!(false));

        // A failure leaves the branch as it is. Expanding it again loads it.
        site.route("/set/resourcelist.xml", Reply::status(500));
        firefox.click(At::Row(&inner)).await?;
        wait_for_words(firefox, "status 500").await?;
        site.route("/set/resourcelist.xml", list(&site, "resourcelist", &[("/seeds.html", ""), ("/bulbs.html", "")]));
        firefox.click(At::Twisty(&inner)).await?;
        let rows = firefox.wait_for_rows("what is in it", |rows| rows.iter().any(|row| row.level == 3)).await?;
        ensure!(find(&rows, "Seeds").is_some() && find(&rows, "Bulbs").is_some(), "{:?}", names(&rows));
        Ok(())
    })
}

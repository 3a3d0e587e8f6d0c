//! What axe-core finds in the panel: nothing, in every state, light and dark.

use anyhow::{Context as _, Result};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{At, Firefox, Key, Reply, browser_test};
use serde_json::{Value, json};

use crate::site::{Site, garden, page, sitemap, visit};
use crate::sitemaps::{changes, index, urlset, xbel, xml};

/// Every rule that axe has, those of its best practices too.
const RUN: &str = "
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    const seen = window.axe.getRules().length;
    if (seen < 80) throw new Error(`axe has only ${seen} rules`);
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.flat().join(' ')), why: nodes[0].failureSummary }));";

/// A script that lets axe look at a document.
pub(crate) fn look() -> Result<String> {
    let path = project_root().join("node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(&path).with_context(|| format!("{}: run `npm ci` first", path.display()))?;
    Ok(format!("if (!window.axe) {{ {axe} }}\n{RUN}"))
}

async fn findings(firefox: &Firefox) -> Result<Value> {
    firefox.in_sidebar(&look()?, &[]).await
}

/// Waits for these words and has a look, light and dark.
pub(crate) async fn inspect(firefox: &Firefox, words: &str) -> Result<()> {
    firefox
        .wait_until(&format!("the words {words:?}"), async || {
            Ok(firefox.sidebar_text().await?.contains(words).then_some(()))
        })
        .await?;
    for dark in [false, true] {
        firefox.set_dark(dark).await?;
        let found = findings(firefox).await?;
        assert_eq!(found, json!([]), "in the state {words:?}, dark: {dark}");
    }
    Ok(())
}

#[test]
fn axe_finds_nothing() -> Result<()> {
    browser_test("axe_finds_nothing", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current)).await?;
        firefox.focus(At::Row("Plum")).await?;
        inspect(firefox, "Declared in sitemap.rdf").await?;

        firefox.focus(At::Css("input[type=search]")).await?;
        firefox.type_text("pl").await?;
        inspect(firefox, " of ").await?;
        firefox.type_text("q").await?;
        inspect(firefox, "No page has all of these words").await?;

        let empty = Site::without_sitemap()?;
        firefox.goto(&empty.url("/")).await?;
        inspect(firefox, "This site has no sitemap").await?;

        empty.route("/sitemap.rdf", Reply::status(500));
        firefox.click(At::Css("#reload")).await?;
        inspect(firefox, "Try again").await?;

        let broken = sitemap(&garden()).replace("</rdf:RDF>", "");
        empty.route("/sitemap.rdf", Reply::rdf(broken));
        firefox.click(At::Css("#reload")).await?;
        inspect(firefox, "The sitemap has an error").await?;

        let list = sitemap(&(0..3000).map(|n| page(&format!("Entry {n}"), &format!("/{n}.html"))).collect::<Vec<_>>());
        let slow = Site::without_sitemap()?;
        slow.route("/sitemap.rdf", Reply::rdf(list.clone()).stalled(list.len() / 2));
        firefox.goto(&slow.url("/")).await?;
        inspect(firefox, "Stop").await?;

        firefox.goto(firefox.own_page()).await?;
        inspect(firefox, "does not show one").await
    })
}

#[test]
fn axe_finds_nothing_in_trees_of_other_formats() -> Result<()> {
    browser_test("axe_finds_nothing_in_trees_of_other_formats", async |firefox| {
        // Lines, aliases, folders open and closed.
        let bookmarks = Site::without_sitemap()?;
        bookmarks.route("/sitemap.xml", xml(xbel()));
        visit(firefox, &bookmarks).await?;
        firefox.focus(At::Row("Tools")).await?;
        inspect(firefox, "Declared in sitemap.xml").await?;

        // A page that is gone.
        let changed = Site::without_sitemap()?;
        changed.route("/sitemap.xml", changes(&changed, &["/here.html"], &["/gone.html"]));
        firefox.goto(&changed.url("/")).await?;
        inspect(firefox, "Gone").await?;

        // Sitemaps that failed, that are on their way, and that nobody has asked for.
        let shop = Site::without_sitemap()?;
        let paths: Vec<String> = (1..=52).map(|n| format!("/sitemap-{n}.xml")).collect();
        shop.route("/sitemap.xml", index(&shop, &paths.iter().map(String::as_str).collect::<Vec<_>>()));
        for path in &paths {
            shop.route(path, urlset(&shop, &[&format!("/all{}", path.replace("xml", "html"))]));
        }
        shop.route("/sitemap-1.xml", Reply::status(503));
        firefox.goto(&shop.url("/")).await?;
        inspect(firefox, "2 more sitemaps").await?;
        firefox.focus(At::Row("sitemap-1.xml")).await?;
        inspect(firefox, "status 503").await?;
        let (held, _gate) = Reply::status(200).held(0);
        shop.route("/sitemap-1.xml", held);
        firefox.press(Key::Enter).await?;
        inspect(firefox, "Stop").await?;

        // The sidebar's own menu, and a file.
        firefox.focus(At::Css("#more")).await?;
        firefox.press(Key::Enter).await?;
        inspect(firefox, "Save as XBEL").await?;
        firefox.press(Key::Escape).await?;
        firefox.in_sidebar("one('navi-bar').openFile(new File([args[0]], 'x.xbel'))", &[json!(xbel())]).await?;
        inspect(firefox, "Declared in x.xbel").await?;
        firefox
            .in_sidebar("const bar = one('navi-bar'); bar.showDetails(Number(row('Seeds').dataset.id))", &[])
            .await?;
        inspect(firefox, "All kinds of seeds").await?;
        firefox.in_sidebar("one('navi-bar').openFile(new File(['<html/>'], 'x.html'))", &[]).await?;
        inspect(firefox, "This file is not a sitemap").await
    })
}

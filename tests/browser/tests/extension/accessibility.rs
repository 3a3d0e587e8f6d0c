//! What axe-core finds in the panel: nothing, in every state, light and dark.

use anyhow::{Context as _, Result};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{At, Firefox, Pref, Reply, browser_test};
use serde_json::{Value, json};

use crate::site::{Site, garden, page, sitemap};

/// Every rule that axe has, those of its best practices too.
const RUN: &str = "
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    const seen = window.axe.getRules().length;
    if (seen < 80) throw new Error(`axe has only ${seen} rules`);
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.flat().join(' ')), why: nodes[0].failureSummary }));";

async fn findings(firefox: &Firefox) -> Result<Value> {
    let path = project_root().join("node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(&path).with_context(|| format!("{}: run `npm ci` first", path.display()))?;
    firefox.in_sidebar(&format!("if (!window.axe) {{ {axe} }}\n{RUN}"), &[]).await
}

/// Waits for these words and has a look, light and dark.
async fn inspect(firefox: &Firefox, words: &str) -> Result<()> {
    firefox
        .wait_until(&format!("the words {words:?}"), async || {
            Ok(firefox.sidebar_text().await?.contains(words).then_some(()))
        })
        .await?;
    for dark in [0, 1] {
        firefox.set_pref("ui.systemUsesDarkTheme", &Pref::Int(dark)).await?;
        firefox
            .wait_in_sidebar(
                "the colours",
                "return matchMedia('(prefers-color-scheme: dark)').matches == (args[0] == 1)",
                &[json!(dark)],
            )
            .await?;
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

        firefox.goto("about:license").await?;
        inspect(firefox, "does not show one").await
    })
}

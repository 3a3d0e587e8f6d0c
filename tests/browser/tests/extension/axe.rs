//! Runs axe-core in the documents of the extension.

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::Browser;
use navibar_browser_tests::options::project_root;
use serde_json::{Value, json};

use crate::conditions::{faint_text, force_colours};
use crate::sitemaps::wait_for_words;

/// Runs every rule of axe, also its best practices, or only those that depend on colours.
const RUN: &str = "
    const COLOURS = ['color-contrast', 'link-in-text-block'];
    const { violations, passes } = await window.axe.run(document, {
        resultTypes: ['violations'],
        ...(args[0] && { runOnly: { type: 'rule', values: COLOURS } }),
    });
    const seen = window.axe.getRules().length;
    if (seen < 80) throw new Error(`axe has only ${seen} rules`);
    if (!passes.some(({ id }) => id == COLOURS[0])) throw new Error('axe has checked no colours');
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.flat().join(' ')), why: nodes[0].failureSummary }));";

/// The text of axe.
pub(crate) fn source() -> Result<String> {
    let path = project_root().join("node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).with_context(|| format!("{}: run `npm ci` first", path.display()))
}

/// The script that runs axe in a document.
pub(crate) fn script() -> Result<String> {
    Ok(format!("if (!window.axe) {{ {} }}\n{RUN}", source()?))
}

async fn findings(firefox: &Browser, only_colours: bool) -> Result<Value> {
    if firefox.in_sidebar("return !window.axe", &[]).await? == json!(true) {
        firefox.in_sidebar(&source()?, &[]).await?;
    }
    firefox.in_sidebar(RUN, &[json!(only_colours)]).await
}

/// Waits for these words and runs axe. In the dark, only colours differ.
pub(crate) async fn inspect(firefox: &Browser, words: &str) -> Result<()> {
    wait_for_words(firefox, words).await?;
    for dark in [false, true] {
        firefox.set_dark(dark).await?;
        let found = findings(firefox, dark).await?;
        ensure!(found == json!([]), "axe finds in the state {words:?}, dark: {dark}: {found:#}");
    }
    if cfg!(not(feature = "chromium")) {
        force_colours(firefox, true).await?;
        let faint = faint_text(firefox).await?;
        ensure!(faint.is_empty(), "with forced colours, in the state {words:?}: {faint:?}");
        force_colours(firefox, false).await?;
    }
    firefox.set_dark(false).await
}

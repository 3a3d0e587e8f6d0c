//! Packs pages, scripts and styles for a package. In `www/` they are plain modules, which browsers load as they are. Here
//! the modules of a page become one file, without comments and white space.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::package::copy;
use super::wasm::MODULE;
use crate::paths;
use crate::step::run_logged;
use crate::tools::node;

/// The folder for code that several scripts share, and for the bindings. They look for the engine's module in their own
/// folder.
const SHARED: &str = "parts";

/// The parts of `www/` that go into a package: pages with the files that they name, and scripts that no page names.
pub(super) struct Parts {
    pub(super) pages: &'static [&'static str],
    pub(super) scripts: &'static [&'static str],
}

/// Fills a folder with the pages, the files that they name, and the engine.
pub(super) fn pack(parts: &Parts, folder: &Path) -> Result<()> {
    let mut scripts: BTreeSet<String> = parts.scripts.iter().map(|&name| name.to_owned()).collect();
    let mut styles = BTreeSet::new();
    for page in parts.pages {
        let path = paths::www().join(page);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        scripts.extend(named(&text, ".js"));
        styles.extend(named(&text, ".css"));
        copy(&path, &folder.join(page))?;
    }
    ensure!(!scripts.is_empty() && !styles.is_empty(), "the pages name no scripts or no styles");
    run(
        folder,
        &scripts,
        &["--bundle", "--splitting", "--format=esm", &format!("--chunk-names={SHARED}/[name]-[hash]")],
    )?;
    run(folder, &styles, &[])?;
    copy(&paths::www().join("wasm").join(MODULE), &folder.join(SHARED).join(MODULE))
}

/// The files with this ending that the attributes of a page name.
fn named(page: &str, end: &str) -> impl Iterator<Item = String> {
    let values = page.split("=\"").skip(1).filter_map(|rest| rest.split('"').next());
    values.filter(move |value| value.ends_with(end)).map(str::to_owned)
}

fn run(folder: &Path, files: &BTreeSet<String>, arguments: &[&str]) -> Result<()> {
    let mut esbuild = Command::new(node::program("esbuild")?);
    esbuild.current_dir(paths::www()).args(files).args(arguments).args(["--minify", "--log-level=warning"]);
    run_logged("pack", esbuild.arg("--outbase=.").arg(format!("--outdir={}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_in_attributes() {
        let page =
            r#"<link href="a.css"><script type="module" src="b/c.js"></script><p title="x">"d.js" &quot;e.js&quot;"#;
        assert_eq!(named(page, ".js").collect::<Vec<_>>(), ["b/c.js"]);
        assert_eq!(named(page, ".css").collect::<Vec<_>>(), ["a.css"]);
    }
}

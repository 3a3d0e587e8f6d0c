//! Pages, scripts and styles as they ship. In `www/` they are plain modules, which browsers load as they are. In a
//! package, the modules of a page become one module without comments and white space.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::files::{copy, files};
use super::wasm::{DEFERRED, MODULE};
use crate::paths;
use crate::step::run_logged;
use crate::tools::node;

/// The folder of a package for code that several scripts share, and for the engine with its bindings. The bindings look
/// for the engine beside themselves.
const SHARED: &str = "parts";

/// Pages and scripts of one folder in `www/`. A package has them under the same paths, without the folder's name.
pub(super) struct Parts {
    pub(super) folder: &'static str,
    /// with the scripts and styles that they name
    pub(super) pages: &'static [&'static str],
    /// scripts that no page names
    pub(super) scripts: &'static [&'static str],
    /// scripts that the extension runs in web pages, where it cannot run modules
    pub(super) injected: &'static [&'static str],
}

/// Fills a folder with pages, their scripts and styles, and the engine. `definitions` are arguments of esbuild for the scripts.
pub(super) fn pack(all: &[Parts], definitions: &[&str], folder: &Path) -> Result<()> {
    let mut scripts = BTreeSet::new();
    let mut injected = BTreeSet::new();
    let mut styles = BTreeSet::new();
    for parts in all {
        let source = paths::www().join(parts.folder);
        let entry = |file: &str| entry_point(parts.folder, file);
        scripts.extend(parts.scripts.iter().map(|name| entry(name)));
        injected.extend(parts.injected.iter().map(|name| entry(name)));
        for page in parts.pages {
            let path = source.join(page);
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            scripts.extend(named(&text, ".js").map(|name| entry(&name)));
            styles.extend(named(&text, ".css").map(|name| entry(&name)));
            copy(&path, &folder.join(page))?;
        }
    }
    let has_pages = all.iter().any(|parts| !parts.pages.is_empty());
    ensure!(!scripts.is_empty() && (!styles.is_empty() || !has_pages), "the pages name no scripts or no styles");
    let chunks = format!("--chunk-names={SHARED}/[name]-[hash]");
    run(folder, &scripts, &[&["--bundle", "--splitting", "--format=esm", &chunks], definitions].concat())?;
    if !injected.is_empty() {
        run(folder, &injected, &["--bundle", "--format=iife"])?;
    }
    if !styles.is_empty() {
        run(folder, &styles, &[])?;
    }
    for file in files(folder, &|_| true)?.iter().filter(|file| file.extension().is_some_and(|end| end == "js")) {
        let path = folder.join(file);
        fs::write(&path, without_css_comments(&fs::read_to_string(&path)?))?;
    }
    for module in [MODULE, DEFERRED] {
        copy(&paths::www().join("element/wasm").join(module), &folder.join(SHARED).join(module))?;
    }
    Ok(())
}

/// Removes the comments of style sheets from the template strings of a minified script. esbuild does not change strings.
fn without_css_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut rest = script;
    // A comment begins with white space. Patterns such as `*://*/*` do not.
    while let Some(start) = ["/* ", "/*\n"].into_iter().filter_map(|open| rest.find(open)).min() {
        let Some(length) = rest[start..].find("*/") else { break };
        kept.push_str(rest[..start].trim_end());
        rest = &rest[start + length + 2..];
    }
    kept + rest
}

/// The argument of esbuild for a file: the path in the package, then the path in `www/`.
fn entry_point(folder: &str, file: &str) -> String {
    let (name, _) = file.rsplit_once('.').unwrap_or((file, ""));
    format!("{name}={folder}/{file}")
}

/// The values of a page's attributes that have this ending.
fn named(page: &str, end: &str) -> impl Iterator<Item = String> {
    let tags = page.split('<').filter_map(|rest| rest.split('>').next());
    let values = tags.flat_map(|tag| tag.split("=\"").skip(1).filter_map(|rest| rest.split('"').next()));
    values.filter(move |value| value.ends_with(end)).map(str::to_owned)
}

fn run(folder: &Path, files: &BTreeSet<String>, arguments: &[&str]) -> Result<()> {
    let mut esbuild = Command::new(node::program("esbuild")?);
    esbuild.current_dir(paths::www()).args(files).args(arguments).args(["--minify", "--log-level=warning"]);
    run_logged("pack", esbuild.arg(format!("--outdir={}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_name_files() {
        let page = r#"<link href="a.css"><script type="module" src="b/c.js"></script><p title="x">"d.js" src="e.js""#;
        assert_eq!(named(page, ".js").collect::<Vec<_>>(), ["b/c.js"]);
        assert_eq!(named(page, ".css").collect::<Vec<_>>(), ["a.css"]);
    }

    #[test]
    fn comments_of_style_sheets_do_not_ship() {
        let script = "a=`\n/* One. */\nb { c: d; } /*\n * Two.\n */\n`;e=\"*://*/*\"";
        assert_eq!(without_css_comments(script), "a=`\nb { c: d; }\n`;e=\"*://*/*\"");
        assert_eq!(without_css_comments("a=`/* b`"), "a=`/* b`");
    }

    #[test]
    fn a_file_keeps_its_path_without_the_folder() {
        assert_eq!(entry_point("extension", "sidebar/sidebar.js"), "sidebar/sidebar=extension/sidebar/sidebar.js");
    }
}

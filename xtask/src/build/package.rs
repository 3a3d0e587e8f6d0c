//! Writes the packages that ship: the extension, unpacked and as a `.zip`, and the package to embed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Map, Value};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::files::{copy, copy_tree, files};
use super::web::{self, Parts};
use super::{manifest, notices};
use crate::paths::Browser;
use crate::{demo, paths};

/// The parts of `www/` that an extension consists of.
const EXTENSION: &[Parts] = &[Parts {
    folder: "extension",
    pages: &["away.html", "hop.html", "options.html", "sidebar.html", "welcome.html"],
    scripts: &["background.js"],
    injected: &["page-script.js", "sections-script.js"],
}];

/// The element alone.
pub(super) const ELEMENT: Parts =
    Parts { folder: "element", pages: &[], scripts: &["navi-bar-define.js", "navi-bar.js"], injected: &[] };

/// The parts of `www/` for web pages: the element, and an example of a page that embeds it.
const EMBED: &[Parts] = &[ELEMENT, Parts { folder: "example", pages: &["index.html"], scripts: &[], injected: &[] }];

const LICENCES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT"];

/// The folder with the package to embed.
pub(crate) fn embed_folder() -> PathBuf {
    paths::target().join("embed")
}

/// Writes a browser's unpacked extension and its `.zip`. Both replace those of an earlier build.
pub(crate) fn extension(browser: Browser) -> Result<()> {
    let mut manifest = manifest::of(browser)?;
    let folder = browser.extension_folder();
    replace(&folder, |new| {
        web::pack(EXTENSION, &["--define:globalThis.NAVIBAR_LOCALES=true"], new)?;
        // The folder of the manifests also has the icons and the translations.
        copy_tree(&manifest::folder(), new, &|path| {
            let is_manifest = path.components().count() == 1 && path.extension().is_some_and(|e| e == "json");
            !is_manifest && !is_for_others(browser, path)
        })?;
        licences(new)?;
        Ok(fs::write(new.join("manifest.json"), manifest::text(&manifest)?)?)
    })?;
    // The key gives the unpacked extension the same id in every folder. Chrome's store assigns ids and takes no key.
    manifest.remove("key");
    zip_extension(browser, &manifest, &browser.extension_zip())
}

/// Returns `true` for icons that another browser needs: Firefox takes SVG for all sizes and themes, Chromium takes PNG for
/// its toolbar.
fn is_for_others(browser: Browser, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match browser {
        Browser::Firefox => name.ends_with(".png"),
        Browser::Chromium => name.starts_with("toolbar-") && name.ends_with(".svg"),
    }
}

/// Writes the package to embed: the element, its engine, and an example page with the demo site beside it.
pub(crate) fn embed() -> Result<()> {
    replace(&embed_folder(), |new| {
        web::pack(EMBED, &[], new)?;
        licences(new)?;
        strings(&new.join("strings"))?;
        demo::generate(&new.join("demo")).map(drop)
    })
}

/// Writes the licences of Navibar and of the code that it contains.
pub(super) fn licences(folder: &Path) -> Result<()> {
    for licence in LICENCES {
        copy(&paths::root().join(licence), &folder.join(licence))?;
    }
    Ok(fs::write(folder.join(notices::FILE), notices::text()?)?)
}

/// Writes the element's texts, a file for each language, as its property `strings` takes them.
pub(super) fn strings(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    for file in files(&manifest::folder().join("_locales"), &|_| true)? {
        let language = file.parent().unwrap_or(&file).display().to_string();
        let texts = serde_json::to_string_pretty(&element_texts(&language)?)?;
        fs::write(folder.join(format!("{language}.json")), texts)?;
    }
    Ok(())
}

/// Writes the element's English texts as a script, `www/element/text/english.js`. The extension has them in its locales.
pub(crate) fn english() -> Result<()> {
    let texts = element_texts("en")?;
    let words: Vec<&str> = texts.keys().filter_map(|key| key.strip_prefix("detail_")).collect();
    let script = format!(
        "// Made by `cargo xtask build` from extension-manifest/_locales/en/messages.json.\n\n\
         const isElsewhere = /** @type {{any}} */ (globalThis).NAVIBAR_LOCALES;\n\n\
         /** All texts of the element in English. Empty in the extension. @type {{Readonly<Record<string, string>>}} */\n\
         export const ENGLISH = isElsewhere ? {{}} : {};\n\n\
         /** The words of files that have a text. Its key begins with `detail_`. */\n\
         export const WORDS = /* @__PURE__ */ new Set(\n  \"{}\".split(\" \"),\n);\n",
        serde_json::to_string_pretty(&texts)?,
        words.join(" "),
    );
    let path = paths::www().join("element/text/english.js");
    // Builds depend on the time of the file.
    if fs::read_to_string(&path).is_ok_and(|known| known == script) {
        return Ok(());
    }
    Ok(fs::write(path, script)?)
}

/// The element's texts in a language, by key.
fn element_texts(language: &str) -> Result<BTreeMap<String, String>> {
    #[derive(Deserialize)]
    struct Message {
        message: String,
    }
    let path = manifest::folder().join("_locales").join(language).join("messages.json");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let messages: BTreeMap<String, Message> =
        serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let own =
        messages.into_iter().filter_map(|(key, text)| Some((key.strip_prefix("navi_bar_")?.to_owned(), text.message)));
    Ok(own.collect())
}

/// Fills a new folder, then replaces `folder` with it.
pub(crate) fn replace(folder: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let new = folder.with_added_extension("new");
    if new.exists() {
        fs::remove_dir_all(&new)?;
    }
    fs::create_dir_all(&new)?;
    fill(&new)?;
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::rename(&new, folder)?;
    Ok(())
}

/// Packs a browser's unpacked extension with this manifest in place of its own.
pub(super) fn zip_extension(browser: Browser, manifest: &Map<String, Value>, archive: &Path) -> Result<()> {
    zip(&browser.extension_folder(), archive, &manifest::text(manifest)?)
}

/// Packs a folder. The same files give the same bytes, because they are sorted and have no times or owners.
fn zip(folder: &Path, archive: &Path, manifest: &str) -> Result<()> {
    let new = archive.with_added_extension("new");
    let mut zip = ZipWriter::new(File::create(&new).with_context(|| format!("cannot write {}", new.display()))?);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for file in files(folder, &|_| true)? {
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        zip.start_file(parts.join("/"), options)?;
        match file == Path::new("manifest.json") {
            true => zip.write_all(manifest.as_bytes())?,
            false => zip.write_all(&fs::read(folder.join(&file))?)?,
        }
    }
    zip.finish()?;
    fs::rename(&new, archive)?;
    Ok(())
}

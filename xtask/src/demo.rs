//! The bundled demo site: written from `www/example/demo/` to a folder of static files.
//!
//! `www/example/demo/content/*.toml` hold the pages (texts, tree, context trees, Dublin Core details),
//! `www/example/demo/style.css` and `www/example/demo/icons/` are copied. The result is an ordinary website with a
//! `sitemap.rdf`. All its addresses are relative, so it works on any host, port and path.

mod content;
mod page;
mod sitemap;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use content::Site;

/// Counts of what [`generate`] wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Resources with a URL: each is one HTML file.
    pub pages: usize,
    /// Resources without a URL, which only expand and collapse.
    pub headings: usize,
    /// Resources with a context tree of their own.
    pub menus: usize,
    /// Different icons in use.
    pub icons: usize,
    /// Size of `sitemap.rdf` in bytes.
    pub sitemap_bytes: usize,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} pages, {} headings, {} context menus, {} icons, sitemap.rdf of {} bytes",
            self.pages, self.headings, self.menus, self.icons, self.sitemap_bytes
        )
    }
}

/// The folder of the demo site's sources.
fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../www/example/demo")
}

/// Writes the demo site into the folder `out`, and makes the folder if it is missing. Files of the same name are replaced.
/// Other files stay.
///
/// # Errors
/// If a file cannot be read or written, or if the content files have a mistake: an unknown field or page, a page twice, a
/// missing icon, a page in no tree, a page below itself.
pub(crate) fn generate(out: &Path) -> Result<Summary> {
    let source = source();
    let site = Site::read(&source.join("content"))?;

    for (index, entry) in site.entries.iter().enumerate() {
        if let Some(url) = &entry.url {
            write(&out.join(url).join("index.html"), &page::render(&site, index)?)?;
        }
    }
    let sitemap = sitemap::render(&site)?;
    write(&out.join("sitemap.rdf"), &sitemap)?;

    copy(&source.join("style.css"), &out.join("style.css"))?;
    let icons = site.icons();
    for icon in &icons {
        copy(&source.join("icons").join(icon), &out.join("icons").join(icon))?;
    }

    let pages = site.entries.iter().filter(|e| e.url.is_some()).count();
    Ok(Summary {
        pages,
        headings: site.entries.len() - pages,
        menus: site.entries.iter().filter(|e| !e.embedded.is_empty()).count(),
        icons: icons.len(),
        sitemap_bytes: sitemap.len(),
    })
}

fn write(path: &Path, text: &str) -> Result<()> {
    make_folder_of(path)?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    make_folder_of(to)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn make_folder_of(path: &Path) -> Result<()> {
    let folder = path.parent().context("a file needs a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

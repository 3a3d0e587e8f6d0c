//! Short sitemaps in other formats than NNS.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Reply};

use crate::site::Site;

/// A plain sitemap with these pages, by their paths.
pub(crate) fn urlset(site: &Site, paths: &[&str]) -> Reply {
    let urls: String = paths.iter().map(|path| format!("<url><loc>{}</loc></url>\n", site.url(path))).collect();
    xml(format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>"))
}

/// A sitemap index with these sitemaps, by their paths.
pub(crate) fn index(site: &Site, paths: &[&str]) -> Reply {
    let sitemaps: String =
        paths.iter().map(|path| format!("<sitemap><loc>{}</loc></sitemap>\n", site.url(path))).collect();
    xml(format!("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{sitemaps}</sitemapindex>"))
}

/// A change list: the paths of existing and of deleted pages.
pub(crate) fn changes(site: &Site, updated: &[&str], deleted: &[&str]) -> Reply {
    let entry = |path: &str, change: &str| {
        let url = site.url(path);
        format!(r#"<url><loc>{url}</loc><rs:md change="{change}" datetime="2026-01-02T00:00:00Z"/></url>"#)
    };
    let updated = updated.iter().map(|path| entry(path, "updated"));
    let deleted = deleted.iter().map(|path| entry(path, "deleted"));
    let entries: String = updated.chain(deleted).collect();
    resource_sync(r#"capability="changelist" from="2026-01-01T00:00:00Z""#, &entries)
}

/// A ResourceSync document: the attributes of its `rs:md`, and its entries.
pub(crate) fn resource_sync(md: &str, entries: &str) -> Reply {
    let namespace = "http://www.openarchives.org/rs/terms/";
    xml(format!(
        r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:rs="{namespace}"><rs:md {md}/>{entries}</urlset>"#
    ))
}

/// Bookmarks with all features of XBEL: an open and a closed folder, lines, aliases of a bookmark and of a folder.
pub(crate) fn xbel() -> String {
    r#"<?xml version="1.0"?>
<!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "http://www.python.org/topics/xml/dtds/xbel-1.0.dtd">
<xbel version="1.0">
  <title>Bookmarks of a gardener</title>
  <separator/>
  <bookmark id="seeds" href="https://seeds.example/"><title>Seeds</title><desc>All kinds of seeds,
    by post.</desc></bookmark>
  <separator/>
  <separator/>
  <folder folded="no" id="tools">
    <title>Tools</title>
    <separator/>
    <bookmark href="https://spades.example/"><title>Spades</title></bookmark>
  </folder>
  <folder><title>Weather</title><bookmark href="https://rain.example/"><title>Rain</title></bookmark></folder>
  <alias ref="seeds"/>
  <alias ref="tools"/>
  <separator/>
</xbel>
"#
    .to_owned()
}

pub(crate) fn xml(body: impl Into<String>) -> Reply {
    Reply::new(200, "application/xml", body.into())
}

/// The description of the tree in the tooltip of the site's name.
pub(crate) async fn source(firefox: &Browser) -> Result<String> {
    firefox.in_sidebar_as("return one('#site').title", &[]).await
}

/// Waits until the sidebar has these words, also in the tooltip of the site's name.
pub(crate) async fn wait_for_words(firefox: &Browser, words: &str) -> Result<()> {
    firefox
        .wait_until(&format!("the words {words:?}"), async || {
            Ok((firefox.sidebar_text().await?.contains(words) || source(firefox).await?.contains(words)).then_some(()))
        })
        .await
}

/// Focuses a row and waits until it has the focus.
pub(crate) async fn focus_row(firefox: &Browser, name: &str) -> Result<()> {
    firefox.focus(At::Row(name)).await?;
    wait_for_focus(firefox, name).await
}

/// Waits until the row of this name has the focus.
pub(crate) async fn wait_for_focus(firefox: &Browser, name: &str) -> Result<()> {
    firefox
        .wait_for_rows(&format!("the focus on {name:?}"), |rows| rows.iter().any(|row| row.focused && row.name == name))
        .await?;
    Ok(())
}

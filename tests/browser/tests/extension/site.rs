//! Test sites with a structure: pages, the sitemap that declares them, and a web page at every address.

use std::fmt::Write as _;
use std::ops::Deref;

use anyhow::Result;
use navibar_browser_tests::{Browser, Reply, Row, Server};
use serde_json::json;

/// A page in a site's structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    title: String,
    path: Option<String>,
    icon: Option<String>,
    children: Vec<Page>,
    menu: Vec<Page>,
}

/// A page at a path, or at an absolute address.
pub(crate) fn page(title: &str, path: &str) -> Page {
    Page { title: title.to_owned(), path: Some(path.to_owned()), ..Page::default() }
}

/// An entry without a link, which only expands and collapses.
pub(crate) fn heading(title: &str) -> Page {
    Page { title: title.to_owned(), ..Page::default() }
}

impl Page {
    /// Adds these children.
    pub(crate) fn with(mut self, children: impl Into<Vec<Page>>) -> Self {
        self.children = children.into();
        self
    }

    /// Adds these pages to the context menu.
    pub(crate) fn menu(mut self, menu: impl Into<Vec<Page>>) -> Self {
        self.menu = menu.into();
        self
    }

    /// Adds an icon.
    pub(crate) fn icon(mut self, path: &str) -> Self {
        self.icon = Some(path.to_owned());
        self
    }

    fn each(&self, visit: &mut impl FnMut(&Page)) {
        visit(self);
        self.children.iter().chain(&self.menu).for_each(|page| page.each(visit));
    }
}

/// The sitemap that declares these pages, in NNS.
pub(crate) fn sitemap(pages: &[Page]) -> String {
    let mut xml = String::from(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
         xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<rdf:Description rdf:about="urn:sitemap:root">"#,
    );
    write_list(&mut xml, "container", pages);
    xml.push_str("</rdf:Description>\n</rdf:RDF>\n");
    xml
}

fn write_list(xml: &mut String, predicate: &str, pages: &[Page]) {
    if pages.is_empty() {
        return;
    }
    let _ = write!(xml, "\n<map:{predicate}><rdf:Seq>");
    for page in pages {
        let _ = write!(xml, "\n<rdf:li><rdf:Description><dc:title>{}</dc:title>", escape(&page.title));
        if let Some(path) = &page.path {
            let _ = write!(xml, "<dc:identifier>{}</dc:identifier>", escape(path));
        }
        if let Some(icon) = &page.icon {
            let _ = write!(xml, "<map:icon>{}</map:icon>", escape(icon));
        }
        write_list(xml, "container", &page.children);
        write_list(xml, "embedded", &page.menu);
        xml.push_str("</rdf:Description></rdf:li>");
    }
    let _ = write!(xml, "</rdf:Seq></map:{predicate}>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A running site. Every answer sets a cookie.
pub(crate) struct Site(Server);

impl Deref for Site {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.0
    }
}

impl Site {
    /// Starts a site that declares and serves these pages.
    pub(crate) fn start(pages: &[Page]) -> Result<Self> {
        let site = Self::without_sitemap()?;
        site.declare(pages);
        Ok(site)
    }

    /// Starts a site with only a home page.
    pub(crate) fn without_sitemap() -> Result<Self> {
        let site = Self(Server::start()?);
        site.has("/", "Home");
        Ok(site)
    }

    /// Serves these pages, and declares them in `/sitemap.rdf`.
    pub(crate) fn declare(&self, pages: &[Page]) {
        self.route("/sitemap.rdf", with_cookie(Reply::rdf(sitemap(pages))));
        self.has_all(pages);
    }

    /// Serves these pages. Does not change the sitemap.
    pub(crate) fn has_all(&self, pages: &[Page]) {
        for page in pages {
            page.each(&mut |page| {
                if let Some(path) = page.path.as_deref().filter(|path| path.starts_with('/')) {
                    self.has(path, &page.title);
                }
            });
        }
    }

    /// Serves a web page with this title.
    pub(crate) fn has(&self, path: &str, title: &str) {
        let title = escape(title);
        self.route(
            path,
            with_cookie(Reply::html(format!(
                "<!doctype html><meta charset=utf-8><title>{title}</title><h1>{title}</h1>"
            ))),
        );
    }
}

/// Starts a site that serves these pages and lists their addresses in a plain sitemap.
pub(crate) fn listed(paths: &[&str]) -> Result<Site> {
    let site = Site::without_sitemap()?;
    let list: String = paths.iter().map(|path| site.url(path) + "\n").collect();
    site.route("/sitemap.txt", Reply::new(200, "text/plain", list));
    paths.iter().for_each(|path| site.has(path, &title_of(path)));
    Ok(site)
}

/// The title that the tree gives a page before it is visited: `Two words` for `/folder/two-words.html`.
pub(crate) fn title_of(path: &str) -> String {
    let segment = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let words = segment.trim_end_matches(".html").replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn with_cookie(reply: Reply) -> Reply {
    reply.with_header("set-cookie", "visitor=42; Path=/; Max-Age=3600")
}

/// A small site with all features: branches, a heading, a context menu of three levels.
pub(crate) fn garden() -> Vec<Page> {
    vec![
        page("Welcome", "/"),
        page("Plants", "/plants.html").with([
            page("Apple", "/plants/apple.html").menu([
                page("Recipes", "/recipes.html").with([
                    page("Pies", "/recipes/pies.html").with([page("Deep pie", "/recipes/pies/deep.html")]),
                    page("Juice & cider", "/recipes/juice.html"),
                ]),
                page("Growing", "/growing.html"),
            ]),
            page("Pear", "/plants/pear.html"),
            page("Plum", "/plants/plum.html"),
        ]),
        heading("Tools").with([page("Spade", "/tools/spade.html"), page("Rake", "/tools/rake.html")]),
        page("Contact", "/contact.html"),
    ]
}

/// The titles of rows, from top to bottom.
pub(crate) fn names(rows: &[Row]) -> Vec<&str> {
    rows.iter().map(|row| row.name.as_str()).collect()
}

/// Opens the site's home page and the sidebar, and waits for the first rows of this site.
pub(crate) async fn visit(firefox: &Browser, site: &Site) -> Result<Vec<Row>> {
    let url = site.url("/");
    firefox.goto(&url).await?;
    firefox.open_sidebar().await?;
    let is_there = "return one('#site').textContent == new URL(args[0]).host";
    firefox.wait_in_sidebar("the site", is_there, &[json!(url)]).await?;
    firefox.wait_for_rows("the site's rows", |rows| !rows.is_empty()).await
}

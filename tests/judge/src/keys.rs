//! Which page an address means: two addresses are the same page if the server returns the same file for both.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use navibar_browser_tests::SiteFolder;
use url::Url;

/// Names a page: the path of its file in the site's folder, without `.html` and `index.html`. The home page is empty.
pub(crate) type Key = String;

/// Finds the page of an address.
pub(crate) struct Keys<'a> {
    site: &'a SiteFolder,
    /// earlier results by path
    paths: RefCell<HashMap<String, Option<Key>>>,
    /// earlier results by link, for links that mean the same on every page
    links: RefCell<HashMap<String, Option<Key>>>,
}

impl<'a> Keys<'a> {
    pub(crate) fn new(site: &'a SiteFolder) -> Self {
        Self { site, paths: RefCell::default(), links: RefCell::default() }
    }

    /// The page at this address. `None` if the site has no HTML file for it.
    pub(crate) fn page(&self, url: &Url) -> Option<Key> {
        if !matches!(url.scheme(), "http" | "https") || url.host_str() != Some(&self.site.host) {
            return None;
        }
        if let Some(known) = self.paths.borrow().get(url.path()) {
            return known.clone();
        }
        let file = self.site.file(url.path());
        let key = file.as_deref().and_then(|file| key(file.strip_prefix(&self.site.folder).ok()?));
        self.paths.borrow_mut().insert(url.path().to_owned(), key.clone());
        key
    }

    /// The page that a link on the page `base` leads to.
    pub(super) fn resolved(&self, href: &str, base: &Url) -> Option<Key> {
        if !href.starts_with('/') && !href.contains("://") {
            return self.page(&base.join(href).ok()?);
        }
        if let Some(known) = self.links.borrow().get(href) {
            return known.clone();
        }
        let key = base.join(href).ok().and_then(|url| self.page(&url));
        self.links.borrow_mut().insert(href.to_owned(), key.clone());
        key
    }

    /// The path of an address below the beginning of the site.
    pub(super) fn path<'u>(&self, url: &'u Url) -> &'u str {
        url.path().strip_prefix(self.site.path.trim_end_matches('/')).unwrap_or(url.path())
    }

    /// Names what an address of the site leads to, even if the site has no file for it. `None` for other sites.
    pub(super) fn target(&self, url: &Url) -> Option<String> {
        let is_here =
            url.host_str() == Some(&self.site.host) && url.path().starts_with(self.site.path.trim_end_matches('/'));
        is_here.then(|| {
            self.page(url).unwrap_or_else(|| url[url::Position::BeforePath..url::Position::AfterQuery].to_owned())
        })
    }
}

/// The page in a file. `None` if the file is not a page.
pub(super) fn key(file: &Path) -> Option<Key> {
    let path = file.to_str()?;
    let path = path.strip_suffix(".html").or_else(|| path.strip_suffix(".htm"))?;
    let path = if path == "index" { "" } else { path.strip_suffix("/index").unwrap_or(path) };
    Some(path.to_owned())
}

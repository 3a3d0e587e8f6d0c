//! The titles and places that a site itself gives its pages, read from its HTML files.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use navibar_browser_tests::SiteFolder;
use url::Url;

use super::html::{self, Crumb};
use super::menu::Item;
use super::title::{site_name, without};

/// Names a page: the path of its file in the site's folder, without `.html` and `index.html`. The home page is empty.
pub(super) type Key = String;

/// The entry above a page in the site's own navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// The page is at the top of a menu.
    Top,
    /// The page is below this entry, which may lead to another site or nowhere.
    Entry { key: Option<Key>, title: String },
}

/// Where the site's own navigation places a page.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// number of pages in the menu
    size: usize,
    /// `true` if the home page has the menu
    pub(super) is_on_home: bool,
    /// one for each time that the menu has the page
    pub(super) parents: Vec<Parent>,
}

#[derive(Debug)]
struct Page {
    url: Url,
    h1: Option<String>,
    title: Option<String>,
    /// the pages that its navigation links to
    links: Vec<Key>,
}

/// A site as its HTML files describe it.
#[derive(Debug)]
pub(super) struct Reference {
    pages: BTreeMap<Key, Page>,
    places: HashMap<Key, Place>,
    listed: HashSet<Key>,
    /// the pages in the menus of the home page
    home_menu: HashSet<Key>,
    site_name: Option<String>,
}

/// Finds the page of an address.
pub(super) struct Keys<'a> {
    site: &'a SiteFolder,
    /// earlier results by path
    paths: RefCell<HashMap<String, Option<Key>>>,
    /// earlier results by link, for links that mean the same on every page
    links: RefCell<HashMap<String, Option<Key>>>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(site: &'a SiteFolder) -> Self {
        Self { site, paths: RefCell::default(), links: RefCell::default() }
    }

    /// The page at this address. `None` if the site has no HTML file for it.
    pub(super) fn page(&self, url: &Url) -> Option<Key> {
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

    fn resolved(&self, href: &str, base: &Url) -> Option<Key> {
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
}

/// The page in a file. `None` if the file is not a page.
fn key(file: &Path) -> Option<Key> {
    let path = file.to_str()?.strip_suffix(".html")?;
    let path = if path == "index" { "" } else { path.strip_suffix("/index").unwrap_or(path) };
    Some(path.to_owned())
}

impl Reference {
    /// Reads the HTML files of a site that are in the language of its home page.
    pub(super) fn read(site: &SiteFolder) -> Result<Self> {
        let mut files = html_files(&site.folder)?;
        // The home page comes first. Among menus of the same size, the first one counts.
        files.sort_by_key(|file| (file != "index.html", file.clone()));
        let home = Url::parse(&site.home())?;
        let keys = Keys::new(site);
        let mut builder =
            Builder { keys: &keys, pages: BTreeMap::new(), places: HashMap::new(), home_menu: HashSet::new() };
        let mut crumbs = Vec::new();
        let mut language = None;
        for file in &files {
            let Some(key) = key(Path::new(file)) else { continue };
            let text = fs::read(site.folder.join(file)).with_context(|| format!("cannot read {file}"))?;
            let text = String::from_utf8_lossy(&text);
            // The tree of a site is in one language.
            let lang = html::language(&text);
            if key.is_empty() {
                language.clone_from(&lang);
            } else if lang.is_some() && language.is_some() && lang != language {
                continue;
            }
            let page = html::read(&text);
            let address = file.strip_suffix("index.html").unwrap_or(file);
            let url = home.join(&address.replace('%', "%25").replace('?', "%3f").replace('#', "%23"))?;
            for menu in &page.menus {
                builder.add_menu(menu, &url, &key);
            }
            crumbs.push((key.clone(), page.breadcrumb, url.clone()));
            let links = page.links.iter().filter_map(|href| keys.resolved(href, &url)).collect();
            let page = Page { url, h1: page.h1, title: page.title, links };
            builder.pages.entry(key).or_insert(page);
        }
        for (key, crumbs, url) in &crumbs {
            builder.add_breadcrumb(key, crumbs, url);
        }
        let Builder { pages, places, home_menu, .. } = builder;
        let mut listed: HashSet<Key> = places.keys().cloned().collect();
        listed.extend(sitemap(&site.folder)?.iter().filter_map(|url| keys.page(&Url::parse(url).ok()?)));
        listed.retain(|key| pages.contains_key(key));
        let site_name = site_name(pages.values().filter_map(|page| page.title.as_deref()));
        Ok(Self { pages, places, listed, home_menu, site_name })
    }

    /// Number of pages.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// Number of pages in menus or the sitemap.
    pub(super) fn listed(&self) -> usize {
        self.listed.len()
    }

    /// Returns `true` for a page of the site in the language of its home page.
    pub(super) fn has(&self, key: &str) -> bool {
        self.pages.contains_key(key)
    }

    /// Returns `true` if a page is in a menu or in the sitemap.
    pub(super) fn lists(&self, key: &str) -> bool {
        self.listed.contains(key)
    }

    /// Where the site's navigation places a page.
    pub(super) fn place(&self, key: &str) -> Option<&Place> {
        self.places.get(key)
    }

    /// Returns `true` if a menu of the home page has this page.
    pub(super) fn is_in_home_menu(&self, key: &str) -> bool {
        self.home_menu.contains(key)
    }

    /// The texts that are right as the title of a page.
    pub(super) fn titles(&self, key: &str) -> Vec<&str> {
        let Some(page) = self.pages.get(key) else { return Vec::new() };
        let name = self.site_name.as_deref();
        let title = page.title.as_deref();
        let mut titles = vec![page.h1.as_deref(), title.map(|title| without(title, name))];
        if key.is_empty() {
            titles.extend([title, name]);
        }
        titles.into_iter().flatten().collect()
    }

    /// The addresses of `count` pages, spread over the navigation of the home page. If it links to fewer pages, their
    /// navigation gives the rest.
    pub(super) fn visits(&self, count: usize) -> Vec<String> {
        let Some(home) = self.pages.get("") else { return Vec::new() };
        let mut seen = HashSet::from([""]);
        let first = self.new_pages(home, &mut seen);
        let mut visits: Vec<&Page> = match first.len() > count {
            true => (0..count).map(|at| first[at * first.len() / count]).collect(),
            false => first,
        };
        let mut at = 0;
        while visits.len() < count && at < visits.len() {
            let more = self.new_pages(visits[at], &mut seen);
            visits.extend(more);
            at += 1;
        }
        visits.truncate(count);
        visits.iter().map(|page| page.url.to_string()).collect()
    }

    fn new_pages<'a>(&'a self, page: &'a Page, seen: &mut HashSet<&'a str>) -> Vec<&'a Page> {
        let links = page.links.iter().filter_map(|key| self.pages.get_key_value(key));
        links.filter(|(key, _)| seen.insert(key)).map(|(_, page)| page).collect()
    }
}

struct Builder<'a> {
    keys: &'a Keys<'a>,
    pages: BTreeMap<Key, Page>,
    places: HashMap<Key, Place>,
    home_menu: HashSet<Key>,
}

impl Builder<'_> {
    /// Stores the places of the pages in a menu, unless a larger menu contains them.
    fn add_menu(&mut self, menu: &[Item], base: &Url, on: &str) {
        let key = |item: &Item| self.keys.resolved(item.href.as_deref()?, base);
        let keys: Vec<Option<Key>> = menu.iter().map(key).collect();
        let size = keys.iter().flatten().collect::<HashSet<_>>().len();
        let is_on_home = on.is_empty();
        if is_on_home {
            self.home_menu.extend(keys.iter().flatten().cloned());
        }
        // The pages whose place comes from this menu.
        let mut placed = HashSet::new();
        // The entries above the current one.
        let mut above: Vec<usize> = Vec::new();
        for (at, item) in menu.iter().enumerate() {
            while above.last().is_some_and(|&last| menu[last].depth >= item.depth) {
                above.pop();
            }
            if let Some(key) = &keys[at] {
                // The overview of a branch often has the same address as the branch. A page is not its own parent.
                let entry = above.iter().rev().find(|&&entry| keys[entry].as_ref() != Some(key));
                let parent = entry.map_or(Parent::Top, |&entry| Parent::Entry {
                    key: keys[entry].clone(),
                    title: menu[entry].text.clone(),
                });
                let is_larger = self.places.get(key).is_none_or(|place| place.size < size);
                if is_larger && placed.insert(key) {
                    self.places.insert(key.clone(), Place { size, is_on_home, parents: vec![parent] });
                } else if placed.contains(key)
                    && let Some(place) = self.places.get_mut(key)
                {
                    place.parents.push(parent);
                }
            }
            above.push(at);
        }
    }

    /// Stores the place of a page from its own breadcrumb, unless a menu contains the page.
    fn add_breadcrumb(&mut self, key: &Key, crumbs: &[Crumb], base: &Url) {
        let keys: Vec<_> = crumbs.iter().map(|crumb| self.keys.resolved(crumb.href.as_deref()?, base)).collect();
        let Some(last) = crumbs.len().checked_sub(1) else { return };
        // The last entry may be the page itself.
        let is_own = crumbs[last].href.is_none() || keys[last].as_ref() == Some(key);
        let at = if is_own { last.checked_sub(1) } else { Some(last) };
        let Some(at) = at else { return };
        let parent = Parent::Entry { key: keys[at].clone(), title: crumbs[at].name.clone() };
        self.places.entry(key.clone()).or_insert(Place { size: 0, is_on_home: false, parents: vec![parent] });
    }
}

/// The paths of the HTML files, relative to the folder.
fn html_files(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))? {
            let path = entry?.path();
            let relative = path.strip_prefix(folder).ok().and_then(Path::to_str);
            match relative {
                _ if path.is_dir() => open.push(path),
                Some(name) if name.ends_with(".html") => found.push(name.to_owned()),
                _ => {}
            }
        }
    }
    Ok(found)
}

/// The addresses in the sitemaps at the root of the site.
fn sitemap(folder: &Path) -> Result<Vec<String>> {
    let mut urls = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.contains("sitemap") && name.ends_with(".xml") {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            let locs = text.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
            urls.extend(locs.map(|url| url.trim().replace("&amp;", "&")));
        }
    }
    Ok(urls)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Writes a site to a folder.
    pub(crate) fn site(files: &[(&str, &str)]) -> Result<(tempfile::TempDir, SiteFolder)> {
        let folder = tempfile::tempdir()?;
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, text)?;
        }
        let site =
            SiteFolder { host: "a.example".to_owned(), path: "/p/".to_owned(), folder: folder.path().to_owned() };
        Ok((folder, site))
    }

    fn entry(key: &str, title: &str) -> Parent {
        Parent::Entry { key: Some(key.to_owned()), title: title.to_owned() }
    }

    fn parents(reference: &Reference, key: &str) -> Vec<Parent> {
        reference.place(key).map(|place| place.parents.clone()).unwrap_or_default()
    }

    #[test]
    fn the_largest_menu_places_a_page() -> Result<()> {
        let header = "<nav><a href=/p/>Home</a><a href=/p/guide/>Guide</a><a href=/p/guide/a.html>A</a></nav>";
        let (_folder, site) = site(&[
            ("index.html", &format!("<title>Site</title>{header}")),
            (
                "guide/index.html",
                &format!(
                    "<title>Guide - Site</title>{header}<aside><ul><li><a href=# aria-current=page>Guide</a><ul><li><a href=a>A</a>\
                     <li>Group<ul><li><a href=b.html?x>B</a></ul></ul><li><a href=c.html>C</a></ul></aside>"
                ),
            ),
            ("guide/a.html", "<title>A - Site</title><h1>The A</h1>"),
            ("guide/b.html", "<title>B - Site</title>"),
            ("guide/c.html", ""),
        ])?;
        let reference = Reference::read(&site)?;
        assert_eq!(reference.len(), 5);
        assert_eq!(parents(&reference, "guide/a"), [entry("guide", "Guide")]);
        let group = Parent::Entry { key: None, title: "Group".to_owned() };
        assert_eq!(parents(&reference, "guide/b"), [group]);
        assert_eq!(parents(&reference, "guide/c"), [Parent::Top]);
        assert_eq!(reference.place("").map(|place| place.is_on_home), Some(true));
        assert_eq!(reference.titles("guide/a"), ["The A", "A"]);
        assert_eq!(reference.titles(""), ["Site", "Site", "Site"]);
        Ok(())
    }

    #[test]
    fn a_breadcrumb_places_a_page_that_no_menu_has() -> Result<()> {
        let crumbs = |last: &str| {
            format!(
                r#"<script type="application/ld+json">{{"@type": "BreadcrumbList", "itemListElement": [
                {{"name": "Home", "item": "/p/"}}, {{"name": "Section", "item": "/p/s/"}}, {{"name": "Page"{last}}}]}}</script>"#
            )
        };
        let (_folder, site) = site(&[
            ("index.html", "<nav><a href=s/>Section</a></nav>"),
            ("s/index.html", ""),
            ("s/a.html", &crumbs("")),
            ("s/b.html", &crumbs(r#", "item": "b""#)),
        ])?;
        let reference = Reference::read(&site)?;
        for key in ["s/a", "s/b"] {
            assert_eq!(parents(&reference, key), [entry("s", "Section")], "{key}");
        }
        assert_eq!(parents(&reference, "s"), [Parent::Top]);
        Ok(())
    }

    #[test]
    fn pages_of_menus_and_of_the_sitemap_are_listed() -> Result<()> {
        let (_folder, site) = site(&[
            ("index.html", "<nav><a href=a>A</a><a href=missing>B</a><a href=https://b.example/p/c>C</a></nav>"),
            ("a.html", ""),
            ("b/index.html", ""),
            ("c.html", ""),
            ("sitemap.xml", "<urlset><url><loc> https://a.example/p/b </loc></url></urlset>"),
        ])?;
        let reference = Reference::read(&site)?;
        assert_eq!(["a", "b", "c"].map(|key| reference.lists(key)), [true, true, false]);
        assert_eq!(reference.listed(), 2);
        Ok(())
    }

    #[test]
    fn visits_are_spread_over_the_links_of_the_home_page() -> Result<()> {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let links: String = names.iter().map(|name| format!("<a href={name}.html>x</a><a href={name}>y</a>")).collect();
        let mut files = vec![("index.html".to_owned(), format!("<html lang=en><nav>{links}<a href=de>z</a></nav>"))];
        files.extend(names.iter().map(|name| (format!("{name}.html"), "<html lang=en>".to_owned())));
        files.push(("de.html".to_owned(), "<html lang=de>".to_owned()));
        let files: Vec<_> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
        let (_folder, every) = site(&files)?;
        let expected = ["a", "c", "e", "g"].map(|name| format!("http://a.example/p/{name}.html"));
        assert_eq!(Reference::read(&every)?.visits(4), expected);

        let (_folder, few) = site(&[
            ("index.html", "<nav><a href=a>A</a></nav>"),
            ("a.html", "<nav><a href=/p/>Home</a><a href=b>B</a></nav>"),
            ("b.html", ""),
        ])?;
        let expected = ["a", "b"].map(|name| format!("http://a.example/p/{name}.html"));
        assert_eq!(Reference::read(&few)?.visits(4), expected);
        Ok(())
    }
}

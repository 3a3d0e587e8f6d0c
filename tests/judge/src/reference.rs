//! The titles and places that a site itself gives its pages, read from its HTML files.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use navibar_browser_tests::SiteFolder;
use url::Url;

use super::html;
use super::keys::{Key, Keys, key};
use super::main_menu::{MainMenu, MainMenus};
use super::places::{Place, Places};
use super::title::{site_name, without};

#[derive(Debug)]
struct Page {
    url: Url,
    h1: Option<String>,
    title: Option<String>,
    /// the pages that its navigation links to
    links: Vec<Key>,
    /// it only sends the browser on
    is_redirect: bool,
}

/// A site as its HTML files describe it.
#[derive(Debug)]
pub struct Reference {
    pages: BTreeMap<Key, Page>,
    places: Places,
    listed: HashSet<Key>,
    main_menu: MainMenu,
    site_name: Option<String>,
}

impl Reference {
    /// Reads the HTML files of a site that are in the language of its home page.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn read(site: &SiteFolder) -> Result<Self> {
        let mut files = html_files(&site.folder)?;
        // The home page comes first. Among menus of the same size, the first one counts.
        files.sort_by_key(|file| (file != "index.html", file.clone()));
        let home = Url::parse(&site.home())?;
        let keys = Keys::new(site);
        let mut pages: BTreeMap<Key, Page> = BTreeMap::new();
        let (mut places, mut main_menus) = (Places::default(), MainMenus::default());
        let mut crumbs = Vec::new();
        let (mut language, mut has_menus) = (None, false);
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
            let mut page = html::read(&text);
            if key.is_empty() {
                has_menus = !page.menus.is_empty();
            }
            if let Some(row) = page.row_of_links.take().filter(|_| !has_menus) {
                page.links.extend(row.items.iter().filter_map(|item| item.href.clone()));
                page.menus.push(row);
            }
            let address = file.strip_suffix("index.html").unwrap_or(file);
            let url = home.join(&address.replace('%', "%25").replace('?', "%3f").replace('#', "%23"))?;
            for menu in &page.menus {
                places.add_menu(&menu.items, &url, &key, &keys);
                main_menus.add(menu, &url, &key, &keys);
            }
            main_menus.end_of_page();
            crumbs.push((key.clone(), page.breadcrumb, url.clone()));
            let links = page.links.iter().filter_map(|href| keys.resolved(href, &url)).collect();
            // A heading that is a link to another page names that page.
            let is_elsewhere = |href: &String| keys.resolved(href, &url).as_ref() != Some(&key);
            let h1 = page.h1.filter(|_| !page.h1_href.as_ref().is_some_and(is_elsewhere));
            let page = Page { url, h1, title: page.title, links, is_redirect: page.is_redirect };
            pages.entry(key).or_insert(page);
        }
        for (key, crumbs, url) in &crumbs {
            places.add_breadcrumb(key, crumbs, url, &keys);
        }
        let mut listed: HashSet<Key> = places.pages().cloned().collect();
        listed.extend(sitemap(&site.folder)?.iter().filter_map(|url| keys.page(&Url::parse(url).ok()?)));
        listed.retain(|key| pages.contains_key(key));
        let site_name = site_name(pages.values().filter_map(|page| page.title.as_deref()));
        Ok(Self { pages, places, listed, main_menu: main_menus.main(), site_name })
    }

    /// Number of pages.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Number of pages in menus or the sitemap.
    pub fn listed(&self) -> usize {
        self.listed.len()
    }

    /// Returns `true` for a page of the site in the language of its home page.
    pub(super) fn has(&self, key: &str) -> bool {
        self.pages.contains_key(key)
    }

    /// Returns `true` for a page that only sends the browser on to another one.
    pub(super) fn is_redirect(&self, key: &str) -> bool {
        self.pages.get(key).is_some_and(|page| page.is_redirect)
    }

    /// Returns `true` if a page is in a menu or in the sitemap.
    pub(super) fn lists(&self, key: &str) -> bool {
        self.listed.contains(key)
    }

    /// Where the site's navigation places a page.
    pub(super) fn place(&self, key: &str) -> Option<&Place> {
        self.places.get(key)
    }

    /// Where the menus and the breadcrumb of the page itself place it.
    pub(super) fn own_place(&self, site: &SiteFolder, key: &str) -> Result<Option<Place>> {
        let (Some(page), keys) = (self.pages.get(key), Keys::new(site)) else { return Ok(None) };
        let file = site.file(page.url.path()).with_context(|| format!("no file for {}", page.url))?;
        let read = html::read(&String::from_utf8_lossy(&fs::read(file)?));
        let mut places = Places::default();
        for menu in &read.menus {
            places.add_menu(&menu.items, &page.url, key, &keys);
        }
        places.add_breadcrumb(&key.to_owned(), &read.breadcrumb, &page.url, &keys);
        let place = places.get(key).cloned();
        Ok(place.map(|place| Place { is_on_home: self.is_in_home_menu(key), ..place }))
    }

    /// The entries at the top of the site's main menu.
    pub(super) fn main_menu(&self) -> &MainMenu {
        &self.main_menu
    }

    /// Returns `true` if a menu of the home page has this page.
    pub(super) fn is_in_home_menu(&self, key: &str) -> bool {
        self.places.on_home.contains(key)
    }

    /// The texts that are right as the title of a page: its name in the largest menu that has it, otherwise the heading of its
    /// content and its title without the name of the site.
    pub(super) fn titles(&self, key: &str) -> Vec<&str> {
        let Some(page) = self.pages.get(key) else { return Vec::new() };
        let name = self.site_name.as_deref();
        let title = page.title.as_deref();
        let own = [page.h1.as_deref(), title.map(|title| without(title, name))].into_iter().flatten();
        let labels = self.places.get(key).into_iter().flat_map(|place| &place.labels).map(String::as_str);
        if key.is_empty() {
            return own.chain(labels).chain(title).chain(name).collect();
        }
        let labels: Vec<&str> = labels.collect();
        if labels.is_empty() { own.collect() } else { labels }
    }

    /// Returns `true` if the site itself calls the page so, anywhere.
    pub(super) fn calls(&self, key: &str, name: &str) -> bool {
        self.places.calls(key, name) || self.titles(key).contains(&name)
    }

    /// The addresses of `count` pages, spread over the navigation of the home page. If it links to fewer pages, their
    /// navigation gives the rest.
    pub fn visits(&self, count: usize) -> Vec<String> {
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
        let new = links.filter(|(key, _)| seen.insert(key)).map(|(_, page)| page);
        new.filter(|page| !page.is_redirect).collect()
    }

    /// At most `count` pages that the site lists, spread over their names, with their addresses: somebody enters the site by
    /// each of them.
    pub fn entrances(&self, count: usize) -> Vec<(&str, String)> {
        let is_one = |(key, page): &(&Key, &Page)| !key.is_empty() && !page.is_redirect && self.listed.contains(*key);
        let all: Vec<_> = self.pages.iter().filter(is_one).collect();
        let taken = count.min(all.len());
        (0..taken).map(|at| all[at * all.len() / taken]).map(|(key, page)| (&**key, page.url.to_string())).collect()
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
                Some(name) if [".html", ".htm"].iter().any(|ending| name.ends_with(ending)) => {
                    found.push(name.to_owned())
                }
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
    use super::super::places::Parent;
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
        assert_eq!(reference.pages(), 5);
        assert_eq!(parents(&reference, "guide/a"), [entry("guide", "Guide")]);
        let group = Parent::Entry { key: None, title: "Group".to_owned() };
        assert_eq!(parents(&reference, "guide/b"), [group]);
        assert_eq!(parents(&reference, "guide/c"), [Parent::Top]);
        assert_eq!(reference.place("").map(|place| place.is_on_home), Some(true));
        assert_eq!(reference.titles("guide/a"), ["A"], "the menu names it");
        assert_eq!(reference.titles(""), ["Site", "Home", "Site", "Site"]);
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

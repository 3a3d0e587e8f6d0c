//! Titles of pages and the name of the site.

use super::menus::is_version;
use super::title_parts::{is_greeting, is_same_text, split};
use super::{Visit, is_title, tidy};
use crate::address::{common_folder, key, without_versions};
use crate::collections::keyed::{HashMap, HashSet};
use crate::collections::sort;
use crate::text::case_folding::folded;
use std::borrow::Borrow;

/// Returns `true` for a part of a title that says of which version the site is: `Version 1.2`, `v1.2`, `latest`.
fn names_version(part: &str) -> bool {
    let (first, rest) = part.split_once(' ').unwrap_or_default();
    is_version(if ["version", "release"].iter().any(|word| is_same_text(word, first)) { rest } else { part })
}

/// Learns the name of a site from the titles of its pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct SiteNames {
    /// The name that the pages declare.
    declared: Option<String>,
    /// How often each part of a title occurs at an end, on different pages. 0 for a whole title.
    parts: HashMap<String, usize>,
    /// The main heading and how many pages have it.
    headings: HashMap<String, usize>,
    /// The title of the document and how many pages have it.
    titles: HashMap<String, usize>,
    /// The title of the home page.
    home: Option<String>,
    /// The texts of links to the home page.
    home_links: Vec<String>,
    /// What the menus of the home page call other pages.
    other_pages: HashSet<String>,
    /// The name of the site. Follows from the other fields.
    site: Option<String>,
}

impl SiteNames {
    /// Learns from all visited pages. `home` is the address of the home page.
    pub(crate) fn new(visits: &[impl Borrow<Visit>], home: &str) -> SiteNames {
        let home = key(home);
        let mut names = SiteNames::default();
        let mut known = HashSet::default();
        for visit in visits.iter().map(Borrow::borrow) {
            let page = &visit.facts;
            // Versions of a page have the same texts, which do not name the site.
            let count = usize::from(known.insert(without_versions(&visit.key).into_owned()));
            let declared = [&page.site_name, &page.application_name].into_iter().flatten().map(|name| tidy(name));
            if names.declared.is_none() {
                names.declared = declared.into_iter().find(|name| is_title(name));
            }
            if let Some(heading) = page.heading.as_deref().map(tidy) {
                *names.headings.entry(heading).or_default() += count;
            }
            names.home_links.extend(visit.texts_of_home(&home).filter(|text| !is_greeting(text)).map(str::to_owned));
            let title = page.title.as_deref().map(tidy).unwrap_or_default();
            if key(&page.url) == home {
                names.home = Some(title.clone()).filter(|title| is_title(title));
                let entries = visit.menus.iter().flat_map(|menu| &menu.entries);
                let others = entries.filter(|entry| entry.url.as_deref().is_some_and(|url| key(url) != home));
                names.other_pages = others.map(|entry| words(&entry.text)).collect();
            }
            *names.titles.entry(title.clone()).or_default() += count;
            let parts = split(&title);
            // A title without separators may be the name of the site, or the title of the page alone.
            let is_end = usize::from(parts.len() > 1);
            for part in [parts.first(), parts.last()].into_iter().flatten() {
                *names.parts.entry((*part).to_owned()).or_default() += is_end;
            }
        }
        names.site = names.find_site(visits, &home);
        names
    }

    /// Returns the name of the site.
    pub(crate) fn site(&self) -> Option<&str> {
        self.site.as_deref()
    }

    fn find_site(&self, visits: &[impl Borrow<Visit>], home_key: &str) -> Option<String> {
        let starts_link = self.starts_of_home_links();
        if let Some(declared) = &self.declared {
            // The rest may be a slogan.
            let name = split(declared).into_iter().find(|part| starts_link(part));
            return Some(name.unwrap_or(declared).to_owned());
        }
        let common = self
            .parts
            .iter()
            .filter(|(part, count)| **count > 1 && !names_version(part) && !is_greeting(part))
            .max_by_key(|(part, count)| (**count, std::cmp::Reverse(part.len()), *part));
        if let Some((part, _)) = common.filter(|(part, _)| !self.is_of_section(part, visits, home_key)) {
            // The name may have several parts. The home page says with which one it begins.
            let begins = |name: &String| {
                let mut titles = visits.iter().filter_map(|visit| visit.borrow().facts.title.as_deref()).map(tidy);
                titles.any(|title| split(&title).iter().skip(1).any(|part| part == name))
            };
            return self.part_of_home(home_key, starts_link).filter(begins).or_else(|| Some(part.clone()));
        }
        if let Some(name) = self.home_links.iter().find(|text| self.parts.contains_key(*text)) {
            return Some(name.clone());
        }
        if self.home.is_none() {
            let rank = |part: &&String| (is_in_address(part, home_key), part.len(), (*part).clone());
            let names = self.parts.keys().filter(|part| starts_link(part) || is_in_address(part, home_key));
            return names.max_by_key(rank).cloned();
        }
        self.part_of_home(home_key, starts_link)
    }

    /// Returns the part of the home page's title that is the name of the site. `starts_link` is as in
    /// [`SiteNames::starts_of_home_links`].
    fn part_of_home(&self, home_key: &str, starts_link: impl Fn(&str) -> bool) -> Option<String> {
        let parts = split(self.home.as_deref()?);
        let is_heading = |part: &str| self.headings.keys().any(|heading| is_same_text(heading, part));
        let is_other_page = |part: &str| self.other_pages.contains(&words(part));
        let is_free = |part: &&&str| !is_greeting(part) && !names_version(part) && !is_other_page(part);
        let is_name = |part: &&&str| is_free(part) && !is_heading(part);
        let in_address = parts.iter().find(|part| is_in_address(part, home_key));
        let linked = parts.iter().find(|part| starts_link(part));
        let own = || parts.iter().find(is_name).or_else(|| parts.iter().find(is_free));
        let part = in_address.or(linked).or_else(own).or(parts.first())?;
        Some((*part).to_owned()).filter(|part| !is_greeting(part))
    }

    /// Returns `true` for the name of a section: the title of the home page does not have it, and all pages whose titles
    /// have it are in one folder.
    fn is_of_section(&self, name: &str, visits: &[impl Borrow<Visit>], home: &str) -> bool {
        if self.home.as_deref().is_none_or(|title| has_part(title, name)) {
            return false;
        }
        let has_name = |visit: &&Visit| visit.facts.title.as_deref().is_some_and(|title| has_part(title, name));
        let pages: Vec<&String> = visits.iter().map(Borrow::borrow).filter(has_name).map(|visit| &visit.key).collect();
        pages.first().and_then(|first| common_folder(first, &pages)).is_some_and(|folder| folder != home)
    }

    /// Returns a function that says if a link to the home page starts with a part of a title. A link with a picture has the
    /// picture's description as its text, such as "Garden logo. A green leaf".
    fn starts_of_home_links(&self) -> impl Fn(&str) -> bool {
        let links = self.home_links.iter().map(|text| words(text)).collect();
        let links = sort::sorted(links, &String::cmp);
        move |part| {
            let start = words(part);
            // The texts that start with the part follow it directly.
            let next = links.get(links.partition_point(|text| *text < start));
            next.is_some_and(|text| text.starts_with(&start)) && !is_greeting(part)
        }
    }

    /// Returns the title of a page: its main heading, or the document's title without the name of the site.
    /// `None` if both are only the name of the site.
    pub(crate) fn page(&self, visit: &Visit) -> Option<String> {
        let page = &visit.facts;
        let heading = page.heading.as_deref().map(tidy).filter(|heading| is_title(heading));
        // A heading that several pages have is the name of the site and not of the page.
        let heading = heading.filter(|heading| self.headings.get(heading).is_none_or(|&count| count < 2));
        let heading = heading.filter(|heading| !self.is_site(heading));
        // The same holds for a title.
        let title = page.title.as_deref().filter(|title| self.titles.get(&tidy(title)).is_none_or(|&count| count < 2));
        let in_menu = visit.title_in_menu.clone().filter(|part| title.is_some() && !self.is_site(part));
        // The first heading may be that of the page's first section.
        let heading = heading.filter(|heading| in_menu.is_none() || has_part(title.unwrap_or_default(), heading));
        heading.or(in_menu).or_else(|| self.bare_title(title?).filter(|title| !self.is_site(title)))
    }

    /// Returns `true` if the home page, a link to it or a declaration says that this is the name of the site. The end
    /// that titles have in common may be the name of a section.
    fn is_site(&self, text: &str) -> bool {
        if !self.site().is_some_and(|name| is_same_text(name, text)) {
            return false;
        }
        let home = self.home.as_deref().map(split).unwrap_or_default();
        let links = self.home_links.iter().chain(&self.declared).map(|text| &**text);
        home.into_iter().chain(links).any(|name| is_same_text(name, text))
    }

    /// Returns the title of a document without the name of the site.
    pub(crate) fn bare_title(&self, title: &str) -> Option<String> {
        let title = tidy(title);
        let parts = split(&title);
        let is_site = |part: &str| self.site().is_some_and(|name| is_same_text(name, part));
        // A common part at the end is the name of a section or of the site. One at the start is a part of the title.
        let is_common = |part: &str| self.parts.get(part).is_some_and(|&count| count > 1);
        let own: Vec<&str> = parts
            .iter()
            .enumerate()
            .filter(|(at, part)| !is_site(part) && (*at == 0 || !is_common(part)))
            .map(|(_, part)| *part)
            .collect();
        let bare = match own.first() {
            Some(first) if own.len() < parts.len() => (*first).to_owned(),
            None if parts.first().is_some_and(|part| self.is_site(part)) => return None,
            _ => title,
        };
        Some(bare).filter(|bare| is_title(bare))
    }
}

/// Returns a text for the comparison of whole words: it ends with a space.
fn words(text: &str) -> String {
    folded(text).chain([' ']).collect()
}

/// Returns `true` if a part of the host or path is a name: "Garden Tools" in `garden-tools.example` or `gardentools.example`.
fn is_in_address(name: &str, home_key: &str) -> bool {
    let letters = |text: &str| folded(text).filter(|c| c.is_alphanumeric()).collect::<String>();
    let name = letters(name);
    home_key.split(['/', '.']).any(|part| letters(part) == name)
}

fn has_part(title: &str, text: &str) -> bool {
    split(&tidy(title)).iter().any(|part| is_same_text(part, text))
}

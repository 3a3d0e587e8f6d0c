//! Decides which lists of links are menus of the site.

use super::{FactMenu, PageFacts, tidy};
use crate::address::{Address, Link, is_below, is_part, is_same_host, is_translation, key, without_index};
use crate::collections::keyed::HashSet;

/// A list with more links is not a bar of links to related pages.
const MAX_BAR: usize = 8;

/// A menu of the site.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Menu {
    pub(crate) kind: MenuKind,
    /// It stands in the content of the page.
    pub(crate) is_content: bool,
    /// It stands beside the content: `aside`, or the role `complementary`.
    pub(crate) is_aside: bool,
    pub(crate) is_in_footer: bool,
    /// The entries in document order.
    pub(crate) entries: Vec<MenuEntry>,
}

impl Menu {
    /// Returns `true` for a menu that can be the main menu of its page: it has several entries at the top, and stands in the
    /// navigation and not beside the content.
    pub(crate) fn is_main(&self) -> bool {
        let is_navigation = self.kind == MenuKind::Places && !self.is_in_footer && !self.is_aside && !self.is_content;
        is_navigation && self.entries.iter().filter(|entry| entry.depth == 0).nth(1).is_some()
    }

    /// Returns `true` for a list that says only titles, such as one in a footer.
    pub(crate) fn has_only_titles(&self) -> bool {
        self.kind == MenuKind::Titles || self.is_in_footer
    }

    /// Returns `true` for a list that says titles but may say no places.
    pub(crate) fn may_have_only_titles(&self) -> bool {
        self.kind != MenuKind::Places || self.is_in_footer
    }

    /// Returns the keys of its addresses.
    pub(crate) fn keys(&self) -> HashSet<&str> {
        self.entries.iter().filter_map(|entry| Some(entry.url.as_ref()?.key())).collect()
    }
}

/// The kind of a list of links, by what it says about the site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MenuKind {
    /// It says where its pages are in the tree, and their titles.
    Places,
    /// It says only titles: a footer, or a flat list beside the content.
    Titles,
    /// A list in the content of an index page. On a site without a sitemap, it says where its pages are.
    Contents,
}

/// An entry of a menu.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MenuEntry {
    /// The depth: 0, or at most one more than that of the entry before.
    pub(crate) depth: usize,
    pub(crate) text: String,
    /// The address of a page of this site. An entry without one is a heading.
    pub(crate) url: Option<Link>,
}

impl PageFacts {
    /// Returns the site's menus on this page, in document order.
    pub(super) fn site_menus(&self) -> Vec<Menu> {
        let own = key(&self.url);
        let others: HashSet<String> =
            self.alternates.iter().map(|other| key(&other.url)).filter(|other| *other != own).collect();
        let neighbours: HashSet<String> =
            ["prev", "next", "previous"].iter().flat_map(|rel| self.related(rel)).map(key).collect();
        let menus: Vec<Menu> =
            self.menus.iter().filter_map(|menu| self.site_menu(menu, &own, &others, &neighbours)).collect();
        // A flat menu that repeats entries of a larger one, such as a bar of tabs, comes after it. Of two whole menus, such as
        // the one for phones, the first is better.
        let keys: Vec<HashSet<&str>> = menus.iter().map(Menu::keys).collect();
        let repeats = |at: usize| {
            let is_flat = menus[at].entries.iter().all(|entry| entry.depth == 0);
            is_flat
                && (0..menus.len()).any(|other| {
                    let common = keys[at].intersection(&keys[other]).count();
                    menus[other].kind == MenuKind::Places
                        && keys[other].len() > keys[at].len()
                        && 3 * common >= 2 * keys[at].len()
                })
        };
        let repeats: Vec<bool> = (0..menus.len()).map(repeats).collect();
        let (last, first): (Vec<_>, Vec<_>) = menus.into_iter().zip(repeats).partition(|(_, repeats)| *repeats);
        let mut menus: Vec<Menu> = first.into_iter().chain(last).map(|(menu, _)| menu).collect();
        self.find_contents(&mut menus, &own);
        menus
    }

    /// Returns the menus of a manifest. Each of them is about places, and about all that it names, such as the versions in a list
    /// of changes.
    pub(super) fn manifest_menus(&self) -> Vec<Menu> {
        let own = key(&self.url);
        let menu = |menu: &FactMenu| Menu {
            kind: MenuKind::Places,
            is_content: false,
            is_aside: false,
            is_in_footer: false,
            entries: self.own_entries(menu, &own),
        };
        self.menus.iter().map(menu).filter(|menu| !menu.entries.is_empty()).collect()
    }

    /// Finds the lists of an index page whose links lead to pages below its folder. If there are menus, they list the page, and
    /// no page below it.
    fn find_contents(&self, menus: &mut [Menu], own: &str) {
        /// Fewer links are not the contents of a site.
        const MIN_LINKS: usize = 4;
        let address = self.url.split(['?', '#']).next().unwrap_or_default();
        if !without_index(address).ends_with('/') {
            return;
        }
        let is_below = |key: &&str| is_below(key, own);
        let places: HashSet<&str> =
            menus.iter().filter(|menu| menu.kind == MenuKind::Places).flat_map(Menu::keys).collect();
        if !places.is_empty() && (!places.contains(own) || places.iter().any(is_below)) {
            return;
        }
        let is_found = |menu: &Menu| menu.is_content && menu.keys().iter().all(is_below);
        let links: HashSet<&str> = menus.iter().filter(|menu| is_found(menu)).flat_map(Menu::keys).collect();
        if links.len() >= MIN_LINKS {
            menus.iter_mut().filter(|menu| is_found(menu)).for_each(|menu| menu.kind = MenuKind::Contents);
        }
    }

    fn site_menu(
        &self,
        menu: &FactMenu,
        own: &str,
        others: &HashSet<String>,
        neighbours: &HashSet<String>,
    ) -> Option<Menu> {
        let entries = without_choices(self.own_entries(menu, own), own, others, neighbours);
        let keys: Vec<&str> = entries.iter().filter_map(|entry| Some(entry.url.as_ref()?.key())).collect();
        let is_flat = entries.iter().all(|entry| entry.depth == 0 && entry.url.is_some());
        let share = |count: usize| 2 * count >= keys.len();
        let named = keys.iter().filter(|key| others.contains(**key)).count();
        let translations = keys.iter().filter(|key| others.contains(**key) || is_in_other_language(own, key)).count();
        let own_links = keys.iter().filter(|key| **key == own).count();
        let is_only_own = own_links > 0 && own_links + translations == keys.len();
        let is_languages = share(translations) && (named > 0 || translations > 1 || is_only_own);
        let versions = entries.iter().filter(|entry| is_version(&entry.text)).count();
        let numbers = entries.iter().filter(|entry| entry.text.parse::<u32>().is_ok()).count();
        // Several links to the page itself are the buttons of a filter.
        let is_filter = keys.len() > 1 && own_links == keys.len();
        if keys.is_empty() || is_filter || is_languages || is_flat && (share(versions) && versions > 1) {
            return None;
        }
        if is_flat && share(numbers) && numbers > 1 {
            return None; // pagination
        }
        // The arrow of the next page is at the end, where it says nothing.
        let is_back = |entry: &MenuEntry| entry.text.starts_with(['\u{ab}', '\u{2039}', '\u{2190}']);
        if is_flat
            && keys.len() <= 3
            && (keys.iter().any(|key| neighbours.contains(*key)) || entries.iter().any(is_back))
            || self.is_bar(&keys, own, neighbours)
        {
            return None;
        }
        let is_beside = matches!(&*menu.landmark, "complementary" | "main") && is_flat;
        let kind = match &*menu.landmark {
            "footer" => MenuKind::Titles,
            _ if is_beside || keys.len() < 2 => MenuKind::Titles,
            _ => MenuKind::Places,
        };
        let is_aside = menu.landmark == "complementary";
        let is_in_footer = menu.is_in_footer;
        Some(Menu { kind, is_content: menu.landmark == "main", is_aside, is_in_footer, entries })
    }

    /// Returns `true` for a bar of links to related pages, as those of Sphinx and DocBook: it is short, at least half of its
    /// links lead to pages that the page names as its relations, and the page is not between its neighbours. Without
    /// neighbours, it has an index that is not above the page. `keys` are the addresses of its links.
    fn is_bar(&self, keys: &[&str], own: &str, neighbours: &HashSet<String>) -> bool {
        if keys.len() > MAX_BAR {
            return false;
        }
        let is_related = |rels: &[&str], each: &str| {
            self.relations.iter().any(|to| rels.contains(&&*to.rel) && key(&to.url) == each)
        };
        let is_list = |each: &str| is_related(&["index", "contents", "up"], each);
        // A menu has the previous page directly before this page, and the next one directly after it.
        let is_in_place = |at: usize, spot: usize| {
            if is_related(&["next"], keys[at]) { at == spot + 1 } else { at + 1 == spot }
        };
        let is_apart = |spot: usize| {
            let mut beside = (0..keys.len()).filter(|&at| neighbours.contains(keys[at])).peekable();
            match beside.peek() {
                Some(_) => beside.any(|at| !is_in_place(at, spot)),
                None => keys.iter().any(|each| is_list(each) && !own.starts_with(&**each)),
            }
        };
        let related = keys.iter().filter(|each| neighbours.contains(**each) || is_list(each)).count();
        let place = keys.iter().position(|each| *each == own);
        let count = related + usize::from(place.is_some());
        related > 0 && 2 * count >= keys.len() && place.is_none_or(is_apart)
    }

    /// Returns the entries about pages of this site. Their depths have no gaps.
    fn own_entries(&self, menu: &FactMenu, own: &str) -> Vec<MenuEntry> {
        let mut entries: Vec<MenuEntry> = Vec::new();
        // The original depths of the ancestors that were kept.
        let mut above: Vec<u32> = Vec::new();
        let mut dropped: Option<u32> = None;
        for (at, entry) in menu.entries.iter().enumerate() {
            if dropped.is_some_and(|depth| entry.depth > depth) {
                continue;
            }
            dropped = None;
            let text = tidy(&entry.text);
            let url = entry.url.as_deref();
            // A link to a part of a page is not a page. The entries below it are not pages either.
            let is_own_part =
                |url: &str| url.contains('#') && !url.ends_with('#') && !own.contains('#') && key(url) == own;
            if url.is_some_and(|url| is_part(url) || is_own_part(url)) {
                dropped = Some(entry.depth);
                continue;
            }
            // An entry that leads to another site becomes a heading, because its children may be pages of this one. So does
            // one with an empty fragment: it only opens the entries below it.
            let has_entries = menu.entries.get(at + 1).is_some_and(|next| next.depth > entry.depth);
            let opens = |url: &str| url.ends_with('#') && has_entries && !entry.is_current;
            let url = url.filter(|url| is_same_host(url, &self.url) && is_page(url) && !opens(url));
            while above.last().is_some_and(|&depth| depth >= entry.depth) {
                above.pop();
            }
            let depth = above.len();
            above.push(entry.depth);
            // The entry that stands for the current page may have no link. A trail to the page ends with such an entry.
            let is_own = entry.is_current && entry.url.is_none() && at + 1 < menu.entries.len();
            let own = || (is_own && !text.is_empty()).then_some(&*self.url);
            let url = url
                .or_else(own)
                .map(|url| url.trim_end_matches("#/").trim_end_matches("#!/").trim_end_matches('#'))
                .map(|url| Link::new(url.to_owned()));
            entries.push(MenuEntry { depth, text, url });
        }
        let mut entries = without_empty_headings(entries);
        // The home page is in no section. A heading above it, such as the button "Menu" on a phone, is the name of the menu.
        let tops = entries.iter().filter(|entry| entry.depth == 0).count();
        let is_home = |entry: &MenuEntry| entry.url.as_ref().is_some_and(|url| url.page_key().is_host());
        if tops == 1 && entries[0].url.is_none() && entries.iter().any(|entry| entry.depth == 1 && is_home(entry)) {
            entries.remove(0);
            entries.iter_mut().for_each(|entry| entry.depth -= 1);
        }
        entries
    }
}

/// What an entry of a menu is to the page that the menu is on.
struct About {
    /// It chooses a language or a version of the page. Only an entry below another one can.
    is_choice: bool,
    is_own: bool,
    /// The page in another language.
    is_other: bool,
    is_neighbour: bool,
}

/// Removes entries that are about the page `own` itself: links to it in another language, headings whose entries choose its
/// language or version, and headings with one neighbour of the page, such as "Next topic".
fn without_choices(
    entries: Vec<MenuEntry>,
    own: &str,
    others: &HashSet<String>,
    neighbours: &HashSet<String>,
) -> Vec<MenuEntry> {
    // Each entry is looked at once, because an entry may be below many others.
    let about = |entry: &MenuEntry| {
        let key = entry.url.as_ref().map(Link::key);
        let is_other = key.is_some_and(|key| others.contains(key));
        let is_language = || is_other || key.is_some_and(|key| is_in_other_language(own, key));
        About {
            is_choice: entry.depth > 0 && (is_version(&entry.text) || is_language()),
            is_own: key == Some(own),
            is_other: is_other && entry.url.as_ref().is_some_and(|url| !url.page_key().is_host()),
            is_neighbour: key.is_some_and(|key| neighbours.contains(key)),
        }
    };
    let about: Vec<About> = entries.iter().map(about).collect();
    let mut kept: Vec<MenuEntry> = Vec::with_capacity(entries.len());
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let below = entries[at + 1..].iter().take_while(|below| below.depth > entry.depth).count();
        let below = &about[at + 1..at + 1 + below];
        let count = below.len();
        let choices = below.iter().filter(|below| below.is_choice).count();
        let own_links = below.iter().filter(|below| below.is_own).count();
        let is_with_own = entry.url.is_none() && own_links > 0 && choices + own_links == count;
        let least = if is_with_own || is_heading_of_versions(entry) { 1 } else { 2 };
        if choices >= least && 2 * choices >= count || count == 1 && entry.url.is_none() && about[at + 1].is_neighbour {
            at += 1 + count;
        } else if count == 0 && about[at].is_other {
            at += 1;
        } else {
            kept.push(entry.clone());
            at += 1;
        }
    }
    kept
}

/// Returns `true` for the key of the page `own` or of the home page in another language.
fn is_in_other_language(own: &str, key: &str) -> bool {
    let host = own.split('/').next().unwrap_or_default();
    [own, host].iter().any(|from| is_translation(from, key))
}

/// Returns `true` for a heading such as "Docs by version".
fn is_heading_of_versions(entry: &MenuEntry) -> bool {
    let last = entry.text.rsplit(' ').next().unwrap_or_default();
    entry.url.is_none() && ["version", "versions"].iter().any(|word| last.eq_ignore_ascii_case(word))
}

/// Removes headings without a page below them.
fn without_empty_headings(entries: Vec<MenuEntry>) -> Vec<MenuEntry> {
    let mut kept: Vec<MenuEntry> = Vec::with_capacity(entries.len());
    // The depth of the next entry that is kept.
    let mut last_depth = 0;
    for entry in entries.into_iter().rev() {
        let is_parent = last_depth > entry.depth;
        if entry.url.is_some() || (is_parent && !entry.text.is_empty()) {
            last_depth = entry.depth;
            kept.push(entry);
        } else if is_parent {
            // A heading without a text is not a level.
            let depth = entry.depth;
            for below in kept.iter_mut().rev().take_while(|below| below.depth > depth) {
                below.depth -= 1;
            }
            last_depth = depth;
        }
    }
    kept.reverse();
    kept
}

/// Returns `true` if an address can be a page: it is not a picture, a script or an archive, nor a search for nothing (`?s=`).
fn is_page(url: &str) -> bool {
    const FILES: [&str; 21] = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "css", "js", "json", "xml", "zip", "gz", "tar", "mp3",
        "mp4", "webm", "woff2", "exe", "rss", "txt",
    ];
    let (path, query) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
    if query.ends_with('=') {
        return false;
    }
    let file = path.rsplit('/').next().unwrap_or_default();
    !file.rsplit_once('.').is_some_and(|(_, ending)| FILES.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// Returns `true` for the name of a version: `v1.2`, `2.x`, `1.0.3 (current)`, `latest`. Numbered chapters (`1.2. Install`,
/// `1.2 Install`) are not versions.
pub(super) fn is_version(text: &str) -> bool {
    let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let bare = word.strip_prefix(['v', 'V']).unwrap_or(word);
    let is_number = bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.contains('.')
        && !bare.ends_with('.')
        && bare.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'x' | '-' | '+') || c.is_ascii_lowercase());
    let is_name = ["latest", "stable", "next", "nightly", "dev"].iter().any(|name| word.eq_ignore_ascii_case(name));
    (is_number || is_name) && (rest.is_empty() || rest.trim_start().starts_with(['(', '[', '-']))
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_are_not_numbered_chapters() {
        for name in ["v1.2", "2.x", "1.0.3 (current)", "latest", "Stable [default]", "3.10", "1.0-beta"] {
            assert!(is_version(name), "{name}");
        }
        for name in
            ["1. User Manual", "1.2. Install", "1.2 Install", "2.1.", "Next steps", "Dev guide", "2024", "Versions"]
        {
            assert!(!is_version(name), "{name}");
        }
    }
}

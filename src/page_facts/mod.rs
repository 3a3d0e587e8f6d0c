//! The facts that a page states about its site: menus, breadcrumbs, headings, titles and relations.
//!
//! JavaScript reads the facts from the live document and decides nothing. Everything here is hostile input: texts are
//! cut, addresses of other hosts are dropped, and lists that are not menus are left out.
//!
//! ```
//! use navibar::page_facts::PageFacts;
//! use navibar::session::Session;
//!
//! let mut session = Session::default();
//! session.begin("https://www.example.org/oak");
//! let page = PageFacts { url: "https://www.example.org/oak".to_owned(), ..PageFacts::default() };
//! let has_changed = session.add_facts(page);
//! assert!(!has_changed, "the sitemaps are not read yet");
//! ```

mod errors;
mod head;
mod home;
mod menu_keys;
mod menus;
mod text;
mod title_parts;
mod titles;
mod visit;

pub(crate) use head::HeadReader;
pub(crate) use home::site_home;
pub(crate) use menu_keys::MenuKeys;
pub(crate) use menus::{Menu, MenuEntry, MenuKind};
pub(crate) use text::{is_title, tidy};
pub(crate) use title_parts::is_same_text;
pub(crate) use titles::SiteNames;
pub(crate) use visit::{KnownMenu, Visit, VisitSource};

use crate::address::{is_below_host, is_same_host, normal};
use crate::limits::{
    MAX_FACT_BREADCRUMBS, MAX_FACT_DEPTH, MAX_FACT_ELEMENTS, MAX_FACT_ENTRIES, MAX_FACT_HEADINGS, MAX_FACT_JSON_BYTES,
    MAX_FACT_MENUS, MAX_FACT_RELATIONS, MAX_FACT_SLICE, MAX_FACT_TEXT, MAX_FACT_TIME, MAX_FACT_URL, MAX_FACT_URLS,
    MAX_SECTIONS, MAX_VALUE_BYTES,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The facts that one page states about itself and its site. All addresses are absolute. Texts are cut at their maximum length.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PageFacts {
    /// Address of the page without its fragment.
    pub url: String,
    /// Address that the page names as its own (`link rel=canonical`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// Title of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Text of the main heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Address that the whole main heading leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading_url: Option<String>,
    /// Name of the site (`og:site_name`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_name: Option<String>,
    /// Name of the application (`meta name=application-name`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub application_name: Option<String>,
    /// Program that made the page (`meta name=generator`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// Language of the page, a BCP 47 tag as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The same page in other languages.
    pub alternates: Vec<Alternate>,
    /// Lists of links in landmarks, in document order.
    pub menus: Vec<FactMenu>,
    /// Paths from the site's home page to this page.
    pub breadcrumbs: Vec<Vec<Crumb>>,
    /// Links with a relation, such as `next` and `sitemap`. `base` is the address in `<base>`.
    pub relations: Vec<Relation>,
    /// Headings outside of menus, in document order.
    pub headings: Vec<Heading>,
    /// `true` if the page has more than a limit allows.
    #[serde(default)]
    pub is_cut: bool,
}

/// The same page in another language.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Alternate {
    /// Language tag.
    pub language: String,
    /// Absolute address.
    pub url: String,
}

/// A list of links.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FactMenu {
    /// Part of the page that has the list. `main`: it is in no landmark, or in the main content.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(type = r#""navigation" | "complementary" | "header" | "footer" | "tree" | "menubar" | "main""#)
    )]
    pub landmark: String,
    /// Name of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// `true` if it is a landmark in the footer of the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_in_footer: bool,
    /// Entries in document order.
    pub entries: Vec<FactEntry>,
}

/// An entry of a list of links.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FactEntry {
    /// Depth in the list, from 0.
    pub depth: u32,
    /// Text of the entry.
    pub text: String,
    /// Absolute address. An entry without one is a heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// `true` if the entry stands for the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_current: bool,
}

/// An entry of a breadcrumb.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Crumb {
    /// Text of the entry.
    pub text: String,
    /// Absolute address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A link with a relation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Relation {
    /// One token of `rel`.
    pub rel: String,
    /// Absolute address.
    pub url: String,
    /// Media type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// Title of the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A heading of the page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Heading {
    /// Level, from 1 to 6.
    pub level: u32,
    /// Text of the heading.
    pub text: String,
    /// Fragment that leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// The limits for the JavaScript that reads the facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[doc(hidden)]
pub struct PageFactLimits {
    /// Elements that are read.
    elements: usize,
    menus: usize,
    /// The entries of all menus.
    entries: usize,
    /// UTF-16 code units of one text.
    text_length: usize,
    /// UTF-16 code units of an address that the page names.
    url_length: usize,
    /// UTF-16 code units of all addresses that the page names.
    all_urls_length: usize,
    /// Levels of a menu, and entries of a breadcrumb.
    depth: usize,
    breadcrumbs: usize,
    relations: usize,
    headings: usize,
    /// The headings in the pane "On this page".
    sections: usize,
    /// UTF-16 code units of one JSON-LD script.
    json_bytes: usize,
    /// Milliseconds before the page may work.
    slice_ms: u64,
    /// Milliseconds of all slices.
    total_ms: u64,
}

/// The limits for reading one page.
#[doc(hidden)]
pub const FACT_LIMITS: PageFactLimits = PageFactLimits {
    elements: MAX_FACT_ELEMENTS,
    menus: MAX_FACT_MENUS,
    entries: MAX_FACT_ENTRIES,
    text_length: MAX_FACT_TEXT,
    url_length: MAX_FACT_URL,
    all_urls_length: MAX_FACT_URLS,
    depth: MAX_FACT_DEPTH,
    breadcrumbs: MAX_FACT_BREADCRUMBS,
    relations: MAX_FACT_RELATIONS,
    headings: MAX_FACT_HEADINGS,
    sections: MAX_SECTIONS,
    json_bytes: MAX_FACT_JSON_BYTES,
    slice_ms: MAX_FACT_SLICE,
    total_ms: MAX_FACT_TIME,
};

impl PageFacts {
    /// Cuts lists and texts to their limits, because a page can send any object. Drops long addresses, because a part of
    /// one would lead elsewhere. Call it once for facts that arrive.
    pub(crate) fn limit(&mut self) {
        let text = |text: &mut String| text.truncate(text.floor_char_boundary(4 * MAX_FACT_TEXT));
        let optional = |value: &mut Option<String>| value.iter_mut().for_each(text);
        let mut room = MAX_FACT_URLS;
        let mut fits = |url: &mut String| {
            let is_short = is_normalized(url) && url.len() <= MAX_FACT_URL;
            let left = room.checked_sub(url.len()).filter(|_| is_short);
            room = left.unwrap_or(room);
            left.is_some()
        };
        // The browser has opened this address, so it may be long. Without an address, the facts belong to no site.
        if !is_normalized(&mut self.url) || self.url.len() > MAX_VALUE_BYTES {
            self.url.clear();
        }
        self.canonical.take_if(|url| !fits(url));
        self.heading_url.take_if(|url| !fits(url));
        for value in [&mut self.title, &mut self.heading, &mut self.site_name, &mut self.application_name] {
            optional(value);
        }
        optional(&mut self.generator);
        optional(&mut self.language);
        self.relations.truncate(MAX_FACT_RELATIONS);
        self.relations.retain_mut(|relation| fits(&mut relation.url));
        self.alternates.truncate(MAX_FACT_RELATIONS);
        self.alternates.retain_mut(|alternate| fits(&mut alternate.url));
        self.breadcrumbs.truncate(MAX_FACT_BREADCRUMBS);
        for crumbs in &mut self.breadcrumbs {
            crumbs.truncate(MAX_FACT_DEPTH);
            for crumb in crumbs {
                text(&mut crumb.text);
                crumb.url.take_if(|url| !fits(url));
            }
        }
        self.menus.truncate(MAX_FACT_MENUS);
        let mut left = MAX_FACT_ENTRIES;
        for menu in &mut self.menus {
            optional(&mut menu.label);
            text(&mut menu.landmark);
            menu.entries.truncate(left);
            left -= menu.entries.len();
            for entry in &mut menu.entries {
                text(&mut entry.text);
                entry.depth = entry.depth.min(MAX_FACT_DEPTH as u32);
                entry.url.take_if(|url| !fits(url));
            }
        }
        self.headings.truncate(MAX_FACT_HEADINGS);
        self.headings.iter_mut().for_each(|heading| text(&mut heading.text));
    }

    /// Returns the approximate memory use in bytes, without the menus.
    pub(crate) fn memory(&self) -> usize {
        let texts = [&self.title, &self.heading, &self.heading_url, &self.canonical, &self.site_name];
        let names = [&self.application_name, &self.generator, &self.language];
        let len = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let relations = self.relations.iter().map(|relation| {
            let Relation { rel, url, media_type, title } = relation;
            size_of::<Relation>() + rel.len() + url.len() + len(media_type) + len(title)
        });
        let alternates = self.alternates.iter().map(|other| 48 + other.language.len() + other.url.len());
        let crumbs = self.breadcrumbs.iter().flatten().map(|crumb| 48 + crumb.text.len() + len(&crumb.url));
        let headings = self.headings.iter().map(|heading| 56 + heading.text.len() + len(&heading.id));
        let parts = relations.chain(alternates).chain(crumbs).chain(headings);
        size_of::<PageFacts>()
            + self.url.len()
            + texts.into_iter().chain(names).map(len).sum::<usize>()
            + parts.sum::<usize>()
    }

    /// Returns the address of the page: the canonical one if it is on the same site, or the one that was visited. Page 2 of a
    /// topic has the address of the topic, with which its breadcrumb ends.
    pub(crate) fn own_url(&self) -> &str {
        let is_own = |url: &&str| is_same_host(&self.url, url);
        let canonical = self.canonical.as_deref().filter(is_own);
        // Some sites name their home page as the address of every page.
        let topic = || {
            let (page, query) = self.url.split_once('?')?;
            let last = self.breadcrumbs.first()?.last()?.url.as_deref()?;
            last.split_once('?').filter(|(of, start)| *of == page && query.starts_with(start)).map(|_| last)
        };
        let canonical = canonical.filter(|url| !is_below_host(&self.url) || is_below_host(url));
        canonical.or_else(topic).unwrap_or(&self.url)
    }

    /// Returns the addresses with this relation.
    pub(crate) fn related<'a>(&'a self, rel: &'a str) -> impl Iterator<Item = &'a str> {
        self.relations.iter().filter(move |relation| relation.rel == rel).map(|relation| &*relation.url)
    }
}

/// Gives an address its normal form. Returns `false` if it has none.
fn is_normalized(url: &mut String) -> bool {
    let address = match normal(url) {
        None => return false,
        Some(Cow::Borrowed(_)) => return true,
        Some(Cow::Owned(address)) => address,
    };
    *url = address;
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_addresses_are_dropped_and_not_cut() {
        let short = || format!("https://www.example.org/{}", "x".repeat(MAX_FACT_URL - 24));
        let long = || short() + "x";
        let crumb = |url: String| Crumb { text: "A".to_owned(), url: Some(url) };
        let entry = |url: String| FactEntry { text: "A".to_owned(), url: Some(url), ..FactEntry::default() };
        let relation = |url: String| Relation { rel: "next".to_owned(), url, ..Relation::default() };
        let alternate = |url: String| Alternate { language: "de".to_owned(), url };
        let mut facts = PageFacts {
            url: long(),
            canonical: Some(long()),
            alternates: vec![alternate(long()), alternate(short())],
            menus: vec![FactMenu { entries: vec![entry(long()), entry(short())], ..FactMenu::default() }],
            breadcrumbs: vec![vec![crumb(long()), crumb(short())]],
            relations: vec![relation(long()), relation(short())],
            ..PageFacts::default()
        };
        facts.limit();
        assert_eq!((&facts.url, facts.canonical), (&long(), None), "the page itself may have any address");
        assert_eq!(facts.alternates, [alternate(short())]);
        assert_eq!(
            facts.menus[0].entries.iter().map(|entry| entry.url.clone()).collect::<Vec<_>>(),
            [None, Some(short())]
        );
        assert_eq!(
            facts.breadcrumbs[0].iter().map(|crumb| crumb.url.clone()).collect::<Vec<_>>(),
            [None, Some(short())]
        );
        assert_eq!(facts.relations, [relation(short())]);
    }

    #[test]
    fn the_addresses_of_a_page_stay_within_256_kib() {
        let url = |n: usize| format!("https://www.example.org/{n:04}/{}", "x".repeat(71));
        let entry = |n| FactEntry { text: "A".to_owned(), url: Some(url(n)), ..FactEntry::default() };
        let menu = FactMenu { entries: (0..5_000).map(entry).collect(), ..FactMenu::default() };
        let crumb = Crumb { text: "A".to_owned(), url: Some(url(0)) };
        let mut facts = PageFacts { menus: vec![menu], breadcrumbs: vec![vec![crumb]], ..PageFacts::default() };
        facts.limit();
        let urls = facts.menus[0].entries.iter().filter_map(|entry| entry.url.as_ref());
        let crumbs = facts.breadcrumbs[0].iter().filter_map(|crumb| crumb.url.as_ref());
        assert_eq!(crumbs.clone().count(), 1, "a large menu leaves the breadcrumbs");
        assert_eq!(urls.chain(crumbs).map(String::len).sum::<usize>(), 262_100, "2,621 addresses of 100 bytes");
    }

    #[test]
    fn the_memory_of_facts_includes_everything() {
        let text = |n| "x".repeat(n);
        let some = |n| Some(text(n));
        let facts = PageFacts {
            url: text(1_000),
            canonical: some(1_000),
            title: some(1_000),
            heading: some(1_000),
            heading_url: some(1_000),
            site_name: some(1_000),
            application_name: some(1_000),
            generator: some(1_000),
            language: some(1_000),
            alternates: vec![Alternate { language: text(1_000), url: text(1_000) }],
            breadcrumbs: vec![vec![Crumb { text: text(1_000), url: some(1_000) }]],
            relations: vec![Relation {
                rel: text(1_000),
                url: text(1_000),
                media_type: some(1_000),
                title: some(1_000),
            }],
            headings: vec![Heading { level: 1, text: text(1_000), id: some(1_000) }],
            ..PageFacts::default()
        };
        assert!((19_000..20_000).contains(&facts.memory()), "19 texts: {}", facts.memory());
    }
}

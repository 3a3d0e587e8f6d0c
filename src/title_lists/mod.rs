//! The site's own lists: manifests, search indexes, feeds, the entries of WordPress, and `llms.txt`.
//!
//! A page of the site names the list. A [manifest] is a menu. The other lists give titles to pages that are in the tree, and no
//! places. A search index contains every page of its folder. If no sitemap lists a page there, its pages are added to the
//! tree. The pages of a feed are added if the site has no sitemap. Lists are requested only if the user allows it.

mod kind;
mod llms_txt;
mod manifest;
mod named_list;
mod records;
mod search_index;
mod sphinx;
mod texts;
mod wordpress;

use crate::address::reference::absolute;
use crate::address::{is_same_site, key};
use crate::collections::keyed::HashMap;
use crate::limits::{MAX_FACT_TEXT, MAX_LIST_BYTES, MAX_LIST_TEXT, MAX_LISTED_TITLES, MAX_VALUE_BYTES};
use crate::page_facts::{FactEntry, FactMenu, PageFacts, Visit, is_title};
use crate::site::Site;
use crate::site_map::{ListedPage, NodeId, TitleOrigin};
use crate::text::html_text::text_of;
use crate::text::json::Json;
use crate::text::one_line;
pub(crate) use kind::ListKind;
use kind::Manifest;
use llms_txt::LlmsTxt;
use manifest::{MANIFESTS, ManifestReader, RUNTIME, has_endings};
pub(crate) use manifest::{ManifestContent, Part};
use named_list::{named_list, script_in};
use records::Records;
use search_index::SEARCH_INDEXES;
use sphinx::{Sphinx, links_to_folders};
pub(crate) use texts::TextReader;
use wordpress::WordPress;

/// A list that may contain titles of pages.
#[derive(Clone, Debug)]
pub(crate) struct TitleList {
    pub(crate) url: String,
    pub(crate) kind: ListKind,
    /// Addresses in the list are relative to this address.
    base: String,
    /// What the reader of a manifest has to know of other files.
    wanted: String,
}

/// Returns the lists of the site that the visited pages name, the best first, each once.
pub(crate) fn title_lists(visits: &[Visit]) -> Vec<TitleList> {
    let mut lists: Vec<TitleList> = Vec::new();
    let mut add = |page: &PageFacts, url: String, base: String, kind, wanted: &str| {
        let is_own = is_same_site(&page.url, &url) && is_same_site(&page.url, &base);
        if is_own && !lists.iter().any(|known| known.url == url) {
            lists.push(TitleList { url, kind, base, wanted: wanted.to_owned() });
        }
    };
    let pages = || visits.iter().map(|visit| &visit.facts);
    for visit in visits {
        let page = &visit.facts;
        if let Some((url, base, mut kind)) = named_list(&MANIFESTS, page) {
            if let ListKind::Manifest(Manifest::VitePress { has_endings: own }) = &mut kind {
                let entries = visit.menus.iter().flat_map(|menu| &menu.entries);
                *own = has_endings(entries.filter_map(|entry| entry.url.as_deref()));
            }
            let wanted = match kind {
                ListKind::Manifest(Manifest::Docusaurus) => script_in(page, &base, RUNTIME),
                _ => Some(""),
            };
            if let Some(wanted) = wanted {
                add(page, url, base, kind, wanted);
            }
        }
    }
    for page in pages() {
        if let Some((url, base, mut kind)) = named_list(&SEARCH_INDEXES, page) {
            if let ListKind::Sphinx { has_folders } = &mut kind {
                *has_folders = links_to_folders(pages(), &base);
            }
            add(page, url, base, kind, "");
        }
    }
    for page in pages() {
        for api in page.related("https://api.w.org/") {
            add(page, WordPress::FIRST.url(api), page.url.clone(), ListKind::WordPress(WordPress::FIRST), "");
        }
        for url in page.related("describedby").filter(|url| url.ends_with("/llms.txt")) {
            add(page, url.to_owned(), url.to_owned(), ListKind::LlmsTxt, "");
        }
    }
    for page in pages() {
        // A page may name several feeds, of comments for example. The first one is the feed of the site.
        if let Some(url) = feed_of(page) {
            add(page, url.to_owned(), url.to_owned(), ListKind::Feed, "");
        }
    }
    lists
}

/// Returns the folder of the search index that a page names.
pub(crate) fn search_index_folder(page: &PageFacts) -> Option<String> {
    let (_, base, _) = named_list(&SEARCH_INDEXES, page)?;
    Some(base[..=base.rfind('/')?].to_owned())
}

fn feed_of(page: &PageFacts) -> Option<&str> {
    let is_feed = |kind: &str| matches!(kind, "application/rss+xml" | "application/atom+xml" | "application/feed+json");
    let feed = page.relations.iter().find(|relation| relation.media_type.as_deref().is_some_and(is_feed));
    feed.map(|relation| &*relation.url)
}

impl TitleList {
    /// Returns the list that stands for a site if nothing else does: `llms.txt` in its top folder.
    pub(crate) fn llms_txt(home: &str) -> TitleList {
        let folder = home.rfind('/').map_or(home, |slash| &home[..=slash]);
        TitleList {
            url: format!("{folder}llms.txt"),
            kind: ListKind::LlmsTxt,
            base: home.to_owned(),
            wanted: String::new(),
        }
    }

    /// Returns the next part of the list. `entries` is the number of entries in this part.
    pub(crate) fn next(&self, entries: usize) -> Option<TitleList> {
        let ListKind::WordPress(answer) = self.kind else { return None };
        let next = answer.next(entries)?;
        let (api, _) = self.url.split_once("/wp/v2/")?;
        Some(TitleList { url: next.url(api), kind: ListKind::WordPress(next), ..self.clone() })
    }

    /// Returns `true` if the pages of the list can be the tree of a site without a sitemap.
    pub(crate) fn can_be_tree(&self) -> bool {
        matches!(self.kind, ListKind::Feed | ListKind::Manifest(_)) || self.folder().is_some()
    }

    /// Returns a part of this manifest.
    pub(crate) fn part(&self, part: &Part) -> TitleList {
        TitleList { url: part.url.clone(), kind: self.kind, base: part.url.clone(), wanted: part.wanted.clone() }
    }

    /// Returns the address of the folder that a manifest is about.
    pub(crate) fn manifest_folder(&self) -> Option<&str> {
        matches!(self.kind, ListKind::Manifest(_)).then(|| self.base.rfind('/').map(|end| &self.base[..=end])).flatten()
    }

    /// Returns the folder whose pages are all in the list. Returns `None` for lists of some pages.
    pub(crate) fn folder(&self) -> Option<&str> {
        let folder = &self.base[..=self.base.rfind('/')?];
        matches!(self.kind, ListKind::Records(_) | ListKind::Sphinx { .. }).then_some(folder)
    }

    /// Returns where a title of this list comes from.
    pub(crate) fn origin(&self) -> TitleOrigin {
        match self.kind {
            // A manifest names all pages, as a search index does. Its menus claim the same titles, with the rank of a menu.
            ListKind::Manifest(_) | ListKind::Records(_) | ListKind::Sphinx { .. } => TitleOrigin::SearchIndex,
            ListKind::Feed => TitleOrigin::Feed,
            ListKind::WordPress(_) => TitleOrigin::WordPress,
            ListKind::LlmsTxt => TitleOrigin::LlmsTxt,
        }
    }
}

#[derive(Debug)]
enum Reader {
    Manifest(Box<ManifestReader>),
    Records(Json, Records),
    Sphinx(Json, Sphinx),
    Feed(Box<Site>),
    LlmsTxt(LlmsTxt),
}

/// The content that was read from a list.
#[derive(Debug, Default)]
pub(crate) struct ListContent {
    /// The number of entries, also of those without a title that can be used.
    pub(crate) entries: usize,
    /// The pages of the site that have a title.
    pub(crate) pages: Vec<ListedPage>,
    /// The name of the site and its menu, from an `llms.txt`.
    pub(crate) menu: Option<(Option<String>, FactMenu)>,
    pub(crate) manifest: Option<ManifestContent>,
}

/// Reads a list that arrives in chunks.
#[derive(Debug)]
pub(crate) struct ListReader {
    reader: Reader,
    base: String,
    bytes: usize,
    content: ListContent,
    /// The entries that [`ListReader::add_more`] adds.
    rest: std::vec::IntoIter<(String, String)>,
    /// The next page of a feed that it adds.
    next: NodeId,
    /// How often a feed has each address.
    uses: HashMap<String, u32>,
}

impl ListReader {
    /// Starts a list. `url` is the address that the answer comes from.
    pub(crate) fn new(list: &TitleList, url: &str) -> ListReader {
        let reader = match list.kind {
            ListKind::Manifest(format) => {
                Reader::Manifest(Box::new(ManifestReader::new(format, &list.wanted, Json::new(MAX_LIST_TEXT))))
            }
            ListKind::Records(fields) => Reader::Records(Json::new(MAX_LIST_TEXT), Records::new(fields, false)),
            ListKind::WordPress(answer) => {
                Reader::Records(Json::new(MAX_LIST_TEXT), Records::new(answer.fields(), false))
            }
            ListKind::Sphinx { has_folders } => Reader::Sphinx(Json::new(MAX_LIST_TEXT), Sphinx::new(has_folders)),
            ListKind::Feed => {
                let mut site = Box::<Site>::default();
                site.begin(url);
                Reader::Feed(site)
            }
            ListKind::LlmsTxt => Reader::LlmsTxt(LlmsTxt::default()),
        };
        ListReader {
            reader,
            base: list.base.clone(),
            bytes: 0,
            content: ListContent::default(),
            rest: Vec::new().into_iter(),
            next: 0,
            uses: HashMap::default(),
        }
    }

    /// Returns `true` if the rest of the list is not needed.
    pub(crate) fn is_done(&self) -> bool {
        let is_over = match &self.reader {
            Reader::Manifest(manifest) => manifest.is_done(),
            Reader::Records(json, _) | Reader::Sphinx(json, _) => json.is_done(),
            Reader::Feed(site) => site.is_stopped() || site.map().pages() >= MAX_LISTED_TITLES,
            Reader::LlmsTxt(list) => list.is_done(),
        };
        is_over || self.bytes >= MAX_LIST_BYTES || self.content.pages.len() >= MAX_LISTED_TITLES
    }

    /// Reads the next bytes. They are UTF-8.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.is_done() {
            return;
        }
        self.bytes += bytes.len();
        match &mut self.reader {
            Reader::Manifest(manifest) => manifest.push(bytes),
            Reader::Records(json, records) => {
                json.push(bytes, records);
                let found = std::mem::take(&mut records.found);
                self.add(found.into_iter().map(|record| (record.address, record.title)).collect());
            }
            Reader::Sphinx(json, sphinx) => json.push(bytes, sphinx),
            Reader::Feed(site) => site.push(bytes),
            Reader::LlmsTxt(list) => list.push(bytes),
        }
    }

    /// Ends the list. Then call [`ListReader::add_more`] until it returns `false`.
    pub(crate) fn end(&mut self) {
        match &mut self.reader {
            Reader::Manifest(manifest) => {
                let content = manifest.finish(&self.base);
                self.rest = linked(content.menus.iter().flat_map(|menu| &menu.entries));
                self.content.manifest = Some(content);
            }
            Reader::Records(..) => {}
            Reader::Sphinx(_, sphinx) => self.rest = sphinx.take().into_iter(),
            Reader::Feed(site) => site.finish(),
            Reader::LlmsTxt(list) => {
                let mut menu = list.finish();
                let name = list.name.take();
                for entry in &mut menu.entries {
                    entry.url = entry.url.take().and_then(|url| absolute(&self.base, &url));
                }
                self.rest = linked(menu.entries.iter());
                self.content.menu = Some((name, menu));
            }
        }
    }

    /// Adds up to this number of entries of a list that has ended. Returns `true` if some remain.
    pub(crate) fn add_more(&mut self, count: usize) -> bool {
        let found = self.rest.by_ref().take(count).collect();
        self.add(found);
        let Reader::Feed(site) = &self.reader else { return self.rest.len() > 0 };
        let len = site.map().len() as NodeId;
        let step = self.next..len.min(self.next.saturating_add(count as NodeId));
        self.next = step.end;
        let pages: Vec<ListedPage> = step.filter_map(|node| site.map().listed_page(node)).collect();
        self.content.entries += pages.len();
        for page in pages {
            *self.uses.entry(page.key).or_default() += 1;
            self.add_page(&page.url, &page.title, page.dates);
        }
        self.next < len
    }

    /// Returns what was read. An address of a feed with several titles is left out, because none of them is the title of the
    /// page.
    pub(crate) fn content(mut self) -> ListContent {
        self.content.pages.retain(|page| self.uses.get(&page.key).is_none_or(|&uses| uses == 1));
        self.content
    }

    /// Adds titles of pages of the site.
    fn add(&mut self, found: Vec<(String, String)>) {
        self.content.entries += found.len();
        for (address, title) in found {
            self.add_page(&address, &title, Vec::new());
        }
    }

    fn add_page(&mut self, address: &str, title: &str, dates: Vec<(&'static str, String)>) {
        let page = address.split('#').next().unwrap_or_default();
        let Some(url) = own_address(&self.base, page) else { return };
        let title = plain(title);
        let is_full = self.content.pages.len() >= MAX_LISTED_TITLES;
        if !is_full && is_title(&title) {
            self.content.pages.push(ListedPage { key: key(&url), url, title, dates });
        }
    }
}

/// Returns the absolute form of an address, if it is one of the site's.
fn own_address(base: &str, address: &str) -> Option<String> {
    absolute(base, address).filter(|url| url.len() <= MAX_VALUE_BYTES && is_same_site(base, url))
}

/// Returns a title on one line, without markup.
fn plain(title: &str) -> String {
    let mut title = one_line(&text_of(title));
    title.truncate(title.floor_char_boundary(4 * MAX_FACT_TEXT));
    title
}

/// Returns the addresses and texts of entries, without those of parts of pages.
fn linked<'a>(entries: impl Iterator<Item = &'a FactEntry>) -> std::vec::IntoIter<(String, String)> {
    let linked = entries.filter_map(|entry| Some((entry.url.clone()?, entry.text.clone())));
    linked.filter(|(url, _)| !url.contains('#')).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests;

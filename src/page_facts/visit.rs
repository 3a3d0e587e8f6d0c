//! A visited page: its facts, and what follows from them.

use super::title_parts::{
    heading_after_name, is_greeting, is_same_text, split, title_of_doxygen, title_of_javadoc, without_logo,
};
use super::{Heading, Menu, MenuEntry, MenuKind, PageFacts, tidy};
use crate::address::{Link, common_folder, is_below, key, origin, spellings, versions_of};
use crate::collections::keyed::{HashMap, HashSet, Keyed};
use std::hash::BuildHasher;
use std::ops::Deref;
use std::sync::Arc;

/// A visited page. The sessions of a site share it, so that its facts are read and kept once.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    /// A number that is unique in the session.
    pub(crate) serial: u32,
    page: Arc<VisitedPage>,
}

/// A menu of visited pages, with numbers that are the same for equal menus. The pages that have it share it.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct KnownMenu {
    /// The number of its pages, in any order.
    pub(crate) pages: u64,
    /// The number of all that it says.
    pub(crate) all: u64,
    /// The approximate memory use in bytes.
    bytes: usize,
    menu: Menu,
}

impl KnownMenu {
    fn new(menu: Menu) -> Arc<KnownMenu> {
        let links = menu.entries.iter().filter_map(|entry| entry.url.as_ref());
        let pages = links.map(|link| Keyed.hash_one(link.key())).fold(0, u64::wrapping_add);
        let entry = |entry: &MenuEntry| 64 + entry.text.len() + entry.url.as_ref().map_or(0, Link::bytes);
        let bytes = size_of::<KnownMenu>() + menu.entries.iter().map(entry).sum::<usize>();
        Arc::new(KnownMenu { pages, all: Keyed.hash_one(&menu), bytes, menu })
    }
}

impl Deref for KnownMenu {
    type Target = Menu;

    fn deref(&self) -> &Menu {
        &self.menu
    }
}

/// Where facts come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum VisitSource {
    /// A visited page.
    Page,
    /// A manifest. The address is that of its folder.
    Manifest,
    /// The `llms.txt` of the site.
    LlmsTxt,
    /// The head of a page, which the user has asked for. It has a title only.
    Head,
}

/// The facts of a visited page.
#[derive(Debug)]
pub(crate) struct VisitedPage {
    /// The key of the page's address.
    pub(crate) key: String,
    pub(crate) source: VisitSource,
    /// The facts without the lists of links.
    pub(crate) facts: PageFacts,
    pub(crate) menus: Vec<Arc<KnownMenu>>,
    /// The versions and languages in the page's key.
    pub(crate) versions: String,
    /// The key of the folder that has the page and all entries of its menus.
    pub(super) folder: Option<String>,
    /// The number of links in all its lists, also in those that are not menus.
    pub(crate) links: usize,
    /// The number of different addresses in its menus.
    pub(super) addresses: usize,
    /// The part of the document's title that a menu of the page calls it by: "Start" of "Garden - Start" and "Garden: Start".
    pub(super) title_in_menu: Option<String>,
    /// The addresses and texts of links that may lead to the home page.
    pub(crate) home_links: Vec<(String, String)>,
    /// The approximate memory use in bytes, without the menus.
    bytes: usize,
}

impl Deref for Visit {
    type Target = VisitedPage;

    fn deref(&self) -> &VisitedPage {
        &self.page
    }
}

impl VisitedPage {
    /// Returns the title of the page and those of the entries in its menus.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let own = self.facts.heading.as_deref().or(self.facts.title.as_deref());
        let entries = self.menus.iter().flat_map(|menu| &menu.entries);
        own.into_iter().chain(entries.map(|entry| &*entry.text))
    }

    /// Returns `true` for facts that come from a list of the site. The address is not that of a page.
    pub(crate) fn is_list(&self) -> bool {
        !matches!(self.source, VisitSource::Page | VisitSource::Head)
    }

    /// Returns `true` for the facts of a page that the user has visited.
    pub(crate) fn is_page(&self) -> bool {
        self.source == VisitSource::Page
    }

    /// Keeps what follows from the menus of the page in place of the menus.
    fn new(mut facts: PageFacts, source: VisitSource) -> VisitedPage {
        let menus = if source == VisitSource::Manifest { facts.manifest_menus() } else { facts.site_menus() };
        let places = || menus.iter().filter(|menu| menu.kind != MenuKind::Titles);
        let keys: Vec<&str> = places().flat_map(Menu::keys).collect::<HashSet<&str>>().into_iter().collect();
        let page = key(&facts.url);
        let folder = common_folder(&page, &keys).map(str::to_owned);
        let addresses = keys.len();
        let host = origin(&facts.url).map(|origin| key(&origin));
        let is_home = |url: &str| {
            let key = key(url);
            !url.contains('#') && (Some(&key) == folder.as_ref() || Some(&key) == host.as_ref())
        };
        let links = facts
            .menus
            .iter()
            .flat_map(|menu| &menu.entries)
            .filter_map(|entry| Some((entry.url.as_deref()?, &*entry.text)));
        let related = ["home", "start"].into_iter().flat_map(|rel| facts.related(rel)).map(|url| (url, ""));
        let home_links = links
            .chain(related)
            .filter(|(url, _)| is_home(url))
            .map(|(url, text)| (url.to_owned(), without_logo(&tidy(text)).to_owned()))
            .collect();
        let links = facts.menus.iter().map(|menu| menu.entries.len()).sum();
        facts.menus = Vec::new();
        // On the home page of a blog, the first heading is the title of a post.
        let own = [&*facts.url, facts.own_url()].into_iter().flat_map(|url| spellings(&key(url)));
        let target = facts.heading_url.as_deref().map(key);
        if let Some(target) = target.filter(|target| !own.into_iter().any(|url| url == *target)) {
            // A heading that leads to a page above is the name of the site. The title follows.
            let is_title = |heading: &&Heading| heading.level == 1 && Some(&heading.text) != facts.heading.as_ref();
            let next = facts.headings.iter().find(is_title).filter(|_| is_below(&page, &target));
            facts.heading = next.map(|heading| heading.text.clone());
        }
        facts.heading = title_of_doxygen(&facts).or_else(|| heading_after_name(&facts)).or(facts.heading);
        facts.title = title_of_javadoc(&facts).or(facts.title);
        let title_in_menu = title_in_menu(&facts, &menus);
        let mut visit = VisitedPage {
            versions: versions_of(&page),
            key: page,
            source,
            facts,
            menus: menus.into_iter().map(KnownMenu::new).collect(),
            folder,
            links,
            addresses,
            title_in_menu,
            home_links,
            bytes: 0,
        };
        if visit.is_redirect() {
            // The text of its link is not a name, for example "Click here".
            visit.menus.clear();
            visit.home_links.clear();
        }
        visit.bytes = visit.memory();
        visit
    }

    /// Returns the texts of links to the home page with this key.
    pub(crate) fn texts_of_home<'a>(&'a self, home: &'a str) -> impl Iterator<Item = &'a str> {
        self.home_links.iter().filter(move |(url, _)| key(url) == home).map(|(_, text)| &**text)
    }

    /// Returns the text of the first link to the home page, unless it says only that this is the home page. It is often the
    /// name of the site in a header.
    pub(crate) fn logo<'a>(&'a self, home: &'a str) -> Option<&'a str> {
        self.texts_of_home(home).next().filter(|text| !is_greeting(text))
    }

    /// Returns the number of entries in its menus, and one for the page itself.
    pub(crate) fn entries(&self) -> usize {
        1 + self.menus.iter().map(|menu| menu.entries.len()).sum::<usize>()
    }

    /// Returns the approximate memory use in bytes, without the menus.
    fn memory(&self) -> usize {
        let links = self.home_links.iter().map(|(url, text)| 48 + url.len() + text.len());
        let own = [Some(&self.key), self.folder.as_ref(), self.title_in_menu.as_ref()];
        let own = own.into_iter().flatten().map(String::len);
        size_of::<VisitedPage>() + self.facts.memory() + links.chain(own).sum::<usize>()
    }

    /// Returns `true` if both visits found the same facts.
    pub(crate) fn says_the_same(&self, other: &VisitedPage) -> bool {
        self.facts == other.facts && self.menus == other.menus
    }

    /// Returns `true` if the page says where pages of its site are.
    pub(crate) fn has_places(&self) -> bool {
        self.menus.iter().any(|menu| menu.kind != MenuKind::Titles)
            || self.facts.breadcrumbs.iter().any(|crumbs| crumbs.len() > 1)
    }

    /// Returns `true` for a page that only leads to another one.
    pub(crate) fn is_redirect(&self) -> bool {
        let has_menus = self.menus.iter().any(|menu| menu.kind != MenuKind::Titles);
        let begins = |text: &str, word: &str| {
            text.trim().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let mut headings =
            self.facts.headings.iter().map(|heading| &*heading.text).chain(self.facts.heading.as_deref());
        let is_empty = !has_menus && headings.all(|heading| begins(heading, "redirecting"));
        let title = self.facts.title.as_deref().unwrap_or_default();
        is_empty && (title.trim().is_empty() || begins(title, "redirect"))
    }
}

impl Visit {
    /// Creates a visit to a page.
    pub(crate) fn new(serial: u32, facts: PageFacts) -> Visit {
        Visit::of_list(serial, facts, VisitSource::Page)
    }

    /// Reads the facts that a page has sent. No session has numbered them yet.
    pub(crate) fn read(mut facts: PageFacts) -> Visit {
        facts.limit();
        Visit::new(0, facts)
    }

    /// Creates a visit from a list of the site.
    pub(crate) fn of_list(serial: u32, facts: PageFacts, source: VisitSource) -> Visit {
        Visit { serial, page: Arc::new(VisitedPage::new(facts, source)) }
    }

    /// Returns the same page with another number.
    pub(crate) fn numbered(self, serial: u32) -> Visit {
        Visit { serial, ..self }
    }

    /// Takes the menus that other visits have, too, from these.
    pub(crate) fn share_menus(&mut self, others: &[Visit]) {
        let Some(page) = Arc::get_mut(&mut self.page) else { return };
        for menu in &mut page.menus {
            let mut menus = others.iter().flat_map(|other| &other.menus);
            if let Some(known) = menus.find(|known| known.all == menu.all && known.menu == menu.menu) {
                *menu = Arc::clone(known);
            }
        }
    }

    /// Returns the approximate memory use of visits in bytes. A menu that several pages share counts once.
    pub(crate) fn bytes<'a>(visits: impl IntoIterator<Item = &'a Visit>) -> usize {
        let mut known: HashMap<u64, u32> = HashMap::default();
        let mut is_first = |menu: &&Arc<KnownMenu>| known.insert(Arc::as_ptr(menu).addr() as u64, 0).is_none();
        let of = |visit: &Visit| {
            visit.bytes + visit.menus.iter().filter(&mut is_first).map(|menu| menu.bytes).sum::<usize>()
        };
        visits.into_iter().map(of).sum()
    }
}

fn title_in_menu(page: &PageFacts, menus: &[Menu]) -> Option<String> {
    let title = tidy(page.title.as_deref()?);
    let parts = split(&title);
    let own = key(page.own_url());
    let ends = || parts.iter().filter_map(|part| Some(part.rsplit_once(": ")?.1));
    menus.iter().flat_map(|menu| &menu.entries).find_map(|entry| {
        let part = parts.iter().copied().chain(ends()).find(|part| is_same_text(part, &entry.text))?;
        (entry.url.as_ref()?.key() == own).then(|| part.to_owned())
    })
}

//! Reads titles and pages from the site's own lists when its sitemap has been loaded.

use super::facts::refresh_rest;
use super::fetch::Fetch;
use super::memory::Memory;
use super::open_manifest::OpenManifest;
use super::request::{self, Purpose};
use super::slices::{Sink, read_slices};
use super::state::{Load, Session};
use super::wait;
use crate::address::folder_contains;
use crate::format::Structure;
use crate::limits::{MAX_LIST_TIME, MAX_TITLE_LISTS};
use crate::page_facts::{FactMenu, PageFacts, SiteNames, VisitSource};
use crate::site_map::{ListedPage, TitleOrigin};
use crate::title_lists::{ListContent, ListKind, ListReader, ManifestContent, TitleList, title_lists};
use std::cell::RefCell;

/// Reads the lists that visited pages name, each once, and gives their titles to the pages of the tree. Adds the pages of a
/// search index if no sitemap lists a page in its folder, and those of a feed if the site has no sitemap. Returns `true` if
/// the tree has changed. Does nothing during a load, and for a tree that a site declares.
pub async fn read_lists<F: Fetch>(session: &RefCell<Session>, fetch: &F, memory: &RefCell<Memory>) -> bool {
    let mut is_changed = false;
    let mut part: Option<TitleList> = None;
    loop {
        let next = session.borrow_mut().next_list(part.take(), &memory.borrow());
        let Some((load, list)) = next else { return is_changed };
        let reading = async { Ok(read_list(session, load, fetch, &list).await) };
        let read = wait::in_time(fetch, MAX_LIST_TIME, reading).await.ok().flatten();
        let is_over = session.borrow().is_over(load);
        if let Some(content) = read.filter(|_| !is_over) {
            part = list.next(content.entries);
            let ListContent { pages, menu, manifest, .. } = content;
            if let Some(manifest) = manifest
                && session.borrow_mut().add_manifest(&list, manifest)
            {
                is_changed = true;
                refresh_rest(session, fetch).await;
            }
            if list.has_texts() && !pages.is_empty() {
                session.borrow_mut().lists.with_texts.push(list.clone());
            }
            let missing = session.borrow().missing_pages(&list, &pages);
            let begun = session.borrow_mut().begin_list(&list, menu, !missing.is_empty());
            let titles = match begun {
                Begun::Tree { is_changed: is_new } => {
                    is_changed |= is_new;
                    Vec::new()
                }
                Begun::Titles => pages,
            };
            for (adds, entries) in [(Adds::Titles, titles), (Adds::Pages, missing)] {
                let has_added = add(session, load, fetch, entries, (adds, list.origin())).await;
                if has_added && matches!(adds, Adds::Pages) {
                    session.borrow_mut().lists.pages_from = Some(list.url.clone());
                }
                is_changed |= has_added;
            }
        } else if !is_over && matches!(list.kind, ListKind::LlmsTxt) {
            memory.borrow_mut().remember_no_llms_txt(&session.borrow(), &list.url);
        }
        let mut session = session.borrow_mut();
        session.lists.is_reading = false;
        if session.is_over(load) {
            // Another load has stopped this list. It is read again at the end of that load.
            session.lists.requested.retain(|url| *url != list.url);
            return is_changed;
        }
        if let Some(manifest) = &mut session.lists.manifest {
            // It is still there if the part could not be read.
            manifest.finish_part(&list.url, None);
            part = part.or_else(|| manifest.next_part());
        }
    }
}

/// What a list is for.
enum Begun {
    /// Its menu is the tree.
    Tree { is_changed: bool },
    /// Its titles are those of pages.
    Titles,
}

/// Entries of a list that are added in one step, which takes a few milliseconds.
const STEP: usize = 1000;

/// What the entries of a list add to the tree.
#[derive(Clone, Copy)]
enum Adds {
    /// Titles of its pages.
    Titles,
    /// Pages that it lacks.
    Pages,
}

/// Adds the entries of a list to the tree that is shown, in steps. Returns `true` if the tree has changed.
async fn add<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    mut pages: Vec<ListedPage>,
    (adds, origin): (Adds, TitleOrigin),
) -> bool {
    let Some(names) = session.borrow().names_of_site() else { return false };
    let mut is_changed = false;
    while !pages.is_empty() {
        fetch.pause().await;
        let mut session = session.borrow_mut();
        if session.is_over(load) {
            return is_changed;
        }
        let mut step: Vec<ListedPage> = pages.drain(..pages.len().min(STEP)).collect();
        is_changed |= match adds {
            Adds::Pages => session.shown.add_listed_pages(&step, origin),
            Adds::Titles => {
                for page in &mut step {
                    if let Some(bare) = names.bare_title(&page.title) {
                        page.title = bare;
                    }
                }
                session.shown.add_listed_titles(step, origin)
            }
        };
    }
    if is_changed {
        session.borrow_mut().arrange_listed();
    }
    refresh_rest(session, fetch).await;
    is_changed
}

/// Requests and reads a list. Returns `None` if this fails or if the load is over.
async fn read_list<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    list: &TitleList,
) -> Option<ListContent> {
    let is_over = || session.borrow().is_over(load);
    let response = match request::get(session, fetch, &list.url, Purpose::Show, &is_over).await {
        Ok(response) => response,
        Err(outcome) => {
            session.borrow_mut().lists.is_paused |= outcome.retry_after_secs.is_some();
            return None;
        }
    };
    let mut reader = ListReader::new(list, &response.url);
    if !read_slices(fetch, response.body, &is_over, &mut reader).await {
        return None;
    }
    reader.end();
    while reader.add_more(STEP) {
        fetch.pause().await;
        if is_over() {
            return None;
        }
    }
    Some(reader.content())
}

impl Sink for ListReader {
    fn push(&mut self, bytes: &[u8]) {
        self.push(bytes);
    }

    fn is_done(&self) -> bool {
        self.is_done()
    }
}

impl Session {
    /// Returns the next list to read. `part` is the next part of the list that was read last.
    fn next_list(&mut self, part: Option<TitleList>, memory: &Memory) -> Option<(Load, TitleList)> {
        if self.is_loading || self.lists.is_reading || self.lists.is_paused {
            return None;
        }
        let visits = &self.visited.visits;
        let mut lists: Vec<TitleList> = part.into_iter().collect();
        if self.shown.is_empty() {
            if !self.lists.is_missing {
                return None;
            }
            // The tree of an `llms.txt` has the site's own groups, that of a feed has only the newest pages.
            lists.extend(title_lists(visits).into_iter().filter(TitleList::can_be_tree));
            let feed = lists.iter().position(|list| matches!(list.kind, ListKind::Feed)).unwrap_or(lists.len());
            let llms_txt = self.home().map(|home| TitleList::llms_txt(&home));
            if let Some(list) = llms_txt.filter(|list| !memory.lacks_llms_txt(self, &list.url)) {
                lists.insert(feed, list);
            }
        } else if self.shown.structure() == Structure::Derived {
            lists.extend(title_lists(visits));
        }
        // A feed may be the sitemap that was read.
        let is_read = |list: &TitleList| matches!(list.kind, ListKind::Feed) && self.shown.has_read(&list.url);
        let is_new = |list: &TitleList| !self.lists.requested.contains(&list.url) && !is_read(list);
        let list = lists.into_iter().find(is_new)?;
        if self.lists.requested.len() >= MAX_TITLE_LISTS {
            return None;
        }
        self.lists.requested.push(list.url.clone());
        self.lists.is_reading = true;
        Some((Load(self.load), list))
    }

    /// Returns the pages to add to the tree: those of a list that contains all pages of a folder, if no sitemap lists a page
    /// there, and those of a feed, if the site has no sitemap.
    fn missing_pages(&self, list: &TitleList, pages: &[ListedPage]) -> Vec<ListedPage> {
        let is_missing = |folder: &str| self.shown.covers("", &[folder.to_owned()]) != [true];
        let folder = match list.kind {
            ListKind::Feed if self.has_no_sitemap() || self.shown.is_without_sitemap() => self.scope(),
            _ => list.folder().filter(|folder| is_missing(folder)).map(str::to_owned),
        };
        let Some(folder) = folder else { return Vec::new() };
        pages.iter().filter(|page| folder_contains(&folder, &page.url)).cloned().collect()
    }

    /// Prepares the tree for a list: creates one if the site has none and the list has pages. The menu of an `llms.txt` is the
    /// tree of a site that has no other.
    fn begin_list(&mut self, list: &TitleList, menu: Option<(Option<String>, FactMenu)>, has_pages: bool) -> Begun {
        let Some(home) = self.home() else { return Begun::Titles };
        if self.has_no_sitemap() && has_pages {
            self.replace_sitemap(&home);
            self.apply_facts(true);
        }
        if let Some((name, menu)) = menu.filter(|_| self.has_no_sitemap()) {
            let page = PageFacts { url: list.url.clone(), site_name: name, menus: vec![menu], ..PageFacts::default() };
            self.visited.add_list(page, VisitSource::LlmsTxt);
            return Begun::Tree { is_changed: self.refresh_with_facts() };
        }
        Begun::Titles
    }

    /// Adds a manifest, or a part of the last one, to the tree. Returns `true` if it says something new.
    pub(super) fn add_manifest(&mut self, list: &TitleList, content: ManifestContent) -> bool {
        match &mut self.lists.manifest {
            Some(open) if open.lacks(&list.url) => open.finish_part(&list.url, Some(content)),
            open => *open = OpenManifest::new(list, content),
        }
        let Some(manifest) = &self.lists.manifest else { return false };
        let mut is_new = false;
        for page in manifest.pages(&self.visited.visits) {
            is_new |= page.menus.iter().any(|menu| !menu.entries.is_empty())
                && self.visited.add_list(page, VisitSource::Manifest);
        }
        if is_new {
            self.apply_facts(true);
            self.view.refresh_in_steps(self.shown.map(), true);
            self.mark_current();
        }
        is_new
    }

    /// Arranges the tree after the entries of a list have been added.
    fn arrange_listed(&mut self) {
        self.shape();
        self.shown.order_listed();
        self.apply_facts(true);
        self.view.refresh_in_steps(self.shown.map(), true);
        self.mark_current();
    }

    /// Returns what the visited pages say about the name of the site.
    fn names_of_site(&self) -> Option<SiteNames> {
        Some(SiteNames::new(&self.visited.visits, &self.home()?))
    }
}

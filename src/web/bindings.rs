//! The class that JavaScript sees. It asks for the visible window of rows once a frame; nothing calls back but
//! the progress of a load.

use super::fetch::{Guard, WebFetch, now, set_guard};
use super::from_js::from_js;
use crate::export::Format;
use crate::findings::Diagnostic;
use crate::session::{Fetch, Load, Location, Memory, Outcome, Progress, Session, Visits};
use crate::site::Site;
use crate::site_map::SiteMap;
use crate::tree::{BranchEntry, Label, MenuItem};
use crate::view::{Dated, Neighbour, News, NewsScan, Order, Row, RowId, Since, TreeView};
use crate::{export, session, tree};
use js_sys::{Function, Promise, TypeError, Uint8Array};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Kind = "page" | "heading" | "folder" | "separator" | "alias" | "document";
export type Label = { name: "unplaced" } | { name: "more", count: number };
export type Reason = { name: string, status?: number, line?: number, column?: number, finding?: string, host?: string,
  why?: string, first?: Reason };
export type Row = { id: number, kind: Kind, title: string, label?: Label, url?: string, icon?: string,
  level: number, setsize: number, posinset: number, expandable: boolean, expanded: boolean, current: boolean,
  menu: boolean, state?: "pending" | "loading" | "failed", reason?: Reason, deleted?: true,
  highlights?: [number, number][], cut?: number, found?: { text: string, highlights: [number, number][] }, leadsOn?: true };
export type Crumb = { title: string, label?: Label, url?: string };
export type Since = { last?: number, now: number, offset: number };
export type Dated = { title: string, url: string, time: number, isDay: boolean };
export type News = { count: number, changed: Dated[], before: Dated[],
  rebuilt?: { time: number, isDay: boolean } };
export type Visit = { last?: number, visits: unknown };
export type MenuItem = { kind: Kind, title: string, language?: string, url?: string, icon?: string,
  children: MenuItem[] };
export type Progress = { bytes: number, total?: number, pages: number,
  documents?: { done: number, total: number } };
export type Outcome = { status: "loaded" | "not-found" | "failed" | "stopped", code: string, message: string,
  reason?: Reason, retry: boolean, url: string };
export type Diagnostic = { code: string, severity: "error" | "warning" | "note", line: number, column: number,
  message: string, url?: string };
export type Location = { url: string, line: number, column: number };
export type Excerpt = { before: string, mark: string, after: string, cutBefore: boolean, cutAfter: boolean };
export type Source = { url: string, format: string, structure: "declared" | "derived", pages: number,
  documents: number, stale?: true };
export type ExportFormat = "nns" | "negs" | "xbel";
export type Guard = { mayAccess(url: string): Promise<boolean>, mark(url: string): string,
  redirectOf(marked: string): Promise<string | undefined> };
export type Detail = { name: string, value: string };
export type Branch = { entries: { kind: Kind, level: number, title: string, label?: Label, url?: string }[], more: boolean };
"#;

#[wasm_bindgen]
extern "C" {
    /// `Row[]`
    #[wasm_bindgen(typescript_type = "Row[]")]
    pub type Rows;
    /// `MenuItem[]`
    #[wasm_bindgen(typescript_type = "MenuItem[]")]
    pub type MenuItems;
    /// `Detail[]`
    #[wasm_bindgen(typescript_type = "Detail[]")]
    pub type Details;
    /// `Branch`
    #[wasm_bindgen(typescript_type = "Branch")]
    pub type Branch;
    /// `Crumb[]`
    #[wasm_bindgen(typescript_type = "Crumb[]")]
    pub type Crumbs;
    /// `Since`
    #[wasm_bindgen(typescript_type = "Since")]
    pub type NewsSince;
    /// `Promise<News>`
    #[wasm_bindgen(typescript_type = "Promise<News>")]
    pub type NewsPromise;
    /// `Visit`
    #[wasm_bindgen(typescript_type = "Visit")]
    pub type NotedVisit;
    /// Which page beside another.
    #[wasm_bindgen(typescript_type = "\"previous\" | \"next\" | \"up\"")]
    pub type NeighbourName;
    /// The order of siblings.
    #[wasm_bindgen(typescript_type = "\"site\" | \"title\" | \"changed\"")]
    pub type OrderName;
    /// `Diagnostic[]`
    #[wasm_bindgen(typescript_type = "Diagnostic[]")]
    pub type Diagnostics;
    /// `Diagnostic | undefined`
    #[wasm_bindgen(typescript_type = "Diagnostic | undefined")]
    pub type MaybeDiagnostic;
    /// `Location[]`
    #[wasm_bindgen(typescript_type = "Location[]")]
    pub type Spots;
    /// `Promise<(Excerpt | undefined)[]>`
    #[wasm_bindgen(typescript_type = "Promise<(Excerpt | undefined)[]>")]
    pub type ExcerptsPromise;
    /// `Source | undefined`
    #[wasm_bindgen(typescript_type = "Source | undefined")]
    pub type MaybeSource;
    /// What is known of the sitemaps of sites, by origin; only for `learn`.
    #[wasm_bindgen(typescript_type = "Record<string, unknown>")]
    pub type SiteMemory;
    /// `ExportFormat`
    #[wasm_bindgen(typescript_type = "ExportFormat")]
    pub type ExportFormat;
    /// `Promise<Outcome>`
    #[wasm_bindgen(typescript_type = "Promise<Outcome>")]
    pub type OutcomePromise;
    /// `(progress: Progress) => void`
    #[wasm_bindgen(typescript_type = "(progress: Progress) => void")]
    pub type OnProgress;
}

thread_local! {
    /// Shared by all sessions of the page.
    static MEMORY: Rc<RefCell<Memory>> = Rc::default();
}

/// One site's tree: load its sitemap, ask for rows, open and close branches.
#[derive(Default)]
#[wasm_bindgen(js_name = Session)]
pub struct WebSession {
    session: Rc<RefCell<Session>>,
    fetch: Rc<WebFetch>,
    /// What reads documents once more.
    again: RefCell<Rc<WebFetch>>,
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// A session that shows nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> WebSession {
        WebSession::default()
    }

    /// Finds the sitemap of the site that this page is on, and loads it.
    #[wasm_bindgen(js_name = openPage)]
    pub fn open_page(&self, page_url: String, on_progress: Option<OnProgress>) -> OutcomePromise {
        let (load, session, fetch) = self.begin(&page_url);
        let progress = self.progress(on_progress);
        promise(session.clone(), fetch.clone(), async move {
            let memory = MEMORY.with(Rc::clone);
            session::open_page(&session, load, &*fetch, &memory, &page_url, progress).await
        })
    }

    /// Sets what decides on all requests of the page and learns where they are redirected. Without it, no redirect to
    /// another origin than the page's own is followed.
    #[wasm_bindgen(js_name = setGuard)]
    pub fn set_guard(guard: Guard) {
        set_guard(guard);
    }

    /// Keeps this session and what is remembered for it apart from those of other partitions: browser containers. To be
    /// called before the first load.
    #[wasm_bindgen(js_name = setPartition)]
    pub fn set_partition(&self, name: &str) {
        self.session.borrow_mut().set_partition(name);
    }

    /// Forgets where the sitemap of this site is, or that there is none, so that it is searched again.
    pub fn forget(&self, url: &str) {
        MEMORY.with(|memory| memory.borrow_mut().forget(&self.session.borrow(), url));
    }

    /// Where the sitemaps of the sites seen so far are, for [`WebSession::learn`].
    pub fn memory() -> SiteMemory {
        let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
        let memory = MEMORY.with(|memory| memory.borrow().serialize(&serializer).unwrap_or(JsValue::UNDEFINED));
        memory.unchecked_into()
    }

    /// Takes in what another page's sessions have found.
    pub fn learn(memory: SiteMemory) {
        if let Some(other) = from_js::<Memory>(memory.into()) {
            MEMORY.with(|memory| memory.borrow_mut().learn(other));
        }
    }

    /// Loads the further document that a row stands for: a branch that is not loaded yet, one that has failed, or the
    /// next of those that were too many.
    #[wasm_bindgen(js_name = openDocument)]
    pub fn open_document(&self, id: RowId, on_progress: Option<OnProgress>) -> OutcomePromise {
        self.fetch.abort();
        let load = self.session.borrow_mut().begin_more();
        let page = self.session.borrow().view().0.page(id);
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let progress = self.progress(on_progress);
        promise(session.clone(), fetch.clone(), async move {
            session::open_document(&session, load, &*fetch, page, progress).await
        })
    }

    /// Reads a file that the user has chosen.
    #[wasm_bindgen(js_name = openFile)]
    pub fn open_file(&self, file: &web_sys::File, on_progress: Option<OnProgress>) -> OutcomePromise {
        let url = url_of(file);
        let (load, session, fetch) = self.begin(&url);
        let progress = self.progress(on_progress);
        let response = super::fetch::file(file, url);
        promise(session.clone(), fetch.clone(), async move {
            session::read_body(&session, load, &*fetch, response, progress).await
        })
    }

    /// Loads this sitemap.
    #[wasm_bindgen(js_name = openSitemap)]
    pub fn open_sitemap(&self, url: String, on_progress: Option<OnProgress>) -> OutcomePromise {
        let (load, session, fetch) = self.begin(&url);
        let progress = self.progress(on_progress);
        promise(session.clone(), fetch.clone(), async move {
            session::open_sitemap(&session, load, &*fetch, &url, progress).await
        })
    }

    /// How many sitemaps of an index are loaded at once, from the next load on: from 1 to 500, 50 if nothing is said.
    #[wasm_bindgen(js_name = setDocumentsAtOnce)]
    pub fn set_documents_at_once(&self, number: u32) {
        self.session.borrow_mut().set_documents_at_once(number as usize);
    }

    /// Ends the load under way; what has come so far stays.
    pub fn stop(&self) {
        self.fetch.abort();
        self.session.borrow_mut().stop();
    }

    /// Changes whenever rows may have changed.
    #[wasm_bindgen(getter)]
    pub fn version(&self) -> u32 {
        self.session.borrow().view().0.version()
    }

    /// Number of rows.
    #[wasm_bindgen(getter, js_name = rowCount)]
    pub fn row_count(&self) -> u32 {
        self.session.borrow().view().0.len() as u32
    }

    /// The rows from `start` up to and without `end`.
    pub fn rows(&self, start: u32, end: u32) -> Rows {
        let session = self.session.borrow();
        let (view, site) = session.view();
        let mut rows: Vec<Row> = site.map_or_else(Vec::new, |site| view.rows(site.map(), start as usize..end as usize));
        for row in &mut rows {
            row.icon = row.icon.take().and_then(|url| session.picture::<WebFetch>(&url));
        }
        to_js(&rows).unchecked_into()
    }

    /// The place of a row among those shown; -1 if it is not shown.
    #[wasm_bindgen(js_name = rowOf)]
    pub fn row_of(&self, id: RowId) -> i32 {
        index(self.session.borrow().view().0.row_of(id))
    }

    /// The row that a row is below; -1 at the top level.
    pub fn parent(&self, id: RowId) -> i32 {
        self.session.borrow().view().0.parent(id).map_or(-1, |id| id as i32)
    }

    /// Opens a branch.
    pub fn expand(&self, id: RowId) {
        if let (view, Some(site)) = self.session.borrow_mut().view_mut() {
            view.expand(site.map(), id);
        }
    }

    /// Closes a branch.
    pub fn collapse(&self, id: RowId) {
        self.session.borrow_mut().view_mut().0.collapse(id);
    }

    /// Opens a row's branch and those of its siblings.
    #[wasm_bindgen(js_name = expandSiblings)]
    pub fn expand_siblings(&self, id: RowId) {
        if let (view, Some(site)) = self.session.borrow_mut().view_mut() {
            view.expand_siblings(site.map(), id);
        }
    }

    /// Opens every branch.
    #[wasm_bindgen(js_name = expandAll)]
    pub fn expand_all(&self) {
        if let (view, Some(site)) = self.session.borrow_mut().view_mut() {
            view.expand_all(site.map());
        }
    }

    /// Closes every branch.
    #[wasm_bindgen(js_name = collapseAll)]
    pub fn collapse_all(&self) {
        self.session.borrow_mut().view_mut().0.collapse_all();
    }

    /// The first row after `fromRow`, wrapping around, whose title begins with `text`, whatever its case and
    /// accents; -1 if there is none. With more than one letter `fromRow` itself counts.
    #[wasm_bindgen(js_name = typeAhead)]
    pub fn type_ahead(&self, from_row: u32, text: &str) -> i32 {
        let session = self.session.borrow();
        let (view, site) = session.view();
        index(site.and_then(|site| view.type_ahead(site.map(), from_row as usize, text)))
    }

    /// Says which page is being looked at.
    #[wasm_bindgen(js_name = setCurrent)]
    pub fn set_current(&self, url: Option<String>) {
        self.session.borrow_mut().set_current(url.as_deref());
    }

    /// Opens the branches above the page being looked at; its row, or -1 if it is not in the tree.
    #[wasm_bindgen(js_name = revealCurrent)]
    pub fn reveal_current(&self) -> i32 {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        index(site.and_then(|site| view.reveal_current(site.map())))
    }

    /// The row of the page being looked at, if it is shown; else -1.
    #[wasm_bindgen(js_name = currentRow)]
    pub fn current_row(&self) -> i32 {
        let session = self.session.borrow();
        let (view, site) = session.view();
        index(site.and_then(|site| view.current_row(site.map())))
    }

    /// Shows only pages that have all words of a text in title or address, and the ways there; all again for a text
    /// without words. Rows have other ids then.
    #[wasm_bindgen(js_name = setFilter)]
    pub fn set_filter(&self, text: &str) {
        let mut session = self.session.borrow_mut();
        match session.view_mut() {
            (view, Some(site)) => view.set_filter(site.map(), text),
            (view, None) => view.set_filter(&SiteMap::default(), text),
        }
    }

    /// Makes ready what [`WebSession::set_filter`] looks through, with pauses, so that nothing halts for the first text.
    /// Resolves when it is done.
    #[wasm_bindgen(js_name = prepareFilter)]
    pub fn prepare_filter(&self) -> Promise {
        self.in_background(Box::new(TreeView::prepare_filter))
    }

    /// Number of pages that the filter finds.
    #[wasm_bindgen(getter)]
    pub fn matches(&self) -> u32 {
        self.session.borrow().view().0.matches() as u32
    }

    /// The first row that the filter finds, if possible one that can be followed; -1 if it finds none.
    #[wasm_bindgen(js_name = firstMatch)]
    pub fn first_match(&self) -> i32 {
        let session = self.session.borrow();
        let (view, site) = session.view();
        index(site.and_then(|site| view.first_match(site.map())))
    }

    /// Opens the branches of the whole tree above a row of the filtered one; the id that it has when the filter is
    /// taken away, or -1.
    pub fn reveal(&self, id: RowId) -> i32 {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        site.and_then(|site| view.reveal(site.map(), id)).map_or(-1, |id| id as i32)
    }

    /// The pages from the top level down to the one being looked at, of a long way the last ones; empty if it is not in
    /// the tree.
    pub fn trail(&self) -> Crumbs {
        #[derive(Serialize)]
        struct Crumb {
            title: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            label: Option<Label>,
            #[serde(skip_serializing_if = "Option::is_none")]
            url: Option<String>,
        }
        let session = self.session.borrow();
        let (view, site) = session.view();
        let crumbs: Vec<Crumb> = site.map_or_else(Vec::new, |site| {
            let map = site.map();
            let trail = view.trail(map).into_iter();
            trail.map(|(page, title, url)| Crumb { title, label: tree::label(map, page), url }).collect()
        });
        to_js(&crumbs).unchecked_into()
    }

    /// The address of the page before, behind or above the one being looked at.
    pub fn neighbour(&self, which: NeighbourName) -> Option<String> {
        let which = match JsValue::from(which).as_string()?.as_str() {
            "previous" => Neighbour::Previous,
            "next" => Neighbour::Next,
            "up" => Neighbour::Up,
            _ => return None,
        };
        let session = self.session.borrow();
        let (view, site) = session.view();
        view.neighbour(site?.map(), which)
    }

    /// Makes ready what [`WebSession::set_order`] needs, with pauses. Resolves when it is done, or when more pages come: then
    /// the order is made ready when all have come.
    #[wasm_bindgen(js_name = prepareOrder)]
    pub fn prepare_order(&self, order: OrderName) -> Promise {
        let order = order_named(order);
        let mut known = None;
        self.in_background(Box::new(move |view, map, pages| {
            *known.get_or_insert(map.len()) == map.len() && view.prepare_order(map, order, pages)
        }))
    }

    /// Puts siblings into the site's order, or into that of titles or of last changes. It stays for other sites.
    #[wasm_bindgen(js_name = setOrder)]
    pub fn set_order(&self, order: OrderName) {
        let order = order_named(order);
        let mut session = self.session.borrow_mut();
        match session.view_mut() {
            (view, Some(site)) => view.set_order(site.map(), order),
            (view, None) => view.set_order(&SiteMap::default(), order),
        }
    }

    /// Whether any page says when it has changed.
    #[wasm_bindgen(getter, js_name = hasDates)]
    pub fn has_dates(&self) -> bool {
        let session = self.session.borrow();
        let (view, site) = session.view();
        site.is_some_and(|site| view.has_dates(site.map()))
    }

    /// What has changed since the last visit, and before. All times are in seconds from 1970; rejects what is no
    /// `Since`.
    pub fn news(&self, since: NewsSince) -> NewsPromise {
        #[derive(Deserialize)]
        struct Wanted {
            last: Option<f64>,
            now: f64,
            offset: f64,
        }
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let news = async move {
            let Wanted { last, now, offset } = from_js(since.into()).ok_or_else(|| misfit("Since"))?;
            let last = last.map(|last| last as i64);
            let mut look = NewsScan::new(Since { last, now: now as i64, offset: offset as i64 });
            in_steps(&session, &fetch, &mut |view, map, pages| look.go_on(view, map, pages)).await;
            Ok(to_js(&described(&session.borrow(), look.news())))
        };
        wasm_bindgen_futures::future_to_promise(news).unchecked_into()
    }

    /// Notes that a page is looked at now, in seconds from 1970: what is to be kept of visits now, and when the last
    /// visit to its site ended. What was kept and is none of it counts as nothing.
    #[wasm_bindgen(js_name = noteVisit)]
    pub fn note_visit(visits: JsValue, url: &str, now: f64) -> NotedVisit {
        #[derive(Serialize)]
        struct Noted {
            #[serde(skip_serializing_if = "Option::is_none")]
            last: Option<i64>,
            visits: Visits,
        }
        let mut visits: Visits = from_js(visits).unwrap_or_default();
        let last = visits.look(url, now as i64);
        let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
        Noted { last, visits }.serialize(&serializer).unwrap_or(JsValue::UNDEFINED).unchecked_into()
    }

    /// Which branches are open, to be kept for [`WebSession::restore`]. `first`: the id of the row that is shown first;
    /// `active`: that of the row with the tab stop.
    pub fn state(&self, first: Option<RowId>, active: Option<RowId>) -> Vec<String> {
        let session = self.session.borrow();
        match session.view() {
            (view, Some(site)) => view.state(site.map(), first, active),
            (view, None) => view.state(&SiteMap::default(), None, None),
        }
    }

    /// Opens and closes branches as they were, now or when they come.
    pub fn restore(&self, state: Vec<String>) {
        let mut session = self.session.borrow_mut();
        match session.view_mut() {
            (view, Some(site)) => view.restore(site.map(), &state),
            (view, None) => view.restore(&SiteMap::default(), &state),
        }
    }

    /// The id of the row that was shown first when the restored state was kept; -1 until it is there.
    #[wasm_bindgen(getter, js_name = restoredRow)]
    pub fn restored_row(&self) -> i32 {
        self.session.borrow().view().0.restored_row().map_or(-1, |id| id as i32)
    }

    /// The id of the row that had the tab stop then; -1 until it is there.
    #[wasm_bindgen(getter, js_name = restoredActive)]
    pub fn restored_active(&self) -> i32 {
        self.session.borrow().view().0.restored_active().map_or(-1, |id| id as i32)
    }

    /// A row's context tree.
    pub fn menu(&self, id: RowId) -> MenuItems {
        to_js(&self.capped_menu(id).0).unchecked_into()
    }

    /// How many entries of a row's context tree `menu` leaves out, because there are too many.
    #[wasm_bindgen(js_name = menuLeftOut)]
    pub fn menu_left_out(&self, id: RowId) -> u32 {
        self.capped_menu(id).1 as u32
    }

    /// A row's details, Dublin Core for the most part, as far as they are shown.
    pub fn details(&self, id: RowId) -> Details {
        #[derive(Serialize)]
        struct Detail<'a> {
            name: &'a str,
            value: Cow<'a, str>,
        }
        let session = self.session.borrow();
        let (view, site) = session.view();
        let details = match (site, view.page(id)) {
            (Some(site), Some(page)) => site.shown_details(page),
            _ => Vec::new(),
        };
        let details: Vec<Detail<'_>> = details.into_iter().map(|(name, value)| Detail { name, value }).collect();
        to_js(&details).unchecked_into()
    }

    /// A row's page and what is below it, whatever is open, up to so many entries: to be copied or opened as a whole.
    pub fn branch(&self, id: RowId, limit: u32) -> Branch {
        #[derive(Serialize)]
        struct Listed {
            entries: Vec<BranchEntry>,
            more: bool,
        }
        let session = self.session.borrow();
        let (view, site) = session.view();
        let (entries, more) = match (site, view.page(id)) {
            (Some(site), Some(page)) => tree::branch(site.map(), page, limit as usize),
            _ => (Vec::new(), false),
        };
        to_js(&Listed { entries, more }).unchecked_into()
    }

    /// The first error in the sitemap, without looking at its pages for more.
    #[wasm_bindgen(getter, js_name = firstError)]
    pub fn first_error(&self) -> MaybeDiagnostic {
        let session = self.session.borrow();
        to_js(&session.site().and_then(Site::error_to_tell)).unchecked_into()
    }

    /// Number of errors found while reading the sitemap.
    #[wasm_bindgen(getter, js_name = errorCount)]
    pub fn error_count(&self) -> u32 {
        self.session.borrow().site().map_or(0, Site::errors) as u32
    }

    /// All that is wrong with the sitemap. It looks at every page, so ask when it is to be shown.
    pub fn diagnostics(&self) -> Diagnostics {
        let diagnostics: Vec<Diagnostic> = self.session.borrow().diagnostics();
        to_js(&diagnostics).unchecked_into()
    }

    /// The lines that findings are about, in their order. The documents are read again, the site's own from the browser's
    /// cache if it has them; `file`: the user's, which is read from the disk. Rejects what are no `Location`s.
    pub fn excerpts(&self, spots: Spots, file: Option<web_sys::File>) -> ExcerptsPromise {
        let fetch = Rc::new(WebFetch::default());
        self.again.replace(fetch.clone()).end();
        let session = self.session.clone();
        let excerpts = async move {
            let spots: Vec<Location> = from_js(spots.into()).ok_or_else(|| misfit("Location[]"))?;
            let own = file.map(|file| super::fetch::file(&file, url_of(&file)));
            Ok(to_js(&session::excerpts(&session, &*fetch, own, &spots).await))
        };
        wasm_bindgen_futures::future_to_promise(excerpts).unchecked_into()
    }

    /// Ends the reading of excerpts.
    #[wasm_bindgen(js_name = stopExcerpts)]
    pub fn stop_excerpts(&self) {
        self.again.borrow().end();
    }

    /// About how many bytes of memory the tree takes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.session.borrow().memory() as f64
    }

    /// Which file the tree came from.
    #[wasm_bindgen(getter)]
    pub fn source(&self) -> MaybeSource {
        to_js(&self.session.borrow().source()).unchecked_into()
    }

    /// What is shown, saved in a format: the bytes of a file. Empty while nothing is shown; throws a `TypeError` for an
    /// unknown format.
    #[wasm_bindgen(js_name = exportAs)]
    pub fn export_as(&self, format: ExportFormat) -> Result<Uint8Array, JsValue> {
        let name = format.as_string().unwrap_or_default();
        let Some(format) = Format::named(&name) else {
            return Err(TypeError::new(&format!("'{name}' is none of nns, negs, xbel")).into());
        };
        let session = self.session.borrow();
        Ok(session.site().map_or_else(|| Uint8Array::new_with_length(0), |site| save(site, format)))
    }

    /// Takes steps with pauses; resolves after the last one.
    fn in_background(&self, mut step: Box<Step>) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        wasm_bindgen_futures::future_to_promise(async move {
            in_steps(&session, &fetch, &mut *step).await;
            Ok(JsValue::UNDEFINED)
        })
    }

    /// A row's context tree and how many entries did not fit in it.
    fn capped_menu(&self, id: RowId) -> (Vec<MenuItem>, usize) {
        let session = self.session.borrow();
        let (view, site) = session.view();
        match (site, view.page(id)) {
            (Some(site), Some(page)) => {
                let (mut items, left_out) = tree::menu(site.map(), page);
                let mut level: Vec<&mut MenuItem> = items.iter_mut().collect();
                while let Some(item) = level.pop() {
                    item.icon = item.icon.take().and_then(|url| session.picture::<WebFetch>(&url));
                    level.extend(&mut item.children);
                }
                (items, left_out)
            }
            _ => (Vec::new(), 0),
        }
    }

    /// Begins a load at once, so that one begun or stopped right after finds it.
    fn begin(&self, url: &str) -> (Load, Rc<RefCell<Session>>, Rc<WebFetch>) {
        self.fetch.abort();
        let load = self.session.borrow_mut().begin(url);
        (load, self.session.clone(), self.fetch.clone())
    }

    /// Tells JavaScript how far loading is: when a document has come, else at most once a frame.
    fn progress(&self, on_progress: Option<OnProgress>) -> impl Fn(Progress) + 'static {
        const FRAME_MS: f64 = 16.0;
        /// Taking what has come into the tree, and painting it, may take a quarter of the time.
        const REST: f64 = 3.0;
        let due = Cell::new(f64::NEG_INFINITY);
        let last_done = Cell::new(None);
        let session = self.session.clone();
        move |progress: Progress| {
            let begun = now();
            let done = progress.documents.map(|documents| documents.done);
            let has_come = done != last_done.replace(done);
            if begun < due.get() && !has_come {
                return;
            }
            session.borrow_mut().sync();
            if let Some(on_progress) = &on_progress {
                // What a listener throws is its own affair; loading goes on.
                let _ = on_progress.unchecked_ref::<Function>().call1(&JsValue::UNDEFINED, &to_js(&progress));
            }
            let end = now();
            due.set(end.max(begun + FRAME_MS) + REST * (end - begun));
        }
    }
}

/// The file goes to JavaScript piece by piece: the memory of WebAssembly would stay as large as the whole.
fn save(site: &Site, format: Format) -> Uint8Array {
    const PIECE: usize = 64 << 10;
    struct Length(usize);
    impl fmt::Write for Length {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    struct Pieces {
        file: Uint8Array,
        at: u32,
        piece: Vec<u8>,
    }
    impl Pieces {
        fn flush(&mut self) {
            let end = self.at + self.piece.len() as u32;
            self.file.subarray(self.at, end).copy_from(&self.piece);
            self.at = end;
            self.piece.clear();
        }
    }
    impl fmt::Write for Pieces {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.piece.extend_from_slice(text.as_bytes());
            if self.piece.len() >= PIECE {
                self.flush();
            }
            Ok(())
        }
    }
    let mut length = Length(0);
    // Neither of the two can fail.
    let _ = export::write(site, format, &mut length);
    let mut pieces = Pieces { file: Uint8Array::new_with_length(length.0 as u32), at: 0, piece: Vec::new() };
    let _ = export::write(site, format, &mut pieces);
    pieces.flush();
    pieces.file
}

#[derive(Serialize)]
struct DatedPage {
    title: String,
    url: String,
    time: i64,
    #[serde(rename = "isDay")]
    is_day: bool,
}

#[derive(Serialize)]
struct DescribedNews {
    count: usize,
    changed: Vec<DatedPage>,
    before: Vec<DatedPage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rebuilt: Option<OneDate>,
}

#[derive(Serialize)]
struct OneDate {
    time: i64,
    #[serde(rename = "isDay")]
    is_day: bool,
}

fn described(session: &Session, news: News) -> Option<DescribedNews> {
    let map = session.site()?.map();
    // Another tree may be shown by now, which is asked anew.
    let page = |Dated { page, time, is_day }| {
        let url = ((page as usize) < map.len()).then(|| map.url(page))??;
        Some(DatedPage { title: map.title(page).into_owned(), url, time, is_day })
    };
    let list = |pages: Vec<Dated>| pages.into_iter().filter_map(page).collect();
    let (changed, before) = (list(news.changed), list(news.before));
    let rebuilt = news.rebuilt.map(|(time, is_day)| OneDate { time, is_day });
    Some(DescribedNews { count: news.count, changed, before, rebuilt })
}

/// That a value is not what it should be.
fn misfit(what: &str) -> JsValue {
    TypeError::new(&["this is no ", what].concat()).into()
}

/// What a file of the user's is read as.
fn url_of(file: &web_sys::File) -> String {
    format!("file:///{}", js_sys::encode_uri_component(&file.name()))
}

/// A load. When it resolves, JavaScript asks at once where the current page is, so that is made ready before, with pauses.
fn promise(
    session: Rc<RefCell<Session>>,
    fetch: Rc<WebFetch>,
    outcome: impl Future<Output = Outcome> + 'static,
) -> OutcomePromise {
    wasm_bindgen_futures::future_to_promise(async move {
        let outcome = outcome.await;
        let mut step = |view: &mut TreeView, map: &SiteMap, pages| {
            view.prepare_current(map, pages) || view.prepare_order(map, view.order(), pages)
        };
        in_steps(&session, &fetch, &mut step).await;
        Ok(to_js(&outcome))
    })
    .unchecked_into()
}

/// Looks at up to this number of shown pages. Returns `true` if some remain.
type Step = dyn FnMut(&mut TreeView, &SiteMap, usize) -> bool;

/// Goes through the pages in steps, with pauses between them.
async fn in_steps(
    session: &RefCell<Session>,
    fetch: &WebFetch,
    step: &mut dyn FnMut(&mut TreeView, &SiteMap, usize) -> bool,
) {
    /// About a millisecond.
    const PAGES: usize = 4096;
    let mut go_on = || match session.borrow_mut().view_mut() {
        (view, Some(site)) => step(view, site.map(), PAGES),
        _ => false,
    };
    while go_on() {
        fetch.pause().await;
    }
}

fn order_named(order: OrderName) -> Order {
    match JsValue::from(order).as_string().as_deref() {
        Some("title") => Order::Title,
        Some("changed") => Order::Changed,
        _ => Order::Site,
    }
}

fn index(row: Option<usize>) -> i32 {
    row.map_or(-1, |row| row as i32)
}

/// Plain objects; what is `None` is absent.
fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new();
    value.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
}

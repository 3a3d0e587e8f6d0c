//! The data about one page for JavaScript: its path, neighbours, menu, details and branch.

use super::fetch::load_deferred;
use super::session::WebSession;
use super::to_js::{promise, to_js};
use crate::format::Structure;
use crate::limits::MAX_BRANCH_ENTRIES;
use crate::site_map::{NodeId, SiteMap};
use crate::text::date;
use crate::tree;
use crate::tree::{BranchEntry, Label, MenuItem};
use crate::view::{Neighbour, RowId};
use js_sys::Promise;
use serde::Serialize;
use std::borrow::Cow;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Describes a path in the tree.
pub(super) fn path_entries(map: &SiteMap, path: Vec<(NodeId, String, Option<String>)>) -> JsValue {
    /// A page of a path in the tree.
    #[derive(Serialize, Tsify)]
    struct PathEntry {
        title: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        label: Option<Label>,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    }
    let entry = |(page, title, url)| PathEntry { title, label: tree::label(map, page), url };
    to_js(&path.into_iter().map(entry).collect::<Vec<PathEntry>>())
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// The path from the top level down to the current page. A long path is cut at its start. Empty if the page is not
    /// in the tree.
    #[wasm_bindgen(unchecked_return_type = "PathEntry[]")]
    pub fn trail(&self) -> JsValue {
        let session = self.session.borrow();
        let (view, site) = session.view();
        path_entries(site.map(), view.trail(site.map()))
    }

    /// The address of the page before, after or above the current page, or of the next one that the user has not read.
    pub fn neighbour(&self, #[wasm_bindgen(unchecked_param_type = "Neighbour")] which: JsValue) -> Option<String> {
        let which = match which.as_string()?.as_str() {
            "previous" => Neighbour::Previous,
            "next" => Neighbour::Next,
            "up" => Neighbour::Up,
            "unread" => Neighbour::Unread,
            _ => return None,
        };
        let session = self.session.borrow();
        let (view, site) = session.view();
        view.neighbour(site.map(), which)
    }

    /// The context menu of a row.
    #[wasm_bindgen(unchecked_return_type = "MenuItem[]")]
    pub fn menu(&self, id: u32) -> JsValue {
        to_js(&self.capped_menu(RowId(id)).0)
    }

    /// Number of entries that `menu` leaves out because the context menu is too long.
    #[wasm_bindgen(js_name = menuLeftOut)]
    pub fn menu_left_out(&self, id: u32) -> u32 {
        self.capped_menu(RowId(id)).1 as u32
    }

    /// The details of a row's page, shortened for display. Most are Dublin Core terms.
    #[wasm_bindgen(unchecked_return_type = "Detail[]")]
    pub fn details(&self, id: u32) -> JsValue {
        /// A fact about a page from the sitemap, besides its title and address.
        #[derive(Serialize, Tsify)]
        struct Detail<'a> {
            /// The name in the format.
            name: &'a str,
            value: Cow<'a, str>,
            /// The value is a date: a day, or a day with a time.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[tsify(type = "\"day\" | \"time\"")]
            date: Option<&'static str>,
        }
        let session = self.session.borrow();
        let (view, site) = session.view();
        let details = match view.page(RowId(id)) {
            Some(page) => {
                let origins = site.map().origins(page).into_iter().map(|(name, value)| (name, Cow::Borrowed(value)));
                site.map().shown_details(page).into_iter().chain(origins).collect()
            }
            None => Vec::new(),
        };
        let described = details.into_iter().map(|(name, value)| Detail { name, date: date::precision(&value), value });
        to_js(&described.collect::<Vec<Detail<'_>>>())
    }

    /// How many pages of a row's branch the user has read, and how many it has. Empty if there is nothing to say, and for a branch
    /// with too many pages.
    #[wasm_bindgen(js_name = readBelow)]
    pub fn read_below(&self, id: u32) -> Vec<u32> {
        let session = self.session.borrow();
        let (view, site) = session.view();
        let page = view.page(RowId(id)).filter(|_| view.has_read("").is_some());
        let Some((entries, false)) = page.map(|page| tree::branch(site.map(), page, MAX_BRANCH_ENTRIES)) else {
            return Vec::new();
        };
        let is_read = entries.iter().filter_map(|entry| view.has_read(entry.url.as_deref()?));
        let (mut read, mut all) = (0, 0);
        is_read.for_each(|is_read| (read, all) = (read + u32::from(is_read), all + 1));
        if all > 1 { vec![read, all] } else { Vec::new() }
    }

    /// What all sources say about the title and the place of a row's page, on a site that declares no structure. It is computed
    /// in steps with pauses. Empty for a heading, and if the tree changes meanwhile.
    #[wasm_bindgen(unchecked_return_type = "Promise<Claim[]>")]
    pub fn claims(&self, id: u32) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let url = {
            let session = session.borrow();
            let (view, site) = session.view();
            let is_derived = site.structure() == Structure::Derived;
            view.page(RowId(id)).filter(|_| is_derived).and_then(|page| site.map().url(page))
        };
        promise(Box::pin(async move {
            let Some(url) = url else { return Ok(to_js(&[(); 0])) };
            load_deferred().await?;
            Ok(to_js(&crate::session::explain(&session, &*fetch, &url).await))
        }))
    }

    /// A row's page and all pages below it, in the order of the tree, up to `limit` and the engine's own limit. Collapsed branches
    /// are included.
    #[wasm_bindgen(unchecked_return_type = "ListedBranch")]
    pub fn branch(&self, id: u32, limit: Option<u32>) -> JsValue {
        /// A branch as a list, in the order of the tree.
        #[derive(Serialize, Tsify)]
        struct ListedBranch {
            entries: Vec<BranchEntry>,
            /// There are more entries.
            more: bool,
        }
        let session = self.session.borrow();
        let (view, site) = session.view();
        let (entries, more) = match view.page(RowId(id)) {
            Some(page) => tree::branch(site.map(), page, limit.map_or(MAX_BRANCH_ENTRIES, |limit| limit as usize)),
            None => (Vec::new(), false),
        };
        to_js(&ListedBranch { entries, more })
    }

    /// The context menu of a row, and the number of entries that were left out.
    fn capped_menu(&self, id: RowId) -> (Vec<MenuItem>, usize) {
        let session = self.session.borrow();
        let (view, site) = session.view();
        match view.page(id) {
            Some(page) => {
                let (mut items, left_out) = tree::menu(site.map(), page);
                let mut level: Vec<&mut MenuItem> = items.iter_mut().collect();
                while let Some(item) = level.pop() {
                    item.icon = item.icon.take().and_then(|url| session.picture(&url));
                    level.extend(&mut item.children);
                }
                (items, left_out)
            }
            None => (Vec::new(), 0),
        }
    }
}

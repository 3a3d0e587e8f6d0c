//! One page: its menu, its details, its branch as a list, and the pages around the current one.

use super::fetch::WebFetch;
use super::session::WebSession;
use super::to_js::to_js;
use super::types::*;
use crate::text::date;
use crate::tree;
use crate::tree::{BranchEntry, Label, MenuItem};
use crate::view::{Neighbour, RowId};
use serde::Serialize;
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
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
        let (trail, map) = (view.trail(site.map()).into_iter(), site.map());
        let crumb = |(page, title, url)| Crumb { title, label: tree::label(map, page), url };
        let crumbs: Vec<Crumb> = trail.map(crumb).collect();
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
        view.neighbour(site.map(), which)
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
            #[serde(skip_serializing_if = "Option::is_none")]
            date: Option<&'static str>,
        }
        let session = self.session.borrow();
        let (view, site) = session.view();
        let details = match view.page(id) {
            Some(page) => site.shown_details(page),
            None => Vec::new(),
        };
        let described = details.into_iter().map(|(name, value)| Detail { name, date: date::precision(&value), value });
        to_js(&described.collect::<Vec<Detail<'_>>>()).unchecked_into()
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
        let (entries, more) = match view.page(id) {
            Some(page) => tree::branch(site.map(), page, limit as usize),
            None => (Vec::new(), false),
        };
        to_js(&Listed { entries, more }).unchecked_into()
    }

    /// A row's context tree and how many entries did not fit in it.
    fn capped_menu(&self, id: RowId) -> (Vec<MenuItem>, usize) {
        let session = self.session.borrow();
        let (view, site) = session.view();
        match view.page(id) {
            Some(page) => {
                let (mut items, left_out) = tree::menu(site.map(), page);
                let mut level: Vec<&mut MenuItem> = items.iter_mut().collect();
                while let Some(item) = level.pop() {
                    item.icon = item.icon.take().and_then(|url| session.picture::<WebFetch>(&url));
                    level.extend(&mut item.children);
                }
                (items, left_out)
            }
            None => (Vec::new(), 0),
        }
    }
}

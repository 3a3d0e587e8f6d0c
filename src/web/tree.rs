//! The rows of the tree, and which branches are open.

use super::fetch::WebFetch;
use super::session::WebSession;
use super::to_js::to_js;
use super::types::*;
use crate::view::{Order, Row, RowId, TreeView};
use js_sys::Promise;
use wasm_bindgen::prelude::*;

pub(super) fn order_named(order: OrderName) -> Order {
    match JsValue::from(order).as_string().as_deref() {
        Some("title") => Order::Title,
        Some("changed") => Order::Changed,
        _ => Order::Site,
    }
}

pub(super) fn index(row: Option<usize>) -> i32 {
    row.map_or(-1, |row| row as i32)
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
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
        let mut rows: Vec<Row> = view.rows(site.map(), start as usize..end as usize);
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
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand(site.map(), id);
    }

    /// Closes a branch.
    pub fn collapse(&self, id: RowId) {
        self.session.borrow_mut().view_mut().0.collapse(id);
    }

    /// Opens a row's branch and those of its siblings.
    #[wasm_bindgen(js_name = expandSiblings)]
    pub fn expand_siblings(&self, id: RowId) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand_siblings(site.map(), id);
    }

    /// Opens every branch.
    #[wasm_bindgen(js_name = expandAll)]
    pub fn expand_all(&self) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand_all(site.map());
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
        index(view.type_ahead(site.map(), from_row as usize, text))
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
        index(view.reveal_current(site.map()))
    }

    /// The row of the page being looked at, if it is shown; else -1.
    #[wasm_bindgen(js_name = currentRow)]
    pub fn current_row(&self) -> i32 {
        let session = self.session.borrow();
        let (view, site) = session.view();
        index(view.current_row(site.map()))
    }

    /// Shows only pages that have all words of a text in title or address, and the ways there; all again for a text
    /// without words. Rows have other ids then.
    #[wasm_bindgen(js_name = setFilter)]
    pub fn set_filter(&self, text: &str) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.set_filter(site.map(), text);
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
        index(view.first_match(site.map()))
    }

    /// Opens the branches of the whole tree above a row of the filtered one; the id that it has when the filter is
    /// taken away, or -1.
    pub fn reveal(&self, id: RowId) -> i32 {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.reveal(site.map(), id).map_or(-1, |id| id as i32)
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
        let (view, site) = session.view_mut();
        view.set_order(site.map(), order);
    }

    /// Which branches are open, to be kept for [`WebSession::restore`]. `first`: the id of the row that is shown first;
    /// `active`: that of the row with the tab stop.
    pub fn state(&self, first: Option<RowId>, active: Option<RowId>) -> Vec<String> {
        let session = self.session.borrow();
        let (view, site) = session.view();
        view.state(site.map(), first, active)
    }

    /// Opens and closes branches as they were, now or when they come.
    pub fn restore(&self, state: Vec<String>) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.restore(site.map(), &state);
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
}

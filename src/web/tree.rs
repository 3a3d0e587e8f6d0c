//! The rows of the tree, and its expanded branches.

use super::session::WebSession;
use super::to_js::to_js;
use crate::view::{Order, Row, RowId};
use js_sys::Promise;
use wasm_bindgen::prelude::*;

/// Returns the order with JavaScript's name. Other names stand for the site's order.
pub(super) fn order_named(order: &JsValue) -> Order {
    match order.as_string().as_deref() {
        Some("title") => Order::Title,
        Some("changed") => Order::Changed,
        _ => Order::Site,
    }
}

/// Returns an index for JavaScript: -1 stands for none.
pub(super) fn index(row: Option<usize>) -> i32 {
    row.map_or(-1, |row| row as i32)
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// A number that changes when rows may have changed.
    #[wasm_bindgen(getter)]
    pub fn version(&self) -> u32 {
        self.session.borrow().view().0.version()
    }

    /// Number of rows.
    #[wasm_bindgen(getter, js_name = rowCount)]
    pub fn row_count(&self) -> u32 {
        self.session.borrow().view().0.len() as u32
    }

    /// The rows from `start` to `end`, without `end`.
    #[wasm_bindgen(unchecked_return_type = "Row[]")]
    pub fn rows(&self, start: u32, end: u32) -> JsValue {
        let session = self.session.borrow();
        let (view, site) = session.view();
        let mut rows: Vec<Row> = view.rows(site.map(), start as usize..end as usize);
        for row in &mut rows {
            row.icon = row.icon.take().and_then(|url| session.picture(&url));
        }
        to_js(&rows)
    }

    /// The indexes of the open branches that stay at the top while the tree scrolls, the outermost first. `top` is the
    /// scroll position in rows.
    pub fn pinned(&self, top: f64, most: u32) -> Vec<u32> {
        let session = self.session.borrow();
        let pinned = session.view().0.pinned(top, most as usize);
        pinned.into_iter().map(|row| row as u32).collect()
    }

    /// The index of the row with this id; -1 if it is not shown.
    #[wasm_bindgen(js_name = rowOf)]
    pub fn row_of(&self, id: u32) -> i32 {
        index(self.session.borrow().view().0.row_of(RowId(id)))
    }

    /// The id of a row's parent; -1 at the top level.
    pub fn parent(&self, id: u32) -> i32 {
        self.session.borrow().view().0.parent(RowId(id)).map_or(-1, |id| id.0 as i32)
    }

    /// Expands a branch.
    pub fn expand(&self, id: u32) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand(site.map(), RowId(id));
    }

    /// Collapses a branch.
    pub fn collapse(&self, id: u32) {
        self.session.borrow_mut().view_mut().0.collapse(RowId(id));
    }

    /// Starts to expand a branch with everything in it. Call `expandMore` until it returns `false`.
    #[wasm_bindgen(js_name = expandBelow)]
    pub fn expand_below(&self, id: u32) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand_below(site.map(), RowId(id));
    }

    /// Expands the next part of the branches given to `expandBelow`. Returns `true` if some remain.
    #[wasm_bindgen(js_name = expandMore)]
    pub fn expand_more(&self) -> bool {
        /// Entries for each step, which take some milliseconds.
        const ENTRIES: usize = 1 << 15;
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand_more(site.map(), ENTRIES)
    }

    /// Collapses a branch and all branches in it.
    #[wasm_bindgen(js_name = collapseBelow)]
    pub fn collapse_below(&self, id: u32) {
        self.session.borrow_mut().view_mut().0.collapse_below(RowId(id));
    }

    /// Expands a row's branch and those of its siblings.
    #[wasm_bindgen(js_name = expandSiblings)]
    pub fn expand_siblings(&self, id: u32) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand_siblings(site.map(), RowId(id));
    }

    /// Expands every branch.
    #[wasm_bindgen(js_name = expandAll)]
    pub fn expand_all(&self) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.expand_all(site.map());
    }

    /// Collapses every branch.
    #[wasm_bindgen(js_name = collapseAll)]
    pub fn collapse_all(&self) {
        self.session.borrow_mut().view_mut().0.collapse_all();
    }

    /// The index of the next row after `fromRow` whose title begins with `text`; -1 if there is none. Ignores case and
    /// accents and wraps around. If `text` has more than one letter, the search begins at `fromRow` itself.
    #[wasm_bindgen(js_name = typeAhead)]
    pub fn type_ahead(&self, from_row: u32, text: &str) -> i32 {
        let session = self.session.borrow();
        let (view, site) = session.view();
        index(view.type_ahead(site.map(), from_row as usize, text))
    }

    /// Prepares `setOrder` in steps. Resolves when this is complete. Also resolves when more pages
    /// arrive: the order is then prepared at the end of the load.
    #[wasm_bindgen(js_name = prepareOrder)]
    pub fn prepare_order(&self, #[wasm_bindgen(unchecked_param_type = "Order")] order: JsValue) -> Promise {
        let order = order_named(&order);
        let mut pages_before = None;
        self.in_background(Box::new(move |view, map, pages| {
            *pages_before.get_or_insert(map.len()) == map.len() && view.prepare_order(map, order, pages)
        }))
    }

    /// Sorts siblings by the site's order, by title or by last change. The order also applies to other sites. Many rows
    /// are sorted in steps, from the top down. Resolves at the end.
    #[wasm_bindgen(js_name = setOrder)]
    pub fn set_order(&self, #[wasm_bindgen(unchecked_param_type = "Order")] order: JsValue) -> Promise {
        let order = order_named(&order);
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.set_order(site.map(), order);
        drop(session);
        self.refresh_rest()
    }

    /// Rebuilds the rows in steps with pauses. Resolves when all are there.
    pub(super) fn refresh_rest(&self) -> Promise {
        self.in_background(Box::new(|view, map, _| view.refresh_more(map)))
    }

    /// The expanded branches, for `restore`. `first` is the id of the first visible row, and `active` the
    /// id of the row with the tab stop.
    pub fn state(&self, first: Option<u32>, active: Option<u32>) -> Vec<String> {
        let session = self.session.borrow();
        let (view, site) = session.view();
        view.state(site.map(), first.map(RowId), active.map(RowId))
    }

    /// Restores expanded branches, now or when their pages arrive.
    pub fn restore(&self, state: Vec<String>) {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.restore(site.map(), &state);
    }

    /// The id of the first visible row of the restored state; -1 until that row exists.
    #[wasm_bindgen(getter, js_name = restoredRow)]
    pub fn restored_row(&self) -> i32 {
        self.session.borrow().view().0.restored_row().map_or(-1, |id| id.0 as i32)
    }

    /// The id of the row with the tab stop in the restored state; -1 until that row exists.
    #[wasm_bindgen(getter, js_name = restoredActive)]
    pub fn restored_active(&self) -> i32 {
        self.session.borrow().view().0.restored_active().map_or(-1, |id| id.0 as i32)
    }
}

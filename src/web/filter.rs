//! The filter of the tree.

use super::session::WebSession;
use super::tree::index;
use crate::view::{RowId, TreeView};
use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Shows only pages that have all words of `text` in title or address, and the pages above them. A text without
    /// words shows all pages. The ids of rows change. Many rows are built in steps. Resolves when all are there.
    #[wasm_bindgen(js_name = setFilter)]
    pub fn set_filter(&self, text: &str) -> Promise {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.set_filter(site.map(), text);
        drop(session);
        self.refresh_rest()
    }

    /// Builds the search index for `setFilter` in steps, so that the first filter does not block the
    /// page. Resolves when the index is complete.
    #[wasm_bindgen(js_name = prepareFilter)]
    pub fn prepare_filter(&self) -> Promise {
        self.in_background(Box::new(TreeView::prepare_filter))
    }

    /// Number of pages that match the filter.
    #[wasm_bindgen(getter)]
    pub fn matches(&self) -> u32 {
        self.session.borrow().view().0.matches() as u32
    }

    /// The index of the first row that matches the filter; -1 if there is none. Prefers a row that can be followed.
    #[wasm_bindgen(js_name = firstMatch)]
    pub fn first_match(&self) -> i32 {
        let session = self.session.borrow();
        let (view, site) = session.view();
        index(view.first_match(site.map()))
    }

    /// Expands the branches above a row of the filtered tree in the unfiltered tree. Returns the id of the row without
    /// a filter, or -1.
    pub fn reveal(&self, id: u32) -> i32 {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.reveal(site.map(), RowId(id)).map_or(-1, |id| id.0 as i32)
    }
}

//! The current page in the tree.

use super::session::WebSession;
use super::tree::index;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Sets the address of the current page.
    #[wasm_bindgen(js_name = setCurrent)]
    pub fn set_current(&self, url: Option<String>) {
        self.session.borrow_mut().set_current(url.as_deref());
    }

    /// Indexes some pages for `currentRow` and `revealCurrent`, so that these do not block
    /// the page during a load. Returns `true` if all pages that have arrived are indexed.
    #[wasm_bindgen(js_name = prepareCurrent)]
    pub fn prepare_current(&self) -> bool {
        /// Pages for each call, which take some milliseconds.
        const PAGES: usize = 1 << 13;
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        !view.prepare_current(site.map(), PAGES)
    }

    /// Expands the branches above the current page. Returns the index of its row, or -1 if it is not in the tree.
    #[wasm_bindgen(js_name = revealCurrent)]
    pub fn reveal_current(&self) -> i32 {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        index(view.reveal_current(site.map()))
    }

    /// The index of the current page's row; -1 if it is not shown.
    #[wasm_bindgen(js_name = currentRow)]
    pub fn current_row(&self) -> i32 {
        let session = self.session.borrow();
        let (view, site) = session.view();
        index(view.current_row(site.map()))
    }
}

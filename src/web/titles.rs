//! The titles of pages that the user asks for.

use super::fetch::load_deferred;
use super::session::WebSession;
use super::to_js::{promise, to_js};
use crate::session::{TitlesRead, read_page_titles};
use crate::view::RowId;
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Returns `true` if the branch of a row has pages that have their names from their addresses.
    #[wasm_bindgen(js_name = lacksTitles)]
    pub fn lacks_titles(&self, id: u32) -> bool {
        let session = self.session.borrow();
        let page = session.view().0.page(RowId(id));
        page.is_some_and(|page| !session.pages_without_title(page, 1).is_empty())
    }

    /// Requests these pages, reads their titles, and adds them to the tree at the end. Ends early with `stop` and
    /// when another load begins.
    #[wasm_bindgen(js_name = readTitles, unchecked_return_type = "Promise<TitlesRead>")]
    pub fn read_titles(
        &self,
        id: u32,
        #[wasm_bindgen(unchecked_param_type = "(done: number, total: number) => void")] on_progress: Function,
    ) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let page = session.borrow().view().0.page(RowId(id));
        promise(Box::pin(async move {
            load_deferred().await?;
            let progress = |done: usize, total: usize| {
                // An exception in the listener does not stop the reading.
                let (done, total) = (JsValue::from(done as u32), JsValue::from(total as u32));
                let _ = on_progress.call2(&JsValue::UNDEFINED, &done, &total);
            };
            let read = match page {
                Some(page) => read_page_titles(&session, &*fetch, page, &progress).await,
                None => TitlesRead::default(),
            };
            Ok(to_js(&read))
        }))
    }
}

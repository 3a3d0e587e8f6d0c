//! Jump: the pages that fit a typed text best.

use super::session::WebSession;
use super::steps::in_steps;
use super::to_js::{promise, to_js};
use crate::view::JumpScan;
use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// The pages that fit a text best, the best one first. Searches in steps with pauses.
    #[wasm_bindgen(unchecked_return_type = "Promise<JumpTarget[]>")]
    pub fn jump(&self, text: &str) -> Promise {
        let mut scan = JumpScan::new(text);
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let targets = async move {
            in_steps(&session, &fetch, &mut |view, map, pages| scan.step(view, map, pages)).await;
            let session = session.borrow();
            Ok(to_js(&scan.targets(session.site().map())))
        };
        promise(Box::pin(targets))
    }
}

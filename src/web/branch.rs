//! One branch as the whole tree.

use super::page::path_entries;
use super::session::WebSession;
use crate::view::{RowId, TreeView};
use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Shows only the branch of a row. Returns the id of the row of its page, or -1. The ids of rows change.
    #[wasm_bindgen(js_name = showOnly)]
    pub fn show_only(&self, id: u32) -> i32 {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.show_only(site.map(), RowId(id)).map_or(-1, |id| id.0 as i32)
    }

    /// Shows the whole tree again, or the branch of the page at an index of `branchPath`. Returns the id of
    /// the row of the page that was at the top, or -1. The ids of rows change.
    #[wasm_bindgen(js_name = leaveBranch)]
    pub fn leave_branch(&self, to: Option<u32>) -> i32 {
        let mut session = self.session.borrow_mut();
        let (view, site) = session.view_mut();
        view.leave_branch(site.map(), to.map(|to| to as usize)).map_or(-1, |id| id.0 as i32)
    }

    /// The path from the top level of the whole tree to the branch that is shown. Empty if the whole tree is shown.
    #[wasm_bindgen(js_name = branchPath, unchecked_return_type = "PathEntry[]")]
    pub fn branch_path(&self) -> JsValue {
        let session = self.session.borrow();
        let (view, site) = session.view();
        path_entries(site.map(), view.branch_path(site.map()))
    }

    /// Prepares `branchPages` in steps. Resolves when this is complete.
    #[wasm_bindgen(js_name = prepareBranch)]
    pub fn prepare_branch(&self) -> Promise {
        self.in_background(Box::new(TreeView::prepare_branch))
    }

    /// Number of pages in the branch that is shown. Absent if the whole tree is shown.
    #[wasm_bindgen(getter, js_name = branchPages)]
    pub fn branch_pages(&self) -> Option<u32> {
        let session = self.session.borrow();
        let (view, site) = session.view();
        view.branch_pages(site.map()).map(|pages| pages as u32)
    }
}

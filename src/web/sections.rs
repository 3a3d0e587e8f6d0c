//! The sections of the page in the tab, for the pane "On this page".

use super::from_js::from_js;
use super::to_js::to_js;
use super::tree::index;
use crate::view::{SectionHeading, Sections};
use wasm_bindgen::prelude::*;

/// The headings of one page as a tree. It has the methods of a session that the painter needs.
#[derive(Default)]
#[wasm_bindgen(js_name = Sections)]
pub struct WebSections(Sections);

#[wasm_bindgen(js_class = Sections)]
impl WebSections {
    /// Creates an empty list.
    #[wasm_bindgen(constructor)]
    pub fn new() -> WebSections {
        WebSections::default()
    }

    /// Replaces the sections. Values of other types give an empty list.
    pub fn set(&mut self, #[wasm_bindgen(unchecked_param_type = "SectionHeading[]")] headings: JsValue) {
        self.0.set(from_js::<Vec<SectionHeading>>(headings).unwrap_or_default());
    }

    /// Shows only the sections with all words of `text`, and the sections above them.
    #[wasm_bindgen(js_name = setFilter)]
    pub fn set_filter(&mut self, text: &str) {
        self.0.set_filter(text);
    }

    /// Sets the section that the user is reading.
    #[wasm_bindgen(js_name = setCurrent)]
    pub fn set_current(&mut self, id: Option<u32>) {
        self.0.set_current(id);
    }

    /// A number that changes when rows may have changed.
    #[wasm_bindgen(getter)]
    pub fn version(&self) -> u32 {
        self.0.version()
    }

    /// Number of rows.
    #[wasm_bindgen(getter, js_name = rowCount)]
    pub fn row_count(&self) -> u32 {
        self.0.len() as u32
    }

    /// The rows from `start` to `end`, without `end`.
    #[wasm_bindgen(unchecked_return_type = "SectionRow[]")]
    pub fn rows(&self, start: u32, end: u32) -> JsValue {
        to_js(&self.0.rows(start as usize..end as usize))
    }

    /// The index of the row with this id; -1 if it is not shown.
    #[wasm_bindgen(js_name = rowOf)]
    pub fn row_of(&self, id: u32) -> i32 {
        index(self.0.row_of(id))
    }

    /// The index of the row of the first section that matches the filter; -1 if none does.
    #[wasm_bindgen(js_name = firstMatch)]
    pub fn first_match(&self) -> i32 {
        index(self.0.first_match())
    }

    /// The index of the row of the section that the user is reading; -1 if it is not shown.
    #[wasm_bindgen(js_name = currentRow)]
    pub fn current_row(&self) -> i32 {
        index(self.0.current_row())
    }

    /// The id of the section above another one; -1 at the top level.
    pub fn parent(&self, id: u32) -> i32 {
        self.0.parent(id).map_or(-1, |id| id as i32)
    }

    /// The index of the next row whose title begins with `text`, as in the tree; -1 if there is none.
    #[wasm_bindgen(js_name = typeAhead)]
    pub fn type_ahead(&self, from_row: u32, text: &str) -> i32 {
        index(self.0.type_ahead(from_row as usize, text))
    }
}

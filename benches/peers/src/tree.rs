//! Navibar's core from bytes to a tree that can be shown, without the fetching around it.

use navibar::format::Document;
use navibar::view::TreeView;
use wasm_bindgen::prelude::*;

/// A document being read, and the tree that shows it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tree {
    document: Document,
    view: TreeView,
}

#[wasm_bindgen]
impl Tree {
    /// A document fetched from this address.
    #[wasm_bindgen(constructor)]
    pub fn new(url: &str) -> Tree {
        Tree { document: Document::new(url), view: TreeView::default() }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.document.push(bytes);
    }

    /// Says that the document is complete, and makes its first rows: their number, at most `rows`.
    pub fn finish(&mut self, rows: u32) -> u32 {
        self.document.finish();
        self.view.refresh(self.document.map());
        self.view.rows(self.document.map(), 0..rows as usize).len() as u32
    }

    /// The number of rows with every branch open, to check what was read. 0 where there are errors.
    pub fn pages(&mut self) -> u32 {
        if self.document.first_error().is_some() {
            return 0;
        }
        self.view.expand_all(self.document.map());
        self.view.len() as u32
    }
}

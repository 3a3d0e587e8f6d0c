//! Navibar's core from bytes to a tree that can be shown, without the fetching around it.

use navibar::site::Site;
use navibar::view::TreeView;
use wasm_bindgen::prelude::*;

/// A document being read, and the tree that shows it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tree {
    site: Site,
    view: TreeView,
}

#[wasm_bindgen]
impl Tree {
    /// A document fetched from this address.
    #[wasm_bindgen(constructor)]
    pub fn new(url: &str) -> Tree {
        let mut site = Site::default();
        site.begin(url);
        Tree { site, view: TreeView::default() }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.site.push(bytes);
    }

    /// Says that the document is complete, and makes its first rows: their number, at most `rows`.
    pub fn finish(&mut self, rows: u32) -> u32 {
        self.site.finish();
        self.view.refresh(self.site.map());
        self.view.rows(self.site.map(), 0..rows as usize).len() as u32
    }

    /// The number of rows with every branch open, to check what was read. 0 where there are errors.
    pub fn pages(&mut self) -> u32 {
        if self.site.first_error().is_some() {
            return 0;
        }
        self.view.expand_all(self.site.map());
        self.view.len() as u32
    }
}

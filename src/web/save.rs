//! Saves the tree as a file.

use super::fetch::load_deferred;
use super::session::WebSession;
use super::to_js::promise;
use crate::export::{Export, Format};
use crate::session::Fetch;
use js_sys::{Array, Promise, TypeError, Uint8Array};
use std::fmt;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

/// The file in pieces outside of the memory of WebAssembly, which never shrinks. The browser joins blobs without copying
/// them, so the last step is as short as the others.
#[derive(Default)]
struct Pieces {
    blobs: Array,
    piece: Vec<u8>,
}

impl Pieces {
    fn flush(&mut self) -> Result<(), JsValue> {
        let bytes = Uint8Array::from(&*self.piece);
        self.piece.clear();
        self.blobs.push(&Blob::new_with_u8_array_sequence(&Array::of1(&bytes))?.into());
        Ok(())
    }
}

impl fmt::Write for Pieces {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.piece.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Writes the tree as a file in this format, in steps with pauses. Resolves with the file, which is empty if no site
    /// is shown. If pages arrive meanwhile, it starts again. `listed_only` leaves out the pages and titles that only
    /// visits or menus have shown. Throws a `TypeError` for an unknown format.
    #[wasm_bindgen(js_name = exportAs, unchecked_return_type = "Promise<Blob>")]
    pub fn export_as(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExportFormat")] format: JsValue,
        listed_only: Option<bool>,
    ) -> Result<Promise, JsValue> {
        /// Work of a step, which takes about a millisecond.
        const WORK: usize = 128 << 10;
        /// Bytes of a piece.
        const PIECE: usize = 1 << 20;
        let name = format.as_string().unwrap_or_default();
        let Some(format) = Format::named(&name) else {
            return Err(TypeError::new(&format!("'{name}' is not nns, negs, xbel, html or opml")).into());
        };
        let start = if listed_only == Some(true) { Export::listed_only } else { Export::new };
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let saved = async move {
            load_deferred().await?;
            let mut pieces = Pieces::default();
            let mut export = start(session.borrow().site(), format);
            loop {
                let remains = {
                    let session = session.borrow();
                    let site = session.site();
                    if !export.is_current(site) {
                        (pieces, export) = (Pieces::default(), start(site, format));
                    }
                    // Only the output can fail, and this one does not.
                    !site.is_empty() && export.step(site, WORK, &mut pieces).unwrap_or(false)
                };
                if pieces.piece.len() >= PIECE || !remains {
                    pieces.flush()?;
                }
                if !remains {
                    return Ok(Blob::new_with_blob_sequence(&pieces.blobs)?.into());
                }
                fetch.pause().await;
            }
        };
        Ok(promise(Box::pin(saved)))
    }
}

//! Saves the tree as a file.

use super::session::WebSession;
use super::types::*;
use crate::export;
use crate::export::Format;
use crate::site::Site;
use js_sys::{TypeError, Uint8Array};
use std::fmt;
use wasm_bindgen::prelude::*;

/// Writes the file to JavaScript in pieces, because the memory of WebAssembly never shrinks. The tree is written twice:
/// the first time only to learn the file's length.
pub(super) fn save(site: &Site, format: Format) -> Uint8Array {
    const PIECE: usize = 64 << 10;
    struct Length(usize);
    impl fmt::Write for Length {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    struct Pieces {
        file: Uint8Array,
        at: u32,
        piece: Vec<u8>,
    }
    impl Pieces {
        fn flush(&mut self) {
            let end = self.at + self.piece.len() as u32;
            self.file.subarray(self.at, end).copy_from(&self.piece);
            self.at = end;
            self.piece.clear();
        }
    }
    impl fmt::Write for Pieces {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.piece.extend_from_slice(text.as_bytes());
            if self.piece.len() >= PIECE {
                self.flush();
            }
            Ok(())
        }
    }
    let mut length = Length(0);
    // Neither writer can fail.
    let _ = export::write(site, format, &mut length);
    let mut pieces = Pieces { file: Uint8Array::new_with_length(length.0 as u32), at: 0, piece: Vec::new() };
    let _ = export::write(site, format, &mut pieces);
    pieces.flush();
    pieces.file
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// The tree as the bytes of a file in this format. Empty while no site is shown. Throws a `TypeError` for an
    /// unknown format.
    #[wasm_bindgen(js_name = exportAs)]
    pub fn export_as(&self, format: ExportFormat) -> Result<Uint8Array, JsValue> {
        let name = format.as_string().unwrap_or_default();
        let Some(format) = Format::named(&name) else {
            return Err(TypeError::new(&format!("'{name}' is not nns, negs or xbel")).into());
        };
        let session = self.session.borrow();
        let site = session.site();
        Ok(if site.is_empty() { Uint8Array::new_with_length(0) } else { save(site, format) })
    }
}

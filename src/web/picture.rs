//! The check of a site's icons.

use crate::picture;
use wasm_bindgen::prelude::*;

/// The media type of a picture that is safe to decode. `undefined` for all other bytes.
#[wasm_bindgen(js_name = pictureType)]
pub fn picture_type(bytes: &[u8]) -> Option<String> {
    picture::media_type(bytes).map(str::to_owned)
}

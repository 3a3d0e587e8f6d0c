//! A file that the user has chosen.

use super::body::WebBody;
use crate::session::Response;
use web_sys::File;

/// Reads a file as if it had been fetched from this address.
pub(in crate::web) fn read_file(file: &File, url: String) -> Response<WebBody> {
    let body = WebBody::new(Some(file.stream()), None);
    let length = Some(file.size() as u64);
    Response { status: 200, url, location: None, length, stale: false, content_type: None, retry_after: None, body }
}

/// The address that stands for a file.
pub(in crate::web) fn url_of(file: &File) -> String {
    format!("file:///{}", js_sys::encode_uri_component(&file.name()))
}

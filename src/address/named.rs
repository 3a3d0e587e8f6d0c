//! Addresses of sitemaps that a page or a robots.txt names.

use super::origin::origin;
use super::reference;

/// Returns a named address as it is requested: in its normal form and without a fragment. Returns `None` if it is not on the
/// web. The address of an https site is requested with https, even if the site still names http.
pub(crate) fn named(base: &str, reference: &str) -> Option<String> {
    // The text could not be decoded, or there are two addresses in it.
    if reference.contains([char::REPLACEMENT_CHARACTER, '<', '>']) {
        return None;
    }
    let mut url = reference::absolute(base, reference)?;
    url.truncate(url.find('#').unwrap_or(url.len()));
    let own = origin(&url)?;
    let secure = own.strip_prefix("http://").map(|host| format!("https://{host}"));
    match secure.filter(|secure| origin(base).as_ref() == Some(secure)) {
        Some(secure) => Some(secure + &url[own.len()..]),
        None => Some(url),
    }
}

//! Addresses of sitemaps that a page or a robots.txt names.

use super::identity::origin;
use super::reference;

/// Returns a named address as it is requested: absolute and without a fragment. Returns `None` if it is not on the web.
/// The address of an https site is requested with https, even if the site still names http.
pub(crate) fn named(base: &str, reference: &str) -> Option<String> {
    // Browsers remove control characters from addresses.
    let reference: String = reference.chars().filter(|c| !c.is_control()).collect();
    let mut url = reference::resolved(base, reference.trim());
    url.truncate(url.find('#').unwrap_or(url.len()));
    let own = origin(&url)?;
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '\\']).next()?;
    // Browsers reject an address with a password, an invalid host, or two ports.
    let has_ports = authority.rsplit(']').next()?.matches(':').count() > 1;
    if has_ports || authority.contains(['@', ' ', '<', '>']) || url.contains(char::REPLACEMENT_CHARACTER) {
        return None;
    }
    let rest = &rest[authority.len()..];
    let secure = own.strip_prefix("http://").map(|host| format!("https://{host}"));
    let origin = secure.filter(|secure| origin(base).as_ref() == Some(secure)).unwrap_or(own);
    Some(if rest.starts_with(['/', '\\']) { origin + rest } else { format!("{origin}/{rest}") })
}

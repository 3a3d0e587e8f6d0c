//! Addresses that a document names as a place of a sitemap.

use super::identity::origin;
use super::reference;

/// An address that a page or robots.txt names, as it is asked for: absolute and without a fragment. `None` for what
/// is not on the web. A site that is on https is asked there, also where it still names its old address.
pub(crate) fn named(base: &str, reference: &str) -> Option<String> {
    // Browsers drop these from addresses.
    let reference: String = reference.chars().filter(|c| !c.is_control()).collect();
    let mut url = String::new();
    reference::resolve(base, reference.trim(), &mut url);
    url.truncate(url.find('#').unwrap_or(url.len()));
    let own = origin(&url)?;
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '\\']).next()?;
    // Browsers ask for no address that holds a password, and for none whose host is no name or has two ports.
    let has_ports = authority.rsplit(']').next()?.matches(':').count() > 1;
    if has_ports || authority.contains(['@', ' ', '<', '>']) || url.contains(char::REPLACEMENT_CHARACTER) {
        return None;
    }
    let rest = &rest[authority.len()..];
    let secure = own.strip_prefix("http://").map(|host| format!("https://{host}"));
    let origin = secure.filter(|secure| origin(base).as_ref() == Some(secure)).unwrap_or(own);
    Some(if rest.starts_with(['/', '\\']) { origin + rest } else { format!("{origin}/{rest}") })
}

//! The origins of addresses (scheme, host and port), and whether an answer from another address may be used.

use super::normal::normal;
use std::borrow::Cow;

/// Returns the origin of a web address in its normal form (`https://host:port`), or `None` if it is not http or https.
pub fn origin(url: &str) -> Option<String> {
    // A host that no browser understands stays as it is written.
    let url = normal(url).unwrap_or(Cow::Borrowed(url));
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let host = host.strip_suffix(default_port).unwrap_or(&host);
    (!host.is_empty()).then(|| format!("{scheme}://{host}"))
}

/// Returns `true` if a response from `to` may answer a request to `from`: the origin is the same, or the same host has
/// moved to https.
pub(crate) fn is_same_site(from: &str, to: &str) -> bool {
    let (Some(from), Some(to)) = (origin(from), origin(to)) else {
        return origin(from).is_none() && origin(to).is_none();
    };
    from == to || from.strip_prefix("http://").is_some_and(|host| to.strip_prefix("https://") == Some(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_may_move_to_https_but_not_back() {
        assert!(is_same_site("http://host/a", "http://host:80/b"));
        assert!(is_same_site("http://host/a", "https://Host/b"));
        assert!(!is_same_site("https://host/a", "http://host/a"));
        assert!(!is_same_site("http://host/a", "https://host:8443/a"));
        assert!(!is_same_site("http://host/a", "http://other/a"));
        assert!(!is_same_site("http://host.example/a", "https://www.host.example/a"));
        assert!(is_same_site("blob:a", "blob:a"));
        assert!(!is_same_site("http://host/a", "about:blank"));
    }

    #[test]
    fn an_origin_is_in_lower_case_without_its_default_port() {
        assert_eq!(origin("HTTPS://User@Host:443/a?b").as_deref(), Some("https://host"));
        assert_eq!(origin("http://host:8080").as_deref(), Some("http://host:8080"));
        assert_eq!(origin("about:blank"), None);
        assert_eq!(origin("file:///x"), None);
        assert_eq!(origin("http://"), None);
    }
}

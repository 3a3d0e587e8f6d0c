//! When two addresses mean the same page.

/// An address reduced to what tells pages apart: without fragment, trailing slash, index file and default
/// port, and the same for http and https. The case of scheme and host does not matter.
pub(crate) fn key(url: &str) -> String {
    let url = url.split('#').next().unwrap_or_default();
    let (address, query) = match url.split_once('?') {
        Some((address, query)) => (address, Some(query)),
        None => (url, None),
    };
    let Some((scheme, rest)) = address.split_once("://") else { return url.to_owned() };
    let (host, path) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let scheme = scheme.to_ascii_lowercase();
    let mut key = String::with_capacity(url.len());
    let (name, default_port) = match scheme.as_str() {
        "http" => ("web", ":80"),
        "https" => ("web", ":443"),
        other => (other, ""),
    };
    key.push_str(name);
    key.push_str("://");
    let host = host.to_ascii_lowercase();
    key.push_str(host.strip_suffix(default_port).unwrap_or(&host));
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let is_index =
        matches!(file.split_once('.'), Some(("index" | "default", "html" | "htm" | "php" | "asp" | "aspx" | "xhtml")));
    key.push_str(if is_index { folder } else { path }.trim_end_matches('/'));
    if let Some(query) = query.filter(|query| !query.is_empty()) {
        key.push('?');
        key.push_str(query);
    }
    key
}

/// The origin of a web address (`https://host:port`), lower case; `None` for anything but http and https.
pub fn origin(url: &str) -> Option<String> {
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

/// Whether an answer from `to` is one of the site that was asked at `from`: the same origin, or the same host gone
/// over to https.
pub(crate) fn is_same_site(from: &str, to: &str) -> bool {
    let (Some(from), Some(to)) = (origin(from), origin(to)) else {
        return origin(from).is_none() && origin(to).is_none();
    };
    from == to || (from.starts_with("http://") && to.starts_with("https://") && key(&from) == key(&to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_same_page_have_the_same_key() {
        let same = [
            "http://Host/a/",
            "https://host/a",
            "http://host:80/a/index.html",
            "https://host:443/a#x",
            "HTTP://host/a?",
        ];
        for url in same {
            assert_eq!(key(url), "web://host/a", "{url}");
        }
        for other in ["http://host/A", "http://host/a?b", "http://host/b", "http://host:8080/a", "ftp://host/a"] {
            assert_ne!(key(other), key(same[0]), "{other}");
        }
        assert_eq!(key("http://host"), key("http://host/index.php"));
    }

    #[test]
    fn a_site_may_go_over_to_https_but_not_back() {
        assert!(is_same_site("http://host/a", "http://host:80/b"));
        assert!(is_same_site("http://host/a", "https://Host/b"));
        assert!(!is_same_site("https://host/a", "http://host/a"));
        assert!(!is_same_site("http://host/a", "https://host:8443/a"));
        assert!(!is_same_site("http://host/a", "http://other/a"));
        assert!(is_same_site("blob:a", "blob:a"));
        assert!(!is_same_site("http://host/a", "about:blank"));
    }

    #[test]
    fn origins() {
        assert_eq!(origin("HTTPS://User@Host:443/a?b").as_deref(), Some("https://host"));
        assert_eq!(origin("http://host:8080").as_deref(), Some("http://host:8080"));
        assert_eq!(origin("about:blank"), None);
        assert_eq!(origin("file:///x"), None);
        assert_eq!(origin("http://"), None);
    }
}

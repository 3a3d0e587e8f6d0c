//! Decides when two addresses mean the same page.

use super::readable::without_ending;
use crate::collections::keyed::Keyed;
use std::hash::{BuildHasher, Hasher};

/// Returns the part of an address that identifies its page: without fragment, trailing slash, index file and default
/// port, and the same for http and https. Scheme and host are in lower case.
pub(crate) fn key(url: &str) -> String {
    let mut key = String::with_capacity(url.len());
    Parts::new(url).each(|part, is_lower| {
        let start = key.len();
        key.push_str(part);
        if is_lower {
            key[start..].make_ascii_lowercase();
        }
    });
    key
}

/// Returns `true` if an address has a path or query, so it is not the home page of its host.
pub(crate) fn is_below_host(url: &str) -> bool {
    key(url).split_once("://").is_some_and(|(_, rest)| rest.contains(['/', '?']))
}

/// Returns the hash of an address's key without building the key.
pub(crate) fn hash(url: &str) -> u32 {
    let mut hasher = Keyed.build_hasher();
    Parts::new(url).each(|part, is_lower| {
        if !is_lower {
            hasher.write(part.as_bytes());
            return;
        }
        let (chunks, rest) = part.as_bytes().as_chunks();
        for chunk in chunks {
            hasher.write_u64(u64::from_le_bytes(chunk.map(|byte| byte.to_ascii_lowercase())));
        }
        let word = |word: u64, byte: &u8| word << 8 | u64::from(byte.to_ascii_lowercase());
        hasher.write_u64(rest.iter().fold(0, word));
    });
    hasher.finish() as u32
}

/// Returns a path without its index file: `/docs/` for `/docs/index.html`.
pub(crate) fn without_index(path: &str) -> &str {
    let Some(slash) = memchr::memrchr(b'/', path.as_bytes()) else { return path };
    let (folder, file) = path.split_at(slash + 1);
    let ending = file.strip_prefix("index.").or_else(|| file.strip_prefix("default."));
    let is_index = matches!(ending, Some("html" | "htm" | "php" | "asp" | "aspx" | "xhtml"));
    if is_index { folder } else { path }
}

/// Returns the host of `host/index`. This is the home page on sites that leave out the endings of files. In a folder, `index`
/// may be an alphabetical index.
pub(crate) fn without_home_index(address: &str) -> &str {
    match address.split_once('/') {
        Some((host, "index")) => host,
        _ => address,
    }
}

/// Returns addresses that may mean the same page, the best first: the address itself, then with or without `index`
/// (`/a/index` for `/a/` and `/a/` for `/a/index`), then with or without `.html`, then all without the query.
pub(crate) fn spellings(url: &str) -> Vec<String> {
    let url = url.split('#').next().unwrap_or_default();
    let (address, query) = url.split_at(url.find('?').unwrap_or(url.len()));
    let folder = without_index(address).trim_end_matches('/');
    let other = match folder.strip_suffix("/index") {
        Some(folder) => [folder, "/"].concat(),
        None => [folder, "/index"].concat(),
    };
    let stem = without_ending(folder);
    let twin = if stem.len() < folder.len() { stem.to_owned() } else { [folder, ".html"].concat() };
    let mut spellings = vec![address.to_owned(), other];
    spellings.extend(Some(twin).filter(|_| is_below_host(folder)));
    if query.len() > 1 {
        let with_query: Vec<String> = spellings.iter().map(|address| [address, query].concat()).collect();
        spellings.splice(0..0, with_query);
    }
    spellings
}

/// The parts of an address that identify its page.
struct Parts<'a> {
    /// Empty if the address has no host. `path` is then the whole address.
    scheme: &'a str,
    host: &'a str,
    path: &'a str,
    query: &'a str,
}

impl<'a> Parts<'a> {
    fn new(url: &'a str) -> Parts<'a> {
        let find = |byte, text: &str| memchr::memchr(byte, text.as_bytes());
        let url = &url[..find(b'#', url).unwrap_or(url.len())];
        let (address, query) = find(b'?', url).map_or((url, ""), |at| (&url[..at], &url[at + 1..]));
        let colon = find(b':', address).filter(|&at| address[at..].starts_with("://"));
        let Some((scheme, rest)) = colon.map(|at| (&address[..at], &address[at + "://".len()..])) else {
            return Parts { scheme: "", host: "", path: url, query: "" };
        };
        let (host, path) = rest.split_at(find(b'/', rest).unwrap_or(rest.len()));
        let is = |known| scheme.eq_ignore_ascii_case(known);
        let (scheme, default_port) = match () {
            () if is("http") => ("web", ":80"),
            () if is("https") => ("web", ":443"),
            () => (scheme, ""),
        };
        let host = host.strip_suffix(default_port).unwrap_or(host);
        Parts { scheme, host, path: without_index(path).trim_end_matches('/'), query }
    }

    /// Calls `then` for each part, with `true` if its case does not matter.
    fn each(&self, mut then: impl FnMut(&str, bool)) {
        if !self.scheme.is_empty() {
            then(self.scheme, true);
            then("://", false);
            then(self.host, true);
        }
        then(self.path, false);
        if !self.query.is_empty() {
            then("?", false);
            then(self.query, false);
        }
    }
}

/// Returns the origin of a web address in lower case (`https://host:port`), or `None` if it is not http or https.
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

/// Returns `true` if a response from `to` may answer a request to `from`: the origin is the same, or the same host has
/// moved to https.
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
            assert_eq!(hash(url), hash(same[0]), "{url}");
        }
        for other in ["http://host/A", "http://host/a?b", "http://host/b", "http://host:8080/a", "ftp://host/a"] {
            assert_ne!(key(other), key(same[0]), "{other}");
            assert_ne!(hash(other), hash(same[0]), "{other}");
        }
        assert_eq!(key("http://host"), key("http://host/index.php"));
    }

    #[test]
    fn spellings_of_an_address_begin_with_the_best() {
        assert_eq!(spellings("https://host/a/#x"), ["https://host/a/", "https://host/a/index", "https://host/a.html"]);
        assert_eq!(spellings("https://host/a.html")[2], "https://host/a");
        assert_eq!(spellings("https://host.md/a.b.php?c")[2], "https://host.md/a.b?c");
        assert_eq!(spellings("https://host.md/").len(), 2);
        assert_eq!(spellings("https://host"), ["https://host", "https://host/index"]);
        assert_eq!(
            spellings("https://host/index?"),
            ["https://host/index", "https://host/", "https://host/index.html"]
        );
        assert_eq!(
            spellings("https://host/a/index.html?b=/index"),
            [
                "https://host/a/index.html?b=/index",
                "https://host/a/index?b=/index",
                "https://host/a.html?b=/index",
                "https://host/a/index.html",
                "https://host/a/index",
                "https://host/a.html"
            ]
        );
        for url in ["", "?", "index", "https://index", "about:blank"] {
            assert_eq!(spellings(url).len(), 2, "{url}");
        }
    }

    #[test]
    fn a_site_may_move_to_https_but_not_back() {
        assert!(is_same_site("http://host/a", "http://host:80/b"));
        assert!(is_same_site("http://host/a", "https://Host/b"));
        assert!(!is_same_site("https://host/a", "http://host/a"));
        assert!(!is_same_site("http://host/a", "https://host:8443/a"));
        assert!(!is_same_site("http://host/a", "http://other/a"));
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

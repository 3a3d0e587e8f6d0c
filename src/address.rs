//! When two addresses mean the same page.

use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::net::{Ipv4Addr, Ipv6Addr};

/// An address reduced to what tells pages apart: without fragment, trailing slash, index file and default
/// port, and the same for http and https. The case of scheme and host does not matter.
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

/// A number that addresses with the same key have in common, without making the key.
pub(crate) fn hash(url: &str) -> u32 {
    let mut hasher = FxHasher::default();
    Parts::new(url).each(|part, is_lower| {
        if !is_lower {
            hasher.write(part.as_bytes());
            return;
        }
        // This bit is all that tells letters from capitals; other characters may be taken for each other.
        const SMALL: u64 = u64::MAX / 0xff * 0x20;
        let (chunks, rest) = part.as_bytes().as_chunks();
        chunks.iter().for_each(|chunk| hasher.write_u64(u64::from_le_bytes(*chunk) | SMALL));
        hasher.write_u64(rest.iter().fold(0, |word, b| word << 8 | u64::from(*b)) | SMALL);
    });
    hasher.finish() as u32
}

/// A path without the name of a folder's own page: `/docs/` for `/docs/index.html`.
pub(crate) fn without_index(path: &str) -> &str {
    let Some(slash) = memchr::memrchr(b'/', path.as_bytes()) else { return path };
    let (folder, file) = path.split_at(slash + 1);
    let ending = file.strip_prefix("index.").or_else(|| file.strip_prefix("default."));
    let is_index = matches!(ending, Some("html" | "htm" | "php" | "asp" | "aspx" | "xhtml"));
    if is_index { folder } else { path }
}

/// Addresses that may stand for the page at this address, the best first: the address itself, then the folder's own page
/// under another name (`/a/index` for `/a/` and `/a/` for `/a/index`), then both without the query.
pub(crate) fn spellings(url: &str) -> Vec<String> {
    let url = url.split('#').next().unwrap_or_default();
    let (address, query) = url.split_at(url.find('?').unwrap_or(url.len()));
    let folder = without_index(address).trim_end_matches('/');
    let other = match folder.strip_suffix("/index") {
        Some(folder) => [folder, "/"].concat(),
        None => [folder, "/index"].concat(),
    };
    let mut spellings = vec![address.to_owned(), other];
    if query.len() > 1 {
        let with_query: Vec<String> = spellings.iter().map(|address| [address, query].concat()).collect();
        spellings.splice(0..0, with_query);
    }
    spellings
}

/// What tells an address from others.
struct Parts<'a> {
    /// Empty where the address has no host; then `path` is all of it.
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

    /// Calls back with one part after the other, and whether its case does not matter.
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

/// Whether an address is in the user's own network or on this very machine: names without a dot, names that are local by
/// RFC 6761, 6762, 8375 and ICANN's `internal`, and the addresses that IANA has set apart for such use. Whatever is no
/// plain name or number counts, too. Where a public name leads, only the browser knows.
pub(crate) fn is_local(url: &str) -> bool {
    let Some(origin) = origin(url) else { return false };
    let Some((_, authority)) = origin.split_once("://") else { return false };
    if let Some(v6) = authority.strip_prefix('[') {
        let address = v6.split(']').next().unwrap_or_default().parse::<Ipv6Addr>();
        return address.map_or(true, |address| match address.to_ipv4() {
            Some(v4) => is_local_v4(v4),
            None => address.is_unique_local() || address.is_unicast_link_local() || address.is_multicast(),
        });
    }
    let host = authority.split(':').next().unwrap_or_default();
    let host = host.strip_suffix('.').unwrap_or(host);
    let Some((_, last)) = host.rsplit_once('.') else { return true };
    // What ends in a number is one, however it is written.
    if last.starts_with(|c: char| c.is_ascii_digit()) {
        return host.parse().map_or(true, is_local_v4);
    }
    let is_plain = host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'));
    !is_plain || matches!(last, "localhost" | "local" | "internal" | "lan" | "home") || host.ends_with(".home.arpa")
}

/// Whether an address is on this very machine, which is there without a network too.
pub(crate) fn is_own_machine(url: &str) -> bool {
    let origin = origin(url).unwrap_or_default();
    let authority = origin.split_once("://").map_or("", |(_, authority)| authority);
    let host = authority.split(':').next().unwrap_or_default();
    authority.starts_with("[::1]")
        || host == "localhost"
        || host.ends_with(".localhost")
        || host.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
}

fn is_local_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    // 0.0.0.0 is this machine; 100.64.0.0/10 is what providers and private networks of machines share (RFC 6598).
    first == 0
        || first >= 224
        || (first == 100 && (64..128).contains(&second))
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_users_own_network() {
        for local in [
            "localhost",
            "LOCALHOST:8080",
            "a.localhost",
            "router",
            "nas:5000",
            "printer.local",
            "a.internal",
            "fritz.lan",
            "x.home.arpa",
            "127.0.0.1",
            "127.8.8.8:80",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "[::1]",
            "[::]:80",
            "[fe80::1]",
            "[fd00::1]",
            "[ff02::1]",
            "[::ffff:192.168.1.1]",
            "[::127.0.0.1]",
            "[x]",
            "127.1",
            "127.0.0.0x1",
            "0x7f.0.0.1.",
            "localhost.",
            "127%2e0.0.1",
            "bücher.example",
        ] {
            assert!(is_local(&format!("http://{local}/a")), "{local}");
            assert!(is_local(&format!("https://user@{local}?a")), "{local}");
        }
        for public in [
            "example.org",
            "a.b.example:8080",
            "example.org.",
            "8.8.8.8",
            "172.32.0.1",
            "172.15.0.1",
            "100.63.0.1",
            "100.128.0.1",
            "192.169.0.1",
            "[2001:db8::1]",
            "[::ffff:8.8.8.8]",
            "xn--bcher-kva.example",
            "local.example",
            "home.arpa.example",
            "1.example",
            "a_b.example",
        ] {
            assert!(!is_local(&format!("https://{public}/a")), "{public}");
        }
        assert!(!is_local("data:,x") && !is_local("about:blank"));
        for own in ["localhost", "a.localhost:8080", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8080", "LOCALHOST"] {
            assert!(is_own_machine(&format!("http://{own}/a")), "{own}");
        }
        for other in ["printer", "192.168.0.1", "[::2]", "localhost.example.org", "127.0.0.1.example.org"] {
            assert!(!is_own_machine(&format!("http://{other}/a")), "{other}");
        }
        assert!(!is_own_machine("about:blank"));
    }

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
    fn an_address_has_other_spellings_the_best_first() {
        assert_eq!(spellings("https://host/a/#x"), ["https://host/a/", "https://host/a/index"]);
        assert_eq!(spellings("https://host"), ["https://host", "https://host/index"]);
        assert_eq!(spellings("https://host/index?"), ["https://host/index", "https://host/"]);
        assert_eq!(
            spellings("https://host/a/index.html?b=/index"),
            [
                "https://host/a/index.html?b=/index",
                "https://host/a/index?b=/index",
                "https://host/a/index.html",
                "https://host/a/index"
            ]
        );
        for url in ["", "?", "index", "/index", "https://index", "about:blank"] {
            assert_eq!(spellings(url).len(), 2, "{url}");
        }
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

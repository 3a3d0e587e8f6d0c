//! The identity of a page.
//!
//! Many addresses lead to one page: with `http` or `https`, with or without `www.`, with or without a slash or an index file
//! at the end, with one slash or two between the levels, with letters percent-encoded or not. [`PageKey`] is what they have in
//! common. All parts of Navibar compare pages by it: the tree of addresses, menus, visited pages, lists of titles and the row of
//! the current page.
//!
//! The key is a text, `host/path?query`, without the scheme and `www.`. It is usually a part of the address, so making one needs no
//! memory. The site map interns it: a page of a derived tree has its key as its name, and `SiteMap::find_key` gives the number
//! of the page. [`PageKey::new`] is the key of a page, [`PageKey::of_entry`] also has the fragment of an entry,
//! [`PageKey::of_text`] reads a key again. [`spellings`] lists the keys under which a site may list a page that it has in
//! another spelling.

use super::normal::{is_normal, normal};
use super::readable::without_ending;
use super::reference;
use crate::collections::keyed::hash;
use crate::limits::MAX_PATH_LEVELS;
use std::borrow::Cow;

/// The identity of a page: host, path and query of its address in their normal form. Scheme and fragment do not count, nor
/// `www.`, the slash and the index file at the end of a path, nor a slash that follows another one. The fragment counts if it
/// is a [route](is_part).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PageKey<'a> {
    text: Cow<'a, str>,
    /// Where the key begins in the address. `None` if the address does not contain it unchanged.
    start: Option<usize>,
    /// The end of the host in bytes.
    host: usize,
}

impl<'a> PageKey<'a> {
    /// Returns the key of the page at an address. An address without a host, such as `mailto:`, is its own key.
    pub(crate) fn new(address: &'a str) -> PageKey<'a> {
        PageKey::of(address, false).unwrap_or_else(|| PageKey::without_host(address))
    }

    /// Returns the key of an entry of a sitemap: its fragment counts, because sitemaps list parts of pages. Returns `None` for
    /// an address without a host.
    pub(crate) fn of_entry(address: &'a str) -> Option<PageKey<'a>> {
        PageKey::of(address, true)
    }

    /// Returns the key of an entry whose address is in its normal form.
    pub(crate) fn of_normal_entry(address: &'a str) -> Option<PageKey<'a>> {
        PageKey::of_normal(address, true)
    }

    /// Returns the key with this text, or `None` if the text is not a key but an address or a name.
    pub(crate) fn of_text(text: &'a str) -> Option<PageKey<'a>> {
        let host = host_end(text);
        let is_key = !text.is_empty() && !text.contains("://") && !text[..host].contains(' ');
        is_key.then_some(PageKey::known(text, host))
    }

    /// Returns the key with this text whose host has this length.
    pub(super) fn known(text: &'a str, host: usize) -> PageKey<'a> {
        PageKey { text: Cow::Borrowed(text), start: None, host }
    }

    /// Returns the key of a part of an address whose key begins at `start` and whose host ends at `host`.
    pub(crate) fn of_part(address: &'a str, start: usize, end: usize, host: usize) -> PageKey<'a> {
        PageKey { text: Cow::Borrowed(&address[start..end]), start: Some(start), host }
    }

    fn of(address: &'a str, has_fragment: bool) -> Option<PageKey<'a>> {
        if is_normal(address) {
            return PageKey::of_normal(address, has_fragment);
        }
        // A host that no browser understands has only one spelling.
        let Some(normal) = normal(address) else { return PageKey::of_normal(address, has_fragment) };
        let key = PageKey::of_normal(&normal, has_fragment)?;
        let (text, host) = (key.text.into_owned(), key.host);
        let start = key.start.filter(|&start| address.get(start..start + text.len()) == Some(&*text));
        Some(PageKey { text: Cow::Owned(text), start, host })
    }

    fn of_normal(address: &str, has_fragment: bool) -> Option<PageKey<'_>> {
        let start = reference::scheme(address)?.len() + "://".len();
        let rest = address.get(start..).filter(|_| address[..start].ends_with("://"))?;
        let host = without_www(rest);
        let (start, rest) = (start + rest.len() - host.len(), host);
        let fragment = memchr::memchr(b'#', rest.as_bytes()).unwrap_or(rest.len());
        let path_end = memchr::memchr(b'?', &rest.as_bytes()[..fragment]).unwrap_or(fragment);
        let path = without_home_index(without_index(&rest[..path_end]).trim_end_matches('/'));
        let host = host_end(path);
        let query = match rest.get(fragment + 1..).unwrap_or_default() {
            route if is_route(route) => rest[path_end..].trim_end_matches(['/', '!', '?', '#']),
            _ if has_fragment => rest[path_end..].trim_end_matches(['?', '#']),
            _ => rest[path_end..fragment].trim_end_matches('?'),
        };
        let is_whole = query.is_empty() || path.len() == path_end;
        if is_whole && is_decoded(&rest[..path_end + query.len()]) && !path.contains("//") {
            return Some(PageKey::of_part(address, start, start + path.len() + query.len(), host));
        }
        let text = [&*with_single_slashes(&decoded(path)), &*decoded(query)].concat();
        Some(PageKey { text: Cow::Owned(text), start: None, host })
    }

    fn without_host(address: &str) -> PageKey<'_> {
        let text = match normal(address) {
            Some(Cow::Owned(mut normal)) => {
                normal.truncate(normal.find('#').unwrap_or(normal.len()));
                Cow::Owned(normal)
            }
            _ => Cow::Borrowed(address.split('#').next().unwrap_or_default()),
        };
        PageKey { host: text.len(), start: None, text }
    }

    /// Returns the text of the key: `host/path?query`.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_string(self) -> String {
        self.text.into_owned()
    }

    /// Returns where the key begins in its address. `None` if the address does not contain the key unchanged.
    pub(crate) fn start(&self) -> Option<usize> {
        self.start
    }

    /// Returns the end of the host in bytes.
    pub(crate) fn host_end(&self) -> usize {
        self.host
    }

    /// Returns `true` for the home page of a host.
    pub(crate) fn is_host(&self) -> bool {
        self.text.len() == self.host
    }

    /// Returns the end of each path level below the host, from the top down. An empty segment of a route is not a level.
    pub(crate) fn levels(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let below = &self.text[self.host..];
        let ends: Vec<usize> = below
            .match_indices(['/', '?', '#'])
            .filter(|(at, _)| !below[..*at].is_empty() && !below[..*at].ends_with('/'))
            .map(|(at, _)| self.host + at)
            .chain([self.text.len()].into_iter().filter(|_| !below.is_empty()))
            .collect();
        let cut = ends.len().saturating_sub(MAX_PATH_LEVELS);
        let kept = ends.len() - cut;
        ends.into_iter().enumerate().filter(move |(at, _)| *at + 1 < kept || *at + 1 == kept + cut).map(|(_, end)| end)
    }

    /// Returns the end of the parent's key.
    pub(crate) fn parent(&self) -> usize {
        let below = &self.text.as_bytes()[self.host..];
        let mut end = below.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(below.len());
        if end == below.len() {
            end = memchr::memrchr(b'/', below).unwrap_or(0);
        }
        self.host + end
    }
}

/// Returns a host and what follows it without `www.`: most sites answer at both hosts, or send a visitor of one to the other.
fn without_www(host: &str) -> &str {
    let rest = host.strip_prefix("www.").filter(|rest| rest[..host_end(rest)].contains('.'));
    rest.unwrap_or(host)
}

/// Returns the key of the page at an address as a text: see [`PageKey::new`].
pub(crate) fn key(address: &str) -> String {
    PageKey::new(address).into_string()
}

/// Returns the hash of the key of a stored address, which is in its normal form.
pub(crate) fn hash_of_normal(address: &str) -> u32 {
    match PageKey::of_normal(address, false) {
        Some(key) => hash(&key.text),
        None => hash(&PageKey::without_host(address).text),
    }
}

/// Returns `true` if two addresses are on one host, with or without `www.`. A page may link both. What a request may reach is
/// decided by [`is_same_site`](super::is_same_site).
pub(crate) fn is_same_host(a: &str, b: &str) -> bool {
    let (a, b) = (PageKey::new(a), PageKey::new(b));
    a.text[..a.host] == b.text[..b.host]
}

/// Returns `true` if an address has a path or query, so it is not the home page of its host.
pub(crate) fn is_below_host(url: &str) -> bool {
    !PageKey::new(url).is_host()
}

/// Returns `true` for the address of a part of a page. A fragment that begins like a path is not a part: `#/guide` and `#!/guide`
/// are routes, the pages of an application in one document.
pub(crate) fn is_part(address: &str) -> bool {
    address.split_once('#').is_some_and(|(_, fragment)| !fragment.is_empty() && !is_route(fragment))
}

fn is_route(fragment: &str) -> bool {
    fragment.strip_prefix('!').unwrap_or(fragment).starts_with('/')
}

fn host_end(key: &str) -> usize {
    memchr::memchr3(b'/', b'?', b'#', key.as_bytes()).unwrap_or(key.len())
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

/// Returns the keys under which a site may list the page with this key, the best first: the key itself, then with or without
/// `index` (`/a/index` for `/a` and `/a` for `/a/index`), then with or without `.html`, then all without the query.
pub(crate) fn spellings(key: &str) -> Vec<String> {
    let (path, query) = key.split_at(key.find('?').unwrap_or(key.len()));
    let mut spellings = vec![path.to_owned()];
    match path.strip_suffix("/index") {
        Some(folder) => spellings.push(folder.to_owned()),
        // Without an ending, the key of a host is that of its index too.
        None if path.contains('/') => spellings.push([path, "/index"].concat()),
        None => {}
    }
    spellings.extend(twin(path));
    if !query.is_empty() {
        let with_query: Vec<String> = spellings.iter().map(|path| [path, query].concat()).collect();
        spellings.splice(0..0, with_query);
    }
    spellings
}

/// Returns the key of the same page with or without `.html`. Returns `None` for a host and for a key with a query.
pub(crate) fn twin(key: &str) -> Option<String> {
    let is_path = key.contains('/') && !key.contains(['?', '#']);
    is_path.then(|| {
        let stem = without_ending(key);
        if stem.len() < key.len() { stem.to_owned() } else { [key, ".html"].concat() }
    })
}

/// Returns a path without the slashes that follow another one. Servers ignore them.
fn with_single_slashes(path: &str) -> Cow<'_, str> {
    let mut path = Cow::Borrowed(path);
    while path.contains("//") {
        path = Cow::Owned(path.replace("//", "/"));
    }
    path
}

/// Returns `true` for a character that means the same percent-encoded (RFC 3986, section 6.2.2.2). Browsers leave some more
/// as they are written, so these have two spellings too.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'^' | b'|')
}

/// Returns the byte behind a percent sign.
fn encoded(rest: &[u8]) -> Option<u8> {
    let digit = |at: usize| rest.get(at).and_then(|&b| (b as char).to_digit(16));
    Some((digit(0)? << 4 | digit(1)?) as u8)
}

/// Returns `true` if a text has no other spelling.
fn is_decoded(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'%', bytes).all(|at| {
        let rest = &bytes[at + 1..];
        encoded(rest)
            .is_none_or(|byte| !is_unreserved(byte) && rest[..2].iter().all(|digit| !digit.is_ascii_lowercase()))
    })
}

/// Decodes the characters that mean the same percent-encoded, and writes the rest in upper case.
fn decoded(text: &str) -> Cow<'_, str> {
    if is_decoded(text) {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match encoded(rest.as_bytes()) {
            Some(byte) => {
                if is_unreserved(byte) {
                    decoded.push(char::from(byte));
                } else {
                    decoded.push_str(percent_encoding::percent_encode_byte(byte));
                }
                rest = &rest[2..];
            }
            None => decoded.push('%'),
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

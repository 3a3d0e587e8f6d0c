//! The key of a page in a derived tree.

use crate::address::{reference, without_home_index, without_index};
use crate::limits::MAX_PATH_LEVELS;
use std::borrow::Cow;

/// The key of a page: its address without the scheme, the trailing slash and the name of an index file.
pub(in crate::site_map) struct Key<'a> {
    pub(in crate::site_map) key: Cow<'a, str>,
    /// The byte offset of the key in the address. `None` if the address does not contain it unchanged.
    pub(in crate::site_map) start: Option<usize>,
    /// Length of the host in bytes.
    pub(in crate::site_map) host: usize,
}

/// The default ports, which keys omit.
pub(super) const DEFAULT_PORTS: [&str; 2] = [":80", ":443"];

impl<'a> Key<'a> {
    pub(in crate::site_map) fn new(address: &'a str) -> Option<Key<'a>> {
        let start = reference::scheme(address)?.len() + "://".len();
        let rest = address.get(start..).filter(|_| address[..start].ends_with("://"))?;
        let bytes = rest.as_bytes();
        let host = memchr::memchr3(b'/', b'?', b'#', bytes).unwrap_or(rest.len());
        let path_end = memchr::memchr2(b'?', b'#', bytes).unwrap_or(rest.len());
        let path = without_home_index(without_index(&rest[..path_end]).trim_end_matches('/'));
        let authority = &rest[..host];
        let is_plain = !authority.bytes().any(|b| b.is_ascii_uppercase() || b == b'@')
            && !DEFAULT_PORTS.iter().any(|port| authority.ends_with(port))
            && memchr::memchr(b'%', bytes).is_none();
        let query = rest[path_end..].trim_end_matches(['?', '#']);
        if is_plain && (query.is_empty() || path.len() == path_end) {
            return Some(Key { key: Cow::Borrowed(&rest[..path.len() + query.len()]), start: Some(start), host });
        }
        let mut name = rest[..host].rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        for port in DEFAULT_PORTS {
            if let Some(bare) = name.strip_suffix(port) {
                name = bare.to_owned();
            }
        }
        let host_end = name.len();
        let key = format!("{name}{}{}", decoded(path.get(host..).unwrap_or_default()), decoded(query));
        Some(Key { key: Cow::Owned(key), start: None, host: host_end })
    }

    /// Returns the key of a node in the tree of the root from its IRI. Returns `None` if the IRI is no key.
    pub(in crate::site_map) fn of_key(iri: &'a str) -> Option<Key<'a>> {
        let host = memchr::memchr3(b'/', b'?', b'#', iri.as_bytes()).unwrap_or(iri.len());
        let is_key = !iri.is_empty() && !iri.contains("://") && !iri[..host].contains(' ');
        is_key.then_some(Key { key: Cow::Borrowed(iri), start: None, host })
    }

    /// Returns the end of each path level below the host, from the top down. An empty segment is no level.
    pub(in crate::site_map) fn levels(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let below = &self.key[self.host..];
        let ends: Vec<usize> = below
            .match_indices(['/', '?', '#'])
            .filter(|(at, _)| !below[..*at].is_empty() && !below[..*at].ends_with('/'))
            .map(|(at, _)| self.host + at)
            .chain([self.key.len()].into_iter().filter(|_| !below.is_empty()))
            .collect();
        let cut = ends.len().saturating_sub(MAX_PATH_LEVELS);
        let kept = ends.len() - cut;
        ends.into_iter().enumerate().filter(move |(at, _)| *at + 1 < kept || *at + 1 == kept + cut).map(|(_, end)| end)
    }

    /// Returns the end of the parent's key.
    pub(in crate::site_map) fn parent(&self) -> usize {
        let below = &self.key.as_bytes()[self.host..];
        let mut end = below.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(below.len());
        if end == below.len() {
            end = memchr::memrchr(b'/', below).unwrap_or(0);
        }
        // Empty segments make no folder.
        while below[..end].ends_with(b"/") {
            end -= 1;
        }
        self.host + end
    }
}

/// Percent-decodes letters and digits of all scripts, because this does not change which page an address names (RFC
/// 3986, section 6.2.2).
pub(super) fn decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let mut bytes = Vec::new();
        rest = &rest[at..];
        while let Some(byte) = rest.strip_prefix('%').and_then(|hex| u8::from_str_radix(hex.get(..2)?, 16).ok()) {
            bytes.push(byte);
            rest = &rest[3..];
        }
        if bytes.is_empty() {
            decoded.push('%');
            rest = &rest[1..];
        }
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c.is_alphanumeric() {
                    true => decoded.push(c),
                    false => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| encode(byte, &mut decoded)),
                }
            }
            chunk.invalid().iter().for_each(|&byte| encode(byte, &mut decoded));
        }
    }
    decoded + rest
}

pub(super) fn encode(byte: u8, out: &mut String) {
    out.push_str(percent_encoding::percent_encode_byte(byte));
}

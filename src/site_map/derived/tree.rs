//! What is known of a derived tree.

use super::key::Key;
use crate::collections::keyed::HashMap;
use crate::site_map::node::NodeId;
use crate::text::is_same;
use std::borrow::Cow;

/// One tree by host and path.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// List of what comes first: categories of documents.
    pub(super) front: NodeId,
    /// List of the home page, while there is one host.
    pub(super) home: NodeId,
    /// List of the hosts; while there is one, of what is below it.
    pub(super) hosts: NodeId,
    /// List of what comes last: documents that could not be loaded, pages without a place.
    pub(super) tail: NodeId,
    /// Each host, and its home page where that is listed.
    pub(super) each: Vec<(NodeId, Option<NodeId>)>,
    /// The place of each host in `each`.
    pub(super) numbers: HashMap<NodeId, usize>,
    /// Where the page before was placed: mostly the next one goes there too.
    pub(super) last: Option<Last>,
}

/// A place that pages were put below.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) node: NodeId,
    pub(super) key: Box<str>,
    /// The address of a page below it up to the page's own segment, where that is all there is to it: begin of the key,
    /// bytes of the host.
    pub(super) before: Option<(Box<str>, usize, usize)>,
}

impl Last {
    /// The place of a page with this address and key, up to `end` of the key.
    pub(super) fn new(node: NodeId, address: &str, key: &Key<'_>, end: usize) -> Last {
        let before = key.start.filter(|_| end == key.parent()).and_then(|start| {
            let before = address.get(..=start + end).filter(|before| before.ends_with('/'))?;
            Some((before.into(), start, key.host))
        });
        Last { node, key: key.key[..end].into(), before }
    }

    /// The key of another page right below it, where that is told at a glance.
    pub(super) fn key_below<'a>(&self, address: &'a str) -> Option<Key<'a>> {
        let (before, start, host) = self.before.as_ref()?;
        let own = address.as_bytes().get(before.len()..)?;
        // What begins like `index` or `default` may be the folder's own page.
        let is_plain = !matches!(own, [] | [b'i' | b'd', ..])
            && !own.iter().any(|b| matches!(b, b'/' | b'?' | b'#' | b'%'))
            && is_same(address.get(..before.len())?, before);
        is_plain.then(|| Key { key: Cow::Borrowed(&address[*start..]), start: Some(*start), host: *host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    pub(super) fn keys_told_at_a_glance_are_those_of_a_closer_look() {
        let addresses = [
            "http://host/a",
            "http://host/b/",
            "http://host/index.html",
            "http://host/dir",
            "http://host/a/b",
            "http://host/a/b.html",
            "http://host/a/%41",
            "http://host/a/b/c",
            "http://host/a/b?c",
            "http://host/a/b?c/d",
            "http://host/a/b#c",
            "http://host/a?b/c",
            "http://host/a/\u{e9}",
            "http://host/a/",
            "http://host//a",
            "http://host/a//b",
            "https://host/a/b",
            "http://host:8080/a/b",
            "http://host:80/a/b",
            "http://HOST/a/b",
            "http://hos/a",
            "mailto:a@host",
            "",
        ];
        let mut glances = 0;
        for (before, address) in addresses.iter().flat_map(|before| addresses.map(|address| (before, address))) {
            let Some(key) = Key::new(before).filter(|key| key.key.len() > key.host) else { continue };
            let end = key.parent();
            let last = Last::new(0, before, &key, end);
            let Some(glance) = last.key_below(address) else { continue };
            glances += 1;
            let look = Key::new(address).map(|look| {
                assert_eq!(look.key[..look.parent()], *last.key, "{before} {address}");
                (look.key, look.start, look.host)
            });
            assert_eq!(look, Some((glance.key, glance.start, glance.host)), "{before} {address}");
        }
        assert!(glances > 10, "{glances}");
    }
}

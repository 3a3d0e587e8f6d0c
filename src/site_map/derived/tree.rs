//! The state of a derived tree.

use crate::address::PageKey;
use crate::address::normal::is_plain;
use crate::collections::keyed::{HashMap, Parts};
use crate::site_map::node::NodeId;
use crate::text::is_same;

/// The lists and hosts of one derived tree.
#[derive(Debug, Default)]
pub(crate) struct DerivedTree {
    lists: TreeLists,
    /// Each host with its home page, if that is listed.
    host_nodes: Vec<(NodeId, Option<NodeId>)>,
    /// The index of each host in `host_nodes`.
    host_index: Parts<HashMap<NodeId, usize>>,
    /// The parent of the previous page. The next page usually has the same one.
    last: Option<LastParent>,
}

/// The lists of a derived tree, in their order.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::site_map) struct TreeLists {
    /// The first entries: categories of documents.
    pub(super) front: NodeId,
    /// The home page, used while there is one host.
    pub(super) home: NodeId,
    /// The hosts. While there is one host, it lists that host's children.
    pub(in crate::site_map) hosts: NodeId,
    /// The last entries: child sitemaps that failed and pages without a parent.
    pub(in crate::site_map) tail: NodeId,
}

/// A parent that pages were placed below.
#[derive(Debug)]
struct LastParent {
    node: NodeId,
    key: Box<str>,
    /// The part of a child's address before its last segment, with the start of the key and the length of the host.
    /// `None` if the address has other parts.
    before: Option<(Box<str>, usize, usize)>,
}

impl DerivedTree {
    pub(super) fn new([front, home, hosts, tail]: [NodeId; 4]) -> DerivedTree {
        DerivedTree { lists: TreeLists { front, home, hosts, tail }, ..DerivedTree::default() }
    }

    pub(in crate::site_map) fn lists(&self) -> TreeLists {
        self.lists
    }

    /// Returns the hosts, each with its home page.
    pub(in crate::site_map) fn hosts(&self) -> &[(NodeId, Option<NodeId>)] {
        &self.host_nodes
    }

    /// Adds a host. Returns the number of hosts.
    pub(super) fn add_host(&mut self, host: NodeId) -> usize {
        self.host_index.of_mut(&host).insert(host, self.host_nodes.len());
        self.host_nodes.push((host, None));
        self.host_nodes.len()
    }

    /// Returns the home page of a host, if that is listed. Returns `None` if the node is not a host.
    pub(in crate::site_map) fn home_of(&self, host: NodeId) -> Option<Option<NodeId>> {
        self.host_index.of(&host).get(&host).map(|&at| self.host_nodes[at].1)
    }

    pub(super) fn set_home(&mut self, host: NodeId, home: NodeId) {
        if let Some(&at) = self.host_index.of(&host).get(&host) {
            self.host_nodes[at].1 = Some(home);
        }
    }

    /// Returns the parent of the previous page if it has this key.
    pub(super) fn last_parent(&self, key: &str) -> Option<NodeId> {
        self.last.as_ref().filter(|last| is_same(&last.key, key)).map(|last| last.node)
    }

    /// Returns the parent of the previous page if an address is directly below it, with the key of the address.
    pub(super) fn last_parent_of<'a>(&self, address: &'a str) -> Option<(NodeId, PageKey<'a>)> {
        let last = self.last.as_ref()?;
        Some((last.node, last.key_below(address)?))
    }

    /// Sets the parent of the page with this address. `end` is the end of the parent's key.
    pub(super) fn set_last_parent(&mut self, parent: NodeId, address: &str, key: &PageKey<'_>, end: usize) {
        self.last = Some(LastParent::new(parent, address, key, end));
    }
}

impl LastParent {
    /// See [`DerivedTree::set_last_parent`].
    fn new(node: NodeId, address: &str, key: &PageKey<'_>, end: usize) -> LastParent {
        let before = key.start().filter(|_| end == key.parent()).and_then(|start| {
            let before = address.get(..=start + end).filter(|before| before.ends_with('/'))?;
            Some((before.into(), start, key.host_end()))
        });
        LastParent { node, key: key.as_str()[..end].into(), before }
    }

    /// Returns the key of another direct child. Returns `None` if the address needs the full check. It may be any text.
    fn key_below<'a>(&self, address: &'a str) -> Option<PageKey<'a>> {
        let (before, start, host) = self.before.as_ref()?;
        let own = address.as_bytes().get(before.len()..)?;
        let own = own.strip_suffix(b"/").unwrap_or(own);
        // A file with these names may be the folder's own page.
        let is_plain = !matches!(own, [] | [b'i', b'n', b'd', b'e', b'x', ..] | [b'd', b'e', b'f', ..] | [b'.', ..])
            && own.iter().fold(true, |so_far, &byte| so_far & IS_NAME[usize::from(byte)])
            && is_same(address.get(..before.len())?, before);
        let end = before.len() + own.len();
        is_plain.then(|| PageKey::of_part(address, *start, end, *host))
    }
}

/// Whether a byte belongs to the name of a file: it is plain and means nothing in an address.
const IS_NAME: [bool; 256] = {
    let mut is_name = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        is_name[byte] = is_plain(byte as u8) && !matches!(byte as u8, b'/' | b'?' | b'#' | b'%');
        byte += 1;
    }
    is_name
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::normal;

    #[test]
    fn the_fast_key_equals_the_full_key() {
        let addresses = [
            "http://host/a",
            "http://host/b/",
            "http://host/index.html",
            "http://host/index",
            "http://host/a/index",
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
            "http://host/a/b/",
            "http://host/a/b//",
            "http://host/a/b c",
            "http://host/a/b ",
            "http://host/a/index.html/",
            "http://host/a/default.php",
            "http://host/a/inde",
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
        let mut fast_keys = 0;
        for (before, address) in addresses.iter().flat_map(|before| addresses.map(|address| (before, address))) {
            // The tree has only addresses in their normal form.
            let Some(before) = normal(before) else { continue };
            let before = &*before;
            let Some(key) = PageKey::of_entry(before).filter(|key| !key.is_host()) else { continue };
            let end = key.parent();
            let last = LastParent::new(0, before, &key, end);
            let Some(fast) = last.key_below(address) else { continue };
            fast_keys += 1;
            let full = PageKey::of_entry(address);
            let parent = full.as_ref().map(|full| &full.as_str()[..full.parent()]);
            assert!(parent.is_none_or(|parent| *parent == *last.key), "{before} {address}");
            assert_eq!(full, Some(fast), "{before} {address}");
        }
        assert!(fast_keys > 10, "{fast_keys}");
    }
}

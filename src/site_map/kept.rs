//! What XBEL says beyond pages: aliases, which stand for other entries, and metadata, which is only kept.

use super::{Flag, NodeId, SiteMap};
use crate::diagnostics::Report;
use crate::keyed::HashMap;
use crate::limits::MAX_ALL_METADATA_BYTES;

/// Aliases and metadata of a site.
#[derive(Debug, Default)]
pub(super) struct Kept {
    referents: HashMap<NodeId, NodeId>,
    metadata: HashMap<NodeId, Vec<Box<str>>>,
    metadata_bytes: usize,
}

impl Kept {
    pub(super) fn metadata_bytes(&self) -> usize {
        self.metadata_bytes
    }
}

impl SiteMap {
    /// Lets a node stand for another: it has its title, address, icon and details, and what is below it.
    pub(crate) fn make_alias(&mut self, node: NodeId, referent: NodeId) {
        if node == referent {
            return;
        }
        let from = &self.nodes[referent as usize];
        let (title, url, url_base, icon, icon_base) = (from.title, from.url, from.url_base, from.icon, from.icon_base);
        let (containers, embedded, details) = (from.containers, from.embedded, from.details);
        // Aliases may multiply what is in a folder, so that only the user opens them.
        let flags = self.flags[referent as usize] & !Flag::UNFOLDED.0 | Flag::ALIAS.0;
        let to = &mut self.nodes[node as usize];
        (to.title, to.url, to.url_base, to.icon, to.icon_base) = (title, url, url_base, icon, icon_base);
        (to.containers, to.embedded, to.details) = (containers, embedded, details);
        self.flags[node as usize] = flags;
        self.kept.referents.insert(node, referent);
    }

    /// What an alias stands for; any other page itself.
    #[inline]
    pub fn referent(&self, page: NodeId) -> NodeId {
        match self.is(page, Flag::ALIAS) {
            true => self.kept.referents.get(&page).copied().unwrap_or(page),
            false => page,
        }
    }

    /// Keeps an element of a page's metadata, to be written back as it is when the tree is saved.
    pub(crate) fn add_metadata(&mut self, page: NodeId, markup: String, offset: u32, report: &mut Report) {
        self.kept.metadata_bytes += markup.len();
        if self.kept.metadata_bytes > MAX_ALL_METADATA_BYTES {
            if !report.has("limit-metadata") {
                let message = format!(
                    "There are more than {MAX_ALL_METADATA_BYTES} bytes of metadata; the rest is lost when the tree is \
                     saved."
                );
                report.warning("limit-metadata", offset, message);
            }
            return;
        }
        self.kept.metadata.entry(page).or_default().push(markup.into());
    }

    /// A page's metadata: the `metadata` elements that stand in its `info` (XBEL, section 3.3.4), each as it was written
    /// and complete in itself, so that it can be written into another document. That of a whole document is with the
    /// page that its entries are below, mostly the root. An alias has none of its own. It is no detail: nobody is
    /// shown it.
    pub fn metadata(&self, page: NodeId) -> &[Box<str>] {
        self.kept.metadata.get(&page).map_or(&[], Vec::as_slice)
    }
}

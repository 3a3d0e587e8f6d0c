//! Aliases: entries that stand for other entries (XBEL).

use super::arena::SiteMap;
use super::node::{Flag, NodeId};

impl SiteMap {
    /// Makes `node` an alias of `referent`. It copies the title, address, icon, details and children.
    pub(crate) fn make_alias(&mut self, node: NodeId, referent: NodeId) {
        if node == referent {
            return;
        }
        self.nodes.make_alias(node, referent);
        self.saved.drop_unlinked(node);
        self.note_rearranged();
    }

    /// Returns the page that an alias stands for, or the page itself if it is not an alias.
    #[inline]
    pub fn referent(&self, page: NodeId) -> NodeId {
        if self.is(page, Flag::ALIAS) { self.nodes.referent(page) } else { page }
    }
}

//! Aliases: entries that stand for other entries (XBEL).

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};

impl SiteMap {
    /// Makes `node` an alias of `referent`. It copies the title, address, icon, details and children.
    pub(crate) fn make_alias(&mut self, node: NodeId, referent: NodeId) {
        if node == referent {
            return;
        }
        self.nodes.copy(referent, node);
        self.nodes.set_head(node, Relation::Container, self.nodes.head(referent, Relation::Container));
        self.nodes.copy_flags(referent, node);
        // Aliases may multiply the rows of a folder, so only the user expands them.
        self.unmark(node, Flag::UNFOLDED);
        self.mark(node, Flag::ALIAS);
        self.unlinked.remove(&node);
        self.note_rearranged();
        self.aliases.insert(node, referent);
    }

    /// Returns the page that an alias stands for, or the page itself if it is not an alias.
    #[inline]
    pub fn referent(&self, page: NodeId) -> NodeId {
        if self.is(page, Flag::ALIAS) { self.referent_of_alias(page) } else { page }
    }

    #[cold]
    fn referent_of_alias(&self, page: NodeId) -> NodeId {
        self.aliases.get(&page).copied().unwrap_or(page)
    }
}

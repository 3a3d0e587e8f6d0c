//! Aliases: entries that stand for other entries (XBEL).

use super::arena::SiteMap;
use super::node::{Flag, NodeId};

impl SiteMap {
    /// Makes `node` an alias of `referent`. It copies the title, address, icon, details and children.
    pub(crate) fn make_alias(&mut self, node: NodeId, referent: NodeId) {
        if node == referent {
            return;
        }
        let from = &self.nodes[referent as usize];
        let (title, url, url_base) = (from.title, from.url, from.url_base);
        let (containers, details) = (from.containers, from.details);
        // Aliases may multiply the rows of a folder, so only the user expands them.
        let flags = self.flags[referent as usize] & !Flag::UNFOLDED.0 | Flag::ALIAS.0;
        let to = &mut self.nodes[node as usize];
        (to.title, to.url, to.url_base) = (title, url, url_base);
        (to.containers, to.details) = (containers, details);
        self.extras.set(node as usize, self.extras.get(referent as usize));
        self.flags[node as usize] = flags;
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

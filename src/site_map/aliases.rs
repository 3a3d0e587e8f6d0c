//! Aliases: entries that stand for other entries (XBEL).

use super::arena::SiteMap;
use super::node::{Flag, NodeId};

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
        self.aliases.insert(node, referent);
    }

    /// What an alias stands for; any other page itself.
    #[inline]
    pub fn referent(&self, page: NodeId) -> NodeId {
        match self.is(page, Flag::ALIAS) {
            true => self.aliases.get(&page).copied().unwrap_or(page),
            false => page,
        }
    }
}

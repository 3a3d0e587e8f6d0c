//! The folder of pages whose parent could not be found.

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};
use crate::findings::Report;

/// Title of the folder of pages whose parent could not be found.
pub(crate) const UNPLACED_TITLE: &str = "Unplaced pages";

impl SiteMap {
    /// Adds a page to the folder of unplaced pages. The folder is the last entry of the top level.
    pub(crate) fn add_unplaced(&mut self, page: NodeId, offset: u32, report: &mut Report) {
        let folder = match self.unplaced {
            Some(folder) => folder,
            None => {
                let root = self.make_root(report);
                let list = self.unnamed(offset, report);
                self.relate(root, Relation::Container, list, offset);
                let folder = self.unnamed(offset, report);
                self.nodes.set_title(folder, self.text.push(UNPLACED_TITLE));
                self.mark(folder, Flag::FOLDER);
                self.mark(folder, Flag::UNPLACED);
                self.append_to_list(list, folder, offset);
                self.unplaced = Some(folder);
                folder
            }
        };
        self.append(folder, page, offset);
    }
}

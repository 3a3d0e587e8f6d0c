//! The hosts of a derived tree, and their home pages.

use super::tree::TreeLists;
use crate::address::PageKey;
use crate::findings::Report;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, NONE, NodeId, REST};
use crate::text::Span;

impl SiteMap {
    /// Returns the row of a host below `under`. Adds it if it does not exist.
    pub(super) fn host(
        &mut self,
        under: NodeId,
        host: &str,
        name: Option<Span>,
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        let (node, is_new) = self.find_or_add(under, host, name, offset, report);
        if is_new {
            self.mark(node, Flag::FOLDER);
            self.mark(node, Flag::READABLE);
            let tree = self.derived_tree(under, report);
            let TreeLists { home, hosts, .. } = tree.lists();
            match tree.add_host(node) {
                1 => self.add_rest(hosts, node, offset),
                2 => {
                    self.clear(home);
                    let first = self.derived_tree(under, report).hosts()[0].0;
                    self.open_hosts(hosts, first, offset);
                    self.show_home_as_host(under, report);
                    self.append_to_list(hosts, node, offset);
                }
                _ => _ = self.append_to_list(hosts, node, offset),
            }
        }
        node
    }

    /// Adds a row for the first host when a second host comes.
    fn open_hosts(&mut self, hosts: NodeId, first: NodeId, offset: u32) {
        // Keep the other entries, which are addresses without a host.
        let others: Vec<NodeId> =
            self.entries(hosts).filter(|(order, _)| *order != REST).map(|(_, child)| child.page).collect();
        self.note_rearranged();
        self.nodes.set_members(hosts, NONE);
        self.unmark(hosts, Flag::CONTINUED);
        self.append_to_list(hosts, first, offset);
        for other in others.into_iter().rev() {
            self.append_to_list(hosts, other, offset);
        }
    }

    /// Adds the home page of a host. With one host it is the first row. With several it is the host's own row.
    pub(super) fn place_home(
        &mut self,
        under: NodeId,
        key: &PageKey<'_>,
        span: Span,
        base: u16,
        offset: u32,
        report: &mut Report,
    ) -> NodeId {
        let host_name = key.start().map(|start| span.part(start..start + key.host_end()));
        let host = self.host(under, key.as_str(), host_name, offset, report);
        let tree = self.derived_tree(under, report);
        let Some(home) = tree.home_of(host) else { return host };
        if let Some(home) = home {
            self.show_ancestors(under, key, home, host, report);
            return home;
        }
        let (list, is_only) = (tree.lists().home, tree.hosts().len() == 1);
        let home = if is_only { self.unnamed(offset, report) } else { host };
        self.derived_tree(under, report).set_home(host, home);
        self.give_url(home, (span, base));
        self.mark(home, Flag::READABLE);
        if is_only {
            self.append_to_list(list, home, offset);
        } else {
            self.unmark(host, Flag::FOLDER);
        }
        home
    }

    /// Merges the separate home page row of the first host into the host's row.
    fn show_home_as_host(&mut self, under: NodeId, report: &mut Report) {
        let (host, home) = self.derived_tree(under, report).hosts()[0];
        let Some(home) = home.filter(|&home| home != host) else { return };
        self.show(home);
        self.nodes.copy(home, host);
        self.nodes.copy_flags(home, host);
        // It is one page and counts once.
        self.nodes.set_link(home, (Span::default(), 0));
        self.derived_tree(under, report).set_home(host, host);
    }
}

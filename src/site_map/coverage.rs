//! Finds the folders of a host in which the sitemaps list pages.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::address::{PageKey, key};
use crate::limits::MAX_NODES_AT_ONCE;
use std::borrow::Cow;

impl SiteMap {
    /// Returns for each folder `true` if the sitemaps list a page in it, or the page `page_url`. The home page of a folder
    /// is not in it. Reads every page. A site with very many pages counts as one that lists all.
    pub(crate) fn covers(&self, page_url: &str, folders: &[String]) -> Vec<bool> {
        if self.len() > MAX_NODES_AT_ONCE {
            return vec![true; folders.len()];
        }
        let page = key(page_url);
        let folders: Vec<String> = folders.iter().map(|folder| key(folder) + "/").collect();
        let mut covered = vec![false; folders.len()];
        for node in 0..self.len() as NodeId {
            if !self.has_url(node) || self.is_browsed(node) {
                continue;
            }
            let Some(found) = self.key_of(node) else { continue };
            if found == page {
                return vec![true; folders.len()];
            }
            for (folder, is_covered) in folders.iter().zip(&mut covered) {
                *is_covered |= found.starts_with(&**folder);
            }
            if !covered.contains(&false) {
                break;
            }
        }
        covered
    }

    /// Returns the key of a page's address.
    fn key_of(&self, node: NodeId) -> Option<Cow<'_, str>> {
        match PageKey::of_text(self.iri(node)) {
            Some(_) => Some(Cow::Borrowed(self.iri(node))),
            None => self.url(node).map(|url| Cow::Owned(key(&url))),
        }
    }
}

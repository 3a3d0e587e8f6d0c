//! Finds the folders of a host in which the sitemaps list pages.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::address::key;
use crate::limits::MAX_NODES_AT_ONCE;
use std::borrow::Cow;

impl SiteMap {
    /// Returns for each folder `true` if the sitemaps list a page in it, or the page `page_url`. The home page of a folder
    /// is not in it. Reads every page. A site with very many pages counts as one that lists all.
    pub(crate) fn covers(&self, page_url: &str, folders: &[String]) -> Vec<bool> {
        if self.len() > MAX_NODES_AT_ONCE {
            return vec![true; folders.len()];
        }
        let bare = |url: &str| key(url).split_once("://").map_or_else(String::new, |(_, rest)| rest.to_owned());
        let page = bare(page_url);
        let folders: Vec<String> = folders.iter().map(|folder| bare(folder) + "/").collect();
        let mut covered = vec![false; folders.len()];
        for node in 0..self.len() as NodeId {
            if !self.has_url(node) || self.guide.is_browsed(node) {
                continue;
            }
            let Some(found) = self.bare_key(node) else { continue };
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

    /// Returns the key of a page's address without the scheme.
    fn bare_key(&self, node: NodeId) -> Option<Cow<'_, str>> {
        let iri = self.iri(node);
        if !iri.is_empty() && !iri.contains(' ') && !iri.contains("://") {
            return Some(Cow::Borrowed(iri));
        }
        let key = key(&self.url(node)?);
        key.split_once("://").map(|(_, rest)| Cow::Owned(rest.to_owned()))
    }
}

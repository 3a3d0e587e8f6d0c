//! Where a site begins: at its host, or at a path of it.

use super::Visit;
use crate::address::{key, origin};

/// The number of different menu entries that are enough to say where a site begins.
const ENOUGH_ENTRIES: usize = 4;

/// Returns the address of the home page of the site that the visited pages are on. It is the folder that contains all
/// entries of the menus, if a menu or a relation leads to the folder itself.
pub(crate) fn site_home(visits: &[Visit]) -> Option<String> {
    let host = format!("{}/", origin(&visits.first()?.facts.url)?);
    let folders: Option<Vec<String>> = visits.iter().map(|visit| visit.folder.clone()).collect();
    let is_enough = visits.iter().map(|visit| visit.addresses).sum::<usize>() >= ENOUGH_ENTRIES;
    let folder = folders.filter(|_| is_enough).and_then(|folders| {
        let (first, others) = folders.split_first()?;
        common_folder(first.clone(), others)
    });
    let links = || visits.iter().flat_map(|visit| &visit.home_links);
    let home = folder.and_then(|folder| links().find(|(url, _)| key(url) == folder));
    Some(home.map_or(host, |(url, _)| url.clone()))
}

/// Returns the key of the deepest folder or page that contains the page `start` and all others. Returns `None` if this is
/// the host.
pub(super) fn common_folder(start: String, keys: &[String]) -> Option<String> {
    let mut folder = &start[..];
    for key in keys {
        while key != folder && !key.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')) {
            folder = &folder[..folder.rfind('/')?];
        }
    }
    let path = folder.split_once("://").map_or("", |(_, rest)| rest);
    path.contains('/').then(|| folder.to_owned())
}

/// Returns the key of the host's home page.
pub(super) fn host_of(url: &str) -> Option<String> {
    origin(url).map(|origin| key(&origin))
}

//! Finds where a site begins: at its host, or at a path of the host.

use super::{Visit, VisitSource};
use crate::address::{common_folder, key, origin};

/// The number of different menu entries that are enough to say where a site begins.
const ENOUGH_ENTRIES: usize = 4;

/// Returns the address of the home page of the site that the visited pages are on. It is the folder that contains all
/// entries of the menus, if a menu or a relation leads to the folder itself, or if its page was visited. Two entries are
/// enough on the page of the folder itself, if no link leads to the host.
pub(crate) fn site_home(visits: &[Visit]) -> Option<String> {
    let host = format!("{}/", origin(&visits.first()?.facts.url)?);
    // The head of a page says nothing about its place.
    let visits: Vec<&Visit> = visits.iter().filter(|visit| visit.source != VisitSource::Head).collect();
    let folders: Option<Vec<String>> = visits.iter().map(|visit| visit.folder.clone()).collect();
    let is_enough = visits.iter().map(|visit| visit.addresses).sum::<usize>() >= ENOUGH_ENTRIES;
    let is_enough = is_enough || visits.iter().any(|visit| is_front_page(visit));
    let folder = folders.filter(|_| is_enough).and_then(|folders| {
        let (first, others) = folders.split_first()?;
        common_folder(first, others).map(str::to_owned)
    });
    let links = || visits.iter().flat_map(|visit| &visit.home_links).map(|(url, _)| url);
    let visited = visits.iter().map(|visit| &visit.facts.url);
    let home = folder.and_then(|folder| links().chain(visited).find(|url| key(url) == folder));
    Some(home.cloned().unwrap_or(host))
}

fn is_front_page(visit: &Visit) -> bool {
    let is_folder = visit.folder.as_ref() == Some(&visit.key) && visit.addresses > 1;
    is_folder && visit.home_links.iter().all(|(url, _)| key(url) == visit.key)
}

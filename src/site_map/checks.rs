//! Checks that need the whole map.

use super::arena::SiteMap;
use super::cycles::check_cycles;
use super::node::{Flag, NodeId};
use crate::findings::{FindingCode, Report};

/// Reports that there is nothing to show: there is no root, or the root is empty.
pub(crate) fn check_root(map: &SiteMap, report: &mut Report) {
    let Some(root) = map.root() else {
        let message = "There is no urn:sitemap:root, so there is no tree. Describe it and give it a map:container \
                       with the pages of the top level.";
        report.error(FindingCode::NoRoot, 0, message);
        return;
    };
    if !map.has_rows() {
        let message = "urn:sitemap:root has no map:container with members, so there is no tree. List the pages of \
                       the top level there.";
        report.error(FindingCode::NoRoot, map.offset(root), message);
    }
}

/// Reports what only the complete document shows: cycles, pages without a description and pages without a parent. It
/// visits every page, so it runs when findings are requested and not during the load.
pub(crate) fn check_pages(map: &SiteMap, report: &mut Report) {
    let Some(root) = map.root() else { return };
    let (content, seen_in_menus) = check_cycles(map, root, report);
    let mut nowhere = (0..map.len() as NodeId).filter(|&page| {
        page != root
            && !content[page as usize]
            && !seen_in_menus[page as usize]
            && map.has_title(page)
            && map.has_url(page)
    });
    if let Some(first) = nowhere.next() {
        let message = match nowhere.count() {
            0 => format!(
                "'{}' is described but stands nowhere in the tree; list it in a map:container.",
                map.title(first)
            ),
            more => format!(
                "'{}' and {more} more pages are described but stand nowhere in the tree; list them in a map:container.",
                map.title(first)
            ),
        };
        report.note(FindingCode::UnlistedPage, map.offset(first), message);
    }
    for page in (0..map.len() as NodeId).filter(|&p| p != root && (content[p as usize] || seen_in_menus[p as usize])) {
        // An alias has the title of its page.
        if map.has_title(page) || map.is(page, Flag::SEPARATOR) || map.is(page, Flag::ALIAS) {
            continue;
        }
        let offset = map.offset(page);
        if map.has_url(page) {
            let message = format!("This page has no dc:title; it is shown as '{}'.", map.title(page));
            report.warning(FindingCode::MissingTitle, offset, message);
        } else {
            let name = if map.iri(page).is_empty() { "without a name" } else { map.iri(page) };
            let message = format!(
                "The page '{name}' is listed, but has neither dc:title nor dc:identifier; describe it or remove it from its list."
            );
            report.warning(FindingCode::UndescribedPage, offset, message);
        }
    }
}

//! A saved file gives the same tree when it is read, in each format. If an input begins with a byte that no text has, a
//! document is generated from it. Otherwise the input is the document.

#[path = "../../native/export/documents.rs"]
mod documents;
#[path = "../../native/export/round_trip/mod.rs"]
mod round_trip;

use super::formats::read;
use super::input::{Numbers, generated};
use navibar::export::Format;
use navibar::findings::FindingCode;
use navibar::site::Site;
use navibar::site_map::{Flag, NodeId, Relation, SiteMap};
use navibar::tree;
use round_trip::difference;

/// Trees with more entries are skipped, because a few bytes can describe any number.
const MAX_ENTRIES: usize = 2_000;

pub fn run(input: &[u8]) {
    let document = match input {
        [0xff, 0, ..] => generated(documents::nns(), Numbers::of(input)),
        [0xff, 1, ..] => generated(documents::sitemap(), Numbers::of(input)),
        [0xff, 2, ..] => generated(documents::xbel(), Numbers::of(input)),
        [0xff, 3, ..] => generated(documents::html(), Numbers::of(input)),
        [0xff, 4, ..] => generated(documents::opml(), Numbers::of(input)),
        _ => None,
    };
    let site = read([document.as_ref().map_or(input, |document| document.as_bytes())], |_| ());
    for format in Format::ALL.into_iter().filter(|format| can_hold(*format, &site)) {
        if let Some(difference) = difference(&site, format) {
            panic!("{}\n--- document:\n{}", difference, document.unwrap_or_default());
        }
    }
}

/// Returns `true` if a format can express everything in a site.
fn can_hold(format: Format, site: &Site) -> bool {
    let map = site.map();
    let is_large = map.root().is_some_and(|root| tree::branch(map, root, MAX_ENTRIES).1);
    // A limit cuts another format at another point. Metadata is written unchanged, also with undeclared prefixes.
    let is_odd = |code: FindingCode| {
        code.name().starts_with("limit-") || (format == Format::Xbel && code == FindingCode::UndeclaredPrefix)
    };
    let is_odd = site.diagnostics().iter().any(|finding| is_odd(finding.code));
    // Only NNS can put the root, or an alias of it, into a context menu.
    !is_large && !is_odd && !has_alias_of_nothing(map) && (format == Format::Nns || !is_root_listed(map))
}

/// Returns `true` if an alias is shown and its target is not. Such an alias is saved as a page.
fn has_alias_of_nothing(map: &SiteMap) -> bool {
    let mut is_shown = vec![false; map.len()];
    let mut due: Vec<NodeId> = map.root().into_iter().collect();
    let mut children = Vec::new();
    let is_alias = |page: NodeId| map.is(page, Flag::ALIAS) && map.referent(page) != page;
    while let Some(page) = due.pop() {
        if std::mem::replace(&mut is_shown[page as usize], true) || is_alias(page) {
            continue;
        }
        children.clear();
        map.children(page, Relation::Embedded, &mut children);
        map.children(page, Relation::Container, &mut children);
        due.extend(children.iter().map(|child| child.page));
    }
    (0..map.len() as NodeId)
        .any(|page| is_shown[page as usize] && is_alias(page) && !is_shown[map.referent(page) as usize])
}

fn is_root_listed(map: &SiteMap) -> bool {
    let mut children = Vec::new();
    for node in 0..map.len() as NodeId {
        map.children(node, Relation::Embedded, &mut children);
        map.children(node, Relation::Container, &mut children);
    }
    children.iter().any(|child| Some(map.referent(child.page)) == map.root())
}

//! A saved file gives the same tree when it is read. Fuzzing checks the same.

pub(super) mod checks;

pub(super) use checks::SAVED_URL;
use checks::check;
use navibar::export::{self, Format};
use navibar::findings::{Diagnostic, FindingCode, Severity};
use navibar::inspect::{Node, Outline};
use navibar::site::Site;
use navibar::site_map::{Kind, NodeId, Relation};
use std::collections::BTreeSet;

pub(super) fn saved(site: &Site, format: Format) -> String {
    let mut saved = String::new();
    export::write(site, format, &mut saved).unwrap();
    saved
}

pub(super) fn read(document: &[u8], url: &str) -> Site {
    let mut site = Site::default();
    site.begin(url);
    document.chunks(1000).for_each(|chunk| site.push(chunk));
    site.finish();
    site
}

/// The expected tree of a saved file: without pending documents and without characters that XML forbids.
fn expected(nodes: Vec<Node>, format: Format) -> Vec<Node> {
    let clean = |text: &str| {
        let text = text.replace(|c: char| (c < ' ') || matches!(c, '\u{fffe}' | '\u{ffff}'), "");
        // Invisible at the ends.
        let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let title = |title: &str| Some(clean(title)).filter(|title| !title.is_empty()).unwrap_or("\u{2026}".to_owned());
    let cleaned = |node: Node| Node {
        title: if node.kind == Kind::Separator { String::new() } else { title(&node.title) },
        url: node.url.as_deref().map(clean),
        icon: node.icon.as_deref().map(clean),
        details: {
            let details = node.details.iter().map(|(name, value)| (name.clone(), clean(value)));
            let mut details: Vec<_> = details.filter(|(_, value)| !value.is_empty()).collect();
            if format != Format::Nns {
                details.sort();
            }
            details
        },
        children: expected(node.children, format),
        menu: expected(node.menu, format),
        ..node
    };
    // What counts sitemaps is not a page.
    let is_count = |node: &Node| node.kind == Kind::Document && node.url.is_none();
    nodes.into_iter().filter(|node| node.missing.is_none() && !is_count(node)).map(cleaned).collect()
}

pub(super) fn shown(site: &Site, format: Format) -> Outline {
    let Outline { tree, unplaced, is_cut } = Outline::new(site);
    Outline { tree: expected(tree, format), unplaced: expected(unplaced, format), is_cut }
}

/// What a finding says about the characters that RFC 3986 forbids and the normal form of an address has.
const KEPT: [&str; 8] = [
    "the character [,",
    "the character ],",
    "the character ^,",
    "the character |,",
    "the character `,",
    "the character {,",
    "the character },",
    "the character \\,",
];

/// Saves a site, reads the file, and describes the first difference.
pub(super) fn difference(site: &Site, format: Format) -> Option<String> {
    let saved = saved(site, format);
    if let Err(mistake) = check(&saved, format) {
        return Some(format!("{mistake}\n--- saved as {}:\n{saved}", format.name()));
    }
    let again = read(saved.as_bytes(), SAVED_URL);
    if again.diagnostics().iter().any(|finding| finding.code.name().starts_with("limit-")) {
        // In another format, the same data may exceed a limit.
        return None;
    }
    let (before, after) = (shown(site, format), shown(&again, format));
    if before.is_cut {
        // The limit counts characters that the file cannot have, so the other outline ends later.
        return None;
    }
    let known: Vec<_> = site.diagnostics().iter().map(|finding| finding.code).collect();
    let is_about_address = |code| matches!(code, FindingCode::UnescapedCharacter | FindingCode::MalformedAddress);
    let is_new = |finding: &Diagnostic| match finding.code {
        // Only the first mistake in an address is reported. The normal form of the address may have another one.
        code if is_about_address(code)
            && known.iter().any(|&code| is_about_address(code) || code == FindingCode::RelativeAddress) =>
        {
            false
        }
        // An empty tree gives an empty file.
        FindingCode::NoRoot | FindingCode::NoPages | FindingCode::NoEntries => false,
        // The tree does not show what repeats an ancestor. A cycle is not reported if its pages have no place or title, or if
        // another branch has the same list.
        FindingCode::Cycle | FindingCode::AliasOfAncestor => false,
        // In a bookmark, `%s` stands for the words of a search. Other formats do not know it.
        FindingCode::UnescapedCharacter if saved.contains("%s") || saved.contains("%S") => false,
        // Browsers leave these characters as they are, so they are in the normal form, too. Not all formats report them.
        FindingCode::UnescapedCharacter if KEPT.iter().any(|kept| finding.message.contains(kept)) => false,
        code => finding.severity != Severity::Note && !known.contains(&code),
    };
    let findings: Vec<_> = again.diagnostics().into_iter().filter(is_new).collect();
    let has_metadata = format != Format::Xbel || metadata(site) == metadata(&again);
    let has_ids = matches!(format, Format::Nns | Format::Negs) || kept(&again).is_superset(&kept(site));
    let is_kept = has_metadata && has_ids;
    (before != after || !findings.is_empty() || !is_kept).then(|| {
        let same_text = if before.to_text(true) == after.to_text(true) {
            format!("{before:#?}\n{after:#?}")
        } else {
            String::new()
        };
        format!(
            "was:\n{}--- is:\n{}--- findings: {findings:?}\n{same_text}--- saved as {}:\n{saved}",
            before.to_text(true),
            after.to_text(true),
            format.name()
        )
    })
}

/// Returns the ids of shown entries, and the addresses that are not links.
fn kept(site: &Site) -> BTreeSet<String> {
    let map = site.map();
    let ids = content(site).into_iter().filter_map(|page| map.id(page).map(str::to_owned));
    let addresses = content(site).into_iter().filter_map(|page| Some(format!("-> {}", map.unlinked(page)?)));
    ids.chain(addresses).filter(|text| !text.contains(is_forbidden)).collect()
}

/// Returns the foreign metadata of shown entries. XBEL stores it unchanged, except for characters that XML forbids.
fn metadata(site: &Site) -> Vec<String> {
    let map = site.map();
    let all = content(site).into_iter().flat_map(|page| map.metadata(page));
    let mut all: Vec<String> = all.map(|metadata| metadata.replace(is_forbidden, "")).collect();
    all.sort_unstable();
    all
}

fn is_forbidden(c: char) -> bool {
    (c < ' ' && !c.is_ascii_whitespace()) || matches!(c, '\u{c}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns the pages of the content tree, each once.
fn content(site: &Site) -> Vec<NodeId> {
    let map = site.map();
    let (mut pages, mut at, mut children) = (Vec::from_iter(map.root()), 0, Vec::new());
    while let Some(&page) = pages.get(at) {
        map.children(page, Relation::Container, &mut children);
        for child in children.drain(..) {
            if !pages.contains(&child.page) {
                pages.push(child.page);
            }
        }
        at += 1;
    }
    pages
}

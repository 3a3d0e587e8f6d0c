//! The readers of all formats: pages, relations and findings do not depend on chunks, and all of them are valid.

use super::input::{SHORT, URL, cuts};
use navibar::decode::Decoder;
use navibar::inspect::Mirror;
use navibar::limits::{MAX_DIAGNOSTICS, MAX_LATE_ERRORS, MAX_MESSAGE_BYTES, MAX_VALUE_BYTES};
use navibar::session::Fetch;
use navibar::site::Site;
use navibar::site_map::{Flag, NodeId, Relation, SiteMap};
use navibar::tree;
use std::fmt::Write;

pub fn run(input: &[u8]) {
    let whole = read([input], |_| ());
    check(&whole);
    let expected = described(&whole);
    assert_eq!(described(&read(cuts(input), |_| ())), expected, "in chunks");
    if input.len() <= SHORT {
        assert_eq!(described(&read(input.chunks(1), |_| ())), expected, "byte by byte");
    }
}

/// Reads a document in these chunks. `seen` checks the site after each chunk.
pub(super) fn read<'a>(chunks: impl IntoIterator<Item = &'a [u8]>, mut seen: impl FnMut(&Site)) -> Site {
    let mut site = Site::default();
    let mut decoder = Decoder::new(Mirror::text_decoder);
    site.begin(URL);
    for chunk in chunks {
        decoder.push(chunk, false, &mut |bytes| site.push(bytes));
        seen(&site);
    }
    decoder.push(&[], true, &mut |bytes| site.push(bytes));
    site.finish();
    seen(&site);
    site
}

const FLAGS: [(Flag, &str); 10] = [
    (Flag::FOLDER, "folder"),
    (Flag::SEPARATOR, "separator"),
    (Flag::ALIAS, "alias"),
    (Flag::DOCUMENT, "document"),
    (Flag::DELETED, "deleted"),
    (Flag::UNFOLDED, "unfolded"),
    (Flag::READABLE, "readable"),
    (Flag::LANGUAGE, "language"),
    (Flag::HIDDEN, "hidden"),
    (Flag::UNPLACED, "unplaced"),
];

/// Everything in a site, not only what is shown, because the shown tree can be endless.
fn described(site: &Site) -> String {
    let map = site.map();
    let mut text = format!("{:?} {:?} root {:?}, {} pages\n", site.format(), site.structure(), map.root(), map.pages());
    let mut children = Vec::new();
    for node in 0..map.len() as NodeId {
        let flags: Vec<&str> = FLAGS.iter().filter(|(flag, _)| map.is(node, *flag)).map(|(_, name)| *name).collect();
        let _ = write!(text, "{node} {:?} {:?} {flags:?}", map.iri(node), map.title(node));
        let _ = write!(text, " {:?} {:?} {:?}", map.url(node), map.icon(node), map.details(node));
        let _ = write!(text, " {:?} {} {:?}", map.metadata(node), map.referent(node), map.documents().state(node));
        let _ = write!(text, " {:?} {:?}", map.id(node), map.unlinked(node));
        for relation in [Relation::Container, Relation::Embedded] {
            children.clear();
            map.children(node, relation, &mut children);
            let _ = write!(text, " {:?}", children.iter().map(|child| (child.page, child.offset)).collect::<Vec<_>>());
        }
        text.push('\n');
    }
    for finding in site.diagnostics() {
        let _ = writeln!(text, "{finding}");
    }
    text
}

/// Checks the rules that hold for every document.
fn check(site: &Site) {
    let findings = site.diagnostics();
    assert!(findings.len() <= MAX_DIAGNOSTICS + MAX_LATE_ERRORS + 1, "{} findings", findings.len());
    for finding in &findings {
        assert!(finding.line > 0 && finding.column > 0, "{finding}");
        assert!(finding.message.len() <= MAX_MESSAGE_BYTES + "\u{2026}".len(), "{finding}");
    }
    let map = site.map();
    for node in 0..map.len() as NodeId {
        check_page(map, node);
    }
    if let Some(root) = map.root() {
        let (entries, _) = tree::branch(map, root, 1_000);
        assert!(entries.len() <= 1_000);
    }
}

fn check_page(map: &SiteMap, page: NodeId) {
    let title = map.title(page);
    assert!(title.len() <= MAX_VALUE_BYTES, "a title of {} bytes", title.len());
    assert!(!title.contains(['\n', '\r', '\t']) && title.trim() == title, "{title:?}");
    for url in map.url(page).iter().chain(map.icon(page).iter()) {
        let scheme = url.split(':').next().unwrap().to_ascii_lowercase();
        assert!(["http", "https", "ftp", "mailto"].contains(&&*scheme), "{url:?} is a link");
        assert!(!url.contains(|c: char| c < ' '), "{url:?}");
    }
    for (_, value) in map.details(page) {
        assert!(value.len() <= MAX_VALUE_BYTES, "a detail of {} bytes", value.len());
    }
    let (menu, _) = tree::menu(map, page);
    assert_eq!(map.has_menu(page), !menu.is_empty(), "{title:?} has a menu");
}

//! The cost of a jump does not grow faster than the site.

use crate::support::work::worked;
use navibar::site::Site;
use navibar::view::{JumpScan, TreeView};
use std::fmt::Write;
use std::time::Duration;

const RDF: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                   xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>";

fn read(document: &str) -> Site {
    let mut site = Site::default();
    site.begin("https://www.example.org/sitemap.rdf");
    site.push(document.as_bytes());
    site.finish();
    site
}

/// Pages that all have the same list of all pages below them.
fn shared_list(count: usize) -> String {
    let mut text = format!("{RDF}<rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:resource='urn:l'/>");
    text += "</rdf:Description><rdf:Seq rdf:about='urn:l'>";
    (0..count).for_each(|n| _ = write!(text, "<rdf:li rdf:resource='urn:p{n}'/>"));
    text += "</rdf:Seq>";
    for n in 0..count {
        let about = format!("rdf:about='urn:p{n}' dc:title='Page {n}' dc:identifier='/{n}'");
        let _ = write!(text, "<rdf:Description {about}><map:container rdf:resource='urn:l'/></rdf:Description>");
    }
    text + "</rdf:RDF>"
}

/// The time of one jump, the mean of several.
fn jump(site: &Site) -> Duration {
    let begun = worked();
    for times in 1.. {
        let (mut view, mut scan) = (TreeView::default(), JumpScan::new("no such page"));
        view.refresh(site.map());
        while scan.step(&mut view, site.map(), 4096) {}
        assert!(scan.targets(site.map()).is_empty());
        let sum = worked() - begun;
        if sum > Duration::from_millis(150) {
            return sum / times;
        }
    }
    Duration::ZERO
}

#[test]
fn a_list_that_all_pages_share_is_read_once() {
    let [small, large] = [2_000, 8_000].map(|count| jump(&read(&shared_list(count))));
    println!("{small:?}, four times as much {large:?}");
    assert!(large < 10 * small, "{small:?}, four times as much {large:?}");
}

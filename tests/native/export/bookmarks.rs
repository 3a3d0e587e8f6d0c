//! What bookmark files keep when they are saved again.

use super::round_trip::{SAVED_URL, difference, read, saved};
use super::{BEGIN, URL, fixture, tests};
use crate::support::network::{Answer, Network};
use navibar::export::Format;
use navibar::inspect::{Outline, block_on};
use navibar::session::{self, Session, Status};
use std::cell::RefCell;

#[test]
fn xbel_keeps_every_id() {
    let session = fixture(&tests().join("fixtures/xbel/ids.xml")).unwrap();
    let file = saved(session.site(), Format::Xbel);
    for id in ["everything", "rdf:#$x1", "17", "again", "b-2", "script"] {
        assert_eq!(file.matches(&format!(" id=\"{id}\"")).count(), 1, "{file}");
    }
    assert_eq!(file.matches("<alias ").count(), 3, "{file}");
}

/// Programs store more than links: scripts, queries, files.
#[test]
fn addresses_that_are_no_links_are_written_back() {
    let addresses =
        ["javascript:alert('1')", "place:sort=8&amp;maxResults=10", "file:///etc/hosts", " java&#10;script:x"];
    let entries = addresses.map(|address| format!("<bookmark href=\"{address}\"><title>Entry</title></bookmark>"));
    let mut site = read(format!("<xbel>{}</xbel>", entries.concat()).as_bytes(), SAVED_URL);
    for _ in 0..2 {
        assert!(Outline::new(&site).tree.iter().all(|entry| entry.title == "Entry" && entry.url.is_none()));
        assert_eq!(site.map().pages(), 0, "none is a page");
        let file = saved(&site, Format::Xbel);
        for address in addresses {
            assert!(file.contains(&format!("<bookmark href=\"{address}\">")), "{address}: {file}");
        }
        for format in Format::ALL {
            let again = Outline::new(&read(saved(&site, format).as_bytes(), SAVED_URL));
            assert!(again.tree.iter().all(|entry| entry.url.is_none()), "{format:?}");
        }
        site = read(file.as_bytes(), SAVED_URL);
    }
}

/// A script in imported bookmarks runs on whatever site the user has open.
#[test]
fn addresses_of_a_site_that_are_no_links_are_not_written() {
    let entry = |address| format!("<bookmark href=\"{address}\"><title>Entry</title></bookmark>");
    let entries = ["javascript:alert(1)", "data:text/html,x", "/moss"].map(entry);
    let folder = "<folder><title>Folder</title><info><metadata owner=\"http://navibar.oaklett.org/\" href=\"javascript:2\"/></info></folder>";
    let answer = Answer::ok(&format!("<xbel version=\"1.0\">{}{folder}</xbel>", entries.concat()));
    let network = Network::ready().serve(URL, answer);
    for is_own_file in [false, true] {
        let session = RefCell::new(Session::default());
        let load = session.borrow_mut().begin(URL);
        if is_own_file {
            session.borrow_mut().set_own_file();
        }
        let outcome = block_on(session::open_sitemap(&session, load, &network, URL, |_| {}));
        assert_eq!(outcome.status, Status::Loaded);
        for format in Format::ALL {
            let file = saved(session.borrow().site(), format);
            assert!(file.contains("/moss") && file.contains("Entry"), "{file}");
            let has_script = file.contains("javascript:") || file.contains("data:");
            assert!(!has_script || is_own_file, "{format:?}: {file}");
            assert!(
                has_script || !is_own_file || format == Format::Nns || format == Format::Negs,
                "{format:?}: {file}"
            );
        }
    }
}

#[test]
fn an_address_that_is_no_link_is_kept_for_each_kind_of_entry() {
    for entry in [
        "<H3 navi:href='place:1'>Folder</H3>",
        "<H3 navi:href='place:1'>Folder</H3><DL><DT><A HREF='/a'>Page</A></DL>",
        "<H3 navi:href='place:1' navi:kind='heading'>Heading</H3><DL><DT><A HREF='/a'>Page</A></DL>",
        "<A HREF='place:1' navi:kind='folder'>Folder</A>",
        "<A HREF='place:1' navi:kind='deleted'>Page</A>",
        "<A HREF='place:1' navi:kind='document'>Document</A>",
        "<A HREF='place:1' navi:kind='unplaced'>Unplaced pages</A>",
        "<A HREF='place:1' navi:aliasOf='a'>Alias</A><DT><A HREF='/a' ID='a'>Page</A>",
        "<A HREF='place:1' navi:aliasOf='a'>Alias</A><DT><H3 navi:href='place:1' ID='a'>Page</H3>",
    ] {
        let site = read(format!("<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT>{entry}</DL>").as_bytes(), SAVED_URL);
        for format in Format::ALL {
            assert_eq!(difference(&site, format), None, "{entry}");
        }
    }
}

#[test]
fn metadata_with_a_tag_that_has_no_name_is_written_as_well_formed_xml() {
    let metadata = "<metadata owner=\"x\"><a\"\"b>1</a\"\"b><c d=\"2\"/></metadata>";
    let site = read(format!("<xbel><info>{metadata}</info><separator/></xbel>").as_bytes(), SAVED_URL);
    assert_eq!(site.diagnostics()[0].code.name(), "bad-attribute");
    assert_eq!(difference(&site, Format::Xbel), None);
    let file = saved(&site, Format::Xbel);
    assert!(file.contains("<metadata owner=\"x\">1<c d=\"2\"/></metadata>"), "{file}");
}

/// A saved file does not contain these characters, so the owner is Navibar there.
#[test]
fn invisible_characters_in_an_owner_do_not_count() {
    let entry = "<bookmark href=\"http://h.example/\"><title>T</title><info>\
        <metadata owner=\"http://navi\u{1}bar.oaklett.org/\u{fffe}\" navi:kind=\"deleted\"/></info></bookmark>";
    let document = format!("<xbel xmlns:navi=\"http://navibar.oaklett.org/export/1.0#\">{entry}</xbel>");
    let site = read(document.as_bytes(), SAVED_URL);
    assert!(Outline::new(&site).tree[0].deleted);
    assert_eq!(difference(&site, Format::Xbel), None);
}

/// The alias is also outside that folder, in the content tree.
#[test]
fn an_alias_in_a_menu_may_lead_to_a_folder_around_the_menu() {
    let mut document = BEGIN.replace("rdf:resource='urn:p0'", "rdf:nodeID='top'");
    for (name, content) in [
        ("nodeID='top'", "<rdf:li rdf:resource='urn:folder'/><rdf:li rdf:resource='urn:alias'/>"),
        ("about='urn:folder' dc:title='Folder'", "<map:container rdf:resource='urn:page'/>"),
        ("about='urn:page' dc:title='Page'", "<map:embedded rdf:resource='urn:alias'/>"),
        ("about='urn:alias'", "<aliasOf xmlns='http://navibar.oaklett.org/export/1.0#' rdf:resource='urn:folder'/>"),
    ] {
        document += &format!("<rdf:Description rdf:{name}>{content}</rdf:Description>");
    }
    let site = read((document + "</rdf:RDF>").as_bytes(), URL);
    for format in Format::ALL {
        assert_eq!(difference(&site, format), None);
    }
}

use crate::limits::MAX_METADATA_BYTES;
use crate::site::Site;
use crate::site_map::{NodeId, SiteMap};

fn read(document: &str) -> Site {
    let mut site = Site::default();
    site.begin("https://www.example.org/bookmarks.xml");
    for chunk in document.as_bytes().chunks(5) {
        site.push(chunk);
    }
    site.finish();
    site
}

fn page(map: &SiteMap, title: &str) -> NodeId {
    (0..map.len() as NodeId).find(|&page| map.title(page) == title).expect("there is such a page")
}

/// Reads metadata of a bookmark and returns it.
fn metadata(root: &str, metadata: &str) -> Vec<String> {
    let title = "<bookmark href='http://h.example/'><title>B</title>";
    let site = read(&format!("{root}{title}<info>{metadata}</info></bookmark></xbel>"));
    assert!(site.first_error().is_none(), "{:?}", site.first_error());
    site.map().metadata(page(site.map(), "B")).iter().map(|kept| kept.to_string()).collect()
}

#[test]
fn metadata_is_kept_as_written() {
    for written in [
        "<metadata owner='x'/>",
        "<metadata owner=\"x\"\n  xmlns:a='urn:a' ></metadata>",
        "<metadata owner='x'> <a b='1'>two  words<c/>\n</a> tail </metadata>",
        "<metadata owner='x'><!-- a - b --><![CDATA[<a>&amp;]]><?go on?></metadata>",
        "<metadata owner='x' e='&lt;&apos;&#10;&gt;>'>&lt;&gt;&amp;</metadata>",
        "<metadata owner='x' xmlns='urn:a'><title>No title</title><bookmark href='y'/></metadata>",
        "<metadata owner='x'><a:b xmlns:a='urn:a' a:c=''><a:b/></a:b><a:b xmlns:a='urn:b'/></metadata>",
        "<metadata owner='x' xml:lang='en'><a xml:space='preserve'> </a></metadata>",
    ] {
        let kept = written.replace("' >", "'>");
        assert_eq!(metadata("<xbel>", written), [kept], "{written}");
    }
    for written in ["<METADATA owner='x'><b C='1'/></METADATA>", "<metaData owner='x'><b C='1'/></metaData>"] {
        assert_eq!(metadata("<xbel>", written), ["<metadata owner='x'><b C='1'/></metadata>"], "{written}");
    }
    let two = metadata("<xbel>", "<metadata owner='x'/>\n<metadata owner='y'/>");
    assert_eq!(two, ["<metadata owner='x'/>", "<metadata owner='y'/>"]);
}

#[test]
fn metadata_means_the_same_in_another_document() {
    let root =
        "<!DOCTYPE xbel [<!ENTITY e 'from the DOCTYPE'>]><xbel xmlns:a='urn:a' xmlns:b='urn:&amp;b' xmlns='urn:x'>";
    for (written, kept) in [
        (
            "<metadata owner='x'><a:y><a:z b:c='1'/></a:y><a:y/></metadata>",
            "<metadata owner='x'><a:y xmlns:a=\"urn:a\"><a:z b:c='1' xmlns:b=\"urn:&amp;b\"/></a:y><a:y xmlns:a=\"urn:a\"/></metadata>",
        ),
        (
            "<metadata owner='x' a:y=''><y><z/></y><y xmlns=''/></metadata>",
            "<metadata owner='x' a:y='' xmlns:a=\"urn:a\"><y xmlns=\"urn:x\"><z/></y><y xmlns=''/></metadata>",
        ),
        (
            "<metadata owner='x' y='&e;'>&e; &eacute; <y z=a/>R&D</metadata>",
            "<metadata owner=\"x\" y=\"from the DOCTYPE\">from the DOCTYPE é <y z=\"a\" xmlns=\"urn:x\"/>R&amp;D</metadata>",
        ),
        ("<metadata owner='x' owner='z' y='a&b'/>", "<metadata owner=\"x\" y=\"a&amp;b\"/>"),
    ] {
        let site = read(&format!("{root}<folder><title>F</title><info>{written}</info><separator/></folder></xbel>"));
        let found = site.map().metadata(page(site.map(), "F"));
        assert_eq!(found.iter().map(|kept| &**kept).collect::<Vec<_>>(), [kept], "{written}");
    }
}

#[test]
fn metadata_belongs_to_the_element_it_describes() {
    let site = read(
        "<xbel><info><metadata owner='root'/></info><folder id='f'><title>F</title><bookmark href='http://h.example/'>\
         <title>B</title><info><metadata owner='b'/></info></bookmark><info><metadata owner='f'/></info></folder>\
         <alias ref='f'/></xbel>",
    );
    let map = site.map();
    let root = map.root().expect("there is a tree");
    let kept = |page| map.metadata(page).concat();
    assert_eq!(kept(root), "<metadata owner='root'/>");
    assert_eq!(kept(page(map, "F")), "<metadata owner='f'/>");
    assert_eq!(kept(page(map, "B")), "<metadata owner='b'/>");
    let alias = (0..map.len() as NodeId).find(|&page| map.referent(page) != page).expect("there is an alias");
    assert_eq!((map.referent(alias), kept(alias)), (page(map, "F"), String::new()));
    assert!(site.details(page(map, "F")).is_empty(), "metadata is no detail");
}

#[test]
fn metadata_that_is_too_long_is_left_out_with_a_warning() {
    let long = "<y>text</y>".repeat(MAX_METADATA_BYTES / 11 + 1);
    let site = read(&format!(
        "<xbel><bookmark href='http://h.example/'><title>B</title><info><metadata owner='x'>{long}</metadata>\
         <metadata owner='y'/></info></bookmark></xbel>"
    ));
    assert_eq!(site.map().metadata(page(site.map(), "B")).concat(), "<metadata owner='y'/>");
    let codes: Vec<&str> = site.diagnostics().iter().map(|finding| finding.code.name()).collect();
    assert_eq!(codes, ["limit-metadata"]);
}

#[test]
fn long_chains_of_aliases_and_folders_are_read_in_linear_time() {
    // Each alias leads to the next, and each folder has two aliases of the one before.
    let count = 6_000;
    let mut document = String::from("<xbel>");
    for i in 0..count {
        document.push_str(&format!("<alias id='a{i}' ref='a{}'/>", i + 1));
    }
    document.push_str(&format!("<bookmark id='a{count}' href='http://h.example/'><title>B</title></bookmark>"));
    document.push_str("<folder id='f0' folded='no'><title>F</title><alias ref='a0'/></folder>");
    for i in 1..count {
        let before = i - 1;
        document.push_str(&format!(
            "<folder id='f{i}' folded='no'><title>F</title><alias ref='f{before}'/><alias ref='f{before}'/></folder>"
        ));
    }
    document.push_str("</xbel>");
    let site = read(&document);
    assert_eq!(site.diagnostics(), []);
    let mut view = crate::view::TreeView::default();
    view.refresh(site.map());
    assert_eq!(view.len(), count + 1 + count + 1 + 2 * (count - 1));
}

/// The replacement characters have more bytes than the broken ones. Offsets after them would be on later lines.
#[test]
fn a_finding_in_a_tag_with_invalid_bytes_is_at_the_start_of_the_tag() {
    let mut document = b"<xbel>\n <alias title='".to_vec();
    document.extend([0xff; 40]);
    document.extend(b"' ref='nobody'/>\n\n\n</xbel>");
    let places = |chunk: usize| -> Vec<String> {
        let mut site = Site::default();
        site.begin("https://www.example.org/bookmarks.xml");
        document.chunks(chunk).for_each(|chunk| site.push(chunk));
        site.finish();
        site.diagnostics().iter().map(|found| format!("{}:{} {}", found.line, found.column, found.code)).collect()
    };
    for chunk in [1, 7, 1_000] {
        let found = places(chunk);
        assert!(found.contains(&"2:2 dangling-alias".to_owned()), "{found:?}");
    }
}

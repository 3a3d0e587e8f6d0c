//! The source lines of findings, which are read again from their documents.

use crate::support::network::{Answer, Network, index, open};
use navibar::findings::Excerpt;
use navibar::inspect::{Mirror, block_on};
use navibar::limits::{MAX_EXCERPT_DOCUMENTS, MAX_EXCERPTS};
use navibar::session::{self, Location, Session};
use std::cell::RefCell;
use std::io::Write as _;

const URL: &str = "https://www.example.org/sitemap.xml";

/// The positions of all findings.
fn spots(session: &RefCell<Session>) -> Vec<Location> {
    let session = session.borrow();
    let findings = session.diagnostics().into_iter();
    findings
        .map(|each| Location { url: each.url.unwrap_or(URL.to_owned()), line: each.line, column: each.column })
        .collect()
}

fn shown(found: &[Option<Excerpt>]) -> Vec<String> {
    let written = |each: &Excerpt| format!("{}[{}]{}", each.before, each.mark, each.after);
    found.iter().map(|each| each.as_ref().map_or("nothing".to_owned(), written)).collect()
}

/// A sitemap with an error in line 2, after this text.
fn faulty(before: &str) -> String {
    format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n{before}<url></url>\n</urlset>")
}

#[test]
fn lines_are_found_in_several_documents() {
    let at = |n: usize| format!("https://www.example.org/{n}.xml");
    let urls: Vec<String> = (0..=MAX_EXCERPT_DOCUMENTS).map(at).collect();
    let mut network =
        Network::ready().serve(URL, Answer::ok(&index(&urls.iter().map(String::as_str).collect::<Vec<_>>())));
    for url in &urls {
        network = network.serve(url, Answer::ok(&faulty(&format!("<!-- {url} -->"))));
    }
    let session = RefCell::default();
    open(&session, &network, URL);
    let spots = spots(&session);
    assert!(spots.len() > MAX_EXCERPT_DOCUMENTS, "{spots:?}");
    network.take_asked();
    let found = shown(&block_on(session::excerpts(&session, &network, None, &spots)));
    let expected: Vec<String> = spots
        .iter()
        .map(|spot| match spot.url.ends_with("/20.xml") {
            true => "nothing".to_owned(),
            false => format!("<!-- {} -->[<url]></url>", spot.url),
        })
        .collect();
    assert_eq!(found, expected);
    assert_eq!(network.take_asked(), urls[..MAX_EXCERPT_DOCUMENTS], "each is requested once");

    // One file has changed before that line, one after it, one is missing, and one redirects to another site now.
    let network = network
        .serve(&at(0), Answer::ok(&faulty(&format!("<!-- {} -->", at(0))).replace("<urlset", "<urlset ")))
        .serve(&at(1), Answer::ok(&faulty(&format!("<!-- {} -->", at(1))).replace("</urlset>", "<url/></urlset>")))
        .serve(&at(2), Answer::new(404, ""))
        .serve(&at(3), Answer::ok(&faulty("")).from("https://elsewhere.example/"))
        .serve(&at(4), Answer::ok("").broken());
    let found = shown(&block_on(session::excerpts(&session, &network, None, &spots)));
    let changed: Vec<&str> = found.iter().take(5).map(|found| &**found).collect();
    assert_eq!(changed, ["nothing", &expected[1], "nothing", "nothing", "nothing"]);
    assert_eq!(found[5..], expected[5..]);

    let many = vec![spots[5].clone(); MAX_EXCERPTS + 1];
    let found = block_on(session::excerpts(&session, &network, None, &many));
    assert_eq!(found.iter().filter(|found| found.is_some()).count(), MAX_EXCERPTS);
    assert_eq!(block_on(session::excerpts(&session, &network, None, &[])), vec![]);
}

#[test]
fn lines_are_found_in_compressed_files_of_any_encoding() {
    let folder = std::env::temp_dir().join(format!("navibar-excerpts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let latin = faulty("<!-- é -->").replace("<urlset", "<?xml version='1.0' encoding='iso-8859-1'?><urlset");
    let latin: Vec<u8> = latin.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let wide: Vec<u8> = format!("\u{feff}{}", faulty("<!-- é -->")).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(faulty("<!-- é -->").as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let marked = format!("\u{feff}{}", faulty("<!-- é -->"));
    for (name, bytes) in [("latin", latin), ("wide", wide), ("packed", packed), ("marked", marked.into_bytes())] {
        let file = folder.join(name);
        std::fs::write(&file, bytes).unwrap();
        let mirror = Mirror::new(None).with_file(URL, file).with_chunks(7);
        let session = RefCell::new(Session::default());
        let load = session.borrow_mut().begin(URL);
        block_on(session::open_sitemap(&session, load, &mirror, URL, |_| {}));
        let spots: Vec<Location> = spots(&session).into_iter().filter(|spot| spot.line == 2).collect();
        let found = shown(&block_on(session::excerpts(&session, &mirror, None, &spots)));
        assert_eq!(found, ["<!-- é -->[<url]></url>"], "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

//! `navibar convert`.

use std::path::Path;

use super::{File, err, navibar, navibar_with_input, out};

#[test]
fn the_tree_is_saved_in_each_format() {
    let fixture = "tests/fixtures/nns/worked-example.rdf";
    let url = "http://h.example/sitemap.rdf";
    let outline = out(&navibar(&["show", fixture, "--url", url]));
    for (format, root) in
        [("nns", "<rdf:RDF"), ("negs", "<urlset"), ("xbel", "<xbel"), ("html", "<DL>"), ("opml", "<opml")]
    {
        let output = navibar(&["convert", "--to", format, "--url", url, fixture]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{format}");
        assert!(out(&output).contains(root), "{format}: {}", out(&output));
        let file = File::new(&format!("saved-{format}"), "replaced");
        let again = navibar(&["convert", "--to", format, "--url", url, "--output", file.path(), fixture]);
        assert_eq!((again.status.code(), out(&again).as_str()), (Some(0), ""), "{format}");
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), out(&output), "{format}");
        let again = navibar(&["show", file.path(), "--url", "https://elsewhere.example/"]);
        assert_eq!((out(&again), again.status.code()), (outline.clone(), Some(0)), "{format}");
    }
}

#[test]
fn without_a_tree_no_file_is_written() {
    let file = File::new("kept", "kept");
    let output = navibar(&["convert", "--to", "nns", "--output", file.path(), "tests/fixtures/nns/no-root.rdf"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""));
    assert!(err(&output).contains("error[no-root]"), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "kept");
}

#[test]
fn a_file_may_be_converted_in_place_and_through_pipes() {
    let file = File::new("in-place", "https://h.example/a\nhttps://h.example/b\n");
    let output = navibar(&["convert", "--to", "opml", "--output", file.path(), file.path()]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let opml = std::fs::read(file.path()).unwrap();
    let output = navibar_with_input(&["convert", "--to", "xbel", "-"], &opml);
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("<bookmark href=\"https://h.example/a\">"), "{}", out(&output));
}

#[test]
fn a_folder_is_converted_with_all_its_sitemaps() {
    let folder = "tests/sites/sitemap/garden.example";
    let output = navibar(&["convert", "--to", "nns", "--url", "https://garden.example/", folder]);
    assert_eq!(output.status.code(), Some(0));
    for page in ["plants/roses.html", "news/2024/bees.html"] {
        assert!(out(&output).contains(page), "pages of several sitemaps: {}", out(&output));
    }
    assert!(err(&output).contains("error[unread-sitemap]"), "a missing one is reported: {}", err(&output));
}

#[test]
fn scripts_in_bookmarks_are_kept_in_a_file_and_not_in_a_site() {
    let text = "<xbel version='1.0'><bookmark href='javascript:alert(1)'><title>Script</title></bookmark>\
                <bookmark href='https://h.example/moss'><title>Moss</title></bookmark></xbel>";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scripts-in-bookmarks");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sitemap.xml");
    std::fs::write(&file, text).unwrap();
    for (input, is_kept) in [(&file, true), (&folder, false)] {
        let output = navibar(&["convert", "--to", "html", "--url", "https://h.example/", input.to_str().unwrap()]);
        assert!(out(&output).contains("Moss"), "{}", err(&output));
        assert_eq!(out(&output).contains("javascript:"), is_kept, "{}", out(&output));
    }
}

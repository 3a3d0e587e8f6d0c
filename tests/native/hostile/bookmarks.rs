//! Bookmark files: HTML and OPML.

use super::{codes, many, read_in, survive};
use navibar::export::{self, Format};
use navibar::inspect::Outline;
use navibar::limits::{MAX_ALIASES, MAX_DEPTH};

const HTML: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>";

#[test]
fn nested_lists_are_read_up_to_the_limit() {
    let count = 3 * MAX_DEPTH;
    for (what, part) in [("folders", "<DT><H3>F<DL>"), ("lists", "<DL>"), ("menus", "<DT><A><navi:menu>")] {
        let site = survive(what, &format!("{HTML}{}<DT><A HREF=/a>A", part.repeat(count)));
        assert!(codes(&site).contains(&"limit-depth"), "{what}: {:?}", codes(&site));
    }
    let outlines = "<outline text='F'>".repeat(count);
    let site = survive("outlines", &format!("<opml version='2.0'><body>{outlines}"));
    assert!(codes(&site).contains(&"limit-depth"), "{:?}", codes(&site));
}

#[test]
fn html_that_never_ends_is_read_quickly() {
    let count = many(400_000);
    for part in [
        "<DT><A HREF=/a>A</A><DD>B",
        "<DT><H3>F</H3>",
        "</DL></navi:menu>",
        "<DT><A HREF='",
        "<!--",
        "<!--<navi:menu>",
        "<a =\"<a '=",
        "<A navi:ref=a ID=a>",
        "<H1>&amp;&am",
        "- --> <",
    ] {
        survive(part, &format!("{HTML}{}", part.repeat(count / part.len() * 8)));
    }
    let long = format!("{HTML}<DT><A {}>", "a=1 ".repeat(many(1 << 20)));
    survive("one tag with many attributes", &long);
    read_in(&format!("{HTML}<DT><A HREF='{}", "x".repeat(1 << 20)), 10);
}

#[test]
fn aliases_of_bookmark_files_are_read_quickly() {
    let count = many(100_000);
    let entry = |n: usize| format!("<DT><H3 ID=f{n}>F</H3><DL><DT><A navi:ref=f{}>A</A></DL>", (n + 1) % count);
    survive("a ring of aliases, without end", &format!("{HTML}{}</DL>", (0..count).map(entry).collect::<String>()));
}

#[test]
fn aliases_are_read_up_to_the_limit() {
    let aliases: String = (0..=MAX_ALIASES).map(|n| format!("<alias ref='f' id='a{n}'/>")).collect();
    let last = format!("<alias ref='a{MAX_ALIASES}'/>");
    let site = survive(
        "aliases",
        &format!("<xbel version='1.0'><folder id='f'><title>F</title></folder>{aliases}{last}</xbel>"),
    );
    assert_eq!(codes(&site), ["limit-aliases"]);
    assert_eq!(Outline::new(&site).to_text(false).lines().count(), 1 + MAX_ALIASES);
}

/// Ids that look like those that saved files give.
#[test]
fn ids_that_collide_are_saved_quickly() {
    let count = many(20_000);
    let folder = |n: usize| format!("<folder id='f-{}{}'><title>F</title></folder>", n / 8, "_".repeat(n % 8));
    let folders: String = (0..count).map(folder).collect();
    let site = survive("ids", &format!("<xbel version='1.0'>{folders}</xbel>"));
    for format in [Format::Xbel, Format::Html, Format::Opml] {
        let mut saved = String::new();
        export::write(&site, format, &mut saved).unwrap();
        assert!(saved.len() < 300 * count, "{format:?}");
    }
}

//! Markup and bytes: depth, endless tokens, amplification, invalid bytes.

use std::fmt::Write;

use navibar::inspect::Outline;
use navibar::limits::MAX_TOKEN_BYTES;
use navibar::site::Site;

use super::{CHUNK, HEAD, URL, codes, many, nns, quickly, read, read_in, survive};

#[test]
fn a_million_nested_elements_reach_the_depth_limit() {
    let text = HEAD.to_owned() + &"<rdf:Description><dc:relation>".repeat(500_000);
    assert!(codes(&survive("nested", &text)).contains(&"limit-depth"));
    let text = HEAD.to_owned() + "<rdf:Description><dc:title rdf:parseType='Literal'>" + &"<b>".repeat(1_000_000);
    assert!(codes(&survive("nested literal", &text)).contains(&"limit-depth"));
}

#[test]
fn ten_million_attributes_reach_the_limits() {
    let mut text = String::from(HEAD) + "<rdf:Description";
    for n in 0..1_000_000 {
        let _ = write!(text, " a{n}=''");
    }
    text += "/></rdf:RDF>";
    assert!(codes(&survive("attributes", &text)).contains(&"limit-token"));
    let mut text = String::from(HEAD);
    for _ in 0..2_000 {
        text += "<rdf:Description";
        for n in 0..200 {
            let _ = write!(text, " dc:a{n}=''");
        }
        text += "/>";
    }
    survive("many with many attributes", &(text + "</rdf:RDF>"));
}

#[test]
fn endless_tokens_are_read_quickly() {
    for begin in ["x", "<a b='", "<a b='>", "<!--", "<![CDATA[", "<?p ", "&amp;", "]]>", "-- >", "<a '", "</", "<!"] {
        for filling in
            ["x", ">", "&", ";", "'>", "->", "]>", "?>x", "\u{e9}", "\u{feff}", "<", "&;", "\r", "<a ", "<a ='", "</b "]
        {
            let text = format!("{HEAD}<rdf:Description><dc:title>{begin}{}", filling.repeat(many(400_000)));
            quickly(&format!("{begin} and {filling:?}"), || read_in(&text, 1 << 12));
        }
    }
    for filling in [">", "<!ENTITY a 'b'>", "<", "]", "'>", "<!-->", "[", "<?>"] {
        let text = format!("<!DOCTYPE a [{}", filling.repeat(many(200_000)));
        quickly(&format!("DOCTYPE and {filling:?}"), || read_in(&text, 1 << 12));
    }
}

#[test]
fn the_token_limit_does_not_depend_on_chunks() {
    let ends = [
        ("<dc:title>", "</dc:title>"),
        ("<dc:title a='", "'/>"),
        ("<!--", "-->"),
        ("<![CDATA[", "]]>"),
        ("<![", "]]>"),
    ];
    for (begin, end) in ends {
        for length in [MAX_TOKEN_BYTES - 1000, MAX_TOKEN_BYTES + 1000] {
            let text = format!("{HEAD}<rdf:Description>{begin}{}{end}</rdf:Description></rdf:RDF>", "x".repeat(length));
            let whole = codes(&read_in(&text, usize::MAX));
            assert_eq!(whole.contains(&"limit-token"), length > MAX_TOKEN_BYTES, "{begin} {length} {whole:?}");
            for chunk in [CHUNK, 1_000_003] {
                assert_eq!(codes(&read_in(&text, chunk)), whole, "{begin} {length} in chunks of {chunk}");
            }
        }
    }
}

#[test]
fn a_text_of_a_hundred_megabytes_is_not_kept() {
    let mut site = Site::default();
    site.begin(URL);
    site.push(HEAD.as_bytes());
    site.push(b"<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Description><dc:title>");
    let piece = "title &amp; ".repeat(1 << 12);
    for _ in 0..(100 << 20) / piece.len() / if cfg!(debug_assertions) { 4 } else { 1 } {
        site.push(piece.as_bytes());
    }
    site.push(b"</dc:title></rdf:Description></map:container></rdf:Description></rdf:RDF>");
    site.finish();
    assert!(codes(&site).contains(&"limit-value"));
}

#[test]
fn endless_names_namespaces_bases_and_languages_are_limited() {
    let mut text = String::from(HEAD);
    for n in 0..70_000 {
        let _ = write!(text, "<dc:e{n}/>");
    }
    assert!(codes(&survive("names", &(text + "</rdf:RDF>"))).contains(&"limit-names"));
    let mut text = String::from(HEAD);
    for n in 0..100_000 {
        let _ = write!(text, "<a{n}:b xmlns:a{n}='urn:namespace:{n}'/>");
    }
    assert!(codes(&survive("namespaces", &(text + "</rdf:RDF>"))).contains(&"limit-names"));
    let mut text = String::from(HEAD);
    for n in 0..5_000 {
        let _ = write!(text, "<a{n}:b xmlns:a{n}='urn:namespace:{}'><dc:x>", n % 7);
    }
    assert!(codes(&survive("namespaces in scope", &text)).contains(&"limit-namespaces"));
    let mut text = String::from(HEAD);
    for n in 0..100_000 {
        let _ = write!(text, "<rdf:Description xml:base='/{n}/' dc:identifier='x'/>");
    }
    survive("bases", &(text + "</rdf:RDF>"));
    let mut text = String::from(HEAD);
    for n in 0..200_000 {
        let _ = write!(text, "<rdf:Description xml:lang='x{n}' dc:title='x'/>");
    }
    survive("languages", &(text + "</rdf:RDF>"));
    let mut text = String::from(HEAD);
    for n in 0..100_000 {
        let _ = write!(text, "<rdf:Description rdf:nodeID='n{n}'/><rdf:Description rdf:ID='i{n}'/>");
    }
    survive("node identifiers", &(text + "</rdf:RDF>"));
}

/// A few bytes that refer to many must not copy them each time.
#[test]
fn input_is_not_amplified() {
    let long = "x".repeat(1 << 20);
    let about = "<rdf:Description rdf:about='a' dc:identifier='b'/>".repeat(20_000);
    let text = format!("{HEAD}<rdf:Bag xml:base='http://h/{long}/'><dc:relation>{about}");
    survive("a long base", &text);
    let mut grown = String::from(HEAD);
    for n in 0..4_000 {
        let _ = write!(grown, "<rdf:Description xml:base='{n}{}/' rdf:about='x'><dc:relation>", "y".repeat(30));
    }
    survive("bases on bases", &grown);
    let markup = "<p:x/>".repeat(100_000);
    let text = format!(
        "{HEAD}<rdf:Description xmlns:p='urn:{long}'><dc:title rdf:parseType='Literal'>{long}{markup}</dc:title></rdf:Description></rdf:RDF>"
    );
    assert!(codes(&survive("a long namespace in a literal", &text)).contains(&"limit-value"));
    let statements = "<p:x rdf:ID='a' rdf:resource='y'/>".repeat(20_000);
    let text = format!("{HEAD}<rdf:Description xmlns:p='urn:{long}'>{statements}</rdf:Description></rdf:RDF>");
    survive("a long namespace in statements", &text);
    let entity = "y".repeat(60_000);
    let text = format!(
        "<!DOCTYPE a [<!ENTITY e '{entity}'>]>{HEAD}<rdf:Description><dc:title>{}</dc:title></rdf:Description></rdf:RDF>",
        "&e;".repeat(1_000_000)
    );
    survive("an entity", &text);
    let titles =
        format!("<rdf:li><rdf:Description dc:identifier='javascript:' dc:title='{}'/></rdf:li>", &long[..60_000]);
    let site = survive("long titles", &nns(&format!("<rdf:Seq>{}</rdf:Seq>", titles.repeat(100)), ""));
    assert!(site.diagnostics().iter().all(|d| d.message.len() < 2_000));
    let name = format!("<rdf:Description rdf:ID='{long} '/><{long}/>");
    let site = read(&format!("{HEAD}{}</rdf:RDF>", name.repeat(8)));
    assert!(site.diagnostics().iter().all(|d| d.message.len() < 2_000));
}

/// The finding for an invalid byte does not depend on the chunks, and reading continues after it.
#[test]
fn invalid_bytes_give_the_same_result_at_every_cut() {
    let bad: [&[u8]; 9] = [
        b"\xff",
        b"\xc3",
        b"\xc3\x28",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xed\xa0\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xc0\xaf",
        b"\x80",
    ];
    for bad in bad {
        for place in ["a title", "a name", "an attribute"] {
            let (before, after) = match place {
                "a title" => ("<rdf:Description rdf:about='urn:x'><dc:title>T", "t</dc:title></rdf:Description>"),
                "a name" => ("<rdf:Description rdf:about='urn:x'><dc:ti", "tle>T</dc:title></rdf:Description>"),
                _ => ("<rdf:Description rdf:about='urn:x' dc:title='T", "t'/>"),
            };
            let text = nns(
                "<rdf:Seq><rdf:li rdf:resource='urn:x'/><rdf:li rdf:resource='urn:y'/></rdf:Seq>",
                "@<rdf:Description rdf:about='urn:y' dc:title='Y'/>",
            );
            let (head, tail) = text.split_once('@').unwrap();
            let bytes = [head.as_bytes(), before.as_bytes(), bad, after.as_bytes(), tail.as_bytes()].concat();
            let outcome = |cut: usize| {
                let mut site = Site::default();
                site.begin(URL);
                site.push(&bytes[..cut]);
                site.push(&bytes[cut..]);
                site.finish();
                (Outline::new(&site).to_text(true), site.diagnostics())
            };
            let whole = outcome(0);
            assert!(!whole.1.is_empty(), "{place}: {bad:x?} is found");
            for cut in head.len()..bytes.len() {
                assert_eq!(outcome(cut), whole, "{place}: {bad:x?} cut at {cut}");
            }
        }
    }
}

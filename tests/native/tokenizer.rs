//! The tokenizer: events with their positions, which do not depend on chunks. Fuzzing checks the same.

use crate::support::events::{Log, events};
use navibar::xml::{Context, Element, Handler, Tokenizer};

const DOCUMENTS: &[&[u8]] = &[
    b"\xEF\xBB\xBF  <?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e \"E&#33;\"><!-- <!ENTITY f 'no'> -->]>\n\
      <a xmlns='urn:a' xmlns:b=\"urn:b\" b:x='1 &amp; 2\t3' y='&e;'>t&amp;u &e; <b:c/><![CDATA[<raw> & ]]>\r\n\
      <!-- > - > --><?pi > ?><d xmlns:b='urn:d'><b:e z='>'>\xC3\xA9\xE2\x82\xAC</b:e></d></a>\n <!-- end -->",
    b"<a href='?item=12&desc=vacation'>x & y &desc=z; &nbsp;&eacute;&unknown;&#0;&#x41;</a>",
    b"<a><b>\xEF\xBB\xBFmark</b><c>bad \xFF\xFE bytes</c><d e='\xC3'/>\xC3</a>",
    b"<a><b>cut <c",
    b"<a><b>cut",
    b"<a></b></a>",
    b"<a/>tail",
    b"<a/><b/>",
    b"{\"json\": true}",
    b"",
    b"<a><!x></a>",
    b"<x:a><dc:title a='1' a='2' b=3 c/></x:a>",
    b"<a>\n<!---->\n<b\n c='1'\n/>&a</a>",
    b"<a><!-",
    // Wrong end tags: of an outer element, of none, misspelt, in another case, with attributes.
    b"<root><item>1<b>2<i>3</b>4</i>5</item ><item><title>6</titel>7</item></ITEM><name>8</Name></name x='1'></root></root>",
    b"<a-name-that-is-long><b-name-that-is-long><c></a-name-that-is-long><d/>",
    // Findings after repaired bytes.
    b"<a>\xA6\xA6\xA6 &x <b \xA6\xA6\xA6\xA6\xA6\n\xFF='' c='' c=''><></b>",
    // Repeated parts are found by their earlier form: names, the bytes after them, white space.
    b"<list><item>one</item><item>two</item><item >three</item ><item x='1'>four</item><item x='2'>five</item>\
      <item/><item/><item x='3'/><items>six</items><item>sev</items></item></list>",
    b"<x:list xmlns:x='urn:a'><x:item x:is=\"1\"/><x:item x:is=\"2\"/><x:item x:is='3'/><y xmlns:x='urn:b'>\
      <x:item x:is=\"4\"/><x:item>five</x:item></y><x:item>six</x:item><x:item>\r\n</x:item><x:item> </x:item>\
      <x:item>a&amp;b</x:item><x:item>se\rven</x:item><x:item></x:item><x:item>e<y/></x:item></x:list>   ",
];

/// Only names and texts. White space between tags has no meaning.
#[derive(Default)]
struct Words(String);

impl Handler for Words {
    type Target = ();

    fn start(&mut self, element: &Element<'_>, _: &mut (), _: &mut Context<'_>) {
        self.0.extend(["<", element.raw_name]);
    }
    fn end(&mut self, _: &mut (), _: &mut Context<'_>) {
        self.0.push('/');
    }
    fn text(&mut self, text: &str, _: &mut (), _: &mut Context<'_>) {
        self.0.push_str(text);
    }
    fn wants_space(&self) -> bool {
        false
    }
}

fn words<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> String {
    let (mut tokenizer, mut words) = (Tokenizer::default(), Words::default());
    for chunk in chunks {
        tokenizer.push(chunk, &mut words, &mut ());
    }
    tokenizer.finish(&mut words, &mut ());
    words.0
}

#[test]
fn white_space_of_any_length_between_tags_is_dropped() {
    let indents = ["", " ", "\n", "\n  ", "\n    ", "\n    ", "\n        ", "\r\n\t\t", "\n\n", "\t", "\n   "];
    let long = [" ".repeat(13), " ".repeat(14), " ".repeat(15), " ".repeat(16), "\n".repeat(40)];
    let indents: Vec<&str> = indents.into_iter().chain(long.iter().map(String::as_str)).collect();
    let (mut spaced, mut bare) = (String::from("<a>"), String::from("<a>"));
    // Every kind of white space follows every other.
    for first in &indents {
        for second in &indents {
            spaced.push_str(&format!("{first}<b>{second}<c>text</c>{first}<d/>{second}</b>"));
            bare.push_str("<b><c>text</c><d/></b>");
        }
    }
    let ending = "<b>text\n</b> \n</a>";
    (spaced, bare) = (spaced + ending, bare + ending);
    let expected = words([bare.as_bytes()]);
    assert!(expected.starts_with("<a<b<ctext/<d//<b<c") && expected.ends_with("<d//<btext\n//"), "{expected}");
    assert_eq!(words([spaced.as_bytes()]), expected);
    for length in [1, 2, 3, 17, 100] {
        assert_eq!(words(spaced.as_bytes().chunks(length)), expected, "in chunks of {length} bytes");
    }
}

#[test]
fn a_cut_anywhere_changes_nothing() {
    for document in DOCUMENTS {
        let whole = events([*document]);
        assert_eq!(events(document.chunks(1)), whole, "byte by byte");
        for cut in 0..=document.len() {
            let (head, tail) = document.split_at(cut);
            assert_eq!(events([head, tail]), whole, "cut at {cut} in {:?}", String::from_utf8_lossy(document));
        }
    }
}

#[test]
fn names_attributes_and_texts_are_read() {
    let out = events([DOCUMENTS[0]]);
    assert!(out.contains("{urn:a}a {urn:b}x=\"1 & 2 3\" {}y=\"E!\""), "{out}");
    assert!(out.contains("{urn:b}c"), "{out}");
    assert!(out.contains("{urn:d}e {}z=\">\""), "{out}");
    assert!(out.contains("t&u E! "), "{out}");
    assert!(!out.contains("warning") && !out.contains("error"), "{out}");
}

fn codes(document: &[u8]) -> Vec<(&'static str, u32, u32)> {
    let mut tokenizer = Tokenizer::default();
    tokenizer.push(document, &mut Log::default(), &mut ());
    tokenizer.finish(&mut Log::default(), &mut ());
    tokenizer.report.diagnostics().iter().map(|d| (d.code.name(), d.line, d.column)).collect()
}

#[test]
fn mistakes_have_a_code_and_a_position() {
    assert_eq!(
        codes(DOCUMENTS[1]),
        [
            ("raw-ampersand", 1, 18),
            ("raw-ampersand", 1, 36),
            ("raw-ampersand", 1, 40),
            ("html-entity", 1, 49),
            ("html-entity", 1, 55),
            ("unknown-entity", 1, 63),
            ("character-reference", 1, 72)
        ]
    );
    assert_eq!(codes(DOCUMENTS[3]), [("truncated", 1, 11)]);
    assert_eq!(codes(b"<a>\n <b></a>"), [("mismatched-end-tag", 2, 5)]);
    assert_eq!(codes(b"<a>\n</b></a>"), [("mismatched-end-tag", 2, 1)]);
    assert_eq!(codes(b"</b><a/>"), [("xml-syntax", 1, 1)]);
    assert_eq!(codes(b"<a/>\ntail"), [("content-after-root", 2, 1)]);
    assert_eq!(codes(b"\n{}"), [("not-xml", 2, 1)]);
    assert_eq!(codes(b" \n"), [("empty", 2, 1)]);
    assert_eq!(codes(b"<dc:a/>"), [("undeclared-prefix", 1, 1)]);
    assert_eq!(codes(b"<a :b='x'/>"), [("undeclared-prefix", 1, 4)]);
    assert_eq!(codes(b"<a>\n <b c&d='x' e='y'/></a>"), [("bad-attribute", 2, 2)]);
    assert_eq!(codes(b"<a b='1' b='2'/>"), [("duplicate-attribute", 1, 13)]);
}

#[test]
fn a_wrong_end_tag_ends_what_a_browser_would_end() {
    for (document, expected) in [
        ("<a><b><c>1</b>2</a>", "<a<b<c1//2/"),
        ("<a><b>1</c>2</b></a>", "<a<b12//"),
        ("<a><b><c></a><!--end-->", "<a<b<c///"),
        ("<a><loc>1</lox>2</a>", "<a<loc1/2/"),
        ("<a><x:loc>1</loc>2</a>", "<a<x:loc1/2/"),
        ("<a><b><c></B>1</a>", "<a<b<c//1/"),
        ("<a><b><b>1</b>2</a>", "<a<b<b1/2//"),
    ] {
        assert_eq!(words([document.as_bytes()]), expected, "{document}");
    }
}

#[test]
fn entity_bombs_stay_small() {
    let mut document = String::from("<!DOCTYPE a [<!ENTITY a0 'aaaaaaaaaaaaaaaa'>");
    for i in 1..20 {
        let before = format!("&a{};", i - 1).repeat(16);
        document.push_str(&format!("<!ENTITY a{i} '{before}'>"));
    }
    document.push_str("]><a>&a19;&a19;&a7;</a>");
    assert!(codes(document.as_bytes()).iter().any(|c| c.0 == "limit-entities"));
    // 64 KiB for the text. A bomb of a hundred bytes would otherwise fill the memory.
    assert!(events([document.as_bytes()]).len() < 4 * 65_536);
}

#[test]
fn entities_expand_to_64_kib() {
    let with = |references: usize| {
        let (entity, references) = ("y".repeat(1_024), "&e;".repeat(references));
        format!("<!DOCTYPE a [<!ENTITY e '{entity}'>]><a>{references}</a>")
    };
    assert_eq!(codes(with(64).as_bytes()), []);
    let more = with(65);
    assert_eq!(codes(more.as_bytes())[0].0, "limit-entities");
    assert_eq!(words([more.as_bytes()]).matches('y').count(), 65_536, "the last one is left out");
}

#[test]
fn depth_is_bounded_without_recursion() {
    let document = "<a>".repeat(1_000_000);
    assert_eq!(codes(document.as_bytes())[0].0, "limit-depth");
}

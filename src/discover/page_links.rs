//! Reads the sitemaps that a web page names in its head: `<link rel="sitemap" href="/sitemap.xml">`.
//!
//! The scanner follows the tokenizer of the HTML standard (section 13.2.5), as far as the tags of a head need it. A
//! complete tokenizer (html5gum) adds 48 KB to the download, mostly entity names.

use crate::address::is_same_site;
use crate::address::named::named;
use crate::limits::{MAX_HEAD_BYTES, MAX_NAMED_SITEMAPS, MAX_VALUE_BYTES};
use crate::xml::character_reference;

/// Elements in a head whose content is not the page's own tags. `noscript` is one, because browsers with scripts ignore
/// its content.
const SKIPPED: [&[u8]; 7] = [b"script", b"style", b"title", b"noscript", b"template", b"textarea", b"noframes"];

/// Reads the head of a page that arrives in chunks of any size.
#[derive(Debug)]
pub struct PageLinks {
    page_url: String,
    read: usize,
    state: State,
    /// Name of the current tag in lower case.
    tag: Vec<u8>,
    is_end_tag: bool,
    /// Whether the tag ends in `/>`.
    is_closed: bool,
    /// Whether a tag that ends in `/>` is an element without content. It is in XHTML; in HTML the slash means nothing.
    is_xhtml: bool,
    attribute: Vec<u8>,
    value: Vec<u8>,
    href: Option<Vec<u8>>,
    rel: Option<Vec<u8>>,
    base: Option<String>,
    links: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Text,
    /// After `<`.
    Tag,
    /// After `</`.
    EndTag,
    /// After `<!`, and after the first `-`.
    Markup,
    MarkupDash,
    /// In a comment, after this number of dashes. The two at its start count.
    Comment(u8),
    /// In `<!doctype`, `<?xml` and similar, up to `>`.
    Declaration,
    TagName,
    BeforeAttribute,
    AttributeName,
    AfterAttributeName,
    BeforeValue,
    /// In a value, up to this quote, or up to white space.
    Value(Option<u8>),
    /// In an element of [`SKIPPED`], after this number of bytes of its end tag.
    Skipped(u8),
    Done,
}

impl PageLinks {
    /// Creates a reader for the page at this address.
    pub fn new(page_url: &str) -> PageLinks {
        PageLinks {
            page_url: page_url.to_owned(),
            read: 0,
            state: State::Text,
            tag: Vec::new(),
            is_end_tag: false,
            is_closed: false,
            is_xhtml: false,
            attribute: Vec::new(),
            value: Vec::new(),
            href: None,
            rel: None,
            base: None,
            links: Vec::new(),
        }
    }

    /// Reads the next bytes. Returns `true` if no more are needed: the head has ended, or [`MAX_HEAD_BYTES`] are read.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        let bytes = &bytes[..bytes.len().min(MAX_HEAD_BYTES - self.read)];
        self.read += bytes.len();
        for &byte in bytes {
            if self.links.len() >= MAX_NAMED_SITEMAPS {
                self.state = State::Done;
            }
            self.state = match self.state {
                State::Done => break,
                _ => self.next(byte),
            };
        }
        if self.read == MAX_HEAD_BYTES || self.links.len() >= MAX_NAMED_SITEMAPS {
            self.state = State::Done;
        }
        self.state == State::Done
    }

    /// Returns the sitemaps named so far: absolute, in order, each once. Those of other sites are left out, because
    /// only a robots.txt may name them.
    pub fn sitemaps(&self) -> Vec<String> {
        let base = self.base.as_deref().unwrap_or(&self.page_url);
        let mut urls = Vec::new();
        for link in &self.links {
            if let Some(url) = named(base, link).filter(|url| is_same_site(&self.page_url, url) && !urls.contains(url))
            {
                urls.push(url);
            }
        }
        urls
    }

    /// Returns the state after one more byte.
    fn next(&mut self, byte: u8) -> State {
        match (self.state, byte) {
            (State::Text, b'<') => State::Tag,
            (State::Text, _) => State::Text,
            (State::Tag, b'!') => State::Markup,
            (State::Tag, b'/') => State::EndTag,
            (State::Tag, b'?') => {
                self.is_xhtml = true;
                State::Declaration
            }
            (State::Tag | State::EndTag, b'a'..=b'z' | b'A'..=b'Z') => {
                self.is_end_tag = self.state == State::EndTag;
                self.is_closed = false;
                (self.href, self.rel) = (None, None);
                self.tag.clear();
                self.tag.push(byte.to_ascii_lowercase());
                State::TagName
            }
            (State::Tag, b'<') => State::Tag,
            (State::Tag, _) | (State::EndTag, b'>') => State::Text,
            (State::EndTag, _) => State::Declaration,
            (State::Markup, b'-') => State::MarkupDash,
            (State::MarkupDash, b'-') => State::Comment(2),
            (State::Markup | State::MarkupDash | State::Declaration, b'>') => State::Text,
            (State::Markup | State::MarkupDash | State::Declaration, _) => State::Declaration,
            (State::Comment(2..), b'>') => State::Text,
            (State::Comment(dashes), b'-') => State::Comment((dashes + 1).min(2)),
            // `--!>` ends a comment too.
            (State::Comment(2), b'!') => State::Comment(3),
            (State::Comment(_), _) => State::Comment(0),
            (State::Skipped(matched), _) => self.skip(matched, byte),
            (State::Done, _) => State::Done,
            (State::Value(Some(quote)), _) if byte == quote => self.end_attribute(State::BeforeAttribute),
            (State::Value(Some(_)), _) => self.push_value(byte),
            (State::BeforeValue, b'"' | b'\'') => State::Value(Some(byte)),
            (State::AttributeName | State::AfterAttributeName | State::BeforeValue | State::Value(None), b'>') => {
                self.end_attribute(State::Text);
                self.end_tag()
            }
            (_, b'>') => self.end_tag(),
            (State::BeforeValue, _) if byte.is_ascii_whitespace() => State::BeforeValue,
            (State::BeforeValue, _) => self.push_value(byte),
            (State::Value(None), _) if byte.is_ascii_whitespace() => self.end_attribute(State::BeforeAttribute),
            (State::Value(None), _) => self.push_value(byte),
            (State::AttributeName | State::AfterAttributeName, b'=') => State::BeforeValue,
            (State::AttributeName | State::AfterAttributeName, b'/') => {
                self.is_closed = true;
                self.end_attribute(State::BeforeAttribute)
            }
            (State::AttributeName | State::AfterAttributeName, _) if byte.is_ascii_whitespace() => {
                State::AfterAttributeName
            }
            (State::AttributeName, _) => self.push_name(byte),
            (State::TagName | State::BeforeAttribute, b'/') => {
                self.is_closed = true;
                State::BeforeAttribute
            }
            (State::TagName | State::BeforeAttribute, _) if byte.is_ascii_whitespace() => State::BeforeAttribute,
            (State::TagName, _) => {
                push_bounded(&mut self.tag, byte.to_ascii_lowercase(), MAX_NAME_BYTES);
                State::TagName
            }
            (State::BeforeAttribute | State::AfterAttributeName, _) => {
                self.end_attribute(State::BeforeAttribute);
                self.push_name(byte)
            }
        }
    }

    fn push_name(&mut self, byte: u8) -> State {
        self.is_closed = false;
        push_bounded(&mut self.attribute, byte.to_ascii_lowercase(), MAX_NAME_BYTES);
        State::AttributeName
    }

    fn push_value(&mut self, byte: u8) -> State {
        push_bounded(&mut self.value, byte, MAX_VALUE_BYTES + 1);
        match self.state {
            State::BeforeValue => State::Value(None),
            state => state,
        }
    }

    /// Ends the current attribute, if there is one. The first of a name counts.
    fn end_attribute(&mut self, state: State) -> State {
        let wanted = match &*self.attribute {
            b"href" => Some(&mut self.href),
            b"rel" => Some(&mut self.rel),
            _ => None,
        };
        if let Some(wanted) = wanted {
            wanted.get_or_insert_with(|| self.value.clone());
        }
        self.attribute.clear();
        self.value.clear();
        state
    }

    fn end_tag(&mut self) -> State {
        let tag = &*self.tag;
        if self.is_end_tag {
            return if tag == b"head" { State::Done } else { State::Text };
        }
        let is_sitemap = |rel: &[u8]| rel.split(u8::is_ascii_whitespace).any(|r| r.eq_ignore_ascii_case(b"sitemap"));
        match tag {
            b"body" | b"frameset" => return State::Done,
            b"base" if self.base.is_none() => {
                self.base = self.href.as_deref().and_then(address).and_then(|href| named(&self.page_url, &href));
            }
            b"link" if self.rel.as_deref().is_some_and(is_sitemap) => {
                let href = self.href.as_deref().and_then(address);
                self.links.extend(href.filter(|href| !href.is_empty()));
            }
            _ if SKIPPED.contains(&tag) && !(self.is_xhtml && self.is_closed) => return State::Skipped(0),
            _ => {}
        }
        State::Text
    }

    /// Reads a byte inside an element of [`SKIPPED`]: searches `</`, its name, and the end of the name.
    fn skip(&mut self, matched: u8, byte: u8) -> State {
        let expected = match usize::from(matched) {
            0 => Some(b'<'),
            1 => Some(b'/'),
            at => self.tag.get(at - 2).copied(),
        };
        match expected {
            Some(expected) if byte.eq_ignore_ascii_case(&expected) => State::Skipped(matched + 1),
            None if byte == b'>' => State::Text,
            None if byte == b'/' || byte.is_ascii_whitespace() => {
                self.is_end_tag = true;
                State::BeforeAttribute
            }
            _ => State::Skipped(u8::from(byte == b'<')),
        }
    }
}

/// Bytes of a name that are kept. All names that matter are shorter.
const MAX_NAME_BYTES: usize = 16;

fn push_bounded(bytes: &mut Vec<u8>, byte: u8, limit: usize) {
    if bytes.len() < limit {
        bytes.push(byte);
    }
}

/// Returns an attribute's value with its character references replaced, or `None` if it is not an address.
fn address(value: &[u8]) -> Option<String> {
    let value = std::str::from_utf8(value).ok().filter(|value| value.len() <= MAX_VALUE_BYTES)?.trim();
    let mut address = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        address.push_str(before);
        let reference = after.split_once(';').and_then(|(name, after)| Some((character_reference(name)?, after)));
        let (c, after) = reference.unwrap_or(('&', after));
        address.push(c);
        rest = after;
    }
    address.push_str(rest);
    Some(address)
}

#[cfg(all(test, not(target_arch = "wasm32")))] // proptest is a native dev-dependency
mod tests {
    use super::*;

    const PAGE: &str = "https://host/folder/page.html";

    /// Returns the sitemaps of a page and whether its head has ended. Checks that chunk sizes do not matter.
    fn read(html: &str) -> (Vec<String>, bool) {
        let mut whole = PageLinks::new(PAGE);
        let done = whole.push(html.as_bytes());
        for size in [1, 2, 3, 7] {
            let mut links = PageLinks::new(PAGE);
            let is_done = html.as_bytes().chunks(size).any(|chunk| links.push(chunk));
            assert_eq!((links.sitemaps(), is_done), (whole.sitemaps(), done), "in chunks of {size}: {html}");
        }
        (whole.sitemaps(), done)
    }

    fn check(html: &str, expected: &[&str]) {
        assert_eq!(read(html).0, expected, "{html}");
    }

    #[test]
    fn every_usual_form_of_a_link_is_read() {
        for html in [
            r#"<link rel="sitemap" href="/a.xml">"#,
            r#"<!DOCTYPE html><html><head><meta charset=utf-8><link rel="sitemap" href="/a.xml"/></head>"#,
            r#"<LINK REL='Sitemap' TYPE="application/xml" TITLE='>' HREF='/a.xml'>"#,
            "<link href=/a.xml rel=sitemap>",
            "<link\n\trel = sitemap\n\thref = /a.xml\n>",
            r#"<link rel="alternate  SITEMAP
                nofollow" href="/a.xml">"#,
            r#"<link href="/a.xml"rel="sitemap">"#,
            r#"<link/rel="sitemap"/href="/a.xml"/>"#,
            r#"<link disabled rel="sitemap" crossorigin href="/a.xml" async>"#,
            r#"<link rel="sitemap" href="/a.xml" href="/b.xml" rel="icon">"#,
            r#"<link rel="sitemap" href=" /a&#46;x&#x6D;l ">"#,
            r#"<link rel="sitemap" href="../a.xml#x">"#,
            r#"<link rel="sitemap" href="//host/a.xml">"#,
            r#"<link rel="sitemap" href="http://host/a.xml">"#,
            r#"<base target="x"><base href="/"><base href="/b/"><link rel="sitemap" href="a.xml">"#,
            r#"<link rel="sitemap" href="a.xml"><base href="https://host/b/../">"#,
            r#"<base href="javascript:x"><link rel="sitemap" href="/a.xml">"#,
            r#"< a > </> <3 <<link rel="sitemap" href="/a.xml">"#,
        ] {
            check(html, &["https://host/a.xml"]);
        }
        let several = r#"<link rel=sitemap href="/b.xml?x=1&amp;y=2&z=&copy"><link rel=icon href=/i.png>
            <link rel=sitemap href=c.xml><link rel=sitemap href=/b.xml?x=1&amp;y=2&amp;z=&amp;copy>"#;
        check(several, &["https://host/b.xml?x=1&y=2&z=&copy", "https://host/folder/c.xml"]);
    }

    #[test]
    fn other_links_are_ignored() {
        for html in [
            "",
            "plain text: rel=sitemap href=/a.xml",
            r#"<link rel="alternate" type="application/rss+xml" title="sitemap" href="/feed">"#,
            r#"<link rel="alternate" type="application/atom+xml" href="/sitemap.xml">"#,
            r#"<a rel="sitemap" href="/a.xml">"#,
            r#"<link rel="sitemaps" href="/a.xml">"#,
            r#"<link rel="sitemap">"#,
            r#"<link rel="sitemap" href="">"#,
            r#"<link rel="sitemap" href=>"#,
            r#"<link rel href="/a.xml" title="sitemap">"#,
            r#"<link rel="sitemap" data-href="/a.xml">"#,
            r#"<link rel="sitemap" href="javascript:x">"#,
            r#"<link rel="sitemap" href="data:text/xml,x">"#,
            r#"<link rel="sitemap" href="https://other/a.xml">"#,
            r#"<link rel="sitemap" href="//host:8080/a.xml">"#,
            r#"<base href="https://other/"><link rel="sitemap" href="/a.xml">"#,
            r#"<!-- <link rel="sitemap" href="/a.xml"> -->"#,
            r#"<!-- > -> - -- > <link rel="sitemap" href="/a.xml"> "#,
            r#"<script>"<link rel='sitemap' href='/a.xml'>"</scripts></script >"#,
            r#"<STYLE><link rel="sitemap" href="/a.xml"></sTyLe>"#,
            r#"<title><link rel="sitemap" href="/a.xml"></title>"#,
            r#"<noscript><link rel="sitemap" href="/a.xml"></noscript>"#,
            r#"<template><link rel="sitemap" href="/a.xml"></template>"#,
            r#"<script/><link rel="sitemap" href="/a.xml">"#,
            r#"<meta content='<link rel="sitemap" href="/a.xml">'>"#,
            r#"</link rel="sitemap" href="/a.xml">"#,
            r#"<?php <link rel="sitemap" href="/a.xml" ?>"#,
            r#"<link rel="sitemap" href="/a.xml"#,
        ] {
            check(html, &[]);
        }
        assert!(PageLinks::new(PAGE).push(b"<link rel=sitemap href=/\xe9><body>"), "the address is not UTF-8");
    }

    #[test]
    fn markup_before_a_link_does_not_hide_it() {
        for before in [
            "\u{feff}\n",
            "<!---->",
            "<!-->",
            "<!--->",
            "<!-- a --!>",
            "<!-- a -- b --->",
            "<!- a>",
            "<![CDATA[a>",
            "<?a ?>",
            "<title>a</tit</title>",
            "<title>a<</title\n>",
            "<script>if (a</b/) '<!--'</SCRIPT/>",
            "<style></style x='>'>",
            "<noscript><img></noscript>",
            "<?xml version='1.0'?><script src='x'/><title />",
            "<meta name=a content='b'c>",
            "<meta =a>",
            "</>",
            "</3>",
            "<svg></svg><div>",
        ] {
            check(&format!("{before}<link rel=sitemap href=/a.xml>"), &["https://host/a.xml"]);
        }
    }

    #[test]
    fn reading_stops_at_the_end_of_the_head() {
        let link = "<link rel=sitemap href=/a.xml>";
        for end in ["</head>", "</HEAD\n>", "<body>", "<BODY class='x'>", "<frameset>"] {
            assert_eq!(read(&format!("<head>{end}{link}")), (vec![], true), "{end}");
        }
        for no_end in ["<header>", "<!-- <body> -->", "<script>'</head>'", "<bodybuilding>", "</body", "</html>"] {
            assert!(!read(no_end).1, "{no_end}");
        }
    }

    #[test]
    fn a_long_page_is_read_up_to_the_limit() {
        let mut links = PageLinks::new(PAGE);
        let rest = MAX_HEAD_BYTES - b"<link rel=sitemap href=/a.xml>".len();
        assert!(!links.push(b"<link rel=sitemap href=/a.xml>"));
        assert!(!links.push(&vec![b'<'; rest - 1]));
        assert!(links.push(b"<<<"));
        assert!(links.push(b"<link rel=sitemap href=/b.xml>"));
        assert_eq!(links.sitemaps(), ["https://host/a.xml"]);
        let dashes = format!("<!--{}><link rel=sitemap href=/a.xml>", "-".repeat(300));
        check(&dashes, &["https://host/a.xml"]);
        let long = format!("<link rel=sitemap href=/{}><link rel=sitemap href=/c.xml>", "x".repeat(MAX_VALUE_BYTES));
        check(&long, &["https://host/c.xml"]);
        let many: String = (0..MAX_NAMED_SITEMAPS + 3).map(|n| format!("<link rel=sitemap href=/{n}.xml>")).collect();
        let mut links = PageLinks::new(PAGE);
        assert!(links.push(many.as_bytes()));
        assert_eq!(links.sitemaps().len(), MAX_NAMED_SITEMAPS);
    }

    proptest::proptest! {
        #[test]
        fn chunk_sizes_do_not_change_the_result(
            pieces in proptest::collection::vec("<|>|</|<!--|-->|link|rel=sitemap|href=|'|\"| |/a|=|script|head|&amp;|é|x", 0..40),
            size in 1..9_usize,
        ) {
            let html = pieces.concat();
            let mut whole = PageLinks::new(PAGE);
            whole.push(html.as_bytes());
            let mut cut = PageLinks::new(PAGE);
            for chunk in html.as_bytes().chunks(size) {
                cut.push(chunk);
            }
            proptest::prop_assert_eq!(whole.sitemaps(), cut.sitemaps());
            proptest::prop_assert!(whole.sitemaps().iter().all(|url| is_same_site(PAGE, url)));
        }
    }
}

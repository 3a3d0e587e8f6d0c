//! Reads the title in the head of a page, as its bytes arrive. Each byte is read once, and the rest of the page is not needed.

use crate::address::readable::is_invisible;
use crate::limits::MAX_HEAD_BYTES;
use crate::text::html_text::references;
use crate::text::html_tokens::{Token, Tokens};
use crate::text::one_line;
use memchr::memchr_iter;

/// The elements of a head whose content has no tags.
const RAW: [&str; 4] = ["title", "script", "style", "noscript"];

/// Tags at which the head has ended.
const ENDS: [&str; 4] = ["/head", "/html", "body", "frameset"];

/// Reads the head of one page.
#[derive(Debug, Default)]
pub(crate) struct HeadReader {
    tokens: Tokens,
    /// The element whose content has no tags, until its end.
    raw: Option<Raw>,
    bytes: usize,
    is_done: bool,
    title: Option<String>,
}

#[derive(Debug)]
struct Raw {
    element: &'static str,
    text: Vec<u8>,
    /// The end tag is not before this byte.
    from: usize,
}

impl HeadReader {
    /// Returns `true` if the rest of the page is not needed.
    pub(crate) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the title, in one line and without characters that show nothing.
    pub(crate) fn into_title(self) -> Option<String> {
        self.title
    }

    /// Reads the next bytes. They should be UTF-8.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let mut rest = &bytes[..bytes.len().min(MAX_HEAD_BYTES - self.bytes)];
        self.bytes += rest.len();
        while !self.is_done && !rest.is_empty() {
            if let Some(raw) = &mut self.raw {
                rest = raw.push(rest);
                if !rest.is_empty() {
                    self.end_raw();
                }
                continue;
            }
            match self.tokens.next(&mut rest) {
                Some(Token::Tag(tag, _)) => self.begin(&tag),
                Some(Token::Text(..)) => {}
                Some(Token::TooLong(_)) => self.is_done = true,
                None => break,
            }
        }
        self.is_done |= self.bytes >= MAX_HEAD_BYTES;
    }

    fn begin(&mut self, tag: &[u8]) {
        let length = tag.iter().position(|b| b.is_ascii_whitespace() || *b == b'/').filter(|at| *at > 0);
        let name = &tag[..length.unwrap_or(tag.len())];
        let is_name = |known: &&&str| name.eq_ignore_ascii_case(known.as_bytes());
        self.is_done = ENDS.iter().any(|end| is_name(&end));
        self.raw = RAW.iter().find(is_name).map(|element| Raw { element, text: Vec::new(), from: 0 });
    }

    /// The end tag of the element has begun.
    fn end_raw(&mut self) {
        let Some(raw) = self.raw.take().filter(|raw| raw.element == "title") else { return };
        self.is_done = true;
        // The encoding is unknown if this fails.
        let Ok(text) = std::str::from_utf8(&raw.text) else { return };
        let text: String = references(text).chars().filter(|&c| c.is_whitespace() || !is_invisible(c)).collect();
        self.title = Some(one_line(&text)).filter(|title| !title.is_empty() && !title.contains('\u{fffd}'));
    }
}

impl Raw {
    /// Reads on to the end tag. Returns the bytes after its name; none if it is not there yet.
    fn push<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        self.text.extend_from_slice(bytes);
        let name = self.element.as_bytes();
        let is_end = |at: &usize| {
            let tag = &self.text[at + 1..];
            let after = tag.get(name.len() + 1);
            tag.first() == Some(&b'/')
                && after.is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'))
                && tag[1..=name.len()].eq_ignore_ascii_case(name)
        };
        let mut starts = memchr_iter(b'<', &self.text[self.from..]).map(|at| self.from + at);
        if let Some(at) = starts.find(is_end) {
            let after = self.text.len() - (at + 2 + name.len());
            self.text.truncate(at);
            return &bytes[bytes.len() - after..];
        }
        self.from = self.text.len().saturating_sub(name.len() + 2);
        if self.element != "title" {
            self.text.drain(..self.from);
            self.from = 0;
        }
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::HeadReader;

    /// Returns the title of a page that arrives in pieces of this size, and the number of bytes that were needed.
    fn read(page: &[u8], piece: usize) -> (Option<String>, usize) {
        let mut head = HeadReader::default();
        let mut needed = 0;
        for piece in page.chunks(piece) {
            if head.is_done() {
                break;
            }
            head.push(piece);
            needed += piece.len();
        }
        (head.into_title(), needed)
    }

    fn title(page: &str) -> Option<String> {
        let whole = read(page.as_bytes(), usize::MAX).0;
        for piece in [1, 2, 3, 7, 16] {
            assert_eq!(read(page.as_bytes(), piece).0, whole, "{page} in pieces of {piece}");
        }
        whole
    }

    #[test]
    fn the_title_is_the_text_of_the_first_title_element() {
        for (page, expected) in [
            ("<!doctype html><html><head><meta charset=utf-8><title>Oak</title></head><body>", Some("Oak")),
            ("<TITLE lang=en>\n  Oak &amp; ash\n\t trees </TITLE >", Some("Oak & ash trees")),
            ("<title>A < B, <b>bold</b> </titles> &lt;i&gt;</title>", Some("A < B, <b>bold</b> </titles> <i>")),
            ("<script>document.write('<title>No</title>')</script><title>Oak</title>", Some("Oak")),
            ("<style>/* </head><title>No</title> */</style><title>Oak</title>", Some("Oak")),
            ("<script>if (a<b) { c = '</scripts>' }</SCRIPT\n><title>Oak</title>", Some("Oak")),
            ("<!-- <title>No</title></head><body> --><title>Oak</title>", Some("Oak")),
            ("<meta content='</head><title>No</title>'><title>Oak</title>", Some("Oak")),
            ("<noscript><meta></noscript><title/>Oak</title>", Some("Oak")),
            ("<title>One</title><title>Two</title>", Some("One")),
            ("<title>O\u{202e}a\u{7}k\u{200b} &#x202e;tree</title>", Some("Oak tree")),
            ("<title>&#233;t&eacute;</title>", Some("\u{e9}t\u{e9}")),
            ("<head></head><title>No</title>", None),
            ("<body><svg><title>No</title></svg>", None),
            ("<BODY class=a><title>No</title>", None),
            ("<frameset><title>No</title>", None),
            ("<title> &#8203; </title>", None),
            ("<title>Never closed", None),
            ("<title>A \u{fffd}</title>", None),
            ("<script>never closed <title>No</title>", None),
            ("</title></head", None),
            ("", None),
        ] {
            assert_eq!(title(page).as_deref(), expected, "{page}");
        }
        assert_eq!(read(b"<title>caf\xe9</title>", 4).0, None, "the encoding is unknown");
    }

    #[test]
    fn reading_ends_with_the_title_or_the_head_or_after_64_kib() {
        let rest = "x".repeat(200_000);
        for (start, least) in [("<title>Oak</title>", 18), ("<head></head>", 13), ("<body>", 6)] {
            let needed = read(format!("{start}{rest}").as_bytes(), 1).1;
            assert!((least - 1..=least).contains(&needed), "{start}: {needed} bytes");
        }
        for start in ["", "<title>", "<script>", "<!--", "<meta content='", "<title>&", "<", "</titl"] {
            let page = format!("{start}{rest}<title>Late</title>");
            assert_eq!(read(page.as_bytes(), 1), (None, 65_536), "{start}");
        }
    }

    #[test]
    fn the_title_does_not_depend_on_pieces() {
        const PARTS: [&[u8]; 16] = [
            b"<",
            b"</",
            b"title",
            b"<title>",
            b"</title>",
            b"<!--",
            b"-->",
            b"<script>",
            b"</script",
            b">",
            b" a='",
            b"&amp;",
            b"&#x41",
            b"\xe9",
            b"</head>",
            b"Oak ",
        ];
        // A linear congruential generator, so that a failure can be repeated.
        let mut state = 1_u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % below
        };
        let mut found = 0;
        for _ in 0..5_000 {
            let page: Vec<u8> = (0..1 + random(20)).flat_map(|_| PARTS[random(PARTS.len())]).copied().collect();
            let whole = read(&page, usize::MAX).0;
            let piece = 1 + random(5);
            assert_eq!(read(&page, piece).0, whole, "{} in pieces of {piece}", String::from_utf8_lossy(&page));
            found += usize::from(whole.is_some());
        }
        assert!(found > 100, "{found} titles");
    }

    #[test]
    fn hostile_heads_are_read_once() {
        for part in
            ["<", "</", "</title", "<title", "<title>", "<script></", "<!--", "--", "<a b='", "&", "&#", "<script>"]
        {
            let page = part.repeat(100_000);
            assert!(read(page.as_bytes(), 1_000).1 <= 66_000, "{part}");
        }
    }
}

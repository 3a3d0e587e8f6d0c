//! What servers write before a document by mistake: the headers of the answer, or an error message of a program.

use crate::limits::MAX_START_BYTES;

const DECLARATION: &[u8] = b"<?xml";

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What the first bytes of a document say about a text before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Preamble {
    None,
    /// More bytes are needed.
    Undecided,
    /// The document begins with the XML declaration at this index.
    Before(usize),
}

/// Looks for the XML declaration behind other text. Only text and the tags of an error message may come before it. A web page
/// begins with other tags.
pub(super) fn find(start: &[u8]) -> Preamble {
    let mut first = start;
    while let Some(rest) = first.strip_prefix(BYTE_ORDER_MARK) {
        first = rest;
    }
    let first = first.trim_ascii_start();
    let begins = |tag: &str| first.len() >= tag.len() && first[..tag.len()].eq_ignore_ascii_case(tag.as_bytes());
    let is_markup = first.first() == Some(&b'<') && !["<br", "<b>", "<font"].iter().any(|tag| begins(tag));
    if first.is_empty() || is_markup {
        return Preamble::None;
    }
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(&start[from..], DECLARATION).map(|at| from + at) {
        // In a text about XML, the declaration is in a line.
        if matches!(start[..at].last(), Some(b'\n' | b'\r' | b'>')) {
            return Preamble::Before(at);
        }
        from = at + 1;
    }
    if start.len() < MAX_START_BYTES { Preamble::Undecided } else { Preamble::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_before_the_declaration_is_found() {
        for text in
            ["HTTP/1.1 200 OK\r\nA: b\r\n\r\n<?xml ", "<br />\n<b>Notice</b>: x\n<?xml", " \nWarning: x<br/><?xml"]
        {
            assert_eq!(find(text.as_bytes()), Preamble::Before(text.find("<?xml").unwrap_or_default()), "{text:?}");
        }
        for (text, expected) in [
            ("Write <?xml at the start\n<?xm", Preamble::Undecided),
            ("Notice: x", Preamble::Undecided),
            ("<html><?xml", Preamble::None),
            ("<?xml", Preamble::None),
            (" \n", Preamble::None),
            ("\u{feff}\u{feff} <urlset>\n<?xml", Preamble::None),
        ] {
            assert_eq!(find(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(find("x".repeat(MAX_START_BYTES).as_bytes()), Preamble::None);
    }
}

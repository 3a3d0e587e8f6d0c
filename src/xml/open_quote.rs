//! Finds a quotation mark in a tag that has no end, so that only its own tag suffers and not the tags after it.

use super::attributes::{ends_value, is_end, is_space, starts_name};

/// Returns the place of the `>` that ends a tag whose quotation mark has no end, or `Some(None)` for other tags. Returns `None` if
/// more text is needed. With `last`, no more text follows. `parent` is the name of the element around the tag.
///
/// The next quotation mark shows it: it begins the value of another tag, so a `=` stands before it, or something other than
/// an attribute or an end follows it. A tag of HTML between them does not count, because some authors write HTML with its quotation
/// marks into a value. But an address has no tags.
pub(super) fn end_of_cut(text: &str, parent: &[u8], last: bool) -> Option<Option<usize>> {
    let bytes = text.as_bytes();
    let unknown = last.then_some(None);
    match bytes.get(1) {
        None => return unknown,
        Some(&byte) if !starts_name(byte) => return Some(None),
        Some(_) => {}
    }
    let Some(length) = bytes[1..].iter().position(|&byte| is_end(byte)) else { return unknown };
    let name = &bytes[1..1 + length];
    let mut at = 1;
    let mut has_value = false;
    loop {
        let found = bytes[at..].iter().position(|byte| matches!(byte, b'<' | b'>' | b'"' | b'\''));
        let Some(length) = found else { return unknown };
        at += length;
        has_value |= follows_equals(&bytes[..at]);
        if matches!(bytes[at], b'<' | b'>') || !has_value {
            return Some(None);
        }
        let start = at + 1;
        let end = memchr::memchr(bytes[at], &bytes[start..]).map(|length| start + length);
        // The next mark, or the byte behind it, may not have arrived.
        if !last && end.is_none_or(|end| end + 1 == bytes.len()) {
            return None;
        }
        let is_open = end.is_none_or(|end| follows_equals(&bytes[start..end]) || !ends_value(bytes.get(end + 1)));
        if is_open {
            let value = &bytes[start..end.unwrap_or(bytes.len())];
            let address = value.starts_with(b"http").then(|| end_of_address(value)).flatten();
            if let Some(length) = address.or_else(|| end_of_taken_in(value, name, parent)) {
                return Some(Some(start + length));
            }
        }
        let Some(end) = end else { return Some(None) };
        at = end + 1;
    }
}

/// Returns the place of the `>` right behind an address, if a tag follows it.
fn end_of_address(value: &[u8]) -> Option<usize> {
    let end = value.iter().position(|&byte| is_space(byte) || matches!(byte, b'<' | b'>'))?;
    let is_tag = |at: usize| value[end + at + 1..].first().is_some_and(|&byte| byte == b'/' || starts_name(byte));
    (value[end] == b'>' && memchr::memchr_iter(b'<', &value[end..]).any(is_tag)).then_some(end)
}

/// Returns the place of the first `>` in a value, if a tag with the same name follows it, or an end tag that is due.
fn end_of_taken_in(value: &[u8], name: &[u8], parent: &[u8]) -> Option<usize> {
    let end = memchr::memchr(b'>', value)?;
    let is_name = |text: &[u8], name: &[u8]| {
        !name.is_empty() && text.strip_prefix(name).is_some_and(|rest| rest.first().is_none_or(|&byte| is_end(byte)))
    };
    let is_taken_in = |at: usize| match &value[at + 1..] {
        [b'/', rest @ ..] => is_name(rest, name) || is_name(rest, parent),
        rest => is_name(rest, name),
    };
    memchr::memchr_iter(b'<', &value[end..]).any(|at| is_taken_in(end + at)).then_some(end)
}

fn follows_equals(before: &[u8]) -> bool {
    before.iter().rev().find(|&&byte| !is_space(byte)) == Some(&b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Option<&str> {
        end_of_cut(text, b"p", false)?.map(|end| &text[..=end])
    }

    #[test]
    fn a_mark_without_an_end_ends_with_its_tag() {
        for (text, expected) in [
            ("<a b=\"c>\n<a e=\"f\"/>", Some("<a b=\"c>")),
            ("<a b=\"c/>\n<d/></p><d e = \"f\"/>", Some("<a b=\"c/>")),
            ("<a b='c' d='e>f</a><a b='g'>", Some("<a b='c' d='e>")),
            ("<a b=\"5\" disk\" c=\"d\"/><a b=\"e\"/>", Some("<a b=\"5\" disk\" c=\"d\"/>")),
            ("<a b=\"c d=\"e\"/><a b=\"f\"/>", Some("<a b=\"c d=\"e\"/>")),
            ("<a b=\"c>He said</a> \"yes\"", Some("<a b=\"c>")),
            ("<a b=\"http://c>\n<d><e f=\"g\"/>", Some("<a b=\"http://c>")),
            ("<a b=\"http://c <d>e</d> <f g=\"h\">", None),
            ("<a b='c'>", None),
            ("<a b=\"<p class=\"x\">y</p>\" c=\"d\">", None),
            ("<a b='1 > 2 < 3' c='d'>", None),
            ("<a b='<p>x</p>' c='d'>", None),
            ("<o b=\"<a c=\"d\">e</a> <a c=\"f\">g</a>\" h=\"i\">", None),
            ("<a b=\"c>\n<ab e=\"f\"/>", None),
            ("<a b=\"c>\n<a", None),
            ("<a said \"b>c</a> <d e=\"f\">", None),
            ("<!a b=\"c>\n<!a e=\"f\"/>", None),
        ] {
            assert_eq!(cut(text), expected, "{text}");
            let end = end_of_cut(text, b"p", false);
            for length in 1..text.len() {
                let known = end_of_cut(&text[..length], b"p", false);
                assert!(known.is_none() || known == end, "{} has another end than {text}", &text[..length]);
            }
        }
        assert_eq!(end_of_cut("<a b=\"c></a>", b"", true), Some(Some(7)));
        assert_eq!(end_of_cut("<a b=\"c/></p", b"p", true), Some(Some(8)));
        assert_eq!(end_of_cut("<a b=\"c", b"p", true), Some(None));
        assert_eq!(end_of_cut("<a b=\"c> d", b"p", true), Some(None));
    }
}

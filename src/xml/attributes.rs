//! Finds the attributes of a tag and their byte ranges.

use super::names::Names;
use super::vocabulary;
use super::vocabulary::{Name, UNKNOWN};
use crate::findings::{FindingCode, Report};
use std::ops::Range;

/// Byte ranges of a key and its value in the text of the tag. The value is without quotes.
pub(super) type Places = ((u32, u32), (u32, u32));

/// The result of scanning a start tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// A well-formed tag: the lengths of its name, of the text between `<` and `>` or `/>`, and of the whole tag.
    /// `known` is the element's name if all names in the tag are in the cache.
    Regular { name: usize, content: usize, all: usize, is_empty: bool, known: Option<Name> },
    /// The end of the tag has not arrived.
    Incomplete,
    /// The tag contains something rare or wrong.
    Irregular,
}

/// Finds the end of a start tag and its attributes in one pass. `bytes` begin with the `<` at this `offset` of the
/// document. Attributes whose names are not in the cache get the name [`UNKNOWN`].
pub(super) fn scan(bytes: &[u8], offset: u32, names: &mut Names, found: &mut Vec<Attribute>) -> Tag {
    let (name, mut known) = match names.cached(&bytes[1..], false) {
        Some(known) => (known.length as usize, Some(known.name)),
        None => match name_length(&bytes[1..], b'>') {
            Ok(length) => (length, None),
            Err(tag) => return tag,
        },
    };
    let mut at = 1 + name;
    loop {
        at = skip_space(bytes, at);
        match bytes.get(at) {
            None => return Tag::Incomplete,
            Some(b'>') => return Tag::Regular { name, content: at - 1, all: at + 1, is_empty: false, known },
            Some(b'/') => {
                return match bytes.get(at + 1) {
                    None => Tag::Incomplete,
                    Some(b'>') => Tag::Regular { name, content: at - 1, all: at + 2, is_empty: true, known },
                    Some(_) => Tag::Irregular,
                };
            }
            Some(_) => {}
        }
        let key = at;
        let mut name = UNKNOWN;
        match names.cached(&bytes[at..], true) {
            Some(known) => {
                name = known.name;
                at += known.length as usize;
            }
            None => {
                known = None;
                match name_length(&bytes[at..], b'=') {
                    Ok(length) => at += length,
                    Err(tag) => return tag,
                }
            }
        }
        let quote = match bytes.get(at + 1) {
            None => return Tag::Incomplete,
            Some(quote @ (b'"' | b'\'')) => *quote,
            Some(_) => return Tag::Irregular,
        };
        let value = at + 2;
        let Some(length) = find(quote, &bytes[value..]) else { return Tag::Incomplete };
        // The ranges count from the byte after `<`.
        found.push(Attribute {
            name,
            offset: offset + value as u32,
            key: (key as u32 - 1, at as u32 - 1),
            value: (value as u32 - 1, (value + length) as u32 - 1),
        });
        at = value + length + 1;
    }
}

/// Returns `true` if no name of a well-formed tag can contain this byte.
pub(super) fn is_end(byte: u8) -> bool {
    matches!(byte, b'=' | b'>' | b'/' | b'"' | b'\'' | b'<') || is_space(byte)
}

/// Returns `true` if a name can begin with this byte. Any character beyond ASCII may be a letter (XML 1.0, production 4).
pub(super) fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':') || !byte.is_ascii()
}

/// Returns `true` if a tag can have this name. It is less strict than XML.
pub(super) fn is_name(name: &[u8]) -> bool {
    name.first().is_some_and(|&byte| starts_name(byte)) && !name.contains(&b'<')
}

/// Not inlined: the setup of the search would otherwise run for every tag.
#[inline(never)]
fn find(byte: u8, bytes: &[u8]) -> Option<usize> {
    memchr::memchr(byte, bytes)
}

/// Returns the length in bytes of a name. `>`, `/` or white space ends the name of an element, `=` that of an
/// attribute.
fn name_length(bytes: &[u8], end: u8) -> Result<usize, Tag> {
    // Text after a '<' that begins no tag may have no end.
    if end != b'=' && bytes.first().is_some_and(|&byte| !starts_name(byte)) {
        return Err(Tag::Irregular);
    }
    let Some(length) = bytes.iter().position(|&b| is_end(b)) else { return Err(Tag::Incomplete) };
    let ends_well = match end {
        b'=' => bytes[length] == b'=',
        _ => matches!(bytes[length], b'>' | b'/') || is_space(bytes[length]),
    };
    if length > 0 && ends_well { Ok(length) } else { Err(Tag::Irregular) }
}

/// Finds the attributes of an irregular tag, after the element's name. `None` marks something that is not an attribute:
/// a key without a value, or markup in a key. A value without quotes ends at white space, as in HTML.
pub(super) fn attributes(tag: &str, name_length: usize) -> impl Iterator<Item = Option<Places>> {
    let bytes = tag.as_bytes();
    let mut at = name_length;
    std::iter::from_fn(move || {
        at = skip_space(bytes, at);
        if at >= bytes.len() {
            return None;
        }
        let key = at;
        while at < bytes.len() && bytes[at] != b'=' && !is_space(bytes[at]) {
            at += 1;
        }
        let key = (key as u32, at as u32);
        at = skip_space(bytes, at);
        if bytes.get(at) != Some(&b'=') {
            return Some(None);
        }
        at = skip_space(bytes, at + 1);
        let quote = bytes.get(at).copied().filter(|b| matches!(b, b'"' | b'\''));
        let end = quote.and_then(|quote| memchr::memchr(quote, &bytes[at + 1..]));
        let own = match quote {
            Some(_) => {
                let start = at + 1;
                let end = end.map_or(bytes.len(), |length| start + length);
                let own = own_part(bytes, start..end);
                at = own.end + usize::from(own.end == end);
                own
            }
            None => {
                let start = at;
                at += bytes[at..].iter().position(|&byte| is_space(byte)).unwrap_or(bytes.len() - at);
                start..at
            }
        };
        let value = (own.start as u32, own.end as u32);
        // A key that is copied to a saved file must not end the tag there.
        let is_name = key.0 < key.1 && !bytes[key.0 as usize..key.1 as usize].iter().any(|&b| is_end(b));
        Some(is_name.then_some((key, value)))
    })
}

/// Returns the part of a value that is its own, if another attribute begins in it because its quotation mark has no end. `value` ends
/// at the mark after it, or at the end of the tag.
fn own_part(tag: &[u8], value: Range<usize>) -> Range<usize> {
    let (start, end) = (value.start, value.end);
    let inside = &tag[value];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'_');
    // The name before a `=` and the white space before that name.
    let own = |equals: usize| {
        let name = equals - inside[..equals].iter().rev().take_while(|byte| is_name(byte)).count();
        let is_attribute = name < equals && inside[..name].last().is_some_and(|&byte| is_space(byte));
        is_attribute.then(|| start..start + name - 1)
    };
    let found = match end < tag.len() {
        true if ends_value(tag.get(end + 1)) => None,
        // The quotation marks of HTML in a value.
        true if inside.contains(&b'<') => None,
        true => inside.last().filter(|&&byte| byte == b'=').and_then(|_| own(inside.len() - 1)),
        false => memchr::memchr_iter(b'=', inside).find_map(own),
    };
    found.unwrap_or(start..end)
}

/// Returns `true` if a byte may stand after the quotation mark at the end of a value.
pub(super) fn ends_value(next: Option<&u8>) -> bool {
    next.is_none_or(|&byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'?'))
}

/// Returns the index of the first byte from `at` on that is not white space.
pub(super) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_space(bytes[at]) {
        at += 1;
    }
    at
}

/// Returns `true` for white space (XML 1.0, production 3).
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

pub(super) const BAD_ATTRIBUTE: &str =
    "This tag contains something that is not an attribute; it is ignored. Write name=\"value\".";

pub(super) const NO_QUOTES: &str =
    "A value in this tag has no quotation marks; it is read up to the next space. Write name=\"value\".";

pub(super) const OPEN_QUOTE: &str = "A quotation mark in this tag has no end, so its value is read up to the next attribute or the end of the tag; write the mark at \
     the end of the value.";

/// Returns `true` if a name contains no character that is markup elsewhere. Any character beyond ASCII may be a letter
/// (XML 1.0, production 4).
pub(crate) fn is_like_name(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':') || !b.is_ascii())
}

/// Reports an attribute that a tag has twice.
pub(super) fn repeated_attribute(raw: &str, offset: u32, report: &mut Report) {
    let message = format!("The attribute '{raw}' appears twice; the first is used. Remove one.");
    report.error(FindingCode::DuplicateAttribute, offset, message);
}

/// Removes repeated attributes. The first of a name counts.
pub(super) fn drop_duplicates(attributes: &mut Vec<Attribute>, source: &str, report: &mut Report) {
    let mut kept = 0;
    for i in 0..attributes.len() {
        let name = attributes[i].name;
        if name != vocabulary::UNKNOWN && attributes[..kept].iter().any(|a| a.name == name) {
            let raw = &source[attributes[i].key.0 as usize..attributes[i].key.1 as usize];
            repeated_attribute(raw, attributes[i].offset, report);
        } else {
            attributes.swap(kept, i);
            kept += 1;
        }
    }
    attributes.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(tag: &str, name_length: usize) -> Vec<Option<(&str, &str)>> {
        let text = |(start, end): (u32, u32)| &tag[start as usize..end as usize];
        attributes(tag, name_length).map(|found| found.map(|(key, value)| (text(key), text(value)))).collect()
    }

    fn scan(tag: &str) -> (Tag, Vec<Places>) {
        let mut found = Vec::new();
        let tag = super::scan(tag.as_bytes(), 0, &mut Names::default(), &mut found);
        (tag, found.into_iter().map(|attribute| (attribute.key, attribute.value)).collect())
    }

    #[test]
    fn regular_tags_are_found_in_one_pass() {
        for (tag, name, content, is_empty) in [
            ("<a>", "a", "a", false),
            ("<a/>", "a", "a", true),
            ("<b:a c=\"1 > 2\"\n d:e='x/' />", "b:a", "b:a c=\"1 > 2\"\n d:e='x/' ", true),
            ("<a b='1'c='2'>", "a", "a b='1'c='2'", false),
        ] {
            let (found, places) = scan(&format!("{tag}<next/>"));
            let (name, content, all) = (name.len(), content.len(), tag.len());
            assert_eq!(found, Tag::Regular { name, content, all, is_empty, known: None }, "{tag}");
            let slow: Vec<Places> = attributes(&tag[1..=content], name).flatten().collect();
            assert_eq!(places, slow, "{tag}");
            for cut in 1..tag.len() {
                assert_eq!(scan(&tag[..cut]).0, Tag::Incomplete, "{tag} cut at {cut}");
            }
        }
        for tag in ["< a>", "<>", "<a b>", "<a b = '1'>", "<a b=1>", "<a /b>", "<a ='1'>", "<a<b>", "<a b/>"] {
            assert_eq!(scan(tag).0, Tag::Irregular, "{tag}");
        }
    }

    #[test]
    fn an_irregular_tag_gives_its_attributes_and_marks_the_rest() {
        assert_eq!(found("a", 1), []);
        assert_eq!(found("a \n", 1), []);
        assert_eq!(
            found("a b='1' c:d\t=\n\"2 > '\"e='' ", 1),
            [Some(("b", "1")), Some(("c:d", "2 > '")), Some(("e", ""))]
        );
        assert_eq!(found("a b c='1' d=2 e='3'", 1), [None, Some(("c", "1")), Some(("d", "2")), Some(("e", "3"))]);
        assert_eq!(found("a b=", 1), [Some(("b", ""))]);
        assert_eq!(found("a b='1", 1), [Some(("b", "1"))]);
        assert_eq!(
            found("a b='1 c='2' d='3 e='4", 1),
            [Some(("b", "1")), Some(("c", "2")), Some(("d", "3")), Some(("e", "4"))]
        );
        assert_eq!(found("a b='1 = 2' c='d='e='f'", 1), [Some(("b", "1 = 2")), Some(("c", "d=")), Some(("e", "f"))]);
        assert_eq!(found("a ='1' b='2'", 1), [None, Some(("b", "2"))]);
    }
}

/// An attribute of a tag; see [`Element::value`](super::Element::value).
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The expanded name.
    pub name: Name,
    /// Byte offset of the value in the document.
    pub offset: u32,
    pub(super) key: (u32, u32),
    pub(super) value: (u32, u32),
}

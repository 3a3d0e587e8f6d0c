//! A start tag and its attributes.

use super::attributes::{self, Attribute};
use super::context::Context;
use super::entities::character_reference;
use super::vocabulary::Name;
use crate::collections::sort;
use crate::limits::MAX_ATTRIBUTES;
use std::borrow::Cow;

/// The start of an element.
#[derive(Debug)]
pub struct Element<'a> {
    /// The expanded name.
    pub name: Name,
    /// The name as written, with its prefix.
    pub raw_name: &'a str,
    /// The attributes, without namespace declarations.
    pub attributes: &'a [Attribute],
    /// `true` for an empty-element tag: `<a/>`.
    pub(crate) is_empty: bool,
    /// Length of the tag in bytes.
    pub(super) length: u32,
    pub(super) source: &'a str,
}

impl<'a> Element<'a> {
    /// Returns the value of an attribute, with references replaced.
    pub fn value(&self, attribute: &Attribute, cx: &mut Context<'_>) -> Cow<'a, str> {
        let raw = &self.source[attribute.value.0 as usize..attribute.value.1 as usize];
        cx.entities.attribute_value(raw, attribute.offset, cx.report)
    }

    /// Returns the name of an attribute as written, with its prefix.
    #[inline]
    pub(crate) fn raw_attribute_name(&self, attribute: &Attribute) -> &'a str {
        &self.source[attribute.key.0 as usize..attribute.key.1 as usize]
    }

    /// Returns the prefixes that this tag declares. The empty prefix is the default namespace.
    pub(crate) fn declared_prefixes(&self) -> impl Iterator<Item = &'a str> {
        let source = self.source;
        let places = attributes::attributes(source, self.raw_name.len()).flatten();
        places.filter_map(move |((start, end), _)| {
            let prefix = source[start as usize..end as usize].strip_prefix("xmlns")?;
            if prefix.is_empty() { Some(prefix) } else { prefix.strip_prefix(':') }
        })
    }

    /// Returns `true` if the text of the tag means the same in every document: it is well-formed and refers to no
    /// entity of this document's DOCTYPE.
    pub(super) fn is_portable(&self) -> bool {
        let found = attributes::attributes(self.source, self.raw_name.len());
        // A value whose quotation mark has no end would take in what follows.
        let is_ended = |end: u32| matches!(self.source.as_bytes().get(end as usize), Some(b'"' | b'\''));
        let is_plain = |((start, end), (_, value_end)): ((u32, u32), (u32, u32))| {
            is_ended(value_end) && has_allowed_characters(&self.source[start as usize..end as usize])
        };
        let (count, is_regular) =
            found.fold((0, true), |(n, so_far), places| (n + 1, so_far & places.is_some_and(is_plain)));
        let is_reference = |part: &str| {
            let name = part.split_once(';').map(|(name, _)| name);
            name.is_some_and(|name| character_reference(name).is_some())
        };
        let mut prefixes = sort::sorted(self.declared_prefixes().collect(), &|a: &&str, b| a.cmp(b));
        let declared = prefixes.len();
        prefixes.dedup();
        is_regular
            && count == self.attributes.len() + prefixes.len()
            && declared == prefixes.len()
            && !self.source.contains('<')
            && self.source.split('&').skip(1).all(is_reference)
    }

    /// Does something with this tag under another name, which has as many bytes.
    pub(crate) fn named(&self, name: &str, work: impl FnOnce(&Element<'_>)) {
        let source = [name, &self.source[self.raw_name.len()..]].concat();
        work(&Element { raw_name: name, source: &source, ..*self });
    }

    /// Appends the text of the tag without its brackets. The text is copied as written if it means the same in every
    /// document.
    pub(crate) fn write(&self, out: &mut String, cx: &mut Context<'_>) {
        if self.is_portable() {
            out.push_str(self.source.trim_end());
            return;
        }
        out.push_str(self.raw_name);
        let prefixes = self.declared_prefixes().filter(|prefix| has_allowed_characters(prefix));
        let prefixes: Vec<&str> = prefixes.take(MAX_ATTRIBUTES).collect();
        for (at, &prefix) in prefixes.iter().enumerate() {
            if prefixes[..at].contains(&prefix) {
                continue;
            }
            out.push_str(if prefix.is_empty() { " xmlns" } else { " xmlns:" });
            out.push_str(prefix);
            push_attribute_value(cx.names.lookup(prefix).unwrap_or_default(), out);
        }
        for attribute in self.attributes {
            let name = self.raw_attribute_name(attribute);
            if !has_allowed_characters(name) {
                continue;
            }
            out.push(' ');
            out.push_str(name);
            push_attribute_value(&self.value(attribute, cx), out);
        }
    }
}

/// Returns `true` if a name has no character that XML forbids. A saved file lacks these characters, and two names may be equal
/// without them.
#[inline]
fn has_allowed_characters(name: &str) -> bool {
    !name.contains(|c: char| c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// Appends `="..."` with the escaped value.
pub(crate) fn push_attribute_value(value: &str, out: &mut String) {
    out.push_str("=\"");
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#x9;"),
            '\n' => out.push_str("&#xA;"),
            '\r' => out.push_str("&#xD;"),
            c => out.push(c),
        }
    }
    out.push('"');
}

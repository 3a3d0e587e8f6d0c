//! An entry of a sitemap: a small tree of elements in flat buffers that are reused for each entry.

use super::protocol::Tag;
use crate::address::{check_written, enclosed, reference};
use crate::findings::FindingCode;
use crate::format::markup::base::report_long_base;
use crate::limits::{MAX_BASE_BYTES, MAX_ENTRY_ELEMENTS, MAX_LITERAL_BYTES};
use crate::text::trimmed;
use crate::xml::vocabulary::{Name, UNKNOWN, XML_BASE};
use crate::xml::{Context, Element};
use std::borrow::Cow;
use std::ops::Range;

/// Index of an element of an entry. The entry itself is 0.
pub(crate) type At = usize;

#[derive(Debug)]
struct Part {
    name: Name,
    tag: Tag,
    depth: u32,
    offset: u32,
    text: Range<usize>,
    attributes: Range<usize>,
    /// Index after the last element inside it.
    end: At,
    /// Number of its base in `bases`, counted from 1. 0 is the base of the entry's parent.
    base: u32,
}

/// A child of a sitemap's root element with all its content.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    parts: Vec<Part>,
    attributes: Vec<(Name, Range<usize>, u32)>,
    text: String,
    /// The open elements, the innermost last.
    open: Vec<At>,
    depth: u32,
    /// There are too many elements; the others are left out. Their ends are still counted.
    is_full: bool,
    /// The bases that `xml:base` sets in it, absolute.
    bases: Vec<Box<str>>,
    /// `true` if an ignored base was reported.
    is_base_reported: bool,
    /// The number of `loc` elements, at any depth.
    locs: u32,
}

impl Entry {
    /// Empties the buffers for the next entry.
    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.attributes.clear();
        self.text.clear();
        self.open.clear();
        self.bases.clear();
        (self.depth, self.is_full, self.is_base_reported, self.locs) = (0, false, false, 0);
    }

    /// Starts an element. `outer` is the base of the entry's parent.
    pub(super) fn start(&mut self, element: &Element<'_>, tag: Tag, outer: &str, cx: &mut Context<'_>) {
        self.depth += 1;
        if self.parts.len() >= MAX_ENTRY_ELEMENTS || self.text.len() > MAX_LITERAL_BYTES {
            self.fill(cx);
            return;
        }
        let first = self.attributes.len();
        let mut base = self.open.last().map_or(0, |&parent| self.parts[parent].base);
        for attribute in element.attributes {
            let value = element.value(attribute, cx);
            let start = self.text.len();
            if attribute.name == XML_BASE {
                base = self.base_in(base, value.trim(), outer, attribute.offset, cx);
            }
            self.text.push_str(&value);
            self.attributes.push((attribute.name, start..self.text.len(), attribute.offset));
        }
        self.locs += u32::from(tag == Tag::Loc);
        let end = self.text.len();
        self.open.push(self.parts.len());
        self.parts.push(Part {
            name: element.name,
            tag,
            depth: self.depth - 1,
            offset: cx.offset,
            text: end..end,
            attributes: first..self.attributes.len(),
            end: self.parts.len() + 1,
            base,
        });
    }

    /// Returns the number of the base that an `xml:base` sets. `around` is the number of the outer base.
    #[inline]
    fn base_in(&mut self, around: u32, own: &str, outer: &str, offset: u32, cx: &mut Context<'_>) -> u32 {
        check_written(own, offset, cx.report);
        let absolute = reference::resolved(self.base_by_number(around, outer), own);
        if absolute.len() <= MAX_BASE_BYTES {
            self.bases.push(absolute.into());
            return self.bases.len() as u32;
        }
        if !std::mem::replace(&mut self.is_base_reported, true) {
            report_long_base(offset, cx.report);
        }
        around
    }

    fn base_by_number<'a>(&'a self, number: u32, outer: &'a str) -> &'a str {
        number.checked_sub(1).map_or(outer, |at| &self.bases[at as usize])
    }

    /// Stops storing, and reports it once.
    fn fill(&mut self, cx: &mut Context<'_>) {
        if !std::mem::replace(&mut self.is_full, true) {
            let message = format!(
                "This entry has more than {MAX_ENTRY_ELEMENTS} elements or {MAX_LITERAL_BYTES} bytes of text; the rest \
                                 is not read. Shorten it."
            );
            cx.report.warning(FindingCode::LimitEntry, cx.offset, message);
        }
    }

    /// Adds text to the innermost open element. Text after child elements becomes a nameless child, unless there is no
    /// text before them.
    pub(crate) fn text(&mut self, text: &str, cx: &mut Context<'_>) {
        if self.is_full {
            return;
        }
        if self.text.len() + text.len() > MAX_LITERAL_BYTES {
            self.fill(cx);
            return;
        }
        let has_room = self.parts.len() < MAX_ENTRY_ELEMENTS;
        let Some(open) = self.open.last().and_then(|&at| self.parts.get_mut(at)) else { return };
        let end = self.text.len();
        if open.text.end != end {
            if !self.text[open.text.clone()].trim().is_empty() {
                if self.depth > 1 && has_room {
                    self.text.push_str(text);
                    let (depth, offset, base) = (open.depth + 1, open.offset, open.base);
                    let none = self.attributes.len()..self.attributes.len();
                    self.parts.push(Part {
                        name: UNKNOWN,
                        tag: Tag::Foreign,
                        depth,
                        offset,
                        text: end..self.text.len(),
                        attributes: none,
                        end: self.parts.len() + 1,
                        base,
                    });
                }
                return;
            }
            open.text = end..end;
        }
        self.text.push_str(text);
        open.text.end = self.text.len();
    }

    /// Adds an element that contains only text and has no attributes. Returns `false` if there may be no room for it.
    pub(super) fn leaf(&mut self, name: Name, tag: Tag, text: &str, offset: u32) -> bool {
        let has_room = self.parts.len() < MAX_ENTRY_ELEMENTS && self.text.len() + text.len() <= MAX_LITERAL_BYTES;
        let Some(&parent) = self.open.last().filter(|_| has_room && !self.is_full) else { return false };
        self.locs += u32::from(tag == Tag::Loc);
        let start = self.text.len();
        self.text.push_str(text);
        self.parts.push(Part {
            name,
            tag,
            depth: self.depth,
            offset,
            text: start..self.text.len(),
            attributes: 0..0,
            end: self.parts.len() + 1,
            base: self.parts[parent].base,
        });
        true
    }

    /// Ends an element. Returns `true` if it was the entry itself.
    pub(crate) fn end(&mut self) -> bool {
        if self.open.len() == self.depth as usize
            && let Some(at) = self.open.pop()
        {
            self.parts[at].end = self.parts.len();
        }
        self.depth = self.depth.saturating_sub(1);
        self.depth == 0
    }

    /// Returns `true` if the innermost open element is one of the protocol that contains only text.
    pub(super) fn is_in_text(&self) -> bool {
        let tag = self.open.last().map(|&at| self.parts[at].tag);
        matches!(tag, Some(Tag::Loc | Tag::Lastmod | Tag::Changefreq | Tag::Priority))
    }

    /// Returns `true` if there is more than one `loc`.
    pub(super) fn has_further_locs(&self) -> bool {
        self.locs > 1
    }

    /// Divides a complete entry: each `loc` after the first is an entry of its own with the elements after it. Returns these.
    #[cold]
    pub(super) fn split(&mut self) -> Vec<Entry> {
        let is_address = |&child: &At| self.tag(child) == Tag::Loc && !self.text_of(child).is_empty();
        let starts: Vec<At> = self.children(0).filter(is_address).skip(1).collect();
        let ends = starts.iter().skip(1).copied().chain([self.parts.len()]);
        let further = starts.iter().zip(ends).map(|(&start, end)| self.copy(start..end)).collect();
        if let Some(&end) = starts.first() {
            self.parts.truncate(end);
            self.parts[0].end = end;
        }
        further
    }

    /// Divides the text of the first `loc` if it has several addresses: each one after the first is an entry of its own,
    /// without other elements. Returns these.
    pub(super) fn split_addresses(&mut self) -> Vec<Entry> {
        let Some(loc) = self.children(0).find(|&child| self.tag(child) == Tag::Loc) else { return Vec::new() };
        let range = self.parts[loc].text.clone();
        let text = trimmed(&self.text[range]);
        if !text.bytes().any(|b| b.is_ascii_whitespace()) {
            return Vec::new();
        }
        let text = text.to_owned();
        self.split_words(loc, &text)
    }

    #[cold]
    fn split_words(&mut self, loc: At, text: &str) -> Vec<Entry> {
        let is_start = |at: &usize| text[..*at].ends_with(|c: char| c.is_ascii_whitespace());
        let starts: Vec<usize> = text
            .match_indices("http")
            .map(|(at, _)| at)
            .filter(|at| is_start(at) && ["://", "s://"].iter().any(|rest| text[at + 4..].starts_with(rest)))
            .collect();
        let Some(&first) = starts.first().filter(|_| text.starts_with("http")) else { return Vec::new() };
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let (root, part) = (&self.parts[0], &self.parts[loc]);
        let entry = |(&start, end): (&usize, usize)| {
            let mut entry = Entry::default();
            entry.add_copy(self, root, 0..0, 0..0, 2);
            entry.add_copy(self, part, 0..0, 0..0, 2);
            entry.text.push_str(text[start..end].trim_end().trim_end_matches([',', ';']));
            entry.parts[1].text.end = entry.text.len();
            entry
        };
        let further = starts.iter().zip(ends).map(entry).collect();
        let start = self.text.len();
        self.text.push_str(text[..first].trim_end().trim_end_matches([',', ';']));
        self.parts[loc].text = start..self.text.len();
        further
    }

    /// Returns an entry with some of the children of this one.
    fn copy(&self, range: Range<At>) -> Entry {
        let mut copy = Entry::default();
        let root = &self.parts[0];
        copy.add_copy(self, root, 0..0, 0..0, range.len() + 1);
        for part in &self.parts[range.clone()] {
            copy.add_copy(self, part, part.text.clone(), part.attributes.clone(), part.end + 1 - range.start);
        }
        copy
    }

    fn add_copy(&mut self, from: &Entry, part: &Part, text: Range<usize>, attributes: Range<usize>, end: At) {
        let base = match part.base.checked_sub(1).map(|at| &from.bases[at as usize]) {
            None => 0,
            Some(base) => {
                if self.bases.last() != Some(base) {
                    self.bases.push(base.clone());
                }
                self.bases.len() as u32
            }
        };
        let first = self.attributes.len();
        for (name, value, offset) in &from.attributes[attributes] {
            let start = self.text.len();
            self.text.push_str(&from.text[value.clone()]);
            self.attributes.push((*name, start..self.text.len(), *offset));
        }
        let start = self.text.len();
        self.text.push_str(&from.text[text]);
        let (text, attributes) = (start..self.text.len(), first..self.attributes.len());
        let Part { name, tag, depth, offset, .. } = *part;
        self.parts.push(Part { name, tag, depth, offset, text, attributes, end, base });
    }

    /// Returns the name of an element.
    pub(crate) fn name(&self, at: At) -> Name {
        self.parts[at].name
    }

    /// Returns `true` if a part of the entry was left out.
    pub(super) fn is_cut(&self) -> bool {
        self.is_full
    }

    /// Returns the meaning of an element in the protocol.
    pub(in crate::format) fn tag(&self, at: At) -> Tag {
        self.parts[at].tag
    }

    /// Returns the depth of an element below the entry.
    pub(crate) fn depth(&self, at: At) -> u32 {
        self.parts[at].depth
    }

    /// Returns the offset of an element in the document.
    pub(crate) fn offset(&self, at: At) -> u32 {
        self.parts[at].offset
    }

    /// Returns an element's own text without white space and invisible characters at both ends; of a `loc`, only the address.
    pub(crate) fn value(&self, at: At) -> &str {
        let text = trimmed(&self.text[self.parts[at].text.clone()]);
        self.enclosed(at, text).unwrap_or(text)
    }

    /// Returns `true` if the address of a `loc` stands in markup or in quotation marks.
    pub(super) fn is_enclosed(&self, at: At) -> bool {
        self.enclosed(at, trimmed(&self.text[self.parts[at].text.clone()])).is_some()
    }

    fn enclosed<'a>(&self, at: At, text: &'a str) -> Option<&'a str> {
        let is_usual = !matches!(text.as_bytes().first(), Some(b'<' | b'"' | b'\''));
        if is_usual || self.tag(at) != Tag::Loc { None } else { enclosed(text) }
    }

    /// Returns all text inside an element, including its descendants, trimmed.
    pub(crate) fn text_of(&self, at: At) -> Cow<'_, str> {
        let below = self.below(at);
        if below.is_empty() {
            return Cow::Borrowed(self.value(at));
        }
        let all: String = (at..below.end).map(|part| &self.text[self.parts[part].text.clone()]).collect();
        Cow::Owned(trimmed(&all).to_owned())
    }

    /// Returns the text of the first element inside an element that has this local name and a text, and its offset.
    pub(crate) fn first_text(&self, at: At, local: &str, cx: &Context<'_>) -> Option<(Cow<'_, str>, u32)> {
        let Range { start: mut below, end } = self.below(at);
        while below < end {
            if cx.names.local(self.name(below)) != local {
                below += 1;
                continue;
            }
            let text = self.text_of(below);
            if !text.is_empty() {
                return Some((text, self.offset(below)));
            }
            // The elements inside it are empty too.
            below = self.below(below).end;
        }
        None
    }

    /// Returns the base of relative addresses in an element. `outer` is the base of the entry's parent.
    pub(crate) fn base<'a>(&'a self, at: At, outer: &'a str) -> &'a str {
        self.base_by_number(self.parts[at].base, outer)
    }

    /// Returns the trimmed value of an attribute.
    pub(crate) fn attribute(&self, at: At, name: Name) -> Option<&str> {
        self.attributes(at).find(|(known, _, _)| *known == name).map(|(_, value, _)| value)
    }

    /// Returns an element's attributes: name, trimmed value, offset.
    #[inline]
    pub(crate) fn attributes(&self, at: At) -> impl Iterator<Item = (Name, &str, u32)> {
        self.attributes[self.parts[at].attributes.clone()]
            .iter()
            .map(|(name, value, offset)| (*name, self.text[value.clone()].trim(), *offset))
    }

    /// Returns the descendants of an element in document order.
    pub(crate) fn below(&self, at: At) -> Range<At> {
        at + 1..self.parts[at].end
    }

    /// Returns the children of an element.
    pub(crate) fn children(&self, at: At) -> impl Iterator<Item = At> {
        let Range { mut start, end } = self.below(at);
        std::iter::from_fn(move || {
            let child = start;
            start = self.parts.get(child).filter(|_| child < end)?.end;
            Some(child)
        })
    }

    /// Returns the first child with this tag.
    pub(in crate::format) fn tagged(&self, at: At, tag: Tag) -> Option<At> {
        self.children(at).find(|&child| self.tag(child) == tag)
    }

    /// Returns the first child with this name.
    pub(crate) fn child(&self, at: At, name: Name) -> Option<At> {
        self.children(at).find(|&child| self.name(child) == name)
    }
}

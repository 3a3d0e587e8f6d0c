//! One entry of a sitemap, gathered while it is read: a small tree in flat buffers that every entry uses again.

use crate::iri;
use crate::limits::{MAX_BASE_BYTES, MAX_ENTRY_ELEMENTS, MAX_LITERAL_BYTES};
use crate::vocabulary::{Name, UNKNOWN, XML_BASE};
use crate::xml::{Context, Element};
use std::borrow::Cow;
use std::ops::Range;

/// An element of an entry, by its number; the entry's own is 0.
pub(crate) type At = usize;

#[derive(Debug)]
struct Part {
    name: Name,
    depth: u32,
    offset: u32,
    text: Range<usize>,
    attributes: Range<usize>,
}

/// A child of a sitemap's root with all that it contains.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    parts: Vec<Part>,
    attributes: Vec<(Name, Range<usize>, u32)>,
    text: String,
    /// The elements that have not ended, the innermost last.
    open: Vec<At>,
    depth: u32,
    /// Elements that are left out because there are too many; they have to end too.
    is_full: bool,
    /// Whether there is an `xml:base` in it.
    has_base: bool,
}

impl Entry {
    /// Begins anew.
    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.attributes.clear();
        self.text.clear();
        self.open.clear();
        (self.depth, self.is_full, self.has_base) = (0, false, false);
    }

    /// An element begins.
    pub(crate) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        if self.parts.len() >= MAX_ENTRY_ELEMENTS || self.text.len() > MAX_LITERAL_BYTES {
            self.fill(cx);
            return;
        }
        let first = self.attributes.len();
        for attribute in element.attributes {
            self.has_base |= attribute.name == XML_BASE;
            let value = element.value(attribute, cx);
            let start = self.text.len();
            self.text.push_str(&value);
            self.attributes.push((attribute.name, start..self.text.len(), attribute.offset));
        }
        let end = self.text.len();
        self.open.push(self.parts.len());
        self.parts.push(Part {
            name: element.name,
            depth: self.depth - 1,
            offset: cx.offset,
            text: end..end,
            attributes: first..self.attributes.len(),
        });
    }

    /// Nothing more is kept.
    fn fill(&mut self, cx: &mut Context<'_>) {
        if !std::mem::replace(&mut self.is_full, true) {
            let message = format!(
                "This entry has more than {MAX_ENTRY_ELEMENTS} elements or {MAX_LITERAL_BYTES} bytes of text; the rest \
                 of it is not read."
            );
            cx.report.warning("limit-entry", cx.offset, message);
        }
    }

    /// Text inside the innermost open element. What stands behind an element's children is its own text where nothing
    /// is before them, else a nameless part below it.
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
                    let (depth, offset) = (open.depth + 1, open.offset);
                    let none = self.attributes.len()..self.attributes.len();
                    self.parts.push(Part {
                        name: UNKNOWN,
                        depth,
                        offset,
                        text: end..self.text.len(),
                        attributes: none,
                    });
                }
                return;
            }
            open.text = end..end;
        }
        self.text.push_str(text);
        open.text.end = self.text.len();
    }

    /// An element ends; whether it was the entry itself.
    pub(crate) fn end(&mut self) -> bool {
        if self.open.len() == self.depth as usize {
            self.open.pop();
        }
        self.depth = self.depth.saturating_sub(1);
        self.depth == 0
    }

    /// Name of an element.
    pub(crate) fn name(&self, at: At) -> Name {
        self.parts[at].name
    }

    /// How deep an element is below the entry.
    pub(crate) fn depth(&self, at: At) -> u32 {
        self.parts[at].depth
    }

    /// Where an element begins in the document.
    pub(crate) fn offset(&self, at: At) -> u32 {
        self.parts[at].offset
    }

    /// An element's own text, trimmed of white space (that of Unicode too, and what else cannot be seen).
    pub(crate) fn value(&self, at: At) -> &str {
        trimmed(&self.text[self.parts[at].text.clone()])
    }

    /// All text in an element, that of elements below it too, trimmed.
    pub(crate) fn text_of(&self, at: At) -> Cow<'_, str> {
        let below = self.below(at);
        if below.is_empty() {
            return Cow::Borrowed(self.value(at));
        }
        let all: String = (at..below.end).map(|part| &self.text[self.parts[part].text.clone()]).collect();
        Cow::Owned(trimmed(&all).to_owned())
    }

    /// The base of relative addresses in an element, where that of the entry's parent is `outer`.
    pub(crate) fn base<'a>(&self, at: At, outer: &'a str) -> Cow<'a, str> {
        let mut base = Cow::Borrowed(outer);
        if !self.has_base {
            return base;
        }
        // From the element to the entry.
        let mut ancestors = vec![at];
        let mut here = at;
        while self.parts[here].depth > 0 {
            // Most are children of the entry itself, behind many others.
            here = match self.parts[here].depth - 1 {
                0 => 0,
                depth => self.parts[..here].iter().rposition(|part| part.depth == depth).unwrap_or(0),
            };
            ancestors.push(here);
        }
        for &above in ancestors.iter().rev() {
            if let Some(own) = self.attribute(above, XML_BASE) {
                let mut resolved = String::new();
                iri::resolve(&base, own, &mut resolved);
                if resolved.len() <= MAX_BASE_BYTES {
                    base = Cow::Owned(resolved);
                }
            }
        }
        base
    }

    /// The value of an attribute, trimmed.
    pub(crate) fn attribute(&self, at: At, name: Name) -> Option<&str> {
        self.attributes(at).find(|(known, _, _)| *known == name).map(|(_, value, _)| value)
    }

    /// An element's attributes: name, trimmed value, offset.
    pub(crate) fn attributes(&self, at: At) -> impl Iterator<Item = (Name, &str, u32)> {
        self.attributes[self.parts[at].attributes.clone()]
            .iter()
            .map(|(name, value, offset)| (*name, self.text[value.clone()].trim(), *offset))
    }

    /// All elements below one, at any depth, in document order.
    pub(crate) fn below(&self, at: At) -> Range<At> {
        let depth = self.parts[at].depth;
        let end =
            self.parts[at + 1..].iter().position(|part| part.depth <= depth).map_or(self.parts.len(), |n| at + 1 + n);
        at + 1..end
    }

    /// The children of an element.
    pub(crate) fn children(&self, at: At) -> impl Iterator<Item = At> {
        let depth = self.parts[at].depth + 1;
        self.below(at).filter(move |&below| self.parts[below].depth == depth)
    }

    /// The first child with this name.
    pub(crate) fn child(&self, at: At, name: Name) -> Option<At> {
        self.children(at).find(|&child| self.name(child) == name)
    }
}

/// Without white space around it, nor what else cannot be seen.
fn trimmed(text: &str) -> &str {
    // Nearly always there is nothing to trim.
    let is_visible = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if is_visible(text.as_bytes().first()) && is_visible(text.as_bytes().last()) {
        return text;
    }
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'))
}

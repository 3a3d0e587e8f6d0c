//! One entry of a sitemap, gathered while it is read: a small tree in flat buffers that every entry uses again.

use crate::limits::{MAX_ENTRY_ELEMENTS, MAX_LITERAL_BYTES};
use crate::vocabulary::Name;
use crate::xml::{Context, Element};
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
}

impl Entry {
    /// Begins anew.
    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.attributes.clear();
        self.text.clear();
        self.open.clear();
        (self.depth, self.is_full) = (0, false);
    }

    /// An element begins.
    pub(crate) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        if self.parts.len() >= MAX_ENTRY_ELEMENTS || self.text.len() > MAX_LITERAL_BYTES {
            if !std::mem::replace(&mut self.is_full, true) {
                let message = format!(
                    "This entry has more than {MAX_ENTRY_ELEMENTS} elements or {MAX_LITERAL_BYTES} bytes of text; the \
                     rest of it is not read."
                );
                cx.report.warning("limit-entry", cx.offset, message);
            }
            return;
        }
        let first = self.attributes.len();
        for attribute in element.attributes {
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

    /// Text inside the innermost open element. What stands behind an element's children counts where nothing is before
    /// them.
    pub(crate) fn text(&mut self, text: &str) {
        if self.is_full || self.text.len() + text.len() > MAX_LITERAL_BYTES {
            return;
        }
        let Some(open) = self.open.last().and_then(|&at| self.parts.get_mut(at)) else { return };
        let end = self.text.len();
        if open.text.end != end {
            if !self.text[open.text.clone()].trim().is_empty() {
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

    /// An element's own text, trimmed of white space (that of Unicode too).
    pub(crate) fn value(&self, at: At) -> &str {
        self.text[self.parts[at].text.clone()].trim()
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

    /// Whether any element has attributes.
    pub(crate) fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
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

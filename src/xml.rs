//! A push tokenizer over quick-xml: byte chunks of any size go in as they arrive, namespaced events with
//! positions come out. The same document cut anywhere gives the same events.
//!
//! Tokens are parsed where they stand in the caller's chunk; only a token cut by a chunk's end is copied. What makes
//! up nearly all of a document is found in one pass of our own, everything rare by quick-xml's reader.

mod attributes;
mod core;
mod entities;
mod html_entities;
mod names;

pub use entities::Entities;
pub(crate) use entities::character_reference;
pub(crate) use html_entities::html_entity;
pub use names::Names;

use crate::diagnostics::Report;
use crate::limits::{MAX_ATTRIBUTES, MAX_DOCUMENT_BYTES, MAX_TOKEN_BYTES};
use crate::order;
use crate::vocabulary::Name;
use core::Core;
use std::borrow::Cow;

/// Receives the events of a document.
pub trait Handler {
    /// An element begins.
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>);
    /// The innermost open element ends.
    fn end(&mut self, cx: &mut Context<'_>);
    /// Character data; a run of text may come in several pieces. Line ends are `\n`.
    fn text(&mut self, text: &str, cx: &mut Context<'_>);
    /// An element begins and ends in one tag: `<a/>`.
    fn empty(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.start(element, cx);
        self.end(cx);
    }
    /// An element begins and ends, with nothing but text in between. This is what most elements of any document come
    /// as; the same may come as its parts too. The text begins with no white space.
    fn leaf(&mut self, element: &Element<'_>, text: &str, cx: &mut Context<'_>) {
        leaf_in_parts(self, element, text, cx);
    }
    /// A CDATA section, where it matters that it is one.
    fn section(&mut self, text: &str, cx: &mut Context<'_>) {
        self.text(text, cx);
    }
    /// Whether white space between tags matters here; else it may be left out.
    fn wants_space(&self) -> bool {
        true
    }
    /// A comment.
    fn comment(&mut self, _text: &str, _cx: &mut Context<'_>) {}
    /// A processing instruction: its target and what follows.
    fn instruction(&mut self, _text: &str, _cx: &mut Context<'_>) {}
}

/// Passes on a leaf as what it consists of.
pub(crate) fn leaf_in_parts<H: Handler + ?Sized>(
    handler: &mut H,
    element: &Element<'_>,
    text: &str,
    cx: &mut Context<'_>,
) {
    let start = cx.offset;
    handler.start(element, cx);
    cx.offset = start + element.length;
    handler.text(text, cx);
    cx.offset += text.len() as u32;
    handler.end(cx);
}

/// What a handler can use beside the event itself.
#[derive(Debug)]
pub struct Context<'a> {
    /// Where findings go.
    pub report: &'a mut Report,
    /// Names and the namespaces in scope.
    pub names: &'a Names,
    /// For attribute values.
    pub(crate) entities: &'a mut Entities,
    /// Byte offset of the event in the document.
    pub offset: u32,
    stop: &'a mut bool,
}

impl Context<'_> {
    /// Reads no further.
    pub(crate) fn stop(&mut self) {
        *self.stop = true;
    }
}

/// An element as it begins.
#[derive(Debug)]
pub struct Element<'a> {
    /// Its name.
    pub name: Name,
    /// Its name as written, prefix included.
    pub raw_name: &'a str,
    /// Its attributes, namespace declarations left out.
    pub attributes: &'a [Attribute],
    /// Whether its tag says that nothing is in it: `<a/>`.
    pub(crate) is_empty: bool,
    /// Bytes of its tag.
    length: u32,
    source: &'a str,
}

impl<'a> Element<'a> {
    /// The value of one of its attributes, references replaced.
    pub fn value(&self, attribute: &Attribute, cx: &mut Context<'_>) -> Cow<'a, str> {
        let raw = &self.source[attribute.value.0 as usize..attribute.value.1 as usize];
        cx.entities.attribute_value(raw, attribute.offset, cx.report)
    }

    /// The name of one of its attributes as written, prefix included.
    pub(crate) fn raw_attribute_name(&self, attribute: &Attribute) -> &'a str {
        &self.source[attribute.key.0 as usize..attribute.key.1 as usize]
    }

    /// Its namespace declarations: prefixes, the empty one for the default namespace.
    pub(crate) fn declared_prefixes(&self) -> impl Iterator<Item = &'a str> {
        let source = self.source;
        let places = attributes::attributes(source, self.raw_name.len()).flatten();
        places.filter_map(move |((start, end), _)| {
            let prefix = source[start as usize..end as usize].strip_prefix("xmlns")?;
            if prefix.is_empty() { Some(prefix) } else { prefix.strip_prefix(':') }
        })
    }

    /// Whether what stands between the brackets of its tag means the same in every document: it is well-formed, and
    /// refers to no entity of this one's DOCTYPE.
    fn is_portable(&self) -> bool {
        let found = attributes::attributes(self.source, self.raw_name.len());
        let (count, is_regular) = found.fold((0, true), |(n, so_far), places| (n + 1, so_far & places.is_some()));
        let is_reference = |part: &str| {
            let name = part.split_once(';').map(|(name, _)| name);
            name.is_some_and(|name| character_reference(name).is_some())
        };
        let mut prefixes = order::sorted(self.declared_prefixes().collect(), &|a: &&str, b| a.cmp(b));
        let declared = prefixes.len();
        prefixes.dedup();
        is_regular
            && count == self.attributes.len() + prefixes.len()
            && declared == prefixes.len()
            && !self.source.contains('<')
            && self.source.split('&').skip(1).all(is_reference)
    }

    /// Appends what stands between the brackets of its tag, as it is written where that means the same in every
    /// document.
    pub(crate) fn write(&self, out: &mut String, cx: &mut Context<'_>) {
        if self.is_portable() {
            out.push_str(self.source.trim_end());
            return;
        }
        out.push_str(self.raw_name);
        let prefixes: Vec<&str> = self.declared_prefixes().take(MAX_ATTRIBUTES).collect();
        for (at, &prefix) in prefixes.iter().enumerate() {
            if prefixes[..at].contains(&prefix) {
                continue;
            }
            out.push_str(if prefix.is_empty() { " xmlns" } else { " xmlns:" });
            out.push_str(prefix);
            push_attribute_value(cx.names.lookup(prefix).unwrap_or_default(), out);
        }
        for attribute in self.attributes {
            out.push(' ');
            out.push_str(self.raw_attribute_name(attribute));
            push_attribute_value(&self.value(attribute, cx), out);
        }
    }
}

/// Appends a value behind its attribute's name.
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

/// One attribute; see [`Element::value`].
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: Name,
    /// Byte offset of its value in the document.
    pub offset: u32,
    key: (u32, u32),
    value: (u32, u32),
}

/// Turns chunks of one document into events.
#[derive(Debug, Default)]
pub struct Tokenizer {
    /// Findings about the document.
    pub report: Report,
    /// Begin of a token whose end has not come yet.
    pending: Vec<u8>,
    /// How long `pending` must be before it is worth looking at again. A token in which every other byte may be its
    /// end would otherwise be read as often as it has bytes.
    retry_at: usize,
    core: Core,
}

impl Tokenizer {
    /// Takes the next bytes of the document (UTF-8; see `decode` for other encodings).
    pub fn push<H: Handler>(&mut self, bytes: &[u8], handler: &mut H) {
        if self.core.stopped {
            return;
        }
        let end = u64::from(self.core.offset) + self.pending.len() as u64 + bytes.len() as u64;
        if end > MAX_DOCUMENT_BYTES {
            self.core.fail(
                "limit-document",
                &mut self.report,
                format!("The document is longer than {MAX_DOCUMENT_BYTES} bytes; the rest is not read. Split it."),
            );
            return;
        }
        self.report.see(bytes);
        let mut rest = bytes;
        // A token that a chunk cut in two: complete it byte run by byte run, up to where it may end.
        while !self.pending.is_empty() && !rest.is_empty() {
            let at = match self.pending[0] {
                b'<' => memchr::memchr(b'>', rest),
                _ => memchr::memchr3(b'<', b'&', b';', rest),
            };
            let (more, after) = rest.split_at(at.map_or(rest.len(), |at| at + 1));
            self.pending.extend_from_slice(more);
            rest = after;
            let is_over = self.pending.len() > MAX_TOKEN_BYTES;
            if is_over || (at.is_some() && self.pending.len() >= self.retry_at) {
                let mut pending = std::mem::take(&mut self.pending);
                let used = self.core.run(&pending, false, &mut self.report, handler);
                self.retry_at = if used == 0 { pending.len() * 2 } else { 0 };
                pending.drain(..used);
                self.pending = pending;
            }
            self.check_pending();
            if self.core.stopped {
                return;
            }
        }
        if !rest.is_empty() {
            let used = self.core.run(rest, false, &mut self.report, handler);
            self.pending.extend_from_slice(&rest[used..]);
            self.retry_at = 0;
            self.check_pending();
        }
    }

    fn check_pending(&mut self) {
        if !self.core.stopped {
            self.core.fits(self.pending.len(), &mut self.report);
        }
    }

    /// Says that the document is complete.
    pub fn finish<H: Handler>(&mut self, handler: &mut H) {
        if self.core.stopped {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        let used = self.core.run(&pending, true, &mut self.report, handler);
        if self.core.stopped {
            return;
        }
        self.core.stopped = true;
        let at = self.core.offset;
        if self.core.is_open() || used < pending.len() {
            self.report.error(
                "truncated",
                at,
                "The document ends in the middle; what came before is shown. Publish the whole file.",
            );
        } else if self.core.is_empty() {
            self.report.error("empty", at, "The document is empty; a sitemap has a root element.");
        }
    }

    /// Whether nothing more is read: the document was found to be none, or a limit was reached.
    pub fn is_stopped(&self) -> bool {
        self.core.stopped
    }

    /// Bytes taken so far.
    pub fn bytes(&self) -> u64 {
        u64::from(self.core.offset) + self.pending.len() as u64
    }

    /// Names met so far.
    pub fn names(&self) -> &Names {
        &self.core.names
    }
}

//! The part of the tokenizer that does not depend on how the document is cut: one pass over complete tokens.

use super::attributes::{Attribute, BAD_ATTRIBUTE, NO_QUOTES, OPEN_QUOTE, Tag, drop_duplicates, is_name, is_space};
use super::context::{Context, Control};
use super::element::Element;
use super::entities::Entities;
use super::gaps::Gaps;
use super::handler::Handler;
use super::mistakes::Mistakes;
use super::names::Names;
use super::open_quote::end_of_cut;
use super::open_tags::{Content, Open, StartTag, leaf};
use super::repair::{BYTE_ORDER_MARK, report_marks, token_length};
use super::stray::Markup;
use super::vocabulary::Name;
use super::{attributes, entities, stray, vocabulary};
use crate::collections::keyed::HashSet;
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_TOKEN_BYTES};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::borrow::Cow;

/// The part of the document: before, inside or after the root element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum DocumentPart {
    #[default]
    Prolog,
    Root,
    Epilog,
}

/// The state between tokens.
#[derive(Debug, Default)]
pub(super) struct Core {
    pub(super) part: DocumentPart,
    /// Document offset of the first byte that is not parsed yet.
    pub(super) offset: u32,
    /// The number of byte order marks at the start.
    pub(super) marks: u32,
    /// The bytes being parsed were not UTF-8, and are a repaired copy.
    pub(super) is_repaired: bool,
    pub(super) control: Control,
    /// A further root element was reported.
    pub(super) has_further_root: bool,
    pub(super) names: Names,
    pub(super) entities: Entities,
    /// Prefixes used without a declaration.
    pub(super) undeclared: HashSet<Box<str>>,
    pub(super) open: Vec<Open>,
    pub(super) open_names: String,
    pub(super) mistakes: Mistakes,
    /// The attributes of the current tag.
    pub(super) attributes: Vec<Attribute>,
    pub(super) text: String,
    pub(super) gaps: Gaps,
}

/// Splits the fields of [`Core`] into the handler's context and the rest.
macro_rules! context {
    ($core:expr, $report:expr, $offset:expr) => {
        &mut Context {
            report: &mut *$report,
            names: &$core.names,
            entities: &mut $core.entities,
            offset: $offset,
            control: &mut $core.control,
        }
    };
}
pub(super) use context;

impl Core {
    /// Returns `true` if an element is open.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns `true` if no element has started.
    pub(super) fn is_empty(&self) -> bool {
        self.part == DocumentPart::Prolog
    }

    /// Reports an error at the current position and stops reading.
    pub(super) fn fail(&mut self, code: FindingCode, report: &mut Report, message: impl Into<String>) {
        report.error(code, self.offset, message);
        self.control.is_stopped = true;
    }

    /// Returns `true` if a token is within the limit. Otherwise it is an error. The result does not depend on chunk
    /// sizes.
    #[inline]
    pub(super) fn fits(&mut self, length: usize, report: &mut Report) -> bool {
        let fits = length <= MAX_TOKEN_BYTES;
        if !fits {
            let message = format!(
                "A tag, comment or text here is longer than {MAX_TOKEN_BYTES} bytes; the rest is not read. Shorten it."
            );
            self.fail(FindingCode::LimitToken, report, message);
        }
        fits
    }

    /// Parses complete tokens and returns their length in bytes. With `last`, text at the end is complete.
    pub(super) fn run<H: Handler>(
        &mut self,
        bytes: &[u8],
        last: bool,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) -> usize {
        let mut done = 0;
        while self.offset == self.marks * BYTE_ORDER_MARK.len() as u32 && bytes.get(done) == BYTE_ORDER_MARK.first() {
            let rest = &bytes[done..];
            if rest.len() < BYTE_ORDER_MARK.len() && !last {
                return done;
            }
            if !rest.starts_with(BYTE_ORDER_MARK) {
                break;
            }
            done += BYTE_ORDER_MARK.len();
            self.offset += BYTE_ORDER_MARK.len() as u32;
            self.marks += 1;
            if self.marks == 2 {
                report_marks(report);
            }
        }
        while !self.control.is_stopped && done < bytes.len() {
            let rest = &bytes[done..];
            // The fast check does not say where the text is wrong; the standard library does.
            if let Ok(text) = simdutf8::basic::from_utf8(rest) {
                return done + self.scan(text, last, report, handler, target);
            }
            let Err(error) = std::str::from_utf8(rest) else { break };
            let valid = std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default();
            done += self.scan(valid, false, report, handler, target);
            if self.control.is_stopped || (error.error_len().is_none() && !last) {
                break;
            }
            // A token contains bytes that are not UTF-8. Repair it, parse it, and continue after it.
            let Some(length) = token_length(&bytes[done..], last) else { break };
            if !self.fits(length, report) {
                break;
            }
            let repaired = String::from_utf8_lossy(&bytes[done..done + length]).into_owned();
            if repaired.starts_with('<')
                && let Some(Some(used)) = self.read_stray(&repaired, true, report, handler, target)
            {
                // The bytes are in the text after it.
                done += used;
                self.offset += used as u32;
                continue;
            }
            report.warning(
                FindingCode::InvalidUtf8,
                self.offset,
                "There are bytes here that are not UTF-8; they are shown as '\u{fffd}'. Save the file as UTF-8.",
            );
            let (before, found) = (self.offset, report.count());
            self.is_repaired = true;
            self.scan(&repaired, true, report, handler, target);
            self.is_repaired = false;
            report.set_offset_from(found, before);
            self.offset = before + length as u32;
            done += length;
        }
        done
    }

    /// Parses text in one pass. Returns the length in bytes of the complete tokens. Regular tags, text and references,
    /// which are nearly all of a document, are found here. quick-xml reads everything else, token by token.
    fn scan<H: Handler>(
        &mut self,
        text: &str,
        last: bool,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) -> usize {
        let bytes = text.as_bytes();
        let base = self.offset;
        // Offsets in a repaired copy are not offsets in the document. All its tokens are where it begins.
        let scale = u32::from(!self.is_repaired);
        let mut at = 0;
        while !self.control.is_stopped && at < bytes.len() {
            // White space between tags would be most of a document's events, so it is skipped where it means nothing.
            if is_space(bytes[at]) && (self.part != DocumentPart::Root || !handler.wants_space()) {
                at = self.gaps.skip(bytes, at, self.names.last());
                self.offset = base + at as u32 * scale;
                continue;
            }
            let rest = &bytes[at..];
            let used = match (rest[0], rest.get(1)) {
                (b'<', Some(b'/')) => self.read_end_tag(&text[at..], last, report, handler, target),
                (b'<', Some(b'!' | b'?')) => self.read_rare(&text[at..], last, report, handler, target),
                (b'<', _) => self.read_tag(&text[at..], last, report, handler, target),
                (b'&', _) => match memchr::memchr3(b';', b'<', b'&', &rest[1..]) {
                    Some(end) if !self.fits(end + 1, report) => Some(0),
                    Some(end) if rest[end + 1] == b';' => {
                        self.reference(&text[at + 1..at + 1 + end], report, handler, target);
                        Some(end + 2)
                    }
                    None if !last => None,
                    _ => {
                        entities::raw_ampersand(self.offset, report);
                        self.text("&", report, handler, target);
                        Some(1)
                    }
                },
                _ => {
                    let end = memchr::memchr2(b'<', b'&', rest).or(last.then_some(rest.len()));
                    if let Some(end) = end
                        && self.fits(end, report)
                    {
                        self.text(&plain_line_ends(&text[at..at + end]), report, handler, target);
                    }
                    end
                }
            };
            let Some(used) = used else { break };
            at += used;
            self.offset = base + at as u32 * scale;
        }
        at
    }

    /// Reads a start tag. Returns its length in bytes, or `None` if it is incomplete.
    fn read_tag<H: Handler>(
        &mut self,
        text: &str,
        last: bool,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) -> Option<usize> {
        self.attributes.clear();
        let (seen, is_all) = within_limit(text, last);
        match attributes::scan(seen.as_bytes(), self.offset, &mut self.names, &mut self.attributes) {
            Tag::Regular { name, content, all, is_empty, known } => {
                let is_plain = !is_empty && self.part == DocumentPart::Root && !self.is_repaired;
                let leaf = if is_plain { leaf(text, name, all) } else { None };
                let (inside, used) = match leaf {
                    Some((leaf, end)) => (Content::Text(leaf), end),
                    None => (if is_empty { Content::Empty } else { Content::Open }, all),
                };
                let tag = StartTag { text: &text[1..], content, name, length: all, inside };
                self.start(&tag, known, report, handler, target);
                Some(used)
            }
            Tag::Incomplete if !is_all => None,
            Tag::Incomplete | Tag::Irregular => self.read_rare(text, last, report, handler, target),
        }
    }

    /// Reads an unusual token with quick-xml. Returns its length in bytes, or `None` if it is incomplete.
    fn read_rare<H: Handler>(
        &mut self,
        text: &str,
        last: bool,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) -> Option<usize> {
        let parent = self.open.last().map_or(&b""[..], |open| open.name(&self.open_names));
        let (seen, is_all) = within_limit(text, last);
        if let Some(end) = end_of_cut(seen, parent, is_all)? {
            return self.read_irregular_tag(text, end, true, report, handler, target);
        }
        if let Some(used) = self.read_stray(text, last, report, handler, target)? {
            return Some(used);
        }
        let mut reader = Reader::from_str(text);
        let event = reader.read_event();
        let used = reader.buffer_position() as usize;
        match event {
            Ok(_) if !self.fits(used, report) => None,
            Ok(Event::Start(_) | Event::Empty(_)) => {
                self.read_irregular_tag(text, used - 1, false, report, handler, target)
            }
            Ok(event) => {
                match event {
                    Event::CData(text) if self.part == DocumentPart::Root => {
                        handler.cdata(&plain_line_ends(&text), target, context!(self, report, self.offset));
                    }
                    Event::CData(text) => self.text(&plain_line_ends(&text), report, handler, target),
                    Event::Comment(text) => handler.comment(&text, target, context!(self, report, self.offset)),
                    Event::PI(text) => handler.instruction(&text, target, context!(self, report, self.offset)),
                    Event::DocType(text) => self.entities.declare(&text, self.offset, report),
                    _ => {}
                }
                Some(used)
            }
            // The end of the token has not arrived, or never arrives: the document is truncated.
            Err(_) if used == text.len() || text.len() <= "<!".len() => None,
            Err(error) => {
                if self.fits(used, report) {
                    let message = format!("This is not well-formed XML ({error}); the rest is not read.");
                    self.fail(FindingCode::XmlSyntax, report, message);
                }
                None
            }
        }
    }

    /// Reads a start tag with something rare or wrong in it, which ends with the `>` at this place. With `is_open`, a quotation
    /// mark in it has no end. Returns its length in bytes, or `None` if reading stops.
    fn read_irregular_tag<H: Handler>(
        &mut self,
        text: &str,
        end: usize,
        mut is_open: bool,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) -> Option<usize> {
        let used = end + 1;
        if !self.fits(used, report) {
            return None;
        }
        let (source, is_empty) = match text[1..end].strip_suffix('/') {
            Some(source) => (source, true),
            None => (&text[1..end], false),
        };
        let name = source.bytes().position(is_space).unwrap_or(source.len());
        // In an element, a `<` before something else is text. Before the root element, it is a mistake.
        if !is_name(&source.as_bytes()[..name]) {
            let message = "This '<' does not begin a tag; the rest is not read. Write '&lt;' for the character.";
            self.fail(FindingCode::XmlSyntax, report, message);
            return None;
        }
        self.attributes.clear();
        let (mut is_bad, mut is_bare) = (false, false);
        for found in attributes::attributes(source, name) {
            match found {
                Some((key, value)) => {
                    let is_quote = |at: u32| matches!(source.as_bytes().get(at as usize), Some(b'"' | b'\''));
                    let is_quoted = is_quote(value.0 - 1);
                    is_bare |= !is_quoted;
                    is_open |= is_quoted && !is_quote(value.1);
                    let offset = self.offset + 1 + value.0;
                    self.attributes.push(Attribute { name: vocabulary::UNKNOWN, offset, key, value });
                }
                None => is_bad = true,
            }
        }
        if is_open {
            report.warning(FindingCode::OpenQuote, self.offset, OPEN_QUOTE);
        } else if is_bad || is_bare {
            let message = if is_bad { BAD_ATTRIBUTE } else { NO_QUOTES };
            report.warning(FindingCode::BadAttribute, self.offset, message);
        }
        let inside = if is_empty { Content::Empty } else { Content::Open };
        let tag = StartTag { text: &text[1..], content: source.len(), name, length: used, inside };
        self.start(&tag, None, report, handler, target);
        Some(used)
    }

    /// Reads a `<` that begins no tag as text. Returns its length in bytes, `Some(None)` if it begins one, or `None` if more
    /// text is needed.
    pub(super) fn read_stray<H: Handler>(
        &mut self,
        text: &str,
        last: bool,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) -> Option<Option<usize>> {
        let (seen, is_all) = within_limit(text, last);
        match stray::markup(seen, is_all) {
            // Text before the root element shows that this is not XML.
            _ if self.part == DocumentPart::Prolog => Some(None),
            Markup::Token => Some(None),
            Markup::Incomplete if !self.fits(text.len(), report) => Some(Some(0)),
            Markup::Incomplete => None,
            Markup::Stray(what) => {
                if self.part == DocumentPart::Root {
                    let message = format!("'{what}' is not a tag, so its '<' is read as text; write '&lt;'.");
                    report.warning(FindingCode::RawLessThan, self.offset, message);
                }
                self.text("<", report, handler, target);
                Some(Some(1))
            }
        }
    }

    fn reference<H: Handler>(&mut self, name: &str, report: &mut Report, handler: &mut H, target: &mut H::Target) {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        self.entities.reference(name, self.offset, &mut text, report);
        self.text(&text, report, handler, target);
        self.text = text;
    }

    fn text<H: Handler>(&mut self, text: &str, report: &mut Report, handler: &mut H, target: &mut H::Target) {
        if self.part == DocumentPart::Root {
            handler.text(text, target, context!(self, report, self.offset));
        } else if !text.trim().is_empty() {
            if self.part == DocumentPart::Prolog {
                self.fail(FindingCode::NotXml, report, "This is not an XML document, so it is not a sitemap.");
            } else {
                self.fail(
                    FindingCode::ContentAfterRoot,
                    report,
                    "There is text after the root element; it is not read. Remove it.",
                );
            }
        }
    }

    /// Reports a start tag whose attributes are in `attributes`. `known` is the element's name if all names in the tag
    /// are in the cache.
    fn start<H: Handler>(
        &mut self,
        tag: &StartTag<'_>,
        known: Option<Name>,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) {
        let is_further_root = std::mem::replace(&mut self.part, DocumentPart::Root) == DocumentPart::Epilog;
        if self.open.len() >= MAX_DEPTH {
            let message =
                format!("Elements are nested more than {MAX_DEPTH} deep; the rest is not read. Nest fewer elements.");
            self.fail(FindingCode::LimitDepth, report, message);
            return;
        }
        if self.is_repaired {
            self.attributes.iter_mut().for_each(|attribute| attribute.offset = self.offset);
        }
        let mark = self.names.mark();
        let name = match known.filter(|_| self.attributes.len() <= MAX_ATTRIBUTES) {
            Some(known) => known,
            None => self.resolve(tag, report),
        };
        if self.attributes.len() > 1 {
            drop_duplicates(&mut self.attributes, tag.content(), report);
        }
        let raw_name = &tag.text[..tag.name];
        let element = Element {
            name,
            raw_name,
            attributes: &self.attributes,
            is_empty: matches!(tag.inside, Content::Empty),
            length: tag.length as u32,
            source: tag.content(),
        };
        let cx = context!(self, report, self.offset);
        if is_further_root {
            if !handler.reads_root(&element, cx) {
                let message = "There is a second root element; it is not read. Remove it or join the two.";
                cx.report.error(FindingCode::ContentAfterRoot, cx.offset, message);
                cx.stop();
                return;
            }
            if !std::mem::replace(&mut self.has_further_root, true) {
                let message = "There is a second root element; it is read like the first. Join the two.";
                cx.report.warning(FindingCode::ContentAfterRoot, cx.offset, message);
            }
        }
        match tag.inside {
            Content::Empty => handler.empty(&element, target, cx),
            Content::Text(text) => handler.leaf(&element, text, target, cx),
            Content::Open => {
                handler.start(&element, target, cx);
                let mark = if self.control.ended_early > 0 { self.end_early(mark) } else { mark };
                self.open.push(Open::new(tag.text.as_bytes(), tag.name, mark, &mut self.open_names, raw_name));
                return;
            }
        }
        let mark = if self.control.ended_early > 0 { self.end_early(mark) } else { mark };
        self.names.leave(mark);
        self.leave_root();
    }
}

/// Returns the part of a text that a token can have, and `true` if that is all of it. Bytes beyond the limit may not have arrived.
fn within_limit(text: &str, last: bool) -> (&str, bool) {
    let seen = &text[..text.floor_char_boundary(MAX_TOKEN_BYTES)];
    (seen, last || seen.len() < text.len())
}

/// Normalizes `\r\n` and `\r` to `\n` (XML 1.0, section 2.11).
fn plain_line_ends(text: &str) -> Cow<'_, str> {
    if text.bytes().fold(false, |found, b| found | (b == b'\r')) {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

//! A push tokenizer over quick-xml: byte chunks of any size go in as they arrive, namespaced events with
//! positions come out. The same document cut anywhere gives the same events.
//!
//! Tokens are parsed where they stand in the caller's chunk; only a token cut by a chunk's end is copied.

mod attributes;
mod entities;
mod html_entities;
mod names;

pub use entities::Entities;
pub use names::Names;

use crate::diagnostics::Report;
use crate::limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_DOCUMENT_BYTES, MAX_NAMES, MAX_NAMESPACES, MAX_TOKEN_BYTES};
use crate::vocabulary::{self, Name};
use names::{Mark, Resolved};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};
use std::borrow::Cow;

/// Receives the events of a document.
pub trait Handler {
    /// An element begins.
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>);
    /// The innermost open element ends.
    fn end(&mut self, cx: &mut Context<'_>);
    /// Character data; a run of text may come in several pieces. Line ends are `\n`.
    fn text(&mut self, text: &str, cx: &mut Context<'_>);
    /// Whether white space between tags matters here; else it may be left out.
    fn wants_space(&self) -> bool {
        true
    }
    /// A comment.
    fn comment(&mut self, _text: &str, _cx: &mut Context<'_>) {}
    /// A processing instruction: its target and what follows.
    fn instruction(&mut self, _text: &str, _cx: &mut Context<'_>) {}
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Prolog,
    Root,
    Epilog,
}

#[derive(Debug)]
struct Open {
    name_start: u32,
    mark: Mark,
}

/// Turns chunks of one document into events.
#[derive(Debug)]
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

/// What does not depend on how the document is cut.
#[derive(Debug)]
struct Core {
    place: Place,
    /// Document offset of the first byte that is not yet parsed.
    offset: u32,
    stopped: bool,
    names: Names,
    entities: Entities,
    open: Vec<Open>,
    open_names: String,
    attributes: Vec<Attribute>,
    text: String,
}

impl Default for Tokenizer {
    fn default() -> Self {
        Tokenizer {
            report: Report::default(),
            pending: Vec::new(),
            retry_at: 0,
            core: Core {
                place: Place::Prolog,
                offset: 0,
                stopped: false,
                names: Names::new(),
                entities: Entities::default(),
                open: Vec::new(),
                open_names: String::new(),
                attributes: Vec::new(),
                text: String::new(),
            },
        }
    }
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
        if !self.core.stopped && self.pending.len() > MAX_TOKEN_BYTES {
            self.core.fail_token(&mut self.report);
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
        if !self.core.open.is_empty() || used < pending.len() {
            self.report.error(
                "truncated",
                at,
                "The document ends in the middle; what came before is shown. Publish the whole file.",
            );
        } else if self.core.place == Place::Prolog {
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

/// Splits the fields of [`Core`] into what a handler gets and the rest.
macro_rules! context {
    ($core:expr, $report:expr, $offset:expr) => {
        &mut Context {
            report: &mut *$report,
            names: &$core.names,
            entities: &mut $core.entities,
            offset: $offset,
            stop: &mut $core.stopped,
        }
    };
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Core {
    fn fail(&mut self, code: &'static str, report: &mut Report, message: impl Into<String>) {
        report.error(code, self.offset, message);
        self.stopped = true;
    }

    fn fail_token(&mut self, report: &mut Report) {
        let message =
            format!("A tag, comment or text here is longer than {MAX_TOKEN_BYTES} bytes; the rest is not read.");
        self.fail("limit-token", report, message);
    }

    /// Parses complete tokens; how many bytes they took. With `last` the text at the end is complete too.
    fn run<H: Handler>(&mut self, bytes: &[u8], last: bool, report: &mut Report, handler: &mut H) -> usize {
        let mut done = 0;
        while !self.stopped && done < bytes.len() {
            let rest = &bytes[done..];
            // quick-xml drops a byte order mark at the begin of what it reads. At the begin of the document
            // that is right, elsewhere the mark is text.
            if BYTE_ORDER_MARK.starts_with(&rest[..rest.len().min(3)]) && rest[0] == BYTE_ORDER_MARK[0] {
                if rest.len() < 3 && !last {
                    break;
                }
                if self.offset > 0 {
                    let Some(end) = memchr::memchr2(b'<', b'&', rest).or(last.then_some(rest.len())) else { break };
                    let text = String::from_utf8_lossy(&rest[..end]).into_owned();
                    self.text(&text, report, handler);
                    self.offset += end as u32;
                    done += end;
                } else {
                    let mark = rest.len().min(3);
                    self.offset += mark as u32;
                    done += mark;
                }
                continue;
            }
            let (used, invalid) = self.run_reader(rest, last, report, handler);
            done += used;
            let Some(length) = invalid else { break };
            // A token with bytes that are not UTF-8: mend it, parse it, go on behind it.
            let token = &bytes[done..done + length];
            report.warning(
                "invalid-utf8",
                self.offset,
                "There are bytes here that are not UTF-8; they are shown as '\u{fffd}'. Save the file as UTF-8.",
            );
            let mended = String::from_utf8_lossy(token).into_owned();
            let before = self.offset;
            if mended.starts_with('<') || mended.starts_with('&') {
                self.run_reader(mended.as_bytes(), true, report, handler);
            } else {
                self.text(&mended, report, handler);
            }
            self.offset = before + length as u32;
            done += length;
        }
        done
    }

    /// One pass of quick-xml over the bytes: how many were used, and the length of the next token where that
    /// is not UTF-8.
    fn run_reader<H: Handler>(
        &mut self,
        bytes: &[u8],
        last: bool,
        report: &mut Report,
        handler: &mut H,
    ) -> (usize, Option<usize>) {
        let mut reader = Reader::from_reader(bytes);
        let config = reader.config_mut();
        config.allow_dangling_amp = true;
        // An element may have begun in an earlier chunk: names are matched here.
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        let base = self.offset;
        let mut at = 0;
        while !self.stopped {
            // Most of a document's events would be the white space between tags: where it means nothing it is not
            // even looked at.
            let trimmed = self.place != Place::Root || !handler.wants_space();
            reader.config_mut().trim_text_start = trimmed;
            let event = reader.read_event();
            let end = reader.buffer_position() as usize;
            if trimmed {
                at = match &event {
                    Ok(Event::Start(tag)) => end - tag.len() - "<>".len(),
                    Ok(Event::Empty(tag)) => end - tag.len() - "</>".len(),
                    _ => at + bytes[at..end].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r')).count(),
                };
                self.offset = base + at as u32;
            }
            // As if it had come in chunks, and had not been held until it was complete.
            if event.is_ok() && end - at > MAX_TOKEN_BYTES {
                self.fail_token(report);
                break;
            }
            match event {
                Ok(Event::Text(text)) => {
                    if end == bytes.len() && !last {
                        break;
                    }
                    if text.starts_with('&') {
                        entities::raw_ampersand(self.offset, report);
                    }
                    let text = plain_line_ends(&text);
                    self.text(&text, report, handler);
                }
                Ok(Event::Start(tag)) => self.start(&tag, false, report, handler),
                Ok(Event::Empty(tag)) => self.start(&tag, true, report, handler),
                Ok(Event::End(tag)) => self.end(tag.name().as_ref(), report, handler),
                Ok(Event::GeneralRef(name)) => {
                    let mut text = std::mem::take(&mut self.text);
                    text.clear();
                    self.entities.reference(&name, self.offset, &mut text, report);
                    self.text(&text, report, handler);
                    self.text = text;
                }
                Ok(Event::CData(text)) => self.text(&plain_line_ends(&text), report, handler),
                Ok(Event::Comment(text)) => handler.comment(&text, context!(self, report, self.offset)),
                Ok(Event::PI(text)) => handler.instruction(&text, context!(self, report, self.offset)),
                Ok(Event::DocType(text)) => self.entities.declare(&text, self.offset, report),
                Ok(Event::Decl(_)) => {}
                Ok(Event::Eof) => break,
                Err(Error::Encoding(_)) => {
                    if end == bytes.len() && !last && bytes[at] != b'<' {
                        break;
                    }
                    return (at, Some(end - at));
                }
                // The token's end has not come yet, or it never comes.
                Err(_) if end == bytes.len() || bytes.len() - at <= "<!".len() => break,
                Err(error) => {
                    self.fail(
                        "xml-syntax",
                        report,
                        format!("This is not well-formed XML ({error}); the rest is not read."),
                    );
                    break;
                }
            }
            at = end;
            self.offset = base + at as u32;
        }
        (at, None)
    }

    fn text<H: Handler>(&mut self, text: &str, report: &mut Report, handler: &mut H) {
        if self.place == Place::Root {
            handler.text(text, context!(self, report, self.offset));
        } else if !text.trim().is_empty() {
            if self.place == Place::Prolog {
                self.fail("not-xml", report, "This is not an XML document, so it is no sitemap.");
            } else {
                self.fail(
                    "content-after-root",
                    report,
                    "There is text after the end of the root element; it is not read. Remove it.",
                );
            }
        }
    }

    fn start<H: Handler>(&mut self, tag: &BytesStart<'_>, empty: bool, report: &mut Report, handler: &mut H) {
        if self.place == Place::Epilog {
            let message = "There is a second root element; it is not read. A document has one.";
            self.fail("content-after-root", report, message);
            return;
        }
        self.place = Place::Root;
        if self.open.len() >= MAX_DEPTH {
            let message = format!("Elements are nested more than {MAX_DEPTH} deep; the rest is not read.");
            self.fail("limit-depth", report, message);
            return;
        }
        let mark = self.names.mark();
        let source: &str = tag;
        self.read_attributes(tag, source, report);
        let name = tag.name();
        let raw_name: &str = name.as_ref();
        let resolved = self.name(raw_name, false, self.offset, report);
        let mut attributes = std::mem::take(&mut self.attributes);
        for attribute in &mut attributes {
            let raw = &source[attribute.key.0 as usize..attribute.key.1 as usize];
            attribute.name = self.name(raw, true, self.offset + 1 + attribute.key.0, report);
        }
        if self.names.take_full() {
            report.warning(
                "limit-names",
                self.offset,
                format!(
                    "There are more than {MAX_NAMES} names or {} namespaces; further ones mean nothing.",
                    MAX_NAMESPACES * 4
                ),
            );
        }
        drop_duplicates(&mut attributes, source, report);
        let element = Element { name: resolved, raw_name, attributes: &attributes, source };
        handler.start(&element, context!(self, report, self.offset));
        attributes.clear();
        self.attributes = attributes;
        if empty {
            handler.end(context!(self, report, self.offset));
            self.names.leave(mark);
            self.leave_root();
        } else {
            self.open.push(Open { name_start: self.open_names.len() as u32, mark });
            self.open_names.push_str(raw_name);
        }
    }

    fn end<H: Handler>(&mut self, raw_name: &str, report: &mut Report, handler: &mut H) {
        let expected = self.open.last().map(|open| &self.open_names[open.name_start as usize..]);
        if expected != Some(raw_name) {
            let message = match expected {
                Some(expected) => format!("'</{raw_name}>' stands where '</{expected}>' is due; the rest is not read."),
                None => format!("'</{raw_name}>' closes nothing; the rest is not read."),
            };
            self.fail("mismatched-end-tag", report, message);
            return;
        }
        handler.end(context!(self, report, self.offset));
        if let Some(open) = self.open.pop() {
            self.open_names.truncate(open.name_start as usize);
            self.names.leave(open.mark);
        }
        self.leave_root();
    }

    fn leave_root(&mut self) {
        if self.open.is_empty() {
            self.place = Place::Epilog;
        }
    }

    /// Fills `attributes` and puts namespace declarations in force.
    fn read_attributes(&mut self, tag: &BytesStart<'_>, source: &str, report: &mut Report) {
        let tag_offset = self.offset + 1;
        let text = |(start, end): (u32, u32)| &source[start as usize..end as usize];
        let mut declarations: Vec<(&str, Cow<'_, str>)> = Vec::new();
        for found in attributes::attributes(source, tag.name().as_ref().len()) {
            let Some((key, value)) = found else {
                let message = "What stands in this tag is no attribute, and is ignored; write name=\"value\".";
                report.warning("bad-attribute", self.offset, message);
                continue;
            };
            let offset = tag_offset + value.0;
            if let Some(rest) = text(key).strip_prefix("xmlns")
                && (rest.is_empty() || rest.starts_with(':'))
            {
                let namespace = self.entities.attribute_value(text(value), offset, report);
                declarations.push((rest.trim_start_matches(':'), namespace));
            } else if self.attributes.len() < MAX_ATTRIBUTES {
                self.attributes.push(Attribute { name: vocabulary::UNKNOWN, offset, key, value });
            } else {
                report.warning(
                    "limit-attributes",
                    offset,
                    format!("An element has more than {MAX_ATTRIBUTES} attributes; further ones are ignored."),
                );
                break;
            }
        }
        if !declarations.is_empty() {
            let declared: Vec<(&str, &str)> = declarations.iter().map(|(p, n)| (*p, &**n)).collect();
            if !self.names.declare(&declared) {
                report.warning(
                    "limit-namespaces",
                    self.offset,
                    format!("More than {MAX_NAMESPACES} namespaces are declared; further ones are ignored."),
                );
            }
        }
    }

    fn name(&mut self, raw: &str, attribute: bool, offset: u32, report: &mut Report) -> Name {
        match self.names.resolve(raw, attribute) {
            Resolved::Name(name) => name,
            Resolved::Unbound(name, known) => {
                let prefix = raw.split(':').next().unwrap_or_default();
                match known {
                    Some(uri) => report.warning(
                        "undeclared-prefix",
                        offset,
                        format!("The prefix '{prefix}' is not declared; add xmlns:{prefix}=\"{uri}\"."),
                    ),
                    None => report.error(
                        "undeclared-prefix",
                        offset,
                        format!(
                            "The prefix '{prefix}' is not declared, so '{raw}' is not understood; add xmlns:{prefix}."
                        ),
                    ),
                }
                name
            }
        }
    }
}

/// Text with `\r\n` and `\r` as `\n` (XML 1.0, section 2.11).
fn plain_line_ends(text: &str) -> Cow<'_, str> {
    if text.bytes().fold(false, |found, b| found | (b == b'\r')) {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// An attribute given twice: the first counts.
fn drop_duplicates(attributes: &mut Vec<Attribute>, source: &str, report: &mut Report) {
    let mut kept = 0;
    for i in 0..attributes.len() {
        let name = attributes[i].name;
        if name != vocabulary::UNKNOWN && attributes[..kept].iter().any(|a| a.name == name) {
            let raw = &source[attributes[i].key.0 as usize..attributes[i].key.1 as usize];
            report.error(
                "duplicate-attribute",
                attributes[i].offset,
                format!("The attribute '{raw}' is given twice; the first is used. Remove one."),
            );
        } else {
            attributes.swap(kept, i);
            kept += 1;
        }
    }
    attributes.truncate(kept);
}

#[cfg(test)]
mod tests;

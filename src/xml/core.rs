//! The part of the tokenizer that does not depend on how the document is cut: one pass over complete tokens.

use super::attributes::{Attribute, Tag, is_space, skip_space};
use super::context::Context;
use super::element::Element;
use super::entities::Entities;
use super::handler::Handler;
use super::names::{MASKS, Mark, Names, Resolved, WINDOW, window};
use super::vocabulary::Name;
use super::{attributes, entities, vocabulary};
use crate::collections::keyed::HashSet;
use crate::findings::Report;
use crate::limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMES, MAX_NAMESPACE_NAMES, MAX_NAMESPACES, MAX_TOKEN_BYTES};
use quick_xml::events::Event;
use quick_xml::{Error, Reader};
use std::borrow::Cow;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Place {
    #[default]
    Prolog,
    Root,
    Epilog,
}

/// An open element.
#[derive(Debug)]
struct Open {
    /// What is due behind `</`: the name and a `>`, compared at once.
    due: [u8; WINDOW],
    /// Bytes of the name. One that is too long for that is kept in `open_names`.
    length: u32,
    name_start: u32,
    mark: Mark,
}

impl Open {
    /// The bytes begin with the name.
    fn new(bytes: &[u8], length: usize, mark: Mark, open_names: &mut String, raw_name: &str) -> Open {
        let name_start = open_names.len() as u32;
        let mut due = [0; WINDOW];
        if length < WINDOW {
            let whole = window(bytes).unwrap_or_else(|| {
                let mut padded = [0; WINDOW];
                padded[..length].copy_from_slice(raw_name.as_bytes());
                u128::from_le_bytes(padded)
            });
            due = (whole & MASKS[length] | ENDS[length]).to_le_bytes();
        } else {
            open_names.push_str(raw_name);
        }
        Open { due, length: length as u32, name_start, mark }
    }

    fn name<'a>(&'a self, open_names: &'a str) -> &'a [u8] {
        match self.length as usize {
            short @ ..WINDOW => &self.due[..short],
            _ => &open_names.as_bytes()[self.name_start as usize..],
        }
    }
}

/// A `>` behind so many bytes, in a number that stands for a window.
const ENDS: [u128; WINDOW] = {
    let mut ends = [b'>' as u128; WINDOW];
    let mut count = 1;
    while count < WINDOW {
        ends[count] = ends[count - 1] << 8;
        count += 1;
    }
    ends
};

/// A start tag: the text behind its `<`, how much of that its name takes, and what stands before its `>` or `/>`; the
/// bytes of all of it.
struct Shape<'a> {
    text: &'a str,
    name: usize,
    content: usize,
    length: usize,
    inside: Inside<'a>,
}

/// What is in an element.
#[derive(Clone, Copy)]
enum Inside<'a> {
    /// Its tag says that nothing is.
    Nothing,
    /// Only this.
    Text(&'a str),
    /// What follows.
    More,
}

impl<'a> Shape<'a> {
    fn content(&self) -> &'a str {
        &self.text[..self.content]
    }
}

/// What does not depend on how the document is cut.
#[derive(Debug, Default)]
pub(super) struct Core {
    place: Place,
    /// Document offset of the first byte that is not yet parsed.
    pub(super) offset: u32,
    /// Whether what is parsed is not what stands in the document, because that was no UTF-8.
    is_mended: bool,
    pub(super) stopped: bool,
    pub(super) names: Names,
    entities: Entities,
    /// Prefixes that were used without a declaration.
    undeclared: HashSet<Box<str>>,
    open: Vec<Open>,
    open_names: String,
    /// Those of the tag at hand.
    attributes: Vec<Attribute>,
    text: String,
    gaps: Gaps,
}

/// The white space between tags, by the name that came before it: mostly it is the same again.
#[derive(Debug)]
struct Gaps(Box<[Gap; 1 << u8::BITS]>);

/// White space with the `<` behind it, compared at once.
#[derive(Clone, Copy, Debug)]
struct Gap {
    word: u128,
    mask: u128,
    length: usize,
}

impl Default for Gaps {
    fn default() -> Gaps {
        // No window is like this: what does not count is 0.
        Gaps(Box::new([Gap { word: 1, mask: 0, length: 0 }; 1 << u8::BITS]))
    }
}

impl Gaps {
    /// Where the white space ends that there is at a place.
    fn skip(&mut self, bytes: &[u8], at: usize, after: u8) -> usize {
        let gap = &mut self.0[usize::from(after)];
        let Some(word) = window(&bytes[at..]) else { return skip_space(bytes, at) };
        if word & gap.mask == gap.word {
            return at + gap.length;
        }
        let end = skip_space(bytes, at);
        if let (Some(b'<'), Some(&mask)) = (bytes.get(end), MASKS.get(end - at + 1)) {
            *gap = Gap { word: word & mask, mask, length: end - at };
        }
        end
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
    /// Whether an element is still open.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether no element has come.
    pub(super) fn is_empty(&self) -> bool {
        self.place == Place::Prolog
    }

    pub(super) fn fail(&mut self, code: &'static str, report: &mut Report, message: impl Into<String>) {
        report.error(code, self.offset, message);
        self.stopped = true;
    }

    /// Whether a token is short enough to be read, however much of the document came at once.
    pub(super) fn fits(&mut self, length: usize, report: &mut Report) -> bool {
        let fits = length <= MAX_TOKEN_BYTES;
        if !fits {
            let message =
                format!("A tag, comment or text here is longer than {MAX_TOKEN_BYTES} bytes; the rest is not read.");
            self.fail("limit-token", report, message);
        }
        fits
    }

    /// Parses complete tokens; how many bytes they took. With `last` the text at the end is complete too.
    pub(super) fn run<H: Handler>(&mut self, bytes: &[u8], last: bool, report: &mut Report, handler: &mut H) -> usize {
        let mut done = 0;
        if self.offset == 0 && bytes.first() == BYTE_ORDER_MARK.first() {
            if bytes.len() < BYTE_ORDER_MARK.len() && !last {
                return 0;
            }
            if bytes.starts_with(BYTE_ORDER_MARK) {
                done = BYTE_ORDER_MARK.len();
                self.offset = done as u32;
            }
        }
        while !self.stopped && done < bytes.len() {
            let rest = &bytes[done..];
            // Many bytes at a time; where it is wrong only the library says.
            if let Ok(text) = simdutf8::basic::from_utf8(rest) {
                return done + self.scan(text, last, report, handler);
            }
            let Err(error) = std::str::from_utf8(rest) else { break };
            let valid = std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default();
            done += self.scan(valid, false, report, handler);
            if self.stopped || (error.error_len().is_none() && !last) {
                break;
            }
            // A token with bytes that are not UTF-8: mend it, parse it, go on behind it.
            let Some(length) = token_length(&bytes[done..], last) else { break };
            if !self.fits(length, report) {
                break;
            }
            report.warning(
                "invalid-utf8",
                self.offset,
                "There are bytes here that are not UTF-8; they are shown as '\u{fffd}'. Save the file as UTF-8.",
            );
            let (before, found) = (self.offset, report.count());
            let mended = String::from_utf8_lossy(&bytes[done..done + length]).into_owned();
            self.is_mended = true;
            self.scan(&mended, true, report, handler);
            self.is_mended = false;
            // Places in it are not those in the document.
            report.place_from(found, before);
            self.offset = before + length as u32;
            done += length;
        }
        done
    }

    /// One pass over text; how many bytes of it were complete tokens. Regular tags, text and references, which are
    /// nearly all of any document, are found here; everything else is left to quick-xml, token by token.
    fn scan<H: Handler>(&mut self, text: &str, last: bool, report: &mut Report, handler: &mut H) -> usize {
        let bytes = text.as_bytes();
        let base = self.offset;
        let mut at = 0;
        while !self.stopped && at < bytes.len() {
            // Most of a document's events would be the white space between tags: where it means nothing it is skipped.
            if is_space(bytes[at]) && (self.place != Place::Root || !handler.wants_space()) {
                at = self.gaps.skip(bytes, at, self.names.last());
                self.offset = base + at as u32;
                continue;
            }
            let rest = &bytes[at..];
            let used = match (rest[0], rest.get(1)) {
                (b'<', Some(b'/')) => self.read_end_tag(&text[at..], report, handler),
                (b'<', Some(b'!' | b'?')) => self.read_rare(&text[at..], last, report, handler),
                (b'<', _) => self.read_tag(&text[at..], last, report, handler),
                (b'&', _) => match memchr::memchr3(b';', b'<', b'&', &rest[1..]) {
                    Some(end) if rest[end + 1] == b';' => {
                        if self.fits(end, report) {
                            self.reference(&text[at + 1..at + 1 + end], report, handler);
                        }
                        Some(end + 2)
                    }
                    None if !last => None,
                    _ => {
                        entities::raw_ampersand(self.offset, report);
                        self.text("&", report, handler);
                        Some(1)
                    }
                },
                _ => {
                    let end = memchr::memchr2(b'<', b'&', rest).or(last.then_some(rest.len()));
                    if let Some(end) = end
                        && self.fits(end, report)
                    {
                        self.text(&plain_line_ends(&text[at..at + end]), report, handler);
                    }
                    end
                }
            };
            let Some(used) = used else { break };
            at += used;
            self.offset = base + at as u32;
        }
        at
    }

    /// The length of the end tag that is due, if the bytes begin with it as it is nearly always written.
    fn due_end(&self, bytes: &[u8]) -> Option<usize> {
        let open = self.open.last()?;
        let length = open.length as usize;
        let mask = MASKS.get(length + ">".len())?;
        (window(bytes.strip_prefix(b"</")?)? & mask == u128::from_le_bytes(open.due)).then_some(length + "</>".len())
    }

    /// An end tag; its length, or `None` if its end has not come.
    fn read_end_tag<H: Handler>(&mut self, text: &str, report: &mut Report, handler: &mut H) -> Option<usize> {
        if let Some(length) = self.due_end(text.as_bytes()) {
            handler.end(context!(self, report, self.offset));
            self.close();
            return Some(length);
        }
        let end = memchr::memchr(b'>', text.as_bytes())?;
        let name = text["</".len()..end].trim_ascii_end();
        let mistake = match self.open.last().map(|open| open.name(&self.open_names)) {
            Some(due) if due == name.as_bytes() => None,
            Some(due) => {
                let due = String::from_utf8_lossy(due);
                Some(format!("'</{name}>' stands where '</{due}>' is due; the rest is not read."))
            }
            None => Some(format!("'</{name}>' closes nothing; the rest is not read.")),
        };
        match mistake {
            _ if !self.fits(end, report) => {}
            Some(message) => self.fail("mismatched-end-tag", report, message),
            None => {
                handler.end(context!(self, report, self.offset));
                self.close();
            }
        }
        Some(end + 1)
    }

    /// A start tag; its length, or `None` if its end has not come.
    fn read_tag<H: Handler>(&mut self, text: &str, last: bool, report: &mut Report, handler: &mut H) -> Option<usize> {
        self.attributes.clear();
        match attributes::scan(text.as_bytes(), self.offset, &mut self.names, &mut self.attributes) {
            Tag::Regular { name, content, all, is_empty, known } => {
                if !self.fits(all, report) {
                    return Some(all);
                }
                let leaf = if is_empty || self.place != Place::Root { None } else { leaf(text, name, all) };
                let (inside, used) = match leaf {
                    Some((leaf, end)) => (Inside::Text(leaf), end),
                    None => (if is_empty { Inside::Nothing } else { Inside::More }, all),
                };
                let shape = Shape { text: &text[1..], content, name, length: all, inside };
                self.start(&shape, known, report, handler);
                Some(used)
            }
            Tag::Incomplete => None,
            Tag::Irregular => self.read_rare(text, last, report, handler),
        }
    }

    /// A token that is none of the usual ones, by quick-xml; its length, or `None` if its end has not come.
    fn read_rare<H: Handler>(&mut self, text: &str, last: bool, report: &mut Report, handler: &mut H) -> Option<usize> {
        let mut reader = Reader::from_str(text);
        let event = reader.read_event();
        let used = reader.buffer_position() as usize;
        let (tag, is_empty) = match event {
            Ok(_) if !self.fits(used, report) => return None,
            Ok(Event::Start(tag)) => (tag, false),
            Ok(Event::Empty(tag)) => (tag, true),
            Ok(event) => {
                match event {
                    Event::CData(text) if self.place == Place::Root => {
                        handler.section(&plain_line_ends(&text), context!(self, report, self.offset));
                    }
                    Event::CData(text) => self.text(&plain_line_ends(&text), report, handler),
                    Event::Comment(text) => handler.comment(&text, context!(self, report, self.offset)),
                    Event::PI(text) => handler.instruction(&text, context!(self, report, self.offset)),
                    Event::DocType(text) => self.entities.declare(&text, self.offset, report),
                    _ => {}
                }
                return Some(used);
            }
            Err(_) if (used == text.len() || text.len() <= "<!".len()) && !last => return None,
            // The token's end never comes: the document is truncated.
            Err(_) if used == text.len() || text.len() <= "<!".len() => return None,
            Err(error) => {
                if self.fits(used, report) {
                    let message = format!("This is not well-formed XML ({error}); the rest is not read.");
                    self.fail("xml-syntax", report, message);
                }
                return None;
            }
        };
        let source: &str = &tag;
        let name = tag.name().as_ref().len();
        if name == 0 {
            let message = "Here '<' begins no tag; the rest is not read. Write '&lt;' where the character is meant.";
            self.fail("xml-syntax", report, message);
            return None;
        }
        self.attributes.clear();
        for found in attributes::attributes(source, name) {
            match found {
                Some((key, value)) => {
                    let offset = self.offset + 1 + value.0;
                    self.attributes.push(Attribute { name: vocabulary::UNKNOWN, offset, key, value });
                }
                None => {
                    report.warning("bad-attribute", self.offset, BAD_ATTRIBUTE);
                }
            }
        }
        let inside = if is_empty { Inside::Nothing } else { Inside::More };
        let shape = Shape { text: &text[1..], content: source.len(), name, length: used, inside };
        self.start(&shape, None, report, handler);
        Some(used)
    }

    fn reference<H: Handler>(&mut self, name: &str, report: &mut Report, handler: &mut H) {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        self.entities.reference(name, self.offset, &mut text, report);
        self.text(&text, report, handler);
        self.text = text;
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

    /// A start tag, with its attributes in `attributes`; what its name means, if all names in it are known.
    fn start<H: Handler>(&mut self, tag: &Shape<'_>, known: Option<Name>, report: &mut Report, handler: &mut H) {
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
        if self.is_mended {
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
            is_empty: matches!(tag.inside, Inside::Nothing),
            length: tag.length as u32,
            source: tag.content(),
        };
        let cx = context!(self, report, self.offset);
        match tag.inside {
            Inside::Nothing => handler.empty(&element, cx),
            Inside::Text(text) => handler.leaf(&element, text, cx),
            Inside::More => {
                handler.start(&element, cx);
                self.open.push(Open::new(tag.text.as_bytes(), tag.name, mark, &mut self.open_names, raw_name));
                return;
            }
        }
        self.names.leave(mark);
        self.leave_root();
    }

    /// The innermost open element has ended.
    fn close(&mut self) {
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

    /// Puts the namespace declarations among the attributes in force and finds out what the names mean.
    fn resolve(&mut self, tag: &Shape<'_>, report: &mut Report) -> Name {
        let source = tag.content();
        let text = |(start, end): (u32, u32)| &source[start as usize..end as usize];
        let mut declarations: Vec<(&str, Cow<'_, str>)> = Vec::new();
        self.attributes.retain(|attribute| {
            if !is_like_name(text(attribute.key)) {
                report.warning("bad-attribute", self.offset, BAD_ATTRIBUTE);
                return false;
            }
            let rest = text(attribute.key).strip_prefix("xmlns");
            let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(':')) else { return true };
            let namespace = self.entities.attribute_value(text(attribute.value), attribute.offset, report);
            let prefix = rest.trim_start_matches(':');
            // Those beyond the limit are ignored.
            let is_due = declarations.len() <= MAX_NAMESPACES;
            if is_due && declarations.iter().any(|(known, _)| *known == prefix) {
                repeated_attribute(text(attribute.key), attribute.offset, report);
            } else if is_due && (prefix.is_empty() || !namespace.is_empty()) {
                // A prefix cannot be bound to nothing (Namespaces in XML, section 5); where it is used that is told.
                declarations.push((prefix, namespace));
            }
            false
        });
        if let Some(first) = self.attributes.get(MAX_ATTRIBUTES) {
            report.warning(
                "limit-attributes",
                first.offset,
                format!("An element has more than {MAX_ATTRIBUTES} attributes; further ones are ignored."),
            );
            self.attributes.truncate(MAX_ATTRIBUTES);
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
        let name = self.name(tag.text, tag.name, false, self.offset, report);
        let mut attributes = std::mem::take(&mut self.attributes);
        for attribute in &mut attributes {
            let (start, end) = attribute.key;
            let (offset, length) = (self.offset + 1 + start, (end - start) as usize);
            attribute.name = self.name(&tag.text[start as usize..], length, true, offset, report);
        }
        self.attributes = attributes;
        if self.names.take_full() {
            report.warning(
                "limit-names",
                self.offset,
                format!(
                    "There are more than {MAX_NAMES} names or {MAX_NAMESPACE_NAMES} namespaces; further ones mean nothing."
                ),
            );
        }
        name
    }

    /// What the name that begins a text means.
    fn name(&mut self, text: &str, length: usize, attribute: bool, offset: u32, report: &mut Report) -> Name {
        let raw = &text[..length];
        match self.names.resolve(raw, attribute) {
            Resolved::Name(name) => {
                // A name of an irregular tag must not be taken for the begin of a regular one.
                if !raw.bytes().any(attributes::is_end) {
                    self.names.learn(text.as_bytes(), length, attribute, name);
                }
                name
            }
            Resolved::Unbound(name, known) => {
                let prefix = raw.split(':').next().unwrap_or_default();
                // Each prefix is reported where it is used first.
                if self.undeclared.len() < MAX_NAMESPACES && self.undeclared.insert(prefix.into()) {
                    match known {
                        Some(uri) => report.warning(
                            "undeclared-prefix",
                            offset,
                            format!("The prefix '{prefix}' is not declared; add xmlns:{prefix}=\"{uri}\"."),
                        ),
                        None if prefix.is_empty() => report.error(
                            "undeclared-prefix",
                            offset,
                            format!("'{raw}' begins with a colon, so it is not understood; remove that."),
                        ),
                        None => report.error(
                            "undeclared-prefix",
                            offset,
                            format!("The prefix '{prefix}' is not declared, so '{raw}' is not understood; add xmlns:{prefix}."),
                        ),
                    }
                }
                name
            }
        }
    }
}

const BAD_ATTRIBUTE: &str = "What stands in this tag is no attribute, and is ignored; write name=\"value\".";

/// Whether a name has nothing in it that would be markup elsewhere. Beyond ASCII anything may be a letter (XML 1.0,
/// production 4).
fn is_like_name(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':') || !b.is_ascii())
}

/// The text in an element that has nothing else in it, and where its end tag ends. The text begins with the element's
/// tag; how long its name is, and the tag. `None` where that is not sure, or where there is something about the text.
fn leaf(text: &str, name: usize, tag: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(tag).is_none_or(|&b| is_space(b) || b == b'<') || name + ">".len() > WINDOW {
        return None;
    }
    let end = tag + memchr::memchr3(b'<', b'&', b'\r', &bytes[tag..])?;
    let due = window(&bytes[1..])? & MASKS[name] | ENDS[name];
    let is_end = window(bytes[end..].strip_prefix(b"</")?)? & MASKS[name + 1] == due;
    (is_end && end - tag <= MAX_TOKEN_BYTES).then(|| (&text[tag..end], end + "</>".len() + name))
}

/// Length of a token that is not all UTF-8, or `None` if its end has not come.
fn token_length(bytes: &[u8], last: bool) -> Option<usize> {
    // The library would take it for the begin of a document, and not count it.
    let mark = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut reader = Reader::from_reader(&bytes[mark..]);
    reader.config_mut().allow_dangling_amp = true;
    let is_cut = matches!(reader.read_event(), Err(Error::Syntax(_)));
    let length = (mark + reader.buffer_position() as usize).clamp(1, bytes.len());
    let is_whole = !is_cut && (bytes[0] == b'<' || length < bytes.len());
    (is_whole || last).then_some(length)
}

/// Text with `\r\n` and `\r` as `\n` (XML 1.0, section 2.11).
fn plain_line_ends(text: &str) -> Cow<'_, str> {
    if text.bytes().fold(false, |found, b| found | (b == b'\r')) {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

fn repeated_attribute(raw: &str, offset: u32, report: &mut Report) {
    let message = format!("The attribute '{raw}' is given twice; the first is used. Remove one.");
    report.error("duplicate-attribute", offset, message);
}

/// An attribute given twice: the first counts.
fn drop_duplicates(attributes: &mut Vec<Attribute>, source: &str, report: &mut Report) {
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

//! References: `&amp;`, `&#233;`, entities that a DOCTYPE declares, and the HTML names and bare ampersands that sites
//! use although XML does not allow them.

use super::html_entities::html_entity;
use crate::collections::keyed::HashMap;
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_ENTITIES, MAX_ENTITY_BYTES, MAX_ENTITY_NESTING};
use std::borrow::Cow;

/// The entities that a document declares in its DOCTYPE.
#[derive(Debug, Default)]
pub struct Entities {
    declared: HashMap<Box<str>, Box<str>>,
    expanded: usize,
    limit_reported: bool,
}

impl Entities {
    /// Reads the entity declarations of a DOCTYPE. Nothing external is fetched.
    pub(super) fn declare(&mut self, doctype: &str, offset: u32, report: &mut Report) {
        let Some((_, mut rest)) = doctype.split_once('[') else { return };
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            if let Some(comment) = rest.strip_prefix("!--") {
                rest = comment.split_once("-->").map_or("", |(_, after)| after);
            } else if let Some(instruction) = rest.strip_prefix('?') {
                rest = instruction.split_once("?>").map_or("", |(_, after)| after);
            } else if let Some(declaration) = rest.strip_prefix("!ENTITY") {
                rest = self.declare_one(declaration, offset, report).unwrap_or(declaration);
            }
        }
    }

    /// Reads one declaration after `<!ENTITY`. Returns the text after it.
    fn declare_one<'a>(&mut self, text: &'a str, offset: u32, report: &mut Report) -> Option<&'a str> {
        let (name, rest) = text.trim_start().split_once(|c: char| c.is_ascii_whitespace())?;
        let rest = rest.trim_start();
        let quote = rest.chars().next()?;
        if quote != '"' && quote != '\'' {
            if rest.starts_with("SYSTEM") || rest.starts_with("PUBLIC") {
                report.warning(
                    FindingCode::ExternalEntity,
                    offset,
                    format!("The entity '{name}' is in another file, which is never fetched; write its text here."),
                );
            }
            return None;
        }
        let (value, rest) = rest[1..].split_once(quote)?;
        // The first declaration of a name counts (XML 1.0, section 4.2).
        if value.len() <= MAX_ENTITY_BYTES && self.declared.len() < MAX_ENTITIES {
            self.declared.entry(name.into()).or_insert_with(|| value.into());
        }
        Some(rest)
    }

    /// Replaces the references of an attribute value and normalizes its white space to spaces (XML 1.0, section 3.3.3).
    pub(crate) fn attribute_value<'a>(&mut self, raw: &'a str, offset: u32, report: &mut Report) -> Cow<'a, str> {
        // A loop without an early exit is vectorized.
        if !raw.bytes().fold(false, |found, b| found | (b == b'&') | (b < b' ')) {
            return Cow::Borrowed(raw);
        }
        let mut out = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(at) = rest.find('&') {
            push_plain_spaces(&rest[..at], &mut out);
            let here = offset + (raw.len() - rest.len() + at) as u32;
            rest = &rest[at + 1..];
            // A reference ends at `;`, unless another reference starts before it.
            match rest.find([';', '&']) {
                Some(end) if rest.as_bytes()[end] == b';' => {
                    self.reference(&rest[..end], here, &mut out, report);
                    rest = &rest[end + 1..];
                }
                _ => {
                    raw_ampersand(here, report);
                    out.push('&');
                }
            }
        }
        push_plain_spaces(rest, &mut out);
        Cow::Owned(out)
    }

    /// Appends the text of a reference (`name` is between `&` and `;`).
    pub(super) fn reference(&mut self, name: &str, offset: u32, out: &mut String, report: &mut Report) {
        self.expand(name, offset, out, report, 0);
    }

    fn expand(&mut self, name: &str, offset: u32, out: &mut String, report: &mut Report, nesting: u32) {
        if let Some(c) = predefined(name) {
            out.push(c);
        } else if let Some(number) = name.strip_prefix('#') {
            match character(number) {
                Some(c) if is_windows_1252(number) => {
                    out.push(c);
                    report.warning(
                        FindingCode::CharacterReference,
                        offset,
                        format!("'&{name};' is read as '{c}', as in HTML; write the character itself."),
                    );
                }
                Some(c) if !number.starts_with('X') => out.push(c),
                Some(c) => {
                    out.push(c);
                    report.warning(
                        FindingCode::CharacterReference,
                        offset,
                        format!("'&{name};' is HTML, not XML; write '&{};'.", name.to_ascii_lowercase()),
                    );
                }
                None => {
                    out.push(char::REPLACEMENT_CHARACTER);
                    report.warning(
                        FindingCode::CharacterReference,
                        offset,
                        format!(
                            "'&{name};' is not a valid character; write the character itself or its correct number."
                        ),
                    );
                }
            }
        } else if let Some(value) = self.declared.get(name) {
            self.expanded += value.len();
            if self.expanded > MAX_ENTITY_BYTES || nesting >= MAX_ENTITY_NESTING {
                if !self.limit_reported {
                    self.limit_reported = true;
                    report.error(
                        FindingCode::LimitEntities,
                        offset,
                        format!(
                            "Entities of the DOCTYPE expand to more than {MAX_ENTITY_BYTES} bytes or nest too \
                             deep; the others are left out. Write the text itself."
                        ),
                    );
                }
                return;
            }
            let value = value.clone();
            let mut rest = &*value;
            while let Some(at) = rest.find('&') {
                out.push_str(&rest[..at]);
                rest = &rest[at + 1..];
                match rest.split_once(';') {
                    Some((inner, after)) => {
                        self.expand(inner, offset, out, report, nesting + 1);
                        rest = after;
                    }
                    None => out.push('&'),
                }
            }
            out.push_str(rest);
        } else if let Some(text) = html_entity(name) {
            out.push(text);
            report.warning(
                FindingCode::HtmlEntity,
                offset,
                format!("'&{name};' is an HTML entity, not XML; write the character '{text}' itself."),
            );
        } else {
            out.push('&');
            out.push_str(name);
            out.push(';');
            if name.chars().all(|c| c.is_alphanumeric()) {
                report.warning(
                    FindingCode::UnknownEntity,
                    offset,
                    format!("'&{name};' is not declared; write '&amp;{name};' if the text itself is meant."),
                );
            } else {
                raw_ampersand(offset, report);
            }
        }
    }
}

/// Reports a bare `&`.
pub(super) fn raw_ampersand(offset: u32, report: &mut Report) {
    report.warning(FindingCode::RawAmpersand, offset, "A bare '&' is not allowed in XML; write '&amp;'.");
}

fn push_plain_spaces(text: &str, out: &mut String) {
    let mut after_return = false;
    for c in text.chars() {
        match c {
            '\n' if after_return => {}
            '\t' | '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
        after_return = c == '\r';
    }
}

/// Returns the character that a reference (the text between `&` and `;`) stands for wherever it is written.
pub(super) fn character_reference(name: &str) -> Option<char> {
    match name.strip_prefix('#') {
        Some(number) => character(number).filter(|_| !number.starts_with('X') && !is_windows_1252(number)),
        None => predefined(name),
    }
}

/// Returns the character that a reference stands for in HTML.
pub(crate) fn html_reference(name: &str) -> Option<char> {
    match name.strip_prefix('#') {
        Some(number) => character(number),
        None => predefined(name).or_else(|| html_entity(name)),
    }
}

fn predefined(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

/// Returns the character that `#233` or `#xE9` without its `#` stands for (XML 1.0, production 2). HTML also allows `#XE9`. The
/// numbers 128 to 159 are control characters in XML, but all authors mean Windows-1252, as HTML does (HTML, section 13.2.5.80).
fn character(number: &str) -> Option<char> {
    let code = code(number)?;
    if let Some(c) = windows_1252(code) {
        return Some(c);
    }
    char::from_u32(code).filter(|&c| matches!(c, '\t' | '\n' | '\r' | ' '..) && !matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// Returns the number of a reference without its `#`.
fn code(number: &str) -> Option<u32> {
    match number.strip_prefix(['x', 'X']) {
        Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16).ok(),
        None if number.bytes().all(|b| b.is_ascii_digit()) => number.parse().ok(),
        _ => None,
    }
}

fn is_windows_1252(number: &str) -> bool {
    code(number).and_then(windows_1252).is_some()
}

/// The characters 128 to 159 of Windows-1252. Five of these numbers have none.
const WINDOWS_1252: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0,
    0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

fn windows_1252(code: u32) -> Option<char> {
    let at = usize::try_from(code).ok()?.checked_sub(0x80)?;
    WINDOWS_1252.get(at).filter(|&&c| c > 0).and_then(|&c| char::from_u32(c.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_to_control_characters_mean_windows_1252() {
        for (name, expected) in [
            ("#128", Some('\u{20ac}')),
            ("#146", Some('\u{2019}')),
            ("#x92", Some('\u{2019}')),
            ("#X92", Some('\u{2019}')),
            ("#150", Some('\u{2013}')),
            ("#159", Some('\u{178}')),
            ("#160", Some('\u{a0}')),
            ("#127", Some('\u{7f}')),
            ("#129", Some('\u{81}')),
            ("#0", None),
        ] {
            assert_eq!(html_reference(name), expected, "{name}");
        }
        // They mean something else to other programs, so they are not copied to saved files.
        assert_eq!((character_reference("#146"), character_reference("#233")), (None, Some('\u{e9}')));
    }
}

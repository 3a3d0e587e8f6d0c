//! End tags, and recovery from wrong ones.
//!
//! An end tag that does not match the innermost element ends what a browser would end: the nearest open element with its
//! name, and everything inside. Otherwise it is ignored. Both are reported.

use super::attributes::is_space;
use super::context::Context;
use super::core::{Core, DocumentPart, context};
use super::handler::Handler;
use super::names::{MASKS, Mark, window};
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_EARLY_ENDS, MAX_END_TAG_STEPS};

/// What an end tag ends.
enum Ends {
    /// The innermost element, as it should.
    Innermost,
    /// This number of elements.
    Elements(usize),
    /// The element has ended already, which is reported.
    Early,
    Nothing,
}

impl Core {
    /// Returns the length of the expected end tag, if the text begins with it in its usual form.
    fn expected_end_tag(&self, bytes: &[u8]) -> Option<usize> {
        let open = self.open.last()?;
        let length = open.length as usize;
        let mask = MASKS.get(length + ">".len())?;
        (window(bytes.strip_prefix(b"</")?)? & mask == u128::from_le_bytes(open.end_pattern))
            .then_some(length + "</>".len())
    }

    /// Reads an end tag. Returns its length in bytes, or `None` if it is incomplete.
    pub(super) fn read_end_tag<H: Handler>(
        &mut self,
        text: &str,
        last: bool,
        report: &mut Report,
        handler: &mut H,
        target: &mut H::Target,
    ) -> Option<usize> {
        if let Some(length) = self.expected_end_tag(text.as_bytes()) {
            handler.end(target, context!(self, report, self.offset));
            self.close();
            return Some(length);
        }
        if let Some(used) = self.read_stray(text, last, report, handler, target)? {
            return Some(used);
        }
        let end = memchr::memchr(b'>', text.as_bytes())?;
        if !self.fits(end, report) {
            return Some(end + 1);
        }
        let inside = &text["</".len()..end];
        let name = &inside[..inside.bytes().position(|byte| is_space(byte) || byte == b'/').unwrap_or(inside.len())];
        if !inside[name.len()..].trim_ascii().is_empty() {
            let message = format!("The end tag '</{name}>' has more than its name; this is ignored. Remove it.");
            report.warning(FindingCode::MismatchedEndTag, self.offset, message);
        }
        let count = match self.ends(name.as_bytes()) {
            Ends::Innermost => 1,
            Ends::Early => 0,
            Ends::Elements(count) => {
                let due = self.open.last().map_or(&b""[..], |open| open.name(&self.open_names));
                let due = String::from_utf8_lossy(due);
                let message = format!(
                    "The end tag is '</{name}>', but '</{due}>' is expected; it ends the element. Correct the tags."
                );
                report.warning(FindingCode::MismatchedEndTag, self.offset, message);
                count
            }
            Ends::Nothing if self.part == DocumentPart::Prolog => {
                let message = format!("The end tag '</{name}>' has no start tag; the rest is not read. Remove it.");
                self.fail(FindingCode::XmlSyntax, report, message);
                0
            }
            Ends::Nothing => {
                let message = format!("The end tag '</{name}>' has no start tag, so it is ignored. Remove it.");
                report.warning(FindingCode::MismatchedEndTag, self.offset, message);
                0
            }
        };
        for _ in 0..count {
            handler.end(target, context!(self, report, self.offset));
            self.close();
        }
        Some(end + 1)
    }

    /// Decides what an end tag ends.
    fn ends(&mut self, name: &[u8]) -> Ends {
        let due = self.open.last().map(|open| open.name(&self.open_names));
        if due == Some(name) {
            return Ends::Innermost;
        }
        // Tags without an element must not cost more the deeper elements are nested.
        let steps = (u64::from(self.offset) * MAX_END_TAG_STEPS).saturating_sub(self.mistakes.steps);
        let steps = steps.max(MAX_END_TAG_STEPS) as usize;
        let seen = || self.open.iter().rev().map(|open| open.name(&self.open_names)).take(steps);
        self.mistakes.steps += self.open.len().min(steps) as u64;
        if let Some(at) = seen().position(|open| open == name) {
            return Ends::Elements(at + 1);
        }
        if due.is_some_and(|due| is_typo(due, name)) {
            return Ends::Elements(1);
        }
        if let Some(at) = seen().position(|open| open.eq_ignore_ascii_case(name)) {
            return Ends::Elements(at + 1);
        }
        let depth = self.open.len();
        let is_early = self.mistakes.early.last().is_some_and(|(at, known)| *at == depth && **known == *name);
        if is_early {
            self.mistakes.early.pop();
            return Ends::Early;
        }
        Ends::Nothing
    }

    /// Ends the elements that the start of the current one has ended. `mark` is the scope in force before it. Returns the
    /// scope in force before the outermost of them.
    #[cold]
    pub(super) fn end_early(&mut self, mark: Mark) -> Mark {
        let count = std::mem::take(&mut self.control.ended_early);
        let kept = self.open.len().saturating_sub(count);
        let Some(outermost) = self.open.get(kept) else { return mark };
        let (mark, names) = (outermost.mark, outermost.name_start as usize);
        let early = &mut self.mistakes.early;
        early.retain(|(at, _)| *at <= kept);
        for (at, open) in self.open.iter().enumerate().skip(kept) {
            early.push((at, open.name(&self.open_names).into()));
        }
        early.drain(..early.len().saturating_sub(MAX_EARLY_ENDS));
        self.open.truncate(kept);
        self.open_names.truncate(names);
        mark
    }

    /// Ends the innermost open element.
    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.open_names.truncate(open.name_start as usize);
            self.names.leave(open.mark);
        }
        self.leave_root();
    }

    pub(super) fn leave_root(&mut self) {
        if self.open.is_empty() {
            self.part = DocumentPart::Epilog;
        }
    }
}

/// Returns `true` if a name is another one with a mistake: its prefix is missing or wrong, or one letter is wrong, missing,
/// doubled, or swapped with the next one.
fn is_typo(due: &[u8], name: &[u8]) -> bool {
    /// Letters of the shortest name in which one wrong letter is likely a mistake. Names such as `b` and `p` differ in one.
    const MIN_LETTERS: usize = 3;
    let [due, name] =
        [due, name].map(|name| name.rsplit(|&byte| byte == b':').next().unwrap_or(name).to_ascii_lowercase());
    let start = due.iter().zip(&name).take_while(|(a, b)| a == b).count();
    let (due, name) = (&due[start..], &name[start..]);
    let end = due.iter().rev().zip(name.iter().rev()).take_while(|(a, b)| a == b).count();
    let (rest, other) = (&due[..due.len() - end], &name[..name.len() - end]);
    let is_swapped = matches!((rest, other), ([a, b], [c, d]) if a == d && b == c);
    let is_same = rest.is_empty() && other.is_empty();
    is_same || (start + due.len() >= MIN_LETTERS && (is_swapped || (rest.len() <= 1 && other.len() <= 1)))
}

#[cfg(test)]
mod tests {
    use super::is_typo;

    #[test]
    fn a_name_with_one_mistake_is_recognized() {
        for (due, name) in [
            ("loc", "Loc"),
            ("loc", "lox"),
            ("loc", "lock"),
            ("dc:title", "dc:titel"),
            ("dc:title", "title"),
            ("title", "dc:title"),
            ("url", "rl"),
            ("lastmod", "lastmodd"),
        ] {
            assert!(is_typo(due.as_bytes(), name.as_bytes()), "{due} {name}");
        }
        for (due, name) in
            [("b", "p"), ("br", "tr"), ("caption", "br"), ("loc", "url"), ("title", ""), ("title", "tilted")]
        {
            assert!(!is_typo(due.as_bytes(), name.as_bytes()), "{due} {name}");
        }
    }
}

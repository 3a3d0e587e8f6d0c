//! Copies markup as written, so that it can be written to another document.

use super::xml_literal::XmlLiteral;
use crate::collections::keyed::HashMap;
use crate::findings::FindingCode;
use crate::limits::MAX_METADATA_BYTES;
use crate::xml::{Context, Element, is_like_name, push_attribute_value};

/// Copies one element and its content while it is read. Tags, comments, CDATA sections and instructions stay unchanged.
/// Tags whose names contain markup are left out, because the saved file could not be read. The copy is complete:
/// it contains the prefixes that are declared outside of the element, and the values of the DOCTYPE's entities.
#[derive(Debug, Default)]
pub(crate) struct Verbatim {
    text: String,
    /// For each open element: its name (`None` if the copy has no end tag), and the number of prefixes declared outside
    /// it.
    open: Vec<(Option<Box<str>>, usize)>,
    declared: Prefixes,
    is_full: bool,
}

/// The prefixes that open elements declare.
#[derive(Debug, Default)]
struct Prefixes {
    /// The innermost declaration is last.
    all: Vec<Box<str>>,
    /// How often each prefix is in `all`.
    counts: HashMap<Box<str>, usize>,
}

impl Prefixes {
    fn len(&self) -> usize {
        self.all.len()
    }

    fn push(&mut self, prefix: &str) {
        self.all.push(prefix.into());
        *self.counts.entry(prefix.into()).or_default() += 1;
    }

    /// Keeps only the first `length` declarations, which are the outermost.
    fn truncate(&mut self, length: usize) {
        for prefix in self.all.drain(length..) {
            if let Some(count) = self.counts.get_mut(&prefix) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&prefix);
                }
            }
        }
    }

    fn contains(&self, prefix: &str) -> bool {
        self.counts.contains_key(prefix)
    }
}

impl Verbatim {
    /// Starts an element.
    pub(crate) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let is_name = is_like_name(element.raw_name);
        let name = (is_name && !element.is_empty).then(|| element.raw_name.into());
        let is_outermost = self.open.is_empty();
        self.open.push((name, self.declared.len()));
        if self.is_full() {
            return;
        }
        if !is_name {
            let message = "The name of this tag contains a character that no name may have, so saved files will not \
                           contain the tag. Correct the name.";
            cx.report.warning(FindingCode::BadAttribute, cx.offset, message);
            return;
        }
        self.text.push('<');
        element.write(&mut self.text, cx);
        element.declared_prefixes().for_each(|prefix| self.declared.push(prefix));
        let prefix = |name: &str| name.split_once(':').map_or(String::new(), |(prefix, _)| prefix.to_owned());
        let of_attributes = element.attributes.iter().map(|a| prefix(element.raw_attribute_name(a)));
        // An attribute without a prefix has no namespace. The outermost element without one has that of the format.
        let mut used: Vec<String> = of_attributes.filter(|prefix| !prefix.is_empty()).collect();
        if !is_outermost || element.raw_name.contains(':') {
            used.push(prefix(element.raw_name));
        }
        for prefix in used {
            if prefix == "xml" || self.declared.contains(&prefix) {
                continue;
            }
            if let Some(namespace) = cx.names.lookup(&prefix).filter(|namespace| !namespace.is_empty()) {
                let colon = if prefix.is_empty() { "" } else { ":" };
                self.text.extend([" xmlns", colon, &prefix]);
                push_attribute_value(namespace, &mut self.text);
                self.declared.push(&prefix);
            }
        }
        self.text.push_str(if element.is_empty { "/>" } else { ">" });
    }

    /// Ends the innermost element. Returns `true` if it was the outermost one.
    pub(crate) fn end(&mut self) -> bool {
        if let Some((name, declared)) = self.open.pop() {
            self.declared.truncate(declared);
            if let Some(name) = name
                && !self.is_full()
            {
                self.text.extend(["</", &name, ">"]);
            }
        }
        self.open.is_empty()
    }

    pub(crate) fn text(&mut self, text: &str) {
        if !self.is_full() {
            XmlLiteral::text(text, &mut self.text);
        }
    }

    pub(crate) fn cdata(&mut self, text: &str) {
        self.push(["<![CDATA[", text, "]]>"]);
    }

    pub(crate) fn comment(&mut self, text: &str) {
        self.push(["<!--", text, "-->"]);
    }

    pub(crate) fn instruction(&mut self, text: &str) {
        self.push(["<?", text, "?>"]);
    }

    fn push(&mut self, parts: [&str; 3]) {
        if !self.is_full() {
            self.text.extend(parts);
        }
    }

    fn is_full(&mut self) -> bool {
        self.is_full |= self.text.len() > MAX_METADATA_BYTES;
        self.is_full
    }

    /// Returns the markup, or `None` if it is too long.
    pub(crate) fn take(&mut self) -> Option<String> {
        let taken = std::mem::take(self);
        (taken.text.len() <= MAX_METADATA_BYTES).then_some(taken.text)
    }
}

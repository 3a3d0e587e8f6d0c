//! Resolves the names of a tag: element, attributes and namespaces.

use super::attributes;
use super::attributes::{BAD_ATTRIBUTE, is_like_name, repeated_attribute};
use super::core::Core;
use super::names::Resolved;
use super::open_tags::StartTag;
use super::vocabulary;
use super::vocabulary::Name;
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_ATTRIBUTES, MAX_NAMES, MAX_NAMESPACE_NAMES, MAX_NAMESPACES};
use std::borrow::Cow;

/// Reports a name whose case differs from that of the name that is meant.
#[inline(never)]
pub(crate) fn report_wrong_case(written: &str, meant: &str, offset: u32, report: &mut Report) {
    let message = format!("XML distinguishes upper and lower case, so '{written}' is not '{meant}'; write '{meant}'.");
    report.warning(FindingCode::WrongCase, offset, message);
}

impl Core {
    /// Moves the namespace declarations from the attributes to the scope, then resolves the names of the tag.
    pub(super) fn resolve(&mut self, tag: &StartTag<'_>, report: &mut Report) -> Name {
        let source = tag.content();
        let text = |(start, end): (u32, u32)| &source[start as usize..end as usize];
        let mut declarations: Vec<(&str, Cow<'_, str>)> = Vec::new();
        self.attributes.retain(|attribute| {
            if !is_like_name(text(attribute.key)) {
                report.warning(FindingCode::BadAttribute, self.offset, BAD_ATTRIBUTE);
                return false;
            }
            let rest = text(attribute.key).strip_prefix("xmlns");
            let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(':')) else { return true };
            let namespace = self.entities.attribute_value(text(attribute.value), attribute.offset, report);
            let prefix = rest.trim_start_matches(':');
            // Declarations beyond the limit are ignored.
            let is_due = declarations.len() <= MAX_NAMESPACES;
            if is_due && declarations.iter().any(|(known, _)| *known == prefix) {
                repeated_attribute(text(attribute.key), attribute.offset, report);
            } else if is_due && (prefix.is_empty() || !namespace.is_empty()) {
                // A prefix cannot be bound to nothing (Namespaces in XML, section 5). A use of the prefix is reported.
                let meant = match vocabulary::meant_namespace(prefix, &namespace) {
                    None => namespace,
                    Some(meant) => {
                        self.mistakes.namespace(&namespace, meant, attribute.offset, report);
                        Cow::Borrowed(meant)
                    }
                };
                declarations.push((prefix, meant));
            }
            false
        });
        if let Some(first) = self.attributes.get(MAX_ATTRIBUTES) {
            report.warning(
                FindingCode::LimitAttributes,
                first.offset,
                format!("An element has more than {MAX_ATTRIBUTES} attributes; the others are ignored. Remove some."),
            );
            self.attributes.truncate(MAX_ATTRIBUTES);
        }
        if !declarations.is_empty() {
            let declared: Vec<(&str, &str)> = declarations.iter().map(|(p, n)| (*p, &**n)).collect();
            if !self.names.declare(&declared) {
                report.warning(
                    FindingCode::LimitNamespaces,
                    self.offset,
                    format!("More than {MAX_NAMESPACES} namespaces are declared; the others are ignored. Remove some."),
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
        if let Some((written, meant)) = self.names.take_wrong_case() {
            report_wrong_case(&written, meant, self.offset, report);
        }
        if self.names.take_limit_reached() {
            report.warning(
                FindingCode::LimitNames,
                self.offset,
                format!(
                    "There are more than {MAX_NAMES} names or {MAX_NAMESPACE_NAMES} namespaces; the others are ignored."
                ),
            );
        }
        name
    }

    /// Resolves the name at the start of `text`.
    pub(super) fn name(
        &mut self,
        text: &str,
        length: usize,
        attribute: bool,
        offset: u32,
        report: &mut Report,
    ) -> Name {
        let raw = &text[..length];
        match self.names.resolve(raw, attribute) {
            Resolved::Name(name) => {
                // A name of an irregular tag must not match the start of a regular one, nor a '<' that begins no tag.
                let starts_tag = attribute || raw.bytes().next().is_some_and(attributes::starts_name);
                if starts_tag && !raw.bytes().any(attributes::is_end) {
                    self.names.remember(text.as_bytes(), length, attribute, name);
                }
                name
            }
            Resolved::Unbound(name, known) => {
                let prefix = raw.split(':').next().unwrap_or_default();
                // Report each prefix once, at its first use.
                if self.undeclared.len() < MAX_NAMESPACES && self.undeclared.insert(prefix.into()) {
                    match known {
                        Some(uri) => report.warning(
                            FindingCode::UndeclaredPrefix,
                            offset,
                            format!("The prefix '{prefix}' is not declared; add xmlns:{prefix}=\"{uri}\"."),
                        ),
                        None if prefix.is_empty() => report.error(
                            FindingCode::UndeclaredPrefix,
                            offset,
                            format!("'{raw}' begins with a colon, so it is ignored; remove the colon."),
                        ),
                        None => report.error(
                            FindingCode::UndeclaredPrefix,
                            offset,
                            format!(
                                "The prefix '{prefix}' is not declared, so '{raw}' is ignored; add xmlns:{prefix}."
                            ),
                        ),
                    }
                }
                name
            }
        }
    }
}

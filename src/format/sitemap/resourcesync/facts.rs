//! Facts about a resource or a document, from `rs:md` or from the elements of the older paper.

use super::terms::{Term, Terms, attribute};
use crate::format::sitemap::entry::{At, Entry};
use crate::format::sitemap::protocol::Tag;
use crate::xml::{Context, Names};
use std::borrow::Cow;

/// A fact about a resource: a detail with its name.
pub(super) struct Fact<'a> {
    pub(super) name: &'a str,
    pub(super) value: Cow<'a, str>,
    /// Byte offset in the document.
    pub(super) offset: u32,
}

/// The values of `change`.
pub(super) const CHANGES: [&str; 3] = ["created", "updated", "deleted"];

/// Returns the change that an entry reports.
pub(super) fn change<'a>(facts: &'a [Fact<'_>]) -> Option<&'a str> {
    facts.iter().find(|fact| fact.name == "change").map(|fact| &*fact.value)
}

/// Returns a known change in lower case.
fn lower(change: &str) -> Cow<'_, str> {
    match CHANGES.into_iter().find(|known| known.eq_ignore_ascii_case(change)) {
        Some(known) => known.into(),
        None => change.into(),
    }
}

/// Returns the facts in an element, under the names of the standard.
pub(super) fn of<'a>(terms: &mut Terms, entry: &'a Entry, at: At, cx: &Context<'a>) -> Vec<Fact<'a>> {
    let names: &'a Names = cx.names;
    let offset = entry.offset(at);
    let one = |name, value: Cow<'a, str>| vec![Fact { name, value, offset }];
    match terms.get(entry.name(at), names) {
        Term::Md => {
            let mut facts = Vec::new();
            for (name, value, _) in entry.attributes(at) {
                if let Some(name) = attribute(name, names) {
                    add(name, value, offset, &mut facts);
                }
            }
            facts
        }
        Term::Size => one("length", entry.value(at).into()),
        Term::Mimetype => one("type", entry.value(at).into()),
        Term::Fixity => {
            let kind = entry.attributes(at).find(|(name, _, _)| attribute(*name, names) == Some("type"));
            let value = entry.value(at);
            one("hash", kind.map_or(value.into(), |(_, kind, _)| format!("{kind}:{value}").into()))
        }
        Term::Foreign if at > 0 && entry.tag(at) == Tag::Lastmod => {
            let is_change = |name| attribute(name, names) == Some("change");
            let change = entry.attributes(at).find(|(name, _, _)| is_change(*name));
            change.map_or_else(Vec::new, |(_, value, _)| one("change", lower(value)))
        }
        _ => Vec::new(),
    }
}

/// Adds the fact in an attribute. `hash` has several values, separated by spaces.
pub(super) fn add<'a>(name: &'a str, value: &'a str, offset: u32, facts: &mut Vec<Fact<'a>>) {
    match name {
        "hash" => facts.extend(value.split_whitespace().map(|hash| Fact { name, value: hash.into(), offset })),
        "change" => facts.push(Fact { name, value: lower(value), offset }),
        _ => facts.push(Fact { name, value: value.into(), offset }),
    }
}

//! `rs:ln`: links to related resources and documents, shown in the context menu.

use super::facts::Fact;
use super::{facts, terms, titles};
use crate::address::{check_written, reference};
use crate::findings::FindingCode;
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::{At, Entry};
use crate::limits::MAX_VALUE_BYTES;
use crate::site_map::NodeId;
use crate::xml::Context;

fn attribute<'a>(name: &str, entry: &'a Entry, at: At, cx: &Context<'_>) -> Option<&'a str> {
    entry.attributes(at).find(|(known, _, _)| terms::attribute(*known, cx.names) == Some(name)).map(|found| found.1)
}

/// Returns the absolute address of a link.
pub(super) fn target(entry: &Entry, at: At, document: &Document<'_>, cx: &Context<'_>) -> Option<String> {
    let href = attribute("href", entry, at, cx).filter(|href| !href.is_empty())?;
    Some(reference::resolved(entry.base(at, document.base), href))
}

/// Returns the title of a link: its relation and target, for example "Duplicate: mirror.example.com/res1". Returns
/// `None` if it has no target.
pub(super) fn title(entry: &Entry, at: At, document: &Document<'_>, cx: &mut Context<'_>) -> Option<String> {
    let offset = entry.offset(at);
    let Some(address) = target(entry, at, document, cx) else {
        let message = "This rs:ln has no target; add the attribute 'href' or remove the element.";
        cx.report.warning(FindingCode::MissingTarget, offset, message);
        return None;
    };
    let rel = attribute("rel", entry, at, cx).unwrap_or_default();
    let mut words: Vec<_> = rel.split_whitespace().map(terms::relation).collect();
    if words.is_empty() {
        words.push(terms::LINK);
        cx.report.warning(
            FindingCode::MissingRelation,
            offset,
            "This rs:ln does not say how its target is related; add the attribute 'rel'.",
        );
    }
    let mut title = titles::title(&words, &terms::readable_target(&address));
    title.truncate(title.floor_char_boundary(MAX_VALUE_BYTES));
    Some(title)
}

/// Adds a link to the context menu of a page, with its other attributes as details.
pub(super) fn add(
    page: NodeId,
    title: String,
    entry: &Entry,
    at: At,
    document: &mut Document<'_>,
    cx: &mut Context<'_>,
) {
    let offset = entry.offset(at);
    let target = document.map.unnamed(offset, cx.report);
    document.map.set_title_in_words(target, &title, offset, cx.report);
    if let Some(href) = attribute("href", entry, at, cx) {
        check_written(href, offset, cx.report);
        document.map.set_target(target, href, entry.base(at, document.base), offset, cx.report);
    }
    let mut facts: Vec<Fact<'_>> = Vec::new();
    for (name, value, _) in entry.attributes(at) {
        if let Some(name) = terms::attribute(name, cx.names).filter(|name| !matches!(*name, "rel" | "href")) {
            facts::add(name, value, offset, &mut facts);
        }
    }
    for fact in facts {
        document.map.add_detail(target, fact.name, &fact.value, offset, cx.report);
    }
    document.map.append_to_menu(page, target, offset, cx.report);
}

//! Reads what an entry says about its page: title, details, and addresses in other languages.

use super::super::complete::check_complete;
use super::caption::caption;
use super::document::Document;
use super::entry::{At, Entry};
use super::protocol::{Tag, changefreq, is_priority};
use crate::address;
use crate::address::{check_written, reference};
use crate::collections::keyed::{HashSet, Keyed};
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_REPEATED_DETAILS;
use crate::site_map::NodeId;
use crate::text::date;
use crate::text::html_text::decoded;
use crate::xml::vocabulary::{NO_HREF, NO_HREFLANG, NO_NAME, NO_REL, NO_VALUE};
use crate::xml::{Context, Names};
use std::borrow::Cow;
use std::hash::BuildHasher;

/// Adds what an entry says about a page. All entries for a page count; the first value of each detail counts.
pub(in crate::format) fn describe(page: NodeId, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
    let before = document.map.detail_count(page, MAX_REPEATED_DETAILS);
    let mut known = KnownDetails::default();
    if (1..MAX_REPEATED_DETAILS).contains(&before) {
        document.map.last_details(page).for_each(|detail| known.add(detail));
    }
    let mut is_plain = true;
    for child in entry.children(0) {
        let tag = entry.tag(child);
        is_plain &= tag.is_plain();
        let protocol_name = match tag {
            Tag::Lastmod => Some("lastmod"),
            Tag::Changefreq => Some("changefreq"),
            Tag::Priority => Some("priority"),
            Tag::DublinCore => None,
            Tag::Foreign if is_news(child, entry, cx) => None,
            _ => continue,
        };
        // Only valid values are shared.
        if before == 0 && protocol_name.is_some_and(|name| document.map.share_detail(page, name, entry.value(child))) {
            continue;
        }
        let found = match tag {
            Tag::Foreign => publication_date(child, entry, cx),
            _ => detail(tag, child, entry, cx.names, cx.report),
        };
        let Some((name, value)) = found else { continue };
        // A date in another form is reported at each place.
        let is_exact = tag != Tag::Lastmod || date::is_exact_w3c(&value);
        if before == 0 && protocol_name.is_some() && is_exact {
            document.map.add_shared_detail(page, name, &value, entry.offset(child), cx.report);
            continue;
        }
        if before >= MAX_REPEATED_DETAILS || (before > 0 && known.has(tag, name, &value)) {
            continue;
        }
        document.map.add_detail(page, name, &value, entry.offset(child), cx.report);
        if before > 0 {
            document.map.last_details(page).take(1).for_each(|detail| known.add(detail));
        }
    }
    if is_plain {
        return;
    }
    if !document.map.has_title(page) || document.map.has_substitute(page) {
        if let Some((title, offset)) = title(entry, cx) {
            document.map.set_title(page, &title, offset, cx.report);
        } else if let Some(caption) = caption(entry, cx) {
            document.map.set_caption(page, &caption, cx.report);
        }
    }
    add_languages(page, entry, document, cx);
}

/// The details of a page as hashes: one of each name, and one of each name with its value.
#[derive(Default)]
struct KnownDetails(HashSet<u64>);

impl KnownDetails {
    fn add(&mut self, detail: (&str, &str)) {
        self.0.extend([Keyed.hash_one(detail.0), Keyed.hash_one(detail)]);
    }

    /// Returns `true` if a detail adds nothing new. Only Dublin Core allows several values of one name.
    fn has(&self, tag: Tag, name: &str, value: &str) -> bool {
        let hash = if tag == Tag::DublinCore { Keyed.hash_one((name, value)) } else { Keyed.hash_one(name) };
        self.0.contains(&hash)
    }
}

/// Returns `true` for the element of Google's extension for news.
fn is_news(at: At, entry: &Entry, cx: &Context<'_>) -> bool {
    cx.names.local(entry.name(at)) == "news"
}

/// Returns the detail with the date of the news.
fn publication_date<'a>(at: At, entry: &'a Entry, cx: &Context<'_>) -> Option<(&'a str, Cow<'a, str>)> {
    let (date, _) = entry.first_text(at, "publication_date", cx)?;
    date::w3c(&date).map(|_| ("publication_date", date))
}

/// Returns name and value of the detail in an element. Invalid values are reported and ignored.
fn detail<'a>(
    tag: Tag,
    at: At,
    entry: &'a Entry,
    names: &'a Names,
    report: &mut Report,
) -> Option<(&'a str, Cow<'a, str>)> {
    let value = entry.value(at);
    // The text of a date may have been left out.
    if value.is_empty() && tag != Tag::DublinCore && (entry.is_cut() || tag != Tag::Lastmod) {
        return None;
    }
    let offset = entry.offset(at);
    match tag {
        Tag::Lastmod if date::w3c(value).is_some() => {
            if !date::is_exact_w3c(value) {
                let message = format!(
                    "The lastmod '{value}' is not in the form of W3C Datetime, which the protocol requires; write it as \
                     YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+hh:mm."
                );
                report.warning(FindingCode::LastmodForm, offset, message);
            }
            Some(("lastmod", Cow::Borrowed(value)))
        }
        Tag::Lastmod => {
            let message = format!(
                "The lastmod '{value}' is not a date and is ignored; write it as YYYY-MM-DD or \
                                 YYYY-MM-DDThh:mm:ss+hh:mm."
            );
            report.warning(FindingCode::BadLastmod, offset, message);
            None
        }
        Tag::Priority if is_priority(value) => Some(("priority", Cow::Borrowed(value))),
        Tag::Priority => {
            let message = format!("The priority '{value}' is not a number from 0.0 to 1.0 and is ignored; correct it.");
            report.warning(FindingCode::BadPriority, offset, message);
            None
        }
        Tag::Changefreq => {
            let known = changefreq(value);
            if known.is_none() {
                let message = format!(
                    "The changefreq '{value}' is unknown and is ignored; write always, hourly, daily, weekly, \
                     monthly, yearly or never."
                );
                report.warning(FindingCode::BadChangefreq, offset, message);
            }
            known.map(|known| ("changefreq", Cow::Borrowed(known)))
        }
        Tag::DublinCore => Some((names.local(entry.name(at)), entry.text_of(at))).filter(|(_, text)| !text.is_empty()),
        _ => None,
    }
}

/// Returns `true` if an entry has a title.
pub(super) fn has_title(entry: &Entry, cx: &Context<'_>) -> bool {
    title(entry, cx).is_some()
}

/// Returns the title of an entry and its offset. The first of these counts: Dublin Core, DiWoo, news, PageMap. The titles
/// of pictures and videos are not those of the page: see [`caption`].
pub(super) fn title<'a>(entry: &'a Entry, cx: &Context<'_>) -> Option<(Cow<'a, str>, u32)> {
    let mut best: Option<(TitleElement, Cow<'a, str>, u32)> = None;
    for child in entry.children(0) {
        let source = match entry.tag(child) {
            Tag::Title => TitleElement::DublinCore,
            Tag::Foreign => match cx.names.local(entry.name(child)) {
                "Document" => TitleElement::Diwoo,
                "news" => TitleElement::News,
                "PageMap" => TitleElement::PageMap,
                _ => continue,
            },
            _ => continue,
        };
        let Some((title, offset)) = source.title(child, entry, cx) else { continue };
        if best.as_ref().is_none_or(|(known, ..)| source < *known) {
            best = Some((source, title, offset));
        }
    }
    let (source, title, offset) = best?;
    // Generators write HTML into the vocabularies of search engines, as they do in feeds.
    let is_from_generator = matches!(source, TitleElement::News | TitleElement::PageMap);
    Some((if is_from_generator { decoded(title) } else { title }, offset))
}

/// The elements that may contain a title, the best one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum TitleElement {
    DublinCore,
    Diwoo,
    News,
    PageMap,
}

impl TitleElement {
    /// Returns the title in an element of this kind, and its offset.
    fn title<'a>(self, at: At, entry: &'a Entry, cx: &Context<'_>) -> Option<(Cow<'a, str>, u32)> {
        let first = |local: &str| entry.first_text(at, local, cx);
        match self {
            TitleElement::DublinCore => {
                Some((entry.text_of(at), entry.offset(at))).filter(|(title, _)| !title.is_empty())
            }
            TitleElement::Diwoo => first("officieleTitel").or_else(|| first("verkorteTitel")),
            TitleElement::News => first("title"),
            TitleElement::PageMap => {
                // There is no text before this element.
                let mut empty_to = at;
                let mut titles = entry.below(at).filter(|&below| entry.attribute(below, NO_NAME) == Some("title"));
                titles.find_map(|below| {
                    let title = match entry.attribute(below, NO_VALUE) {
                        Some(value) => Cow::Borrowed(value),
                        None if below < empty_to => return None,
                        None => {
                            let text = entry.text_of(below);
                            if text.is_empty() {
                                empty_to = entry.below(below).end;
                            }
                            text
                        }
                    };
                    (!title.is_empty()).then(|| (title, entry.offset(below)))
                })
            }
        }
    }
}

/// Adds the addresses of the page in other languages (`xhtml:link rel="alternate" hreflang="..."`), except its own.
fn add_languages(page: NodeId, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
    let mut own_key = None;
    for child in entry.children(0) {
        if entry.tag(child) != Tag::Link {
            continue;
        }
        let rel = entry.attribute(child, NO_REL).unwrap_or_default();
        let is_alternate = rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("alternate"));
        let Some(language) = entry.attribute(child, NO_HREFLANG).filter(|tag| is_alternate && !tag.is_empty()) else {
            continue;
        };
        let href = reference::visible(entry.attribute(child, NO_HREF).unwrap_or_default());
        let mut link = String::new();
        if !href.is_empty() {
            check_complete(&href, entry.offset(child), cx.report);
            check_written(&href, entry.offset(child), cx.report);
            reference::resolve(entry.base(child, document.base), &href, &mut link);
        }
        let own = own_key.get_or_insert_with(|| {
            let loc = entry.tagged(0, Tag::Loc).unwrap_or(0);
            address::key(&document.address(entry, loc))
        });
        if address::key(&link) != *own {
            document.map.add_language(page, language, &link, entry.offset(child), cx.report);
        }
    }
}

//! Writes OPML 2.0. An outline may have an address and outlines in it, so each page is one outline.
//!
//! Attributes and elements in the namespace `navi` express what OPML has no words for. OPML allows such namespaces. The
//! names are those of XBEL. The pages in context menus are `navi:outline`, so that other programs do not list them.

use super::super::markup::{Escaped, Indent, Output};
use super::super::words::kind_words;
use super::entry::{Alias, Details, Entry, Open, Root, take};
use crate::address::reference::is_web_address;
use crate::format::saved_terms::detail_element;
use crate::site_map::Kind;
use crate::text::date;
use crate::text::html_text::as_html;
use crate::xml::vocabulary::{DC, DETAIL, NAVI};
use std::fmt::{Error, Result, Write};

pub(super) fn start(root: Option<Root<'_>>, out: &mut Output<'_>) -> Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    write!(out, "<opml version=\"2.0\"")?;
    for (prefix, namespace) in [("dc", DC), ("navi", NAVI), ("detail", DETAIL)] {
        write!(out, " xmlns:{prefix}=\"{namespace}\"")?;
    }
    let Some(Root { id, title, mut details, has_shared, .. }) = root else {
        return writeln!(out, ">\n  <head/>\n  <body>");
    };
    attribute("navi:id", id.as_deref(), out)?;
    attribute("navi:aliases", has_shared.then_some("pages"), out)?;
    writeln!(out, ">\n  <head>")?;
    for (name, value) in [
        ("title", title.as_deref()),
        ("dateCreated", take(&mut details, "added", is_date)),
        ("dateModified", take(&mut details, "modified", is_date)),
        ("ownerName", take(&mut details, "creator", |_| true)),
    ] {
        if let Some(value) = value {
            writeln!(out, "    <{name}>{}</{name}>", Escaped(value))?;
        }
    }
    write_details(&details, 2, out)?;
    writeln!(out, "  </head>\n  <body>")
}

pub(super) fn separator(depth: usize, is_in_menu: bool, out: &mut Output<'_>) -> Result {
    writeln!(out, "{}<{} text=\"----\" navi:kind=\"separator\"/>", Indent(depth + 1), element(is_in_menu))
}

pub(super) fn alias(alias: &Alias<'_>, out: &mut Output<'_>) -> Result {
    write!(out, "{}<{}", Indent(alias.depth + 1), element(alias.is_in_menu))?;
    for (name, value) in [
        ("text", Some(&*as_html(&alias.title))),
        ("type", alias.address.map(|_| "link")),
        ("url", alias.address),
        ("navi:id", alias.id.as_deref()),
        ("navi:ref", Some(&*alias.to)),
    ] {
        attribute(name, value, out)?;
    }
    writeln!(out, "/>")
}

pub(super) fn entry(mut entry: Entry<'_>, out: &mut Output<'_>) -> std::result::Result<Open, Error> {
    let (details, address) = (&mut entry.details, entry.address);
    let kind = take(details, "type", |kind| !kind.eq_ignore_ascii_case("link"));
    let feed = take(details, "feed", |_| address.is_some());
    let is_feed = kind.is_some_and(|kind| kind.eq_ignore_ascii_case("rss"));
    let own = match (is_feed, feed) {
        (true, None) => "xmlUrl",
        (true, Some(_)) => "htmlUrl",
        (false, _) => "url",
    };
    let words = words(&entry, out);
    let text = as_html(&entry.title);
    let details = &mut entry.details;
    let attributes = [
        ("text", Some(&*text)),
        ("type", kind.or(address.map(|_| "link"))),
        ("xmlUrl", feed),
        (own, address),
        ("description", take(details, "description", |_| true)),
        ("language", take(details, "language", |_| true)),
        ("version", take(details, "version", |_| true)),
        ("created", take(details, "added", is_date)),
        ("category", take(details, "tags", |_| true)),
        ("navi:id", entry.id.as_deref()),
        ("navi:kind", Some(&*words).filter(|words| !words.is_empty())),
        ("navi:icon", entry.icon),
        ("navi:aliasOf", entry.alias_of.as_deref()),
    ];
    write!(out, "{}<{}", Indent(entry.depth + 1), element(entry.is_in_menu))?;
    for (name, value) in attributes {
        attribute(name, value, out)?;
    }
    let mut open = Open::new(&entry);
    open.is_filled = entry.has_children || entry.has_menu || !entry.details.is_empty();
    writeln!(out, "{}", if open.is_filled { ">" } else { "/>" })?;
    write_details(&entry.details, entry.depth + 2, out)?;
    if entry.has_menu {
        writeln!(out, "{}<navi:menu>", Indent(entry.depth + 2))?;
    }
    Ok(open)
}

pub(super) fn rest(open: &Open, out: &mut Output<'_>) -> Result {
    match open.has_menu {
        true => writeln!(out, "{}</navi:menu>", Indent(open.depth + 2)),
        false => Ok(()),
    }
}

pub(super) fn close(open: &Open, out: &mut Output<'_>) -> Result {
    match open.is_filled {
        true => writeln!(out, "{}</{}>", Indent(open.depth + 1), element(open.is_in_menu)),
        false => Ok(()),
    }
}

pub(super) fn end(out: &mut Output<'_>) -> Result {
    writeln!(out, "  </body>\n</opml>")
}

fn element(is_in_menu: bool) -> &'static str {
    if is_in_menu { "navi:outline" } else { "outline" }
}

/// Returns the words of `kind` that the outline does not express. An outline with outlines in it is a folder, unless it
/// has an address. An outline whose text is an address leads there, unless it has words.
fn words(entry: &Entry<'_>, out: &Output<'_>) -> String {
    let words = kind_words(out.map, entry.page);
    let is_like_link = entry.address.is_none() && is_web_address(&entry.title);
    let is_heading = out.map.kind(entry.page) == Kind::Heading && (entry.has_children || is_like_link);
    let is_implied = entry.has_children && entry.address.is_none() && !is_like_link;
    let is_written = |word: &&str| !(*word == "folder" && is_implied);
    let words = words.split_whitespace().filter(is_written);
    is_heading.then_some("heading").into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn is_date(text: &str) -> bool {
    date::rfc822(text).is_some()
}

fn attribute(name: &str, value: Option<&str>, out: &mut Output<'_>) -> Result {
    match value {
        Some(value) => write!(out, " {name}=\"{}\"", Escaped(value)),
        None => Ok(()),
    }
}

fn write_details(details: &Details<'_>, depth: usize, out: &mut Output<'_>) -> Result {
    details.iter().try_for_each(|(name, value)| {
        let element = detail_element(name);
        writeln!(out, "{}<{element}>{}</{element}>", Indent(depth), Escaped(value))
    })
}

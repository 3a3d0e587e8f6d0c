//! Writes the HTML that browsers read: Netscape bookmark files. A page with children is a folder whose first bookmark
//! leads to the page.
//!
//! Attributes with the prefix `navi:` express what this HTML has no words for. Two tags in comments do the same:
//! `navi:detail`, and `navi:menu` with a context menu. The texts of such a menu contain no `>`, because a `>` could end
//! the comment.

use super::super::markup::{Escaped, Indent, Output};
use super::super::words::title;
use super::entry::{Alias, Details, Entry, Open, Root, take, words};
use crate::format::saved_terms::MAX_SECONDS;
use crate::text::date;
use std::fmt::{Error, Result, Write};

const START: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">
<TITLE>Bookmarks</TITLE>";

pub(super) fn start(root: Option<Root<'_>>, out: &mut Output<'_>) -> Result {
    writeln!(out, "{START}")?;
    let Some(Root { id, title, mut details, has_shared, .. }) = root else { return writeln!(out, "<DL><p>") };
    if let Some(title) = title {
        writeln!(out, "<H1>{}</H1>", Escaped(&title))?;
    }
    let description = take(&mut details, "description", |_| true);
    write_details(&details, false, 0, out)?;
    if let Some(description) = description {
        writeln!(out, "<DD>{}", Escaped(description))?;
    }
    write!(out, "<DL")?;
    attribute("ID", id.as_deref(), out)?;
    attribute("navi:aliases", has_shared.then_some("pages"), out)?;
    writeln!(out, "><p>")
}

pub(super) fn separator(depth: usize, _: bool, out: &mut Output<'_>) -> Result {
    writeln!(out, "{}<HR>", Indent(depth))
}

/// Other programs show an alias as a bookmark, or as an empty folder.
pub(super) fn alias(alias: &Alias<'_>, out: &mut Output<'_>) -> Result {
    let element = element(alias.address.is_none());
    write!(out, "{}<DT><{element}", Indent(alias.depth))?;
    attribute("HREF", alias.address, out)?;
    attribute("ID", alias.id.as_deref(), out)?;
    attribute("navi:ref", Some(&alias.to), out)?;
    writeln!(out, ">{}</{element}>", Escaped(&alias.title))
}

pub(super) fn entry(mut entry: Entry<'_>, out: &mut Output<'_>) -> std::result::Result<Open, Error> {
    let Entry { page, depth, is_folder, is_in_menu, .. } = entry;
    let element = element(is_folder);
    write!(out, "{}<DT><{element}", Indent(depth))?;
    attribute(if is_folder { "navi:href" } else { "HREF" }, entry.address, out)?;
    for (detail, name) in [("added", "ADD_DATE"), ("modified", "LAST_MODIFIED"), ("visited", "LAST_VISIT")] {
        if let Some(seconds) = take(&mut entry.details, detail, |date| seconds(date).is_some()).and_then(seconds) {
            write!(out, " {name}=\"{seconds}\"")?;
        }
    }
    let icon = out.map.saved.unlinked_icon(page);
    for (name, value) in [
        ("ICON_URI", entry.icon),
        ("ICON", icon),
        ("SHORTCUTURL", take(&mut entry.details, "keyword", |_| true)),
        ("TAGS", take(&mut entry.details, "tags", |_| true)),
        ("FEEDURL", take(&mut entry.details, "feed", |_| is_folder || entry.address.is_some())),
        ("ID", entry.id.as_deref()),
        ("navi:kind", Some(&*words(out.map, page, is_folder)).filter(|words| !words.is_empty())),
        ("navi:aliasOf", entry.alias_of.as_deref()),
    ] {
        attribute(name, value, out)?;
    }
    writeln!(out, ">{}</{element}>", Escaped(&entry.title))?;
    let mut open = Open::new(&entry);
    open.description = take(&mut entry.details, "description", |_| true).map(str::to_owned);
    write_details(&entry.details, is_in_menu, depth, out)?;
    if entry.has_menu {
        writeln!(out, "{}{}<navi:menu>", Indent(depth), if is_in_menu { "" } else { "<!--" })?;
    }
    Ok(open)
}

pub(super) fn rest(open: &Open, out: &mut Output<'_>) -> Result {
    let indent = Indent(open.depth);
    if open.has_menu {
        writeln!(out, "{indent}</navi:menu>{}", if open.is_in_menu { "" } else { "-->" })?;
    }
    if let Some(description) = &open.description {
        writeln!(out, "{indent}<DD>{}", Escaped(description))?;
    }
    if open.is_folder {
        writeln!(out, "{indent}<DL><p>")?;
    }
    if let Some(url) = &open.own_address {
        let title = title(out.map, open.page);
        writeln!(out, "{indent}  <DT><A HREF=\"{}\" navi:kind=\"self\">{}</A>", Escaped(url), Escaped(&title))?;
    }
    Ok(())
}

pub(super) fn close(open: &Open, out: &mut Output<'_>) -> Result {
    if open.is_folder {
        writeln!(out, "{}</DL><p>", Indent(open.depth))?;
    }
    Ok(())
}

pub(super) fn end(out: &mut Output<'_>) -> Result {
    writeln!(out, "</DL><p>")
}

fn element(is_folder: bool) -> &'static str {
    if is_folder { "H3" } else { "A" }
}

fn attribute(name: &str, value: Option<&str>, out: &mut Output<'_>) -> Result {
    match value {
        Some(value) => write!(out, " {name}=\"{}\"", Escaped(value)),
        None => Ok(()),
    }
}

/// Returns the seconds since 1970 of a date that is written in the form in which it is read. Zero would mean that the
/// date is not known.
fn seconds(date: &str) -> Option<i64> {
    let is_read = |seconds: &i64| (1..=MAX_SECONDS).contains(&seconds.unsigned_abs());
    date::w3c(date).filter(is_read).filter(|&seconds| date::from_seconds(seconds).as_deref() == Some(date))
}

fn write_details(details: &Details<'_>, is_in_menu: bool, depth: usize, out: &mut Output<'_>) -> Result {
    let (start, end) = if is_in_menu { ("", "") } else { ("<!--", "-->") };
    details.iter().try_for_each(|(name, value)| {
        let (name, value) = (Escaped(name), Escaped(value));
        writeln!(out, "{}{start}<navi:detail name=\"{name}\" value=\"{value}\">{end}", Indent(depth))
    })
}

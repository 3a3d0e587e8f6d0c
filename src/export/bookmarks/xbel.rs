//! Writes XBEL. A page with children is a folder whose first bookmark leads to the page, for programs that do not know
//! Navibar.
//!
//! The element `info/metadata` of [`OWNER`] (section 3.3.4) expresses what XBEL has no words for:
//!
//! - the attributes `navi:href` of such a folder, `navi:icon` and `navi:kind` (with two more words: `heading`, and
//!   `self` for the bookmark that repeats its folder),
//! - details that XBEL does not have,
//! - `navi:menu`: the context menu, with entries like those of a folder.
//!
//! Metadata of others is written as it was read.

use super::super::markup::{Clean, Escaped, Indent, Output};
use super::super::words::title;
use super::entry::{Alias, Details, Entry, Open, Root, is_open, take, words};
use crate::format::saved_terms::{OWNER, detail_element};
use crate::text::date;
use crate::xml::vocabulary::{DC, DETAIL, NAVI};
use std::fmt::{Error, Result, Write};

/// The document type of XBEL 1.0.
const DOCTYPE: &str = "<!DOCTYPE xbel PUBLIC \"+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML\"\n  \
                       \"http://www.python.org/topics/xml/dtds/xbel-1.0.dtd\">";

pub(super) fn start(root: Option<Root<'_>>, out: &mut Output<'_>) -> Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{DOCTYPE}")?;
    write!(out, "<xbel version=\"1.0\"")?;
    for (prefix, namespace) in [("dc", DC), ("navi", NAVI), ("detail", DETAIL)] {
        write!(out, " xmlns:{prefix}=\"{namespace}\"")?;
    }
    let Some(Root { page, id, title, mut details, has_shared }) = root else { return writeln!(out, ">") };
    if let Some(id) = id {
        write!(out, " id=\"{}\"", Escaped(&id))?;
    }
    write_dates(&mut details, &DATES[..1], out)?;
    writeln!(out, ">")?;
    if let Some(title) = title {
        writeln!(out, "  <title>{}</title>", Escaped(&title))?;
    }
    let description = take(&mut details, "description", |_| true);
    let metadata = out.map.metadata(page);
    if has_shared || !details.is_empty() || !metadata.is_empty() {
        writeln!(out, "  <info>")?;
        if has_shared || !details.is_empty() {
            write!(out, "    <metadata owner=\"{OWNER}\"")?;
            if has_shared {
                write!(out, " navi:aliases=\"pages\"")?;
            }
            if details.is_empty() {
                writeln!(out, "/>")?;
            } else {
                writeln!(out, ">")?;
                write_details(&details, 3, out)?;
                writeln!(out, "    </metadata>")?;
            }
        }
        write_metadata(metadata, 2, out)?;
        writeln!(out, "  </info>")?;
    }
    match description {
        Some(description) => writeln!(out, "  <desc>{}</desc>", Escaped(description)),
        None => Ok(()),
    }
}

pub(super) fn separator(depth: usize, _: bool, out: &mut Output<'_>) -> Result {
    writeln!(out, "{}<separator/>", Indent(depth))
}

pub(super) fn alias(alias: &Alias<'_>, out: &mut Output<'_>) -> Result {
    write!(out, "{}<alias", Indent(alias.depth))?;
    if let Some(id) = &alias.id {
        write!(out, " id=\"{}\"", Escaped(id))?;
    }
    writeln!(out, " ref=\"{}\"/>", Escaped(&alias.to))
}

pub(super) fn entry(mut entry: Entry<'_>, out: &mut Output<'_>) -> std::result::Result<Open, Error> {
    let map = out.map;
    let Entry { page, depth, is_folder, .. } = entry;
    let indent = Indent(depth);
    write!(out, "{indent}<{}", element(is_folder))?;
    if let Some(id) = &entry.id {
        write!(out, " id=\"{}\"", Escaped(id))?;
    }
    if let Some(address) = entry.address.filter(|_| !is_folder) {
        write!(out, " href=\"{}\"", Escaped(address))?;
    }
    write_dates(&mut entry.details, if is_folder { &DATES[..1] } else { &DATES }, out)?;
    if is_folder && is_open(map, page) {
        write!(out, " folded=\"no\"")?;
    }
    writeln!(out, ">\n{indent}  <title>{}</title>", Escaped(&entry.title))?;

    let mut open = Open::new(&entry);
    open.description = take(&mut entry.details, "description", |_| true).map(str::to_owned);
    let mut words = words(map, page, is_folder);
    if is_folder {
        words = words.split_whitespace().filter(|word| *word != "open").collect::<Vec<_>>().join(" ");
    }
    let hidden = entry.address.filter(|_| is_folder);
    let attributes = [
        ("kind", Some(&*words).filter(|words| !words.is_empty())),
        ("href", hidden),
        ("icon", entry.icon),
        ("aliasOf", entry.alias_of.as_deref()),
    ];
    let is_plain = attributes.iter().all(|(_, value)| value.is_none());
    open.is_metadata_open = entry.has_menu || !entry.details.is_empty();
    let has_own = open.is_metadata_open || !is_plain;
    // Most metadata has only attributes and fits in one line.
    let is_short = !open.is_metadata_open && map.metadata(page).is_empty();
    open.has_info = (has_own || !map.metadata(page).is_empty()) && !is_short;
    if open.has_info {
        writeln!(out, "{indent}  <info>")?;
    }
    if has_own {
        match is_short {
            true => write!(out, "{indent}  <info>")?,
            false => write!(out, "{indent}    ")?,
        }
        write!(out, "<metadata owner=\"{OWNER}\"")?;
        for (name, value) in attributes {
            if let Some(value) = value {
                write!(out, " navi:{name}=\"{}\"", Escaped(value))?;
            }
        }
        let end = match (open.is_metadata_open, is_short) {
            (true, _) => ">",
            (false, true) => "/></info>",
            (false, false) => "/>",
        };
        writeln!(out, "{end}")?;
    }
    write_details(&entry.details, depth + 3, out)?;
    if entry.has_menu {
        writeln!(out, "{indent}      <navi:menu>")?;
    }
    Ok(open)
}

pub(super) fn rest(open: &Open, out: &mut Output<'_>) -> Result {
    let map = out.map;
    let indent = Indent(open.depth);
    if open.has_menu {
        writeln!(out, "{indent}      </navi:menu>")?;
    }
    if open.is_metadata_open {
        writeln!(out, "{indent}    </metadata>")?;
    }
    write_metadata(map.metadata(open.page), open.depth + 2, out)?;
    if open.has_info {
        writeln!(out, "{indent}  </info>")?;
    }
    if let Some(description) = &open.description {
        writeln!(out, "{indent}  <desc>{}</desc>", Escaped(description))?;
    }
    if let Some(url) = &open.own_address {
        writeln!(out, "{indent}  <bookmark href=\"{}\">", Escaped(url))?;
        writeln!(out, "{indent}    <title>{}</title>", Escaped(&title(map, open.page)))?;
        writeln!(out, "{indent}    <info><metadata owner=\"{OWNER}\" navi:kind=\"self\"/></info>")?;
        writeln!(out, "{indent}  </bookmark>")?;
    }
    Ok(())
}

pub(super) fn close(open: &Open, out: &mut Output<'_>) -> Result {
    writeln!(out, "{}</{}>", Indent(open.depth), element(open.is_folder))
}

pub(super) fn end(out: &mut Output<'_>) -> Result {
    writeln!(out, "</xbel>")
}

fn element(is_folder: bool) -> &'static str {
    if is_folder { "folder" } else { "bookmark" }
}

/// Attributes that are dates. A folder has only the first (sections 3.4.1 and 3.5.1).
const DATES: [&str; 3] = ["added", "modified", "visited"];

/// Writes the details that are dates as attributes and removes them. The first of each name counts. Other text has no
/// place in these attributes.
fn write_dates(details: &mut Details<'_>, dates: &[&str], out: &mut Output<'_>) -> Result {
    let mut is_written = [false; DATES.len()];
    let mut result = Ok(());
    details.retain(|(name, value)| {
        let is_date = date::w3c(value).is_some();
        let Some(at) = dates.iter().position(|date| is_date && date == name) else { return true };
        if std::mem::replace(&mut is_written[at], true) {
            return true;
        }
        result = result.and_then(|()| write!(out, " {name}=\"{}\"", Escaped(value)));
        false
    });
    result
}

fn write_details(details: &[(&str, &str)], depth: usize, out: &mut Output<'_>) -> Result {
    details.iter().try_for_each(|(name, value)| {
        let element = detail_element(name);
        writeln!(out, "{}<{element}>{}</{element}>", Indent(depth), Escaped(value))
    })
}

fn write_metadata(metadata: &[Box<str>], depth: usize, out: &mut Output<'_>) -> Result {
    metadata.iter().try_for_each(|element| writeln!(out, "{}{}", Indent(depth), Clean(element)))
}

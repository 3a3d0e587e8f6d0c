//! Recognizes bookmark files by their first tags. Browsers write a DOCTYPE of their own, but other programs leave it out, write
//! something before it, or export a list (`ul`) with the dates of bookmarks.

use crate::text::first_tags::{Markup, next_markup};

/// The name in the DOCTYPE of bookmark files.
const DOCTYPE: &str = "netscape-bookmark-file";

/// The attributes with the date of a bookmark. Links on web pages do not have them.
const DATES: [&str; 2] = ["add_date", "time_added"];

/// The words of a title that says that the file is a list of bookmarks.
const TITLES: [&[u8]; 2] = [b"export", b"bookmark"];

/// Returns `true` if a document that begins with these bytes is a bookmark file: a DOCTYPE says so, or the first link or folder
/// stands in a `dt`, or the first link stands in a list and has a date, or a complete address in a file whose title says what it
/// is. Nothing else comes before it, unlike on web pages. Returns `None` if more bytes are needed.
pub(super) fn is_bookmark_file(start: &[u8]) -> Option<bool> {
    if start.first() != Some(&b'<') {
        return Some(false);
    }
    let (mut is_term, mut is_item, mut is_titled) = (false, false, false);
    let mut rest = start;
    loop {
        match next_markup(&mut rest)? {
            Markup::Other => {}
            Markup::Doctype(doctype) if doctype.contains(DOCTYPE) => return Some(true),
            Markup::Doctype(doctype) if doctype.trim_start().starts_with("html") => {}
            Markup::Doctype(_) => return Some(false),
            Markup::Tag(tag) => {
                let name = tag.trim_start_matches('/');
                let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
                match name {
                    "title" if tag.starts_with(name) => {
                        let title = rest[..memchr::memchr(b'<', rest)?].to_ascii_lowercase();
                        is_titled = TITLES.iter().any(|word| memchr::memmem::find(&title, word).is_some());
                    }
                    "html" | "head" | "meta" | "title" | "base" | "body" | "h1" | "p" | "br" | "hr" | "dl" | "ul"
                    | "ol" => {}
                    "dt" => is_term = true,
                    "li" => is_item = true,
                    "a" if is_term => return Some(true),
                    "a" if is_item => {
                        let is_complete =
                            ["href=\"http", "href='http", "href=http"].iter().any(|href| tag.contains(href));
                        return Some(DATES.iter().any(|date| tag.contains(date)) || (is_titled && is_complete));
                    }
                    "h2" | "h3" | "h4" | "h5" | "h6" if is_term => return Some(true),
                    _ => return Some(false),
                }
            }
        }
    }
}

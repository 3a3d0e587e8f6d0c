//! What is shown, saved: as NNS, NEGS or XBEL. Reading the saved file gives the same tree.
//!
//! NNS and NEGS hold the pages and how they relate, each page once. XBEL holds the tree itself; a page that stands in
//! several places is written in one of them, and the others are aliases.
//!
//! What a format has no words for is said in a namespace of Navibar's own, [`NAVI`]; other programs pass over it.
//! `kind` is what sets an entry apart, as words with spaces between: `folder`, `separator`, `document` (a row that stands
//! for a sitemap), `unplaced` (the folder of pages without a place), `deleted`, `open` (at first) and `language` (the
//! title is a language tag). Details that are not Dublin Core are elements in the namespace [`DETAIL`].
//!
//! Left out are further documents that are not loaded, and characters that XML 1.0 forbids. (So is, in NEGS and XBEL, the
//! root of the tree where a context menu lists it.) An alias of what is not shown is saved as a page of its own. Nothing
//! here goes deeper with the tree, and what is held in memory is a few bytes for each page.

mod graph;
mod markup;
mod negs;
mod nns;
mod xbel;

use crate::site::Site;
use crate::site_map::{Flag, NodeId, SiteMap};
use crate::tree::{self, Kind};
use crate::vocabulary::DC;
use markup::Counted;
use std::borrow::Cow;
use std::fmt::{Result, Write};

pub use crate::vocabulary::{DETAIL, NAVI};

/// The owner of Navibar's own metadata in XBEL.
pub const OWNER: &str = "http://navibar.oaklett.org/";

/// A format to save in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Navibar's Native Sitemap 1.0.
    Nns,
    /// Google Sitemaps with Navibar's extension.
    Negs,
    /// The XML Bookmark Exchange Language 1.0.
    Xbel,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Nns, Format::Negs, Format::Xbel];

    /// The format of this name: `nns`, `negs` or `xbel`.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Nns => "nns",
            Format::Negs => "negs",
            Format::Xbel => "xbel",
        }
    }
}

/// Writes the tree of a site, whatever of it is closed, filtered or sorted in the sidebar. Nothing is kept until the end.
///
/// ```
/// # use navibar::{export::{self, Format}, site::Site};
/// # let mut site = Site::default();
/// # site.begin("https://www.example.org/sitemap.xml");
/// # site.push(b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://www.example.org/a</loc>");
/// # site.push(b"</url></urlset>");
/// # site.finish();
/// let mut saved = String::new();
/// export::write(&site, Format::Xbel, &mut saved)?;
/// assert!(saved.contains("<bookmark href=\"https://www.example.org/a\">"));
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write(site: &Site, format: Format, out: &mut dyn Write) -> Result {
    let out = &mut Counted::new(out);
    match format {
        Format::Nns => nns::write(site, out),
        Format::Negs => negs::write(site, out),
        Format::Xbel => xbel::write(site, out),
    }
}

/// The title of a page, as it can be written; never one that nobody sees.
fn title(map: &SiteMap, page: NodeId) -> Cow<'_, str> {
    let title = map.title(page);
    let is_seen = |c: char| !c.is_whitespace() && !matches!(c, '\u{200b}' | '\u{feff}') && !markup::is_forbidden(c);
    match title.contains(is_seen) {
        true => title,
        false => Cow::Borrowed("\u{2026}"),
    }
}

/// Said at the end of a file that does not hold everything.
const CUT: &str = "There is more than a file can hold; the rest is left out.";

/// Bytes of the part of an id that is there for people.
const MAX_SLUG: usize = 40;

/// An id for a page, the same each time, that says what it is about: letters, digits and `-`, like `sport-articles-12`.
fn id(map: &SiteMap, page: NodeId) -> String {
    let mut id = String::new();
    for c in map.title(page).chars() {
        if id.len() >= MAX_SLUG {
            break;
        }
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphabetic() || (c.is_ascii_digit() && !id.is_empty()) => id.push(c),
            _ if id.is_empty() || id.ends_with('-') => {}
            _ => id.push('-'),
        }
    }
    let stem = id.trim_end_matches('-');
    format!("{}-{page}", if stem.is_empty() { "page" } else { stem })
}

/// The words of `kind` for a page; empty for an ordinary page or heading.
fn kind_words(map: &SiteMap, page: NodeId) -> String {
    let is = |flag| map.is(page, flag);
    let kind = tree::kind(map, page);
    let words = [
        (is(Flag::UNPLACED), "unplaced"),
        (kind == Kind::Folder && !is(Flag::UNPLACED), "folder"),
        (kind == Kind::Separator, "separator"),
        (kind == Kind::Document, "document"),
        (is(Flag::DELETED), "deleted"),
        (is(Flag::UNFOLDED), "open"),
        (is(Flag::LANGUAGE), "language"),
    ];
    let words: Vec<&str> = words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    words.join(" ")
}

/// Sets a page apart as a word of `kind` says. Unknown words are for versions to come.
pub(crate) fn apply_kind(map: &mut SiteMap, page: NodeId, words: &str) {
    for word in words.split_whitespace() {
        match word {
            "folder" => map.mark(page, Flag::FOLDER),
            "separator" => map.mark(page, Flag::SEPARATOR),
            "document" => map.mark(page, Flag::DOCUMENT),
            "deleted" => map.mark(page, Flag::DELETED),
            "open" => map.mark(page, Flag::UNFOLDED),
            "language" => map.mark(page, Flag::LANGUAGE),
            "unplaced" => {
                map.mark(page, Flag::FOLDER);
                map.mark(page, Flag::UNPLACED);
            }
            _ => {}
        }
    }
}

/// Elements of Dublin Core that are details (Dublin Core Metadata Element Set 1.1): all but title and identifier.
const DUBLIN_CORE: [&str; 13] = [
    "contributor",
    "coverage",
    "creator",
    "date",
    "description",
    "format",
    "language",
    "publisher",
    "relation",
    "rights",
    "source",
    "subject",
    "type",
];

/// The element that a detail becomes: `dc:creator`, `detail:lastmod`. What may not be in a name of XML is written as
/// `_x0020_`, a number in hexadecimal (ISO/IEC 9075-14, section 9.1).
fn detail_element(name: &str) -> String {
    if DUBLIN_CORE.contains(&name) {
        return format!("dc:{name}");
    }
    let mut element = String::from("detail:");
    for (at, c) in name.char_indices() {
        let is_escape = name[at..].starts_with("_x");
        let is_fit = c == '_' || c.is_ascii_alphabetic() || (at > 0 && (c.is_ascii_digit() || matches!(c, '-' | '.')));
        if is_fit && !is_escape {
            element.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(element, "_x{:04X}_", u32::from(c));
        }
    }
    element
}

/// The detail that an element of a saved file stands for; `None` for any other element.
pub(crate) fn detail_name(namespace: &str, local: &str) -> Option<String> {
    if namespace != DETAIL {
        return (namespace == DC && DUBLIN_CORE.contains(&local)).then(|| local.to_owned());
    }
    let mut name = String::with_capacity(local.len());
    let mut rest = local;
    while let Some((before, behind)) = rest.split_once("_x") {
        name.push_str(before);
        let escaped = behind.split_once('_').and_then(|(number, behind)| {
            let is_number = (4..=6).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_hexdigit());
            let c = u32::from_str_radix(number, 16).ok().filter(|_| is_number).and_then(char::from_u32)?;
            Some((c, behind))
        });
        rest = match escaped {
            Some((c, behind)) => {
                name.push(c);
                behind
            }
            None => {
                name.push_str("_x");
                behind
            }
        };
    }
    name.push_str(rest);
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_details_come_back() {
        for (name, element) in [
            ("creator", "dc:creator"),
            ("title", "detail:title"),
            ("lastmod", "detail:lastmod"),
            ("laatst gewijzigd", "detail:laatst_x0020_gewijzigd"),
            ("_x0020_", "detail:_x005F_x0020_"),
            ("7-é", "detail:_x0037_-_x00E9_"),
            ("\u{1f600}", "detail:_x1F600_"),
            ("a_b_", "detail:a_b_"),
        ] {
            assert_eq!(detail_element(name), element);
            let namespace = if element.starts_with("dc:") { DC } else { DETAIL };
            let local = element.split_once(':').map_or("", |(_, local)| local);
            assert_eq!(detail_name(namespace, local).as_deref(), Some(name));
        }
        assert_eq!(detail_name(DETAIL, "a_xZZ_").as_deref(), Some("a_xZZ_"));
        assert_eq!(detail_name(DC, "title"), None);
    }
}

//! Reads the tags of Netscape bookmark files.

use super::start::is_bookmark_file;
use crate::address::reference;
use crate::findings::{FindingCode, Report};
use crate::format::bookmarks::state::{Bookmarks, Kind};
use crate::format::reader::{Opening, Structure, TextReader};
use crate::format::saved_terms::MAX_SECONDS;
use crate::limits::{MAX_DEPTH, MAX_TOKEN_BYTES, MAX_VALUE_BYTES};
use crate::site_map::{NodeId, SiteMap, check_cycles};
use crate::text::date;
use crate::text::html_tag::Tag;
use crate::text::html_text::{is_block, references};
use crate::text::html_tokens::{Token, Tokens};

/// Bytes of a text that are kept, with references in place of characters.
const MAX_TEXT: usize = 8 * MAX_VALUE_BYTES;

/// Reads Netscape bookmark files.
#[derive(Debug)]
pub(crate) struct Netscape {
    base: String,
    bookmarks: Bookmarks,
    tokens: Tokens,
    levels: Vec<Level>,
    /// Number of menus in `levels`.
    menus: usize,
    /// The text being collected, and its offset.
    collected: Option<(Text, u32)>,
    text: Vec<u8>,
    /// The heading at the start, until what follows shows if it names the file or a folder.
    heading: Option<(String, u32)>,
    /// The entries are in `UL` and `LI`, not in `DL` and `DT`.
    is_unordered: bool,
    /// A `DT` has begun, and its entry follows.
    is_in_term: bool,
    /// The last entry began with a `DT`, so another one does, too.
    has_term: bool,
    is_stopped: bool,
}

/// A `DL`, or a context menu of a saved file.
#[derive(Debug)]
struct Level {
    kind: LevelKind,
    /// Number of open entries at its start. One more is an entry in it.
    open: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LevelKind {
    Folder,
    /// A list that belongs to no folder.
    Plain,
    Menu,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Text {
    Title,
    /// The title of the file, or of a folder in an unordered list.
    Heading,
    Description,
}

impl TextReader for Netscape {
    const NAME: &'static str = "html";

    const IS_DEFERRED: bool = true;

    fn is_start(start: &[u8]) -> Option<bool> {
        is_bookmark_file(start)
    }

    fn open(opening: &Opening) -> Netscape {
        Netscape {
            base: opening.url.clone(),
            bookmarks: Bookmarks::new(opening.under),
            tokens: Tokens::default(),
            levels: Vec::new(),
            menus: 0,
            collected: None,
            text: Vec::new(),
            heading: None,
            is_unordered: false,
            is_in_term: false,
            has_term: false,
            is_stopped: false,
        }
    }

    fn push(&mut self, bytes: &[u8], map: &mut SiteMap, report: &mut Report) {
        if self.is_stopped {
            return;
        }
        if !report.allows_length(self.bytes() + bytes.len() as u64, self.tokens.offset()) {
            self.is_stopped = true;
            return;
        }
        if self.bookmarks.open.is_empty() {
            self.bookmarks.start_document(map, 0, report);
        }
        let mut rest = bytes;
        while let Some(token) = self.tokens.next(&mut rest).filter(|_| !self.is_stopped) {
            match token {
                Token::Text(text, offset) => {
                    if let Some((_, start)) = &mut self.collected
                        && self.text.len() <= MAX_TEXT
                    {
                        *start = if self.text.is_empty() { offset } else { *start };
                        self.text.extend_from_slice(text);
                    }
                }
                Token::Tag(tag, offset) => {
                    let tag = Tag::new(&utf8(tag, offset, report));
                    if tag.has_open_quote {
                        let message = "A quotation mark in this tag has no end, so its value takes in the tags that follow; write \
                                       the mark at the end of the value.";
                        report.warning(FindingCode::OpenQuote, offset, message);
                    }
                    if tag.is_end {
                        self.end_tag(&tag, map, offset, report)
                    } else {
                        self.start_tag(&tag, map, offset, report)
                    }
                }
                Token::TooLong(offset) => {
                    let message =
                        format!("A tag here is longer than {MAX_TOKEN_BYTES} bytes; the rest is not read. Shorten it.");
                    self.stop(FindingCode::LimitToken, offset, message, report);
                }
            }
        }
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        let is_in_title = matches!(self.collected, Some((Text::Title | Text::Heading, _)));
        if self.is_stopped || is_in_title || self.tokens.is_in_tag() || !self.levels.is_empty() {
            if !self.is_stopped {
                let message =
                    "The file ends in the middle; the tree has everything that was complete. Export it again.";
                report.error(FindingCode::Truncated, self.tokens.offset(), message);
            }
            // An incomplete entry is left out.
            if is_in_title || self.tokens.is_in_tag() {
                self.collected = None;
            }
        }
        if !is_in_title {
            self.close_entry(map, report);
        }
        self.name_file(map, report);
        self.bookmarks.finish(map, report);
        // Only a saved file can list a page below itself.
        if self.bookmarks.aliases.are_occurrences
            && let Some(root) = map.root()
        {
            check_cycles(map, root, report);
        }
    }

    fn bytes(&self) -> u64 {
        u64::from(self.tokens.offset())
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    fn structure(&self) -> Structure {
        Structure::Declared
    }
}

impl Netscape {
    fn stop(&mut self, code: FindingCode, offset: u32, message: String, report: &mut Report) {
        report.error(code, offset, message);
        self.is_stopped = true;
    }

    fn start_tag(&mut self, tag: &Tag, map: &mut SiteMap, offset: u32, report: &mut Report) {
        match &*tag.name {
            "ul" | "ol" if self.levels.is_empty() && self.collected.is_none() => {
                self.is_unordered = true;
                self.start_headed_list(tag, map, offset, report);
            }
            "ul" | "ol" if self.is_unordered => self.start_list(tag, map, offset, report),
            "dl" => {
                self.is_unordered = false;
                self.start_list(tag, map, offset, report);
            }
            "li" if self.is_unordered => self.start_term(map, report),
            "dt" => self.start_term(map, report),
            // Other entries of the file begin with a `DT`, so this is a part of the description.
            "a" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if self.is_in_description() => self.space(),
            "h1" => {
                self.close_entry(map, report);
                self.name_file(map, report);
                self.collect(Text::Heading, offset);
            }
            "h2" | "h3" | "h4" | "h5" | "h6" => self.start_entry(Kind::Folder, tag, map, offset, report),
            "a" => self.start_entry(Kind::Bookmark, tag, map, offset, report),
            "hr" => {
                self.close_entry(map, report);
                self.bookmarks.separator(map, offset, report);
                self.bookmarks.pop();
            }
            "dd" => {
                self.end_text(map, report);
                self.collect(Text::Description, offset);
            }
            "navi:detail" => {
                self.end_text(map, report);
                if let (Some(name), Some(value)) = (tag.value("name"), tag.value("value")) {
                    map.add_detail(self.page(), name, value, offset, report);
                }
            }
            "navi:menu" => {
                self.end_text(map, report);
                if self.has_entry() && self.is_shallow(offset, report) {
                    self.bookmarks.start_menu(map, offset, report);
                    self.menus += 1;
                    self.levels.push(Level { kind: LevelKind::Menu, open: self.bookmarks.open.len() });
                }
            }
            name if is_block(name) => self.space(),
            _ => {}
        }
    }

    /// Separates the words before and after a block in a text.
    fn space(&mut self) {
        if self.collected.is_some() && self.text.len() <= MAX_TEXT {
            self.text.push(b' ');
        }
    }

    /// Returns `true` in the description of an entry that began with a `DT`.
    fn is_in_description(&self) -> bool {
        self.has_term && matches!(self.collected, Some((Text::Description, _)))
    }

    fn start_term(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.close_entry(map, report);
        self.is_in_term = true;
    }

    fn end_tag(&mut self, tag: &Tag, map: &mut SiteMap, _: u32, report: &mut Report) {
        match &*tag.name {
            "a" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                if matches!(self.collected, Some((Text::Title | Text::Heading, _))) {
                    self.end_text(map, report);
                }
            }
            name if name == "dl" || (self.is_unordered && matches!(name, "ul" | "ol")) => {
                self.close_entry(map, report);
                if self.levels.last().is_some_and(|level| level.kind != LevelKind::Menu) {
                    self.end_level(map, report);
                }
            }
            "navi:menu" if self.menus > 0 => {
                let before = self.menus;
                while self.menus == before {
                    self.close_entry(map, report);
                    self.end_level(map, report);
                }
            }
            name if is_block(name) => self.space(),
            _ => {}
        }
    }

    /// Returns the innermost entry, or the page of the whole document.
    fn page(&self) -> NodeId {
        self.bookmarks.open.last().map_or(0, |open| open.page)
    }

    /// Returns `true` if an entry of the innermost list is open.
    fn has_entry(&self) -> bool {
        self.bookmarks.open.len() > self.levels.last().map_or(1, |level| level.open)
    }

    /// Reports lists that are nested too deeply.
    fn is_shallow(&mut self, offset: u32, report: &mut Report) -> bool {
        let is_shallow = self.levels.len() < MAX_DEPTH;
        if !is_shallow {
            let message = format!("More than {MAX_DEPTH} lists are nested; the rest is not read. Nest fewer.");
            self.stop(FindingCode::LimitDepth, offset, message, report);
        }
        is_shallow
    }

    fn start_list(&mut self, tag: &Tag, map: &mut SiteMap, offset: u32, report: &mut Report) {
        self.end_text(map, report);
        if self.bookmarks.open.last().is_some_and(|open| open.kind == Kind::Bookmark) {
            self.close_entry(map, report);
        }
        if self.levels.is_empty() && tag.value("navi:aliases") == Some("pages") {
            self.bookmarks.aliases.are_occurrences = true;
        }
        if let Some(id) = tag.value("id").filter(|_| self.levels.is_empty() && !self.has_entry()) {
            self.bookmarks.set_id(id, map, offset, report);
        }
        if self.is_shallow(offset, report) {
            let kind = if self.has_entry() { LevelKind::Folder } else { LevelKind::Plain };
            self.levels.push(Level { kind, open: self.bookmarks.open.len() });
        }
    }

    /// Starts an unordered list at the top level. The heading before it names a folder.
    fn start_headed_list(&mut self, tag: &Tag, map: &mut SiteMap, offset: u32, report: &mut Report) {
        self.close_entry(map, report);
        if let Some((title, offset)) = self.heading.take() {
            let page = self.bookmarks.start_entry(Kind::Folder, map, offset, report);
            map.set_title(page, &title, offset, report);
        }
        self.start_list(tag, map, offset, report);
    }

    /// Uses the heading as the title of the file.
    fn name_file(&mut self, map: &mut SiteMap, report: &mut Report) {
        if let Some((title, offset)) = self.heading.take()
            && self.bookmarks.under.is_none()
            && let Some(document) = self.bookmarks.open.first()
        {
            map.set_title(document.page, &title, offset, report);
        }
    }

    /// Ends the innermost list or menu, which has no open entry.
    fn end_level(&mut self, map: &mut SiteMap, report: &mut Report) {
        match self.levels.pop().map(|level| level.kind) {
            Some(LevelKind::Folder) => {
                self.bookmarks.end_folder(map, report);
                self.bookmarks.pop();
            }
            Some(LevelKind::Menu) => {
                self.menus -= 1;
                self.bookmarks.pop();
            }
            Some(LevelKind::Plain) | None => {}
        }
    }

    /// Ends the open entry of the innermost list.
    fn close_entry(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.end_text(map, report);
        if !self.has_entry() {
            return;
        }
        match self.bookmarks.open.last().map(|open| open.kind) {
            Some(Kind::Folder) => self.bookmarks.end_folder(map, report),
            Some(Kind::Bookmark) => self.bookmarks.end_bookmark(map, &self.base, report),
            _ => {}
        }
        self.bookmarks.pop();
    }

    fn start_entry(&mut self, kind: Kind, tag: &Tag, map: &mut SiteMap, offset: u32, report: &mut Report) {
        self.close_entry(map, report);
        self.name_file(map, report);
        self.has_term = std::mem::take(&mut self.is_in_term);
        if let Some(to) = tag.value("navi:ref") {
            self.bookmarks.start_alias(map, offset);
            if let Some(id) = tag.value("id") {
                self.bookmarks.set_id(id, map, offset, report);
            }
            self.bookmarks.set_alias_target(to, offset);
            return self.bookmarks.pop();
        }
        let page = self.bookmarks.start_entry(kind, map, offset, report);
        // A live bookmark of a site that is not known leads to its feed.
        let is_feed = kind == Kind::Bookmark && tag.value("href").is_none_or(str::is_empty);
        for (name, value) in &tag.attributes {
            match &**name {
                "id" => self.bookmarks.set_id(value, map, offset, report),
                "href" if !value.is_empty() || tag.value("feedurl").is_none() => self.bookmarks.set_href(value, offset),
                "add_date" | "time_added" => add_date(page, "added", value, map, offset, report),
                "last_modified" => add_date(page, "modified", value, map, offset, report),
                "last_visit" => add_date(page, "visited", value, map, offset, report),
                "tags" => map.add_detail(page, "tags", value, offset, report),
                "shortcuturl" => map.add_detail(page, "keyword", value, offset, report),
                "feedurl" if is_feed => self.bookmarks.set_href(value, offset),
                "feedurl" => map.add_detail(page, "feed", value, offset, report),
                "icon_uri" | "icon" => match reference::scheme(value).is_some_and(reference::is_link_scheme) {
                    true => map.set_icon(page, value, &self.base, offset, report),
                    false if name == "icon" => map.saved.set_unlinked_icon(page, value, offset, report),
                    false => {}
                },
                "navi:href" if kind == Kind::Folder => {
                    Bookmarks::folder_address(page, value, &self.base, map, offset, report);
                }
                "navi:aliasof" => self.bookmarks.aliases.add_saved_alias(page, value.trim(), offset),
                "navi:kind" => self.bookmarks.saved_kind(page, value, map),
                _ => {}
            }
        }
        self.collect(Text::Title, offset);
    }

    fn collect(&mut self, what: Text, offset: u32) {
        self.text.clear();
        self.collected = Some((what, offset));
    }

    /// Ends the title or description that is being collected.
    fn end_text(&mut self, map: &mut SiteMap, report: &mut Report) {
        let Some((what, offset)) = self.collected.take() else { return };
        let text = utf8(std::mem::take(&mut self.text), offset, report);
        let text = references(&text);
        let is_entry = self.bookmarks.open.len() > 1;
        match what {
            Text::Title if is_entry || self.bookmarks.under.is_none() => {
                map.set_title(self.page(), &text, offset, report)
            }
            Text::Title => {}
            Text::Heading => self.heading = Some((text.into_owned(), offset)),
            Text::Description => map.add_detail(self.page(), "description", &text, offset, report),
        }
    }
}

/// Adds a date as a detail. Zero means that the date is not known.
fn add_date(page: NodeId, name: &str, value: &str, map: &mut SiteMap, offset: u32, report: &mut Report) {
    let value = value.trim();
    if matches!(value, "" | "0") {
        return;
    }
    match value.parse::<i64>().ok().and_then(|number| date::from_seconds(seconds(number))) {
        Some(date) => map.add_detail(page, name, &date, offset, report),
        None => {
            let message = format!("'{value}' is not a date; it is shown as written. Write the seconds since 1970.");
            report.warning(FindingCode::BadDate, offset, message);
            map.add_detail(page, name, value, offset, report);
        }
    }
}

/// Returns seconds. Larger numbers are milliseconds or microseconds.
fn seconds(number: i64) -> i64 {
    match number.unsigned_abs() {
        0..=MAX_SECONDS => number,
        milliseconds if milliseconds / 1_000 <= MAX_SECONDS => number / 1_000,
        _ => number / 1_000_000,
    }
}

fn utf8(bytes: Vec<u8>, offset: u32, report: &mut Report) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let message = "There are bytes here that are not UTF-8; they are shown as '\u{fffd}'. Save the file as UTF-8.";
        report.warning(FindingCode::InvalidUtf8, offset, message);
        String::from_utf8_lossy(error.as_bytes()).into_owned()
    })
}

//! JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>).

use super::item::{DateForm, Dated, Item, Items, Link, Quality};
use crate::address::reference::{is_web_scheme, scheme};
use crate::findings::{FindingCode, Report};
use crate::format::reader::{Opening, TextReader};
use crate::limits::{MAX_BYTES_BEFORE_ROOT, MAX_VALUE_BYTES};
use crate::site_map::SiteMap;
use crate::text::first_words::{first_words, first_words_of_html};
use crate::text::json::{Events, Json};
use crate::text::strict_json::StrictJson;

/// What the version of a feed contains.
const VERSION: &str = "jsonfeed.org/version";

/// Reads a JSON Feed.
#[derive(Debug)]
pub(crate) struct JsonFeed {
    json: Json,
    content: Content,
    items: Items,
    strict: StrictJson,
    is_stopped: bool,
}

/// The parts of the document that have been read.
#[derive(Debug, Default)]
struct Content {
    url: Box<str>,
    /// The number of open objects and arrays.
    depth: usize,
    /// The last key of the feed.
    part: Part,
    /// The last key of the current item, or of a file that belongs to it.
    field: Field,
    /// The files of the current item are being read.
    is_in_files: bool,
    item: Item,
    /// `true` if the version is that of JSON Feed. `None` if it has not arrived.
    is_feed: Option<bool>,
    /// The complete items that are not in the tree yet.
    complete: Vec<Item>,
}

/// A key of the feed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Part {
    Version,
    Items,
    #[default]
    Other,
}

/// A key of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Field {
    Id,
    Url,
    ExternalUrl,
    Title,
    Summary,
    Text,
    Html,
    Published,
    Modified,
    Files,
    File,
    #[default]
    Other,
}

/// The depths of the feed, the list of its items, and an item.
const FEED: usize = 1;
const LIST: usize = 2;
const ITEM: usize = 3;
/// The depths of the list of an item's files, and of a file.
const FILES: usize = 4;
const FILE: usize = 5;

impl Events for Content {
    fn start(&mut self, is_array: bool, offset: u32) {
        self.depth += 1;
        match self.depth {
            LIST if !is_array => self.part = Part::Other,
            ITEM if self.part == Part::Items => self.item = Item { offset, ..Item::default() },
            FILES => self.is_in_files = self.field == Field::Files,
            _ => {}
        }
        self.field = Field::Other;
    }

    fn end(&mut self) {
        if self.depth == ITEM && self.part == Part::Items {
            self.complete.push(std::mem::take(&mut self.item));
        }
        self.is_in_files &= self.depth != FILES;
        self.depth -= 1;
        self.field = Field::Other;
    }

    fn key(&mut self, key: &str) -> bool {
        match self.depth {
            FEED => {
                self.part = match key {
                    "version" => Part::Version,
                    "items" => Part::Items,
                    _ => Part::Other,
                };
                self.part == Part::Version
            }
            ITEM if self.part == Part::Items => {
                self.field = match key {
                    "id" => Field::Id,
                    "url" => Field::Url,
                    "external_url" => Field::ExternalUrl,
                    "title" => Field::Title,
                    "summary" => Field::Summary,
                    // The text counts if there is no title.
                    "content_text" if self.item.title.is_empty() => Field::Text,
                    "content_html" if self.item.title.is_empty() => Field::Html,
                    "attachments" => Field::Files,
                    "date_published" => Field::Published,
                    "date_modified" => Field::Modified,
                    _ => Field::Other,
                };
                self.field != Field::Other
            }
            FILE if self.is_in_files && key == "url" => {
                self.field = Field::File;
                true
            }
            FILE => {
                self.field = Field::Other;
                false
            }
            _ => false,
        }
    }

    fn needs_items(&self) -> bool {
        false
    }

    fn text(&mut self, text: &str, offset: u32) {
        if self.depth == FEED && self.part == Part::Version {
            self.is_feed.get_or_insert_with(|| text.contains(VERSION));
            return;
        }
        let text = text.trim().to_owned();
        let is_web = scheme(&text).is_some_and(is_web_scheme);
        let link = |address: String, quality| Link { address, base: self.url.clone(), offset, quality };
        let item = &mut self.item;
        match self.field {
            _ if text.is_empty() => {}
            Field::Title => item.title = text,
            Field::Summary => {
                item.first_words = first_words(&text);
                item.description = Some((text, offset));
            }
            Field::Text if item.first_words.is_empty() => item.first_words = first_words(&text),
            Field::Html if item.first_words.is_empty() => item.first_words = first_words_of_html(&text),
            Field::Published => item.published = Some(Dated { text, offset, form: DateForm::Rfc3339 }),
            Field::Modified => item.updated = Some(Dated { text, offset, form: DateForm::Rfc3339 }),
            Field::Url => item.offer(link(text, Quality::Page)),
            Field::ExternalUrl => item.offer(link(text, Quality::Other)),
            Field::Id if is_web => item.offer(link(text, Quality::Name)),
            Field::File => item.offer(link(text, Quality::File)),
            Field::Text | Field::Html | Field::Files | Field::Id | Field::Other => {}
        }
    }
}

impl TextReader for JsonFeed {
    const NAME: &'static str = "json-feed";

    const IS_DEFERRED: bool = true;

    fn is_start(start: &[u8]) -> Option<bool> {
        Some(start.starts_with(b"{"))
    }

    fn open(opening: &Opening) -> JsonFeed {
        JsonFeed {
            // One byte beyond the limit shows that a text is too long.
            json: Json::new(MAX_VALUE_BYTES + 1),
            content: Content { url: (*opening.url).into(), ..Content::default() },
            items: Items::new(opening.under, "item"),
            strict: StrictJson::default(),
            is_stopped: false,
        }
    }

    fn push(&mut self, bytes: &[u8], map: &mut SiteMap, report: &mut Report) {
        if self.is_stopped {
            return;
        }
        if !report.allows_length(self.bytes() + bytes.len() as u64, self.json.offset()) {
            self.is_stopped = true;
            return;
        }
        self.strict.push(bytes);
        // The version is among the first bytes, or this is another kind of JSON.
        let free = MAX_BYTES_BEFORE_ROOT.saturating_sub(self.bytes()) as usize;
        let (first, rest) = bytes.split_at(bytes.len().min(free));
        self.json.push(first, &mut self.content);
        match self.content.is_feed {
            Some(true) => {
                self.json.push(rest, &mut self.content);
                self.add_items(map, report);
            }
            None if !self.json.is_done() && rest.is_empty() => {}
            _ => self.refuse(report),
        }
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        if self.is_stopped {
            return;
        }
        if self.content.is_feed.is_none() {
            self.refuse(report);
            return;
        }
        self.add_items(map, report);
        if !self.json.is_done() {
            let message = "The document ends in the middle; what came before is shown. Publish the whole file.";
            report.error(FindingCode::Truncated, self.json.offset(), message);
        }
        if let Some((offset, why)) = self.strict.mistake {
            let message = format!("{why} This file is not JSON (RFC 8259), and other programs may not read it.");
            report.warning(FindingCode::InvalidJson, offset, message);
        }
        if let Some(offset) = self.strict.invalid_utf8 {
            let message = "There are bytes here that are not UTF-8, which JSON requires (RFC 8259, section 8.1); save the file \
                           as UTF-8.";
            report.warning(FindingCode::InvalidUtf8, offset, message);
        }
        self.items.finish(report);
    }

    fn bytes(&self) -> u64 {
        u64::from(self.json.offset())
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

impl JsonFeed {
    fn add_items(&mut self, map: &mut SiteMap, report: &mut Report) {
        for item in std::mem::take(&mut self.content.complete) {
            self.items.add(item, map, report);
        }
    }

    fn refuse(&mut self, report: &mut Report) {
        let message = "This is JSON, but it is not a JSON Feed, so it is not a sitemap.";
        report.error(FindingCode::NotASitemap, 0, message);
        self.is_stopped = true;
    }
}

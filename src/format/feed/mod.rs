//! RSS (2.0 and earlier, 1.0 and 0.90 in RDF), Atom and JSON Feed. The sitemap protocol accepts feeds as sitemaps
//! (sitemaps.org, "Syndication feed"). They list pages with titles but no hierarchy, so the pages are placed by host and
//! path.

mod base64;
mod item;
pub(super) mod json_feed;
mod namespaces;
mod required;

use crate::address::reference::{is_web_scheme, scheme};
use crate::findings::{FindingCode, Report};
use crate::format::markup::base::Bases;
use crate::format::reader::{Opening, Reader, Structure};
use crate::limits::{MAX_FIRST_WORDS_BYTES, MAX_LITERAL_BYTES};
use crate::site_map::SiteMap;
use crate::text::first_words::{first_words, first_words_of_html};
use crate::text::html_text::{is_block, text_of};
use crate::xml::vocabulary::{DC, Name, RDF_ABOUT};
use crate::xml::{Context, Element, Handler};
use item::{DateForm, Dated, Item, Items, Link, Quality};
use namespaces::{Kind, is_atom as is_atom_namespace, is_content, is_feed_service, is_media};
use required::Required;

/// Reads feeds in XML.
#[derive(Debug)]
pub(crate) struct Feed {
    bases: Bases,
    kind: Kind,
    namespace: Box<str>,
    /// The open elements down to an item.
    open: Vec<Level>,
    item: Item,
    /// The best title so far, and how good it is. 0 is the best.
    title: Option<(u8, String)>,
    /// The field being collected, and the number of open elements inside it.
    field: Option<(Field, usize)>,
    /// Offset of the current field.
    field_offset: u32,
    text: String,
    /// The number of open elements around the script or style sheet that is being skipped.
    skipped: Option<usize>,
    is_html: bool,
    is_base64: bool,
    items: Items,
    required: Required,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    /// `feed`, `rss` or `rdf:RDF`.
    Root,
    /// `channel`.
    Channel,
    /// `entry` or `item`.
    Item,
    /// `media:group` or `media:content`. Their titles are those of the item.
    Media,
}

/// Children of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    /// A title, and how good it is: the item's own one is 0, the best.
    Title(u8),
    /// An address, as text.
    Link(Quality),
    Published(DateForm),
    Updated(DateForm),
    Description,
    /// The whole text, for an item without a title.
    Content,
    Other,
}

impl Reader for Feed {
    const IS_DEFERRED: bool = true;

    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        Kind::of_root(element, cx).is_some()
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        Feed {
            bases: Bases::new(&opening.url),
            kind: Kind::default(),
            namespace: Box::default(),
            open: Vec::new(),
            item: Item::default(),
            title: None,
            field: None,
            field_offset: 0,
            text: String::new(),
            skipped: None,
            is_html: false,
            is_base64: false,
            items: Items::new(opening.under, "item"),
            required: Required::default(),
        }
    }

    fn finish(&mut self, _: &mut SiteMap, report: &mut Report) {
        self.required.finish(report);
        self.items.finish(report);
    }

    fn name(&self) -> &'static str {
        if self.kind == Kind::Atom { "atom" } else { "rss" }
    }

    fn structure(&self) -> Structure {
        Structure::Derived
    }
}

impl Handler for Feed {
    type Target = SiteMap;

    fn start(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let count = self.ended_by(element, cx);
        if count > 0 {
            cx.report_missing_end(element.raw_name);
            (0..count).for_each(|_| self.end(map, cx));
            cx.ended_early(count);
        }
        self.bases.start(element, cx);
        if let Some((field, depth)) = &mut self.field {
            *depth += 1;
            let local = cx.names.local(element.name);
            if matches!(local, "script" | "style") {
                self.skipped.get_or_insert(*depth);
            } else if *field != Field::Other && is_block(local) {
                self.text.push(' ');
            }
            return;
        }
        let (namespace, local) = (cx.names.namespace(element.name), cx.names.local(element.name));
        let level = match self.open.last() {
            None => {
                self.start_root(element, cx);
                Some(Level::Root)
            }
            Some(Level::Item | Level::Media) if is_media(namespace) && matches!(local, "group" | "content") => {
                Some(Level::Media)
            }
            Some(level @ (Level::Item | Level::Media)) => {
                if *level == Level::Item && self.kind.has(namespace, &self.namespace) {
                    self.required.note_in_item(local);
                }
                let field = self.field_of(*level, element, cx);
                self.start_field(field, cx);
                return;
            }
            Some(_) if !self.kind.has(namespace, &self.namespace) => None,
            Some(_) => match (self.kind, local) {
                (Kind::Rss | Kind::RdfRss, "channel") => Some(Level::Channel),
                (Kind::Atom, "entry") | (Kind::Rss | Kind::RdfRss, "item") => Some(Level::Item),
                _ => {
                    self.required.note(local);
                    None
                }
            },
        };
        match level {
            Some(level) => self.open.push(level),
            None => self.field = Some((Field::Other, 0)),
        }
        match level {
            Some(Level::Channel) => self.required.start_channel(cx.offset),
            Some(Level::Item) => self.start_item(element, cx),
            Some(Level::Media) => self.offer_attribute("url", element, cx),
            _ => {}
        }
    }

    fn end(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        match &mut self.field {
            Some((_, depth @ 1..)) => {
                self.skipped = self.skipped.filter(|skipped| skipped < depth);
                *depth -= 1;
            }
            Some((field, _)) => {
                let field = *field;
                (self.field, self.skipped) = (None, None);
                self.end_field(field);
            }
            None => {
                if self.open.pop() == Some(Level::Item) {
                    self.required.end_item(self.item.offset, cx.report);
                    let title = self.title.take().map(|(_, title)| title).unwrap_or_default();
                    let item = Item { title, ..std::mem::take(&mut self.item) };
                    self.items.add(item, map, cx.report);
                }
            }
        }
        self.bases.end();
    }

    fn text(&mut self, text: &str, _: &mut SiteMap, _: &mut Context<'_>) {
        let limit = match self.field {
            None | Some((Field::Other, _)) => return,
            Some((Field::Content, _)) => MAX_FIRST_WORDS_BYTES,
            Some(_) => MAX_LITERAL_BYTES,
        };
        if self.text.len() <= limit && self.skipped.is_none() {
            self.text.push_str(text);
        }
    }

    fn wants_space(&self) -> bool {
        self.field.is_some_and(|(field, _)| field != Field::Other)
    }
}

impl Feed {
    /// Returns the number of open elements that an element ends, because it cannot be in them: an item is not in an item, and no
    /// child of an item is in its title, link, date, description or media.
    fn ended_by(&self, element: &Element<'_>, cx: &Context<'_>) -> usize {
        if !self.open.contains(&Level::Item) || !self.kind.has(cx.names.namespace(element.name), &self.namespace) {
            return 0;
        }
        let levels = |is_ended: fn(&Level) -> bool| self.open.iter().rev().take_while(|level| is_ended(level)).count();
        let media = levels(|level| *level == Level::Media);
        let in_field = match self.field {
            Some((field, 0)) if field != Field::Other => 1,
            _ => 0,
        };
        match cx.names.local(element.name) {
            "item" | "entry" => self.field.map_or(0, |(_, depth)| depth + 1) + media + 1,
            "title" => in_field,
            "link" | "guid" | "id" | "pubDate" | "description" | "published" | "updated" | "summary" | "content"
            | "author" | "category" | "comments" | "enclosure" => match self.field {
                // An item whose link has arrived needs nothing from its media.
                None if self.item.link.as_ref().is_none_or(|link| link.quality >= Quality::File) => media,
                _ => in_field,
            },
            _ => 0,
        }
    }

    fn start_root(&mut self, root: &Element<'_>, cx: &mut Context<'_>) {
        let namespace = cx.names.namespace(root.name);
        self.namespace = namespace.into();
        self.kind = Kind::of_root(root, cx).unwrap_or_default();
        self.required.start(self.kind, !namespace.contains("purl.org/atom"), cx.offset);
        if self.kind != Kind::Atom {
            return;
        }
        (self.items.name, self.items.allows_relative) = ("entry", true);
        if !is_atom_namespace(namespace) {
            let what = match namespace.is_empty() {
                true => "This feed has no namespace".to_owned(),
                false => format!("'{namespace}' is not the namespace of Atom"),
            };
            let message = format!("{what}; write xmlns=\"http://www.w3.org/2005/Atom\".");
            cx.report.warning(FindingCode::FeedNamespace, cx.offset, message);
        }
    }

    fn start_item(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.item = Item { offset: cx.offset, ..Item::default() };
        self.title = None;
        self.required.start_item();
        // RSS 1.0, section 5.5: the name of an item is the address of its page.
        if let Some(about) = element.attributes.iter().find(|about| about.name == RDF_ABOUT) {
            let address = element.value(about, cx).trim().to_owned();
            self.offer(address, about.offset, Quality::Name);
        }
    }

    fn offer(&mut self, address: String, offset: u32, quality: Quality) {
        if quality != Quality::Name || is_web(&address) {
            let base = self.bases.get().into();
            self.item.offer(Link { address, base, offset, quality });
        }
    }

    /// Takes the address of a file from an attribute.
    fn offer_attribute(&mut self, name: &str, element: &Element<'_>, cx: &mut Context<'_>) {
        if let Some(attribute) = element.attributes.iter().find(|attribute| is_plain(attribute.name, name, cx)) {
            let address = element.value(attribute, cx).trim().to_owned();
            self.offer(address, attribute.offset, Quality::File);
        }
    }

    /// Returns the meaning of a child element of an item.
    fn field_of(&mut self, level: Level, element: &Element<'_>, cx: &mut Context<'_>) -> Field {
        let (namespace, local) = (cx.names.namespace(element.name), cx.names.local(element.name));
        let is_atom = self.kind == Kind::Atom;
        self.is_html = !is_atom;
        self.is_base64 = false;
        let value = |name: &str, cx: &mut Context<'_>| {
            let attribute = element.attributes.iter().find(|attribute| is_plain(attribute.name, name, cx))?;
            Some((element.value(attribute, cx).trim().to_owned(), attribute.offset))
        };
        let field = match (is_atom, local) {
            (_, "date") if namespace == DC => Field::Published(DateForm::W3c),
            (_, "title") if namespace == DC => Field::Title(1),
            (_, "title") if is_media(namespace) => Field::Title(2),
            (false, "link") if is_atom_namespace(namespace) => self.read_link(element, Quality::Other, cx),
            (false, "encoded") if is_content(namespace) => Field::Content,
            (_, "origLink") if is_feed_service(namespace) => Field::Link(Quality::Original),
            _ if level == Level::Media || !self.kind.has(namespace, &self.namespace) => Field::Other,
            (_, "title") => Field::Title(0),
            (_, "link") => self.read_link(element, Quality::Page, cx),
            (true, "id") => Field::Link(Quality::Name),
            (true, "content") => {
                self.offer_attribute("src", element, cx);
                Field::Content
            }
            (true, "published") => Field::Published(DateForm::Rfc3339),
            (true, "updated") => Field::Updated(DateForm::Rfc3339),
            (true, "issued") => Field::Published(DateForm::W3c),
            (true, "modified") => Field::Updated(DateForm::W3c),
            (true, "summary") => Field::Description,
            (false, "guid") => match value("isPermaLink", cx) {
                Some((said, _)) if said.eq_ignore_ascii_case("false") => Field::Other,
                _ => Field::Link(Quality::Name),
            },
            (false, "enclosure") => {
                self.offer_attribute("url", element, cx);
                Field::Other
            }
            (false, "pubDate") => Field::Published(DateForm::Rfc822),
            (false, "description") => Field::Description,
            _ => Field::Other,
        };
        if is_atom && matches!(field, Field::Title(_) | Field::Description | Field::Content) {
            // RFC 4287, section 3.1.1. Atom 0.3 uses two attributes.
            let kind = value("type", cx).map(|(kind, _)| kind);
            let mode = value("mode", cx).map(|(mode, _)| mode);
            let is_escaped = mode.as_deref().is_none_or(|mode| matches!(mode, "escaped" | "base64"));
            self.is_html = is_escaped && matches!(kind.as_deref(), Some("html" | "text/html"));
            self.is_base64 = mode.as_deref() == Some("base64");
        }
        field
    }

    /// Reads the attributes of a `link`. Without an address among them, the address is its text.
    fn read_link(&mut self, element: &Element<'_>, quality: Quality, cx: &mut Context<'_>) -> Field {
        let [mut rel, mut kind, mut href] = [const { None }; 3];
        for attribute in element.attributes {
            let field = match cx.own_name(attribute) {
                "rel" => &mut rel,
                "type" => &mut kind,
                "href" => &mut href,
                _ => continue,
            };
            *field = Some((element.value(attribute, cx).trim().to_owned(), attribute.offset));
        }
        let text_of = |value: &Option<(String, u32)>| value.as_ref().map(|(text, _)| text.clone()).unwrap_or_default();
        let (rel, kind) = (text_of(&rel), text_of(&kind));
        let quality = match () {
            () if rel.eq_ignore_ascii_case("enclosure") => Quality::File,
            () if rel.eq_ignore_ascii_case("self") => Quality::Own,
            () if !is_alternate(&rel) => return Field::Other,
            () if kind.is_empty() || kind.contains("html") => quality,
            () => Quality::Other,
        };
        let Some((address, offset)) = href.filter(|(address, _)| !address.is_empty()) else {
            return Field::Link(quality);
        };
        self.offer(address, offset, quality);
        Field::Other
    }

    fn start_field(&mut self, field: Field, cx: &Context<'_>) {
        self.text.clear();
        self.field_offset = cx.offset;
        self.field = Some((field, 0));
    }

    /// Ends a child element of an item.
    fn end_field(&mut self, field: Field) {
        let offset = self.field_offset;
        match field {
            Field::Title(rank) => {
                let is_better = self.title.as_ref().is_none_or(|(known, _)| rank < *known);
                let title = if is_better { self.words().trim().to_owned() } else { String::new() };
                if !title.is_empty() {
                    self.title = Some((rank, title));
                }
            }
            Field::Link(quality) => {
                let address = self.text.trim().to_owned();
                self.offer(address, offset, quality);
            }
            Field::Published(form) if self.item.published.is_none() => {
                self.item.published = Some(Dated { text: self.text.clone(), offset, form });
            }
            Field::Updated(form) if self.item.updated.is_none() => {
                self.item.updated = Some(Dated { text: self.text.clone(), offset, form });
            }
            Field::Description if self.item.description.is_none() => {
                let words = self.words();
                self.item.first_words = first_words(&words);
                self.item.description = Some((words, offset));
            }
            Field::Content if self.item.first_words.is_empty() && self.title.is_none() => {
                self.item.first_words = match self.is_html {
                    true => first_words_of_html(&self.text),
                    false => first_words(&self.text),
                };
            }
            _ => {}
        }
    }

    /// Returns the words of the current field.
    fn words(&self) -> String {
        let decoded = if self.is_base64 { base64::decode(&self.text) } else { None };
        let text = decoded.as_deref().unwrap_or(&self.text);
        if self.is_html { text_of(text) } else { text.to_owned() }
    }
}

fn is_plain(name: Name, local: &str, cx: &Context<'_>) -> bool {
    cx.names.local(name) == local && cx.names.namespace(name).is_empty()
}

/// Returns `true` if a link leads to the page of the entry (RFC 4287, section 4.2.7.2).
fn is_alternate(rel: &str) -> bool {
    let rel = rel.strip_prefix("http://www.iana.org/assignments/relation/").unwrap_or(rel);
    rel.is_empty() || rel.eq_ignore_ascii_case("alternate")
}

/// Returns `true` if a `guid` is a web address.
fn is_web(address: &str) -> bool {
    scheme(address).is_some_and(is_web_scheme)
}

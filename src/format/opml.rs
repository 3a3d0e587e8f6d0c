//! OPML, the Outline Processor Markup Language 1.0 and 2.0 (<https://opml.org/spec2.opml>): outlines of links and feeds.
//!
//! An outline without an address is a heading, or a folder if outlines are in it. `text` is its title. The address of a
//! feed is that of its site (`htmlUrl`), unless only that of the feed is complete; the feed itself becomes the detail `feed`. An outline of the type `include` leads
//! to the other file, which is not read. Names of attributes are recognized in upper and lower case. A text may contain
//! encoded HTML (OPML 2.0, "Text attribute"), of which only the words are shown. If it is only a link, it leads there.
//!
//! A saved file has elements and attributes of the namespace `navi` (OPML 2.0, "Extending OPML"), as in XBEL.

use super::bookmarks::collected::{Collected, Content};
use super::bookmarks::state::{Bookmarks, Kind, in_any_case};
use super::markup::base::Bases;
use super::markup::only_link::only_link;
use super::reader::{Opening, Reader, Structure};
use super::saved_terms;
use crate::address::reference::scheme;
use crate::findings::{FindingCode, Report};
use crate::site_map::{Flag, NodeId, SiteMap, check_cycles};
use crate::text::date;
use crate::text::html_text::text_of;
use crate::xml::vocabulary::{NAVI, NAVI_ALIAS_OF, NAVI_ALIASES, NAVI_ICON, NAVI_ID, NAVI_KIND, NAVI_MENU, NAVI_REF};
use crate::xml::{Context, Element, Handler};

/// Reads OPML documents.
#[derive(Debug, Default)]
pub(crate) struct Opml {
    bookmarks: Bookmarks,
    bases: Bases,
    namespace: Box<str>,
    open: Vec<Level>,
    /// The element inside the innermost level that is collected or left out.
    collected: Option<Collected>,
    /// An outline outside of `body` was reported.
    is_body_reported: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Opml,
    Head,
    Body,
    /// An outline. `true` if it becomes a folder when an outline is in it.
    Outline(bool),
    /// A separator or an alias. Nothing is read in it.
    Leaf,
    /// The context menu of an outline in a saved file.
    Menu,
}

/// A value, and its offset.
type Value<'a> = Option<(&'a str, u32)>;

/// The attributes of an outline that are read: their names and values, and the offsets of the values.
struct Outline(Vec<(&'static str, String, u32)>);

/// The attributes of OPML that are read.
#[rustfmt::skip]
const ATTRIBUTES: [&str; 11] =
    ["text", "title", "type", "url", "htmlUrl", "xmlUrl", "created", "category", "description", "language", "version"];

/// The attributes of saved files that are read. `WORDS`: the words of `navi:kind`. `REFERENCE`: the id of the outline that
/// stands here again.
const ID: &str = "navi:id";
const WORDS: &str = "navi:kind";
const REFERENCE: &str = "navi:ref";
const ICON: &str = "navi:icon";
const ALIAS_OF: &str = "navi:aliasOf";

impl Reader for Opml {
    const IS_DEFERRED: bool = true;

    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        cx.names.local(element.name).eq_ignore_ascii_case("opml")
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        Opml { bookmarks: Bookmarks::new(opening.under), bases: Bases::new(&opening.url), ..Opml::default() }
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.bookmarks.finish(map, report);
    }

    fn name(&self) -> &'static str {
        "opml"
    }

    fn structure(&self) -> Structure {
        Structure::Declared
    }

    fn check_pages(&self, map: &SiteMap, report: &mut Report) {
        if let Some(root) = map.root() {
            check_cycles(map, root, report);
        }
    }
}

impl Handler for Opml {
    type Target = SiteMap;

    fn start(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let count = self.ended_by(element, cx);
        if count > 0 {
            cx.report_missing_end(element.raw_name);
            (0..count).for_each(|_| self.end(map, cx));
            cx.ended_early(count);
        }
        self.bases.start(element, cx);
        if let Some(collected) = &mut self.collected {
            collected.start(element, cx);
            return;
        }
        let namespace = cx.names.namespace(element.name);
        let is_ours = namespace.is_empty() || *namespace == *self.namespace;
        let detail = saved_terms::detail_name(namespace, cx.names.local(element.name));
        let own = if is_ours { self.bookmarks.own_name(&NAMES, element, cx) } else { "" };
        match (self.open.last(), own) {
            (None, _) => self.start_document(element, map, cx),
            (Some(Level::Opml), "head") => self.open.push(Level::Head),
            (Some(Level::Opml), "body") => self.open.push(Level::Body),
            (Some(Level::Head), "title") => self.collect(Content::Title(String::new()), cx),
            (Some(Level::Head), "dateCreated") => self.collect_detail("added", cx),
            (Some(Level::Head), "dateModified") => self.collect_detail("modified", cx),
            (Some(Level::Head), "ownerName") => self.collect_detail("creator", cx),
            (Some(Level::Opml | Level::Head), "outline") => {
                if !std::mem::replace(&mut self.is_body_reported, true) {
                    let message = "This outline is not in body, but it is read. Write all outlines in a body element.";
                    cx.report.warning(FindingCode::MissingBody, cx.offset, message);
                }
                self.start_outline(element, map, cx);
            }
            (Some(Level::Body | Level::Outline(_) | Level::Menu), "outline") => self.start_outline(element, map, cx),
            // Other programs do not know these outlines, so they do not list the pages of context menus.
            (Some(Level::Outline(_) | Level::Menu), _)
                if namespace == NAVI && cx.names.local(element.name) == "outline" =>
            {
                self.start_outline(element, map, cx);
            }
            (Some(Level::Outline(_)), _) if element.name == NAVI_MENU => {
                self.bookmarks.start_menu(map, cx.offset, cx.report);
                self.open.push(Level::Menu);
            }
            (Some(Level::Head | Level::Outline(_)), _) if detail.is_some() => {
                self.collect_detail(&detail.unwrap_or_default(), cx);
            }
            (parent, _) => {
                if is_ours && parent != Some(&Level::Head) {
                    let message = format!(
                        "OPML does not allow '{}' here; it is left out with its content. Write outline elements in body.",
                        element.raw_name
                    );
                    cx.report.warning(FindingCode::UnknownElement, cx.offset, message);
                }
                self.collect(Content::Unknown, cx);
            }
        }
    }

    fn end(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        match &mut self.collected {
            Some(collected) => {
                if collected.end() {
                    self.end_collected(map, cx);
                }
            }
            None => {
                if matches!(self.open.pop(), Some(Level::Outline(_) | Level::Leaf | Level::Menu)) {
                    self.bookmarks.pop();
                }
            }
        }
        self.bases.end();
    }

    fn text(&mut self, text: &str, _: &mut SiteMap, _: &mut Context<'_>) {
        if let Some(collected) = &mut self.collected {
            collected.text(text);
        }
    }

    fn wants_space(&self) -> bool {
        self.collected.is_some()
    }
}

/// The elements of OPML that are read.
const NAMES: [&str; 8] = ["opml", "head", "body", "outline", "title", "dateCreated", "dateModified", "ownerName"];

impl Opml {
    /// Returns the number of open elements that an element ends, because it cannot be in them: an outline is not in a text, and
    /// `body` is not in `head`.
    fn ended_by(&self, element: &Element<'_>, cx: &Context<'_>) -> usize {
        let namespace = cx.names.namespace(element.name);
        let is_ours = namespace.is_empty() || *namespace == *self.namespace;
        let Some(own) = in_any_case(&NAMES, cx.names.local(element.name)).filter(|_| is_ours) else { return 0 };
        match &self.collected {
            Some(collected) if !collected.is_in_text() => 0,
            collected => {
                usize::from(collected.is_some()) + usize::from(own == "body" && self.open.last() == Some(&Level::Head))
            }
        }
    }

    fn start_document(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        self.namespace = cx.names.namespace(element.name).into();
        self.bookmarks.start_document(map, cx.offset, cx.report);
        self.open.push(Level::Opml);
        for attribute in element.attributes {
            let value = element.value(attribute, cx);
            match attribute.name {
                NAVI_ALIASES => self.bookmarks.aliases.are_occurrences |= value.trim() == "pages",
                NAVI_ID => self.bookmarks.set_id(&value, map, attribute.offset, cx.report),
                _ => {}
            }
        }
    }

    fn collect(&mut self, content: Content, cx: &Context<'_>) {
        self.collected = Some(Collected::new(content, cx.offset));
    }

    fn collect_detail(&mut self, name: &str, cx: &Context<'_>) {
        self.collect(Content::Detail(name.to_owned(), String::new()), cx);
    }

    fn end_collected(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let (Some(collected), Some(open)) = (self.collected.take(), self.bookmarks.open.last()) else { return };
        match collected.content {
            Content::Title(title) if self.bookmarks.under.is_none() => {
                map.set_title(open.page, &title, collected.offset, cx.report);
            }
            Content::Detail(name, text) => map.add_detail(open.page, &name, &text, collected.offset, cx.report),
            _ => {}
        }
    }

    fn start_outline(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let outline = Outline::new(element, cx);
        if let Some(Level::Outline(becomes_folder @ true)) = self.open.last_mut() {
            *becomes_folder = false;
            if let Some(open) = self.bookmarks.open.last() {
                map.mark(open.page, Flag::FOLDER);
            }
        }
        let (offset, report) = (cx.offset, &mut *cx.report);
        let words = outline.get(WORDS).map_or("", |(words, _)| words);
        let is = |wanted: &str| words.split_whitespace().any(|word| word == wanted);
        self.open.push(Level::Leaf);
        if is("separator") {
            return self.bookmarks.separator(map, offset, report);
        }
        let reference = outline.get(REFERENCE);
        let page = match reference {
            Some(_) => {
                self.bookmarks.start_alias(map, offset);
                None
            }
            None => Some(self.bookmarks.start_entry(Kind::Bookmark, map, offset, report)),
        };
        if let Some((id, offset)) = outline.get(ID) {
            self.bookmarks.set_id(id, map, offset, report);
        }
        if let Some((to, offset)) = reference {
            self.bookmarks.set_alias_target(to, offset);
        }
        let Some(page) = page else { return };
        // A saved file says what an outline without an address is.
        let link = outline.link().filter(|_| words.is_empty());
        let address = outline.address(report).or_else(|| link.as_ref().map(|(url, offset)| (&**url, *offset)));
        if let Some(level) = self.open.last_mut() {
            *level = Level::Outline(address.is_none() && !is("heading"));
        }
        for (title, offset) in ["text", "title"].into_iter().filter_map(|name| outline.get(name)) {
            map.set_title(page, &text_of(title), offset, report);
        }
        outline.describe(page, address, map, report);
        if let Some((icon, offset)) = outline.get(ICON) {
            map.set_icon(page, icon, self.bases.get(), offset, report);
        }
        if let Some((to, offset)) = outline.get(ALIAS_OF) {
            self.bookmarks.aliases.add_saved_alias(page, to.trim(), offset);
        }
        self.bookmarks.saved_kind(page, words, map);
        match address {
            Some((address, offset)) => {
                self.bookmarks.set_href(address, offset);
                self.bookmarks.end_bookmark(map, self.bases.get(), report);
            }
            None => {
                if !map.has_title(page) {
                    let message = "This outline has no text. Write one.";
                    report.warning(FindingCode::MissingTitle, offset, message);
                }
                self.bookmarks.place_innermost(map);
            }
        }
    }
}

impl Outline {
    fn new(element: &Element<'_>, cx: &mut Context<'_>) -> Outline {
        let mut outline = Outline(Vec::new());
        for attribute in element.attributes {
            let name = match attribute.name {
                NAVI_ID => ID,
                NAVI_REF => REFERENCE,
                NAVI_KIND => WORDS,
                NAVI_ICON => ICON,
                NAVI_ALIAS_OF => ALIAS_OF,
                _ => match in_any_case(&ATTRIBUTES, cx.own_name(attribute)) {
                    Some(name) => name,
                    None => continue,
                },
            };
            let value = element.value(attribute, cx);
            if outline.get(name).is_none() && !value.trim().is_empty() {
                outline.0.push((name, value.into_owned(), attribute.offset));
            }
        }
        outline
    }

    fn get(&self, name: &str) -> Value<'_> {
        self.0.iter().find(|(own, ..)| *own == name).map(|(_, value, offset)| (&**value, *offset))
    }

    /// Returns the best address: the first complete one, or the first. That of a feed comes first if the type says so.
    fn address(&self, report: &mut Report) -> Value<'_> {
        let is_feed = self.kind().is_some_and(|(kind, _)| kind.eq_ignore_ascii_case("rss"));
        let names = if is_feed { ["htmlUrl", "url", "xmlUrl"] } else { ["url", "htmlUrl", "xmlUrl"] };
        let all: Vec<_> = names.into_iter().filter_map(|name| self.get(name)).collect();
        let complete = all.iter().position(|(url, _)| scheme(url.trim()).is_some());
        for (url, offset) in &all[..complete.unwrap_or_default()] {
            let message = format!(
                "'{}' has no scheme, so the complete address of this outline counts; write the whole address.",
                url.trim()
            );
            report.warning(FindingCode::HrefWithoutScheme, *offset, message);
        }
        all.get(complete.unwrap_or_default()).copied()
    }

    fn kind(&self) -> Value<'_> {
        self.get("type")
    }

    /// Returns the address of a text that is only a link.
    fn link(&self) -> Option<(String, u32)> {
        let (text, offset) = self.get("text").or_else(|| self.get("title"))?;
        Some((only_link(text)?, offset))
    }

    /// Adds the details. The address is not one of them.
    fn describe(&self, page: NodeId, address: Value<'_>, map: &mut SiteMap, report: &mut Report) {
        if let Some((created, offset)) = self.get("created").filter(|(created, _)| date::with_time(created).is_none()) {
            let message = format!(
                "'{}' is not a date; it is shown as written. Write it like Sat, 07 Sep 2002 00:00:01 GMT.",
                created.trim()
            );
            report.warning(FindingCode::BadDate, offset, message);
        }
        for (name, attribute) in DETAILS {
            let is_link = |value: &str| name == "type" && value.eq_ignore_ascii_case("link");
            let value = self.get(attribute).filter(|(value, _)| !is_link(value));
            if let Some((value, offset)) = value.filter(|_| value != address) {
                map.add_detail(page, name, value, offset, report);
            }
        }
    }
}

/// The details of an outline, and the attributes that they come from.
const DETAILS: [(&str, &str); 7] = [
    ("description", "description"),
    ("type", "type"),
    ("feed", "xmlUrl"),
    ("added", "created"),
    ("tags", "category"),
    ("language", "language"),
    ("version", "version"),
];

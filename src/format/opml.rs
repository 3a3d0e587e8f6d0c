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

/// An attribute, and its offset.
type Value = Option<(String, u32)>;

/// The attributes of an outline.
#[derive(Debug, Default)]
struct Outline {
    text: Value,
    title: Value,
    kind: Value,
    url: Value,
    html_url: Value,
    xml_url: Value,
    created: Value,
    category: Value,
    description: Value,
    language: Value,
    version: Value,
    id: Value,
    /// The words of `navi:kind`.
    words: Value,
    icon: Value,
    alias_of: Value,
    /// The id of the outline that stands here again.
    reference: Value,
}

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
        let mut outline = Outline::new(element, cx);
        if let Some(Level::Outline(becomes_folder @ true)) = self.open.last_mut() {
            *becomes_folder = false;
            if let Some(open) = self.bookmarks.open.last() {
                map.mark(open.page, Flag::FOLDER);
            }
        }
        let (offset, report) = (cx.offset, &mut *cx.report);
        let words = outline.words.take().map(|(words, _)| words).unwrap_or_default();
        let is = |wanted: &str| words.split_whitespace().any(|word| word == wanted);
        self.open.push(Level::Leaf);
        if is("separator") {
            return self.bookmarks.separator(map, offset, report);
        }
        if let Some((to, to_offset)) = outline.reference {
            self.bookmarks.start_alias(map, offset);
            if let Some((id, offset)) = &outline.id {
                self.bookmarks.set_id(id, map, *offset, report);
            }
            return self.bookmarks.set_alias_target(&to, to_offset);
        }
        let page = self.bookmarks.start_entry(Kind::Bookmark, map, offset, report);
        // A saved file says what an outline without an address is.
        let address = outline.address(report).or_else(|| outline.link().filter(|_| words.is_empty()));
        if let Some(level) = self.open.last_mut() {
            *level = Level::Outline(address.is_none() && !is("heading"));
        }
        if let Some((id, offset)) = &outline.id {
            self.bookmarks.set_id(id, map, *offset, report);
        }
        for (title, offset) in [&outline.text, &outline.title].into_iter().flatten() {
            map.set_title(page, &text_of(title), *offset, report);
        }
        outline.describe(page, map, report);
        if let Some((icon, offset)) = &outline.icon {
            map.set_icon(page, icon, self.bases.get(), *offset, report);
        }
        if let Some((to, offset)) = &outline.alias_of {
            self.bookmarks.aliases.add_saved_alias(page, to.trim(), *offset);
        }
        self.bookmarks.saved_kind(page, &words, map);
        match address {
            Some((address, offset)) => {
                self.bookmarks.set_href(&address, offset);
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
        let mut outline = Outline::default();
        for attribute in element.attributes {
            let name = cx.own_name(attribute);
            let field = match attribute.name {
                NAVI_ID => &mut outline.id,
                NAVI_REF => &mut outline.reference,
                NAVI_KIND => &mut outline.words,
                NAVI_ICON => &mut outline.icon,
                NAVI_ALIAS_OF => &mut outline.alias_of,
                _ => match outline.field(name) {
                    Some(field) => field,
                    None => continue,
                },
            };
            let value = element.value(attribute, cx);
            if field.is_none() && !value.trim().is_empty() {
                *field = Some((value.into_owned(), attribute.offset));
            }
        }
        outline
    }

    fn field(&mut self, name: &str) -> Option<&mut Value> {
        let fields = [
            ("text", &mut self.text),
            ("title", &mut self.title),
            ("type", &mut self.kind),
            ("url", &mut self.url),
            ("htmlUrl", &mut self.html_url),
            ("xmlUrl", &mut self.xml_url),
            ("created", &mut self.created),
            ("category", &mut self.category),
            ("description", &mut self.description),
            ("language", &mut self.language),
            ("version", &mut self.version),
        ];
        fields.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, field)| field)
    }

    /// Takes the best address: the first complete one, or the first. That of a feed stays if the outline has another one.
    fn address(&mut self, report: &mut Report) -> Value {
        let is_feed = self.kind.as_ref().is_some_and(|(kind, _)| kind.eq_ignore_ascii_case("rss"));
        let (url, html_url, xml_url) = (&mut self.url, &mut self.html_url, &mut self.xml_url);
        let mut all = if is_feed { [html_url, url, xml_url] } else { [url, html_url, xml_url] };
        let is_complete = |value: &&mut Value| value.as_ref().is_some_and(|(url, _)| scheme(url.trim()).is_some());
        let complete = all.iter().position(is_complete);
        let best = complete.or_else(|| all.iter().position(|value| value.is_some()))?;
        for (url, offset) in all[..best].iter_mut().filter_map(|value| value.take()) {
            let message = format!(
                "'{}' has no scheme, so the complete address of this outline counts; write the whole address.",
                url.trim()
            );
            report.warning(FindingCode::HrefWithoutScheme, offset, message);
        }
        all[best].take()
    }

    /// Returns the address of a text that is only a link.
    fn link(&self) -> Value {
        let (text, offset) = self.text.as_ref().or(self.title.as_ref())?;
        Some((only_link(text)?, *offset))
    }

    /// Adds the details.
    fn describe(&self, page: NodeId, map: &mut SiteMap, report: &mut Report) {
        if let Some((created, offset)) = self.created.as_ref().filter(|(created, _)| date::with_time(created).is_none())
        {
            let message = format!(
                "'{}' is not a date; it is shown as written. Write it like Sat, 07 Sep 2002 00:00:01 GMT.",
                created.trim()
            );
            report.warning(FindingCode::BadDate, *offset, message);
        }
        let kind = self.kind.as_ref().filter(|(kind, _)| !kind.eq_ignore_ascii_case("link"));
        let details = [
            ("description", self.description.as_ref()),
            ("type", kind),
            ("feed", self.xml_url.as_ref()),
            ("added", self.created.as_ref()),
            ("tags", self.category.as_ref()),
            ("language", self.language.as_ref()),
            ("version", self.version.as_ref()),
        ];
        for (name, value) in details {
            if let Some((value, offset)) = value {
                map.add_detail(page, name, value, *offset, report);
            }
        }
    }
}

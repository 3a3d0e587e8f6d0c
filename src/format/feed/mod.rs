//! RSS 2.0 and Atom. The sitemap protocol accepts them as sitemaps (sitemaps.org, "Syndication feed"). They list pages
//! with titles but no hierarchy, so the pages are placed by host and path.

use crate::address::reference::{is_web_scheme, scheme};
use crate::findings::{FindingCode, Report};
use crate::format::markup::base::Bases;
use crate::format::reader::{Opening, Reader, Structure};
use crate::limits::{MAX_LITERAL_BYTES, MAX_REPEATED_DETAILS};
use crate::site_map::SiteMap;
use crate::text::date;
use crate::text::html_text::{is_block, text_of};
use crate::xml::vocabulary::Name;
use crate::xml::{Context, Element, Handler};

/// The namespaces of Atom 1.0 (RFC 4287, section 1.2) and Atom 0.3, without `http://` or `https://`.
const ATOM: [&str; 2] = ["www.w3.org/2005/Atom", "purl.org/atom/ns#"];

/// Dublin Core. Many feeds use its date instead of their own.
const DC: &str = crate::xml::vocabulary::DC;

/// Reads feeds.
#[derive(Debug, Default)]
pub(crate) struct Feed {
    opening: Opening,
    bases: Bases,
    is_atom: bool,
    namespace: Box<str>,
    /// The open elements down to an item.
    open: Vec<Level>,
    item: Item,
    /// The field being collected, and the number of open elements inside it.
    field: Option<(Field, usize)>,
    text: String,
    is_html: bool,
    items: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    /// `feed` or `rss`.
    Root,
    /// `channel`.
    Channel,
    /// `entry` or `item`.
    Item,
}

/// Children of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Title,
    Link,
    /// `guid`, if it may be an address.
    Permalink,
    Published,
    Updated,
    Description,
    Other,
}

/// The item being read.
#[derive(Debug, Default)]
struct Item {
    offset: u32,
    title: String,
    link: Option<Link>,
    permalink: Option<Link>,
    published: Option<(String, u32)>,
    updated: Option<(String, u32)>,
    description: Option<(String, u32)>,
    /// Offset of the current field.
    field_offset: u32,
}

#[derive(Debug)]
struct Link {
    address: String,
    base: Box<str>,
    offset: u32,
    /// `false` if the link's type says that it does not lead to a web page.
    is_page: bool,
}

impl Reader for Feed {
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        match cx.names.local(element.name) {
            "rss" => true,
            "feed" => is_atom(element.name, cx),
            _ => false,
        }
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        Feed { opening: opening.clone(), bases: Bases::new(&opening.url), ..Feed::default() }
    }

    fn finish(&mut self, _: &mut SiteMap, report: &mut Report) {
        if self.items == 0 && !report.has_errors() {
            let message = format!("This feed has no {}, so there is no tree. Add one.", self.item_name());
            report.error(FindingCode::NoPages, 0, message);
        }
    }

    fn name(&self) -> &'static str {
        if self.is_atom { "atom" } else { "rss" }
    }

    fn structure(&self) -> Structure {
        Structure::Derived
    }
}

impl Handler for Feed {
    type Target = SiteMap;

    fn start(&mut self, element: &Element<'_>, _: &mut SiteMap, cx: &mut Context<'_>) {
        self.bases.start(element, cx);
        if let Some((field, depth)) = &mut self.field {
            *depth += 1;
            if *field != Field::Other && is_block(cx.names.local(element.name)) {
                self.text.push(' ');
            }
            return;
        }
        let local = cx.names.local(element.name);
        let level = match self.open.last() {
            None => {
                self.namespace = cx.names.namespace(element.name).into();
                self.is_atom = local == "feed";
                Some(Level::Root)
            }
            Some(Level::Item) => {
                self.start_field(element, cx);
                return;
            }
            Some(_) if *cx.names.namespace(element.name) != *self.namespace => None,
            Some(_) => match (self.is_atom, local) {
                (false, "channel") => Some(Level::Channel),
                (true, "entry") | (false, "item") => Some(Level::Item),
                _ => None,
            },
        };
        match level {
            Some(level) => self.open.push(level),
            None => self.field = Some((Field::Other, 0)),
        }
        if level == Some(Level::Item) {
            self.item = Item { offset: cx.offset, ..Item::default() };
        }
    }

    fn end(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        match &mut self.field {
            Some((_, depth @ 1..)) => *depth -= 1,
            Some((field, _)) => {
                let field = *field;
                self.field = None;
                self.end_field(field);
            }
            None => {
                if self.open.pop() == Some(Level::Item) {
                    self.end_item(map, cx);
                }
            }
        }
        self.bases.end();
    }

    fn text(&mut self, text: &str, _: &mut SiteMap, _: &mut Context<'_>) {
        if self.wants_space() && self.text.len() <= MAX_LITERAL_BYTES {
            self.text.push_str(text);
        }
    }

    fn wants_space(&self) -> bool {
        self.field.is_some_and(|(field, _)| field != Field::Other)
    }
}

impl Feed {
    fn item_name(&self) -> &'static str {
        if self.is_atom { "entry" } else { "item" }
    }

    /// Starts a child element of an item.
    fn start_field(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let namespace = cx.names.namespace(element.name);
        let local = cx.names.local(element.name);
        let value = |name: &str, cx: &mut Context<'_>| {
            let attribute = element.attributes.iter().find(|attribute| is_plain(attribute.name, name, cx))?;
            Some((element.value(attribute, cx).trim().to_owned(), attribute.offset))
        };
        self.text.clear();
        self.item.field_offset = cx.offset;
        self.is_html = !self.is_atom;
        let field = match (self.is_atom, local) {
            _ if namespace == DC && local == "date" => Field::Published,
            _ if *namespace != *self.namespace => Field::Other,
            (_, "title") => Field::Title,
            (true, "link") => {
                let rel = value("rel", cx).map(|(rel, _)| rel).unwrap_or_default();
                let kind = value("type", cx).map(|(kind, _)| kind).unwrap_or_default();
                let is_page = kind.is_empty() || kind.contains("html");
                let is_better = self.item.link.as_ref().is_none_or(|known| is_page && !known.is_page);
                if is_alternate(&rel)
                    && is_better
                    && let Some((address, offset)) = value("href", cx)
                {
                    let base = self.bases.get().into();
                    self.item.link = Some(Link { address, base, offset, is_page });
                }
                Field::Other
            }
            (true, "published" | "issued") => Field::Published,
            (true, "updated" | "modified") => Field::Updated,
            (true, "summary") => Field::Description,
            (false, "link") => Field::Link,
            (false, "guid") => match value("isPermaLink", cx) {
                Some((said, _)) if said == "false" => Field::Other,
                _ => Field::Permalink,
            },
            (false, "pubDate") => Field::Published,
            (false, "description") => Field::Description,
            _ => Field::Other,
        };
        if self.is_atom && matches!(field, Field::Title | Field::Description) {
            // RFC 4287, section 3.1.1. Atom 0.3 uses two attributes.
            let kind = value("type", cx).map(|(kind, _)| kind);
            let is_escaped = value("mode", cx).is_none_or(|(mode, _)| mode == "escaped");
            self.is_html = is_escaped && matches!(kind.as_deref(), Some("html" | "text/html"));
        }
        self.field = Some((field, 0));
    }

    /// Ends a child element of an item.
    fn end_field(&mut self, field: Field) {
        let offset = self.item.field_offset;
        let words = |text: &str, is_html: bool| if is_html { text_of(text) } else { text.to_owned() };
        let text = &self.text;
        let item = &mut self.item;
        match field {
            Field::Title if item.title.is_empty() => item.title = words(text, self.is_html).trim().to_owned(),
            Field::Link | Field::Permalink => {
                let address = text.trim();
                let slot = if field == Field::Link { &mut item.link } else { &mut item.permalink };
                let is_address = field == Field::Link || is_web(address);
                if slot.is_none() && !address.is_empty() && is_address {
                    let (address, base) = (address.to_owned(), self.bases.get().into());
                    *slot = Some(Link { address, base, offset, is_page: true });
                }
            }
            Field::Published if item.published.is_none() => item.published = Some((text.clone(), offset)),
            Field::Updated if item.updated.is_none() => item.updated = Some((text.clone(), offset)),
            Field::Description if item.description.is_none() => {
                item.description = Some((words(text, self.is_html), offset));
            }
            _ => {}
        }
    }

    fn end_item(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let item = std::mem::take(&mut self.item);
        let link = item.link.or(item.permalink).filter(|link| !link.address.is_empty());
        let name = self.item_name();
        if link.is_none() {
            let message = match item.title.is_empty() {
                true => format!("This {name} has neither title nor link, so it is left out; add both."),
                false => {
                    format!(
                        "This {name} has no link, so it cannot be placed by its address; add the address of its page."
                    )
                }
            };
            cx.report.warning(FindingCode::MissingLink, item.offset, message);
        }
        let under = self.opening.under.unwrap_or_else(|| map.make_root(cx.report));
        let placed =
            link.and_then(|Link { address, base, offset, .. }| map.place(under, &address, &base, offset, cx.report));
        let page = match placed {
            Some(page) => page,
            None if item.title.is_empty() => return,
            None => {
                let page = map.unnamed(item.offset, cx.report);
                map.add_unplaced(page, item.offset, cx.report);
                page
            }
        };
        self.items += 1;
        let before = map.detail_count(page, MAX_REPEATED_DETAILS);
        map.set_title(page, &item.title, item.offset, cx.report);
        for (date, offset) in [&item.published, &item.updated].into_iter().flatten() {
            self.check_date(date.trim(), *offset, cx.report);
        }
        let details = [("published", item.published), ("updated", item.updated), ("description", item.description)];
        for (name, (value, offset)) in details.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            // The same address is the same page. The first value of each detail counts.
            let repeats = before > 0 && map.details(page).iter().any(|(known, _)| *known == name);
            if before < MAX_REPEATED_DETAILS && !repeats {
                map.add_detail(page, name, &value, offset, cx.report);
            }
        }
    }

    fn check_date(&self, date: &str, offset: u32, report: &mut Report) {
        if !date.is_empty() && date::w3c(date).or_else(|| date::rfc822(date)).is_none() {
            let form = if self.is_atom { "1998-10-01T10:20:30Z" } else { "Thu, 01 Oct 1998 10:20:30 GMT" };
            let message = format!("'{date}' is not a date; it is shown as written. Write it like {form}.");
            report.warning(FindingCode::BadDate, offset, message);
        }
    }
}

fn is_atom(name: Name, cx: &Context<'_>) -> bool {
    let namespace = cx.names.namespace(name).trim();
    let rest = namespace.strip_prefix("http://").or_else(|| namespace.strip_prefix("https://"));
    rest.is_some_and(|rest| ATOM.contains(&rest))
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

//! Reads the elements of XBEL documents.

use super::entries::{attribute_name, date};
use super::state::Xbel;
use crate::findings::{FindingCode, Report};
use crate::format::bookmarks::collected::{Collected, Content};
use crate::format::bookmarks::state::{Bookmarks, Kind, Open, in_any_case};
use crate::format::markup::base::Bases;
use crate::format::markup::verbatim::Verbatim;
use crate::format::reader::{Opening, Reader, Structure};
use crate::format::saved_terms;
use crate::site_map::{SiteMap, check_cycles};
use crate::xml::{Context, Element, Handler};

impl Reader for Xbel {
    const IS_DEFERRED: bool = true;

    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        cx.names.local(element.name).eq_ignore_ascii_case("xbel")
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        Xbel { bookmarks: Bookmarks::new(opening.under), bases: Bases::new(&opening.url), ..Xbel::default() }
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.bookmarks.finish(map, report);
    }

    fn name(&self) -> &'static str {
        "xbel"
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

impl Handler for Xbel {
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
        let Some(parent) = self.bookmarks.open.last().map(|open| open.kind) else {
            self.start_document(element, map, cx);
            return;
        };
        let namespace = cx.names.namespace(element.name);
        let is_ours = namespace.is_empty() || *namespace == *self.namespace;
        let local = match is_ours && parent != Kind::Saved {
            true => self.bookmarks.own_name(&NAMES, element, cx),
            false => cx.names.local(element.name),
        };
        let holds_entries = matches!(parent, Kind::Document | Kind::Folder | Kind::Menu);
        let is_described = matches!(parent, Kind::Document | Kind::Folder | Kind::Bookmark);
        match local {
            _ if parent == Kind::Saved => self.start_in_saved(element, map, cx),
            "title" if is_described && is_ours => {
                let title_buffer = std::mem::take(&mut self.title_buffer);
                self.collect(Content::Title(title_buffer), cx);
            }
            "desc" if is_described && is_ours => self.collect(Content::Description(String::new()), cx),
            "info" if is_described && is_ours => {
                let Some(Open { node, page, entry, .. }) = self.bookmarks.open.last() else { return };
                let (node, page, entry) = (*node, *page, *entry);
                self.bookmarks.push(Kind::Info, node, page, entry, cx.offset);
            }
            // Metadata may declare the namespace of its content as its own (section 3.3.4).
            METADATA if parent == Kind::Info => self.start_metadata(element, map, cx),
            "folder" if holds_entries && is_ours => self.start_folder(element, map, cx),
            "bookmark" if holds_entries && is_ours => self.start_bookmark(element, map, cx),
            "separator" if holds_entries && is_ours => {
                self.bookmarks.separator(map, cx.offset, cx.report);
            }
            "alias" if holds_entries && is_ours => self.start_alias(element, map, cx),
            _ => {
                let message = format!(
                    "XBEL does not allow '{}' here; it is left out with its content. Write other markup in \
                                         info/metadata.",
                    element.raw_name
                );
                cx.report.warning(FindingCode::UnknownElement, cx.offset, message);
                self.collect(Content::Unknown, cx);
            }
        }
    }

    fn end(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        if let Some(collected) = &mut self.collected {
            if collected.end() {
                self.end_collected(map, cx);
            }
        } else {
            match self.bookmarks.open.last().map(|open| open.kind) {
                Some(Kind::Folder) => self.bookmarks.end_folder(map, cx.report),
                Some(Kind::Bookmark) => self.bookmarks.end_bookmark(map, self.bases.get(), cx.report),
                _ => {}
            }
            self.bookmarks.pop();
        }
        self.bases.end();
    }

    fn text(&mut self, text: &str, _: &mut SiteMap, _: &mut Context<'_>) {
        if let Some(collected) = &mut self.collected {
            collected.text(text);
        }
    }

    fn cdata(&mut self, text: &str, _: &mut SiteMap, _: &mut Context<'_>) {
        if let Some(collected) = &mut self.collected {
            collected.cdata(text);
        }
    }

    fn wants_space(&self) -> bool {
        self.collected.is_some()
    }

    fn comment(&mut self, text: &str, _: &mut SiteMap, _: &mut Context<'_>) {
        if let Some(collected) = &mut self.collected {
            collected.comment(text);
        }
    }

    fn instruction(&mut self, text: &str, _: &mut SiteMap, _: &mut Context<'_>) {
        if let Some(collected) = &mut self.collected {
            collected.instruction(text);
        }
    }
}

const METADATA: &str = "metadata";

/// The elements of XBEL that are read.
const NAMES: [&str; 9] = ["xbel", "title", "desc", "info", METADATA, "folder", "bookmark", "separator", "alias"];

impl Xbel {
    /// Returns the number of open elements that an element ends, because it cannot be in them: an entry is not in a bookmark,
    /// and no part of an entry is in a text.
    fn ended_by(&self, element: &Element<'_>, cx: &Context<'_>) -> usize {
        let namespace = cx.names.namespace(element.name);
        let (is_entry, is_part) = match in_any_case(&NAMES, cx.names.local(element.name)) {
            _ if !namespace.is_empty() && *namespace != *self.namespace => return 0,
            Some("folder" | "bookmark" | "separator" | "alias") => (true, true),
            Some("title" | "desc" | "info") => (false, true),
            _ => return 0,
        };
        let is_in_text = match &self.collected {
            Some(collected) if !(is_part && collected.is_in_text()) => return 0,
            collected => collected.is_some(),
        };
        let open = |kind: &Kind| match kind {
            Kind::Bookmark => is_entry,
            Kind::Info => true,
            _ => false,
        };
        usize::from(is_in_text) + self.bookmarks.open.iter().rev().take_while(|around| open(&around.kind)).count()
    }

    pub(super) fn collect(&mut self, content: Content, cx: &Context<'_>) {
        self.collected = Some(Collected::new(content, cx.offset));
    }

    /// Reads the root element.
    fn start_document(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        self.namespace = cx.names.namespace(element.name).into();
        self.bookmarks.own_name(&NAMES, element, cx);
        let page = self.bookmarks.start_document(map, cx.offset, cx.report);
        for attribute in element.attributes {
            match attribute_name(attribute, cx) {
                "id" => self.bookmarks.set_id(&element.value(attribute, cx), map, attribute.offset, cx.report),
                "version" => {
                    let version = element.value(attribute, cx);
                    if !matches!(version.trim(), "1.0" | "1.1") {
                        let message = format!(
                            "XBEL has the versions 1.0 and 1.1; '{version}' is read as 1.1. Write version=\"1.0\"."
                        );
                        cx.report.warning(FindingCode::XbelVersion, attribute.offset, message);
                    }
                }
                _ => date(page, element, attribute, map, cx),
            }
        }
    }

    fn start_metadata(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let owner = element.attributes.iter().find(|attribute| attribute_name(attribute, cx) == "owner");
        // A saved file contains no characters that XML forbids, so the owner must be the same without them.
        let is_visible = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
        let owner = owner.map(|owner| element.value(owner, cx).chars().filter(is_visible).collect::<String>());
        let owner = owner.map(|owner| owner.trim().to_owned()).filter(|owner| !owner.is_empty());
        if owner.as_deref() == Some(saved_terms::OWNER) {
            self.start_saved(element, map, cx);
            return;
        }
        let described = self.bookmarks.open.len().saturating_sub(2);
        match (owner, self.bookmarks.open.get_mut(described)) {
            (Some(owner), Some(open)) if open.owners.iter().any(|known| **known == *owner) => {
                let message = format!("The owner '{owner}' already has metadata here; put both into one element.");
                cx.report.warning(FindingCode::MetadataOwner, cx.offset, message);
            }
            // Remember only some owners. The finding is not needed beyond them.
            (Some(owner), Some(open)) if open.owners.len() < 100 => open.owners.push(owner.into()),
            (Some(_), _) => {}
            (None, _) => {
                let message = "This metadata has no owner; add the URI of the application that it belongs to.";
                cx.report.warning(FindingCode::MetadataOwner, cx.offset, message);
            }
        }
        // In the wrong case, a saved file would have an element that XBEL does not know.
        let prefix = element.raw_name.rfind(':').map_or("", |colon| &element.raw_name[..=colon]);
        let mut metadata = Verbatim::default();
        element.named(&[prefix, METADATA].concat(), |element| metadata.start(element, cx));
        self.collect(Content::Metadata(metadata), cx);
    }

    /// Ends a title, a description or metadata.
    fn end_collected(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let (Some(Collected { content, offset, .. }), Some(open)) = (self.collected.take(), self.bookmarks.open.last())
        else {
            return;
        };
        let (page, is_document) = (open.page, open.kind == Kind::Document);
        match content {
            Content::Title(mut title) => {
                if !is_document || self.bookmarks.under.is_none() {
                    map.set_title(page, &title, offset, cx.report);
                }
                title.clear();
                self.title_buffer = title;
            }
            Content::Description(text) => map.add_detail(page, "description", &text, offset, cx.report),
            Content::Detail(name, text) => map.add_detail(page, &name, &text, offset, cx.report),
            Content::Metadata(mut metadata) => match metadata.take() {
                Some(metadata) => map.saved.add_metadata(page, metadata, offset, cx.report),
                None => {
                    let message = "This metadata is too long, so saved files will not contain it. Shorten it.";
                    cx.report.warning(FindingCode::LimitMetadata, offset, message);
                }
            },
            Content::Unknown => {}
        }
    }
}

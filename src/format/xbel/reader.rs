//! Reads the elements of XBEL documents.

use super::aliases::{Alias, Target};
use super::collected::{Collected, Content};
use super::state::{Kind, Open, Xbel};
use crate::findings::{FindingCode, Report};
use crate::format::markup::base::Bases;
use crate::format::markup::verbatim::Verbatim;
use crate::format::reader::{Opening, Reader, Structure};
use crate::format::saved_terms;
use crate::site_map::{Flag, NodeId, Relation, SiteMap, check_cycles};
use crate::xml::{Attribute, Context, Element, Handler};

impl Reader for Xbel {
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        cx.names.local(element.name) == "xbel"
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        Xbel { opening: opening.clone(), bases: Bases::new(&opening.url), ..Xbel::default() }
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        // An alias cannot refer to an element that is incomplete.
        for open in self.open.iter_mut().filter(|open| !open.is_placed) {
            if let Some(id) = open.id.take() {
                self.aliases.forget(&id);
            }
        }
        self.finish_saved(map);
        let is_any = self.aliases.resolve(map, report);
        self.is_shown |= is_any;
        if !self.is_shown && !report.has_errors() {
            let message = "There is no bookmark or folder in this file, so there is no tree. Add some.";
            report.error(FindingCode::NoPages, 0, message);
        }
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
        self.bases.start(element, cx);
        if let Some(collected) = &mut self.collected {
            collected.start(element, cx);
            return;
        }
        let Some(parent) = self.open.last().map(|open| open.kind) else {
            self.start_document(element, map, cx);
            return;
        };
        let local = cx.names.local(element.name);
        let namespace = cx.names.namespace(element.name);
        let is_ours = namespace.is_empty() || *namespace == *self.namespace;
        let holds_entries = matches!(parent, Kind::Xbel | Kind::Folder | Kind::Menu);
        let is_described = matches!(parent, Kind::Xbel | Kind::Folder | Kind::Bookmark);
        match local {
            _ if parent == Kind::Saved => self.start_in_saved(element, map, cx),
            "title" if is_described && is_ours => {
                let title_buffer = std::mem::take(&mut self.title_buffer);
                self.collect(Content::Title(title_buffer), cx);
            }
            "desc" if is_described && is_ours => self.collect(Content::Description(String::new()), cx),
            "info" if is_described && is_ours => {
                let Some(Open { node, page, entry, .. }) = self.open.last() else { return };
                let (node, page, entry) = (*node, *page, *entry);
                self.push(Kind::Info, node, page, entry, cx);
            }
            // Metadata may declare the namespace of its content as its own (section 3.3.4).
            "metadata" if parent == Kind::Info => self.start_metadata(element, map, cx),
            "folder" if holds_entries && is_ours => self.start_folder(element, map, cx),
            "bookmark" if holds_entries && is_ours => self.start_bookmark(element, map, cx),
            "separator" if holds_entries && is_ours => {
                let node = map.unnamed(cx.offset, cx.report);
                map.mark(node, Flag::SEPARATOR);
                let entry = self.next_entry();
                self.push(Kind::Empty, node, node, entry, cx);
                self.place_innermost(map);
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
            match self.open.last().map(|open| open.kind) {
                Some(Kind::Folder) => self.end_folder(map, cx),
                Some(Kind::Bookmark) => self.end_bookmark(map, cx),
                _ => {}
            }
            if let Some((start, _)) = self.open.pop().and_then(|open| open.href) {
                self.hrefs.truncate(start);
            }
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

impl Xbel {
    pub(super) fn collect(&mut self, content: Content, cx: &Context<'_>) {
        self.collected = Some(Collected::new(content, cx.offset));
    }

    pub(super) fn next_entry(&mut self) -> u32 {
        self.entries += 1;
        self.entries
    }

    pub(super) fn push(&mut self, kind: Kind, node: NodeId, page: NodeId, entry: u32, cx: &Context<'_>) {
        self.open.push(Open {
            kind,
            node,
            page,
            entry,
            offset: cx.offset,
            id: None,
            href: None,
            is_placed: matches!(kind, Kind::Xbel | Kind::Info | Kind::Saved | Kind::Menu),
            owners: Vec::new(),
        });
    }

    /// Reads the root element.
    fn start_document(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        self.namespace = cx.names.namespace(element.name).into();
        let page = self.opening.under.unwrap_or_else(|| map.make_root(cx.report));
        let list = map.unnamed(cx.offset, cx.report);
        map.relate(page, Relation::Container, list, cx.offset);
        self.push(Kind::Xbel, list, page, 0, cx);
        for attribute in element.attributes {
            match cx.own_name(attribute) {
                "id" => {
                    self.set_id(&element.value(attribute, cx), Target::Document, attribute, cx);
                    if self.opening.under.is_none() {
                        self.keep_id(page, map, cx);
                    }
                }
                "version" => {
                    let version = element.value(attribute, cx);
                    if !matches!(version.trim(), "1.0" | "1.1") {
                        let message = format!(
                            "XBEL has the versions 1.0 and 1.1; '{version}' is read as 1.1. Write version=\"1.0\"."
                        );
                        cx.report.warning(FindingCode::XbelVersion, attribute.offset, message);
                    }
                }
                _ => self.date(page, element, attribute, map, cx),
            }
        }
    }

    pub(super) fn set_id(&mut self, id: &str, target: Target, attribute: &Attribute, cx: &mut Context<'_>) {
        let id: Box<str> = id.trim().into();
        if !self.aliases.name(&id, target) {
            let message = format!("The id '{id}' appears twice; aliases lead to the first. Give each element its own.");
            cx.report.warning(FindingCode::DuplicateId, attribute.offset, message);
            return;
        }
        if let Some(open) = self.open.last_mut() {
            open.id = Some(id);
        }
    }

    /// Keeps the id of the innermost element for saving.
    pub(super) fn keep_id(&self, page: NodeId, map: &mut SiteMap, cx: &mut Context<'_>) {
        if let Some(id) = self.open.last().and_then(|open| open.id.as_deref()) {
            map.set_id(page, id, cx.offset, cx.report);
        }
    }

    fn start_alias(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        // A folder that contains an alias is shown, like one that contains any other entry.
        let Some(parent) = self.open.last().map(|open| open.node) else { return };
        self.place_innermost(map);
        let entry = self.next_entry();
        self.push(Kind::Empty, parent, parent, entry, cx);
        let local = |name: &'static str, cx: &Context<'_>| {
            element.attributes.iter().find(|attribute| cx.own_name(attribute) == name)
        };
        let Some(to) = local("ref", cx) else {
            let message = "This alias has no ref, so it is left out; add the id of a bookmark or folder.";
            cx.report.warning(FindingCode::DanglingAlias, cx.offset, message);
            return;
        };
        if let Some(id) = local("id", cx) {
            self.set_id(&element.value(id, cx), Target::Alias(self.aliases.count()), id, cx);
        }
        let id = self.open.last_mut().and_then(|open| open.id.take());
        let (offset, to_offset) = (cx.offset, to.offset);
        let to = element.value(to, cx).trim().into();
        self.aliases.add(Alias { to, parent, entry, offset, to_offset, id });
    }

    fn start_metadata(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let owner = element.attributes.iter().find(|attribute| cx.own_name(attribute) == "owner");
        let owner = owner.map(|owner| element.value(owner, cx).trim().to_owned()).filter(|owner| !owner.is_empty());
        if owner.as_deref() == Some(saved_terms::OWNER) {
            self.start_saved(element, map, cx);
            return;
        }
        let described = self.open.len().saturating_sub(2);
        match (owner, self.open.get_mut(described)) {
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
        let mut metadata = Verbatim::default();
        metadata.start(element, cx);
        self.collect(Content::Metadata(metadata), cx);
    }

    /// Ends a title, a description or metadata.
    fn end_collected(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let (Some(Collected { content, offset, .. }), Some(open)) = (self.collected.take(), self.open.last()) else {
            return;
        };
        let (page, is_document) = (open.page, open.kind == Kind::Xbel);
        match content {
            Content::Title(mut title) => {
                if !is_document || self.opening.under.is_none() {
                    map.set_title(page, &title, offset, cx.report);
                }
                title.clear();
                self.title_buffer = title;
            }
            Content::Description(text) => map.add_detail(page, "description", &text, offset, cx.report),
            Content::Detail(name, text) => map.add_detail(page, &name, &text, offset, cx.report),
            Content::Metadata(mut metadata) => match metadata.take() {
                Some(metadata) => map.add_metadata(page, metadata, offset, cx.report),
                None => {
                    let message = "This metadata is too long, so saved files will not contain it. Shorten it.";
                    cx.report.warning(FindingCode::LimitMetadata, offset, message);
                }
            },
            Content::Unknown => {}
        }
    }

    /// Adds the innermost open element to its parent, and the parent to its own parent.
    pub(super) fn place_innermost(&mut self, map: &mut SiteMap) {
        for at in (1..self.open.len()).rev() {
            if self.open[at].is_placed {
                break;
            }
            self.open[at].is_placed = true;
            let (parent, Open { node, entry, offset, .. }) = (self.open[at - 1].node, &self.open[at]);
            map.insert(parent, *entry, *node, *offset);
            self.is_shown = true;
        }
    }
}

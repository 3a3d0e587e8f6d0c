//! XBEL, the XML Bookmark Exchange Language 1.0 and 1.1: folders, bookmarks, separators and aliases.
//!
//! Section numbers are those of chapter 3, "XBEL Document Structure", of its documentation.

mod aliases;
#[cfg(test)]
mod tests;

use super::base::Bases;
use super::verbatim::Verbatim;
use super::{Opening, Reader, Structure};
use crate::diagnostics::Report;
use crate::iri;
use crate::limits::MAX_LITERAL_BYTES;
use crate::readable;
use crate::site_map::{Flag, NodeId, Relation, SiteMap};
use crate::tree;
use crate::xml::{Attribute, Context, Element, Handler};
use aliases::{Alias, Aliases, Target};

/// Reads XBEL documents.
#[derive(Debug, Default)]
pub(crate) struct Xbel {
    map: SiteMap,
    opening: Opening,
    bases: Bases,
    namespace: Box<str>,
    /// The open elements that make up the tree.
    open: Vec<Open>,
    /// What is gathered or left out inside the innermost of these.
    inside: Option<Inside>,
    /// Number of entries so far; they stand in its order.
    entries: u32,
    aliases: Aliases,
    is_shown: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Xbel,
    Folder,
    Bookmark,
    Info,
    /// An element without content, a separator or an alias.
    Empty,
}

#[derive(Debug)]
struct Open {
    kind: Kind,
    /// Where its entries go; its page too, unless this is the whole document.
    node: NodeId,
    page: NodeId,
    /// Its number among all entries.
    entry: u32,
    offset: u32,
    id: Option<Box<str>>,
    /// Address, its base and its place.
    href: Option<(String, Box<str>, u32)>,
    /// Whether it has been put below what it stands in.
    is_placed: bool,
    /// Owners of its metadata.
    owners: Vec<Box<str>>,
}

#[derive(Debug)]
struct Inside {
    what: What,
    /// Number of elements open in it.
    depth: usize,
    offset: u32,
}

#[derive(Debug)]
enum What {
    Title(String),
    Description(String),
    Metadata(Verbatim),
    Unknown,
}

impl Reader for Xbel {
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        cx.names.local(element.name) == "xbel"
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        Xbel { opening: opening.clone(), bases: Bases::new(&opening.url), ..Xbel::default() }
    }

    fn map(&mut self) -> &mut SiteMap {
        &mut self.map
    }

    fn finish(&mut self, report: &mut Report) {
        // What has broken off is nothing that an alias could stand for.
        for open in self.open.iter_mut().filter(|open| !open.is_placed) {
            if let Some(id) = open.id.take() {
                self.aliases.forget(&id);
            }
        }
        let is_any = self.aliases.resolve(&mut self.map, report);
        self.is_shown |= is_any;
        if !self.is_shown && !report.has_errors() {
            let message = "There is no bookmark or folder in this file, so there is no tree. Add some.";
            report.error("no-pages", 0, message);
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
            tree::check_cycles(map, root, report);
        }
    }
}

impl Handler for Xbel {
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.bases.start(element, cx);
        if let Some(inside) = &mut self.inside {
            inside.start(element, cx);
            return;
        }
        let Some(parent) = self.open.last().map(|open| open.kind) else {
            self.start_document(element, cx);
            return;
        };
        let local = cx.names.local(element.name);
        let namespace = cx.names.namespace(element.name);
        let is_ours = namespace.is_empty() || *namespace == *self.namespace;
        let holds_entries = matches!(parent, Kind::Xbel | Kind::Folder);
        let is_described = holds_entries || parent == Kind::Bookmark;
        match local {
            "title" if is_described && is_ours => self.gather(What::Title(String::new()), cx),
            "desc" if is_described && is_ours => self.gather(What::Description(String::new()), cx),
            "info" if is_described && is_ours => {
                let Some(Open { node, page, entry, .. }) = self.open.last() else { return };
                let (node, page, entry) = (*node, *page, *entry);
                self.push(Kind::Info, node, page, entry, cx);
            }
            // It may declare the namespace of what is in it as its own (section 3.3.4).
            "metadata" if parent == Kind::Info => self.start_metadata(element, cx),
            "folder" if holds_entries && is_ours => self.start_folder(element, cx),
            "bookmark" if holds_entries && is_ours => self.start_bookmark(element, cx),
            "separator" if holds_entries && is_ours => {
                let node = self.map.unnamed(cx.offset, cx.report);
                self.map.mark(node, Flag::SEPARATOR);
                let entry = self.next_entry();
                self.push(Kind::Empty, node, node, entry, cx);
                self.place_innermost();
            }
            "alias" if holds_entries && is_ours => self.start_alias(element, cx),
            _ => {
                let message = format!(
                    "'{}' has no place here in XBEL; it is left out with what is in it. Other markup belongs in \
                     info/metadata.",
                    element.raw_name
                );
                cx.report.warning("unknown-element", cx.offset, message);
                self.gather(What::Unknown, cx);
            }
        }
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        self.bases.end();
        if let Some(inside) = &mut self.inside {
            if inside.end() {
                self.end_inside(cx);
            }
            return;
        }
        match self.open.last().map(|open| open.kind) {
            Some(Kind::Folder) => self.end_folder(cx),
            Some(Kind::Bookmark) => self.end_bookmark(cx),
            _ => {}
        }
        self.open.pop();
    }

    fn text(&mut self, text: &str, _: &mut Context<'_>) {
        match self.inside.as_mut().map(|inside| &mut inside.what) {
            Some(What::Title(gathered) | What::Description(gathered)) if gathered.len() <= MAX_LITERAL_BYTES => {
                gathered.push_str(text);
            }
            Some(What::Metadata(metadata)) => metadata.text(text),
            _ => {}
        }
    }

    fn section(&mut self, text: &str, cx: &mut Context<'_>) {
        match self.metadata() {
            Some(metadata) => metadata.section(text),
            None => self.text(text, cx),
        }
    }

    fn wants_space(&self) -> bool {
        self.inside.is_some()
    }

    fn comment(&mut self, text: &str, _: &mut Context<'_>) {
        if let Some(metadata) = self.metadata() {
            metadata.comment(text);
        }
    }

    fn instruction(&mut self, text: &str, _: &mut Context<'_>) {
        if let Some(metadata) = self.metadata() {
            metadata.instruction(text);
        }
    }
}

impl Inside {
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        match &mut self.what {
            What::Metadata(metadata) => metadata.start(element, cx),
            What::Title(_) | What::Description(_) if self.depth == 1 => {
                let message = "There is markup in this text; only its words are shown. Remove the tag.";
                cx.report.warning("markup-in-text", cx.offset, message);
            }
            _ => {}
        }
    }

    /// An element ends; whether it was the one that all this is inside of.
    fn end(&mut self) -> bool {
        if let What::Metadata(metadata) = &mut self.what {
            metadata.end();
        }
        let is_over = self.depth == 0;
        self.depth = self.depth.saturating_sub(1);
        is_over
    }
}

impl Xbel {
    fn metadata(&mut self) -> Option<&mut Verbatim> {
        match &mut self.inside {
            Some(Inside { what: What::Metadata(metadata), .. }) => Some(metadata),
            _ => None,
        }
    }

    fn gather(&mut self, what: What, cx: &Context<'_>) {
        self.inside = Some(Inside { what, depth: 0, offset: cx.offset });
    }

    fn next_entry(&mut self) -> u32 {
        self.entries += 1;
        self.entries
    }

    fn push(&mut self, kind: Kind, node: NodeId, page: NodeId, entry: u32, cx: &Context<'_>) {
        self.open.push(Open {
            kind,
            node,
            page,
            entry,
            offset: cx.offset,
            id: None,
            href: None,
            is_placed: matches!(kind, Kind::Xbel | Kind::Info),
            owners: Vec::new(),
        });
    }

    /// The root element.
    fn start_document(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.namespace = cx.names.namespace(element.name).into();
        let page = self.opening.under.unwrap_or_else(|| self.map.make_root(cx.report));
        let list = self.map.unnamed(cx.offset, cx.report);
        self.map.relate(page, Relation::Container, list, cx.offset);
        self.push(Kind::Xbel, list, page, 0, cx);
        for attribute in element.attributes {
            match own_name(attribute, cx) {
                "id" => self.set_id(&element.value(attribute, cx), Target::Whole, attribute, cx),
                "version" => {
                    let version = element.value(attribute, cx);
                    if !matches!(version.trim(), "1.0" | "1.1") {
                        let message = format!(
                            "XBEL has the versions 1.0 and 1.1; '{version}' is read like 1.1. Write version=\"1.0\"."
                        );
                        cx.report.warning("xbel-version", attribute.offset, message);
                    }
                }
                _ => self.date(page, element, attribute, cx),
            }
        }
    }

    fn start_folder(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let node = self.map.unnamed(cx.offset, cx.report);
        let entry = self.next_entry();
        self.map.mark(node, Flag::FOLDER);
        self.push(Kind::Folder, node, node, entry, cx);
        for attribute in element.attributes {
            match own_name(attribute, cx) {
                "id" => self.set_id(&element.value(attribute, cx), Target::Page(node, entry, u32::MAX), attribute, cx),
                "folded" => match element.value(attribute, cx).trim() {
                    "no" => self.map.mark(node, Flag::UNFOLDED),
                    "yes" => {}
                    other => {
                        let message = format!("'folded' is yes or no, not '{other}'; the folder is closed at first.");
                        cx.report.warning("folded-value", attribute.offset, message);
                    }
                },
                _ => self.date(node, element, attribute, cx),
            }
        }
    }

    fn start_bookmark(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let node = self.map.unnamed(cx.offset, cx.report);
        let entry = self.next_entry();
        self.map.mark(node, Flag::READABLE);
        self.push(Kind::Bookmark, node, node, entry, cx);
        for attribute in element.attributes {
            match own_name(attribute, cx) {
                "id" => self.set_id(&element.value(attribute, cx), Target::Page(node, entry, entry), attribute, cx),
                "href" => {
                    let href = element.value(attribute, cx).into_owned();
                    let base = self.bases.get().into();
                    if let Some(open) = self.open.last_mut() {
                        open.href = Some((href, base, attribute.offset));
                    }
                }
                _ => self.date(node, element, attribute, cx),
            }
        }
    }

    /// Dates of sections 3.2.1, 3.4.1 and 3.5.1 are details.
    fn date(&mut self, page: NodeId, element: &Element<'_>, attribute: &Attribute, cx: &mut Context<'_>) {
        let name = match own_name(attribute, cx) {
            "added" => "added",
            "modified" => "modified",
            "visited" => "visited",
            _ => return,
        };
        let date = element.value(attribute, cx);
        self.map.add_detail(page, name, &date, attribute.offset, cx.report);
    }

    fn set_id(&mut self, id: &str, target: Target, attribute: &Attribute, cx: &mut Context<'_>) {
        let id: Box<str> = id.trim().into();
        if !self.aliases.name(&id, target) {
            let message = format!("The id '{id}' is used twice; aliases lead to the first. Give each element its own.");
            cx.report.warning("duplicate-id", attribute.offset, message);
            return;
        }
        if let Some(open) = self.open.last_mut() {
            open.id = Some(id);
        }
    }

    fn start_alias(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        // What holds an alias is shown, like what holds any closed entry.
        let Some(parent) = self.open.last().map(|open| open.node) else { return };
        self.place_innermost();
        let entry = self.next_entry();
        self.push(Kind::Empty, parent, parent, entry, cx);
        let local = |name: &'static str, cx: &Context<'_>| {
            element.attributes.iter().find(|attribute| own_name(attribute, cx) == name)
        };
        let Some(to) = local("ref", cx) else {
            let message = "This alias has no ref, so it is left out; write the id of a bookmark or folder.";
            cx.report.warning("dangling-alias", cx.offset, message);
            return;
        };
        if let Some(id) = local("id", cx) {
            self.set_id(&element.value(id, cx), Target::Alias(self.aliases.count()), id, cx);
        }
        let (offset, to_offset) = (cx.offset, to.offset);
        let to = element.value(to, cx).trim().into();
        self.aliases.add(Alias { to, parent, entry, offset, to_offset });
    }

    fn start_metadata(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let owner = element.attributes.iter().find(|attribute| own_name(attribute, cx) == "owner");
        let owner = owner.map(|owner| element.value(owner, cx).trim().to_owned()).filter(|owner| !owner.is_empty());
        let described = self.open.len().saturating_sub(2);
        match (owner, self.open.get_mut(described)) {
            (Some(owner), Some(open)) if open.owners.iter().any(|known| **known == *owner) => {
                let message = format!("There is metadata of the owner '{owner}' before; put both into one element.");
                cx.report.warning("metadata-owner", cx.offset, message);
            }
            // Beyond a few nobody needs to be told.
            (Some(owner), Some(open)) if open.owners.len() < 100 => open.owners.push(owner.into()),
            (Some(_), _) => {}
            (None, _) => {
                let message = "This metadata has no owner; write the URI of the application whose it is.";
                cx.report.warning("metadata-owner", cx.offset, message);
            }
        }
        let mut metadata = Verbatim::default();
        metadata.start(element, cx);
        self.gather(What::Metadata(metadata), cx);
    }

    /// A title, a description or metadata is complete.
    fn end_inside(&mut self, cx: &mut Context<'_>) {
        let (Some(Inside { what, offset, .. }), Some(open)) = (self.inside.take(), self.open.last()) else { return };
        let (page, is_whole) = (open.page, open.kind == Kind::Xbel);
        match what {
            What::Title(title) if !is_whole || self.opening.under.is_none() => {
                self.map.set_title(page, &title, offset, cx.report);
            }
            What::Description(text) => self.map.add_detail(page, "description", &text, offset, cx.report),
            What::Metadata(mut metadata) => match metadata.take() {
                Some(metadata) => self.map.add_metadata(page, metadata, offset, cx.report),
                None => {
                    let message = "This metadata is too long to be kept, and is lost when the tree is saved.";
                    cx.report.warning("limit-metadata", offset, message);
                }
            },
            What::Title(_) | What::Unknown => {}
        }
    }

    fn end_folder(&mut self, cx: &mut Context<'_>) {
        self.place_innermost();
        let Some(open) = self.open.last_mut() else { return };
        if let Some(id) = &open.id {
            self.aliases.close(id, self.entries);
        }
        if !self.map.has_title(open.page) {
            cx.report.warning("missing-title", open.offset, "This folder has no title. Write one.");
        }
    }

    fn end_bookmark(&mut self, cx: &mut Context<'_>) {
        let Some(open) = self.open.last_mut() else { return };
        let (page, offset, href, id) = (open.page, open.offset, open.href.take(), open.id.clone());
        let has_title = self.map.has_title(page);
        let Some((href, base, href_offset)) = href else {
            if has_title {
                let message = "This bookmark has no href, so it leads nowhere; write the address of its page.";
                cx.report.warning("missing-href", offset, message);
                self.place_innermost();
                return;
            }
            let message = "This bookmark has neither title nor href, so it is left out; write both.";
            cx.report.warning("missing-href", offset, message);
            if let Some(id) = id {
                self.aliases.forget(&id);
            }
            return;
        };
        // Browsers drop control characters in addresses.
        let href: String = href.trim().chars().filter(|c| !c.is_control()).collect();
        self.map.set_url(page, &href, &base, href_offset, cx.report);
        if !href.is_empty() && iri::scheme(&href).is_none() && self.map.has_url(page) {
            let message =
                format!("'{href}' has no scheme, so it is taken as relative to this file; write the whole address.");
            cx.report.warning("href-without-scheme", href_offset, message);
        }
        if !has_title {
            if !self.map.has_url(page) {
                let path = href.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
                let segment = path.rsplit('/').next().unwrap_or_default();
                self.map.set_title(page, &readable::segment(segment), offset, cx.report);
            }
            let message = format!("This bookmark has no title; it is shown as '{}'. Write one.", self.map.title(page));
            cx.report.warning("missing-title", offset, message);
        }
        self.place_innermost();
    }

    /// Puts the innermost open element below what it stands in, and that below what it stands in itself.
    fn place_innermost(&mut self) {
        for at in (1..self.open.len()).rev() {
            if self.open[at].is_placed {
                break;
            }
            self.open[at].is_placed = true;
            let (parent, Open { node, entry, offset, .. }) = (self.open[at - 1].node, &self.open[at]);
            self.map.insert(parent, *entry, *node, *offset);
            self.is_shown = true;
        }
    }
}

/// Name of an attribute of XBEL's own, which has no namespace.
fn own_name<'a>(attribute: &Attribute, cx: &Context<'a>) -> &'a str {
    match cx.names.namespace(attribute.name) {
        "" => cx.names.local(attribute.name),
        _ => "",
    }
}

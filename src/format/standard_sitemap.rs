//! Standard-Sitemap, the format of the Standard-Sitemap Protocol (<https://www.standard-sitemap.org/format.php>): items in
//! items, groups, variants in other languages, and further files.
//!
//! The description of the format leaves some points open. Navibar decides them:
//!
//! - An item without an address is a heading. One without a name is shown by its address; one without both is left out.
//! - A group with a name is a folder. One without a name stands between lines.
//! - An item has the name and address of its first variant if it has none of its own. The other variants are its
//!   translations.
//! - The file of an `external` element adds its items at that place.
//! - `xlink:href` is an address like `url`. An `external` element whose address is the id of an item of this file (`#id`) is that
//!   item at that place.
//! - An element with `tree="exclude"` is not in the tree. Its items are where `external` elements name them.
//! - Roles and elements that are about a visitor's display (`style`, `class-change`) do not change the tree.

use super::markup::base::Bases;
use super::reader::{Opening, Reader, Structure};
use crate::address::reference::{resolved, visible};
use crate::collections::keyed::HashMap;
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_ALIASES;
use crate::site_map::{Context as DocumentContext, Flag, Naming, NodeId, Relation, SiteMap, check_cycles};
use crate::xml::vocabulary::XML_ID;
use crate::xml::{Attribute, Context, Element, Handler};

/// The start of the namespace; a year follows.
const NAMESPACE: &str = "http://standard-sitemap.org/";

/// The namespace of links in XML (XLink 1.1).
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Reads documents of the Standard-Sitemap Protocol.
#[derive(Debug, Default)]
pub(crate) struct StandardSitemap {
    opening: Opening,
    bases: Bases,
    /// The open elements that are part of the tree.
    open: Vec<Open>,
    /// The number of open elements that are not.
    skipped: usize,
    /// The items and groups with an id.
    ids: HashMap<Box<str>, NodeId>,
    /// The places of `external` elements that name an id: the list, the order in it, the id and the offset.
    references: Vec<(NodeId, u32, Box<str>, u32)>,
    is_shown: bool,
}

#[derive(Debug)]
struct Open {
    kind: Kind,
    /// The node that contains its entries.
    node: NodeId,
    /// It has entries, so a line may stand before the next one.
    has_entries: bool,
    /// The next entry begins after a group without a name.
    needs_line: bool,
    offset: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Document,
    Item,
    Group,
    /// A group without a name. Its entries belong to the element around it.
    PlainGroup,
    /// An item or group that is not in the tree.
    Excluded,
    Variant,
}

impl Reader for StandardSitemap {
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        cx.names.local(element.name) == "sitemap" && cx.names.namespace(element.name).starts_with(NAMESPACE)
    }

    fn open(_: Option<Self>, opening: &Opening) -> Self {
        StandardSitemap { opening: opening.clone(), bases: Bases::new(&opening.url), ..StandardSitemap::default() }
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        for (list, order, id, offset) in std::mem::take(&mut self.references) {
            match self.ids.get(&id) {
                Some(&page) => {
                    map.insert(list, order, page, offset);
                }
                None => {
                    let message = format!("No item has the id '{id}' that this element refers to; correct it.");
                    report.warning(FindingCode::DanglingReference, offset, message);
                }
            }
        }
        if !self.is_shown && !report.has_errors() {
            report.error(FindingCode::NoPages, 0, "There is no item in this file, so there is no tree. Add some.");
        }
    }

    fn name(&self) -> &'static str {
        "standard-sitemap"
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

impl Handler for StandardSitemap {
    type Target = SiteMap;

    fn start(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        self.bases.start(element, cx);
        let Some(parent) = self.open.last().map(|open| open.kind) else {
            self.start_document(map, cx);
            return;
        };
        let is_ours = cx.names.namespace(element.name).starts_with(NAMESPACE) && self.skipped == 0;
        match cx.names.local(element.name) {
            "item" if is_ours && parent != Kind::Variant => self.start_item(element, map, cx),
            "group" if is_ours && parent != Kind::Variant => self.start_group(element, map, cx),
            "variant" if is_ours && parent == Kind::Item => self.variant(element, map, cx),
            "external" if is_ours && parent != Kind::Variant => {
                self.external(element, map, cx);
                self.skipped += 1;
            }
            _ => self.skipped += 1,
        }
    }

    fn text(&mut self, _: &str, _: &mut SiteMap, _: &mut Context<'_>) {}

    fn end(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        self.bases.end();
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        let Some(open) = self.open.pop() else { return };
        if open.kind == Kind::Item && !map.has_title(open.node) {
            if map.has_url(open.node) {
                let message = format!("This item has no name; it is shown as '{}'. Write one.", map.title(open.node));
                cx.report.warning(FindingCode::MissingTitle, open.offset, message);
            } else {
                map.mark(open.node, Flag::HIDDEN);
                let message = "This item has neither name nor url, so it is left out; add both.";
                cx.report.warning(FindingCode::MissingHref, open.offset, message);
            }
        }
        if let Some(parent) = self.open.last_mut().filter(|_| open.kind == Kind::PlainGroup) {
            parent.has_entries |= open.has_entries;
            parent.needs_line = open.has_entries;
        }
    }
}

impl StandardSitemap {
    fn start_document(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let page = self.opening.under.unwrap_or_else(|| map.make_root(cx.report));
        let list = map.unnamed(cx.offset, cx.report);
        map.relate(page, Relation::Container, list, cx.offset);
        self.push(Kind::Document, list, cx);
    }

    fn push(&mut self, kind: Kind, node: NodeId, cx: &Context<'_>) {
        self.open.push(Open { kind, node, has_entries: false, needs_line: false, offset: cx.offset });
    }

    /// Adds an entry to the innermost element.
    fn place(&mut self, node: NodeId, map: &mut SiteMap, cx: &mut Context<'_>) {
        let Some(open) = self.open.last_mut() else { return };
        if std::mem::take(&mut open.needs_line) {
            let line = map.unnamed(cx.offset, cx.report);
            map.mark(line, Flag::SEPARATOR);
            map.append(open.node, line, cx.offset);
        }
        open.has_entries = true;
        map.append(open.node, node, cx.offset);
        self.is_shown = true;
    }

    fn start_item(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let node = map.unnamed(cx.offset, cx.report);
        map.mark(node, Flag::READABLE);
        self.describe(node, element, map, cx);
        self.note_id(node, element, cx);
        if attribute(element, "tree", cx).is_some_and(|(tree, _)| tree.trim() == "exclude") {
            return self.push(Kind::Excluded, node, cx);
        }
        self.place(node, map, cx);
        self.push(Kind::Item, node, cx);
    }

    fn note_id(&mut self, node: NodeId, element: &Element<'_>, cx: &mut Context<'_>) {
        let id = element.attributes.iter().find(|attribute| attribute.name == XML_ID || cx.own_name(attribute) == "id");
        if let Some(id) = id.map(|id| element.value(id, cx)).filter(|_| self.ids.len() < MAX_ALIASES) {
            self.ids.entry(id.trim().into()).or_insert(node);
        }
    }

    fn start_group(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let name = attribute(element, "name", cx).map(|(name, _)| name).filter(|name| !name.trim().is_empty());
        if name.is_some() {
            let node = map.unnamed(cx.offset, cx.report);
            map.mark(node, Flag::FOLDER);
            self.describe(node, element, map, cx);
            self.note_id(node, element, cx);
            self.place(node, map, cx);
            self.push(Kind::Group, node, cx);
        } else if let Some(open) = self.open.last_mut() {
            let (node, needs_line) = (open.node, open.has_entries);
            open.needs_line = false;
            self.push(Kind::PlainGroup, node, cx);
            if let Some(group) = self.open.last_mut() {
                group.needs_line = needs_line;
            }
        }
    }

    /// Reads what an element says about its page.
    fn describe(&self, page: NodeId, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        if let Some((name, offset)) = attribute(element, "name", cx).filter(|_| !map.has_title(page)) {
            map.set_title(page, &name, offset, cx.report);
        }
        if let Some((url, offset)) = attribute(element, "url", cx).filter(|_| !map.has_url(page)) {
            map.set_url(page, &url, self.bases.get(), offset, cx.report);
        }
        if let Some((description, offset)) = attribute(element, "description", cx) {
            map.add_detail(page, "description", &description, offset, cx.report);
        }
    }

    fn variant(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let Some(page) = self.open.last().map(|item| item.node) else { return };
        if !map.has_title(page) || !map.has_url(page) {
            self.describe(page, element, map, cx);
        } else if let (Some((url, offset)), Some((language, _))) =
            (attribute(element, "url", cx), attribute(element, "lang", cx))
        {
            let absolute = resolved(self.bases.get(), &visible(&url));
            map.add_language(page, language.trim(), &absolute, offset, cx.report);
        }
        self.push(Kind::Variant, page, cx);
    }

    /// Returns the id in an address that leads into this file.
    fn own_id<'a>(&self, address: &'a str) -> Option<&'a str> {
        let (file, id) = address.trim().split_once('#')?;
        let is_own = file.is_empty() || *resolved(self.bases.get(), file) == *self.opening.url;
        (is_own && !id.is_empty()).then_some(id)
    }

    fn external(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let Some((url, offset)) = attribute(element, "url", cx) else {
            let message = "This element has no url, so it adds nothing; write the address of the file.";
            cx.report.warning(FindingCode::MissingHref, cx.offset, message);
            return;
        };
        let Some(list) = self.open.last().map(|open| open.node) else { return };
        if let Some(id) = self.own_id(&url).filter(|_| self.references.len() < MAX_ALIASES) {
            // A hidden entry keeps the place, because the item may come later.
            let place = map.unnamed(cx.offset, cx.report);
            map.mark(place, Flag::HIDDEN);
            let order = map.edges() as u32;
            self.place(place, map, cx);
            self.references.push((list, order, id.into(), offset));
            return;
        }
        let naming = Naming { list, merged_below: Some(list), context: DocumentContext::default(), offset };
        if map.add_document(&url, self.bases.get(), naming, cx.report).is_some() {
            self.is_shown = true;
        }
    }
}

/// Returns the value of an attribute without a namespace, and its offset. The link of XLink is a `url`.
fn attribute(element: &Element<'_>, name: &str, cx: &mut Context<'_>) -> Option<(String, u32)> {
    let is_link = |attribute: &Attribute| {
        name == "url" && cx.names.local(attribute.name) == "href" && cx.names.namespace(attribute.name) == XLINK
    };
    let found = element.attributes.iter().find(|attribute| cx.own_name(attribute) == name || is_link(attribute))?;
    Some((element.value(found, cx).into_owned(), found.offset))
}

//! Folders and bookmarks (sections 3.4.1 and 3.5.1): their attributes, and what is missing at their end.

use super::aliases::Target;
use super::state::{Kind, Xbel};
use crate::address::{readable, reference};
use crate::findings::FindingCode;
use crate::site_map::{Flag, NodeId, SiteMap};
use crate::text::date;
use crate::xml::{Attribute, Context, Element};

impl Xbel {
    pub(super) fn start_folder(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let node = map.unnamed(cx.offset, cx.report);
        let entry = self.next_entry();
        map.mark(node, Flag::FOLDER);
        self.push(Kind::Folder, node, node, entry, cx);
        for attribute in element.attributes {
            match cx.own_name(attribute) {
                "id" => {
                    self.set_id(&element.value(attribute, cx), Target::Page(node, entry, u32::MAX), attribute, cx);
                    self.keep_id(node, map, cx);
                }
                "folded" => match element.value(attribute, cx).trim() {
                    "no" => map.mark(node, Flag::UNFOLDED),
                    "yes" => {}
                    other => {
                        let message =
                            format!("'folded' is yes or no, not '{other}'; the folder is closed. Write yes or no.");
                        cx.report.warning(FindingCode::FoldedValue, attribute.offset, message);
                    }
                },
                _ => self.date(node, element, attribute, map, cx),
            }
        }
    }

    pub(super) fn end_folder(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        self.place_innermost(map);
        let Some(open) = self.open.last_mut() else { return };
        if let Some(id) = &open.id {
            self.aliases.close(id, self.entries);
        }
        if !map.has_title(open.page) {
            cx.report.warning(FindingCode::MissingTitle, open.offset, "This folder has no title. Write one.");
        }
    }

    pub(super) fn start_bookmark(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let node = map.unnamed(cx.offset, cx.report);
        let entry = self.next_entry();
        map.mark(node, Flag::READABLE);
        self.push(Kind::Bookmark, node, node, entry, cx);
        for attribute in element.attributes {
            match cx.own_name(attribute) {
                "id" => {
                    self.set_id(&element.value(attribute, cx), Target::Page(node, entry, entry), attribute, cx);
                    self.keep_id(node, map, cx);
                }
                "href" => {
                    let start = self.hrefs.len();
                    self.hrefs.push_str(&element.value(attribute, cx));
                    if let Some(open) = self.open.last_mut() {
                        open.href = Some((start, attribute.offset));
                    }
                }
                _ => self.date(node, element, attribute, map, cx),
            }
        }
    }

    pub(super) fn end_bookmark(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let Some(open) = self.open.last_mut() else { return };
        let (page, offset) = (open.page, open.offset);
        if self.saved.repeats_folder == Some(page) {
            return;
        }
        let has_title = map.has_title(page);
        let Some((href, href_offset)) = open.href else {
            if has_title {
                let message = "This bookmark has no href, so it leads nowhere; add the address of its page.";
                cx.report.warning(FindingCode::MissingHref, offset, message);
                self.place_innermost(map);
                return;
            }
            let message = "This bookmark has neither title nor href, so it is left out; add both.";
            cx.report.warning(FindingCode::MissingHref, offset, message);
            if let Some(id) = open.id.take() {
                self.aliases.forget(&id);
            }
            return;
        };
        let written = &self.hrefs[href..];
        let href = reference::visible(written);
        map.set_url(page, &href, self.bases.get(), href_offset, cx.report);
        if !map.has_url(page) && !href.is_empty() {
            map.set_unlinked(page, written, href_offset, cx.report);
        }
        if !href.is_empty() && reference::scheme(&href).is_none() && map.has_url(page) {
            let message =
                format!("'{href}' has no scheme, so it is read as relative to this file; write the whole address.");
            cx.report.warning(FindingCode::HrefWithoutScheme, href_offset, message);
        }
        if !has_title {
            if !map.has_url(page) {
                let path = href.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
                let segment = path.rsplit('/').next().unwrap_or_default();
                map.set_title(page, &readable::segment(segment), offset, cx.report);
            }
            let message = format!("This bookmark has no title; it is shown as '{}'. Write one.", map.title(page));
            cx.report.warning(FindingCode::MissingTitle, offset, message);
        }
        self.place_innermost(map);
    }

    /// Adds a date as a detail (sections 3.2.1, 3.4.1 and 3.5.1). Section 3.1 gives its format.
    pub(super) fn date(
        &mut self,
        page: NodeId,
        element: &Element<'_>,
        attribute: &Attribute,
        map: &mut SiteMap,
        cx: &mut Context<'_>,
    ) {
        let name = match cx.own_name(attribute) {
            "added" => "added",
            "modified" => "modified",
            "visited" => "visited",
            _ => return,
        };
        let date = element.value(attribute, cx);
        if !date.trim().is_empty() && date::w3c(&date).is_none() {
            let message =
                format!("'{}' is not a date; it is shown as written. Write it like 1998-10-01T10:20:30Z.", date.trim());
            cx.report.warning(FindingCode::BadDate, attribute.offset, message);
        }
        map.add_detail(page, name, &date, attribute.offset, cx.report);
    }
}

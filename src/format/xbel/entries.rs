//! The attributes of folders, bookmarks and aliases (sections 3.4.1, 3.5.1 and 3.6.1).

use super::state::Xbel;
use crate::findings::FindingCode;
use crate::format::bookmarks::state::{Kind, in_any_case};
use crate::site_map::{Flag, NodeId, SiteMap};
use crate::text::date;
use crate::xml::{Attribute, Context, Element};

impl Xbel {
    pub(super) fn start_folder(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let node = self.bookmarks.start_entry(Kind::Folder, map, cx.offset, cx.report);
        for attribute in element.attributes {
            match attribute_name(attribute, cx) {
                "id" => self.bookmarks.set_id(&element.value(attribute, cx), map, attribute.offset, cx.report),
                "folded" => match element.value(attribute, cx).trim() {
                    "no" => map.mark(node, Flag::UNFOLDED),
                    "yes" => {}
                    other => {
                        let message =
                            format!("'folded' is yes or no, not '{other}'; the folder is closed. Write yes or no.");
                        cx.report.warning(FindingCode::FoldedValue, attribute.offset, message);
                    }
                },
                _ => date(node, element, attribute, map, cx),
            }
        }
    }

    pub(super) fn start_bookmark(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let node = self.bookmarks.start_entry(Kind::Bookmark, map, cx.offset, cx.report);
        for attribute in element.attributes {
            match attribute_name(attribute, cx) {
                "id" => self.bookmarks.set_id(&element.value(attribute, cx), map, attribute.offset, cx.report),
                "href" => self.bookmarks.set_href(&element.value(attribute, cx), attribute.offset),
                _ => date(node, element, attribute, map, cx),
            }
        }
    }

    pub(super) fn start_alias(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        self.bookmarks.start_alias(map, cx.offset);
        let local = |name: &'static str, cx: &Context<'_>| {
            element.attributes.iter().find(|attribute| attribute_name(attribute, cx) == name)
        };
        let Some(to) = local("ref", cx) else {
            let message = "This alias has no ref, so it is left out; add the id of a bookmark or folder.";
            cx.report.warning(FindingCode::DanglingAlias, cx.offset, message);
            return;
        };
        if let Some(id) = local("id", cx) {
            self.bookmarks.set_id(&element.value(id, cx), map, id.offset, cx.report);
        }
        self.bookmarks.set_alias_target(&element.value(to, cx), to.offset);
    }
}

/// Returns the name of an attribute of XBEL, in any case, or an empty text.
#[inline(never)]
pub(super) fn attribute_name(attribute: &Attribute, cx: &Context<'_>) -> &'static str {
    const NAMES: [&str; 9] = ["id", "version", "folded", "href", "ref", "owner", "added", "modified", "visited"];
    in_any_case(&NAMES, cx.own_name(attribute)).unwrap_or_default()
}

/// Adds a date as a detail (sections 3.2.1, 3.4.1 and 3.5.1). Section 3.1 gives its format.
pub(super) fn date(
    page: NodeId,
    element: &Element<'_>,
    attribute: &Attribute,
    map: &mut SiteMap,
    cx: &mut Context<'_>,
) {
    let name = attribute_name(attribute, cx);
    if !matches!(name, "added" | "modified" | "visited") {
        return;
    }
    let date = element.value(attribute, cx);
    if !date.trim().is_empty() && date::w3c(&date).is_none() {
        let message =
            format!("'{}' is not a date; it is shown as written. Write it like 1998-10-01T10:20:30Z.", date.trim());
        cx.report.warning(FindingCode::BadDate, attribute.offset, message);
    }
    map.add_detail(page, name, &date, attribute.offset, cx.report);
}

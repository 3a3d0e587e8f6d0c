//! Reads what saved XBEL files contain beyond XBEL, in metadata of Navibar. `export` writes it.

use super::state::Xbel;
use crate::findings::FindingCode;
use crate::format::bookmarks::collected::Content;
use crate::format::bookmarks::state::{Bookmarks, Kind, Open};
use crate::format::saved_terms;
use crate::site_map::SiteMap;
use crate::xml::vocabulary::{NAVI, NAVI_ALIAS_OF, NAVI_ALIASES, NAVI_HREF, NAVI_ICON, NAVI_KIND, NAVI_MENU};
use crate::xml::{Context, Element};

impl Xbel {
    /// Starts metadata that Navibar has written.
    pub(super) fn start_saved(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let Some(&Open { node, page, entry, .. }) = self.bookmarks.open.last() else { return };
        let described =
            self.bookmarks.open.len().checked_sub(2).and_then(|at| self.bookmarks.open.get(at)).map(|open| open.kind);
        self.bookmarks.push(Kind::Saved, node, page, entry, cx.offset);
        let is_document = described == Some(Kind::Document);
        for attribute in element.attributes {
            let value = element.value(attribute, cx);
            let offset = attribute.offset;
            match attribute.name {
                NAVI_ALIASES if is_document => self.bookmarks.aliases.are_occurrences |= value.trim() == "pages",
                _ if is_document => {}
                NAVI_HREF if described == Some(Kind::Folder) => {
                    Bookmarks::folder_address(page, &value, self.bases.get(), map, offset, cx.report);
                }
                NAVI_ICON => map.set_icon(page, &value, self.bases.get(), offset, cx.report),
                NAVI_ALIAS_OF => self.bookmarks.aliases.add_saved_alias(page, value.trim(), offset),
                NAVI_KIND => self.bookmarks.saved_kind(page, &value, map),
                _ => {}
            }
        }
    }

    /// Starts an element in this metadata: the context menu, or a detail.
    pub(super) fn start_in_saved(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        let is_document = self.bookmarks.open.len() <= 3;
        if element.name == NAVI_MENU && !is_document {
            self.bookmarks.start_menu(map, cx.offset, cx.report);
            return;
        }
        let name = match element.name.member() {
            None => saved_terms::detail_name(cx.names.namespace(element.name), cx.names.local(element.name)),
            Some(_) => None,
        };
        match name {
            Some(name) => self.collect(Content::Detail(name, String::new()), cx),
            None => {
                if cx.names.namespace(element.name) != NAVI {
                    let message = format!(
                        "'{}' is not part of Navibar's own metadata; write it in metadata with another owner.",
                        element.raw_name
                    );
                    cx.report.warning(FindingCode::UnknownElement, cx.offset, message);
                }
                self.collect(Content::Unknown, cx);
            }
        }
    }
}

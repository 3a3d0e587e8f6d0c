//! What XBEL files that Navibar has saved say beyond XBEL, in metadata of their own; `export` writes it.

use super::inside::What;
use super::state::{Kind, Open, Xbel};
use crate::format::saved_terms;
use crate::site_map::{Flag, NodeId};
use crate::xml::vocabulary::{NAVI, NAVI_ALIAS_OF, NAVI_ALIASES, NAVI_HREF, NAVI_ICON, NAVI_KIND, NAVI_MENU};
use crate::xml::{Context, Element};

impl Xbel {
    /// Metadata that Navibar has written.
    pub(super) fn start_saved(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let Some(&Open { node, page, entry, .. }) = self.open.last() else { return };
        let described = self.open.len().checked_sub(2).and_then(|at| self.open.get(at)).map(|open| open.kind);
        self.push(Kind::Saved, node, page, entry, cx);
        let is_whole = described == Some(Kind::Xbel);
        for attribute in element.attributes {
            let value = element.value(attribute, cx);
            let offset = attribute.offset;
            match attribute.name {
                NAVI_ALIASES if is_whole => self.aliases.are_pages |= value.trim() == "pages",
                _ if is_whole => {}
                NAVI_HREF if described == Some(Kind::Folder) => {
                    self.map.set_url(page, &value, self.bases.get(), offset, cx.report);
                }
                NAVI_ICON => self.map.set_icon(page, &value, self.bases.get(), offset, cx.report),
                NAVI_ALIAS_OF => self.aliases.add_stand_in(page, value.trim()),
                NAVI_KIND => self.saved_kind(page, &value),
                _ => {}
            }
        }
    }

    fn saved_kind(&mut self, page: NodeId, words: &str) {
        saved_terms::apply_kind(&mut self.map, page, words);
        // A line is an element of its own.
        self.map.unmark(page, Flag::SEPARATOR);
        for word in words.split_whitespace() {
            match word {
                "heading" => self.map.unmark(page, Flag::FOLDER),
                "self" => self.saved.repeats_folder = Some(page),
                "deleted" => self.saved.deleted.push(page),
                _ => {}
            }
        }
    }

    /// An element in such metadata: the context menu, or a detail.
    pub(super) fn start_in_saved(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        let Some(&Open { page, entry, .. }) = self.open.last() else { return };
        let is_whole = self.open.len() <= 3;
        if element.name == NAVI_MENU && !is_whole {
            let list = self.map.menu_list(page, cx.offset, cx.report);
            self.push(Kind::Menu, list, page, entry, cx);
            return;
        }
        let name = match element.name.member() {
            None => saved_terms::detail_name(cx.names.namespace(element.name), cx.names.local(element.name)),
            Some(_) => None,
        };
        match name {
            Some(name) => self.gather(What::Detail(name, String::new()), cx),
            None => {
                if cx.names.namespace(element.name) != NAVI {
                    let message = format!(
                        "'{}' is not what Navibar writes into its metadata; use metadata of your own.",
                        element.raw_name
                    );
                    cx.report.warning("unknown-element", cx.offset, message);
                }
                self.gather(What::Unknown, cx);
            }
        }
    }

    /// Everything has its title.
    pub(super) fn finish_saved(&mut self) {
        for page in std::mem::take(&mut self.saved.deleted) {
            self.map.delete(page);
        }
    }
}

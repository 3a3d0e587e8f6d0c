//! Reads what saved NEGS files contain beyond NEGS. `export` writes it.

use super::attributes::{Attributes, UNNUMBERED, order_key};
use super::state::{KNOWN, Negs, Occurrence, PLACED, ROOTED, Saved};
use crate::collections::keyed::HashSet;
use crate::findings::{FindingCode, Report};
use crate::format::saved_terms;
use crate::format::sitemap::describe::describe;
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::Entry;
use crate::site_map::{Flag, NodeId, Relation};
use crate::xml::Context;
use crate::xml::vocabulary::{DETAIL, NAVI_ALIAS_OF, NAVI_KIND, NAVI_LOC, NAVI_OF, ROOT};

impl Negs {
    /// Reads a `navi:entry`: a page that is not a `url`, or a further occurrence of a page.
    pub(super) fn saved_entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
        let attributes = Attributes::new(entry);
        if self.structure.is_none() {
            self.declare(document);
        }
        let offset = entry.offset(0);
        if let Some(of) = entry.attribute(0, NAVI_OF) {
            let order = attributes.order.map_or(UNNUMBERED, |(order, offset)| order_key(order, offset, cx.report));
            for (parent, relation) in
                [(attributes.child_of, Relation::Container), (attributes.relates_to, Relation::Embedded)]
            {
                if let Some((parent, _)) = parent {
                    self.saved.occurrences.push(Occurrence {
                        of: of.into(),
                        parent: parent.into(),
                        relation,
                        order,
                        offset,
                    });
                }
            }
            return;
        }
        let page = document.map.unnamed(offset, cx.report);
        self.set(page, KNOWN);
        describe(page, entry, document, cx);
        if let Some(loc) = entry.attribute(0, NAVI_LOC) {
            document.map.set_url(page, loc, document.base, offset, cx.report);
        }
        if let Some(alias_of) = entry.attribute(0, NAVI_ALIAS_OF) {
            self.saved.aliases.push((page, alias_of.into()));
        }
        self.saved_details(page, entry, document, cx);
        self.extend(page, entry, &attributes, document, cx);
    }

    /// Reads what an entry or `url` says about a page in Navibar's own namespaces.
    pub(super) fn saved_details(
        &mut self,
        page: NodeId,
        entry: &Entry,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        if let Some(kind) = entry.attribute(0, NAVI_KIND) {
            saved_terms::apply_kind(document.map, page, kind);
            if document.map.is(page, Flag::SEPARATOR) || document.map.is(page, Flag::DELETED) {
                self.saved.marked.push(page);
            }
        }
        for child in entry.children(0) {
            let name = entry.name(child);
            if name.member().is_none()
                && cx.names.namespace(name) == DETAIL
                && let Some(name) = saved_terms::detail_name(DETAIL, cx.names.local(name))
            {
                document.map.add_detail(page, &name, entry.value(child), entry.offset(child), cx.report);
            }
        }
    }

    /// Applies what needs all ids of the document.
    pub(super) fn finish_saved(&mut self, document: &mut Document<'_>, report: &mut Report) {
        let under = document.under(report);
        let map = &mut *document.map;
        let Saved { occurrences, aliases, marked } = std::mem::take(&mut self.saved);
        for occurrence in occurrences {
            let page = self.ids.get(&occurrence.of).map(|owner| owner.page);
            let list = match (&*occurrence.parent, occurrence.relation) {
                (ROOT, Relation::Container) => self.tops.get(&under).map(|&top| (top, true)),
                (parent, relation) => self.ids.get(parent).map(|owner| owner.page).map(|parent| {
                    let list = match relation {
                        Relation::Container => map.own_list(parent, occurrence.offset),
                        Relation::Embedded => map.menu_list(parent, occurrence.offset, report),
                    };
                    (list, self.is(parent, ROOTED))
                }),
            };
            let (Some(page), Some((list, is_rooted))) = (page, list) else {
                let missing = if page.is_none() { &occurrence.of } else { &occurrence.parent };
                let message =
                    format!("No url has the id '{missing}' that this entry refers to, so it is left out; correct it.");
                report.warning(FindingCode::DanglingReference, occurrence.offset, message);
                continue;
            };
            map.add_member(list, occurrence.order, page, occurrence.offset);
            self.set(page, PLACED);
            if is_rooted {
                self.mark_rooted(page, map);
            }
        }
        for page in marked {
            match map.is(page, Flag::SEPARATOR) {
                true => map.make_separator(page),
                false => map.delete(page),
            }
        }
        let is_alias: HashSet<NodeId> = aliases.iter().map(|(alias, _)| *alias).collect();
        for (alias, referent) in aliases {
            match self.ids.get(&referent).map(|owner| owner.page) {
                Some(referent) if !is_alias.contains(&referent) => map.make_alias(alias, referent),
                _ => {}
            }
        }
    }
}

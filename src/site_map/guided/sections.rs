//! The names of sections. A header calls a section by its name, and leads to its first page. This page has a title of its
//! own, and the menu of the section lists it by that title.

use super::guide::{Name, Placed};
use super::{PlaceOrigin, TitleOrigin};
use crate::address::key;
use crate::findings::Report;
use crate::page_facts::{Menu, MenuEntry, MenuKeys, is_same_text};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{NONE, NodeId};

impl SiteMap {
    /// Returns the entry that the pages of a menu go below: `anchor`, or the section of that page if the menu lists the page
    /// too.
    pub(super) fn section_of_menu(
        &mut self,
        anchor: NodeId,
        menu: &Menu,
        keys: &MenuKeys<'_>,
        report: &mut Report,
    ) -> NodeId {
        let is_apart = |name| self.lists_apart(menu, anchor, name);
        if self.guide.names.get(&anchor).is_some_and(|name| is_apart(&name.text)) {
            return self.section_of_page(anchor, keys, report);
        }
        self.guide.sections.get(&anchor).copied().unwrap_or(anchor)
    }

    /// Returns the section that the heading above an entry stands for: it has the name that another menu has for the page of
    /// the entry, or it has the address of that page, which the other menu calls differently.
    pub(super) fn section_of_heading(
        &mut self,
        heading: &MenuEntry,
        entry: &MenuEntry,
        page: NodeId,
        keys: &MenuKeys<'_>,
        report: &mut Report,
    ) -> Option<NodeId> {
        let mut section = self.section_named(page, &heading.text);
        let is_name =
            |name: &str| is_same_text(name, &heading.text) || heading.url.is_some() && !is_same_text(name, &entry.text);
        if section == page && self.guide.names.get(&page).is_some_and(|name| is_name(&name.text)) {
            section = self.section_of_page(page, keys, report);
        }
        (section != page).then_some(section)
    }

    /// Returns `true` if a menu has the name of a section as the heading above the page of the section. It is then a menu of
    /// the whole site.
    pub(super) fn has_name_above(&self, menu: &Menu, at: usize, page: NodeId) -> bool {
        let depth = menu.entries[at].depth;
        let above = menu.entries[..at].iter().rev().find(|entry| entry.depth < depth);
        let name = self.guide.names.get(&page);
        above.zip(name).is_some_and(|(above, name)| above.url.is_none() && is_same_text(&above.text, &name.text))
    }

    /// Returns the section whose menu lists its page: a heading with the name of the section, which takes the place of the
    /// page. If other pages are below the page already, or will be because their addresses are, the page keeps its place and
    /// gets the name of the section.
    fn section_of_page(&mut self, page: NodeId, keys: &MenuKeys<'_>, report: &mut Report) -> NodeId {
        let is_from_sitemap = self.has_title(page) && !self.guide.titles.contains_key(&page);
        let Some(name) = self.guide.names.get(&page).filter(|_| !is_from_sitemap).cloned() else { return page };
        let has_list = self.nodes[page as usize].members != NONE || self.guide.lists.contains_key(&page);
        let is_alone = !has_list && !self.url(page).is_some_and(|url| keys.has_below(&key(&url)));
        let section = is_alone.then(|| self.put_heading_in_place(page, &name, report)).flatten().unwrap_or(page);
        self.guide.sections.insert(page, section);
        // The section gets its name back. A page that has lost its name to a heading gets the title in this menu.
        if section == page || self.guide.titles.get(&page) == Some(&TitleOrigin::Menu) {
            self.guide.titles.insert(page, TitleOrigin::Address);
        }
        self.suggest_title(section, &name.text, TitleOrigin::Menu, report);
        section
    }

    /// Returns `true` if a menu lists a page with another text than `name`, and without pages below it.
    fn lists_apart(&self, menu: &Menu, page: NodeId, name: &str) -> bool {
        let has_below = |at: usize| menu.entries.get(at + 1).is_some_and(|next| next.depth > menu.entries[at].depth);
        menu.entries.iter().enumerate().any(|(at, entry)| {
            let is_page = || entry.url.as_deref().is_some_and(|url| self.page_at(url) == Some(page));
            !has_below(at) && !is_same_text(&entry.text, name) && is_page()
        })
    }

    /// Puts a heading in the place of a page, which then has no place. Returns `None` if the heading exists.
    fn put_heading_in_place(&mut self, page: NodeId, name: &Name, report: &mut Report) -> Option<NodeId> {
        let parent = self.guide.placed.get(&page)?.parent;
        let heading = self.make_heading(parent, &name.text, None, report);
        if self.full_reported || name.entry.0 == NONE || self.guide.placed.contains_key(&heading) {
            return None;
        }
        self.change_edge(name.entry.0).target = heading;
        self.guide.order[name.at] = heading;
        self.guide.placed.remove(&page);
        self.guide.placed.insert(heading, Placed { parent, origin: PlaceOrigin::Menu });
        self.guide.names.remove(&page);
        self.guide.names.insert(heading, name.clone());
        // If a folder of the same name was joined with the page, its pages are now below the heading.
        self.nodes[heading as usize].containers = std::mem::replace(&mut self.nodes[page as usize].containers, NONE);
        self.guide.changes += 1;
        Some(heading)
    }

    /// Returns the section of a page if it has this name, or else the page.
    pub(super) fn section_named(&self, page: NodeId, text: &str) -> NodeId {
        let section = self
            .guide
            .sections
            .get(&page)
            .filter(|section| self.guide.names.get(section).is_some_and(|name| is_same_text(&name.text, text)));
        section.copied().unwrap_or(page)
    }

    /// Returns `true` for a section of the whole site that is a heading.
    pub(super) fn is_top_section(&self, heading: NodeId) -> bool {
        let is_top = self.guide.placed.get(&heading).is_some_and(|placed| Some(placed.parent) == self.root);
        is_top && self.guide.names.contains_key(&heading)
    }

    /// Returns `true` if a page has the name of its section instead of its own title.
    pub(super) fn is_named_section(&self, page: NodeId) -> bool {
        self.guide.sections.get(&page) == Some(&page)
    }
}

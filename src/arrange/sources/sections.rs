//! The names of sections. A header calls a section by its name, and leads to its first page. This page has a title of its
//! own, and the menu of the section lists it by that title.

use crate::address::key;
use crate::arrange::claims::TitleSource;
use crate::arrange::table::Table;
use crate::page_facts::{Menu, MenuEntry, MenuKeys, is_same_text};
use crate::site_map::layer::Row;

impl Table<'_> {
    /// Returns the row that the pages of a menu go below: `anchor`, or the section of that page if the menu lists the page
    /// too.
    pub(super) fn section_of_menu(&mut self, anchor: Row, menu: &Menu, keys: &MenuKeys<'_>) -> Row {
        let is_apart = |name: &str| self.lists_apart(menu, anchor, name);
        if self.rows.about(anchor).name.as_ref().is_some_and(|name| is_apart(name)) {
            return self.section_of_page(anchor, keys);
        }
        self.rows.about(anchor).section.unwrap_or(anchor)
    }

    /// Returns the section that the heading above an entry stands for: it has the name that another menu has for the page of
    /// the entry, or it has the address of that page, which the other menu calls differently.
    pub(super) fn section_of_heading(
        &mut self,
        heading: &MenuEntry,
        entry: &MenuEntry,
        page: Row,
        keys: &MenuKeys<'_>,
    ) -> Option<Row> {
        let mut section = self.section_named(page, &heading.text);
        let is_name =
            |name: &str| is_same_text(name, &heading.text) || heading.url.is_some() && !is_same_text(name, &entry.text);
        if section == page && self.rows.about(page).name.as_ref().is_some_and(|name| is_name(name)) {
            section = self.section_of_page(page, keys);
        }
        (section != page).then_some(section)
    }

    /// Returns `true` if a menu has the name of a section as the heading above the page of the section. It is then a menu of
    /// the whole site.
    pub(super) fn has_name_above(&self, menu: &Menu, at: usize, page: Row) -> bool {
        let depth = menu.entries[at].depth;
        let above = menu.entries[..at].iter().rev().find(|entry| entry.depth < depth);
        let name = self.rows.about(page).name.as_ref();
        above.zip(name).is_some_and(|(above, name)| above.url.is_none() && is_same_text(&above.text, name))
    }

    /// Returns the section whose menu lists its page: a heading with the name of the section, which takes the place of the
    /// page. If other pages are below the page already, or will be because their addresses are, the page keeps its place and
    /// gets the name of the section.
    fn section_of_page(&mut self, page: Row, keys: &MenuKeys<'_>) -> Row {
        let is_from_sitemap = self.made(page).is_none() && self.ground.has_sitemap_title(page);
        let Some(name) = self.rows.about(page).name.as_ref().filter(|_| !is_from_sitemap).cloned() else { return page };
        let has_list =
            !self.rows.about(page).front.is_empty() || self.made(page).is_none() && self.ground.is_list(page);
        let is_alone = !has_list && !self.url(page).is_some_and(|url| keys.has_below(&key(&url)));
        let section = if is_alone { self.heading_in_place(page, &name).unwrap_or(page) } else { page };
        self.rows.about_mut(page).section = Some(section);
        self.rows.about_mut(section).section_page.get_or_insert(page);
        // A page that has lost its name to a heading gets the title in this menu.
        self.rows.about_mut(page).title = None;
        self.name(section, &name, TitleSource::Menu);
        section
    }

    /// Returns `true` if a menu lists a page with another text than `name`, and without pages below it.
    fn lists_apart(&self, menu: &Menu, page: Row, name: &str) -> bool {
        let has_below = |at: usize| menu.entries.get(at + 1).is_some_and(|next| next.depth > menu.entries[at].depth);
        menu.entries.iter().enumerate().any(|(at, entry)| {
            let is_page = || entry.url.as_ref().is_some_and(|url| self.page_at(url) == Some(page));
            !has_below(at) && !is_same_text(&entry.text, name) && is_page()
        })
    }

    /// Puts a heading in the place of a page, which then has no place. Returns `None` if the heading has a place.
    fn heading_in_place(&mut self, page: Row, name: &str) -> Option<Row> {
        let parent = self.parent_of_place(page)?;
        let heading =
            self.make_heading(parent, name, None).filter(|heading| self.rows.about(*heading).place.is_none())?;
        self.replace(page, heading);
        Some(heading)
    }

    /// Returns the section of a page if it has this name, or else the page.
    pub(super) fn section_named(&self, page: Row, text: &str) -> Row {
        let section = self.rows.about(page).section;
        section
            .filter(|section| self.rows.about(*section).name.as_ref().is_some_and(|name| is_same_text(name, text)))
            .unwrap_or(page)
    }

    /// Returns `true` for a section of the whole site that is a heading.
    pub(in crate::arrange) fn is_top_section(&self, heading: Row) -> bool {
        self.parent_of_place(heading) == Some(self.rows.root) && self.rows.about(heading).name.is_some()
    }
}

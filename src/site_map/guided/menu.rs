//! Placing the entries of menus and breadcrumbs.

use super::guide::{Name, Placed};
use super::versions::Version;
use super::{PlaceOrigin, TitleOrigin};
use crate::address::PageKey;
use crate::address::{is_below_host, is_same_site, key};
use crate::findings::Report;
use crate::limits::MAX_PATH_LEVELS;
use crate::page_facts::{Menu, MenuEntry, MenuKeys, PageFacts, is_same_text, is_title, keys_of_entries, tidy};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, ListEntry, NodeId};
use crate::site_map::shape::folders::ENDINGS;

/// An entry of a menu above the current one.
#[derive(Clone, Copy)]
enum Above {
    Node(NodeId),
    /// The heading with this index. Its row is added when an entry below it needs it.
    Heading(usize),
    /// The entry adds no level.
    Skipped,
}

impl SiteMap {
    /// Places the entries of a menu that have no place yet. `root` is the root, or the folder of a version that has its own
    /// menus. The entries of `version`, and translations of known pages, keep the places of their addresses, as in a header
    /// that leads to the version of the visited page. Appends the pages that left their folder to `moved`.
    pub(super) fn place_menu(
        &mut self,
        menu: &Menu,
        root: NodeId,
        version: Option<&Version>,
        page: &PageFacts,
        moved: &mut Vec<NodeId>,
        report: &mut Report,
    ) {
        let mut anchor = self.anchor(menu, page, root);
        if Some(anchor) == self.root {
            anchor = self.folder_of_section(menu, page, report).unwrap_or(anchor);
        }
        let is_top = Some(root) == self.root;
        let keys = keys_of_entries(menu);
        let keys = MenuKeys::new(menu, &keys);
        let groups = keys.groups();
        let folders = self.heading_folders(menu, &keys, &groups, anchor == root);
        let is_folder = self.is_folder_of(anchor, menu);
        let anchor = if anchor == root { root } else { self.section_of_menu(anchor, menu, &keys, report) };
        // The entry at each depth above the current one.
        let mut above: Vec<Above> = Vec::new();
        // The pages of sections, by the heading above them that has no row yet.
        let mut sections: Vec<(usize, NodeId)> = Vec::new();
        for (at, entry) in menu.entries.iter().enumerate() {
            above.truncate(entry.depth);
            let is_group = |url: &&String| groups[at] && !self.is_home(url);
            let Some(url) = entry.url.as_ref().filter(|url| !is_group(url)) else {
                above.push(Above::Heading(at));
                continue;
            };
            let page = if version.is_some_and(|version| version.has_page(url)) || is_top && self.is_translation(url) {
                self.place_entry_by_address(entry, report);
                None
            } else if self.is_home(url) {
                // The home page is the first row. Entries that a menu lists below it become its siblings.
                self.suggest_home(url, &entry.text, report);
                None
            } else {
                self.make_page(url, report)
            };
            let Some(page) = page else {
                above.push(Above::Skipped);
                continue;
            };
            let page = if anchor == root { self.section_named(page, &entry.text) } else { page };
            if let Some(Above::Heading(at)) = above.last()
                && let Some(section) = self.section_of_heading(&menu.entries[*at], entry, page, &keys, report)
            {
                above.pop();
                above.push(Above::Node(section));
            }
            self.suggest_title(page, &entry.text, TitleOrigin::Menu, report);
            // A header has the page of a section at the top. The menu of the section may list it below a heading.
            let is_at_top = |page| self.guide.placed.get(page).is_some_and(|placed| placed.parent == root);
            let is_section = if page == anchor { !is_folder } else { is_at_top(&page) };
            match above.last() {
                Some(Above::Heading(at)) if is_section => sections.push((*at, page)),
                Some(Above::Node(node)) if is_section && self.is_folder_only(*node) => {
                    self.note_own_heading(page, *node);
                }
                _ => {}
            }
            if page != anchor && self.is_free(page, PlaceOrigin::Menu) {
                let mut parent = anchor;
                let lowest = above.iter().rposition(|above| matches!(above, Above::Node(_))).unwrap_or(0);
                for above in &mut above[lowest..] {
                    if let Above::Heading(at) = *above {
                        let text = &menu.entries[at].text;
                        let heading = self.page_of_heading(&keys, parent, text, page).unwrap_or_else(|| {
                            let heading = self.make_heading(parent, text, folders[at].as_deref(), report);
                            self.suggest_title(heading, text, TitleOrigin::Menu, report);
                            self.place_under(heading, parent, PlaceOrigin::Menu, moved, report);
                            heading
                        });
                        *above = Above::Node(heading);
                        let below = sections.iter().filter(|(above, _)| *above == at);
                        below.for_each(|&(_, page)| self.note_own_heading(page, heading));
                    }
                    if let Above::Node(node) = *above {
                        parent = node;
                    }
                }
                if let Some(place) = self.place_under(page, parent, PlaceOrigin::Menu, moved, report) {
                    let name = Name { text: Box::from(&*entry.text), entry: place, at: self.guide.order.len() - 1 };
                    self.guide.names.insert(page, name);
                }
            }
            above.push(Above::Node(page));
        }
    }

    /// Returns `true` if an entry may get a place from this origin.
    pub(super) fn is_free(&self, node: NodeId, origin: PlaceOrigin) -> bool {
        match self.guide.placed.get(&node) {
            None => true,
            // A menu of the version itself is better than that of another version.
            Some(placed) => placed.origin == PlaceOrigin::Version && origin != PlaceOrigin::Version,
        }
    }

    /// Places a page by its breadcrumbs, if no menu contains it. A breadcrumb that has only the home page above the page
    /// does not place it.
    pub(super) fn place_breadcrumbs(&mut self, page: &PageFacts, moved: &mut Vec<NodeId>, report: &mut Report) {
        let Some(root) = self.root else { return };
        let (visited, own) = (page, key(&page.url));
        for crumbs in &page.breadcrumbs {
            let node = self.page_at(&visited.url);
            let is_own_placed = node.is_some_and(|node| self.guide.placed.contains_key(&node));
            let mut parent = root;
            let count = crumbs.len();
            for (at, crumb) in crumbs.iter().enumerate() {
                let text = tidy(&crumb.text);
                let is_last = at + 1 == count;
                let url = crumb.url.as_deref().or(is_last.then_some(&*page.url));
                let Some(url) = url.filter(|url| is_same_site(url, &page.url)) else { continue };
                if self.is_home(url) {
                    continue;
                }
                if let Some((page, _)) = url.split_once('#') {
                    // A part of a page is a group of the pages below it.
                    if !self.is_home(page) && !is_own_placed && key(page) != own {
                        parent = self.place_group(page, &text, moved, report).unwrap_or(parent);
                    }
                    if is_last
                        && parent != root
                        && let Some(node) = self.make_page(&visited.url, report)
                    {
                        self.place_under(node, parent, PlaceOrigin::Breadcrumb, moved, report);
                    }
                    continue;
                }
                // A trail made from the address has no titles, and may name folders that are no pages.
                let repeats_address = key(url).rsplit('/').next() == Some(&*text);
                if repeats_address && !self.has_page(url) {
                    break;
                }
                let Some(node) = self.make_page(url, report) else { continue };
                if !repeats_address {
                    self.suggest_title(node, &text, TitleOrigin::Breadcrumb, report);
                }
                // "Home > Page" is what many generators write for pages outside their menus.
                if at > 0 && !(is_last && parent == root) {
                    self.place_under(node, parent, PlaceOrigin::Breadcrumb, moved, report);
                }
                parent = node;
            }
        }
    }

    /// Returns the heading below a page for one of its parts. Adds it if it does not exist.
    fn place_group(&mut self, page: &str, text: &str, moved: &mut Vec<NodeId>, report: &mut Report) -> Option<NodeId> {
        let above = self.make_page(page, report)?;
        let group = self.make_heading(above, text, None, report);
        self.suggest_title(group, text, TitleOrigin::Breadcrumb, report);
        self.place_under(group, above, PlaceOrigin::Breadcrumb, moved, report);
        Some(group)
    }

    /// Places an entry below `parent` if it has no place yet. Returns its place.
    pub(super) fn place_under(
        &mut self,
        node: NodeId,
        parent: NodeId,
        origin: PlaceOrigin,
        moved: &mut Vec<NodeId>,
        report: &mut Report,
    ) -> Option<ListEntry> {
        if self.full_reported || !self.is_free(node, origin) || self.is_above(node, parent) {
            return None;
        }
        self.leave_version(node);
        self.guide.placed.insert(node, Placed { parent, origin });
        self.guide.changes += 1;
        let list = self.guided_list(parent, report);
        let entry = self.append_to_list(list, node, 0);
        if origin == PlaceOrigin::Version {
            self.guide.versions.insert(node, entry);
        } else {
            self.note_arranged(node);
        }
        self.show(node);
        moved.push(node);
        Some(entry)
    }

    /// Returns `true` if `node` is `below` or an ancestor of it. Ancestors are followed through menus and addresses.
    pub(super) fn is_above(&self, node: NodeId, below: NodeId) -> bool {
        let mut at = below;
        for _ in 0..4 * MAX_PATH_LEVELS {
            if at == node {
                return true;
            }
            let above = match self.guide.placed.get(&at) {
                Some(placed) => Some(placed.parent),
                None => self.derived_parent(at),
            };
            match above {
                Some(above) => at = above,
                None => return false,
            }
        }
        true
    }

    /// Returns the page that the heading above an entry stands for: the page of the entry's folder. Another menu has a link to
    /// it, with the text of the heading, below `parent`. Returns `None` if this menu lists the page, too.
    fn page_of_heading(&self, keys: &MenuKeys<'_>, parent: NodeId, text: &str, entry: NodeId) -> Option<NodeId> {
        let own = PageKey::of_text(self.iri(entry))?;
        let page = self.page_of_key(&own.as_str()[..own.parent()])?;
        let is_below = self.guide.placed.get(&page)?.parent == parent;
        (is_below && is_same_text(&self.title(page), text) && !keys.has(&key(&self.url(page)?))).then_some(page)
    }

    /// Returns the heading with this text below `parent`. `folder` is the key of the page or folder that it names.
    pub(super) fn make_heading(
        &mut self,
        parent: NodeId,
        text: &str,
        folder: Option<&str>,
        report: &mut Report,
    ) -> NodeId {
        let known = (parent, Box::from(text));
        if let Some(&heading) = self.guide.headings.get(&known) {
            return heading;
        }
        let folder = folder.and_then(|folder| self.make_folder(folder, report));
        let heading =
            folder.filter(|node| !self.guide.placed.contains_key(node)).unwrap_or_else(|| self.unnamed(0, report));
        if !self.has_url(heading) {
            self.mark(heading, Flag::FOLDER);
        }
        self.guide.headings.insert(known, heading);
        heading
    }

    /// Returns the key that a folder of this name has beside the home page.
    fn folder_named(&self, text: &str) -> Option<String> {
        let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ');
        is_plain.then(|| [&*self.guide.home, "/", &text.replace(' ', "-").to_ascii_lowercase()].concat())
    }

    /// Returns for each heading of a menu the key of the folder that has all pages below it, and no other page of the menu. If there is
    /// none, a heading at the top of the site names the page of its name beside the home page: `About` names `/about/`.
    fn heading_folders(&self, menu: &Menu, keys: &MenuKeys<'_>, groups: &[bool], is_top: bool) -> Vec<Option<String>> {
        let named = |entry: &MenuEntry| self.folder_named(&entry.text).filter(|_| is_top && entry.depth == 0);
        let place = |at: usize| {
            let entry = menu.entries.get(at).filter(|entry| groups[at] || entry.url.is_none())?;
            let folder = keys.folder_of(at).or_else(|| named(entry))?;
            // The folder belongs to its page, which has a row of its own.
            let is_listed = |ending: &str| keys.has(&format!("{folder}{ending}"));
            (!is_listed("") && !ENDINGS.iter().any(|ending| is_listed(ending))).then_some(folder)
        };
        (0..menu.entries.len()).map(place).collect()
    }

    /// Sets a title if it is better than the one so far.
    pub(super) fn suggest_title(&mut self, node: NodeId, title: &str, origin: TitleOrigin, report: &mut Report) {
        let is_language = origin <= TitleOrigin::Page && self.guide.languages.contains(&node);
        if !is_title(title) || is_language || origin <= TitleOrigin::Menu && self.is_logo(node, title) {
            return;
        }
        let is_better = match self.guide.titles.get(&node) {
            // More visits teach the name of the site, and so the titles of its pages.
            Some(&now) => origin > now || (origin == now && origin >= TitleOrigin::Page),
            None => !self.has_title(node) || self.has_substitute(node),
        };
        if is_better {
            self.guide.titles.insert(node, origin);
            // The heading of a chapter often leaves out the number that the menu has.
            let is_same = self.title(node) == title || after_number(&self.title(node)) == Some(title);
            if !is_same || !self.has_title(node) {
                self.change_title(node, title, 0, report);
                self.guide.changes += 1;
            }
        }
    }

    /// Returns `true` for a link with the name of the site that leads to another page, such as the home page of a language.
    fn is_logo(&self, node: NodeId, text: &str) -> bool {
        let is_site = self.guide.site.as_deref().is_some_and(|name| is_same_text(name, text));
        is_site && self.url(node).is_some_and(|url| !self.is_home(&url))
    }

    /// Takes the address of the home page from a link if no sitemap lists it.
    pub(super) fn suggest_home(&mut self, url: &str, title: &str, report: &mut Report) {
        if let Some(home) = self.make_page(url, report) {
            self.suggest_title(home, title, TitleOrigin::Menu, report);
        }
    }

    /// Returns `true` for the address of the home page, and of the host.
    pub(super) fn is_home(&self, url: &str) -> bool {
        key(url) == self.guide.home || !is_below_host(url)
    }

    /// Returns `true` for a folder without its own page.
    pub(super) fn is_folder_only(&self, node: NodeId) -> bool {
        self.is(node, Flag::FOLDER) && !self.has_url(node)
    }
}

/// Returns the title after the number of a chapter or section: "Data model" in "3.1. Data model".
fn after_number(title: &str) -> Option<&str> {
    let (number, rest) = title.split_once(' ')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_number.then_some(rest)
}

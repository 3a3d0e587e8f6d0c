//! Folders that are not a level of their own.

use super::steps::Steps;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Child, Flag, NodeId, Relation};

/// The endings of pages that belong to a folder of the same name.
pub(crate) const ENDINGS: [&str; 3] = [".html", ".htm", ".php"];

/// The names of pages that describe their folder.
const READMES: [&str; 4] = ["README.md", "README", "README.html", "readme.html"];

/// The file of MediaWiki and others that stands before the names of pages.
const SCRIPT: &str = "index.php";

impl SiteMap {
    /// Joins folders with their pages, and removes folders that are not a level.
    pub(super) fn shape_folders(&mut self, root: NodeId, language: Option<&str>, steps: &mut Steps) {
        let folders: Vec<NodeId> = (0..self.len() as NodeId).filter(|&node| self.is_plain_folder(node)).collect();
        for folder in folders {
            if !steps.spend(ENDINGS.len() + READMES.len()) {
                return;
            }
            let Some(parent) = self.derived_parent(folder) else { continue };
            if self.segment(folder) == SCRIPT {
                self.dissolve(folder, parent, steps);
            } else if let Some(page) = self.page_of(root, folder) {
                self.join_page(folder, page);
            } else if let Some(page) = self.readme_of(root, folder) {
                self.join_readme(folder, page, parent, steps);
            } else {
                self.shape_year(folder, language, steps);
            }
        }
    }

    /// Moves all entries of a folder to another list, and hides the folder.
    pub(super) fn dissolve(&mut self, folder: NodeId, to: NodeId, steps: &mut Steps) {
        let edges = self.own_edges(folder);
        if !steps.spend(edges.len()) {
            return;
        }
        for edge in edges {
            if self.is_entry(edge) {
                self.move_entry(edge, to);
            }
        }
        self.hide(folder);
    }

    /// Returns the page with the name of a folder: `/manual.html` for `/manual/`.
    fn page_of(&self, root: NodeId, folder: NodeId) -> Option<NodeId> {
        let key = self.iri(folder);
        let page = |ending: &&str| self.find_key(root, &format!("{key}{ending}"));
        ENDINGS.iter().filter_map(page).find(|&page| self.has_url(page))
    }

    /// Marks the folders whose only entry is another folder. Returns `true` if there are any.
    pub(super) fn mark_single_folders(&mut self, steps: &mut Steps) -> bool {
        for folder in 0..self.len() as NodeId {
            if self.is_plain_folder(folder) && self.only_leads_to_a_folder(folder, steps) {
                self.mark(folder, Flag::SINGLE);
                self.shape.note_single();
            }
        }
        self.shape.has_single()
    }

    fn only_leads_to_a_folder(&self, folder: NodeId, steps: &mut Steps) -> bool {
        let shown = |&(_, entry): &(u32, Child)| !self.is(entry.page, Flag::HIDDEN);
        let mut entries = self.entries(folder).take_while(|_| steps.spend(1)).filter(shown);
        let first = entries.next();
        entries.next().is_none() && first.is_some_and(|(_, entry)| self.is_plain_folder(entry.page))
    }

    fn join_page(&mut self, folder: NodeId, page: NodeId) {
        self.relate(page, Relation::Container, folder, 0);
        self.hide(folder);
        self.shape.set_parent(folder, page);
    }

    fn readme_of(&self, root: NodeId, folder: NodeId) -> Option<NodeId> {
        let key = self.iri(folder);
        let page = |name: &&str| self.find_key(root, &format!("{key}/{name}"));
        READMES.iter().filter_map(page).find(|&page| self.has_url(page) && !self.is_list(page))
    }

    /// Puts a Readme in the place of its folder.
    fn join_readme(&mut self, folder: NodeId, page: NodeId, parent: NodeId, steps: &mut Steps) {
        let (siblings, own) = (self.own_edges(parent), self.own_edges(folder));
        if !steps.spend(siblings.len() + own.len()) {
            return;
        }
        let target = |edge: &&u32| self.lists[**edge].target;
        let Some(&place) = siblings.iter().find(|edge| target(edge) == folder) else { return };
        let Some(&edge) = own.iter().find(|edge| target(edge) == page) else { return };
        self.take_place(page, edge, place, parent);
        if !self.has_title(page) {
            let title = self.title(folder).into_owned();
            self.give_address_title(page, &title);
        }
        self.join_page(folder, page);
    }

    /// Gives a page a title that is no better than one from its address.
    pub(super) fn give_address_title(&mut self, page: NodeId, title: &str) {
        self.change_title(page, title, 0, &mut crate::findings::Report::default());
        self.known.note_title(page);
    }
}

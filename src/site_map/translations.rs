//! The translations of pages, in the context menus of the pages. Visited pages name their own (`link rel="alternate"`). Other
//! translations are found by their addresses: the same path in the folder of another language.

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};
use crate::address::key;
use crate::collections::keyed::HashSet;
use crate::findings::Report;
use crate::page_facts::{Alternate, PageFacts};

impl SiteMap {
    /// Adds the translations that a visited page names. Returns `true` if there is a new one.
    pub(crate) fn add_named_translations(&mut self, page: NodeId, facts: &PageFacts, report: &mut Report) -> bool {
        let own = key(facts.own_url());
        let is_other =
            |other: &&Alternate| !other.language.is_empty() && other.language != "x-default" && key(&other.url) != own;
        let others = facts.alternates.iter().filter(is_other).cloned().collect();
        self.add_translations(page, others, report)
    }

    /// Adds the pages with the same path in the folders of other languages. `rest` is the page's path in its own folder.
    pub(super) fn add_translations_by_address(
        &mut self,
        page: NodeId,
        rest: &str,
        folders: &[NodeId],
        report: &mut Report,
    ) {
        let Some(root) = self.root() else { return };
        let translation = |&folder: &NodeId| {
            let url = self.url(self.find_key(root, &[self.iri(folder), rest].concat())?)?;
            let language = self.iri(folder).rsplit('/').next().unwrap_or_default().replace('_', "-");
            Some(Alternate { language, url })
        };
        let others = folders.iter().filter_map(translation).collect();
        self.add_translations(page, others, report);
    }

    /// Adds translations in languages that the page's context menu does not have. Returns `true` if there is a new one.
    fn add_translations(&mut self, page: NodeId, others: Vec<Alternate>, report: &mut Report) -> bool {
        if others.is_empty() {
            return false;
        }
        let mut entries = Vec::new();
        self.children(page, Relation::Embedded, &mut entries);
        let languages = entries.iter().filter(|entry| self.is(entry.page, Flag::LANGUAGE));
        let mut known: HashSet<String> = languages.map(|entry| self.title(entry.page).to_ascii_lowercase()).collect();
        let mut has_new = false;
        for Alternate { language, url } in others {
            if !self.was_full() && known.insert(language.to_ascii_lowercase()) {
                self.add_language(page, &language, &url, 0, report);
                has_new = true;
            }
        }
        has_new
    }
}

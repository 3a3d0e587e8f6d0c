//! The rows of a tree from top to bottom.

use navibar_browser_tests::{Entry, SiteFolder, Tree};
use url::Url;

use super::keys::{Key, Keys};

/// A row with the index of its parent.
pub(super) struct Row<'a> {
    pub(super) entry: &'a Entry,
    /// the page of the site that it leads to
    pub(super) key: Option<Key>,
    /// what it leads to on the site, even if the site has no file for it
    pub(super) target: Option<String>,
    /// the path of its address
    pub(super) path: Option<String>,
    pub(super) parent: Option<usize>,
}

/// All rows.
pub(super) struct Rows<'a> {
    pub(super) all: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(tree: &'a Tree, site: &SiteFolder) -> Self {
        let keys = Keys::new(site);
        let mut all = Vec::new();
        let top = tree.tree.iter().chain(&tree.unplaced);
        let mut open: Vec<(&Entry, Option<usize>)> = top.map(|entry| (entry, None)).rev().collect();
        while let Some((entry, parent)) = open.pop() {
            let url = entry.url.as_deref().and_then(|url| Url::parse(url).ok());
            let key = url.as_ref().and_then(|url| keys.page(url));
            let target = url.as_ref().and_then(|url| keys.target(url));
            let path = url.as_ref().map(|url| keys.path(url).to_owned());
            let at = all.len();
            all.push(Row { entry, key, target, path, parent });
            open.extend(entry.children.iter().rev().map(|child| (child, Some(at))));
        }
        Self { all }
    }

    pub(super) fn above(&self, row: &Row<'a>) -> Option<&Row<'a>> {
        row.parent.map(|parent| &self.all[parent])
    }

    /// The indices of the rows at the top. The home page and the rows below it are at the same level.
    pub(super) fn top(&self) -> Vec<usize> {
        let is_home = |at: usize| self.all[at].key.as_deref() == Some("") && self.all[at].parent.is_none();
        let is_top = |row: &Row<'_>| row.parent.is_none_or(is_home);
        (0..self.all.len()).filter(|&at| is_top(&self.all[at]) && !is_home(at)).collect()
    }

    /// The index of the row at the end of the top that folds away what nobody places: it leads nowhere and has rows below.
    pub(super) fn folded(&self) -> Option<usize> {
        let top = self.top();
        let last = *top.last().filter(|_| top.len() > 1)?;
        let entry = self.all[last].entry;
        (entry.url.is_none() && !entry.children.is_empty()).then_some(last)
    }
}

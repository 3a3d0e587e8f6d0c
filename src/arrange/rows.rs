//! The rows that claims have touched, and what claims say about each.

use super::claims::{Place, Title, Watch};
use crate::address::key;
use crate::collections::keyed::{HashMap, HashSet};
use crate::site_map::layer::{Made, Row};
use std::sync::LazyLock;

/// Where the menu of a section lists a page that the header lists too.
#[derive(Clone, Debug)]
pub(super) struct OwnEntry {
    /// The heading above the page.
    pub(super) heading: Row,
    pub(super) text: Box<str>,
    /// The index of this place in `order`.
    pub(super) at: usize,
}

/// What claims say about a row.
#[derive(Debug, Default)]
pub(super) struct Claimed {
    pub(super) place: Option<Place>,
    pub(super) title: Option<Title>,
    /// The address of a row of the ground that had none, such as a folder whose page only a menu lists.
    pub(super) url: Option<Box<str>>,
    /// The children that claims have placed, before those of the ground.
    pub(super) front: Vec<Row>,
    /// The children that addresses have placed, after those of the ground. A child that has left is `None`.
    back: Vec<Option<Row>>,
    /// The row that has this one in `back`, and where.
    behind: Option<(Row, usize)>,
    /// The row that has the children of this folder of the ground.
    pub(super) joined: Option<Row>,
    /// The folders whose children this row has.
    pub(super) joined_below: Vec<Row>,
    /// The text of the entry in the menu that has placed the row.
    pub(super) name: Option<Box<str>>,
    /// The section of a page, if the menu of the section lists the page.
    pub(super) section: Option<Row>,
    /// The page of a section.
    pub(super) section_page: Option<Row>,
    /// Where the menu of a section lists this page of the header.
    pub(super) own_entry: Option<Box<OwnEntry>>,
    /// A claim shows the row, even if the ground hides it.
    pub(super) is_shown: bool,
    /// The row is a folder of the ground that claims have emptied.
    pub(super) is_empty: bool,
    /// The row has the name of its language.
    pub(super) is_language: bool,
    pub(super) is_only_visited: bool,
}

impl Claimed {
    pub(super) fn has_children(&self) -> bool {
        !self.front.is_empty() || !self.back.is_empty()
    }

    /// Returns the children that addresses have placed, after those of the ground.
    pub(super) fn back(&self) -> impl Iterator<Item = Row> {
        self.back.iter().copied().flatten()
    }

    /// Returns the row that has this one behind the children of the ground.
    pub(super) fn behind(&self) -> Option<Row> {
        Some(self.behind?.0)
    }
}

/// The pages of menus that are below one folder.
#[derive(Debug, Default)]
pub(super) struct Arranged {
    /// The key of the folder.
    pub(super) folder: String,
    pub(super) pages: Vec<Row>,
}

/// What has been done to arrange versions.
#[derive(Debug, Default)]
pub(super) struct Versions {
    /// The number of placed rows whose folders are known.
    pub(super) placed: usize,
    /// The pages of menus in each folder, in the order of the menus, and the length of its key.
    pub(super) folders: Vec<(Vec<Row>, usize)>,
    /// The index of each folder in `folders`.
    pub(super) at: HashMap<Box<str>, u32>,
    /// The number of folders that have been looked at, and the last one of them.
    pub(super) seen: usize,
    pub(super) arranged: Arranged,
    /// Its versions that are not arranged yet, the last one first, and the next page of each.
    pub(super) due: Vec<(Row, usize)>,
    pub(super) known: HashSet<Row>,
    /// The pages and folders that were examined for this.
    pub(super) examined: usize,
}

/// The rows that claims have touched.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The number of rows of the ground. The made rows follow.
    pub(super) base: usize,
    pub(super) root: Row,
    /// The key of the home page.
    pub(super) home: String,
    /// The name of the site.
    pub(super) site: Option<String>,
    pub(super) made: Vec<Made>,
    pub(super) made_at: HashMap<Box<str>, Row>,
    pub(super) headings: HashMap<(Row, Box<str>), Row>,
    claimed: Vec<(Row, Claimed)>,
    /// The index of each row in `claimed`.
    at: HashMap<Row, u32>,
    /// The row of what nobody places.
    pub(super) rest: Option<Row>,
    /// The technical pages that a menu has at the top of the site. They are not rows there.
    pub(super) technical: HashSet<Row>,
    /// The rows whose loose children another row has.
    pub(super) folded: Vec<(Row, Row)>,
    /// The row of the home page, if it is open at first.
    pub(super) unfolded: Option<Row>,
    /// The rows that menus and breadcrumbs have placed, in this order.
    pub(super) order: Vec<Row>,
    /// The placed pages, by their keys without version and language.
    pub(super) unversioned: HashMap<Box<str>, Row>,
    pub(super) versions: Versions,
    /// The arena has room for no more rows.
    pub(super) is_full: bool,
    /// The page whose claims are kept.
    pub(super) watch: Option<Box<Watch>>,
}

impl Rows {
    pub(super) fn new(base: usize, root: Row, home: &str, site: Option<&str>) -> Rows {
        Rows { base, root, home: key(home), site: site.map(str::to_owned), ..Rows::default() }
    }

    /// Returns what claims say about a row. Not inlined: it has many callers.
    #[inline(never)]
    pub(super) fn about(&self, row: Row) -> &Claimed {
        static NOTHING: LazyLock<Claimed> = LazyLock::new(Claimed::default);
        self.at.get(&row).map_or(&NOTHING, |&at| &self.claimed[at as usize].1)
    }

    #[inline(never)]
    pub(super) fn about_mut(&mut self, row: Row) -> &mut Claimed {
        let at = *self.at.entry(row).or_insert(self.claimed.len() as u32) as usize;
        if at == self.claimed.len() {
            self.claimed.push((row, Claimed::default()));
        }
        &mut self.claimed[at].1
    }

    /// Puts a row after the other children of `parent`.
    #[inline(never)]
    pub(super) fn put_behind(&mut self, row: Row, parent: Row) {
        self.leave(row);
        let back = &mut self.about_mut(parent).back;
        back.push(Some(row));
        let at = back.len() - 1;
        self.about_mut(row).behind = Some((parent, at));
    }

    /// Takes a row away from the children that addresses have placed.
    pub(super) fn leave(&mut self, row: Row) {
        let Some((parent, at)) = self.about_mut(row).behind.take() else { return };
        let back = &mut self.about_mut(parent).back;
        // Others would have to move if it left no gap.
        if let Some(known) = back.get_mut(at).filter(|known| **known == Some(row)) {
            *known = None;
        }
        while back.last() == Some(&None) {
            back.pop();
        }
    }

    /// Puts `row` in the place that `other` has among such children.
    pub(super) fn replace_behind(&mut self, other: Row, row: Row) {
        let Some((parent, at)) = self.about_mut(other).behind.take() else { return };
        if let Some(known) = self.about_mut(parent).back.get_mut(at) {
            *known = Some(row);
            self.about_mut(row).behind = Some((parent, at));
        }
    }

    /// Takes away all children that addresses have placed below a row.
    pub(super) fn take_back(&mut self, row: Row) -> Vec<Row> {
        let back: Vec<Row> = self.about(row).back().collect();
        back.iter().for_each(|child| self.leave(*child));
        back
    }

    /// Returns the number of rows that claims have touched.
    pub(super) fn len(&self) -> usize {
        self.claimed.len()
    }

    /// Returns the rows that claims have touched.
    pub(super) fn all(&self) -> impl Iterator<Item = (Row, &Claimed)> {
        self.claimed.iter().map(|(row, claimed)| (*row, claimed))
    }

    /// Returns `true` if a row has a child that claims or addresses have placed.
    pub(super) fn has_children(&self) -> bool {
        self.claimed.iter().any(|(_, claimed)| claimed.has_children())
    }

    /// Frees what nobody needs when all claims have been made.
    pub(super) fn free(&mut self) {
        (self.at, self.made_at) = (HashMap::default(), HashMap::default());
        (self.headings, self.unversioned) = (HashMap::default(), HashMap::default());
        self.versions = Versions::default();
    }

    /// Takes the row with this index out.
    pub(super) fn take(&mut self, at: usize) -> Option<(Row, Claimed)> {
        let (row, claimed) = self.claimed.get_mut(at)?;
        Some((*row, std::mem::take(claimed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_that_leaves_moves_no_other() {
        let back = |rows: &Rows, parent| rows.about(parent).back().collect::<Vec<Row>>();
        let mut rows = Rows::new(10, 0, "", None);
        (1..=4).for_each(|row| rows.put_behind(row, 9));
        rows.leave(2);
        rows.replace_behind(3, 6);
        assert_eq!(back(&rows, 9), [1, 6, 4]);
        assert_eq!((rows.about(3).behind(), rows.about(6).behind()), (None, Some(9)));
        // No gap stays at the end, or children would find other places than their own.
        rows.leave(6);
        rows.leave(4);
        rows.put_behind(5, 9);
        rows.replace_behind(5, 7);
        assert_eq!(back(&rows, 9), [1, 7]);
        // A row is behind one parent at most.
        rows.put_behind(1, 8);
        assert_eq!((back(&rows, 9), back(&rows, 8)), (vec![7], vec![1]));
        assert_eq!((rows.take_back(9), rows.about(9).has_children()), (vec![7], false));
        assert_eq!(rows.about(7).behind(), None);
    }
}

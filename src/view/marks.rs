//! What the marks of rows are made from.

use super::read_pages::ReadPages;
use crate::site_map::Marks as Above;
use serde::Serialize;
use std::cell::RefCell;

/// The mark of a row. If several are true, the last one in this list counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// The user has read the page.
    Read,
    /// The row is collapsed, and a page below it has the next mark.
    ChangedBelow,
    /// The page has changed since the last visit, and the user has not read it since.
    Changed,
}

/// What the marks of a tree are made from.
#[derive(Debug, Default)]
pub(super) struct RowMarks {
    pub(super) read: ReadPages,
    /// The keys of the pages that have changed since the last visit, with the times. At most [`crate::limits::MAX_NEWS`].
    pub(super) changed: Vec<(String, i64)>,
    /// The pages above those that have the mark [`Mark::Changed`]. `None` if they are outdated.
    pub(super) above: RefCell<Option<Above>>,
}

impl RowMarks {
    /// The map may have grown.
    pub(super) fn expire(&mut self) {
        self.above.take();
    }

    /// Forgets the changes, because another tree of the site is shown.
    pub(super) fn renew(&mut self) {
        self.changed.clear();
        self.expire();
    }

    pub(super) fn is_changed(&self, key: &str) -> bool {
        let changed = self.changed.iter().find(|(known, _)| known == key);
        changed.is_some_and(|(_, changed)| self.read.time(key).is_none_or(|read| read < *changed))
    }
}

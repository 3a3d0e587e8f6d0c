//! The current page in the model: its rows, the way to it, and its neighbours.

use super::model::{EntryNumber, Model, TOP};
use super::pages::{is_heading, url};
use navibar::view::Neighbour;

impl Model {
    fn is_current(&self, entry: EntryNumber) -> bool {
        self.current == Some(self.page(entry))
    }

    /// Expands the entries above the current page. If it was revealed before and has moved, the entries that it has left are
    /// collapsed again. Returns its row.
    pub(super) fn reveal(&mut self) -> Option<usize> {
        if self.first_current_row().is_none() {
            let entry = match self.filter {
                "" => self.current_entry()?,
                _ => self.everything().into_iter().find(|&entry| self.is_current(entry))?,
            };
            let above: Vec<EntryNumber> = self.above(entry).skip(1).collect();
            for above in above {
                match self.filter {
                    "" if self.places[above].expanded => {}
                    "" => {
                        self.places[above].expanded = true;
                        self.revealed.push(above);
                    }
                    _ => self.places[above].toggled = Some(true),
                }
            }
        }
        // A branch inside that was expanded before is shown again, and it may contain the page in an earlier row.
        let (_, entry) = self.first_current_row()?;
        if !self.is_filtered() {
            let above: Vec<EntryNumber> = self.above(entry).skip(1).collect();
            let (kept, left) = std::mem::take(&mut self.revealed).into_iter().partition(|entry| above.contains(entry));
            self.revealed = kept;
            left.into_iter().for_each(|entry: EntryNumber| self.places[entry].expanded = false);
        }
        self.first_current_row().map(|(row, _)| row)
    }

    /// The first row of the current page, and its entry.
    fn first_current_row(&self) -> Option<(usize, EntryNumber)> {
        let entries = self.rows().into_iter().map(|(entry, _)| entry);
        entries.enumerate().find(|(_, entry)| self.is_current(*entry))
    }

    /// Returns the entry of the current page with the shortest path: the first one in the order of the site.
    pub(super) fn current_entry(&self) -> Option<EntryNumber> {
        let mut level = vec![TOP];
        while !level.is_empty() {
            level = level.iter().flat_map(|&entry| self.places[entry].in_site_order.iter().copied()).collect();
            if let Some(&entry) = level.iter().find(|&&entry| self.is_current(entry)) {
                return Some(entry);
            }
        }
        None
    }

    /// Returns the pages of the path to that entry, the current page last.
    pub(super) fn trail(&self) -> Vec<usize> {
        let mut pages: Vec<usize> =
            self.current_entry().map_or(Vec::new(), |entry| self.above(entry).map(|w| self.page(w)).collect());
        pages.reverse();
        pages
    }

    pub(super) fn neighbour(&self, which: Neighbour) -> Option<String> {
        let entry = self.current_entry()?;
        let at = self.all.iter().position(|known| *known == entry)?;
        let is_other = |page: &usize| Some(*page) != self.current && !is_heading(*page);
        let page_of = |entry: &EntryNumber| self.page(*entry);
        let page = match which {
            Neighbour::Up => match self.above(entry).map(|entry| self.page(entry)).find(is_other) {
                None => return Some("http://www.example.org/".to_owned()),
                page => page,
            },
            Neighbour::Next => self.all[at + 1..].iter().map(page_of).find(is_other),
            Neighbour::Previous => self.all[..at].iter().rev().map(page_of).find(is_other),
            // The user has read no page.
            Neighbour::Unread => None,
        };
        page.map(url)
    }
}

//! Archives by date: `/2024/05/17/title` is three levels of folders, which nobody wants to open one after the other.

use super::names;
use super::steps::Steps;
use crate::address::readable::without_ending;
use crate::collections::keyed::HashMap;
use crate::limits::MAX_FLAT_ROWS;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::NodeId;

impl SiteMap {
    /// Removes the folders of days in a year, and those of months if the year has few pages. Folders that are equal without
    /// them become one. A page that stands for a day keeps its month as "26 June", in this language.
    pub(super) fn shape_year(&mut self, year: NodeId, language: Option<&str>, steps: &mut Steps) {
        if !is_year(self.segment(year)) {
            return;
        }
        let months = self.numbered(year, 12, steps);
        let mut pages = 0;
        for &month in &months {
            for day in self.numbered(month, 31, steps) {
                self.dissolve(day, month, steps);
            }
            pages += self.own_edges(month).iter().filter(|&&edge| self.is_entry(edge)).count();
        }
        let own = self.own_edges(year).len() - months.len();
        let is_flat = pages + own <= MAX_FLAT_ROWS;
        for &month in &months {
            if is_flat {
                self.name_days(month, language, steps);
                self.dissolve(month, year, steps);
            } else {
                self.join_equal_folders(month, steps);
            }
        }
        if is_flat {
            self.join_equal_folders(year, steps);
        }
    }

    /// Gives the pages in a month that stand for a day the name of the day.
    fn name_days(&mut self, month: NodeId, language: Option<&str>, steps: &mut Steps) {
        let edges = self.own_edges(month);
        if !steps.spend(edges.len()) {
            return;
        }
        for edge in edges {
            let day = self.lists[edge].target;
            let number = number(without_ending(self.segment(day)), 31).zip(number(self.segment(month), 12));
            if let Some((number, month)) = number.filter(|_| !self.has_title(day)) {
                self.give_address_title(day, &names::of_day(number, month, language));
            }
        }
    }

    /// Joins the folders in a folder that have the same name, and those in them.
    fn join_equal_folders(&mut self, folder: NodeId, steps: &mut Steps) {
        let mut next = vec![folder];
        while let Some(at) = next.pop() {
            let edges = self.own_edges(at);
            if !steps.spend(edges.len()) {
                return;
            }
            let mut known: HashMap<Box<str>, NodeId> = HashMap::default();
            for edge in edges {
                let entry = self.lists[edge].target;
                if !self.is_plain_folder(entry) || !self.is_entry(edge) {
                    continue;
                }
                let first = *known.entry(self.segment(entry).into()).or_insert(entry);
                if first != entry {
                    self.dissolve(entry, first, steps);
                    next.push(first);
                }
            }
        }
    }

    /// Returns the folders in a folder whose names are the numbers from 1 to `max`.
    fn numbered(&self, folder: NodeId, max: u32, steps: &mut Steps) -> Vec<NodeId> {
        let edges = self.own_edges(folder);
        if !steps.spend(edges.len()) {
            return Vec::new();
        }
        let targets = edges.into_iter().map(|edge| self.lists[edge].target);
        let is_numbered = |&node: &NodeId| number(self.segment(node), max).is_some();
        targets.filter(|node| self.is_plain_folder(*node)).filter(is_numbered).collect()
    }
}

/// Returns the number from 1 to `max` that a name is.
fn number(name: &str, max: u32) -> Option<u32> {
    let is_short = name.len() <= 2 && name.bytes().all(|b| b.is_ascii_digit());
    name.parse().ok().filter(|number| is_short && (1..=max).contains(number))
}

pub(super) fn is_year(name: &str) -> bool {
    name.len() == 4 && name.parse().is_ok_and(|year: u32| (1970..2100).contains(&year))
}

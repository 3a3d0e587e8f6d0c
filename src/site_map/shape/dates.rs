//! Archives by date: `/2024/05/17/title` is three levels of folders, which nobody wants to open one after the other.

use super::steps::Steps;
use crate::limits::MAX_FLAT_ROWS;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::NodeId;

impl SiteMap {
    /// Removes the folders of days in a year, and those of months if the year has few pages.
    pub(super) fn shape_year(&mut self, year: NodeId, steps: &mut Steps) {
        if !is_year(self.segment(year)) {
            return;
        }
        let months = self.numbered(year, 12, steps);
        let mut pages = 0;
        for &month in &months {
            for day in self.numbered(month, 31, steps) {
                self.dissolve(day, month, steps);
            }
            pages += self.own_edges(month).iter().filter(|&&edge| self.is_entry(month, edge)).count();
        }
        let own = self.own_edges(year).len() - months.len();
        if !months.is_empty() && pages + own <= MAX_FLAT_ROWS {
            for month in months {
                self.dissolve(month, year, steps);
            }
        }
    }

    /// Returns the folders in a folder whose names are the numbers from 1 to `max`.
    fn numbered(&self, folder: NodeId, max: u32, steps: &mut Steps) -> Vec<NodeId> {
        let edges = self.own_edges(folder);
        if !steps.spend(edges.len()) {
            return Vec::new();
        }
        let is_numbered = |&node: &NodeId| {
            let name = self.segment(node);
            name.len() <= 2 && name.parse().is_ok_and(|number: u32| (1..=max).contains(&number))
        };
        let targets = edges.into_iter().map(|edge| self.edges[edge as usize].target);
        targets.filter(|node| self.is_plain_folder(*node)).filter(is_numbered).collect()
    }
}

fn is_year(name: &str) -> bool {
    name.len() == 4 && name.parse().is_ok_and(|year: u32| (1970..2100).contains(&year))
}

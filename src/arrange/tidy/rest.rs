//! Folds away what nobody places. The top level of a site is its main menu; the pages that no menu, breadcrumb or list places
//! are in one row at its end.

use crate::arrange::claims::PlaceSource;
use crate::arrange::table::Table;
use crate::site_map::layer::{Made, Row};

/// The rows of menus at the top that are enough for a main menu.
const MAIN_MENU: usize = 2;

/// Fewer loose rows stay where they are.
const ENOUGH_ROWS: usize = 2;

impl Table<'_> {
    /// Moves the rows that no claim has placed from the top level into one row at its end, if the site has a main menu. `home`
    /// is the row of a home page below a path, whose pages are at the top level, too.
    pub(in crate::arrange) fn fold_rest(&mut self, home: Option<Row>) {
        let is_of_menu = |row: &&Row| {
            Some(**row) != home && self.places.get(row).is_some_and(|place| place.source == PlaceSource::Menu)
        };
        let tops = self.front.get(&self.root).into_iter().flatten().filter(is_of_menu).take(MAIN_MENU).count();
        if tops < MAIN_MENU || self.ground.has_several_hosts() {
            return;
        }
        let home = home.filter(|home| self.parent_of_place(*home) == Some(self.root));
        let owners: Vec<Row> = [Some(self.root), home].into_iter().flatten().collect();
        if owners.iter().map(|&owner| self.loose_rows(owner)).sum::<usize>() < ENOUGH_ROWS {
            return;
        }
        let Some(rest) = self.make(Made::Rest) else { return };
        for &owner in &owners {
            for row in self.back.remove(&owner).unwrap_or_default() {
                self.put_behind(row, rest);
            }
        }
        self.put_behind(rest, self.root);
        self.folded = owners.into_iter().filter(|&owner| self.made(owner).is_none()).map(|owner| (owner, rest)).collect();
    }

    /// Returns the number of rows below a row that no claim has placed, but not more than are enough.
    fn loose_rows(&self, owner: Row) -> usize {
        let is_loose = |row: &Row| self.is_at_home(*row) && !self.empty.contains(row);
        let own = || self.ground.ground_top(owner).filter(is_loose).take(ENOUGH_ROWS).count();
        let behind = self.back.get(&owner).map_or(0, Vec::len);
        behind + if self.made(owner).is_none() { own() } else { 0 }
    }
}

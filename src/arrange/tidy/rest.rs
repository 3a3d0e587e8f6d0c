//! Folds away what nobody places. The top level of a site is its main menu; the pages that no menu, breadcrumb or list places
//! are in one row at its end.

use crate::arrange::claims::{Place, PlaceSource};
use crate::arrange::table::Table;
use crate::site_map::layer::{Made, Row};

/// The rows of menus at the top that are enough for a main menu.
const MAIN_MENU: usize = 2;

/// Fewer loose rows stay where they are if there is no other row of what nobody places.
const ENOUGH_ROWS: usize = 2;

impl Table<'_> {
    /// Moves the rows that no claim has placed from the top level into one row at its end, if the site has a main menu. `home`
    /// is the row of a home page below a path, whose pages are at the top level, too.
    pub(in crate::arrange) fn fold_rest(&mut self, home: Option<Row>) {
        let is_of_menu = |row: &&Row| {
            Some(**row) != home && self.rows.places.get(row).is_some_and(|place| place.source == PlaceSource::Menu)
        };
        let tops =
            self.rows.front.get(&self.rows.root).into_iter().flatten().filter(is_of_menu).take(MAIN_MENU).count();
        if tops < MAIN_MENU || self.ground.has_several_hosts() {
            return;
        }
        let home = home.filter(|home| self.parent_of_place(*home) == Some(self.rows.root));
        let owners: Vec<Row> = [Some(self.rows.root), home].into_iter().flatten().collect();
        let loose: usize = owners.iter().map(|&owner| self.loose_rows(owner)).sum();
        if loose < ENOUGH_ROWS && self.rows.rest.is_none() {
            return;
        }
        let Some(rest) = self.rest_row() else { return };
        self.move_breadcrumbs(rest);
        for &owner in &owners {
            for row in self.rows.back.remove(&owner).unwrap_or_default().into_iter().filter(|row| *row != rest) {
                self.put_behind(row, rest);
            }
        }
        self.put_behind(rest, self.rows.root);
        self.rows.folded =
            owners.into_iter().filter(|&owner| self.made(owner).is_none()).map(|owner| (owner, rest)).collect();
    }

    /// Returns the row of what nobody places.
    pub(in crate::arrange) fn rest_row(&mut self) -> Option<Row> {
        if self.rows.rest.is_none() {
            let rest = self.make(Made::Rest)?;
            self.put_behind(rest, self.rows.root);
            self.rows.rest = Some(rest);
        }
        self.rows.rest
    }

    /// Moves the rows at the top that only breadcrumbs have there. A breadcrumb begins with them because it says nothing about
    /// what is above them.
    fn move_breadcrumbs(&mut self, rest: Row) {
        let Some(list) = self.rows.front.get_mut(&self.rows.root) else { return };
        let is_crumb =
            |row: &Row| self.rows.places.get(row).is_some_and(|place| place.source == PlaceSource::Breadcrumb);
        let (moved, left): (Vec<Row>, Vec<Row>) = list.drain(..).partition(is_crumb);
        *list = left;
        for row in &moved {
            self.rows.places.insert(*row, Place { parent: rest, source: PlaceSource::Breadcrumb });
        }
        self.rows.front.entry(rest).or_default().extend(moved);
    }

    /// Returns the number of rows below a row that no claim has placed, but not more than are enough.
    fn loose_rows(&self, owner: Row) -> usize {
        let is_loose = |row: &Row| self.is_at_home(*row) && !self.rows.empty.contains(row);
        let own = || self.ground.top(owner).filter(is_loose).take(ENOUGH_ROWS).count();
        let behind = self.rows.back.get(&owner).map_or(0, Vec::len);
        let behind = behind - usize::from(owner == self.rows.root && self.rows.rest.is_some());
        behind + if self.made(owner).is_none() { own() } else { 0 }
    }
}

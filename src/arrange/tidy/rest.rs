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
            Some(**row) != home && self.rows.about(**row).place.is_some_and(|place| place.source == PlaceSource::Menu)
        };
        let tops = self.rows.about(self.rows.root).front.iter().filter(is_of_menu).take(MAIN_MENU).count();
        if tops + self.rows.technical.len() < MAIN_MENU || self.ground.has_several_hosts() {
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
            for row in self.rows.take_back(owner).into_iter().filter(|row| *row != rest) {
                self.rows.put_behind(row, rest);
            }
        }
        self.rows.put_behind(rest, self.rows.root);
        self.rows.folded =
            owners.into_iter().filter(|&owner| self.made(owner).is_none()).map(|owner| (owner, rest)).collect();
    }

    /// Returns the row of what nobody places.
    pub(in crate::arrange) fn rest_row(&mut self) -> Option<Row> {
        if self.rows.rest.is_none() {
            let rest = self.make(Made::Rest)?;
            self.rows.put_behind(rest, self.rows.root);
            self.rows.rest = Some(rest);
        }
        self.rows.rest
    }

    /// Moves the rows at the top that only breadcrumbs have there. A breadcrumb begins with them because it says nothing about
    /// what is above them.
    fn move_breadcrumbs(&mut self, rest: Row) {
        let list = std::mem::take(&mut self.rows.about_mut(self.rows.root).front);
        let is_crumb =
            |row: &Row| self.rows.about(*row).place.is_some_and(|place| place.source == PlaceSource::Breadcrumb);
        let (moved, left): (Vec<Row>, Vec<Row>) = list.into_iter().partition(is_crumb);
        self.rows.about_mut(self.rows.root).front = left;
        for row in &moved {
            self.rows.about_mut(*row).place = Some(Place { parent: rest, source: PlaceSource::Breadcrumb });
        }
        self.rows.about_mut(rest).front.extend(moved);
    }

    /// Returns the number of rows below a row that no claim has placed, but not more than are enough.
    fn loose_rows(&self, owner: Row) -> usize {
        let is_loose = |row: &Row| self.is_at_home(*row) && !self.rows.about(*row).is_empty;
        let own = || self.ground.top(owner).filter(is_loose).take(ENOUGH_ROWS).count();
        let behind = self.rows.about(owner).back().count();
        let behind = behind - usize::from(owner == self.rows.root && self.rows.rest.is_some());
        behind + if self.made(owner).is_none() { own() } else { 0 }
    }
}

//! Compares the top of a tree with the site's main menu.

use super::main_menu::Top;
use super::reference::Reference;
use super::rows::{Row, Rows};
use super::title::words;

/// The counts of the top level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopLevel {
    /// rows at the top
    pub rows: usize,
    /// entries of the main menu
    pub entries: usize,
    /// entries that have their row, in the order of the menu
    pub common: usize,
}

impl TopLevel {
    /// The mean of two shares in percent: of the rows at the top that the main menu has there, and of the main menu that is
    /// there (Dice's coefficient). `None` without a main menu.
    pub fn percent(self) -> Option<f64> {
        (self.entries > 0).then(|| 200.0 * self.common as f64 / (self.rows + self.entries) as f64)
    }
}

/// Counts the rows at the top that the main menu has there, in its order. The home page and one group at the end, for what
/// nobody places, do not count.
pub(super) fn top_level(rows: &Rows<'_>, reference: &Reference) -> TopLevel {
    let menu = &reference.main_menu().0;
    let is_in_menu = |row: &Row<'_>| menu.iter().any(|top| is_same(top, row));
    let mut top = rows.top();
    if let Some(folded) = rows.folded()
        && !is_in_menu(&rows.all[folded])
    {
        top.retain(|&at| at != folded);
    }
    let is_optional = |row: &Row<'_>| menu.iter().any(|top| top.is_optional && is_same(top, row));
    top.retain(|&at| !is_optional(&rows.all[at]));
    let entries: Vec<&Top> = menu.iter().filter(|top| !top.is_optional).collect();
    TopLevel { rows: top.len(), entries: entries.len(), common: in_order(&entries, &top, &rows.all) }
}

fn is_same(top: &Top, row: &Row<'_>) -> bool {
    let is_target = top.target.is_some() && top.target == row.target;
    is_target || !top.words.is_empty() && top.words == words(&row.entry.title)
}

/// The length of the longest common sequence.
fn in_order(entries: &[&Top], top: &[usize], rows: &[Row<'_>]) -> usize {
    let mut lengths = vec![0; top.len() + 1];
    for entry in entries {
        let mut before = 0;
        for (at, &row) in top.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = match is_same(entry, &rows[row]) {
                true => before + 1,
                false => above.max(lengths[at]),
            };
            before = above;
        }
    }
    lengths[top.len()]
}

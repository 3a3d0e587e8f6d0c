//! The parents of the first row in sight, which stay at the top while the tree scrolls.

use super::branches::Branches;
use super::entry::{At, TOP};
use super::tree_view::TreeView;

/// Scroll positions are not exact: browsers round them if the page is zoomed. In rows.
const TOLERANCE: f64 = 0.03;

impl TreeView {
    /// Returns the rows of the open branches that stay at the top, the outermost first, up to `most`. `top` is the scroll
    /// position in rows.
    ///
    /// Each branch covers one row. The next branch therefore depends on the first row below the branches found so far: the
    /// branch contains this row, or it is this row and the row is cut off.
    pub fn pinned(&self, top: f64, most: usize) -> Vec<usize> {
        let branches = self.shown();
        let mut pinned: Vec<At> = Vec::new();
        while pinned.len() < most {
            let edge = top + pinned.len() as f64 + TOLERANCE;
            let row = edge as usize;
            let Some(at) = branches.row(row) else { break };
            let is_cut_off = edge - row as f64 > 2.0 * TOLERANCE;
            let is_open = branches.get(at).expanded && branches.has_children(at);
            let last = pinned.last().copied();
            let mut inside = if is_cut_off && is_open { Some(at) } else { branches.above_row(at) };
            while let Some(at) = inside
                && branches.above_row(at) != last
            {
                inside = branches.above_row(at);
            }
            pinned.extend(inside);
            if inside.is_none() {
                break;
            }
        }
        pinned.into_iter().filter_map(|at| branches.row_of(at)).collect()
    }
}

impl Branches {
    /// Returns the entry of the row that a row is below.
    fn above_row(&self, at: At) -> Option<At> {
        Some(self.get(self.first_joined(at)).parent).filter(|&above| above != TOP)
    }
}

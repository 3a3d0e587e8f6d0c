//! Rebuilding all unfolded branches, because their children or the order may have changed. A long rebuild runs in steps, and
//! the old rows stay until its end.

use super::branch_building::Build;
use super::branches::{Branches, NONE, Occurrence, Source, TOP};
use crate::site_map::Growth;

/// Entries for each step, which take some milliseconds.
pub(super) const STEP: usize = 1 << 15;

/// A rebuild of all unfolded branches.
#[derive(Debug, Default)]
pub(super) enum Rebuild {
    #[default]
    Done,
    Due,
    Running(Box<Rest>),
}

/// The rest of a rebuild.
#[derive(Debug)]
pub(super) struct Rest {
    build: Build,
    /// The new tree, without its occurrences.
    next: Branches,
    /// The old occurrences and the site map at its start.
    before: (u32, usize),
    growth: Growth,
}

impl Rebuild {
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Rebuild::Done)
    }

    /// Rebuilds about this number of entries. Returns `true` if some remain. If the user has changed the old tree, the rebuild
    /// starts again at once. If the map has grown, it ends, and another one follows.
    pub(super) fn step(&mut self, branches: &mut Branches, source: &Source<'_>, entries: usize) -> bool {
        let state = |branches: &Branches| (branches.changes, branches.occurrences.len());
        let mut rest = match std::mem::take(self) {
            Rebuild::Done => return false,
            Rebuild::Running(rest) if rest.before == state(branches) => rest,
            Rebuild::Due | Rebuild::Running(_) => {
                branches.add_root(source);
                if branches.occurrences.is_empty() {
                    return false;
                }
                let places = vec![NONE; branches.places.len()];
                let Branches { is_cut, has_joined, changes, .. } = *branches;
                let next =
                    Branches { places, is_cut, has_joined, changes: changes.wrapping_add(1), ..Branches::default() };
                let build = Build::new(branches, TOP, source.most_found());
                Box::new(Rest { build, next, before: state(branches), growth: source.map.growth() })
            }
        };
        let is_due = |occurrence: &mut Occurrence, _: bool| {
            // A page that now leads to a match for the first time is expanded.
            if let Some(found) = source.found
                && !occurrence.unfolded
                && found.is_shown(occurrence.page)
            {
                occurrence.whole = false;
                occurrence.expanded |= found.leads_on(occurrence.page);
            }
            occurrence.unfolded
        };
        // Without rows there is nothing to show meanwhile, and a load that has not shown a row counts as failed.
        let entries = if branches.rows.is_empty() && source.found.is_none() { usize::MAX } else { entries };
        if rest.build.step(&mut rest.next, &branches.occurrences, source, &is_due, entries) {
            *self = Rebuild::Running(rest);
            return true;
        }
        let Rest { build, mut next, growth, .. } = *rest;
        next.occurrences = build.grown;
        next.join(source, 0..next.occurrences.len());
        next.rebuild_rows();
        next.wanted = std::mem::take(&mut branches.wanted);
        *branches = next;
        match growth == source.map.growth() {
            true => branches.built = Some(growth),
            false => *self = Rebuild::Due,
        }
        !self.is_done()
    }
}

impl Branches {
    /// Rebuilds all unfolded branches at once.
    pub(super) fn refresh(&mut self, source: &Source<'_>) {
        let mut rebuild = Rebuild::Due;
        while rebuild.step(self, source, usize::MAX) {}
    }
}

//! Aliases (section 3.6.1), which stand for what has their ref as its id, before them or behind.

use crate::collections::keyed::{HashMap, HashSet};
use crate::findings::Report;
use crate::site_map::{NodeId, SiteMap};

/// What an id stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// The whole document.
    Whole,
    /// A bookmark or folder, and the first and last entry of what is in it, itself included.
    Page(NodeId, u32, u32),
    /// An alias, by its number.
    Alias(usize),
    /// What has turned out to be left out.
    Nothing,
}

/// An alias as it is read.
#[derive(Debug)]
pub(super) struct Alias {
    /// Its ref, and where that stands.
    pub(super) to: Box<str>,
    pub(super) to_offset: u32,
    /// What it stands in, and its number among all entries.
    pub(super) parent: NodeId,
    pub(super) entry: u32,
    pub(super) offset: u32,
}

/// The aliases and ids of a document.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    ids: HashMap<Box<str>, Target>,
    all: Vec<Alias>,
    /// Whether the aliases are further places of pages, as in a file that Navibar has saved.
    pub(super) are_pages: bool,
    /// Entries of such a file that stand for another, and its id.
    stand_ins: Vec<(NodeId, Box<str>)>,
}

impl Aliases {
    /// Number of aliases so far.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    pub(super) fn add(&mut self, alias: Alias) {
        self.all.push(alias);
    }

    /// Lets an entry stand for what has this id.
    pub(super) fn add_stand_in(&mut self, page: NodeId, to: &str) {
        self.stand_ins.push((page, to.into()));
    }

    /// Lets an id stand for something; false where it does already.
    pub(super) fn name(&mut self, id: &str, target: Target) -> bool {
        let is_new = !self.ids.contains_key(id);
        if is_new {
            self.ids.insert(id.into(), target);
        }
        is_new
    }

    /// What an id stands for is left out.
    pub(super) fn forget(&mut self, id: &str) {
        self.ids.insert(id.into(), Target::Nothing);
    }

    /// The folder with this id is complete.
    pub(super) fn close(&mut self, id: &str, last_entry: u32) {
        if let Some(Target::Page(_, _, last)) = self.ids.get_mut(id) {
            *last = last_entry;
        }
    }

    /// Puts each alias where it stands and gives it what it stands for. Whether there is any.
    pub(super) fn resolve(&mut self, map: &mut SiteMap, report: &mut Report) -> bool {
        let mut placed = Vec::new();
        for (alias, target) in self.all.iter().zip(self.targets()) {
            let stands_in = match target {
                Target::Page(page, ..) if self.are_pages => {
                    map.insert(alias.parent, alias.entry, page, alias.offset);
                    continue;
                }
                Target::Page(page, first, last) if !(first..=last).contains(&alias.entry) => {
                    let node = map.unnamed(alias.offset, report);
                    map.insert(alias.parent, alias.entry, node, alias.offset);
                    placed.push((node, page));
                    continue;
                }
                Target::Page(page, _, _) => {
                    let (line, column) = report.position(map.offset(page));
                    format!("'{}' (line {line}, column {column})", map.title(page))
                }
                Target::Whole => "the whole file".to_owned(),
                Target::Alias(_) | Target::Nothing => {
                    let message = format!(
                        "No bookmark or folder has the id '{}'; the alias is left out. Correct its ref.",
                        alias.to
                    );
                    report.warning("dangling-alias", alias.to_offset, message);
                    continue;
                }
            };
            let message = format!("This alias leads to {stands_in}, in which it stands; it is left out. Remove it.");
            report.warning("alias-of-ancestor", alias.to_offset, message);
        }
        // A folder may have nothing but aliases in it, so that each gets its children when all have their places.
        for &(node, page) in &placed {
            map.make_alias(node, page);
        }
        let are_stand_ins: HashSet<NodeId> = self.stand_ins.iter().map(|(page, _)| *page).collect();
        for (page, to) in &self.stand_ins {
            match self.ids.get(to) {
                Some(&Target::Page(referent, ..)) if !are_stand_ins.contains(&referent) => {
                    map.make_alias(*page, referent)
                }
                _ => {}
            }
        }
        !placed.is_empty()
    }

    /// What each alias stands for in the end; `Nothing` where aliases lead in a circle.
    fn targets(&self) -> Vec<Target> {
        let mut found: Vec<Option<Target>> = vec![None; self.all.len()];
        let mut way = Vec::new();
        for first in 0..self.all.len() {
            let mut at = first;
            let target = loop {
                if let Some(known) = found[at] {
                    break known;
                }
                // Whoever comes here again on the same way has gone in a circle.
                found[at] = Some(Target::Nothing);
                way.push(at);
                match self.ids.get(&self.all[at].to) {
                    Some(Target::Alias(next)) => at = *next,
                    Some(target) => break *target,
                    None => break Target::Nothing,
                }
            };
            for at in way.drain(..) {
                found[at] = Some(target);
            }
        }
        found.into_iter().map(|target| target.unwrap_or(Target::Nothing)).collect()
    }
}

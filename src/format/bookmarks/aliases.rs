//! Aliases (XBEL, section 3.6.1). An alias refers to the element with its ref as id, which may come earlier or later.

use crate::collections::keyed::{HashMap, HashSet, Parts, long_hash};
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_ALIASES;
use crate::site_map::{NodeId, SiteMap};

/// The target of an id.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) enum Target {
    /// The whole document.
    Document,
    /// A bookmark or folder, and the first and last number of the entries in it, including itself.
    Page(NodeId, u32, u32),
    /// An alias, by its number.
    Alias(usize),
    /// An element that was left out.
    Nothing,
}

/// An alias in the document.
#[derive(Debug)]
pub(in crate::format) struct Alias {
    /// Its ref, and the offset of that.
    pub(in crate::format) to: Box<str>,
    pub(in crate::format) to_offset: u32,
    /// Its own id.
    pub(in crate::format) id: Option<Box<str>>,
    /// Its parent, and its number among all entries.
    pub(in crate::format) parent: NodeId,
    pub(in crate::format) entry: u32,
    pub(in crate::format) offset: u32,
}

/// The aliases and ids of a document.
#[derive(Debug, Default)]
pub(in crate::format) struct Aliases {
    ids: Parts<HashMap<u64, Target>>,
    all: Vec<Alias>,
    /// `true` if aliases are further occurrences of pages, as in a saved file.
    pub(in crate::format) are_occurrences: bool,
    /// Entries of a saved file that are aliases, and the ids of their targets.
    saved_aliases: Vec<(NodeId, Box<str>)>,
    /// The offset of the first alias beyond the limit.
    beyond: Option<u32>,
}

impl Aliases {
    /// Returns the number of aliases so far.
    pub(in crate::format) fn count(&self) -> usize {
        self.all.len()
    }

    pub(in crate::format) fn add(&mut self, alias: Alias) {
        if self.all.len() < MAX_ALIASES {
            self.all.push(alias);
            return;
        }
        self.beyond.get_or_insert(alias.offset);
        if let Some(id) = &alias.id {
            self.forget(id);
        }
    }

    /// Makes an entry an alias of the element with this id.
    pub(in crate::format) fn add_saved_alias(&mut self, page: NodeId, to: &str, offset: u32) {
        match self.saved_aliases.len() < MAX_ALIASES {
            true => self.saved_aliases.push((page, to.into())),
            false => _ = self.beyond.get_or_insert(offset),
        }
    }

    /// Gives an id a target. Returns `false` if the id already has one.
    pub(in crate::format) fn name(&mut self, id: &str, target: Target) -> bool {
        let is_new = self.target(id).is_none();
        if is_new {
            self.set_target(id, target);
        }
        is_new
    }

    /// Marks the target of an id as left out.
    pub(in crate::format) fn forget(&mut self, id: &str) {
        self.set_target(id, Target::Nothing);
    }

    fn target(&self, id: &str) -> Option<Target> {
        let hash = long_hash(id);
        self.ids.of(&hash).get(&hash).copied()
    }

    fn set_target(&mut self, id: &str, target: Target) {
        let hash = long_hash(id);
        self.ids.of_mut(&hash).insert(hash, target);
    }

    /// Sets the last entry of the folder with this id.
    pub(in crate::format) fn close(&mut self, id: &str, last_entry: u32) {
        if let Some(Target::Page(page, first, _)) = self.target(id) {
            self.set_target(id, Target::Page(page, first, last_entry));
        }
    }

    /// Adds the aliases to the tree. Returns `true` if there is at least one.
    pub(in crate::format) fn resolve(&mut self, map: &mut SiteMap, report: &mut Report) -> bool {
        if let Some(offset) = self.beyond {
            let message = format!("There are more than {MAX_ALIASES} aliases; the others are left out. Remove some.");
            report.warning(FindingCode::LimitAliases, offset, message);
        }
        let mut placed = Vec::new();
        for (alias, target) in self.all.iter().zip(self.targets()) {
            let ancestor = match target {
                Target::Page(page, ..) if self.are_occurrences => {
                    map.insert(alias.parent, alias.entry, page, alias.offset);
                    continue;
                }
                Target::Page(page, first, last) if !(first..=last).contains(&alias.entry) => {
                    let node = map.unnamed(alias.offset, report);
                    map.insert(alias.parent, alias.entry, node, alias.offset);
                    if let Some(id) = &alias.id {
                        map.set_id(node, id, alias.offset, report);
                    }
                    placed.push((node, page));
                    continue;
                }
                Target::Page(page, _, _) => {
                    let (line, column) = report.position(map.offset(page));
                    format!("'{}' (line {line}, column {column})", map.title(page))
                }
                Target::Document => "the whole file".to_owned(),
                Target::Alias(_) | Target::Nothing => {
                    let message = format!(
                        "No bookmark or folder has the id '{}', so the alias is left out; correct its ref.",
                        alias.to
                    );
                    report.warning(FindingCode::DanglingAlias, alias.to_offset, message);
                    continue;
                }
            };
            let message = format!("This alias leads to {ancestor}, which contains it, so it is left out; remove it.");
            report.warning(FindingCode::AliasOfAncestor, alias.to_offset, message);
        }
        // A folder may contain only aliases, so targets are set when all aliases have their places.
        for &(node, page) in &placed {
            map.make_alias(node, page);
        }
        let alias_pages: HashSet<NodeId> = self.saved_aliases.iter().map(|(page, _)| *page).collect();
        for (page, to) in &self.saved_aliases {
            match self.target(to) {
                Some(Target::Page(referent, ..)) if !alias_pages.contains(&referent) => map.make_alias(*page, referent),
                _ => {}
            }
        }
        !placed.is_empty()
    }

    /// Returns the final target of each alias. Aliases in a cycle have `Nothing`.
    fn targets(&self) -> Vec<Target> {
        let mut found: Vec<Option<Target>> = vec![None; self.all.len()];
        let mut path = Vec::new();
        for first in 0..self.all.len() {
            let mut at = first;
            let target = loop {
                if let Some(known) = found[at] {
                    break known;
                }
                // If this path returns here, it is a cycle.
                found[at] = Some(Target::Nothing);
                path.push(at);
                match self.target(&self.all[at].to) {
                    Some(Target::Alias(next)) => at = next,
                    Some(target) => break target,
                    None => break Target::Nothing,
                }
            };
            for at in path.drain(..) {
                found[at] = Some(target);
            }
        }
        found.into_iter().map(|target| target.unwrap_or(Target::Nothing)).collect()
    }
}

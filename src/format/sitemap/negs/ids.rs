//! The ids of a site's pages.

use crate::collections::hash_index::HashIndex;
use crate::collections::keyed::hash;
use crate::limits::MAX_VALUE_BYTES;
use crate::site_map::NodeId;
use crate::text::{Span, TextStore};

/// The page of an id, and the number of the document that defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Owner {
    pub(super) page: NodeId,
    pub(super) document: u32,
}

/// Maps each id to its page.
#[derive(Debug, Default)]
pub(super) struct Ids {
    text: TextStore,
    all: Vec<(Span, Owner)>,
    /// Indexes into `all`.
    index: HashIndex,
}

impl Ids {
    /// Returns the owner of an id.
    pub(super) fn get(&self, id: &str) -> Option<Owner> {
        self.all.get(self.find(id)?).map(|(_, owner)| *owner)
    }

    /// Sets the owner of an id.
    pub(super) fn set(&mut self, id: &str, owner: Owner) {
        if let Some(known) = self.find(id) {
            self.all[known].1 = owner;
            return;
        }
        let at = self.all.len() as u32;
        self.all.push((self.text.push(cut(id)), owner));
        self.index.insert(hash(cut(id)), at);
    }

    fn find(&self, id: &str) -> Option<usize> {
        let id = cut(id);
        let is_match = |at: u32| self.text.get(self.all[at as usize].0) == id;
        self.index.find(hash(id), is_match).map(|at| at as usize)
    }
}

/// Returns the stored part of an id.
fn cut(id: &str) -> &str {
    &id[..id.floor_char_boundary(MAX_VALUE_BYTES)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_id_has_its_owner() {
        let mut ids = Ids::default();
        let long = "é".repeat(MAX_VALUE_BYTES);
        let owner = |page| Owner { page, document: page % 3 };
        for page in 0..5_000 {
            ids.set(&format!("id-{page}"), owner(page));
        }
        ids.set(&long, owner(5_000));
        for page in 0..5_000 {
            assert_eq!(ids.get(&format!("id-{page}")), Some(owner(page)));
        }
        assert_eq!((ids.get(&long), ids.get("id-5000"), ids.get("")), (Some(owner(5_000)), None, None));
        ids.set("id-7", owner(9));
        assert_eq!(ids.get("id-7"), Some(owner(9)));
    }
}

//! Things by their hash, without their keys: whoever asks compares these. One table for all of them, because every
//! other instance of the library's would add to what is shipped.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Numbers of things, each with the hash of its key, so that growing need not make keys again. Many tables in place of a
/// large one: while a table grows it is there twice, and all that is in it is moved in one go.
#[derive(Debug)]
pub(crate) struct Index([HashTable<(u32, u32)>; PARTS]);

const PARTS: usize = 64;

impl Default for Index {
    fn default() -> Index {
        Index([const { HashTable::new() }; PARTS])
    }
}

/// The hash of a key for an [`Index`].
pub(crate) fn hash(key: &str) -> u32 {
    FxBuildHasher.hash_one(key) as u32
}

impl Index {
    /// The number of the thing with this hash of which `is_it` says that it has the key.
    pub(crate) fn find(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let spread = spread(hash);
        let is_it = |&(known, number): &(u32, u32)| known == hash && is_it(number);
        self.0[part(spread)].find(spread, is_it).map(|&(_, number)| number)
    }

    /// Adds a thing whose key is not among the others.
    pub(crate) fn insert(&mut self, hash: u32, number: u32) {
        let place = spread(hash);
        self.0[part(place)].insert_unique(place, (hash, number), |&(hash, _)| spread(hash));
    }
}

/// The table that a hash belongs to, by bits that the table itself does not go by: those are the lowest and the highest.
fn part(spread: u64) -> usize {
    (spread >> 40) as usize % PARTS
}

/// 32 bits as 64 whose upper and lower bits are both of use to the table.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

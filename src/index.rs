//! Things by their hash, without their keys: whoever asks compares these. One table for all of them, because every
//! other instance of the library's would add to what is shipped.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Numbers of things, each with the hash of its key, so that growing need not make keys again.
#[derive(Debug, Default)]
pub(crate) struct Index(HashTable<(u32, u32)>);

/// The hash of a key for an [`Index`].
pub(crate) fn hash(key: &str) -> u32 {
    FxBuildHasher.hash_one(key) as u32
}

impl Index {
    /// The number of the thing with this hash of which `is_it` says that it has the key.
    pub(crate) fn find(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        self.0.find(spread(hash), |&(known, number)| known == hash && is_it(number)).map(|&(_, number)| number)
    }

    /// Adds a thing whose key is not among the others.
    pub(crate) fn insert(&mut self, hash: u32, number: u32) {
        self.0.insert_unique(spread(hash), (hash, number), |&(hash, _)| spread(hash));
    }
}

/// 32 bits as 64 whose upper and lower bits are both of use to the table.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

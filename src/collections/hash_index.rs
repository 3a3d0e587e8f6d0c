//! A hash index without keys: the caller compares the keys.
//!
//! Hash and number of an entry are next to each other, because each access to another part of memory is slow when there
//! are a million entries. The tables of the standard library need two. The index has many small tables instead of a
//! large one: a growing table exists twice for a moment, and moves all entries at once.

/// Maps hashes to numbers. The stored hashes make it possible to grow without the keys.
#[derive(Debug)]
pub(crate) struct HashIndex([Part; PARTS]);

const PARTS: usize = 64;

/// A hash table with open addressing.
#[derive(Debug, Default)]
struct Part {
    /// Pairs of hash and number. The length is a power of two, and at most three quarters are used.
    slots: Vec<(u32, u32)>,
    used: usize,
}

/// The number of a free slot.
const FREE: u32 = u32::MAX;

impl Default for HashIndex {
    fn default() -> HashIndex {
        HashIndex(std::array::from_fn(|_| Part::default()))
    }
}

impl HashIndex {
    /// Returns the number with this hash for which `is_match` returns `true`.
    pub(crate) fn find(&self, hash: u32, mut is_match: impl FnMut(u32) -> bool) -> Option<u32> {
        let (part, start) = location(hash);
        let mut slots = self.0[part].from(start);
        slots.find(|&&(known, number)| known == hash && is_match(number)).map(|&(_, number)| number)
    }

    /// Adds a number, which must be less than [`FREE`]. Its key must be new.
    pub(crate) fn insert(&mut self, hash: u32, number: u32) {
        let part = &mut self.0[location(hash).0];
        if (part.used + 1) * 4 > part.slots.len() * 3 {
            part.grow();
        }
        part.put(hash, number);
        part.used += 1;
    }
}

impl Part {
    /// Returns the used slots from a position on.
    fn from(&self, start: usize) -> impl Iterator<Item = &(u32, u32)> {
        let mask = self.slots.len().wrapping_sub(1);
        (start..).map_while(move |at| self.slots.get(at & mask).filter(|&&(_, number)| number != FREE))
    }

    fn put(&mut self, hash: u32, number: u32) {
        let (_, start) = location(hash);
        let at = start + self.from(start).count();
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(slot) = self.slots.get_mut(at & mask) {
            *slot = (hash, number);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = (2 * self.slots.len()).max(4);
        for (hash, number) in std::mem::replace(&mut self.slots, vec![(0, FREE); capacity]) {
            if number != FREE {
                self.put(hash, number);
            }
        }
    }
}

/// Returns the table of a hash, and the first slot to try in it.
fn location(hash: u32) -> (usize, usize) {
    let spread = u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (spread as usize % PARTS, spread as usize / PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collections::keyed::hash;

    #[test]
    fn numbers_are_found_by_hash_and_key() {
        let keys: Vec<String> = (0..10_000).map(|number| format!("http://host/{number}")).collect();
        let mut index = HashIndex::default();
        for (number, key) in keys.iter().enumerate() {
            let is_match = |other: u32| keys[other as usize] == *key;
            assert_eq!(index.find(hash(key), is_match), None);
            index.insert(hash(key), number as u32);
            assert_eq!(index.find(hash(key), is_match), Some(number as u32));
        }
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(index.find(hash(key), |other| keys[other as usize] == *key), Some(number as u32));
        }
        let (used, slots) = index.0.iter().fold((0, 0), |(used, slots), part| {
            assert!(part.used * 4 <= part.slots.len() * 3);
            (used + part.used, slots + part.slots.len())
        });
        assert!(used == keys.len() && slots <= 4 * used, "{used} {slots}");
    }

    #[test]
    fn keys_may_have_the_same_hash() {
        let mut index = HashIndex::default();
        (0..1_000).for_each(|number| index.insert(7, number));
        assert_eq!(index.find(7, |number| number == 999), Some(999));
        assert_eq!(index.find(7, |_| false), None);
        assert_eq!(index.find(8, |_| true), None);
    }
}

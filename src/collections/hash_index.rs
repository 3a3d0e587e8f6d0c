//! Things by their hash, without their keys: whoever asks compares these.
//!
//! Hashes and numbers stand side by side: where there are a million, each look elsewhere in memory takes longer than all
//! the rest, and the library's tables take two. Many tables in place of a large one: while a table grows it is there twice,
//! and all that is in it is moved in one go.

/// Numbers of things, each with the hash of its key, so that growing need not make keys again.
#[derive(Debug)]
pub(crate) struct HashIndex([Part; PARTS]);

const PARTS: usize = 64;

/// A table with open addressing.
#[derive(Debug, Default)]
struct Part {
    /// A power of two of hashes and numbers, at most three quarters of them in use.
    slots: Vec<(u32, u32)>,
    used: usize,
}

/// The number of a slot that is not in use.
const FREE: u32 = u32::MAX;

impl Default for HashIndex {
    fn default() -> HashIndex {
        HashIndex(std::array::from_fn(|_| Part::default()))
    }
}

impl HashIndex {
    /// The number of the thing with this hash of which `is_it` says that it has the key.
    pub(crate) fn find(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let (part, start) = place(hash);
        let mut slots = self.0[part].from(start);
        slots.find(|&&(known, number)| known == hash && is_it(number)).map(|&(_, number)| number)
    }

    /// Adds a thing whose key is not among the others; its number is less than [`FREE`].
    pub(crate) fn insert(&mut self, hash: u32, number: u32) {
        let part = &mut self.0[place(hash).0];
        if (part.used + 1) * 4 > part.slots.len() * 3 {
            part.grow();
        }
        part.put(hash, number);
        part.used += 1;
    }
}

impl Part {
    /// The slots in use from a place on.
    fn from(&self, start: usize) -> impl Iterator<Item = &(u32, u32)> {
        let mask = self.slots.len().wrapping_sub(1);
        (start..).map_while(move |at| self.slots.get(at & mask).filter(|&&(_, number)| number != FREE))
    }

    fn put(&mut self, hash: u32, number: u32) {
        let (_, start) = place(hash);
        let at = start + self.from(start).count();
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(slot) = self.slots.get_mut(at & mask) {
            *slot = (hash, number);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let room = (2 * self.slots.len()).max(4);
        for (hash, number) in std::mem::replace(&mut self.slots, vec![(0, FREE); room]) {
            if number != FREE {
                self.put(hash, number);
            }
        }
    }
}

/// The part that a hash belongs to, and where in it to begin.
fn place(hash: u32) -> (usize, usize) {
    let spread = u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (spread as usize % PARTS, spread as usize / PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collections::keyed::hash;

    #[test]
    fn things_are_found_by_hash_and_key() {
        let keys: Vec<String> = (0..10_000).map(|number| format!("http://host/{number}")).collect();
        let mut index = HashIndex::default();
        for (number, key) in keys.iter().enumerate() {
            let is_it = |other: u32| keys[other as usize] == *key;
            assert_eq!(index.find(hash(key), is_it), None);
            index.insert(hash(key), number as u32);
            assert_eq!(index.find(hash(key), is_it), Some(number as u32));
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

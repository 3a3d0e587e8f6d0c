//! A hash index without keys: the caller compares the keys.
//!
//! Hash and number of an entry are next to each other, because each access to another part of memory is slow when there
//! are a million entries. The tables of the standard library need two. The index has many small tables instead of a
//! large one: a growing table exists twice for a moment, and moves all entries at once.

/// Maps hashes to numbers. The stored hashes make it possible to grow without the keys.
#[derive(Debug, Default)]
pub(crate) struct HashIndex(Vec<Part>);

const PARTS: usize = 256;

/// A hash table with open addressing.
#[derive(Debug, Default)]
struct Part {
    /// The length is a power of two, and at most three quarters are used.
    slots: Vec<Slot>,
    used: usize,
}

/// The part of a hash that the table does not decide, and the number in units of two bytes. So a slot has six bytes and not
/// eight.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u16,
    number: [u16; 2],
}

const FREE: Slot = Slot { hash: 0, number: [u16::MAX; 2] };

impl Slot {
    fn number(self) -> u32 {
        u32::from(self.number[0]) | u32::from(self.number[1]) << 16
    }
}

impl HashIndex {
    /// Returns the number with this hash for which `is_match` returns `true`.
    pub(crate) fn find(&self, hash: u32, mut is_match: impl FnMut(u32) -> bool) -> Option<u32> {
        let (part, hash) = location(hash);
        let mut slots = self.0.get(part)?.from(hash);
        slots.find(|slot| slot.hash == hash && is_match(slot.number())).map(|slot| slot.number())
    }

    /// Adds a number, which must be less than `u32::MAX`. Its key must be new. Not inlined: it has several callers.
    #[inline(never)]
    pub(crate) fn insert(&mut self, hash: u32, number: u32) {
        let (part, hash) = location(hash);
        if self.0.is_empty() {
            self.0.resize_with(PARTS, Part::default);
        }
        let part = &mut self.0[part];
        if (part.used + 1) * 4 > part.slots.len() * 3 {
            part.grow();
        }
        part.put(Slot { hash, number: [number as u16, (number >> 16) as u16] });
        part.used += 1;
    }
}

impl Part {
    /// Returns the used slots from the first one on that is tried for a hash.
    fn from(&self, hash: u16) -> impl Iterator<Item = &Slot> {
        let mask = self.slots.len().wrapping_sub(1);
        (usize::from(hash)..).map_while(move |at| self.slots.get(at & mask).filter(|slot| slot.number != FREE.number))
    }

    fn put(&mut self, new: Slot) {
        let at = usize::from(new.hash) + self.from(new.hash).count();
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(slot) = self.slots.get_mut(at & mask) {
            *slot = new;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = (2 * self.slots.len()).max(4);
        for slot in std::mem::replace(&mut self.slots, vec![FREE; capacity]) {
            if slot.number != FREE.number {
                self.put(slot);
            }
        }
    }
}

/// Returns the table of a hash, and the hash in this table. A table may have as many slots as there are such hashes, which
/// is enough for 12 million numbers.
fn location(hash: u32) -> (usize, u16) {
    let spread = u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (spread as usize % PARTS, (spread as usize / PARTS) as u16)
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

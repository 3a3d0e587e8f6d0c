//! Lists that grow without being copied. A vector that grows is there twice while it is copied, and WebAssembly's memory
//! never shrinks again.

use std::ops::{Index, IndexMut};

/// Things in each block. Below that a list is one block, which grows as vectors do.
const SIZE: usize = 1 << SHIFT;
const SHIFT: u32 = 12;

/// Things by their number, in blocks that stay where they are.
#[derive(Debug)]
pub(super) struct Blocks<T> {
    /// All full but the last one.
    blocks: Vec<Vec<T>>,
}

impl<T> Default for Blocks<T> {
    fn default() -> Blocks<T> {
        Blocks { blocks: Vec::new() }
    }
}

impl<T> Blocks<T> {
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * SIZE + last.len())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(super) fn push(&mut self, thing: T) {
        match self.blocks.last_mut() {
            Some(last) if last.len() < SIZE => last.push(thing),
            _ => self.push_to_new(thing),
        }
    }

    #[cold]
    fn push_to_new(&mut self, thing: T) {
        let room = if self.is_empty() { 4 } else { SIZE };
        let mut block = Vec::with_capacity(room);
        block.push(thing);
        self.blocks.push(block);
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        self.blocks.get(at >> SHIFT)?.get(at % SIZE)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        self.blocks.get_mut(at >> SHIFT)?.get_mut(at % SIZE)
    }
}

impl<T> Index<usize> for Blocks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.blocks[at >> SHIFT][at % SIZE]
    }
}

impl<T> IndexMut<usize> for Blocks<T> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.blocks[at >> SHIFT][at % SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_stay_where_they_are() {
        let mut list = Blocks::default();
        assert!(list.is_empty() && list.get(0).is_none());
        for number in 0..3 * SIZE + 1 {
            assert_eq!(list.len(), number);
            list.push(number);
        }
        for at in [0, 1, SIZE - 1, SIZE, 2 * SIZE - 1, 3 * SIZE] {
            assert_eq!((list[at], list.get(at)), (at, Some(&at)));
        }
        list[SIZE] = 7;
        assert_eq!(list.get_mut(SIZE), Some(&mut 7));
        for beyond in [3 * SIZE + 1, 4 * SIZE, u32::MAX as usize] {
            assert!(list.get(beyond).is_none() && list.get_mut(beyond).is_none(), "{beyond}");
        }
        assert!(!list.is_empty());
    }

    #[test]
    fn a_short_list_takes_little_room_and_full_blocks_are_not_copied() {
        let mut list = Blocks::default();
        (0..5).for_each(|number| list.push(number));
        assert!(list.blocks[0].capacity() < 16);
        (5..SIZE + 1).for_each(|number| list.push(number));
        let place = list.blocks[1].as_ptr();
        (SIZE + 1..2 * SIZE + 1).for_each(|number| list.push(number));
        assert_eq!((list.blocks[1].as_ptr(), list.blocks[1].capacity()), (place, SIZE));
    }
}

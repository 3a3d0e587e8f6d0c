//! Lists that grow without copying. A growing vector needs both copies for a moment, and the memory of WebAssembly
//! never shrinks.

use std::ops::{Index, IndexMut};

/// Elements per block. A block is small, because even a small site needs one.
const SIZE: usize = 1 << SHIFT;
const SHIFT: u32 = 9;

/// A list in blocks. An element never moves.
#[derive(Debug)]
pub(crate) struct Blocks<T> {
    blocks: Vec<Box<[T; SIZE]>>,
    /// Number of elements. The rest of the blocks is filler.
    len: usize,
}

impl<T> Default for Blocks<T> {
    fn default() -> Blocks<T> {
        Blocks { blocks: Vec::new(), len: 0 }
    }
}

impl<T: Copy> Blocks<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        if self.len >> SHIFT == self.blocks.len() {
            self.add_block(element);
        }
        self.blocks[self.len >> SHIFT][self.len % SIZE] = element;
        self.len += 1;
    }

    #[inline(never)]
    fn add_block(&mut self, filler: T) {
        if let Ok(block) = vec![filler; SIZE].into_boxed_slice().try_into() {
            self.blocks.push(block);
        }
    }

    /// Removes all elements and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Returns the memory use in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.blocks.len() * size_of::<[T; SIZE]>()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flat_map(|block| block.iter()).take(self.len)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.blocks.iter_mut().flat_map(|block| block.iter_mut()).take(self.len)
    }

    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        let block = self.blocks.get(at >> SHIFT)?;
        (at < self.len).then(|| &block[at % SIZE])
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        let block = self.blocks.get_mut(at >> SHIFT)?;
        (at < self.len).then(|| &mut block[at % SIZE])
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
    fn elements_are_found_by_their_index() {
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
    fn memory_is_used_again() {
        let mut list = Blocks::default();
        (0..SIZE + 1).for_each(|number| list.push(number));
        let before = list.memory();
        list.clear();
        assert!(list.is_empty() && list.iter().next().is_none() && list.get(0).is_none());
        (0..2 * SIZE).for_each(|number| list.push(number));
        list.iter_mut().for_each(|number| *number += 1);
        assert_eq!((list.memory(), list[SIZE]), (before, SIZE + 1));
    }

    #[test]
    fn blocks_never_move() {
        let mut list = Blocks::default();
        (0..SIZE + 1).for_each(|number| list.push(number));
        let places = |list: &Blocks<usize>| [0, 1].map(|block: usize| list.blocks[block].as_ptr());
        let before = places(&list);
        (0..4 * SIZE).for_each(|number| list.push(number));
        assert_eq!(places(&list), before);
    }
}

//! Values that few elements of a list have.

/// Elements per block.
const SIZE: usize = 512;

/// A value for each number. Blocks that have only the default take no memory.
#[derive(Debug)]
pub(crate) struct Column<T>(Vec<Option<Box<[T; SIZE]>>>);

impl<T> Default for Column<T> {
    fn default() -> Column<T> {
        Column(Vec::new())
    }
}

impl<T: Copy + Default> Column<T> {
    pub(crate) fn get(&self, at: usize) -> T {
        self.0.get(at / SIZE).and_then(Option::as_ref).map_or_else(T::default, |block| block[at % SIZE])
    }

    /// Returns the value of a number, to change it.
    pub(crate) fn get_mut(&mut self, at: usize) -> &mut T {
        if self.0.len() <= at / SIZE {
            self.0.resize_with(at / SIZE + 1, || None);
        }
        &mut self.0[at / SIZE].get_or_insert_with(|| Box::new([T::default(); SIZE]))[at % SIZE]
    }

    /// Sets the value of a number, which may be the default.
    #[inline]
    pub(crate) fn set(&mut self, at: usize, value: T)
    where
        T: PartialEq,
    {
        if self.get(at) != value {
            *self.get_mut(at) = value;
        }
    }

    /// Returns the memory use in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.0.iter().flatten().count() * size_of::<[T; SIZE]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_with_values_take_memory() {
        let mut column = Column::default();
        assert_eq!((column.get(7), column.memory()), (0_u32, 0));
        column.set(3 * SIZE, 0);
        assert_eq!(column.memory(), 0);
        column.set(3 * SIZE, 5);
        *column.get_mut(3 * SIZE + 1) += 2;
        assert_eq!([3 * SIZE - 1, 3 * SIZE, 3 * SIZE + 1, 4 * SIZE].map(|at| column.get(at)), [0, 5, 2, 0]);
        assert_eq!(column.memory(), size_of::<[u32; SIZE]>());
    }
}

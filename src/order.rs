//! Sorting by number, in one place: every other instance of the library's sort would add to what is shipped.

/// The places `0..keys.len()` in the order of their keys; equal keys keep their order.
pub(crate) fn by_key(keys: impl ExactSizeIterator<Item = u32>) -> impl Iterator<Item = usize> {
    // A key and a place make one number, and numbers that differ sort the same way however they are sorted.
    let mut order: Vec<u64> = keys.enumerate().map(|(place, key)| u64::from(key) << 32 | place as u64).collect();
    order.sort_unstable();
    order.into_iter().map(|number| (number & u64::from(u32::MAX)) as usize)
}

#[cfg(test)]
mod tests {
    #[test]
    fn equal_keys_keep_their_order() {
        assert_eq!(super::by_key([3, 1, 3, 0, 1].into_iter()).collect::<Vec<_>>(), [3, 1, 4, 0, 2]);
    }
}

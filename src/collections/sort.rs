//! Sorting in one place. Every other instance of the standard library's sort would add to the download.

use std::cmp::Ordering;

/// Returns the indexes `0..keys.len()` in the order of their keys. Equal keys keep their order.
pub(crate) fn by_key(keys: impl ExactSizeIterator<Item = u32>) -> impl Iterator<Item = usize> {
    // Key and index form one number, so all numbers differ and an unstable sort keeps the order of equal keys.
    let mut order: Vec<u64> = keys.enumerate().map(|(place, key)| u64::from(key) << 32 | place as u64).collect();
    order.sort_unstable();
    order.into_iter().map(|number| (number & u64::from(u32::MAX)) as usize)
}

/// Sorts numbers that are all different.
pub(crate) fn sort_by(numbers: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|&a, &b| compare(a, b));
}

/// Sorts items. Equal ones keep their order. [`by_key`] is faster for many.
pub(crate) fn sorted<T>(items: Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut places: Vec<u32> = (0..items.len() as u32).collect();
    sort_by(&mut places, &|a, b| compare(&items[a as usize], &items[b as usize]).then(a.cmp(&b)));
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    places.into_iter().filter_map(|place| items[place as usize].take()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn equal_keys_keep_their_order() {
        assert_eq!(super::by_key([3, 1, 3, 0, 1].into_iter()).collect::<Vec<_>>(), [3, 1, 4, 0, 2]);
    }
    #[test]
    fn items_are_sorted_by_a_comparison() {
        let words = vec!["pear", "fig", "apple", "nut", "plum"];
        assert_eq!(super::sorted(words, &|a, b| a.len().cmp(&b.len())), ["fig", "nut", "pear", "plum", "apple"]);
    }
}

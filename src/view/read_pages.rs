//! The pages of a site that the user has read.

use crate::limits::MAX_READ_PAGES;

/// The pages of a site that the user has read, the last one at the end: the hash of a key, and the time in seconds since
/// 1970-01-01T00:00:00Z. The hashes are stored, so they do not depend on a secret key. A site that makes two addresses with one
/// hash only gets a wrong mark on its own page.
#[derive(Debug, Default)]
pub(super) struct ReadPages(Vec<(u64, i64)>);

/// JavaScript's numbers hold 53 bits.
const HASH_BITS: u32 = 48;

impl ReadPages {
    /// Notes that the user reads a page.
    pub(super) fn note(&mut self, key: &str, now: i64) {
        let hash = hash(key);
        let known = self.0.iter().position(|page| page.0 == hash);
        // The first one is forgotten if there are too many.
        if let Some(at) = known.or((self.0.len() >= MAX_READ_PAGES).then_some(0)) {
            self.0.remove(at);
        }
        self.0.push((hash, now));
    }

    /// Returns the time when the user has last read a page.
    pub(super) fn time(&self, key: &str) -> Option<i64> {
        let hash = hash(key);
        self.0.iter().find(|page| page.0 == hash).map(|page| page.1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the pages that were stored: see [`ReadPages::numbers`].
    pub(super) fn stored(numbers: &[f64]) -> ReadPages {
        let pages = numbers.chunks_exact(2).take(MAX_READ_PAGES);
        ReadPages(pages.map(|pair| (pair[0] as u64, pair[1] as i64)).collect())
    }

    /// Returns the pages to store: hash and time in turns.
    pub(super) fn numbers(&self) -> Vec<f64> {
        self.0.iter().flat_map(|&(hash, time)| [hash as f64, time as f64]).collect()
    }
}

/// FNV-1a, without its last bits.
fn hash(key: &str) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let hash = key.bytes().fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    hash >> (u64::BITS - HASH_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_pages_are_stored_as_numbers() {
        let mut read = ReadPages::default();
        for (key, time) in [("https://a.test/x", 1_000), ("https://a.test/y", 900), ("https://a.test/x", 2_000)] {
            read.note(key, time);
        }
        // The value must not change: it is in the store.
        assert_eq!(read.numbers(), [231_363_490_632_570.0, 900.0, 231_363_473_855_354.0, 2_000.0]);
        let other = ReadPages::stored(&[read.numbers(), vec![f64::NAN, f64::INFINITY, 7.0]].concat());
        assert_eq!((other.time("https://a.test/x"), other.time("https://a.test/z")), (Some(2_000), None));
    }

    #[test]
    fn a_site_has_2_000_read_pages() {
        let mut read = ReadPages::default();
        for n in 0..2_010 {
            read.note(&format!("https://a.test/{n}"), n);
        }
        assert_eq!(read.numbers().len(), 4_000);
        assert_eq!((read.time("https://a.test/9"), read.time("https://a.test/10")), (None, Some(10)), "the oldest go");
        assert_eq!(ReadPages::stored(&vec![1.0; 10_000_000]).numbers().len(), 4_000);
        // JSON of all pages of a site.
        let json = format!("{:?}", read.numbers());
        assert!(json.len() < 60_000, "{}", json.len());
    }
}

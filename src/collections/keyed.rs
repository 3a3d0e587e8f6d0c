//! Hash tables with a secret key.
//!
//! A site chooses the names and addresses that are hashed. Without a key it could choose many with the same hash, and
//! each lookup would compare them all. The key comes from the platform's random numbers, one per process. The order of
//! these tables differs from run to run, so nothing may depend on it.

use foldhash::SharedSeed;
use foldhash::fast::FoldHasher;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::LazyLock;

/// A map whose hashes a site cannot predict.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, Keyed>;

/// A set whose hashes a site cannot predict.
pub(crate) type HashSet<K> = std::collections::HashSet<K, Keyed>;

/// Creates hashers with the key of the process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keyed;

impl BuildHasher for Keyed {
    type Hasher = FoldHasher<'static>;

    fn build_hasher(&self) -> FoldHasher<'static> {
        static KEY: LazyLock<(u64, SharedSeed)> = LazyLock::new(|| (random(), SharedSeed::from_u64(random())));
        let (own, shared) = &*KEY;
        FoldHasher::with_seed(*own, shared)
    }
}

/// Many small tables instead of a large one. A growing table moves all its entries at once, which takes too long for a
/// million of them.
#[derive(Debug, Default)]
pub(crate) struct Parts<T>([T; 32]);

impl<T> Parts<T> {
    /// Returns the table of a key.
    pub(crate) fn of<K: Hash + ?Sized>(&self, key: &K) -> &T {
        &self.0[Self::number(key)]
    }

    /// Returns the table of a key, to change it.
    pub(crate) fn of_mut<K: Hash + ?Sized>(&mut self, key: &K) -> &mut T {
        &mut self.0[Self::number(key)]
    }

    /// The tables use the lowest and the highest bits of the hash.
    fn number<K: Hash + ?Sized>(key: &K) -> usize {
        (Keyed.hash_one(key) >> 32) as usize % 32
    }
}

/// Returns the hash of a text, for tables that do not store the texts. Freeing a million texts would take long. The
/// probability that two of a million texts have the same hash is one in 30 million.
pub(crate) fn long_hash(text: &str) -> u64 {
    Keyed.hash_one(text)
}

/// Returns the hash of a text, for tables that compare the texts themselves.
pub(crate) fn hash(text: &str) -> u32 {
    let mut hasher = Keyed.build_hasher();
    hasher.write(text.as_bytes());
    hasher.finish() as u32
}

/// Returns a random number of the platform.
#[cfg(not(target_arch = "wasm32"))]
fn random() -> u64 {
    // Fuzzing must be reproducible.
    if cfg!(fuzzing) { 1 } else { std::hash::RandomState::new().hash_one(0) }
}

/// Returns a random number of the platform. The standard library offers none in WebAssembly.
#[cfg(target_arch = "wasm32")]
fn random() -> u64 {
    use wasm_bindgen::prelude::wasm_bindgen;
    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
        fn get_random_values(bytes: &mut [u8]);
    }
    let mut bytes = [0; 8];
    get_random_values(&mut bytes);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_key_decides_the_hash() {
        let hash_with = |own, shared| FoldHasher::with_seed(own, &SharedSeed::from_u64(shared)).finish();
        assert_ne!(hash_with(1, 2), hash_with(3, 2));
        assert_eq!(hash("a"), hash("a"), "one key for the whole process");
        assert_ne!(random(), random());
    }

    #[test]
    fn each_process_has_hashes_of_its_own() {
        /// Set in a process that only prints a hash.
        const PRINTS: &str = "NAVIBAR_PRINTS_A_HASH";
        if std::env::var_os(PRINTS).is_some() {
            println!("hash {} {}", Keyed.hash_one("a"), hash("a"));
            return;
        }
        let printed = || {
            let test = "collections::keyed::tests::each_process_has_hashes_of_its_own";
            let mut program = std::process::Command::new(std::env::current_exe().unwrap());
            let output = program.args(["--exact", test, "--nocapture"]).env(PRINTS, "1").output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            text.lines().find(|line| line.contains("hash ")).unwrap().to_owned()
        };
        // A site that knew the key could choose names with the same hash.
        assert_ne!(printed(), printed());
    }

    #[test]
    fn similar_texts_have_different_hashes() {
        let hashes: HashSet<u32> = (0..10_000).map(|n| hash(&format!("https://www.example.org/{n:05}"))).collect();
        assert!(hashes.len() > 9_990, "{}", hashes.len());
    }
}

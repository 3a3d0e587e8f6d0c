//! Decides which entry of a full store is removed, so that no site can push out what is stored about others.

use crate::collections::keyed::HashMap;

/// An entry of a store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    pub(super) key: &'a str,
    /// An address of the site that the entry is about.
    pub(super) url: &'a str,
    pub(super) size: usize,
    /// A larger number is newer.
    pub(super) time: i64,
}

/// Returns the key of the oldest entry of the owner whose entries have the largest size together.
pub(super) fn next_to_remove<'a>(entries: &[Entry<'a>]) -> Option<&'a str> {
    let mut sizes: HashMap<&str, usize> = HashMap::default();
    for entry in entries {
        *sizes.entry(owner(entry.url)).or_default() += entry.size;
    }
    let largest = sizes.values().copied().max()?;
    let of_largest = entries.iter().filter(|entry| sizes.get(owner(entry.url)) == Some(&largest));
    of_largest.min_by_key(|entry| (entry.time, entry.key)).map(|entry| entry.key)
}

/// What the entries of a store need at most together.
#[cfg(any(test, target_arch = "wasm32"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) entries: usize,
    pub(crate) size: usize,
}

/// Returns the keys to remove from a store, so that the rest has room. An address in a key names the site that the entry is
/// about.
#[cfg(any(test, target_arch = "wasm32"))]
pub(crate) fn surplus(keys: &[String], sizes: &[u32], times: &[f64], room: Room) -> Vec<String> {
    let entries = keys.iter().zip(sizes).zip(times);
    // Milliseconds since 1970 have no fraction that counts.
    let entry = |((key, &size), &time): ((&'_ String, &u32), &f64)| (key.clone(), size as usize, time as i64);
    let mut kept: Vec<(String, usize, i64)> = entries.map(entry).collect();
    let mut removed = Vec::new();
    let mut size = kept.iter().map(|(_, size, _)| size).sum::<usize>();
    while kept.len() > room.entries || size > room.size {
        let is_too_large = size > room.size;
        let weigh = |size: usize| if is_too_large { size } else { 1 };
        let entries: Vec<Entry<'_>> =
            kept.iter().map(|(key, size, time)| Entry { key, url: key, size: weigh(*size), time: *time }).collect();
        let Some(next) = next_to_remove(&entries) else { break };
        let Some(at) = kept.iter().position(|(key, ..)| key == next) else { break };
        let (key, length, _) = kept.swap_remove(at);
        size -= length;
        removed.push(key);
    }
    removed
}

/// Returns the end of a host that one owner has: its last two labels. An owner can have any number of hosts below it. Hosts
/// under a suffix of two labels, such as `co.uk`, count as one owner. They lose an entry first only if together they have
/// the most. The address contains an origin, and a space ends it.
fn owner(url: &str) -> &str {
    let authority = url.split_once("://").map_or("", |(_, rest)| rest.split(['/', ' ']).next().unwrap_or_default());
    let end = if authority.starts_with('[') { authority.find(']').map(|at| at + 1) } else { authority.find(':') };
    let host = &authority[..end.unwrap_or(authority.len())];
    let is_number = host.ends_with(|last: char| last.is_ascii_digit() || last == ']');
    match host.rmatch_indices('.').nth(1) {
        Some((at, _)) if !is_number => &host[at + 1..],
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_one_domain_have_one_owner() {
        for (url, expected) in [
            ("https://example.org/a.b.c/", "example.org"),
            ("https://a.b.example.org:8443/", "example.org"),
            ("https://localhost:8000", "localhost"),
            ("http://192.0.2.7/", "192.0.2.7"),
            ("http://[2001:db8::1]:80/", "[2001:db8::1]"),
            ("place page https://www.example.org work", "example.org"),
            ("about:blank", ""),
        ] {
            assert_eq!(owner(url), expected, "{url}");
        }
    }

    #[test]
    fn the_oldest_entry_of_the_largest_owner_is_removed() {
        let entry = |url: &'static str, size, time| Entry { key: url, url, size, time };
        let a = entry("https://a.example", 1, 1);
        let (x, y) = (entry("https://x.evil.example", 1, 3), entry("https://y.evil.example", 1, 2));
        assert_eq!(next_to_remove(&[a, x, y]), Some(y.key), "evil.example has two hosts");
        let large = entry("https://large.test", 3, 9);
        assert_eq!(next_to_remove(&[a, large, x]), Some(large.key));
        assert_eq!(next_to_remove(&[entry("https://one.test", 1, 2), a]), Some(a.key), "the oldest of equal owners");
        assert_eq!(next_to_remove(&[]), None);
    }

    /// What stays of entries with these keys, sizes and times.
    fn kept(entries: &[(&'static str, u32, u32)], room: Room) -> Vec<&'static str> {
        let keys: Vec<String> = entries.iter().map(|(key, ..)| (*key).to_owned()).collect();
        let sizes: Vec<u32> = entries.iter().map(|(_, size, _)| *size).collect();
        let times: Vec<f64> = entries.iter().map(|(.., time)| f64::from(*time)).collect();
        let removed = surplus(&keys, &sizes, &times, room);
        entries.iter().map(|(key, ..)| *key).filter(|key| !removed.iter().any(|gone| gone == key)).collect()
    }

    #[test]
    fn the_oldest_entries_are_surplus() {
        let entries = [("1", 9, 3), ("2", 9, 1), ("3", 9, 4), ("4", 9, 2)];
        assert_eq!(kept(&entries, Room { entries: 2, size: 99 }), ["1", "3"]);
        assert_eq!(kept(&entries, Room { entries: 4, size: 36 }), ["1", "2", "3", "4"]);
        assert_eq!(kept(&entries, Room { entries: 9, size: 20 }), ["1", "3"]);
        assert_eq!(kept(&entries, Room { entries: 9, size: 8 }), [""; 0], "an entry that is too large alone");
    }

    #[test]
    fn a_site_with_many_or_large_entries_removes_its_own() {
        let honest = ["https://www.a.test", "https://b.test:8443/docs/", "work http://c.test", "http://192.0.2.1"];
        let mut entries: Vec<(&'static str, u32, u32)> = honest.iter().map(|key| (*key, 100, 1)).collect();
        let evil =
            ["https://1.evil.test/", "https://2.evil.test/2/", "https://3.evil.test", "page https://4.evil.test work"];
        entries.extend(evil.iter().zip(2..).map(|(key, time)| (*key, 100, time)));
        let expected: Vec<&str> = honest.into_iter().chain([evil[3]]).collect();
        assert_eq!(kept(&entries, Room { entries: 5, size: 9_999 }), expected);
        assert_eq!(kept(&entries, Room { entries: 99, size: 500 }), expected);
    }
}

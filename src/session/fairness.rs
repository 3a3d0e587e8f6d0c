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

/// Returns the end of a host that one owner has: its last two labels. An owner can have any number of hosts below it. Hosts
/// under a suffix of two labels, such as `co.uk`, count as one owner. They lose an entry first only if together they have
/// the most. The address begins with an origin.
fn owner(url: &str) -> &str {
    let authority = url.split_once("://").map_or("", |(_, rest)| rest.split('/').next().unwrap_or_default());
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
}

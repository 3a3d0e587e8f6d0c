//! robots.txt: it names web addresses, each once, with any line ends.

use navibar::discover::robots::sitemaps;
use navibar::limits::{MAX_NAMED_SITEMAPS, MAX_ROBOTS_BYTES};

const URL: &str = "https://www.example.org/robots.txt";

pub fn run(input: &[u8]) {
    let found = sitemaps(input, URL);
    assert!(found.len() <= MAX_NAMED_SITEMAPS);
    for (at, url) in found.iter().enumerate() {
        check(url);
        assert!(!found[..at].contains(url), "{url} is named twice");
    }
    let again: String = found.iter().map(|url| format!("Sitemap: {url}\r\n")).collect();
    // Absolute addresses are longer, and long ones are cut.
    if again.len() <= MAX_ROBOTS_BYTES {
        assert_eq!(sitemaps(again.as_bytes(), URL), found, "every named address is valid");
    }
    // In UTF-16, a line end has two bytes.
    if input.starts_with(&[0xff, 0xfe]) || input.starts_with(&[0xfe, 0xff]) {
        return;
    }
    let lines: Vec<u8> = input.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect();
    assert_eq!(sitemaps(&lines, URL), found, "with other line ends");
    if input.len() < MAX_ROBOTS_BYTES / 2 {
        let twice = [input, b"\n", input].concat();
        assert_eq!(sitemaps(&twice, URL), found, "twice");
    }
}

/// Checks an address that is requested: on the web, without a fragment or a password.
pub(super) fn check(url: &str) {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    // Browsers treat a backslash as a slash.
    let (authority, _) = rest.unwrap_or_else(|| panic!("{url:?} is not on the web")).split_once(['/', '\\']).unwrap();
    assert!(!authority.is_empty() && !authority.contains(['@', '?', '#']), "{url:?}");
    assert!(!url.contains(|c: char| c.is_control() || c == '#'), "{url:?}");
}

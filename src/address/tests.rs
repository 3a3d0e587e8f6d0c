//! Compares the normal form of addresses with the tests of the URL standard, and keys with each other.
#![allow(clippy::unwrap_used)]

use super::normal::{is_normal, joined, normal};
use super::*;
use serde_json::Value;
use std::borrow::Cow;
use std::path::PathBuf;
use std::process::Command;

fn cargo(arguments: &[&str]) -> Vec<u8> {
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Returns the folder of a dependency's source.
fn source_of(package: &str) -> PathBuf {
    let version = String::from_utf8(cargo(&["-vV"])).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // The packages of other platforms need not be there.
    let metadata = cargo(&["metadata", "--format-version=1", "--offline", "--filter-platform", host]);
    let metadata: Value = serde_json::from_slice(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let manifest = packages.iter().find(|found| found["name"] == package).unwrap()["manifest_path"].as_str();
    PathBuf::from(manifest.unwrap()).parent().unwrap().to_owned()
}

/// Returns an address of the URL standard's tests without user name, password, and dots at the end of the host.
fn bare(case: &Value) -> Option<String> {
    let text = |name: &str| case[name].as_str().unwrap_or_default();
    let href = text("href");
    if !["http:", "https:", "ftp:"].contains(&text("protocol")) {
        return Some(href.to_owned());
    }
    let (start, host) = (text("protocol"), text("hostname").trim_end_matches('.'));
    let port = text("host").strip_prefix(text("hostname")).unwrap_or_default();
    let rest = href[start.len()..].strip_prefix("//")?;
    let user = [text("username"), text("password")].concat();
    let rest = if user.is_empty() { rest } else { rest.split_once('@')?.1 };
    let rest = rest.strip_prefix(text("host"))?;
    (!host.is_empty()).then(|| format!("{start}//{host}{port}{rest}"))
}

#[test]
fn addresses_have_the_normal_form_of_the_url_standard() {
    let file = source_of("url").join("tests/urltestdata.json");
    let cases: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let mut counts = [0; 3];
    for case in cases.as_array().unwrap().iter().filter(|case| case.is_object()) {
        let input = case["input"].as_str().unwrap();
        // Addresses of files are never links.
        if [&case["base"], &case["protocol"]].iter().any(|it| it.as_str().is_some_and(|it| it.starts_with("file:"))) {
            continue;
        }
        // A host may be wrong without its dots, as `foo.09` is.
        let expected = (case["failure"] != true).then(|| bare(case)).flatten().filter(|it| url::Url::parse(it).is_ok());
        let found = match case["base"].as_str() {
            None => normal(input).map(Cow::into_owned),
            Some(base) => joined(base, input),
        };
        assert_eq!(found, expected, "{case}");
        counts[usize::from(found.is_some())] += 1;
        counts[2] += usize::from(found.as_deref().is_some_and(is_normal));
    }
    assert!(counts[0] > 200 && counts[1] > 400 && counts[2] > 100, "{counts:?}");
}

#[test]
fn hosts_are_in_punycode_without_user_and_dots() {
    for (written, shown) in [
        ("https://m\u{fc}nchen.example/", "https://xn--mnchen-3ya.example/"),
        ("https://M\u{dc}NCHEN.example.", "https://xn--mnchen-3ya.example/"),
        ("https://\u{430}\u{440}\u{440}\u{4cf}\u{435}.com/a", "https://xn--80ak6aa92e.com/a"),
        ("https://www.bank.example@evil.example/a", "https://evil.example/a"),
        ("https://user:word@Host.example.:8080/a", "https://host.example:8080/a"),
        ("ftp://me@files.example./a", "ftp://files.example/a"),
        ("https://example.org\u{3002}evil.example/", "https://example.org.evil.example/"),
        ("http://u.example../a", "http://u.example/a"),
        ("http://127.0.0.1../a", "http://127.0.0.1/a"),
        ("http://0x7f.1.", "http://127.0.0.1/"),
        ("https://[::1]:443/a", "https://[::1]/a"),
        ("mailto:a@b.example", "mailto:a@b.example"),
    ] {
        assert_eq!(normal(written).as_deref(), Some(shown), "{written}");
    }
    for invalid in ["https://bad host/", "https://a:99999/", "https:///", "https://./", "https://xn--a/", "", "a/b"] {
        assert_eq!(normal(invalid), None, "{invalid}");
    }
}

#[test]
fn addresses_of_the_same_page_have_the_same_key() {
    let same = [
        ("host/a", &["http://Host/a/", "https://host/a", "http://host:80/a/index.html", "https://host:443/a#x"][..]),
        (
            "host/a",
            &["HTTP://host/a?", "https://host./a", "https://me@host/a", "https://host/b/../a/", "https://host/./a"],
        ),
        ("host", &["http://host", "http://host/index.php", "https://host/index", "https://host/?#x"]),
        ("host/a%20b", &["https://host/a b", "https://host/a%20b/"]),
        ("host/~a-b", &["https://host/%7Ea%2db", "https://host/%7ea-b", "https://host/~a-b"]),
        ("host/caf%C3%A9", &["https://host/caf\u{e9}", "https://host/caf%c3%a9"]),
        ("host/%22%60%7B%7D", &["https://host/\"`{}", "https://host/%22%60%7b%7d"]),
        ("host/^|", &["https://host/^|", "https://host/%5E%7c"]),
        ("host/a%2Fb%25%zz", &["https://host/a%2fb%25%zz"]),
        ("host/a?b=%C3%A9&c", &["https://host/a/index.html?b=\u{e9}&c#d", "https://host/a?b=%c3%a9&%63"]),
        ("host/a/b", &["https://host//a//b", "https://host/a/b//", "https://host///a/b/index.html"]),
        ("host?a//b", &["https://host//?a//b"]),
        ("host:8080", &["http://host:8080/", "https://host:8080"]),
        ("host.example:8080/a", &["https://www.host.example:8080/a", "http://WWW.host.example:8080/a/"]),
        ("www.example", &["https://www.example/", "https://www.www.example"]),
        ("xn--mnchen-3ya.example/a", &["https://m\u{fc}nchen.example/a", "https://xn--mnchen-3ya.example/a/"]),
    ];
    for (expected, addresses) in same {
        for address in addresses {
            assert_eq!(key(address), expected, "{address}");
        }
    }
    let keys = same.map(|(expected, _)| expected);
    for other in ["http://host/A", "http://host/a?b", "http://host/b", "http://host:8080/a", "https://host/a%2Fb"] {
        assert!(!keys.contains(&&*key(other)), "{other}");
    }
    assert_eq!(key("mailto:a@host#b"), "mailto:a@host");
    assert_eq!(PageKey::of_entry("https://host/a/#b").unwrap().as_str(), "host/a#b");
    assert_eq!(PageKey::of_entry("mailto:a@host"), None);
    assert!(is_below_host("https://host/?a") && !is_below_host("https://host/index.html"));
}

#[test]
fn spellings_of_a_page_begin_with_the_best() {
    for (key, expected) in [
        ("host", &["host"][..]),
        ("host.md", &["host.md"]),
        ("host/a", &["host/a", "host/a/index", "host/a.html"]),
        ("host/a.html", &["host/a.html", "host/a.html/index", "host/a"]),
        ("host/a/index", &["host/a/index", "host/a", "host/a/index.html"]),
        (
            "host/a.b.php?c=/index",
            &[
                "host/a.b.php?c=/index",
                "host/a.b.php/index?c=/index",
                "host/a.b?c=/index",
                "host/a.b.php",
                "host/a.b.php/index",
                "host/a.b",
            ],
        ),
        ("", &[""]),
    ] {
        assert_eq!(spellings(key), expected, "{key}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_normal_address_is_what_the_library_gives(
        address in "(https?|ftp|HTTP|mailto):(//)?([a-z0-9.:@_-]{0,9}|[a-zé。.:@\\[\\]xn-]{0,9})[/?#\\\\]?([ -~é]|%2e|%[0-9a-fA-F]{2}|/\\.){0,9}",
    ) {
        let library = url::Url::parse(&address).ok().map(String::from);
        if is_normal(&address) {
            proptest::prop_assert_eq!(library.as_deref(), Some(&*address));
        }
        if let Some(found) = normal(&address) {
            proptest::prop_assert!(library.is_some());
            proptest::prop_assert_eq!(normal(&found), Some(found.clone()), "the form is final");
            proptest::prop_assert_eq!(key(&found), key(&address));
            let key = PageKey::new(&found);
            let start = key.start();
            proptest::prop_assert!(start.is_none_or(|at| found[at..].starts_with(key.as_str())));
            proptest::prop_assert_eq!(hash_of_normal(&found), crate::collections::keyed::hash(key.as_str()));
        }
    }

    #[test]
    fn a_plain_reference_resolves_as_in_browsers(
        base in "https://host\\.example(/[a-c.]{0,3}){1,3}(\\?[a-c]{1,2})?(#[a-c])?",
        reference in "([a-z0-9/?#:.@%_~-]|\\.\\./|%2e|/){0,8}",
    ) {
        let base = normal(&base).unwrap_or_default().into_owned();
        if normal::is_plain_reference(&reference) && reference::scheme(&reference).is_none() && !reference.is_empty() {
            proptest::prop_assert_eq!(&joined(&base, &reference), &Some(reference::resolved(&base, &reference)));
            proptest::prop_assert_eq!(joined(&base, &reference), reference::absolute(&base, &reference));
        }
    }
}

//! Languages and versions in the paths of addresses: `/de/`, `/pt-BR/`, `/2.x/`, `/latest/`.

use super::readable::without_ending;
use std::borrow::Cow;

/// The two-letter language codes (ISO 639-1). The table has a bit for the second letter at the index of the first letter.
const CODES: [u32; 26] = code_table(
    b"aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en \
      eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv \
      ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne \
      ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st \
      su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu",
);

const fn code_table(codes: &[u8]) -> [u32; 26] {
    let mut table = [0; 26];
    let mut at = 0;
    while at + 1 < codes.len() {
        table[(codes[at] - b'a') as usize] |= 1 << (codes[at + 1] - b'a');
        at += 3;
    }
    table
}

fn is_language_code(code: &str) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'));
    match code.as_bytes() {
        [first, second] => {
            letter(first).zip(letter(second)).is_some_and(|(first, second)| CODES[first] >> second & 1 == 1)
        }
        _ => false,
    }
}

/// Returns `true` if a segment of a path is a language tag with an optional script and region.
pub(crate) fn is_language(segment: &str) -> bool {
    if !matches!(segment.as_bytes(), [_, _] | [_, _, b'-' | b'_', ..]) || segment.len() > 12 {
        return false;
    }
    let mut parts = segment.split(['-', '_']);
    let is_subtag = |part: &str| match part.len() {
        2 | 4 => part.bytes().all(|b| b.is_ascii_alphabetic()),
        3 => part.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    };
    parts.next().is_some_and(is_language_code) && parts.all(is_subtag)
}

/// The names of versions without a number.
const VERSIONS: [&str; 16] = [
    "latest",
    "stable",
    "current",
    "next",
    "nightly",
    "dev",
    "devel",
    "development",
    "main",
    "master",
    "beta",
    "alpha",
    "canary",
    "edge",
    "lts",
    "unstable",
];

/// Returns `true` if a segment of a path names a version: `v2`, `26.5`, `1.x`, `latest`.
pub(crate) fn is_version(segment: &str) -> bool {
    let number = segment.strip_prefix(['v', 'V']).unwrap_or(segment);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = (1..=3).contains(&digits)
        && number.len() <= 20
        && number.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
        && (number.len() < segment.len() || matches!(number.as_bytes().get(digits), None | Some(b'.')));
    is_number || VERSIONS.iter().any(|name| segment.eq_ignore_ascii_case(name))
}

/// Returns the key of an address without its versions, languages and file extension.
pub(crate) fn without_versions(key: &str) -> Cow<'_, str> {
    let key = without_ending(key);
    let is_kept = |segment: &&str| !is_version(segment) && !is_language(segment);
    match key.split('/').all(|segment| is_kept(&segment)) {
        true => Cow::Borrowed(key),
        false => Cow::Owned(key.split('/').filter(is_kept).collect::<Vec<_>>().join("/")),
    }
}

/// Returns the versions and languages in the key of an address, with slashes between them.
pub(crate) fn versions_of(key: &str) -> String {
    let is_version = |segment: &&str| is_version(segment) || is_language(segment);
    key.split('/').filter(is_version).collect::<Vec<_>>().join("/")
}

/// Returns `true` if the keys of two addresses differ only in a language tag: `/de/docs` and `/fr/docs`, or `/docs` and
/// `/de/docs.html`.
pub(crate) fn is_translation(key: &str, other: &str) -> bool {
    let (mut own, mut other) = (without_ending(key).split('/'), without_ending(other).split('/'));
    // The first segment of a key is its host, so a tag is always in the path.
    if own.next() != other.next() {
        return false;
    }
    let (own_tag, other_tag) = loop {
        let (a, b) = (own.next(), other.next());
        if a != b {
            break (a, b);
        }
        if a.is_none() {
            return false;
        }
    };
    let is_tag = |segment: Option<&str>| segment.is_some_and(is_language);
    let is_replaced = || is_tag(own_tag) && is_tag(other_tag) && own.clone().eq(other.clone());
    let is_added = || is_tag(other_tag) && other.clone().eq(own_tag.into_iter().chain(own.clone()));
    let is_removed = || is_tag(own_tag) && own.clone().eq(other_tag.into_iter().chain(other.clone()));
    is_replaced() || is_added() || is_removed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_tags_are_recognized() {
        for tag in ["de", "EN", "pt-BR", "zh-Hans", "zh_Hans_CN", "es-419", "en_us"] {
            assert!(is_language(tag), "{tag}");
        }
        for other in ["", "js", "docs", "d", "de-", "en-latest", "26.5", "de-at-1990-x", "xx", "z{", "e\u{301}n"] {
            assert!(!is_language(other), "{other}");
        }
    }

    #[test]
    fn versions_are_recognized() {
        for version in ["v2", "26.5", "24.x", "1.0.0-beta.1", "2", "latest", "Stable", "v1beta1"] {
            assert!(is_version(version), "{version}");
        }
        for other in ["", "v", "2020", "api", "3d", "v-card", "versions", "1-introduction"] {
            assert!(!is_version(other), "{other}");
        }
        assert_eq!(without_versions("host/docs/en/26.5/api.html"), "host/docs/api");
    }

    #[test]
    fn addresses_that_differ_in_a_language_are_translations() {
        let is = |a: &str, b: &str| is_translation(&format!("host{a}"), &format!("host{b}"));
        for (a, b) in [
            ("", "/ja"),
            ("/de", ""),
            ("/en/versions.html", "/ja/versions"),
            ("/docs/en/api", "/docs/pt-BR/api"),
            ("/docs/api", "/docs/de/api"),
        ] {
            assert!(is(a, b), "{a} {b}");
        }
        for (a, b) in
            [("/en/a", "/en/a"), ("/en/a", "/de/b"), ("/a", "/b"), ("/a", "/de/b"), ("", "/docs"), ("/de", "/docs")]
        {
            assert!(!is(a, b), "{a} {b}");
        }
        assert!(!is_translation("de", "fr"));
    }
}

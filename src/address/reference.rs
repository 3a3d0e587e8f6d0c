//! Resolves references (RFC 3986, section 5), and lists the schemes that may become links.

use super::normal::{is_normal, is_plain_reference, joined, normal};
use oxiri::{Iri, IriRef};
use std::borrow::Cow;

/// Returns the scheme of a reference without its colon, or `None` if the reference is relative.
pub(crate) fn scheme(reference: &str) -> Option<&str> {
    let end = reference.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')))?;
    (end > 0 && reference.as_bytes()[end] == b':' && reference.as_bytes()[0].is_ascii_alphabetic())
        .then(|| &reference[..end])
}

/// Returns `true` for the schemes of the web.
pub(crate) fn is_web_scheme(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

/// Returns `true` if a text is an address of the web and nothing else.
pub(crate) fn is_web_address(text: &str) -> bool {
    let text = text.trim();
    scheme(text).is_some_and(is_web_scheme) && text.contains("://") && !text.contains([' ', '\t', '\n', '\r', '<'])
}

/// Returns the address of the web in one for programs that read feeds or podcasts: `feed://host/` and `feed:https://host/`
/// (<https://datatracker.ietf.org/doc/html/draft-obasanjo-feed-uri-scheme-02>).
pub(crate) fn of_feed(address: &str) -> Option<String> {
    let scheme_of_feed = scheme(address)?;
    if !["feed", "itpc", "pcast"].iter().any(|known| scheme_of_feed.eq_ignore_ascii_case(known)) {
        return None;
    }
    let rest = &address[scheme_of_feed.len() + 1..];
    match rest.strip_prefix("//") {
        Some(rest) => Some(format!("http://{rest}")),
        None => scheme(rest).is_some_and(is_web_scheme).then(|| rest.to_owned()),
    }
}

/// Returns an address as browsers read it: without control characters and surrounding white space. Otherwise
/// `java\nscript:` or `\u{1} javascript:` would count as relative.
pub(crate) fn visible(address: &str) -> Cow<'_, str> {
    let bytes = address.as_bytes();
    let is_graphic = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    // U+0080 to U+009F begin with the byte C2.
    match bytes.iter().fold(false, |found, &b| found | (b < b' ') | (b == 0x7f) | (b == 0xc2)) {
        true => address.trim().chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned().into(),
        // Most addresses need no trimming.
        false if is_graphic(bytes.first()) && is_graphic(bytes.last()) => address.into(),
        false => address.trim().into(),
    }
}

/// Returns `true` if an address with this scheme may become a link. All others (`javascript:`, `data:`, `file:`...)
/// never do.
pub(crate) fn is_link_scheme(scheme: &str) -> bool {
    ["http", "https", "ftp", "mailto"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

/// Appends the absolute form of `reference`. An absolute reference stays unchanged, as in RDF. A relative one
/// without a usable base stays unchanged too.
pub(crate) fn resolve(base: &str, reference: &str, out: &mut String) {
    if scheme(reference).is_some() || scheme(base).is_none() {
        out.push_str(reference);
        return;
    }
    // A colon in the first segment would end a scheme (RFC 3986, section 4.2). It does not here, and a reference like `
    // javascript:` must not stay as it is.
    let first = reference.split(['/', '?', '#']).next().unwrap_or_default();
    let guarded = if first.contains(':') { Cow::Owned(format!("./{reference}")) } else { Cow::Borrowed(reference) };
    // An invalid reference, for example with a space, is resolved as far as possible.
    Iri::parse_unchecked(base).resolve_into_unchecked(&IriRef::parse_unchecked(&*guarded), out);
}

/// Returns the absolute form of `reference` in its normal form. Returns `None` if no browser can open it.
pub(crate) fn absolute(base: &str, reference: &str) -> Option<String> {
    let reference = visible(reference);
    match scheme(&reference) {
        Some(_) => normal(&reference).map(Cow::into_owned),
        // Most references are plain, and need no call of the platform.
        None if !reference.is_empty() && is_plain_reference(&reference) && is_normal(base) => {
            Some(resolved(base, &reference))
        }
        None => joined(base, &reference),
    }
}

/// Returns the absolute form of `reference`: see [`resolve`].
pub(crate) fn resolved(base: &str, reference: &str) -> String {
    let mut absolute = String::new();
    resolve(base, reference, &mut absolute);
    absolute
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_in_rfc_3986() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("", "http://a/b/c/d;p?q"),
            ("../../../g", "http://a/g"),
            ("http://x/a/../b", "http://x/a/../b"),
            ("a b", "http://a/b/c/a b"),
        ] {
            assert_eq!(resolved(base, reference), expected, "{reference}");
        }
        for (reference, expected) in [
            (" javascript:x", "http://a/b/c/ javascript:x"),
            ("\u{200b}javascript:x", "http://a/b/c/\u{200b}javascript:x"),
            ("1a:b/../c", "http://a/b/c/c"),
            (":", "http://a/b/c/:"),
        ] {
            assert_eq!(resolved(base, reference), expected, "{reference}");
        }
        assert_eq!(resolved("http://bad host/x", "g"), "http://bad host/g");
        assert_eq!(resolved("http:", "g"), "http:g");
        assert_eq!(resolved("", "g"), "g");
        assert_eq!(resolved("not a base", "urn:x"), "urn:x");
    }

    #[test]
    fn control_characters_are_not_part_of_an_address() {
        for address in ["ht\u{7f}tp://a/", "http://a\u{85}/", " http://a\n/ ", "\u{1}http://a/"] {
            assert_eq!(visible(address), "http://a/", "{address:?}");
        }
        assert_eq!(visible("http://a/\u{b0}"), "http://a/\u{b0}");
    }

    #[test]
    fn a_scheme_is_not_confused_with_a_path() {
        assert_eq!(scheme("JavaScript:alert(1)"), Some("JavaScript"));
        assert_eq!(scheme("a/b:c"), None);
        assert_eq!(scheme("1a:b"), None);
        assert_eq!(scheme(":b"), None);
        assert_eq!(scheme(""), None);
        assert!(is_link_scheme("HTTPS") && !is_link_scheme("javascript"));
    }
}

//! Texts that are only a link. Outliners write one in place of an address.

use crate::address::reference::is_web_address;
use crate::text::html_tag::Tag;
use crate::text::html_text::text_of;

/// Returns the address of a text that is only a link: an address of the web, or one element `a` of HTML with nothing but
/// marks around it.
pub(in crate::format) fn only_link(text: &str) -> Option<String> {
    let start = text.to_ascii_lowercase().match_indices("<a").map(|(at, _)| at).find(|at| {
        let after = text.as_bytes().get(at + "<a".len());
        after.is_some_and(u8::is_ascii_whitespace)
    });
    let Some(start) = start else {
        let words = text_of(text);
        return is_web_address(&words).then(|| words.trim().to_owned());
    };
    let tag = text[start + 1..].split('>').next()?;
    let rest = &text[start + 1 + tag.len()..];
    let end = rest.to_ascii_lowercase().find("</a")?;
    let is_empty = |html: &str| !text_of(html).contains(char::is_alphanumeric);
    let is_alone = is_empty(&text[..start]) && is_empty(&rest[end..]);
    Tag::new(tag).value("href").filter(|href| is_alone && !href.trim().is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_be_only_a_link() {
        for (text, expected) in [
            ("<a href=\"https://a.example/x?y=1&amp;z=2\">Words</a>", Some("https://a.example/x?y=1&z=2")),
            (" <b><A\tclass='c' HREF='/x'>Words</A></b>. ", Some("/x")),
            ("https://a.example/", Some("https://a.example/")),
            ("https://a.example/?x=1&amp;y=2", Some("https://a.example/?x=1&y=2")),
            ("http://&lt;s&gt;", None),
            ("<a href=\"/x\">One</a> and more", None),
            ("See <a href=\"/x\">this</a>", None),
            ("<a href=\"/x\">One</a> <a href=\"/y\">Two</a>", None),
            ("<a name=\"x\">One</a>", None),
            ("<abbr href='/x'>One</abbr>", None),
            ("<a href='/x'>Open", None),
            ("https://a.example/ and more", None),
            ("mailto:a@b.example", None),
            ("\u{130}<a", None),
            ("", None),
        ] {
            assert_eq!(only_link(text).as_deref(), expected, "{text}");
        }
    }
}

//! Converts HTML to text, for the titles and descriptions of feeds, which contain HTML as character data.

use crate::xml::{character_reference, html_entity};
use std::borrow::Cow;

/// Returns HTML without its tags and with its references replaced. A block element leaves a space.
///
/// Titles of feeds are often plain text, so only tags and references that HTML defines are replaced: `Vec<T>` and `a <
/// b` stay.
pub(crate) fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    // False when no `>` is left. Searching again for each tag would read the whole rest each time.
    let mut may_end = true;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(reference) = rest.strip_prefix('&') {
            rest = match character(reference) {
                Some((c, after)) => {
                    text.push(c);
                    after
                }
                None => {
                    text.push('&');
                    reference
                }
            };
            continue;
        }
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let Some((name, is_end)) = tag_name(&rest[1..]).filter(|_| may_end) else {
            text.push('<');
            rest = &rest[1..];
            continue;
        };
        let Some((_, after)) = rest.split_once('>') else {
            may_end = false;
            continue;
        };
        rest = after;
        if is_block(&name) {
            text.push(' ');
        }
        if matches!(&*name, "script" | "style") && !is_end {
            rest = after_end_tag(rest, &name);
        }
    }
    text.push_str(rest);
    text
}

/// Returns `true` if an element begins a new line.
pub(crate) fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

const BLOCKS: [&str; 37] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "caption",
    "dd",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];

const INLINES: [&str; 48] = [
    "a", "abbr", "acronym", "audio", "b", "bdi", "bdo", "big", "button", "center", "cite", "code", "del", "dfn", "em",
    "embed", "font", "i", "iframe", "img", "input", "ins", "kbd", "label", "mark", "meta", "noscript", "object",
    "picture", "q", "s", "samp", "script", "small", "source", "span", "strike", "strong", "style", "sub", "summary",
    "sup", "svg", "time", "tt", "u", "var", "video",
];

/// Returns the name of an HTML tag, and `true` for an end tag. `text` begins after the `<`.
fn tag_name(text: &str) -> Option<(String, bool)> {
    let name = text.strip_prefix('/').unwrap_or(text);
    let length = name.bytes().take(12).take_while(u8::is_ascii_alphanumeric).count();
    let is_complete = name[length..].starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    let known = name[..length].to_ascii_lowercase();
    let is_known = is_complete && (is_block(&known) || INLINES.contains(&&*known));
    is_known.then_some((known, name.len() < text.len()))
}

fn after_end_tag<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        if after.as_bytes().get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes())) {
            return after.split_once('>').map_or("", |(_, after)| after);
        }
        rest = after;
    }
    ""
}

/// Returns the character of a reference and the text after it. `text` begins after the `&`.
fn character(text: &str) -> Option<(char, &str)> {
    let end = text.bytes().take(12).position(|b| b == b';')?;
    let name = &text[..end];
    let c = character_reference(name).or_else(|| html_entity(name))?;
    Some((c, &text[end + 1..]))
}

/// Returns text with its references replaced.
pub(crate) fn references(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split('&');
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match character(part) {
            Some((c, after)) => {
                replaced.push(c);
                replaced.push_str(after);
            }
            None => replaced.extend(["&", part]),
        }
    }
    Cow::Owned(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(html: &str) -> String {
        text_of(html).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tags_are_removed_and_their_text_stays() {
        for (html, expected) in [
            ("<p>One</p><p>Two<br/>three</p>", "One Two three"),
            ("f<b>o</B>o <A HREF='x'>bar</a>", "foo bar"),
            ("<img src=x alt=y>Text<script>if (a < b) { '</p>' }</Script >!", "Text!"),
            ("<!-- <p> -->a<!-- never closed", "a"),
            ("a < b, Vec<T>, <>, </>, 1<2>3, <b", "a < b, Vec<T>, <>, </>, 1<2>3, <b"),
            ("AT&amp;T &eacute;&#233;&#xe9;&nbsp;&unknown; & &#0; R&D;", "AT&T ééé &unknown; & &#0; R&D;"),
            ("&lt;b&gt;", "<b>"),
            ("<style>p", ""),
            ("", ""),
        ] {
            assert_eq!(words(html), expected, "{html}");
        }
    }

    #[test]
    fn hostile_text_is_converted_in_linear_time() {
        for part in ["<b ", "<", "&", "<!-", "<script></", "</script", "&a"] {
            assert!(text_of(&part.repeat(100_000)).len() <= part.len() * 100_000);
        }
    }
}

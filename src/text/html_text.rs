//! Converts HTML to text, for the titles and descriptions of feeds, which contain HTML as character data.

use super::trimmed;
use crate::xml::html_reference;
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
        if let Some(cdata) = rest.strip_prefix("<![CDATA[") {
            let (inside, after) = cdata.split_once("]]>").unwrap_or((cdata, ""));
            text.push_str(inside);
            rest = after;
            continue;
        }
        if is_doctype(rest) && may_end {
            let Some((_, after)) = rest.split_once('>') else {
                may_end = false;
                continue;
            };
            rest = after;
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

/// Returns the text of HTML, or the text itself if it has neither tags nor references.
pub(crate) fn decoded(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.contains(['&', '<']) {
        true => Cow::Owned(trimmed(&text_of(&text)).to_owned()),
        false => text,
    }
}

/// Returns a text as HTML that [`text_of`] reads as this text.
pub(crate) fn as_html(text: &str) -> Cow<'_, str> {
    match text.contains(['&', '<']) && text_of(text) != text {
        true => Cow::Owned(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")),
        false => Cow::Borrowed(text),
    }
}

/// Returns `true` if HTML has an element of this name.
pub(crate) fn is_element(name: &str) -> bool {
    is_block(name) || INLINES.contains(&name)
}

/// Returns `true` if an element begins a new line.
pub(crate) fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "noframes", "ol", "optgroup",
    "option", "p", "pre", "section", "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "title",
    "tr", "ul",
];

#[rustfmt::skip]
const INLINES: &[&str] = &[
    "a", "abbr", "acronym", "applet", "area", "audio", "b", "base", "basefont", "bdi", "bdo", "big", "blink", "button",
    "canvas", "cite", "code", "col", "colgroup", "data", "datalist", "del", "dfn", "em", "embed", "font", "frame", "i",
    "iframe", "img", "input", "ins", "kbd", "label", "link", "map", "mark", "marquee", "math", "meta", "meter", "nobr",
    "noscript", "object", "output", "param", "picture", "progress", "q", "rp", "rt", "ruby", "s", "samp", "script",
    "select", "slot", "small", "source", "span", "strike", "strong", "style", "sub", "sup", "svg", "template", "time",
    "track", "tt", "u", "var", "video", "wbr",
];

/// Returns `true` if a text begins with a DOCTYPE.
fn is_doctype(text: &str) -> bool {
    const START: &str = "<!DOCTYPE";
    text.get(..START.len()).is_some_and(|start| start.eq_ignore_ascii_case(START))
}

/// Returns the name of an HTML tag, and `true` for an end tag. `text` begins after the `<`.
fn tag_name(text: &str) -> Option<(String, bool)> {
    let name = text.strip_prefix('/').unwrap_or(text);
    let length = name.bytes().take(12).take_while(u8::is_ascii_alphanumeric).count();
    let is_complete = name[length..].starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    let known = name[..length].to_ascii_lowercase();
    let is_known = is_complete && is_element(&known);
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

/// Returns the character of a reference and the text after it. `text` begins after the `&`. HTML reads numbers without a `;` too.
fn character(text: &str) -> Option<(char, &str)> {
    let end = match text.strip_prefix('#') {
        None => text.bytes().take(12).position(|b| b == b';')?,
        Some(number) => {
            let is_hex = number.starts_with(['x', 'X']);
            let start = if is_hex { 2 } else { 1 };
            let is_digit = |b: &u8| if is_hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
            start + text.bytes().skip(start).take(10).take_while(is_digit).count()
        }
    };
    let c = html_reference(text.get(..end)?)?;
    let after = &text[end..];
    Some((c, after.strip_prefix(';').unwrap_or(after)))
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
            (
                "<!DOCTYPE html><frameset><frame src=x></frameset>One <applet code=x>two</applet> <link rel=x>",
                "One two",
            ),
            ("<!doctype", "<!doctype"),
            ("<select><option>One</select><wbr><textarea>two</textarea>", "One two"),
            ("<![CDATA[A < B &amp; C]]> D<![CDATA[", "A < B &amp; C D"),
            ("&#x41;&#X41;&#65;&#XG;", "AAA&#XG;"),
            ("", ""),
        ] {
            assert_eq!(words(html), expected, "{html}");
        }
    }

    #[test]
    fn hostile_text_is_converted_in_linear_time() {
        for part in ["<b ", "<", "&", "<!-", "<script></", "</script", "&a", "<![CDATA[", "<!DOCTYPE"] {
            assert!(text_of(&part.repeat(100_000)).len() <= part.len() * 100_000);
        }
    }
}

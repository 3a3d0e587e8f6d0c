//! The name and the attributes of a tag.

use crate::collections::keyed::HashSet;
use crate::text::html_text::references;

/// A tag. Names are in lower case.
#[derive(Debug)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) is_end: bool,
    /// Name and value, in document order. The first one of each name counts (HTML, section 13.2.5.33). References are
    /// replaced.
    pub(crate) attributes: Vec<(String, String)>,
    /// `true` if a value takes in a tag, because its quotation mark has no end before.
    pub(crate) has_open_quote: bool,
}

impl Tag {
    pub(crate) fn new(tag: &str) -> Tag {
        let is_space = |c: char| c.is_ascii_whitespace() || c == '/';
        let body = tag.strip_prefix('/').unwrap_or(tag);
        let (name, mut rest) = body.split_at(body.find(is_space).unwrap_or(body.len()));
        let mut attributes = Vec::new();
        let mut names = HashSet::default();
        let mut has_open_quote = false;
        loop {
            rest = rest.trim_start_matches(is_space);
            if rest.is_empty() {
                break;
            }
            // An attribute may begin with `=`, which is part of its name then.
            let end =
                rest.char_indices().skip(1).find(|(_, c)| is_space(*c) || *c == '=').map_or(rest.len(), |(at, _)| at);
            let (name, after) = rest.split_at(end);
            let (value, after) = match after.trim_start().strip_prefix('=') {
                Some(value) => value_of(value.trim_start()),
                None => ("", Some(after)),
            };
            // The value ends at the quotation mark of an attribute of another tag. A picture may have tags, too (`data:`).
            let is_open = after.is_none() || value.trim_end().ends_with('=');
            has_open_quote |= is_open && value.split_once('>').is_some_and(|(_, after)| has_tag(after));
            let name = name.to_ascii_lowercase();
            if names.insert(name.clone()) {
                attributes.push((name, references(value).into_owned()));
            }
            rest = after.unwrap_or_default();
        }
        Tag { name: name.to_ascii_lowercase(), is_end: body.len() < tag.len(), attributes, has_open_quote }
    }

    /// Returns the value of an attribute.
    pub(crate) fn value(&self, wanted: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| &**value)
    }
}

/// Returns `true` if a text contains the start of a tag.
fn has_tag(text: &str) -> bool {
    text.split('<').skip(1).any(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'))
}

/// Returns a value without its quotes, and the rest after it. A value whose quotation mark has no end has no rest.
fn value_of(text: &str) -> (&str, Option<&str>) {
    match text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        Some(quote) => match text[1..].split_once(quote) {
            Some((value, rest)) => (value, Some(rest)),
            None => (&text[1..], None),
        },
        None => {
            let (value, rest) = text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len()));
            (value, Some(rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_in_any_form() {
        let read = |tag: &str| {
            let Tag { name, is_end, attributes, .. } = Tag::new(tag);
            let attributes: Vec<_> = attributes.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{}{name} {}", if is_end { "/" } else { "" }, attributes.join("|"))
        };
        for (tag, expected) in [
            ("A HREF=\"http://h/?a&amp;b&c=1\" ADD_DATE='1'", "a href=http://h/?a&b&c=1|add_date=1"),
            ("a href = http://h/x/ folded", "a href=http://h/x/|folded="),
            ("/DL", "/dl "),
            ("HR/", "hr "),
            ("a =x ==y", "a =x==y"),
            ("a b=\"open", "a b=open"),
            ("a\n\tb=1\nc", "a b=1|c="),
            ("a b=1 B=2 c=3 b=4", "a b=1|c=3"),
            ("", " "),
        ] {
            assert_eq!(read(tag), expected, "{tag}");
        }
        for (tag, expected) in [
            ("A TAGS=\"a>B</A>\n<DT><A HREF=\"https://h/\"", true),
            ("A HREF='https://h/' TITLE='a > b < c'", false),
            ("A TITLE=\"<b>\"", false),
            ("A ICON=\"data:image/svg+xml,<svg xmlns='x'><path/></svg>\" TAGS=\"a\"", false),
            ("A ICON=\"data:image/svg+xml,<svg><path/></svg>\"", false),
            ("A TAGS=\"a>B</A>\n<DT><A HREF='https://h/'", true),
        ] {
            assert_eq!(Tag::new(tag).has_open_quote, expected, "{tag}");
        }
    }
}

//! Writes an XML literal in exclusive canonical form with comments (RDF 1.1 XML Syntax, section 7.2.17).

use crate::limits::MAX_LITERAL_BYTES;
use crate::text::html_text::{is_block, references};
use crate::xml::{Attribute, Context, Element, push_attribute_value};

/// The open elements of an XML literal while it is written.
#[derive(Debug, Default)]
pub(crate) struct XmlLiteral {
    open: Vec<(Box<str>, usize)>,
    /// Namespace declarations that open elements have written.
    declared: Vec<(Box<str>, Box<str>)>,
}

impl XmlLiteral {
    pub(crate) fn start(&mut self, element: &Element<'_>, out: &mut String, cx: &mut Context<'_>) {
        self.open.push((element.raw_name.into(), self.declared.len()));
        if out.len() > MAX_LITERAL_BYTES {
            return;
        }
        out.push('<');
        out.push_str(element.raw_name);

        let mut prefixes = vec![element.raw_name.split_once(':').map_or("", |(prefix, _)| prefix)];
        for (prefix, _) in element.attributes.iter().filter_map(|a| element.raw_attribute_name(a).split_once(':')) {
            if let Err(place) = prefixes.binary_search(&prefix) {
                prefixes.insert(place, prefix);
            }
        }
        for prefix in prefixes.into_iter().filter(|&prefix| prefix != "xml") {
            let namespace = cx.names.lookup(prefix).unwrap_or_default();
            let written = self.declared.iter().rev().find(|(p, _)| **p == *prefix).map_or("", |(_, n)| &**n);
            if namespace != written {
                out.push_str(if prefix.is_empty() { " xmlns" } else { " xmlns:" });
                out.push_str(prefix);
                push_attribute_value(namespace, out);
                self.declared.push((prefix.into(), namespace.into()));
            }
        }

        let mut attributes: Vec<&Attribute> = Vec::with_capacity(element.attributes.len());
        for attribute in element.attributes {
            let key = |a: &Attribute| (cx.names.namespace(a.name), cx.names.local(a.name));
            let place = attributes.partition_point(|before| key(before) <= key(attribute));
            attributes.insert(place, attribute);
        }
        for attribute in attributes {
            let value = element.value(attribute, cx);
            out.push(' ');
            out.push_str(element.raw_attribute_name(attribute));
            push_attribute_value(&value, out);
        }
        out.push('>');
    }

    /// Ends the innermost element. Returns `false` if no element is open: the property itself ends.
    pub(crate) fn end(&mut self, out: &mut String) -> bool {
        let Some((name, declared)) = self.open.pop() else { return false };
        self.declared.truncate(declared);
        out.extend(["</", &name, ">"]);
        true
    }

    pub(crate) fn text(text: &str, out: &mut String) {
        for c in text.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '\r' => out.push_str("&#xD;"),
                c => out.push(c),
            }
        }
    }
}

/// Returns the words of an XML literal in canonical form: without tags, comments, scripts and style sheets. A block element
/// of HTML leaves a space.
pub(crate) fn words(literal: &str) -> String {
    let mut words = String::with_capacity(literal.len());
    let mut rest = literal;
    while let Some((text, after)) = rest.split_once('<') {
        words.push_str(&references(text));
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let (tag, behind) = after.split_at(tag_length(after));
        rest = behind;
        let name =
            tag.trim_start_matches('/').split(|c: char| c.is_ascii_whitespace() || c == '>').next().unwrap_or_default();
        let local = name.rsplit(':').next().unwrap_or_default();
        if is_block(local) {
            words.push(' ');
        }
        if matches!(local, "script" | "style") && !tag.starts_with('/') {
            rest = rest.split_once("</").map_or("", |(_, after)| after.split_once('>').map_or("", |(_, after)| after));
        }
    }
    words.push_str(&references(rest));
    words
}

/// Returns the length of a tag or processing instruction with its `>`. A `>` in quotation marks does not end it.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return at + 1,
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_literal_have_no_markup() {
        for (literal, expected) in [
            ("A <b xmlns=\"http://www.w3.org/1999/xhtml\">bold</b> word", "A bold word"),
            ("<h:p>One</h:p><h:p title=\"a > b\">two</h:p>", " One  two "),
            ("a<!-- <b>no</b> -->b<?x y?>c", "abc"),
            ("1 &lt; 2 &amp;amp; 3", "1 < 2 &amp; 3"),
            ("<script>x()</script>Words<style>p{}</style>", "Words"),
            ("cut <b", "cut "),
            ("", ""),
        ] {
            assert_eq!(words(literal), expected, "{literal}");
        }
    }
}

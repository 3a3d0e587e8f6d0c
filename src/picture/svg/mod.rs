//! Decides whether an SVG icon draws in a time that its size bounds.
//!
//! The reader accepts a strict part of XML and refuses everything it does not know, so a browser cannot read a document
//! differently. The allowed elements exclude what draws one description many times (`use`, `pattern`, `marker`, nested
//! clip paths), filters, animations, and external content.

use crate::limits::{MAX_SVG_BYTES, MAX_SVG_CLIPPED, MAX_SVG_DEPTH, MAX_SVG_ELEMENTS};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that draw a shape, group or colour shapes, or describe the document.
const ELEMENTS: [&str; 18] = [
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "title",
    "desc",
    "metadata",
    "style",
    "symbol",
];

/// Elements whose content is drawn for each element that refers to them.
const REPEATED: [&str; 2] = ["clipPath", "mask"];

/// Attributes that refer to [`REPEATED`] elements.
const REFERRING: [&str; 2] = ["clip-path", "mask"];

/// Attributes that make one shape expensive: many dashes, filters, a drawing at each corner.
const COSTLY: [&str; 6] = ["filter", "marker", "marker-start", "marker-mid", "marker-end", "stroke-dasharray"];

/// CSS properties that are cheap.
const PROPERTIES: [&str; 21] = [
    "fill",
    "fill-opacity",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "clip-rule",
    "opacity",
    "stop-color",
    "stop-opacity",
    "color",
    "display",
    "visibility",
    "enable-background",
    "isolation",
    "mix-blend-mode",
    "mask-type",
    "paint-order",
];

/// Returns `true` if these bytes are an SVG document that is safe to draw.
pub(super) fn is_safe(bytes: &[u8]) -> bool {
    if bytes.len() > MAX_SVG_BYTES {
        return false;
    }
    let Ok(text) = str::from_utf8(bytes) else { return false };
    Reader::default().read(text.trim_start_matches('\u{feff}')).is_some()
}

#[derive(Default)]
struct Reader<'a> {
    open: Vec<&'a str>,
    elements: usize,
    clipped: usize,
    /// Number of open elements of [`REPEATED`].
    repeated: usize,
}

impl<'a> Reader<'a> {
    /// Reads a whole document. Returns `None` if anything in it is not allowed.
    fn read(&mut self, mut rest: &'a str) -> Option<()> {
        if let Some(declaration) = rest.strip_prefix("<?xml ") {
            let (declaration, after) = declaration.split_once("?>")?;
            has_plain_encoding(declaration)?;
            rest = after;
        }
        while let Some(at) = rest.find('<') {
            self.text(&rest[..at])?;
            rest = self.markup(&rest[at + 1..])?;
        }
        self.text(rest)?;
        (self.elements > 0 && self.open.is_empty()).then_some(())
    }

    fn text(&self, text: &str) -> Option<()> {
        match self.open.last() {
            None => text.trim_ascii().is_empty().then_some(()),
            Some(&"style") => is_plain_sheet(text).then_some(()),
            Some(_) => Some(()),
        }
    }

    /// Reads markup after its `<`. Returns the text after it.
    fn markup(&mut self, rest: &'a str) -> Option<&'a str> {
        if let Some(comment) = rest.strip_prefix("!--") {
            return comment.split_once("--")?.1.strip_prefix('>');
        }
        if let Some(section) = rest.strip_prefix("![CDATA[") {
            let (text, after) = section.split_once("]]>")?;
            self.open.last()?;
            self.text(text)?;
            return Some(after);
        }
        if let Some(end) = rest.strip_prefix('/') {
            let (name, after) = end.split_once('>')?;
            let opened = self.open.pop()?;
            self.repeated -= usize::from(REPEATED.contains(&opened));
            return (name.trim_ascii_end() == opened).then_some(after);
        }
        self.tag(rest)
    }

    /// Reads a start tag after its `<`. Returns the text after it.
    fn tag(&mut self, rest: &'a str) -> Option<&'a str> {
        let (name, mut rest) = split_name(rest)?;
        self.elements += 1;
        let is_repeated = REPEATED.contains(&name);
        // An element with a prefix is in another namespace and draws nothing; see `attribute`.
        let is_known = name.contains(':') || is_repeated || ELEMENTS.contains(&name);
        let is_root = self.open.is_empty() && self.elements == 1;
        let is_placed =
            if self.open.is_empty() { is_root && name == "svg" } else { self.open.last() != Some(&"style") };
        if !is_known || !is_placed || self.elements > MAX_SVG_ELEMENTS || self.open.len() >= MAX_SVG_DEPTH {
            return None;
        }
        let is_inside = is_repeated || self.repeated > 0;
        let mut is_svg = !is_root;
        loop {
            let trimmed = rest.trim_ascii_start();
            if let Some(after) = trimmed.strip_prefix('>') {
                self.open.push(name);
                self.repeated += usize::from(is_repeated);
                return is_svg.then_some(after);
            }
            if let Some(after) = trimmed.strip_prefix("/>") {
                return is_svg.then_some(after);
            }
            if trimmed.len() == rest.len() {
                return None; // no space between a value and the next name
            }
            let (attribute, value, after) = split_attribute(trimmed)?;
            is_svg |= attribute == "xmlns"; // `attribute` refuses other namespaces
            self.attribute(attribute, value, is_inside)?;
            rest = after;
        }
    }

    /// Checks an attribute. `is_inside` is `true` inside an element of [`REPEATED`].
    fn attribute(&mut self, name: &str, value: &str, is_inside: bool) -> Option<()> {
        if COSTLY.contains(&name) || value.contains('<') {
            return None;
        }
        if name == "xmlns" && value != SVG {
            return None;
        }
        if name.starts_with("xmlns:") {
            // Elements with a prefix are not checked, so a prefix must not mean SVG or HTML. A reference could hide the
            // namespace.
            let is_other = !value.contains("w3.org/2000/svg") && !value.contains("w3.org/1999/xhtml");
            return (is_other && !value.contains('&')).then_some(());
        }
        if name == "style" {
            let mut declarations = value.split(';');
            let is_plain = declarations.all(is_plain_declaration) && !value.contains('&');
            return is_plain.then_some(());
        }
        if REFERRING.contains(&name) {
            self.clipped += 1;
            return (!is_inside && self.clipped <= MAX_SVG_CLIPPED).then_some(());
        }
        Some(())
    }
}

/// Returns `Some` if an XML declaration declares UTF-8, ASCII, or no encoding.
fn has_plain_encoding(declaration: &str) -> Option<()> {
    let Some((_, encoding)) = declaration.split_once("encoding") else { return Some(()) };
    let encoding = encoding.trim_ascii_start().strip_prefix('=')?.trim_ascii_start();
    let quote = encoding.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (encoding, _) = encoding[1..].split_once(quote)?;
    ["utf-8", "us-ascii"].iter().any(|known| encoding.eq_ignore_ascii_case(known)).then_some(())
}

/// Splits a text after the name that it begins with.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_' | '.')))?;
    let (name, rest) = text.split_at(end);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some((name, rest))
}

/// Splits `name="value"` from the text after it.
fn split_attribute(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = split_name(text)?;
    let rest = rest.trim_ascii_start().strip_prefix('=')?.trim_ascii_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, rest) = rest[1..].split_once(quote)?;
    Some((name, value, rest))
}

/// Returns `true` for a style sheet that contains only rules such as `.a, path { fill: red; opacity: .5 }`.
fn is_plain_sheet(text: &str) -> bool {
    let is_selector = |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || "-_.#,".contains(c);
    let mut rules = text.split('}');
    let rest = rules.next_back().unwrap_or_default();
    let is_rule = |rule: &str| {
        let Some((selectors, declarations)) = rule.split_once('{') else { return false };
        selectors.chars().all(is_selector) && declarations.split(';').all(is_plain_declaration)
    };
    rest.trim_ascii().is_empty() && !text.contains('&') && rules.all(is_rule)
}

/// Returns `true` for a declaration of one of [`PROPERTIES`], or an empty one. An escape could hide another name or
/// function.
fn is_plain_declaration(text: &str) -> bool {
    let text = text.trim_ascii();
    let Some((property, value)) = text.split_once(':') else { return text.is_empty() };
    PROPERTIES.contains(&property.trim_ascii_end()) && !value.contains(['\\', '{', '@'])
}

#[cfg(test)]
mod tests;

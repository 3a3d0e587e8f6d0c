//! Writes text in XML.

use super::saved_tree::SavedTree;
use crate::limits::MAX_EXPORT_BYTES;
use std::fmt::{Display, Formatter, Result, Write};

/// The output of one step, and the tree that is written.
pub(crate) struct Output<'a> {
    pub(super) map: &'a SavedTree<'a>,
    out: &'a mut dyn Write,
    /// Bytes of the file so far.
    pub(super) bytes: u64,
    /// Work that this step may still do.
    left: usize,
}

impl Output<'_> {
    pub(super) fn new<'a>(map: &'a SavedTree<'a>, out: &'a mut dyn Write, bytes: u64, work: usize) -> Output<'a> {
        Output { map, out, bytes, left: work }
    }

    /// Returns `true` if no more pages should be written.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= MAX_EXPORT_BYTES
    }

    /// Returns `true` if this step may do more work.
    pub(super) fn may_continue(&self) -> bool {
        self.left > 0
    }

    /// Counts the work of visiting this number of pages or list entries.
    pub(super) fn visit(&mut self, count: usize) {
        /// Visiting a page takes about as long as writing this number of bytes.
        const BYTES: usize = 64;
        self.left = self.left.saturating_sub(count.saturating_mul(BYTES));
    }
}

impl Write for Output<'_> {
    fn write_str(&mut self, text: &str) -> Result {
        self.bytes += text.len() as u64;
        self.left = self.left.saturating_sub(text.len());
        self.out.write_str(text)
    }
}

/// Text escaped for an element or attribute. Characters that XML 1.0 forbids (section 2.2) are removed.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let mut rest = self.0;
        while let Some(at) =
            rest.find(|c: char| is_forbidden(c) || matches!(c, '&' | '<' | '>' | '"' | '\t' | '\n' | '\r'))
        {
            let (before, from) = rest.split_at(at);
            out.write_str(before)?;
            let mut chars = from.chars();
            match chars.next() {
                Some('&') => out.write_str("&amp;")?,
                Some('<') => out.write_str("&lt;")?,
                Some('>') => out.write_str("&gt;")?,
                Some('"') => out.write_str("&quot;")?,
                Some(c) if !is_forbidden(c) => write!(out, "&#{};", u32::from(c))?,
                _ => {}
            }
            rest = chars.as_str();
        }
        out.write_str(rest)
    }
}

/// Markup without the characters that XML 1.0 forbids.
pub(super) struct Clean<'a>(pub(super) &'a str);

impl Display for Clean<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        self.0.split(is_forbidden).try_for_each(|part| out.write_str(part))
    }
}

/// Returns `true` if a text contains no forbidden character.
pub(super) fn is_clean(text: &str) -> bool {
    !text.contains(is_forbidden)
}

/// Returns `true` if XML 1.0 forbids a character.
pub(super) fn is_forbidden(c: char) -> bool {
    (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// The deepest indentation, so that a deep tree is not much larger than a flat one.
const MAX_INDENT: usize = 32;

/// The spaces before a line at this level.
pub(super) struct Indent(pub(super) usize);

impl Display for Indent {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        (0..self.0.min(MAX_INDENT)).try_for_each(|_| out.write_str("  "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let text = "a<b>&\"c\"'\u{0}\u{1f}\u{fffe}\u{ffff}\t\r\né\u{1f600}]]>";
        assert_eq!(Escaped(text).to_string(), "a&lt;b&gt;&amp;&quot;c&quot;'&#9;&#13;&#10;é\u{1f600}]]&gt;");
        assert!(!is_clean("a\u{1}") && !is_clean("\u{ffff}") && is_clean("\t é"));
    }
}

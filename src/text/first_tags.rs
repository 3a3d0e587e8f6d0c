//! Reads the markup at the start of a document, before its format is known.

/// A piece of markup, in lower case and without its brackets.
#[derive(Debug)]
pub(crate) enum Markup {
    /// What follows `<!DOCTYPE`.
    Doctype(String),
    Tag(String),
    /// A comment or an instruction.
    Other,
}

/// Returns the next piece of markup, and removes it and the text before it. Returns `None` if more bytes are needed.
pub(crate) fn next_markup(rest: &mut &[u8]) -> Option<Markup> {
    let bytes = &rest[memchr::memchr(b'<', rest)?..];
    let is_comment = bytes.starts_with(b"<!--");
    // The end of a comment may share hyphens with its start.
    let end = if is_comment { memchr::memmem::find(&bytes[2..], b"-->")? + 4 } else { memchr::memchr(b'>', bytes)? };
    *rest = &bytes[end + 1..];
    let inside = bytes[1..end].to_ascii_lowercase();
    let inside = String::from_utf8_lossy(&inside);
    Some(match inside.strip_prefix("!doctype") {
        Some(doctype) => Markup::Doctype(doctype.to_owned()),
        None if inside.starts_with(['!', '?']) => Markup::Other,
        None => Markup::Tag(inside.into_owned()),
    })
}

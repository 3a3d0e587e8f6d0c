//! Texts in one line.

/// Returns a text with one space in place of each run of white space, and none at the ends.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

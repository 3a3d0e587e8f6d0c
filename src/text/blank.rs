//! Characters that show nothing.

/// Returns `true` for a character that shows nothing: white space, controls, the characters that fonts ignore
/// (`Default_Ignorable_Code_Point` of Unicode), and the two blank ones that count as a letter and as a symbol.
pub(crate) fn is_blank(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_graphic();
    }
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_show_nothing_are_blank() {
        for c in
            " \t\0\u{a0}\u{ad}\u{200b}\u{200e}\u{202e}\u{2028}\u{2067}\u{2800}\u{3000}\u{3164}\u{feff}\u{e0041}".chars()
        {
            assert!(is_blank(c), "{c:?}");
        }
        for c in "a~\u{e9}\u{3042}\u{2026}\u{300}\u{1f512}\u{fffd}".chars() {
            assert!(!is_blank(c), "{c:?}");
        }
    }
}

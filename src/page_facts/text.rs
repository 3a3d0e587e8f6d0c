//! Texts of a page: one line each, without decoration.

use crate::text::{is_blank, one_line};

/// Returns a text in one line without marks that are not part of a title.
pub(crate) fn tidy(text: &str) -> String {
    let text = one_line(text);
    let marks = |c: char| {
        matches!(
            c,
            '\u{b6}'
                | '\u{1f517}'
                | '#'
                | '\u{203a}'
                | '\u{bb}'
                | '\u{ab}'
                | '\u{2192}'
                | '\u{2190}'
                | '\u{25be}'
                | '\u{25bc}'
                | '\u{2197}'
        )
    };
    let bare = text.trim_end_matches(|c: char| marks(c) || c.is_whitespace() || c == '\u{200b}');
    // `C#` is a name, and `Install#` is a heading with the mark of its link.
    let is_name = |word: &str| matches!(word, "C" | "F" | "J" | "Q");
    let has_sharp = text[bare.len()..].starts_with('#') && bare.rsplit(' ').next().is_some_and(is_name);
    let kept = usize::from(has_sharp) + closing_quote(bare, &text[bare.len()..]);
    let bare = &text[..bare.len() + kept];
    bare.trim_start_matches(['\u{200b}', '\u{feff}']).to_owned()
}

/// Returns the bytes of `end` up to a guillemet that closes a quotation in the text before it. Others are arrows.
fn closing_quote(text: &str, end: &str) -> usize {
    let Some((at, close)) = end.char_indices().find(|(_, c)| !c.is_whitespace()) else { return 0 };
    let open = match close {
        '\u{bb}' => '\u{ab}',
        '\u{ab}' => '\u{bb}',
        '\u{203a}' => '\u{2039}',
        _ => return 0,
    };
    let is_open = text.matches(open).count() > text.matches(close).count();
    if is_open { at + close.len_utf8() } else { 0 }
}

/// Returns `true` for a text that can be a title. It has a letter or digit, is not "NA", the missing value of R, and has no
/// formula of TeX, which a script of the page would draw.
pub(crate) fn is_title(text: &str) -> bool {
    text.chars().any(|c| c.is_alphanumeric() && !is_blank(c)) && text != "NA" && !text.contains("$\\")
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn marks_after_a_title_go_and_quotation_marks_stay() {
        for (text, expected) in [
            ("Install#", "Install"),
            ("C#", "C#"),
            ("Products \u{bb}", "Products"),
            ("\u{ab} Le gros ch\u{ea}ne \u{bb}", "\u{ab} Le gros ch\u{ea}ne \u{bb}"),
            ("\u{bb}Unterwegs\u{ab}", "\u{bb}Unterwegs\u{ab}"),
            ("\u{ab}Un\u{bb} et deux \u{bb}", "\u{ab}Un\u{bb} et deux"),
            ("\u{2039}Eins\u{203a} \u{2192}", "\u{2039}Eins\u{203a}"),
            ("\u{ab} Retour", "\u{ab} Retour"),
        ] {
            assert_eq!(tidy(text), expected, "{text}");
        }
    }
}

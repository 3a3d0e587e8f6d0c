//! The first words of a text, for entries without a title.

use super::html_text::text_of;
use crate::limits::{MAX_FIRST_WORDS, MAX_FIRST_WORDS_BYTES};

/// Returns the first words of HTML: see [`first_words`].
pub(crate) fn first_words_of_html(html: &str) -> String {
    let start = &html[..html.floor_char_boundary(MAX_FIRST_WORDS_BYTES)];
    let is_cut = start.len() < html.len();
    // A tag that is cut is not text.
    let open = start.rfind('<').filter(|&at| is_cut && !start[at..].contains('>'));
    first_words(&text_of(&start[..open.unwrap_or(start.len())]))
}

/// Returns the first words of a text in one line, with an ellipsis for the rest.
pub(crate) fn first_words(text: &str) -> String {
    let start = &text[..text.floor_char_boundary(MAX_FIRST_WORDS_BYTES)];
    let mut words = String::new();
    let mut count = 0;
    for word in start.split_whitespace() {
        let length = word.chars().count() + usize::from(count > 0);
        if count + length > MAX_FIRST_WORDS {
            // A script without spaces has one long word.
            if count == 0 {
                words.extend(word.chars().take(MAX_FIRST_WORDS));
            }
            words.push('\u{2026}');
            return words;
        }
        if count > 0 {
            words.push(' ');
        }
        words.push_str(word);
        count += length;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_ends_after_a_word() {
        assert_eq!(first_words(" One\n two "), "One two");
        assert_eq!(first_words(""), "");
        let long = first_words(&"seven77 ".repeat(20));
        assert_eq!(long, format!("{}\u{2026}", ["seven77"; 10].join(" ")));
        assert_eq!(first_words(&"\u{6c34}".repeat(500)), format!("{}\u{2026}", "\u{6c34}".repeat(80)));
    }

    #[test]
    fn markup_is_not_part_of_the_words() {
        assert_eq!(first_words_of_html("<p>One</p><p>two &amp; <b>three</b></p>"), "One two & three");
        let picture = format!("<p>Before <img src='data:{}'> after", "A".repeat(1 << 20));
        assert_eq!(first_words_of_html(&picture), "Before");
        assert_eq!(first_words_of_html("<script>x()</script>1 < 2"), "1 < 2");
    }
}

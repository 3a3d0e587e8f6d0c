//! Where the titles of adjacent rows begin to differ. A title that does not fit is cut before that position, so that
//! users can tell apart six pages whose titles begin with "Code style and".

/// The minimum number of letters before the cut, so that readers still recognize the topic.
const MIN_START: usize = 6;

/// Returns the position of the cut in a title, in UTF-16 code units: before the first match of a filter, or before the
/// first word that differs from the titles above and below. Returns `None` if the title is cut at its end.
pub(super) fn cut(title: &str, first_match: Option<u32>, neighbours: [Option<&str>; 2]) -> Option<u32> {
    let differs = match first_match {
        Some(units) => byte_of(title, units)?,
        None => neighbours.into_iter().flatten().map(|other| common_start(title, other)).max()?,
    };
    // Titles such as `std.fs.copy` and `1-2-3` have no white space.
    let ends_word = |letter: char| letter.is_whitespace() || matches!(letter, '-' | '_' | '.' | '/' | ':');
    let start = title[..differs].trim_end_matches(|letter| !ends_word(letter));
    let word = start.len();
    let is_long = start.chars().nth(MIN_START).is_some();
    (is_long && word < title.len()).then(|| start.encode_utf16().count() as u32)
}

/// Returns the length of the common prefix of two texts, in bytes. The prefix ends between letters.
fn common_start(text: &str, other: &str) -> usize {
    let same = text.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    same.map(|(letter, _)| letter.len_utf8()).sum()
}

/// Returns the byte offset of a UTF-16 code unit.
fn byte_of(text: &str, units: u32) -> Option<usize> {
    let mut at = 0;
    text.char_indices().find_map(|(byte, letter)| {
        let is_here = at >= units;
        at += letter.len_utf16() as u32;
        is_here.then_some(byte)
    })
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn titles_with_a_common_start_are_cut_before_the_first_different_word() {
        let titles = ["Code style and naming", "Code style and numbers", "Code style guide"];
        assert_eq!(cut(titles[1], None, [Some(titles[0]), Some(titles[2])]), Some(15));
        assert_eq!(cut(titles[2], None, [Some(titles[1]), None]), Some(11));
    }

    #[test]
    fn titles_that_differ_early_are_cut_at_their_end() {
        assert_eq!(cut("Code style", None, [Some("Colour"), Some("Names")]), None);
        assert_eq!(cut("A new page", None, [Some("A new pen"), None]), None, "too short a beginning");
        assert_eq!(cut("Code style", None, [None, None]), None);
    }

    #[test]
    fn a_title_that_its_neighbour_repeats_or_continues_keeps_its_end() {
        assert_eq!(cut("Release notes", None, [Some("Release notes"), None]), Some(8));
        assert_eq!(cut("Release notes", None, [Some("Release notes of June"), None]), Some(8));
        assert_eq!(cut("Release ", None, [Some("Release notes"), None]), None, "nothing is left");
    }

    #[test]
    fn titles_without_white_space_are_cut_after_punctuation() {
        assert_eq!(cut("Page 4-8-1", None, [Some("Page 4-8-2"), None]), Some(9));
        assert_eq!(cut("std.fs.copy", None, [Some("std.fs.create_dir"), None]), Some(7));
    }

    #[test]
    fn wide_spaces_are_cut_as_a_whole() {
        assert_eq!(cut("Version\u{a0}4", None, [Some("Version\u{a0}5"), None]), Some(8));
        assert_eq!(cut("すべての記事\u{3000}春", None, [Some("すべての記事\u{3000}秋"), None]), Some(7));
    }

    #[test]
    fn the_cut_before_the_first_match_has_priority() {
        assert_eq!(cut("All about quinces", Some(10), [Some("All about pears"), None]), Some(10));
        assert_eq!(cut("Quinces in autumn", Some(0), [Some("Quinces in autumn"), None]), None);
        assert_eq!(cut("Growing requinces", Some(10), [None, None]), Some(8), "at the word's beginning");
    }

    #[test]
    fn places_count_utf16_code_units() {
        assert_eq!(cut("🍏🍏🍏🍏🍏🍏 apple", None, [Some("🍏🍏🍏🍏🍏🍏 pear"), None]), Some(13));
        assert_eq!(cut("🍏🍏🍏🍏🍏🍏 apple", Some(13), [None, None]), Some(13));
        assert_eq!(cut("apple", Some(77), [None, None]), None);
    }
}

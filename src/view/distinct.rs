//! Finds where the titles of siblings begin to differ. A title that does not fit is cut before that position, so that
//! users can tell apart six pages whose titles begin with "Code style and".

/// The minimum width before the first difference, in letters. A difference nearer to the start is in sight without a cut.
const MIN_START: usize = 10;

/// The minimum width before a match, in letters.
const MIN_BEFORE_MATCH: usize = 8;

/// The maximum number of UTF-16 code units between the first difference and a match, so that both are in sight.
const NEAR: u32 = 8;

/// The maximum number of UTF-16 code units before a match in its word, so that the match is in sight.
const MAX_LEAD: u32 = 4;

/// Returns the position of the cut in a title, in UTF-16 code units. The cut is before the first word that differs from the
/// titles of its neighbours. If the first match of a filter is far behind that word, the cut is before the match. There is
/// no such cut for a match among the first letters or in the part that the neighbours have too. Returns `None` if the
/// title is cut at its end.
pub(super) fn cut(title: &str, first_match: Option<u32>, neighbours: [Option<&str>; 2]) -> Option<u32> {
    let common = neighbours.into_iter().flatten().map(|other| common_start(title, other)).max();
    let differs = common.and_then(|at| before_word(title, at, MIN_START));
    let behind = first_match.filter(|&units| differs.is_none_or(|differs| units > differs + NEAR));
    behind.and_then(|units| before_match(title, units)).or(differs)
}

/// Returns the start of a match, or of its word if that is near. Returns `None` if the match is in sight anyway.
fn before_match(title: &str, units: u32) -> Option<u32> {
    let at = byte_of(title, units)?;
    let word = before_word(title, at, MIN_BEFORE_MATCH).filter(|&word| units <= word + MAX_LEAD);
    word.or_else(|| is_long(&title[..at], MIN_BEFORE_MATCH).then_some(units))
}

/// Returns the start of the word at a byte offset, in UTF-16 code units. Returns `None` if the cut leaves too little on
/// one of its sides.
fn before_word(title: &str, at: usize, min: usize) -> Option<u32> {
    let start = title[..at].trim_end_matches(|letter| !ends_word(letter));
    (is_long(start, min) && start.len() < title.len()).then(|| start.encode_utf16().count() as u32)
}

/// Returns `true` if the start of a title is long enough for a cut. Chinese and Japanese letters, among others, are twice as
/// wide as Latin ones.
fn is_long(start: &str, min: usize) -> bool {
    let width = |letter: char| if letter < '\u{2e80}' { 1 } else { 2 };
    start.chars().map(width).sum::<usize>() >= min
}

/// Returns `true` if a new word may begin after this letter. Titles such as `std.fs.copy` and `1-2-3` have no white space.
/// Chinese and Japanese titles have none either: a line may break after each of their letters.
fn ends_word(letter: char) -> bool {
    let is_cjk = matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    letter.is_whitespace() || matches!(letter, '-' | '_' | '.' | '/' | ':') || is_cjk
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
        assert_eq!(cut("Guidance for users", None, [Some("Guidance and tools"), None]), None, "in sight without a cut");
        assert_eq!(cut("Code style", None, [None, None]), None);
    }

    #[test]
    fn a_title_that_its_neighbour_repeats_or_continues_keeps_its_end() {
        assert_eq!(cut("Published notes", None, [Some("Published notes"), None]), Some(10));
        assert_eq!(cut("Published notes", None, [Some("Published notes of June"), None]), Some(10));
        assert_eq!(cut("Published ", None, [Some("Published notes"), None]), None, "nothing is left");
    }

    #[test]
    fn titles_without_white_space_are_cut_after_punctuation() {
        assert_eq!(cut("Page 4-16-1", None, [Some("Page 4-16-2"), None]), Some(10));
        assert_eq!(cut("std.os.unix.copy", None, [Some("std.os.unix.create_dir"), None]), Some(12));
    }

    #[test]
    fn wide_spaces_are_cut_as_a_whole() {
        assert_eq!(cut("Beta version\u{a0}4", None, [Some("Beta version\u{a0}5"), None]), Some(13));
        assert_eq!(cut("すべての記事\u{3000}春", None, [Some("すべての記事\u{3000}秋"), None]), Some(7));
    }

    #[test]
    fn titles_are_cut_before_a_match_that_is_far_behind() {
        assert_eq!(cut("All about quinces", Some(10), [Some("All about pears"), None]), Some(10));
        assert_eq!(cut("Quinces in autumn", Some(3), [Some("Pears"), None]), None);
        assert_eq!(cut("Growing requinces", Some(10), [None, None]), Some(8), "at the word's beginning");
        assert_eq!(cut("All telecommunications", Some(16), [None, None]), Some(16), "in a long word");
        assert_eq!(cut("Deploy configurations", Some(14), [None, None]), Some(14), "behind a short start");
    }

    #[test]
    fn a_match_at_the_beginning_stays_in_sight_and_the_neighbours_decide() {
        let titles = ["Code style and naming", "Code style and numbers", "Code style guide"];
        assert_eq!(cut(titles[1], Some(0), [Some(titles[0]), Some(titles[2])]), Some(15));
        assert_eq!(cut(titles[1], Some(5), [Some(titles[0]), Some(titles[2])]), Some(15));
    }

    #[test]
    fn a_match_does_not_hide_the_difference() {
        let [mail, web] = ["How to configure the mail server", "How to configure the web server"];
        assert_eq!(cut(mail, Some(7), [Some(web), None]), Some(21), "in the common start");
        assert_eq!(cut(mail, Some(26), [Some(web), None]), Some(21), "near");
        let [old, new] = ["Release notes of the old and stable version", "Release notes of the new and stable version"];
        assert_eq!(cut(old, Some(36), [Some(new), None]), Some(36), "far behind");
    }

    #[test]
    fn titles_of_scripts_without_white_space_are_cut_between_letters() {
        assert_eq!(cut("株式会社年次報告書第三版", None, [Some("株式会社年次報告書第四版"), None]), Some(10));
        assert_eq!(cut("ウェブサイトの管理", None, [Some("ウェブサイトの設計"), None]), Some(7));
        assert_eq!(cut("年次報告書三", None, [Some("年次報告書四"), None]), Some(5), "wide letters");
        assert_eq!(cut("利用者の手引き第12章", None, [Some("利用者の手引き第13章"), None]), Some(8), "not in a number");
        assert_eq!(cut("すべての記事の索引", Some(7), [None, None]), Some(7), "before a match");
        assert_eq!(cut("دليل المستخدم الجديد", None, [Some("دليل المستخدم القديم"), None]), Some(14), "at a space");
    }

    #[test]
    fn places_count_utf16_code_units() {
        assert_eq!(cut("🍏🍏🍏🍏🍏🍏 apple", None, [Some("🍏🍏🍏🍏🍏🍏 pear"), None]), Some(13));
        assert_eq!(cut("🍏🍏🍏🍏🍏🍏 apple", Some(13), [None, None]), Some(13));
        assert_eq!(cut("apple", Some(77), [None, None]), None);
    }
}

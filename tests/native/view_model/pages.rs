//! The pages of the documents: their names, titles, addresses and dates.

use std::sync::LazyLock;

/// The page above the top level.
pub(super) const ROOT: usize = 0;

/// The number of pages of a document, with the root.
pub(super) const PAGES: std::ops::Range<usize> = 3..7;

/// One triple of the document: list of a page, number, member.
pub(super) type Statement = (usize, u32, usize);

/// Even pages have a `k` and every third one a `q`, in title and address.
pub(super) fn name(page: usize) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mark = |page: usize, every: usize, letter| if page.is_multiple_of(every) { letter } else { "" };
        (0..10).map(|page| format!("p{page}{}{}", mark(page, 2, "k"), mark(page, 3, "q"))).collect()
    });
    &NAMES[page]
}

/// Titles are names in capitals.
pub(super) fn title(page: usize) -> &'static str {
    static TITLES: LazyLock<Vec<String>> = LazyLock::new(|| (0..10).map(|page| name(page).to_uppercase()).collect());
    &TITLES[page]
}

/// The address of a page.
pub(super) fn url(page: usize) -> String {
    format!("https://www.example.org/{}", name(page))
}

/// Some entries are headings, without an address.
pub(super) fn is_heading(page: usize) -> bool {
    page % 2 == 1
}

/// The day of January 2024 when an entry changed.
pub(super) fn day(page: usize) -> Option<i64> {
    (!page.is_multiple_of(4)).then_some(page as i64 * 7 % 5 + 1)
}

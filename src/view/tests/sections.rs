//! The sections of a page.

use crate::limits::MAX_FACT_TEXT;
use crate::view::{SectionHeading, SectionRow, Sections};

fn heading(level: u32, text: &str) -> SectionHeading {
    SectionHeading { level, text: text.to_owned(), url: None }
}

fn sections(headings: &[(u32, &str)]) -> Sections {
    let mut sections = Sections::default();
    sections.set(headings.iter().map(|&(level, text)| heading(level, text)).collect());
    sections
}

fn rows(sections: &Sections) -> Vec<SectionRow> {
    sections.rows(0..usize::MAX)
}

/// The titles shown, indented. `*` marks the matches.
fn outline(sections: &Sections) -> Vec<String> {
    let mark = |row: &SectionRow| if row.highlights.is_empty() { "" } else { "*" };
    rows(sections)
        .iter()
        .map(|row| format!("{}{}{}", " ".repeat(row.level as usize - 1), mark(row), row.title))
        .collect()
}

/// The position among the siblings and their number, of each row.
fn places(sections: &Sections) -> Vec<(u32, u32)> {
    rows(sections).iter().map(|row| (row.posinset, row.setsize)).collect()
}

#[test]
fn headings_are_nested_by_level_and_a_skipped_level_indents_once() {
    let page = sections(&[(1, "Home"), (2, "A"), (4, "B"), (4, "C"), (3, "D"), (2, "E"), (1, "End")]);
    assert_eq!(outline(&page), ["Home", " A", "  B", "  C", "  D", " E", "End"]);
    assert_eq!(places(&page), [(1, 2), (1, 2), (1, 3), (2, 3), (3, 3), (2, 2), (2, 2)]);
    let parents = [None, Some(0), Some(1), Some(1), Some(1), Some(0), None];
    assert_eq!((0..7).map(|id| page.parent(id)).collect::<Vec<_>>(), parents);
    assert_eq!(
        outline(&sections(&[(3, "Low"), (2, "Higher"), (1, "Top"), (2, "Below")])),
        ["Low", "Higher", "Top", " Below"]
    );
}

#[test]
fn the_filter_shows_matches_below_the_sections_above_them() {
    let list = [(1, "Home"), (2, "Élan"), (3, "Vital"), (2, "Other"), (3, "Plan"), (1, "Lane")];
    let mut page = sections(&list);
    page.set_filter("lan");
    assert_eq!(outline(&page), ["Home", " *Élan", " Other", "  *Plan", "*Lane"]);
    assert_eq!(places(&page), [(1, 2), (1, 2), (2, 2), (1, 1), (2, 2)]);
    let leads: Vec<u32> = rows(&page).iter().filter(|row| row.leads_on).map(|row| row.id).collect();
    assert_eq!(leads, [0, 3]);
    assert_eq!(page.first_match(), Some(1));
    assert_eq!((page.row_of(4), page.row_of(2), page.parent(4)), (Some(3), None, Some(3)));
    assert_eq!(page.type_ahead(0, "p"), Some(3), "type-ahead searches the rows shown");
    page.set_filter("lan vi");
    assert_eq!((outline(&page), page.len(), page.is_empty()), (vec![], 0, true));
    assert_eq!(page.first_match(), None);
    // The filter also applies to sections that arrive later.
    page.set(vec![heading(2, "Vital plan")]);
    assert_eq!(outline(&page), ["*Vital plan"]);
    page.set_filter("");
    assert_eq!(outline(&page), ["Vital plan"]);
}

#[test]
fn the_current_section_is_marked_if_it_is_shown() {
    let mut page = sections(&[(1, "Home"), (2, "A"), (2, "B")]);
    let before = page.version();
    page.set_current(Some(2));
    assert!(page.version() > before);
    let marked = |page: &Sections| rows(page).iter().map(|row| row.current).collect::<Vec<_>>();
    assert_eq!((page.current_row(), marked(&page)), (Some(2), vec![false, false, true]));
    let before = page.version();
    page.set_current(Some(2));
    assert_eq!(page.version(), before, "nothing has changed");
    page.set_filter("a");
    assert_eq!((page.current_row(), marked(&page)), (None, vec![false; 2]));
    page.set_current(Some(77));
    assert_eq!(page.current_row(), None);
}

#[test]
fn titles_are_cleaned_and_headings_without_text_are_left_out() {
    let page = sections(&[(1, " Install\n it #"), (2, " ¶ "), (2, "9. Glossary"), (2, "<b>\u{202e}x")]);
    assert_eq!(outline(&page), ["Install it", " 9. Glossary", " <b>\u{202e}x"]);
    // The ids are those of the page's list.
    assert_eq!(rows(&page).iter().map(|row| row.id).collect::<Vec<_>>(), [0, 2, 3]);
    assert_eq!((page.row_of(2), page.row_of(1)), (Some(1), None));
    assert_eq!(page.type_ahead(0, "GLO"), Some(1));
}

#[test]
fn long_titles_are_cut_where_they_differ() {
    let long = "How to grow vegetables in small gardens:";
    let mut page = sections(&[(2, &format!("{long} carrots")), (2, &format!("{long} peas")), (3, "Sowing")]);
    let start = long.len() as u32 + 1;
    assert_eq!(rows(&page).iter().map(|row| row.cut).collect::<Vec<_>>(), [Some(start), Some(start), None]);
    page.set_filter("small");
    assert_eq!(rows(&page)[0].cut, Some(start), "a match does not hide the difference");
}

#[test]
fn a_page_can_send_anything() {
    let levels = [u32::MAX, 0, 7, 0, u32::MAX];
    let list: Vec<SectionHeading> = levels.iter().map(|&level| heading(level, "x")).collect();
    let mut page = Sections::default();
    page.set(list);
    assert_eq!(outline(&page), ["x", "x", " x", "x", " x"]);
    page.set((0..100_000).map(|level| heading(level, &"é".repeat(10_000))).collect());
    assert_eq!(page.len(), 1_000, "a longer pane helps nobody to find a section");
    let last = &rows(&page)[999];
    assert_eq!((last.level, last.title.len()), (9, 4 * MAX_FACT_TEXT));
    let (start, end) = (5, 3);
    assert_eq!(page.rows(start..end), []);
    assert_eq!(page.rows(usize::MAX..usize::MAX), []);
    assert!(page.type_ahead(usize::MAX, "é").is_some(), "it wraps around");
    page.set(vec![]);
    assert_eq!((page.len(), page.type_ahead(0, "x"), page.current_row()), (0, None, None));
}

//! Type-ahead: typed letters lead to the next title that begins with them.

use super::tree_view::TreeView;
use crate::limits::MAX_TYPE_AHEAD_ROWS;
use crate::site_map::SiteMap;
use crate::text::case_folding;

impl TreeView {
    /// Returns the first row after `from` whose title starts with `text`, with or without the numbers at its
    /// start. Case and accents do not count. The search wraps around.
    pub fn type_ahead(&self, map: &SiteMap, from: usize, text: &str) -> Option<usize> {
        let branches = self.shown();
        find(from, branches.len(), text, &|row, prefix| {
            let last = branches.row(row);
            let mut joined = last.into_iter().flat_map(|last| branches.joined_above(last).chain([last]));
            joined.any(|at| begins(&map.title(branches.get(at).page), prefix))
        })
    }
}

/// Returns the first of `count` rows after `from` that begins with `text`. The search wraps around. With more than one
/// letter it starts at `from` itself. It checks at most [`MAX_TYPE_AHEAD_ROWS`] rows. `begins` gets a row and the folded
/// text.
pub(super) fn find(from: usize, count: usize, text: &str, begins: &dyn Fn(usize, &str) -> bool) -> Option<usize> {
    let prefix: String = case_folding::folded(text).collect();
    if prefix.is_empty() || count == 0 {
        return None;
    }
    let first = from.saturating_add(usize::from(text.chars().nth(1).is_none())) % count;
    (first..first + count.min(MAX_TYPE_AHEAD_ROWS)).map(|row| row % count).find(|&row| begins(row, &prefix))
}

/// Returns `true` if a title begins with a folded text, with or without the numbers at its start. Case and accents do not
/// count.
pub(super) fn begins(title: &str, folded: &str) -> bool {
    [title, without_numbers(title)].into_iter().any(|title| case_folding::starts_with(title, folded))
}

/// Returns a title from its first word with a letter: "Glossary" for "9. Glossary".
fn without_numbers(title: &str) -> &str {
    let mut rest = title;
    while let Some((word, after)) = rest.split_once(char::is_whitespace)
        && !word.contains(char::is_alphabetic)
    {
        rest = after;
    }
    rest
}

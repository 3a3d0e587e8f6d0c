//! The pages, posts and categories of WordPress, from its interface (`wp-json`). Each answer has up to a hundred entries.

use super::records::Fields;

/// Entries of one answer, and the most that WordPress permits.
const ENTRIES: usize = 100;

/// Requests for one site.
const REQUESTS: usize = 5;

/// What is requested, with the key of its title.
const KINDS: [(&str, &str); 3] = [("pages", "title"), ("posts", "title"), ("categories", "name")];

/// One of the answers about a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WordPress {
    /// The index of its kind.
    kind: usize,
    /// The number of the next answer of each kind, from 1. 0 if there are no more.
    numbers: [usize; KINDS.len()],
    /// The requests that follow.
    left: usize,
}

impl WordPress {
    /// The first pages.
    pub(super) const FIRST: WordPress = WordPress { kind: 0, numbers: [1; KINDS.len()], left: REQUESTS - 1 };

    /// Returns the next answer: the first of each kind, then the second ones. `entries` is the number of entries in this one.
    pub(super) fn next(mut self, entries: usize) -> Option<WordPress> {
        let number = &mut self.numbers[self.kind];
        *number = if entries < ENTRIES { 0 } else { *number + 1 };
        let kinds = (0..KINDS.len()).filter(|&kind| self.numbers[kind] > 0);
        let kind = kinds.min_by_key(|&kind| self.numbers[kind])?;
        Some(WordPress { kind, left: self.left.checked_sub(1)?, ..self })
    }

    /// Returns the address of the answer. `api` is that of the interface.
    pub(super) fn url(self, api: &str) -> String {
        let separator = if api.contains('?') { '&' } else { '?' };
        let (kind, title) = KINDS[self.kind];
        let (api, number) = (api.trim_end_matches('/'), self.numbers[self.kind]);
        format!("{api}/wp/v2/{kind}{separator}_fields=link,{title}&per_page={ENTRIES}&page={number}")
    }

    pub(super) fn fields(self) -> Fields {
        Fields { address: &["link"], title: KINDS[self.kind].1, is_of_page: true }
    }
}

//! Details of pages, such as creator and date.

use super::arena::SiteMap;
use super::node::{Detail, Label, NONE, NodeId};
use crate::collections::keyed::Keyed;
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_DETAIL_NAMES, MAX_NODES, MAX_SHOWN_DETAIL_BYTES, MAX_SHOWN_DETAILS, MAX_VALUE_BYTES};
use crate::text::{Span, collapsed, is_same};
use std::borrow::Cow;
use std::hash::BuildHasher;

/// Number of details that pages may share.
const SHARED_DETAILS: usize = 1024;

/// Returns the slot of a shared detail. `next` is the detail before it. Not inlined: hashing is large.
#[inline(never)]
fn slot(next: u32, name: &str, value: &str) -> usize {
    (Keyed.hash_one((next, name.len(), value)) as usize) % SHARED_DETAILS
}

impl SiteMap {
    /// Adds a detail. The interface shows it on demand.
    pub(crate) fn add_detail(&mut self, page: NodeId, name: &str, value: &str, offset: u32, report: &mut Report) {
        self.check_length(value, offset, report);
        let Some(label) = self.label(name) else { return };
        let last = self.labels[label].last;
        let value = if self.text.get(last) == value { last } else { self.text.push_collapsed(value) };
        self.labels[label].last = value;
        if !value.is_empty() && self.details.len() < 4 * MAX_NODES {
            let next = self.nodes.newest_detail(page);
            self.nodes.set_newest_detail(page, self.details.len() as u32);
            self.details.push(Detail { next, label: label as u16, value });
        }
    }

    /// Adds a detail that [`SiteMap::share_detail`] may give to other pages.
    pub(crate) fn add_shared_detail(
        &mut self,
        page: NodeId,
        name: &str,
        value: &str,
        offset: u32,
        report: &mut Report,
    ) {
        let (next, number) = (self.nodes.newest_detail(page), self.details.len() as u32);
        self.add_detail(page, name, value, offset, report);
        if self.nodes.newest_detail(page) == number {
            self.shared_details.resize(SHARED_DETAILS, NONE);
            self.shared_details[slot(next, name, value)] = number;
        }
    }

    /// Gives a page a detail of another page. Many pages have the same details, such as a date and how often they change.
    /// Returns `false` if none of the last shared details has this name, this value and the same details before it.
    pub(crate) fn share_detail(&mut self, page: NodeId, name: &str, value: &str) -> bool {
        let next = self.nodes.newest_detail(page);
        let number = self.shared_details.get(slot(next, name, value)).copied().unwrap_or(NONE);
        let is_equal = |detail: &Detail| {
            detail.next == next
                && is_same(self.text.get(detail.value), value)
                && is_same(&self.labels[detail.label as usize].name, name)
        };
        let is_known = self.details.get(number as usize).is_some_and(is_equal);
        if is_known {
            self.nodes.set_newest_detail(page, number);
        }
        is_known
    }

    /// Returns the number of a detail name, which is kept after [`collapsed`]. Returns `None` if there are too many names.
    pub(super) fn label(&mut self, name: &str) -> Option<usize> {
        /// Most documents use no more names than this, and for so few a linear search is faster than hashing.
        const FEW: usize = 8;
        if let Some(known) = self.labels.iter().take(FEW).position(|label| is_same(&label.name, name)) {
            return Some(known);
        }
        if let Some(known) = self.label_numbers.get(name) {
            return Some(usize::from(*known));
        }
        let clean = collapsed(name);
        if *clean != *name {
            return self.label(&clean);
        }
        let number = self.labels.len();
        if number >= MAX_DETAIL_NAMES {
            return None;
        }
        self.labels.push(Label { name: name.into(), last: Span::default() });
        if number >= FEW {
            self.label_numbers.insert(name.into(), number as u16);
        }
        Some(number)
    }

    /// Reports a text that is too long.
    pub(super) fn check_length(&self, value: &str, offset: u32, report: &mut Report) {
        if value.len() > MAX_VALUE_BYTES {
            report.warning(
                FindingCode::LimitValue,
                offset,
                format!("A text here is longer than {MAX_VALUE_BYTES} bytes and is cut."),
            );
        }
    }

    /// Returns a page's details in document order, as name and value.
    pub fn details(&self, page: NodeId) -> Vec<(&str, &str)> {
        let mut details: Vec<_> = self.last_details(page).collect();
        details.reverse();
        details
    }

    /// Returns the details to show: the first [`MAX_SHOWN_DETAILS`], each with at most [`MAX_SHOWN_DETAIL_BYTES`]. An
    /// ellipsis stands for the rest.
    pub fn shown_details(&self, page: NodeId) -> Vec<(&str, Cow<'_, str>)> {
        const REST: &str = "\u{2026}";
        let cut = |value: &str| format!("{}{REST}", &value[..value.floor_char_boundary(MAX_SHOWN_DETAIL_BYTES)]);
        let is_long = |value: &str| value.len() > MAX_SHOWN_DETAIL_BYTES;
        let details = self.details(page);
        let rest = (details.len() > MAX_SHOWN_DETAILS).then_some((REST, Cow::Borrowed("")));
        let shown = details.into_iter().take(MAX_SHOWN_DETAILS);
        let shown = shown.map(|(name, value)| (name, if is_long(value) { cut(value).into() } else { value.into() }));
        shown.chain(rest).collect()
    }

    /// Returns a page's details in reverse document order.
    pub(crate) fn last_details(&self, page: NodeId) -> impl Iterator<Item = (&str, &str)> {
        let first = self.details.get(self.nodes.newest_detail(page) as usize);
        std::iter::successors(first, |detail| self.details.get(detail.next as usize))
            .map(|detail| (&*self.labels[detail.label as usize].name, self.text.get(detail.value)))
    }
}

impl SiteMap {
    /// Returns a number that changes when details are added to a page.
    pub(crate) fn newest_detail(&self, page: NodeId) -> u32 {
        self.nodes.newest_detail(page)
    }
}

impl SiteMap {
    /// Returns the number of a page's details, counted up to `most`.
    pub(crate) fn detail_count(&self, page: NodeId, most: usize) -> usize {
        let first = self.details.get(self.nodes.newest_detail(page) as usize);
        std::iter::successors(first, |detail| self.details.get(detail.next as usize)).take(most).count()
    }
}

//! Details and their names, in lists of their own.

use super::node::NONE;
use crate::collections::blocks::Blocks;
use crate::collections::keyed::{HashMap, Keyed};
use crate::limits::{MAX_DETAIL_NAMES, MAX_NODES};
use crate::text::{Span, TextStore, collapsed, is_same};
use std::hash::BuildHasher;

/// Number of details that pages may share.
const SHARED_DETAILS: usize = 1024;

/// Returns the slot of a shared detail. `next` is the detail before it. Not inlined: hashing is large.
#[inline(never)]
fn slot(next: u32, name: &str, value: &str) -> usize {
    (Keyed.hash_one((next, name.len(), value)) as usize) % SHARED_DETAILS
}

/// A detail of a page. `next` is the detail before it.
#[derive(Clone, Copy, Debug)]
struct Detail {
    next: u32,
    /// The number of the detail's name.
    label: u16,
    value: Span,
}

/// A detail name with its last value. The next value is often the same.
#[derive(Debug)]
struct Label {
    name: Box<str>,
    last: Span,
}

/// The details of all pages.
#[derive(Debug, Default)]
pub(super) struct Details {
    all: Blocks<Detail>,
    /// Some of the last details that pages may share, by their hash.
    shared: Vec<u32>,
    labels: Vec<Label>,
    /// The index in `labels` of each name after the first few.
    label_numbers: HashMap<Box<str>, u16>,
}

impl Details {
    pub(super) fn memory(&self) -> usize {
        self.all.len() * size_of::<Detail>()
    }

    /// Adds a detail to a page whose newest detail is `next`. Returns the newest one.
    pub(super) fn push(&mut self, next: u32, name: &str, value: &str, text: &mut TextStore) -> u32 {
        let Some(label) = self.label(name) else { return next };
        let last = self.labels[label].last;
        let value = if text.get(last) == value { last } else { text.push_collapsed(value) };
        self.labels[label].last = value;
        if value.is_empty() || self.all.len() >= 4 * MAX_NODES {
            return next;
        }
        self.all.push(Detail { next, label: label as u16, value });
        self.all.len() as u32 - 1
    }

    /// Returns the number of a name, which is kept after [`collapsed`]. Returns `None` if there are too many names.
    fn label(&mut self, name: &str) -> Option<usize> {
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

    /// Notes that pages may share a detail. `next` is the detail before it.
    pub(super) fn note_shared(&mut self, next: u32, name: &str, value: &str, detail: u32) {
        self.shared.resize(SHARED_DETAILS, NONE);
        self.shared[slot(next, name, value)] = detail;
    }

    /// Returns one of the last shared details that has this name, this value and the same details before it.
    pub(super) fn find_shared(&self, next: u32, name: &str, value: &str, text: &TextStore) -> Option<u32> {
        let number = self.shared.get(slot(next, name, value)).copied()?;
        let detail = self.all.get(number as usize)?;
        let is_equal = detail.next == next
            && is_same(text.get(detail.value), value)
            && is_same(&self.labels[detail.label as usize].name, name);
        is_equal.then_some(number)
    }

    /// Returns the names and values of a detail and those before it.
    pub(super) fn all<'a>(&'a self, newest: u32, text: &'a TextStore) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.chain(newest).map(|detail| (&*self.labels[detail.label as usize].name, text.get(detail.value)))
    }

    /// Returns the number of a detail and those before it, counted up to `most`.
    pub(super) fn count(&self, newest: u32, most: usize) -> usize {
        self.chain(newest).take(most).count()
    }

    fn chain(&self, newest: u32) -> impl Iterator<Item = &Detail> {
        std::iter::successors(self.all.get(newest as usize), |detail| self.all.get(detail.next as usize))
    }
}

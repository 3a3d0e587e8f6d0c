//! The bases of relative addresses.

use crate::collections::keyed::HashMap;
use crate::text::is_same;

/// The addresses that relative addresses refer to, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Bases {
    all: Vec<Box<str>>,
    /// The number of each base, as its document writes it.
    numbers: HashMap<Box<str>, u16>,
}

impl Bases {
    pub(super) fn get(&self, number: u16) -> &str {
        self.all.get(number as usize).map_or("", |base| base)
    }

    /// Returns the number of a base. Most pages have the base of the previous page, and comparing is cheaper than hashing.
    pub(super) fn number(&self, base: &str) -> Option<u16> {
        match self.all.last() {
            Some(last) if is_same(last, base) => Some(self.all.len() as u16 - 1),
            _ => self.numbers.get(base).copied(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.all.len() >= usize::from(u16::MAX)
    }

    /// Adds a base with its normal form. Returns its number.
    pub(super) fn add(&mut self, base: &str, normal: String) -> u16 {
        let number = self.all.len() as u16;
        self.all.push(normal.into());
        self.numbers.insert(base.into(), number);
        number
    }
}

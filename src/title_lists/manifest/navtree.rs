//! Reads `navtreedata.js` of Doxygen: arrays with a title, an address, and an array with the entries below. In place of this
//! array there may be the name of another script, which has the array.

use super::outline::{Entry, Outline};
use crate::text::json::Events;

/// An open array.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// Entries.
    Entries,
    /// An entry, its index, and the number of its texts.
    Entry(Option<usize>, usize),
}

/// Collects the entries.
#[derive(Debug, Default)]
pub(crate) struct NavTree {
    open: Vec<Scope>,
    pub(super) outline: Outline,
}

impl Events for NavTree {
    fn start(&mut self, _: bool, _: u32) {
        let scope = match self.open.last() {
            Some(Scope::Entries) => {
                let depth = self.open.len() / 2;
                Scope::Entry(self.outline.add(Entry { depth, ..Entry::default() }), 0)
            }
            _ => Scope::Entries,
        };
        self.open.push(scope);
    }

    fn end(&mut self) {
        self.open.pop();
    }

    fn key(&mut self, _: &str) -> bool {
        false
    }

    fn needs_items(&self) -> bool {
        matches!(self.open.last(), Some(Scope::Entry(..)))
    }

    fn text(&mut self, text: &str, _: u32) {
        let Some(Scope::Entry(at, texts)) = self.open.last_mut() else { return };
        let Some(entry) = at.and_then(|at| self.outline.get_mut(at)) else { return };
        *texts += 1;
        match texts {
            1 => entry.title = text.to_owned(),
            // The address may be `null`. The name of a script has no ending.
            _ if text.contains('.') => entry.address = Some(text.to_owned()),
            _ => entry.part = Some(format!("{text}.js")),
        }
    }
}

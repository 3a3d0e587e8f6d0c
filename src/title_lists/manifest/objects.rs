//! Reads trees of JSON objects: `toc.json` of Microsoft Learn, and the data of a VitePress site.

use super::outline::{Entry, Outline};
use crate::collections::keyed::HashMap;
use crate::text::json::Events;
use crate::title_lists::kind::Keys;

/// The key of what the addresses below an object begin with.
const BASE: &str = "base";

/// The key of an object with other languages, and the key in it of the site's own language.
const LANGUAGES: &str = "locales";
const OWN_LANGUAGE: &str = "root";

/// An open object or array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    Other,
    Skipped,
    Languages,
    /// An object with arrays of entries, and the number of entries before it.
    Roots(usize),
    /// An array of entries at this depth.
    Entries(usize),
    /// An entry at this depth, and its index.
    Entry(usize, usize),
}

/// What the value of the current key is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Value {
    Title,
    Address,
    Base,
    Roots,
    Below,
    Languages,
    Skipped,
    #[default]
    Other,
}

/// Collects the entries.
#[derive(Debug)]
pub(crate) struct Objects {
    keys: Keys,
    open: Vec<Scope>,
    value: Value,
    /// The base in the last object with arrays of entries.
    base: String,
    /// The bases of entries.
    bases: HashMap<usize, String>,
    pub(super) outline: Outline,
}

impl Objects {
    pub(super) fn new(keys: Keys) -> Objects {
        let (open, value, base) = (Vec::new(), Value::Other, String::new());
        Objects { keys, open, value, base, bases: HashMap::default(), outline: Outline::default() }
    }

    /// Returns the entries. Their addresses begin with their bases.
    pub(super) fn take(&mut self) -> Outline {
        let mut outline = std::mem::take(&mut self.outline);
        let mut above: Vec<String> = Vec::new();
        for (at, entry) in outline.entries.iter_mut().enumerate() {
            above.truncate(entry.depth);
            let base = self.bases.remove(&at).or_else(|| above.last().cloned()).unwrap_or_default();
            if let Some(address) = entry.address.as_mut().filter(|_| !base.is_empty()) {
                *address = format!("{}/{}", base.trim_end_matches('/'), address.trim_start_matches('/'));
            }
            above.push(base);
        }
        outline
    }
}

impl Events for Objects {
    fn start(&mut self, is_array: bool, _: u32) {
        let value = std::mem::take(&mut self.value);
        let top = |outline: &mut Outline| {
            outline.begin_menu();
            Scope::Entries(0)
        };
        let scope = match (self.open.last(), value) {
            (None, _) if is_array => top(&mut self.outline),
            (Some(Scope::Entries(depth)), _) if !is_array => {
                let entry = self.outline.add(Entry { depth: *depth, ..Entry::default() });
                entry.map_or(Scope::Skipped, |entry| Scope::Entry(*depth, entry))
            }
            (Some(Scope::Entry(depth, _)), Value::Below) if is_array => Scope::Entries(depth + 1),
            (_, Value::Roots) if is_array => top(&mut self.outline),
            (_, Value::Roots) => Scope::Roots(self.outline.len()),
            (_, Value::Languages) => Scope::Languages,
            (Some(Scope::Skipped), _) | (_, Value::Skipped) => Scope::Skipped,
            _ => Scope::Other,
        };
        self.open.push(scope);
    }

    fn end(&mut self) {
        if let Some(Scope::Roots(before)) = self.open.pop() {
            let base = std::mem::take(&mut self.base);
            let entries = self.outline.entries.iter().enumerate().skip(before);
            let tops = entries.filter(|(_, entry)| !base.is_empty() && entry.depth == 0);
            tops.for_each(|(at, _)| _ = self.bases.entry(at).or_insert_with(|| base.clone()));
        }
        self.value = Value::Other;
    }

    fn key(&mut self, key: &str) -> bool {
        let Keys { roots, below, title, address } = self.keys;
        self.value = match self.open.last() {
            Some(Scope::Entry(..)) if key == title => Value::Title,
            Some(Scope::Entry(..)) if key == address => Value::Address,
            Some(Scope::Entry(..)) if key == below => Value::Below,
            Some(Scope::Entry(..) | Scope::Roots(_)) if key == BASE => Value::Base,
            Some(Scope::Roots(_)) => Value::Roots,
            Some(Scope::Other) if roots.contains(&key) => Value::Roots,
            Some(Scope::Other) if key == LANGUAGES => Value::Languages,
            Some(Scope::Languages) if key != OWN_LANGUAGE => Value::Skipped,
            _ => Value::Other,
        };
        matches!(self.value, Value::Title | Value::Address | Value::Base)
    }

    fn needs_items(&self) -> bool {
        false
    }

    fn text(&mut self, text: &str, _: u32) {
        let entry = match (self.open.last(), self.value) {
            (Some(Scope::Roots(_)), Value::Base) => return text.clone_into(&mut self.base),
            (Some(Scope::Entry(_, at)), _) => *at,
            _ => return,
        };
        match std::mem::take(&mut self.value) {
            Value::Title => self.outline.entries[entry].title = text.to_owned(),
            Value::Address => self.outline.entries[entry].address = Some(text.to_owned()),
            Value::Base => _ = self.bases.insert(entry, text.to_owned()),
            _ => {}
        }
    }
}

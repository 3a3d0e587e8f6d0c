//! Prefixes and names: `dc:title` where `dc` is bound to Dublin Core becomes one [`Name`].

use crate::limits::{MAX_NAMES, MAX_NAMESPACES};
use crate::vocabulary::{self, MAX_MEMBER, Name};
use rustc_hash::FxHashMap;

/// Numbers for names, and the namespaces in scope.
#[derive(Debug)]
pub struct Names {
    /// Namespace and local name of each [`Name`], by its number.
    known: Vec<(u32, Box<str>)>,
    numbers: FxHashMap<(u32, Box<str>), Name>,
    namespaces: Vec<Box<str>>,
    namespace_numbers: FxHashMap<Box<str>, u32>,
    /// Whether a limit was reached, and whether that has been told.
    full: (bool, bool),
    /// Prefix and namespace, the innermost declaration last.
    bindings: Vec<(Box<str>, u32)>,
    /// Stands for the set of bindings in force: equal numbers mean equal bindings.
    scope: u32,
    scopes_made: u32,
    /// Scopes by their parent and their declarations, so that a site which repeats its declarations on
    /// every element does not defeat the cache.
    scopes: FxHashMap<(u32, Box<str>), u32>,
    cache: Vec<(Key, Name)>,
}

/// A raw name of at most 16 bytes and the scope it stands in; longer ones are not cached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    head: u64,
    tail: u64,
    length: u32,
    /// The scope; its lowest bit tells attributes from elements.
    scope: u32,
}

impl Key {
    fn new(raw: &str, attribute: bool, scope: u32) -> Option<Key> {
        let raw = raw.as_bytes();
        let (head, tail) = match (raw.first_chunk::<8>(), raw.last_chunk::<8>()) {
            // Together they cover up to 16 bytes.
            (Some(head), Some(tail)) if raw.len() <= 16 => (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
            (Some(_), Some(_)) => return None,
            _ => (raw.iter().fold(0, |head, &byte| head << 8 | u64::from(byte)), 0),
        };
        Some(Key { head, tail, length: raw.len() as u32, scope: scope << 1 | u32::from(attribute) })
    }

    fn slot(&self) -> usize {
        let mixed = self.head ^ self.tail.rotate_left(23) ^ u64::from(self.scope) << 40;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % CACHE_SLOTS
    }
}

/// The state to come back to when an element ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    bindings: u32,
    scope: u32,
}

/// What a raw name means.
pub(super) enum Resolved {
    Name(Name),
    /// The prefix is not declared; what it was taken for, if it is a well-known one.
    Unbound(Name, Option<&'static str>),
}

const CACHE_SLOTS: usize = 256;
const MAX_SCOPES: usize = 1024;
const NO_NAMESPACE: u32 = 0;

impl Default for Names {
    fn default() -> Names {
        let empty = (Key { head: 0, tail: 0, length: u32::MAX, scope: 0 }, vocabulary::UNKNOWN);
        let mut names = Names {
            known: Vec::new(),
            numbers: FxHashMap::default(),
            namespaces: vec!["".into()],
            namespace_numbers: FxHashMap::from_iter([("".into(), NO_NAMESPACE)]),
            full: (false, false),
            bindings: Vec::new(),
            scope: 0,
            scopes_made: 0,
            scopes: FxHashMap::default(),
            cache: vec![empty; CACHE_SLOTS],
        };
        for (namespace, local) in vocabulary::KNOWN {
            let namespace = names.namespace_number(namespace);
            names.number(namespace, local);
        }
        let xml = names.namespace_number(vocabulary::XML);
        names.bindings.push(("xml".into(), xml));
        names
    }
}

impl Names {
    /// Namespace of a name; empty where it has none.
    pub fn namespace(&self, name: Name) -> &str {
        if name.member().is_some() {
            return vocabulary::RDF;
        }
        self.known.get(name.0 as usize).map_or("", |(namespace, _)| &self.namespaces[*namespace as usize])
    }

    /// Local part of a name. `rdf:_n` names have none of their own here, see [`Name::member`].
    pub fn local(&self, name: Name) -> &str {
        self.known.get(name.0 as usize).map_or("", |(_, local)| local)
    }

    /// Namespace and local name joined, as RDF names its properties.
    pub fn iri(&self, name: Name) -> String {
        match name.member() {
            Some(n) => format!("{}_{n}", vocabulary::RDF),
            None => format!("{}{}", self.namespace(name), self.local(name)),
        }
    }

    /// The namespace that a prefix is bound to; the empty prefix is the default namespace.
    pub(crate) fn lookup(&self, prefix: &str) -> Option<&str> {
        self.binding(prefix).map(|n| &*self.namespaces[n as usize])
    }

    /// The namespaces that prefixes are bound to.
    pub(crate) fn in_scope(&self) -> impl Iterator<Item = &str> {
        self.bindings.iter().map(|(_, number)| &*self.namespaces[*number as usize])
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { bindings: self.bindings.len() as u32, scope: self.scope }
    }

    pub(super) fn leave(&mut self, mark: Mark) {
        self.bindings.truncate(mark.bindings as usize);
        self.scope = mark.scope;
    }

    /// Puts declarations in force: pairs of prefix and namespace. False where there are too many.
    pub(super) fn declare(&mut self, declarations: &[(&str, &str)]) -> bool {
        let mut key = String::new();
        let room = MAX_NAMESPACES.saturating_sub(self.bindings.len());
        // What is left out must not be part of the scope, and what is not must be: names are remembered by it.
        let is_all = declarations.len() <= room;
        for (prefix, namespace) in &declarations[..declarations.len().min(room)] {
            let number = self.namespace_number(namespace);
            self.bindings.push(((*prefix).into(), number));
            for part in [prefix, namespace] {
                key.push_str(part);
                key.push('\0');
            }
        }
        let parent = self.scope;
        if let Some(&scope) = self.scopes.get(&(parent, key.as_str().into())) {
            self.scope = scope;
            return is_all;
        }
        self.scopes_made += 1;
        self.scope = self.scopes_made;
        if self.scopes.len() < MAX_SCOPES {
            self.scopes.insert((parent, key.into()), self.scope);
        }
        is_all
    }

    pub(super) fn resolve(&mut self, raw: &str, attribute: bool) -> Resolved {
        let Some(key) = Key::new(raw, attribute, self.scope) else { return self.resolve_anew(raw, attribute) };
        let slot = key.slot();
        let (cached, name) = self.cache[slot];
        if cached == key {
            return Resolved::Name(name);
        }
        let resolved = self.resolve_anew(raw, attribute);
        if let Resolved::Name(name) = resolved {
            self.cache[slot] = (key, name);
        }
        resolved
    }

    fn resolve_anew(&mut self, raw: &str, attribute: bool) -> Resolved {
        let (prefix, local) = match raw.split_once(':') {
            Some((prefix, local)) => (prefix, local),
            None if attribute => return Resolved::Name(self.number(NO_NAMESPACE, raw)),
            None => ("", raw),
        };
        match self.binding(prefix) {
            Some(namespace) => Resolved::Name(self.number(namespace, local)),
            None if prefix.is_empty() => Resolved::Name(self.number(NO_NAMESPACE, local)),
            None => match vocabulary::WELL_KNOWN_PREFIXES.iter().find(|(known, _)| *known == prefix) {
                Some((_, uri)) => {
                    let namespace = self.namespace_number(uri);
                    Resolved::Unbound(self.number(namespace, local), Some(uri))
                }
                None => Resolved::Unbound(vocabulary::UNKNOWN, None),
            },
        }
    }

    fn binding(&self, prefix: &str) -> Option<u32> {
        self.bindings.iter().rev().find(|(bound, _)| **bound == *prefix).map(|(_, n)| *n)
    }

    fn namespace_number(&mut self, uri: &str) -> u32 {
        if let Some(&known) = self.namespace_numbers.get(uri) {
            return known;
        }
        if self.namespaces.len() >= MAX_NAMESPACES * 4 {
            self.full.0 = true;
            return NO_NAMESPACE;
        }
        let number = self.namespaces.len() as u32;
        self.namespaces.push(uri.into());
        self.namespace_numbers.insert(uri.into(), number);
        number
    }

    /// Whether there have been too many names; says so once.
    pub(super) fn take_full(&mut self) -> bool {
        self.full.0 && !std::mem::replace(&mut self.full.1, true)
    }

    fn number(&mut self, namespace: u32, local: &str) -> Name {
        if *self.namespaces[namespace as usize] == *vocabulary::RDF
            && let Some(n) = member_number(local)
        {
            return Name::of_member(n);
        }
        if let Some(&name) = self.numbers.get(&(namespace, local.into())) {
            return name;
        }
        if self.known.len() >= MAX_NAMES {
            self.full.0 = true;
            return vocabulary::UNKNOWN;
        }
        let name = Name(self.known.len() as u32);
        self.known.push((namespace, local.into()));
        self.numbers.insert((namespace, local.into()), name);
        name
    }
}

/// n of `_n`, without leading zeros.
fn member_number(local: &str) -> Option<u32> {
    let digits = local.strip_prefix('_')?;
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|&n| n <= MAX_MEMBER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(names: &mut Names, raw: &str, attribute: bool) -> Name {
        match names.resolve(raw, attribute) {
            Resolved::Name(name) | Resolved::Unbound(name, _) => name,
        }
    }

    #[test]
    fn prefixes_follow_their_scope() {
        let mut names = Names::default();
        let outside = names.mark();
        assert!(names.declare(&[("a", vocabulary::DC), ("", vocabulary::RDF)]));
        assert_eq!(name(&mut names, "a:title", false), vocabulary::DC_TITLE);
        assert_eq!(name(&mut names, "RDF", false), vocabulary::RDF_RDF);
        assert_eq!(name(&mut names, "about", true), vocabulary::NO_ABOUT, "attributes have no default namespace");
        let inner = names.mark();
        assert!(names.declare(&[("a", vocabulary::MAP)]));
        assert_eq!(name(&mut names, "a:icon", false), vocabulary::MAP_ICON);
        assert_ne!(name(&mut names, "a:title", false), vocabulary::DC_TITLE);
        names.leave(inner);
        assert_eq!(name(&mut names, "a:title", false), vocabulary::DC_TITLE);
        names.leave(outside);
        assert!(matches!(names.resolve("a:title", false), Resolved::Unbound(_, None)));
        assert!(matches!(names.resolve("dc:title", false), Resolved::Unbound(vocabulary::DC_TITLE, Some(_))));
    }

    #[test]
    fn container_membership_carries_its_number() {
        let mut names = Names::default();
        names.declare(&[("rdf", vocabulary::RDF)]);
        assert_eq!(name(&mut names, "rdf:_12", false).member(), Some(12));
        assert_eq!(name(&mut names, "rdf:_0", false).member(), None);
        assert_eq!(name(&mut names, "rdf:_1x", false).member(), None);
        let n = name(&mut names, "rdf:_7", true);
        assert_eq!(names.iri(n), format!("{}_7", vocabulary::RDF));
    }
}

//! Resolves prefixes: `dc:title` becomes one [`Name`] if `dc` is bound to Dublin Core.

use super::vocabulary;
use super::vocabulary::{MAX_MEMBER, Name};
use crate::collections::hash_index::HashIndex;
use crate::collections::keyed::{HashMap, hash};
use crate::limits::{MAX_NAMES, MAX_NAMESPACE_NAMES, MAX_NAMESPACES};

/// The numbers of names, and the namespaces in scope.
#[derive(Debug)]
pub struct Names {
    /// Namespace and local name of each [`Name`], indexed by its number.
    known: Vec<(u32, Box<str>)>,
    numbers: HashIndex,
    namespaces: Vec<Box<str>>,
    namespace_numbers: HashMap<Box<str>, u32>,
    /// The first is `true` if a limit was reached, the second if that was reported.
    limit_reached: (bool, bool),
    /// A name in the wrong case, and the right one, until it is reported.
    wrong_case: Option<(Box<str>, &'static str)>,
    /// The names that were written in the wrong case, as bits.
    known_wrong_cases: u128,
    /// Pairs of prefix and namespace; the innermost declaration is last.
    bindings: Vec<(Box<str>, u32)>,
    /// A number for the set of bindings in force: equal numbers mean equal bindings.
    scope: u32,
    scopes_made: u32,
    /// Scopes by parent scope and declarations. A site that repeats its declarations on every element therefore
    /// still hits the cache.
    scopes: HashMap<(u32, Box<str>), u32>,
    cache: Box<[CachedName; CACHE_SLOTS]>,
    /// For each cache slot: the slot of the name that followed it last time.
    next: Box<[Slot; CACHE_SLOTS]>,
    /// The slot of the last name.
    last: Slot,
}

/// A cached name: its bytes in a tag and its meaning in a scope. The bytes include what ends the name, `title>` or
/// `rel="`, so one comparison of integers finds most names of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedName {
    word: u128,
    mask: u128,
    /// The scope. The lowest bit is 1 for an attribute.
    scope: u32,
    /// Length of the name in bytes.
    pub(super) length: u32,
    pub(super) name: Name,
}

/// Bytes that one comparison covers.
pub(super) const WINDOW: usize = 16;

/// For each number of bytes, the mask that selects that many of a window.
pub(super) const MASKS: [u128; WINDOW + 1] = {
    let mut masks = [0; WINDOW + 1];
    let mut count = 0;
    while count < WINDOW {
        masks[count + 1] = masks[count] << 8 | 0xff;
        count += 1;
    }
    masks
};

/// Returns the first bytes as one number, or `None` if fewer than [`WINDOW`] are left.
pub(super) fn window(bytes: &[u8]) -> Option<u128> {
    bytes.first_chunk().map(|chunk| u128::from_le_bytes(*chunk))
}

/// An index into the cache.
type Slot = u8;

/// Returns the cache slot of the name that the window begins with. The bytes after the name do not matter.
fn slot(word: u128) -> Slot {
    const fn each(byte: u64) -> u64 {
        u64::MAX / 0xff * byte
    }
    let head = word as u64;
    // The lowest bit set in `ends` belongs to the first byte that is below `0` or among `<=>?`.
    let below = head.wrapping_sub(each(0x30)) & !head;
    let among = (head ^ each(0x3c)) & each(0xfc);
    let ends = (below | (among.wrapping_sub(each(1)) & !among)) & each(0x80);
    let name = head & (ends ^ ends.wrapping_sub(1));
    (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Slot::BITS)) as Slot
}

/// The scope to restore when an element ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    bindings: u32,
    scope: u32,
}

/// The meaning of a raw name.
pub(super) enum Resolved {
    Name(Name),
    /// The prefix is not declared. The second value is the namespace of a well-known prefix.
    Unbound(Name, Option<&'static str>),
}

const CACHE_SLOTS: usize = 1 << Slot::BITS;
const MAX_SCOPES: usize = 1024;
const NO_NAMESPACE: u32 = 0;

impl Default for Names {
    fn default() -> Names {
        // No window equals this entry, because the mask is 0 and the word is not.
        let nothing = CachedName { word: 1, mask: 0, scope: 0, length: 0, name: vocabulary::UNKNOWN };
        let mut names = Names {
            known: Vec::new(),
            numbers: HashIndex::default(),
            namespaces: vec!["".into()],
            namespace_numbers: HashMap::from_iter([("".into(), NO_NAMESPACE)]),
            limit_reached: (false, false),
            wrong_case: None,
            known_wrong_cases: 0,
            bindings: Vec::new(),
            scope: 0,
            scopes_made: 0,
            scopes: HashMap::default(),
            cache: Box::new([nothing; CACHE_SLOTS]),
            next: Box::new([0; CACHE_SLOTS]),
            last: 0,
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
    /// Returns the namespace of a name, or an empty string.
    #[inline]
    pub fn namespace(&self, name: Name) -> &str {
        if name.member().is_some() {
            return vocabulary::RDF;
        }
        self.known.get(name.0 as usize).map_or("", |(namespace, _)| &self.namespaces[*namespace as usize])
    }

    /// Returns `true` if a name has a namespace.
    pub(crate) fn has_namespace(&self, name: Name) -> bool {
        name.member().is_some() || self.known.get(name.0 as usize).is_some_and(|known| known.0 != NO_NAMESPACE)
    }

    /// Returns the local part of a name. It is empty for `rdf:_n`; see [`Name::member`].
    pub fn local(&self, name: Name) -> &str {
        self.known.get(name.0 as usize).map_or("", |(_, local)| local)
    }

    /// Returns namespace and local name joined, as RDF names its properties.
    pub fn iri(&self, name: Name) -> String {
        match name.member() {
            Some(n) => format!("{}_{n}", vocabulary::RDF),
            None => format!("{}{}", self.namespace(name), self.local(name)),
        }
    }

    /// Returns the namespace of a prefix. The empty prefix is the default namespace.
    pub(crate) fn lookup(&self, prefix: &str) -> Option<&str> {
        self.binding(prefix).map(|n| &*self.namespaces[n as usize])
    }

    /// Returns the namespaces of all prefixes in scope.
    pub(crate) fn in_scope(&self) -> impl Iterator<Item = &str> {
        self.bindings.iter().map(|(_, number)| &*self.namespaces[*number as usize])
    }

    /// Returns the scope in force, for [`Names::leave`].
    pub(super) fn mark(&self) -> Mark {
        Mark { bindings: self.bindings.len() as u32, scope: self.scope }
    }

    /// Restores a scope.
    pub(super) fn leave(&mut self, mark: Mark) {
        // Equal scopes have the same bindings.
        if self.scope != mark.scope {
            self.bindings.truncate(mark.bindings as usize);
            self.scope = mark.scope;
        }
    }

    /// Adds declarations (pairs of prefix and namespace) to the scope. Returns `false` if there are too many.
    pub(super) fn declare(&mut self, declarations: &[(&str, &str)]) -> bool {
        let mut key = String::new();
        let room = MAX_NAMESPACES.saturating_sub(self.bindings.len());
        // The scope's key contains exactly the declarations that count, because cached names depend on it.
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

    /// Returns the name that `bytes` begin with, if it is in the cache for this scope and this ending.
    pub(super) fn cached(&mut self, bytes: &[u8], attribute: bool) -> Option<&CachedName> {
        let word = window(bytes)?;
        let scope = self.scope << 1 | u32::from(attribute);
        let is_match = |cached: &CachedName| word & cached.mask == cached.word && cached.scope == scope;
        // The same names mostly follow each other, so try the successor of the last name first. Computing the slot
        // first would delay the bytes after the name.
        let mut at = self.next[usize::from(self.last)];
        if !is_match(&self.cache[usize::from(at)]) {
            at = slot(word);
            if !is_match(&self.cache[usize::from(at)]) {
                return None;
            }
            self.next[usize::from(self.last)] = at;
        }
        self.last = at;
        Some(&self.cache[usize::from(at)])
    }

    /// Returns the cache slot of the last name.
    pub(super) fn last(&self) -> u8 {
        self.last
    }

    /// Adds the name that `bytes` begin with to the cache.
    pub(super) fn remember(&mut self, bytes: &[u8], length: usize, attribute: bool, name: Name) {
        let ending = if attribute { "=\"".len() } else { ">".len() };
        if let (Some(word), Some(mask)) = (window(bytes), MASKS.get(length + ending)) {
            let scope = self.scope << 1 | u32::from(attribute);
            self.cache[usize::from(slot(word))] =
                CachedName { word: word & mask, mask: *mask, scope, length: length as u32, name };
        }
    }

    /// Resolves a raw name in the scope in force. `attribute`: the default namespace does not apply.
    pub(super) fn resolve(&mut self, raw: &str, attribute: bool) -> Resolved {
        let (prefix, local) = match raw.split_once(':') {
            // Not a valid name (Namespaces in XML, production 7), and not in the default namespace.
            Some(("", _)) => return Resolved::Unbound(vocabulary::UNKNOWN, None),
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
        if self.namespaces.len() >= MAX_NAMESPACE_NAMES {
            self.limit_reached.0 = true;
            return NO_NAMESPACE;
        }
        let number = self.namespaces.len() as u32;
        self.namespaces.push(uri.into());
        self.namespace_numbers.insert(uri.into(), number);
        number
    }

    /// Returns `true` once, when there are too many names.
    pub(super) fn take_limit_reached(&mut self) -> bool {
        self.limit_reached.0 && !std::mem::replace(&mut self.limit_reached.1, true)
    }

    /// Returns a name in the wrong case, and the right one.
    pub(super) fn take_wrong_case(&mut self) -> Option<(Box<str>, &'static str)> {
        self.wrong_case.take()
    }

    fn number(&mut self, namespace: u32, local: &str) -> Name {
        if *self.namespaces[namespace as usize] == *vocabulary::RDF
            && let Some(n) = member_number(local)
        {
            return Name::of_member(n);
        }
        let hash = hash(local) ^ namespace;
        let is_match = |at: u32| {
            let (known_namespace, known) = &self.known[at as usize];
            *known_namespace == namespace && **known == *local
        };
        if let Some(known) = self.numbers.find(hash, is_match) {
            return Name(known);
        }
        if self.known.len() >= vocabulary::KNOWN.len()
            && let Some((name, meant)) = vocabulary::meant_name(&self.namespaces[namespace as usize], local)
        {
            let bit = 1u128.checked_shl(name.0).unwrap_or_default();
            if self.known_wrong_cases & bit == 0 {
                self.known_wrong_cases |= bit;
                self.wrong_case = Some((local.into(), meant));
            }
            return name;
        }
        if self.known.len() >= MAX_NAMES {
            self.limit_reached.0 = true;
            return vocabulary::UNKNOWN;
        }
        let name = Name(self.known.len() as u32);
        self.known.push((namespace, local.into()));
        self.numbers.insert(hash, name.0);
        name
    }
}

/// Returns `n` of `_n`. Leading zeros are not allowed.
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
    fn a_prefix_is_bound_inside_its_scope() {
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
    fn the_cache_finds_a_name_in_its_scope_with_its_ending() {
        let mut names = Names::default();
        names.declare(&[("dc", vocabulary::DC)]);
        let found = |names: &mut Names, text: &str, attribute| {
            names.cached(text.as_bytes(), attribute).map(|known| (known.length, known.name))
        };
        let (element, attribute) = ("dc:title>Of a page", "rel=\"alternate\" href");
        assert_eq!(found(&mut names, element, false), None);
        names.remember(element.as_bytes(), "dc:title".len(), false, vocabulary::DC_TITLE);
        names.remember(attribute.as_bytes(), "rel".len(), true, vocabulary::NO_REL);
        assert_eq!(found(&mut names, "dc:title>and other text", false), Some((8, vocabulary::DC_TITLE)));
        assert_eq!(found(&mut names, "rel=\"x\"/> and more", true), Some((3, vocabulary::NO_REL)));
        for (text, attribute) in [
            ("dc:title>and other text", true),
            ("dc:title/>and other text", false),
            ("dc:titles>and other text", false),
            ("rel='x'/> and so on and so on", true),
            ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", false),
        ] {
            assert_eq!(found(&mut names, text, attribute), None, "{text}");
        }
        assert_eq!(found(&mut names, "dc:title>short", false), None, "fewer bytes than a window");
        names.declare(&[("dc", vocabulary::MAP)]);
        assert_eq!(found(&mut names, element, false), None, "it is another scope");
        let long = "a-name-of-many-letters>and so on";
        names.remember(long.as_bytes(), "a-name-of-many-letters".len(), false, vocabulary::DC_TITLE);
        assert_eq!(found(&mut names, long, false), None);
    }

    #[test]
    fn a_membership_property_contains_its_number() {
        let mut names = Names::default();
        names.declare(&[("rdf", vocabulary::RDF)]);
        assert_eq!(name(&mut names, "rdf:_12", false).member(), Some(12));
        assert_eq!(name(&mut names, "rdf:_0", false).member(), None);
        assert_eq!(name(&mut names, "rdf:_1x", false).member(), None);
        let n = name(&mut names, "rdf:_7", true);
        assert_eq!(names.iri(n), format!("{}_7", vocabulary::RDF));
    }
}

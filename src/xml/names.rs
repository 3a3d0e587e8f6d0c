//! Prefixes and names: `dc:title` where `dc` is bound to Dublin Core becomes one [`Name`].

use super::vocabulary;
use super::vocabulary::{MAX_MEMBER, Name};
use crate::collections::hash_index::HashIndex;
use crate::collections::keyed::{HashMap, hash};
use crate::limits::{MAX_NAMES, MAX_NAMESPACE_NAMES, MAX_NAMESPACES};

/// Numbers for names, and the namespaces in scope.
#[derive(Debug)]
pub struct Names {
    /// Namespace and local name of each [`Name`], by its number.
    known: Vec<(u32, Box<str>)>,
    numbers: HashIndex,
    namespaces: Vec<Box<str>>,
    namespace_numbers: HashMap<Box<str>, u32>,
    /// Whether a limit was reached, and whether that has been told.
    full: (bool, bool),
    /// Prefix and namespace, the innermost declaration last.
    bindings: Vec<(Box<str>, u32)>,
    /// Stands for the set of bindings in force: equal numbers mean equal bindings.
    scope: u32,
    scopes_made: u32,
    /// Scopes by their parent and their declarations, so that a site which repeats its declarations on
    /// every element does not defeat the cache.
    scopes: HashMap<(u32, Box<str>), u32>,
    cache: Box<[Known; CACHE_SLOTS]>,
    /// By the place of a name in the cache: that of the name that came next the last time.
    next: Box<[Slot; CACHE_SLOTS]>,
    /// The name that came last.
    last: Slot,
}

/// A name as it is written in tags, and what it means in a scope. Most of a document's names are found by comparing one
/// number: the name itself with what ends it, `title>` or `rel="`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    word: u128,
    mask: u128,
    /// The scope; its lowest bit tells attributes from elements.
    scope: u32,
    /// Bytes of the name alone.
    pub(super) length: u32,
    pub(super) name: Name,
}

/// Bytes that are compared at once.
pub(super) const WINDOW: usize = 16;

/// By a number of bytes, what is left of a window when only these count.
pub(super) const MASKS: [u128; WINDOW + 1] = {
    let mut masks = [0; WINDOW + 1];
    let mut count = 0;
    while count < WINDOW {
        masks[count + 1] = masks[count] << 8 | 0xff;
        count += 1;
    }
    masks
};

/// The next bytes as one number; `None` where fewer are left.
pub(super) fn window(bytes: &[u8]) -> Option<u128> {
    bytes.first_chunk().map(|chunk| u128::from_le_bytes(*chunk))
}

/// A place in the cache.
type Slot = u8;

/// Where in the cache a name is that begins like this. What stands behind the name makes no difference.
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

const CACHE_SLOTS: usize = 1 << Slot::BITS;
const MAX_SCOPES: usize = 1024;
const NO_NAMESPACE: u32 = 0;

impl Default for Names {
    fn default() -> Names {
        // No window is like this: what does not count is 0.
        let nothing = Known { word: 1, mask: 0, scope: 0, length: 0, name: vocabulary::UNKNOWN };
        let mut names = Names {
            known: Vec::new(),
            numbers: HashIndex::default(),
            namespaces: vec!["".into()],
            namespace_numbers: HashMap::from_iter([("".into(), NO_NAMESPACE)]),
            full: (false, false),
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
    /// Namespace of a name; empty where it has none.
    pub fn namespace(&self, name: Name) -> &str {
        if name.member().is_some() {
            return vocabulary::RDF;
        }
        self.known.get(name.0 as usize).map_or("", |(namespace, _)| &self.namespaces[*namespace as usize])
    }

    /// Whether a name has a namespace.
    pub(crate) fn has_namespace(&self, name: Name) -> bool {
        name.member().is_some() || self.known.get(name.0 as usize).is_some_and(|known| known.0 != NO_NAMESPACE)
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
        // Equal scopes have the same bindings.
        if self.scope != mark.scope {
            self.bindings.truncate(mark.bindings as usize);
            self.scope = mark.scope;
        }
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

    /// The name that these bytes begin with, if it has come before in this scope with the same behind it.
    pub(super) fn known(&mut self, bytes: &[u8], attribute: bool) -> Option<&Known> {
        let word = window(bytes)?;
        let scope = self.scope << 1 | u32::from(attribute);
        let is_it = |known: &Known| word & known.mask == known.word && known.scope == scope;
        // Mostly the same names follow each other. What is behind this one can be read while it is still compared,
        // which it could not if its place had to be worked out first.
        let mut at = self.next[usize::from(self.last)];
        if !is_it(&self.cache[usize::from(at)]) {
            at = slot(word);
            if !is_it(&self.cache[usize::from(at)]) {
                return None;
            }
            self.next[usize::from(self.last)] = at;
        }
        self.last = at;
        Some(&self.cache[usize::from(at)])
    }

    /// A number that tells which name came last.
    pub(super) fn last(&self) -> u8 {
        self.last
    }

    /// Keeps in mind what a name means; it stands at the beginning of these bytes.
    pub(super) fn learn(&mut self, bytes: &[u8], length: usize, attribute: bool, name: Name) {
        let ending = if attribute { "=\"".len() } else { ">".len() };
        if let (Some(word), Some(mask)) = (window(bytes), MASKS.get(length + ending)) {
            let scope = self.scope << 1 | u32::from(attribute);
            self.cache[usize::from(slot(word))] =
                Known { word: word & mask, mask: *mask, scope, length: length as u32, name };
        }
    }

    pub(super) fn resolve(&mut self, raw: &str, attribute: bool) -> Resolved {
        let (prefix, local) = match raw.split_once(':') {
            // No name (Namespaces in XML, production 7), and none of the default namespace.
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
        let hash = hash(local) ^ namespace;
        let is_it = |at: u32| {
            let (known_namespace, known) = &self.known[at as usize];
            *known_namespace == namespace && **known == *local
        };
        if let Some(known) = self.numbers.find(hash, is_it) {
            return Name(known);
        }
        if self.known.len() >= MAX_NAMES {
            self.full.0 = true;
            return vocabulary::UNKNOWN;
        }
        let name = Name(self.known.len() as u32);
        self.known.push((namespace, local.into()));
        self.numbers.insert(hash, name.0);
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
    fn known_names_are_those_of_the_scope_with_the_same_ending() {
        let mut names = Names::default();
        names.declare(&[("dc", vocabulary::DC)]);
        let found = |names: &mut Names, text: &str, attribute| {
            names.known(text.as_bytes(), attribute).map(|known| (known.length, known.name))
        };
        let (element, attribute) = ("dc:title>Of a page", "rel=\"alternate\" href");
        assert_eq!(found(&mut names, element, false), None);
        names.learn(element.as_bytes(), "dc:title".len(), false, vocabulary::DC_TITLE);
        names.learn(attribute.as_bytes(), "rel".len(), true, vocabulary::NO_REL);
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
        assert_eq!(found(&mut names, "dc:title>short", false), None, "a window is needed");
        names.declare(&[("dc", vocabulary::MAP)]);
        assert_eq!(found(&mut names, element, false), None, "another scope");
        let long = "a-name-of-many-letters>and so on";
        names.learn(long.as_bytes(), "a-name-of-many-letters".len(), false, vocabulary::DC_TITLE);
        assert_eq!(found(&mut names, long, false), None);
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

//! The vocabulary of ResourceSync: elements, capabilities of documents, and relations of links.

use crate::xml::Names;
use crate::xml::vocabulary::{Name, RS, XML};
use std::borrow::Cow;

/// An element of ResourceSync, of the standard or of the older paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// `md`: facts about a document or resource.
    Md,
    /// `ln`: a link. The paper calls it `link`.
    Ln,
    /// `size`: the standard's attribute `length`.
    Size,
    /// `fixity` with the attribute `type`: the standard's attribute `hash`.
    Fixity,
    /// `mimetype`: the standard's attribute `type`.
    Mimetype,
    /// Anything else.
    Foreign,
}

/// Recognizes the elements of ResourceSync. The numbers of names differ between documents.
#[derive(Debug, Default)]
pub(super) struct Terms {
    known: Vec<Option<Term>>,
}

impl Terms {
    pub(super) fn get(&mut self, name: Name, names: &Names) -> Term {
        if name.member().is_some() {
            return Term::Foreign;
        }
        let at = name.0 as usize;
        if let Some(Some(term)) = self.known.get(at) {
            return *term;
        }
        let term = match names.local(name) {
            _ if names.namespace(name) != RS => Term::Foreign,
            "md" => Term::Md,
            "ln" | "link" => Term::Ln,
            "size" => Term::Size,
            "fixity" => Term::Fixity,
            "mimetype" => Term::Mimetype,
            _ => Term::Foreign,
        };
        if self.known.len() <= at {
            self.known.resize(at + 1, None);
        }
        self.known[at] = Some(term);
        term
    }
}

/// Returns the name of an attribute of ResourceSync, or `None` for another vocabulary. The attributes have no prefix,
/// but many sites write one.
pub(super) fn attribute(name: Name, names: &Names) -> Option<&str> {
    let namespace = names.namespace(name);
    ((namespace.is_empty() || namespace == RS) && namespace != XML).then(|| names.local(name))
}

/// The kind of entries in a document. The capability decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Lists {
    /// Resources in no particular order. They are placed by host and path.
    #[default]
    Resources,
    /// Other documents.
    Documents,
    /// Changes of resources.
    Changes,
    /// Files that contain resources.
    Packages,
}

/// The capabilities: name, English text, and the entries of its documents (Z39.99, "Framework Documents"; "Archives" for
/// `-archive`).
const CAPABILITIES: [(&str, &str, Lists); 12] = [
    ("description", "Source description", Lists::Documents),
    ("capabilitylist", "Capability list", Lists::Documents),
    ("resourcelist", "Resource list", Lists::Resources),
    ("resourcedump", "Resource dump", Lists::Packages),
    ("resourcedump-manifest", "Resource dump manifest", Lists::Resources),
    ("changelist", "Change list", Lists::Changes),
    ("changedump", "Change dump", Lists::Packages),
    ("changedump-manifest", "Change dump manifest", Lists::Resources),
    ("resourcelist-archive", "Resource list archive", Lists::Documents),
    ("resourcedump-archive", "Resource dump archive", Lists::Documents),
    ("changelist-archive", "Change list archive", Lists::Documents),
    ("changedump-archive", "Change dump archive", Lists::Documents),
];

/// The relations: name and English text (Z39.99, "Linking to Related Resources").
const RELATIONS: [(&str, &str); 19] = [
    ("alternate", "Alternate"),
    ("canonical", "Canonical"),
    ("collection", "Collection"),
    ("contents", "Contents"),
    ("describedby", "Described by"),
    ("describes", "Describes"),
    ("duplicate", "Duplicate"),
    ("hub", "Hub"),
    ("index", "Index"),
    ("memento", "Memento"),
    ("original", "Original"),
    ("patch", "Patch"),
    ("profile", "Profile"),
    ("resourcesync", "ResourceSync"),
    ("self", "Self"),
    ("timegate", "TimeGate"),
    ("timemap", "TimeMap"),
    ("up", "Up"),
    ("via", "Via"),
];

/// A link without a relation.
pub(super) const LINK: &str = "Link";
/// A document without a capability.
pub(super) const DOCUMENT: &str = "Document";
/// The current document, if it has no capability.
pub(super) const SITEMAP: &str = "Sitemap";

/// Returns the English text of a capability and the entries of its documents. Returns `None` if it is unknown.
pub(super) fn capability(name: &str) -> Option<(&'static str, Lists)> {
    let known = CAPABILITIES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
    known.map(|&(_, text, lists)| (text, lists))
}

/// Returns the English text of a relation. An unknown relation is its own text.
pub(super) fn relation(rel: &str) -> &str {
    let lower = rel.to_ascii_lowercase();
    let path = lower.strip_prefix("http://").or_else(|| lower.strip_prefix("https://"));
    let own = path.and_then(|path| path.strip_prefix("www.openarchives.org/rs/terms/"));
    let name = own.filter(|own| matches!(*own, "patch" | "resourcesync")).unwrap_or(&lower);
    RELATIONS.iter().find(|(known, _)| *known == name).map_or(rel, |&(_, text)| text)
}

/// Returns the key and the English text of every word that titles are made of. The interface translates them. The details
/// have the names of the capabilities too.
pub(crate) fn words() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let capabilities = CAPABILITIES.into_iter().map(|(name, text, _)| ("detail_capability_", name, text));
    let relations = RELATIONS.into_iter().map(|(name, text)| ("relation_", name, text));
    let others = [("document", DOCUMENT), ("link", LINK), ("sitemap", SITEMAP)];
    capabilities.chain(relations).chain(others.into_iter().map(|(name, text)| ("term_", name, text)))
}

/// Returns an address for reading: percent-decoded, and without a web scheme.
pub(super) fn readable_target(url: &str) -> String {
    let schemes = ["https://", "http://", "ftp://"];
    let rest = schemes.iter().find_map(|scheme| url.strip_prefix(scheme)).unwrap_or(url);
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    percent_encoding::percent_decode_str(rest).decode_utf8().map_or_else(|_| rest.to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_shown_decoded_and_without_its_scheme() {
        for (url, expected) in [
            ("http://mirror.example.com/res1", "mirror.example.com/res1"),
            ("https://example.com/", "example.com"),
            ("https://example.com/caf%C3%A9/?a=b%20c", "example.com/café/?a=b c"),
            ("https://example.com/%E9", "example.com/%E9"),
            ("mailto:a@example.com", "mailto:a@example.com"),
        ] {
            assert_eq!(readable_target(url), expected);
        }
    }
}

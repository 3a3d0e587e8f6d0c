//! The words of ResourceSync: its elements, the capabilities of documents and the relations of links.

use crate::xml::Names;
use crate::xml::vocabulary::{Name, XML};
use std::borrow::Cow;

/// An element of ResourceSync, today's or one of the paper that is older than the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// `md`: what is said of a document or resource.
    Md,
    /// `ln`: a link; `link` in the paper.
    Ln,
    /// `size`, the attribute `length` of today.
    Size,
    /// `fixity` with the attribute `type`, the attribute `hash` of today.
    Fixity,
    /// `mimetype`, the attribute `type` of today.
    Mimetype,
    /// Anything else.
    Foreign,
}

/// Tells the elements of ResourceSync. Names have other numbers in every document.
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
            _ if !is_namespace(names.namespace(name)) => Term::Foreign,
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

/// The namespace of ResourceSync, with http or https, with or without the slash at its end.
fn is_namespace(namespace: &str) -> bool {
    let rest = namespace.trim().trim_end_matches('/');
    let rest = rest.strip_prefix("https://").or_else(|| rest.strip_prefix("http://")).unwrap_or_default();
    rest.strip_prefix("www.").unwrap_or(rest) == "openarchives.org/rs/terms"
}

/// The name of an attribute of ResourceSync; `None` for one of another vocabulary. Its own have no prefix, but many
/// write one.
pub(super) fn attribute(name: Name, names: &Names) -> Option<&str> {
    let namespace = names.namespace(name);
    ((namespace.is_empty() || is_namespace(namespace)) && namespace != XML).then(|| names.local(name))
}

/// What a document lists, by its capability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Lists {
    /// Resources, in no order that matters: placed by host and path.
    #[default]
    Resources,
    /// Further documents.
    Documents,
    /// Changes of resources.
    Changes,
    /// Files that contain resources.
    Packages,
}

/// What a capability is called, and what a document of it lists (Z39.99, "Framework Documents"; "Archives" for those
/// that end in `-archive`). `None` for an unknown one.
pub(super) fn capability(name: &str) -> Option<(&'static str, Lists)> {
    Some(match &*name.to_ascii_lowercase() {
        "description" => ("Source description", Lists::Documents),
        "capabilitylist" => ("Capability list", Lists::Documents),
        "resourcelist" => ("Resource list", Lists::Resources),
        "resourcedump" => ("Resource dump", Lists::Packages),
        "resourcedump-manifest" => ("Resource dump manifest", Lists::Resources),
        "changelist" => ("Change list", Lists::Changes),
        "changedump" => ("Change dump", Lists::Packages),
        "changedump-manifest" => ("Change dump manifest", Lists::Resources),
        "resourcelist-archive" => ("Resource list archive", Lists::Documents),
        "resourcedump-archive" => ("Resource dump archive", Lists::Documents),
        "changelist-archive" => ("Change list archive", Lists::Documents),
        "changedump-archive" => ("Change dump archive", Lists::Documents),
        _ => return None,
    })
}

/// What a relation is called (Z39.99, "Linking to Related Resources"); unknown ones by their own name.
pub(super) fn relation(rel: &str) -> Cow<'static, str> {
    let label = match &*rel.to_ascii_lowercase() {
        "alternate" => "Alternate",
        "canonical" => "Canonical",
        "collection" => "Collection",
        "contents" => "Contents",
        "describedby" => "Described by",
        "describes" => "Describes",
        "duplicate" => "Duplicate",
        "hub" => "Hub",
        "index" => "Index",
        "memento" => "Memento",
        "original" => "Original",
        "patch" | "http://www.openarchives.org/rs/terms/patch" | "https://www.openarchives.org/rs/terms/patch" => {
            "Patch"
        }
        "profile" => "Profile",
        "resourcesync" | "http://www.openarchives.org/rs/terms/resourcesync" => "ResourceSync",
        "self" => "Self",
        "timegate" => "TimeGate",
        "timemap" => "TimeMap",
        "up" => "Up",
        "via" => "Via",
        _ => return Cow::Owned(rel.to_owned()),
    };
    Cow::Borrowed(label)
}

/// An address as a person reads it: without its scheme if that is one of the web, percent-decoded.
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
    fn targets_are_readable() {
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

    #[test]
    fn namespaces_in_use() {
        for namespace in [
            "http://www.openarchives.org/rs/terms/",
            "https://www.openarchives.org/rs/terms/",
            "http://www.openarchives.org/rs/terms",
            "http://openarchives.org/rs/terms/ ",
        ] {
            assert!(is_namespace(namespace), "{namespace}");
        }
        for other in ["", "/", "http://www.openarchives.org/rs/", "http://www.openarchives.org/OAI/2.0/"] {
            assert!(!is_namespace(other), "{other}");
        }
    }
}

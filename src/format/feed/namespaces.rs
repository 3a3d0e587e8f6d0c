//! The namespaces of feeds.

use crate::xml::vocabulary::{MAP, RDF_RDF};
use crate::xml::{Context, Element};

/// Atom 1.0 (RFC 4287, section 1.2) and Atom 0.3. These names have no scheme and nothing after the last letter.
const ATOM: [&str; 2] = ["www.w3.org/2005/Atom", "purl.org/atom/ns"];

/// RSS 1.0, and RSS 0.90 under its two names.
const RDF_RSS: [&str; 3] =
    ["purl.org/rss/1.0", "my.netscape.com/rdf/simple/0.9", "channel.netscape.com/rdf/simple/0.9"];

/// Media RSS and the namespace of podcasts, whose titles many items have instead of their own.
const MEDIA: [&str; 2] = ["search.yahoo.com/mrss", "www.itunes.com/dtds/podcast-1.0.dtd"];

/// The whole texts of items.
const CONTENT: [&str; 1] = ["purl.org/rss/1.0/modules/content"];

/// The services that publish feeds of other sites.
const FEED_SERVICES: [&str; 1] = ["rssnamespace.org/feedburner/ext/1.0"];

/// The kinds of feeds in XML.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Kind {
    #[default]
    Rss,
    /// RSS 1.0 or 0.90, which are RDF/XML.
    RdfRss,
    Atom,
}

impl Kind {
    /// Returns the kind of feed that has this root element.
    pub(super) fn of_root(element: &Element<'_>, cx: &Context<'_>) -> Option<Kind> {
        let namespace = cx.names.namespace(element.name);
        match cx.names.local(element.name) {
            "rss" => Some(Kind::Rss),
            // A namespace with the word "atom" is that of Atom, perhaps misspelt.
            "feed" if namespace.is_empty() || namespace.to_ascii_lowercase().contains("atom") => Some(Kind::Atom),
            _ if element.name != RDF_RDF => None,
            _ => {
                let is_feed = cx.names.in_scope().any(|uri| is_one_of(&RDF_RSS, uri))
                    && !cx.names.in_scope().any(|uri| uri == MAP);
                is_feed.then_some(Kind::RdfRss)
            }
        }
    }

    /// Returns `true` if elements in this namespace belong to the feed itself. `root` is the namespace of its root element.
    pub(super) fn has(self, namespace: &str, root: &str) -> bool {
        match self {
            Kind::Rss => *namespace == *root || namespace.is_empty(),
            Kind::RdfRss => is_one_of(&RDF_RSS, namespace),
            Kind::Atom => *namespace == *root || is_atom(namespace),
        }
    }
}

pub(super) fn is_atom(namespace: &str) -> bool {
    is_one_of(&ATOM, namespace)
}

pub(super) fn is_media(namespace: &str) -> bool {
    is_one_of(&MEDIA, namespace)
}

pub(super) fn is_content(namespace: &str) -> bool {
    is_one_of(&CONTENT, namespace)
}

pub(super) fn is_feed_service(namespace: &str) -> bool {
    is_one_of(&FEED_SERVICES, namespace)
}

fn is_one_of(known: &[&str], namespace: &str) -> bool {
    let name = namespace.trim().trim_end_matches(['/', '#']);
    let name = name.strip_prefix("http://").or_else(|| name.strip_prefix("https://"));
    name.is_some_and(|name| known.contains(&name))
}

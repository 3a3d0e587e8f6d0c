//! The namespaces and names of the formats.
//!
//! A [`Name`] is a small number, so comparing names is comparing integers. The names listed here have fixed numbers.
//! The tokenizer assigns numbers to other names when it finds them.

/// The RDF syntax namespace.
pub const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/// Minimal Access Plan, the predicates of NNS (NNS 1.0, "Namespace").
pub const MAP: &str = "http://www.oaklett.org/map/1.0#";
/// Dublin Core Metadata Element Set 1.1.
pub const DC: &str = "http://purl.org/dc/elements/1.1/";
/// The newer vocabulary of Dublin Core. Files use its title in place of that of [`DC`].
pub const DC_TERMS: &str = "http://purl.org/dc/terms/";
/// ResourceSync (ANSI/NISO Z39.99, "Sitemap Document Formats").
pub const RS: &str = "http://www.openarchives.org/rs/terms/";
/// The sitemap protocol.
pub const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
/// XHTML, which sitemaps use for the languages of a page.
pub const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// Atom 1.0 (RFC 4287, section 1.2).
pub const ATOM: &str = "http://www.w3.org/2005/Atom";
/// Navibar's extension of Google Sitemaps (NEGS working draft).
pub const NEGS: &str = "http://navibar.oaklett.org/negs/1.0#";
/// The namespace of the prefix `xml`.
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// Internationalization Tag Set. RDF 1.2 takes the direction of texts from it.
pub const ITS: &str = "http://www.w3.org/2005/11/its";
/// Metadata of documents in Woo sitemaps.
pub const DIWOO: &str = "https://standaarden.overheid.nl/diwoo/metadata/";
/// What saved files contain beyond their formats; see `export`.
pub const NAVI: &str = "http://navibar.oaklett.org/export/1.0#";
/// Properties in saved files that are not Dublin Core.
pub const DETAIL: &str = "http://navibar.oaklett.org/export/1.0/detail#";
/// The root resource of an NNS tree (NNS 1.0, "The Root Resource").
pub const ROOT: &str = "urn:sitemap:root";

/// Prefixes that are understood even if the document does not declare them.
pub(crate) const WELL_KNOWN_PREFIXES: [(&str, &str); 10] = [
    ("rdf", RDF),
    ("map", MAP),
    ("dc", DC),
    ("rs", RS),
    ("diwoo", DIWOO),
    ("negs", NEGS),
    ("xhtml", XHTML),
    ("image", IMAGE),
    ("news", NEWS),
    ("video", VIDEO),
];

/// Google's extensions for pictures, news and films.
const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
const NEWS: &str = "http://www.google.com/schemas/sitemap-news/0.9";
const VIDEO: &str = "http://www.google.com/schemas/sitemap-video/1.1";

/// Namespaces that are read with slips. Each letter of a namespace counts in XML, but authors make slips in them.
const FORGIVING: [&str; 12] = [RDF, MAP, DC, NEGS, SITEMAP, XHTML, ATOM, RS, DIWOO, IMAGE, NEWS, VIDEO];

/// Namespaces whose names are read in any case.
const OWN: [&str; 4] = [RDF, MAP, DC, NEGS];

/// Namespaces whose host has no others that mean something else.
const OF_OWN_HOST: [&str; 2] = [MAP, NEGS];

/// Returns the namespace that is meant by one that differs from it only by its scheme, `www`, case, or the character at its end. With
/// the usual prefix of [`MAP`] or [`NEGS`], only the host counts, because no other namespace has it.
pub(super) fn meant_namespace(prefix: &str, written: &str) -> Option<&'static str> {
    /// The version before [`DC`], with the same names.
    const DC_1_0: &str = "purl.org/dc/elements/1.0";
    if FORGIVING.contains(&written) || [NAVI, DETAIL].contains(&written) {
        return None;
    }
    let written = essence(written);
    let is_dc = written.eq_ignore_ascii_case(DC_1_0);
    let is_same = |own: &&str| written.eq_ignore_ascii_case(essence(own)) || (is_dc && **own == *DC);
    let is_usual = |(usual, own): &(&str, &str)| {
        *usual == prefix && OF_OWN_HOST.contains(own) && host(written).eq_ignore_ascii_case(host(essence(own)))
    };
    let by_prefix = || WELL_KNOWN_PREFIXES.into_iter().find(is_usual).map(|(_, own)| own);
    FORGIVING.into_iter().find(is_same).or_else(by_prefix)
}

/// Returns the host of a namespace without its scheme and `www`.
fn host(essence: &str) -> &str {
    essence.split('/').next().unwrap_or_default()
}

/// Returns a namespace without the parts that authors confuse.
fn essence(namespace: &str) -> &str {
    let rest = namespace.trim().trim_end_matches(['/', '#']);
    let rest = ["http://", "https://"].iter().find_map(|scheme| without_start(rest, scheme)).unwrap_or(rest);
    without_start(rest, "www.").unwrap_or(rest)
}

fn without_start<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then_some(rest)
}

/// Returns the name that is meant by one of the same namespace that differs in upper and lower case.
pub(super) fn meant_name(namespace: &str, written: &str) -> Option<(Name, &'static str)> {
    if !OWN.contains(&namespace) {
        return None;
    }
    let is_meant = |(of, local): &&(&str, &str)| *of == namespace && local.eq_ignore_ascii_case(written);
    let at = KNOWN.iter().position(|known| is_meant(&known))?;
    (KNOWN[at].1 != written).then_some((Name(at as u32), KNOWN[at].1))
}

/// An expanded name (namespace and local name) as a number.
///
/// `rdf:_1`, `rdf:_2`... contain their number; see [`Name::member`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name(pub(crate) u32);

const MEMBER: u32 = 1 << 31;

impl Name {
    /// Returns the name `rdf:_n`.
    pub(crate) fn of_member(n: u32) -> Name {
        Name(MEMBER | (n & !MEMBER))
    }

    /// Returns `n` if this is the container membership property `rdf:_n`.
    pub fn member(self) -> Option<u32> {
        (self.0 & MEMBER != 0).then_some(self.0 & !MEMBER)
    }
}

/// The largest `n` for which `rdf:_n` is a membership property.
pub(crate) const MAX_MEMBER: u32 = MEMBER - 1;

macro_rules! names {
    ($($ident:ident = $namespace:expr, $local:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($ident),* }
        $(
            #[doc = concat!("`", $local, "`")]
            pub(crate) const $ident: Name = Name(Index::$ident as u32);
        )*
        /// The names with fixed numbers, ordered by number.
        pub(crate) const KNOWN: &[(&str, &str)] = &[$(($namespace, $local)),*];
    };
}

names! {
    UNKNOWN = "", "";
    RDF_RDF = RDF, "RDF";
    RDF_DESCRIPTION = RDF, "Description";
    RDF_LI = RDF, "li";
    RDF_ABOUT = RDF, "about";
    RDF_RESOURCE = RDF, "resource";
    RDF_ID = RDF, "ID";
    RDF_NODE_ID = RDF, "nodeID";
    RDF_PARSE_TYPE = RDF, "parseType";
    RDF_DATATYPE = RDF, "datatype";
    RDF_ABOUT_EACH = RDF, "aboutEach";
    RDF_ABOUT_EACH_PREFIX = RDF, "aboutEachPrefix";
    RDF_BAG_ID = RDF, "bagID";
    RDF_ANNOTATION = RDF, "annotation";
    RDF_ANNOTATION_NODE_ID = RDF, "annotationNodeID";
    RDF_VERSION = RDF, "version";
    RDF_TYPE = RDF, "type";
    RDF_SUBJECT = RDF, "subject";
    RDF_PREDICATE = RDF, "predicate";
    RDF_OBJECT = RDF, "object";
    RDF_STATEMENT = RDF, "Statement";
    RDF_FIRST = RDF, "first";
    RDF_REST = RDF, "rest";
    RDF_NIL = RDF, "nil";
    RDF_VALUE = RDF, "value";
    RDF_XML_LITERAL = RDF, "XMLLiteral";
    XML_LANG = XML, "lang";
    XML_BASE = XML, "base";
    NO_ABOUT = "", "about";
    NO_RESOURCE = "", "resource";
    NO_ID = "", "ID";
    NO_NODE_ID = "", "nodeID";
    NO_PARSE_TYPE = "", "parseType";
    NO_DATATYPE = "", "datatype";
    NO_TYPE = "", "type";
    NO_HTML = "", "html";
    XHTML_HTML = XHTML, "html";
    MAP_CONTAINER = MAP, "container";
    MAP_EMBEDDED = MAP, "embedded";
    MAP_ICON = MAP, "icon";
    DC_TITLE = DC, "title";
    DC_IDENTIFIER = DC, "identifier";
    DC_IDENTIFER = DC, "identifer";
    NAVI_KIND = NAVI, "kind";
    NAVI_ALIAS_OF = NAVI, "aliasOf";
    NAVI_ENTRY = NAVI, "entry";
    NAVI_OF = NAVI, "of";
    NAVI_LOC = NAVI, "loc";
    NAVI_HREF = NAVI, "href";
    NAVI_ICON = NAVI, "icon";
    NAVI_ALIASES = NAVI, "aliases";
    NAVI_MENU = NAVI, "menu";
    NAVI_ID = NAVI, "id";
    NAVI_REF = NAVI, "ref";
    NEGS_CHILD_OF = NEGS, "childOf";
    NEGS_RELATES_TO = NEGS, "relatesTo";
    NEGS_ORDER = NEGS, "order";
    NEGS_ICON = NEGS, "icon";
    XML_ID = XML, "id";
    NO_SMALL_ID = "", "id";
    NO_REL = "", "rel";
    NO_HREF = "", "href";
    NO_HREFLANG = "", "hreflang";
    NO_NAME = "", "name";
    NO_VALUE = "", "value";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_in_a_namespace_are_recognized() {
        for (written, meant) in [
            ("https://www.openarchives.org/rs/terms/", Some(RS)),
            ("http://www.openarchives.org/rs/terms", Some(RS)),
            ("http://openarchives.org/rs/terms/ ", Some(RS)),
            ("http://standaarden.overheid.nl/diwoo/metadata", Some(DIWOO)),
            ("https://www.sitemaps.org/schemas/sitemap/0.9", Some(SITEMAP)),
            ("http://www.w3.org/2005/atom", Some(ATOM)),
            (RS, None),
            ("", None),
            ("/", None),
            ("http://www.openarchives.org/rs/", None),
            ("http://www.google.com/schemas/sitemap/0.84", None),
            ("http://www.oaklett.org/map/1.1#", None),
        ] {
            assert_eq!(meant_namespace("", written), meant, "{written}");
        }
        for (prefix, written, meant) in [
            ("map", "http://www.oaklett.org/map/1.1#", Some(MAP)),
            ("map", "https://oaklett.org/map#", Some(MAP)),
            ("map", "http://www.oaklett.org", Some(MAP)),
            ("negs", "http://navibar.oaklett.org/negs/0.9#", Some(NEGS)),
            ("map", "http://navibar.oaklett.org/map/1.0#", None),
            ("map", "http://www.example.org/map/1.0#", None),
            ("navi", NAVI, None),
            ("negs", NAVI, None),
            ("dc", "http://purl.org/dc/dcmitype/", None),
        ] {
            assert_eq!(meant_namespace(prefix, written), meant, "{prefix} {written}");
        }
    }
}

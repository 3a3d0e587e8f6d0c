//! The names that are allowed in each place of RDF/XML (RDF 1.1 XML Syntax, sections 5.1 and 6.1.4).

use crate::findings::{FindingCode, Report};
use crate::xml::vocabulary::*;
use crate::xml::{Attribute, Context, Element};

/// Returns the RDF attribute that is meant by a name without a prefix. Section 6.1.4 allows some of them.
pub(super) fn unqualified(name: Name) -> Option<Name> {
    Some(match name {
        NO_ABOUT => RDF_ABOUT,
        NO_RESOURCE => RDF_RESOURCE,
        NO_ID => RDF_ID,
        NO_NODE_ID => RDF_NODE_ID,
        NO_PARSE_TYPE => RDF_PARSE_TYPE,
        NO_DATATYPE => RDF_DATATYPE,
        NO_TYPE => RDF_TYPE,
        _ => return None,
    })
}

/// Returns the name that an attribute has in RDF/XML. Reports an attribute without a prefix.
pub(super) fn qualified(attribute: &Attribute, element: &Element<'_>, cx: &mut Context<'_>) -> Name {
    if is_syntax(attribute.name) {
        return attribute.name;
    }
    let Some(name) = unqualified(attribute.name) else {
        if !is_property(attribute.name, cx) && cx.names.namespace(attribute.name).is_empty() {
            let raw = element.raw_attribute_name(attribute);
            if raw.starts_with("xml") {
                let _ignored = element.value(attribute, cx); // reports references that are not well-formed
            } else if attribute.name != UNKNOWN {
                let message = format!("The attribute '{raw}' has no namespace and is ignored; remove it.");
                cx.report.warning(FindingCode::UnqualifiedAttribute, attribute.offset, message);
            }
        }
        return attribute.name;
    };
    let raw = element.raw_attribute_name(attribute);
    let message = format!("'{raw}' is read as 'rdf:{raw}'; write the prefix 'rdf:'.");
    cx.report.warning(FindingCode::UnqualifiedAttribute, attribute.offset, message);
    name
}

/// Returns `true` for a name that is part of the syntax of RDF/XML.
pub(super) fn is_syntax(name: Name) -> bool {
    matches!(
        name,
        RDF_RDF
            | RDF_DESCRIPTION
            | RDF_LI
            | RDF_ID
            | RDF_ABOUT
            | RDF_NODE_ID
            | RDF_RESOURCE
            | RDF_PARSE_TYPE
            | RDF_DATATYPE
            | RDF_ABOUT_EACH
            | RDF_ABOUT_EACH_PREFIX
            | RDF_BAG_ID
    )
}

/// Returns `true` for an attribute that RDF 1.2 adds: a version, the direction of a text, or an annotation (RDF 1.2 XML
/// Syntax, section 2).
pub(super) fn is_rdf_12(name: Name, cx: &Context<'_>) -> bool {
    matches!(name, RDF_ANNOTATION | RDF_ANNOTATION_NODE_ID | RDF_VERSION) || cx.names.namespace(name) == ITS
}

/// Returns `true` if an attribute is a property: it has a namespace, and not that of XML. RDF 1.2 does not define it.
pub(super) fn is_property(name: Name, cx: &Context<'_>) -> bool {
    let namespace = cx.names.namespace(name);
    name == NO_TYPE || (!namespace.is_empty() && namespace != XML && !is_rdf_12(name, cx))
}

pub(super) fn is_node_name(name: Name) -> bool {
    name == RDF_DESCRIPTION || !is_syntax(name)
}

pub(super) fn is_property_name(name: Name) -> bool {
    !is_syntax(name)
}

/// Returns `true` if an element with this name is a property that needs no special treatment.
pub(super) fn is_plain_property(name: Name, cx: &Context<'_>) -> bool {
    is_property_name(name) && cx.names.has_namespace(name)
}

/// Reports a value of `rdf:ID` or `rdf:nodeID` that is not a name.
pub(super) fn check_nc_name(attribute: &str, value: &str, code: FindingCode, offset: u32, report: &mut Report) {
    if !is_nc_name(value) {
        let message =
            format!("rdf:{attribute}=\"{value}\" is not a name; begin with a letter, and write no spaces or colons.");
        report.error(code, offset, message);
    }
}

/// Returns `true` if a value is a name without a colon (Namespaces in XML, production 4), as `rdf:ID` requires.
fn is_nc_name(value: &str) -> bool {
    let starts = |c: char| {
        matches!(c, 'A'..='Z' | '_' | 'a'..='z'
            | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}'
            | '\u{37f}'..='\u{1fff}' | '\u{200c}' | '\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
            | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
    };
    let goes_on = |c: char| {
        starts(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}' | '\u{2040}')
    };
    value.starts_with(starts) && value.chars().all(goes_on)
}

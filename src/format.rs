//! The formats, one module each.

pub mod rdf_xml;
mod xml_literal;

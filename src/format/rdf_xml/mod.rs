//! RDF/XML in full, streaming: XML events in, triples out (RDF 1.1 XML Syntax; section numbers below are
//! that document's).
//!
//! A mistake is reported and the element that makes it is left out; reading goes on behind it.

mod elements;
mod events;
mod graph;
mod names;
mod state;

pub use graph::{Graph, Literal};
pub use state::RdfXml;

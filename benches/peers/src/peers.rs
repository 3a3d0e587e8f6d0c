//! The parsers that Navibar is measured against. They get the whole document in memory, which is the best case
//! for them.

use oxrdfxml::RdfXmlParser;
use quick_xml::NsReader;
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;
use quick_xml::reader::Reader;
use wasm_bindgen::prelude::*;

/// A document, whole in wasm memory.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Input {
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl Input {
    /// Takes the document.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Input {
        Input { bytes }
    }

    /// quick-xml's bare loop over the tokens, nothing kept: the number of elements.
    #[wasm_bindgen(js_name = quickXmlReader)]
    pub fn quick_xml_reader(&self) -> Result<u32, JsError> {
        let mut reader = Reader::from_reader(&*self.bytes);
        let mut elements = 0;
        loop {
            match reader.read_event()? {
                Event::Start(_) | Event::Empty(_) => elements += 1,
                Event::Eof => return Ok(elements),
                _ => {}
            }
        }
    }

    /// The same with namespaces: the number of elements that have one.
    #[wasm_bindgen(js_name = quickXmlNsReader)]
    pub fn quick_xml_ns_reader(&self) -> Result<u32, JsError> {
        let mut reader = NsReader::from_reader(&*self.bytes);
        let mut elements = 0;
        loop {
            match reader.read_resolved_event()? {
                (ResolveResult::Bound(_), Event::Start(_) | Event::Empty(_)) => elements += 1,
                (_, Event::Eof) => return Ok(elements),
                _ => {}
            }
        }
    }

    /// oxrdfxml, nothing kept: the number of triples.
    pub fn oxrdfxml(&self, base: &str) -> Result<u32, JsError> {
        let mut triples = 0;
        for triple in RdfXmlParser::new().with_base_iri(base)?.for_slice(&self.bytes) {
            triple?;
            triples += 1;
        }
        Ok(triples)
    }
}
